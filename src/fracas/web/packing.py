"""Compression of responses: the event loop compresses nothing large, and static files are compressed once."""

from __future__ import annotations

import asyncio
import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALLEST = 1000
"""Minimum size in bytes of a response to compress."""
AT_ONCE = 16_000
"""Maximum size in bytes to compress in the event loop, which takes less than a millisecond; anything larger goes to a thread."""
LEVEL, LEVEL_OF_PAGES = 4, 9
KINDS = ("text/", "application/json", "application/octet-stream", "image/svg+xml")
PAGES = (".js", ".mjs", ".css", ".svg", ".html", ".json")


def takes_gzip(scope: Scope) -> bool:
    """True if a client accepts gzip."""
    return "gzip" in Headers(scope=scope).get("accept-encoding", "")


class Packing:
    """Compresses complete responses; streamed ones pass through unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and compress its response."""
        if scope["type"] != "http" or not takes_gzip(scope):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def answer(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                begun, start = start, None
                if not message.get("more_body", False):
                    message = await _packed(begun, message)
                await send(begun)
            await send(message)

        await self._app(scope, receive, answer)


async def _packed(start: Message, message: Message) -> Message:
    """The compressed body of a response, if that is worthwhile, with its headers adjusted."""
    headers, body = MutableHeaders(raw=start["headers"]), message.get("body", b"")
    if len(body) < SMALLEST or "content-encoding" in headers or not headers.get("content-type", "").startswith(KINDS):
        return message
    packed = gzip.compress(body, LEVEL) if len(body) <= AT_ONCE else await asyncio.to_thread(gzip.compress, body, LEVEL)
    headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(packed))
    headers.add_vary_header("Accept-Encoding")
    start["headers"] = headers.raw
    return {**message, "body": packed}


@lru_cache(256)
def _packed_file(path: str, changed: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), LEVEL_OF_PAGES)


class Pages(StaticFiles):
    """Static files, compressed once each."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, compressed if the client accepts that."""
        found = await super().get_response(path, scope)
        if not isinstance(found, FileResponse) or found.status_code != 200 or not str(found.path).endswith(PAGES) or not takes_gzip(scope):
            return found
        body = await asyncio.to_thread(_packed_file, str(found.path), os.stat(found.path).st_mtime_ns)
        kept = {name: value for name, value in found.headers.items() if name not in ("content-length", "accept-ranges")}
        return Response(body, headers={**kept, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
