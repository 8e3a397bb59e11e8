"""The application: the API, the pages, and protection against abuse (sizes, rates, origins, headers)."""

from __future__ import annotations

import asyncio
import base64
import gc
import hashlib
import json
import re
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fracas import __version__
from fracas.errors import FracasError
from fracas.web.api import Desk, router, rulesets_about
from fracas.web.games import Refused
from fracas.web.jobs import Busy
from fracas.web.packing import Packing, Pages
from fracas.web.rates import Rates
from fracas.web.settings import Settings
from fracas.web.wording import for_requests

POLICY = (
    "default-src 'none'; script-src 'self' {maps}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: no external resources, and no scripts except our files and the page's own import map."""
HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
}
THREADS = 24
"""Threads for blocking waits, in addition to one for each job process."""
PAGE = "index.html"
UPLOADS = ("/api/packs", "/api/validate")
"""Endpoints for file uploads, which allow larger requests."""


def policy_for(page: str) -> str:
    """The content security policy of a page: its inline scripts are allowed by their digests."""
    maps = re.findall(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)
    digests = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in maps)
    return POLICY.format(maps=" ".join(f"'sha256-{digest}'" for digest in digests))


class Guard:
    """Middleware for every request: checks its size, rate and origin, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, settings: Settings, page: str) -> None:
        self._app, self._settings = app, settings
        self._headers = {**HEADERS, b"content-security-policy": policy_for(page).encode()}
        self._rates = Rates(settings.limits.requests, settings.limits.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.lower(): value for name, value in scope["headers"]}

        over = False

        async def answer(message: Message) -> None:
            if over:
                return
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((name, value) for name, value in self._headers.items() if name not in present)]
            await send(message)

        refusal = self._refused(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, answer)
            return
        limit = self._limit(scope)
        taken = 0

        async def bounded() -> Message:
            nonlocal taken, over
            message = await receive()
            if message["type"] == "http.request":
                taken += len(message.get("body", b""))
                if taken > limit and not over:
                    await too_large(limit)(scope, receive, answer)
                    over = True
            return {"type": "http.disconnect"} if over else message

        await self._app(scope, bounded, answer)

    def _limit(self, scope: Scope) -> int:
        """The maximum size of a request in bytes."""
        limits = self._settings.limits
        return limits.pack if scope["path"] in UPLOADS else limits.body

    def _refused(self, scope: Scope, headers: dict[bytes, bytes]) -> Response | None:
        """The response to a rejected request."""
        length = headers.get(b"content-length", b"0")
        limit = self._limit(scope)
        if not length.isdigit() or len(length) > 12 or int(length) > limit:
            return too_large(limit)
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            if not self._same_origin(headers):
                return problem("other-origin", "another site asks for this", "open the page of this server", 403)
            kind = headers.get(b"content-type", b"application/json").partition(b";")[0].strip()
            if kind != b"application/json":
                return problem("bad-type", "requests are JSON", "send Content-Type: application/json", 415)
        if self._settings.public and scope["path"].startswith("/api/"):
            address = scope["client"][0] if scope.get("client") else "unknown"
            wait = self._rates.wait(address)
            if wait:
                return problem("too-often", "too many requests", f"ask again in {wait:.0f} s", 429, wait)
        return None

    def _same_origin(self, headers: dict[bytes, bytes]) -> bool:
        """True if a modifying request comes from our pages, from an allowed origin, or not from a page at all."""
        origin = headers.get(b"origin")
        if origin is None:
            return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")
        text = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        return text.partition("://")[2] == host or text in self._settings.origins


def problem(code: str, what: str, remedy: str, status: int, retry_after: float | None = None) -> JSONResponse:
    """An error as a response."""
    headers = {} if retry_after is None else {"Retry-After": str(max(1, round(retry_after)))}
    return JSONResponse({"code": code, "what": for_requests(what), "remedy": for_requests(remedy)}, status, headers)


def too_large(limit: int) -> JSONResponse:
    """The response to a request that is too large."""
    return problem("too-large", f"a request may have {limit:,} bytes", "send less", 413)


def _of_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, FracasError)
    if isinstance(error, Busy):
        return problem(error.code, error.what, error.remedy, 429, error.retry_after)
    status = error.status if isinstance(error, Refused) else 404 if error.code in ("unknown-job", "unknown-pack") else 422
    return problem(error.code, error.what, error.remedy, status)


def _of_validation(_: Request, error: Exception) -> Response:
    """The response to a request that does not fit its model: where, and why; it quotes nothing of the request."""
    assert isinstance(error, RequestValidationError)
    told = [f"{'.'.join(str(part) for part in each['loc'][1:]) or 'the request'}: {each['msg']}" for each in error.errors()[:5]]
    return problem("bad-request", "; ".join(told)[:2000], "see /api/docs for what is asked for", 422)


def _of_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return problem("not-found" if error.status_code == 404 else "refused", str(error.detail), "see /api/docs", error.status_code)


def _of_fault(_: Request, error: Exception) -> Response:
    """The response to an internal error: it discloses no details; they are in the log."""
    return problem("fault", "something went wrong here", "try again; if it stays, tell who runs this server", 500)


DOCS = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fracas API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/style.css"></head>
<body><header class="top"><a class="brand" href="/"><img src="/static/icon.svg" alt="">Fracas</a>
<nav id="menu" aria-label="Pages"></nav></header>
<main id="api"><p>Loading…</p></main><script type="module" src="/static/api.js"></script></body></html>"""


def _settle() -> None:
    """Load all rulesets, which takes a moment, and freeze the objects so that the garbage collector does not scan them again."""
    rulesets_about()
    gc.collect()
    gc.freeze()


def make_app(settings: Settings | None = None) -> FastAPI:
    """The application of a server."""
    chosen = settings or Settings()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        threads = ThreadPoolExecutor(THREADS + chosen.workers, "fracas-wait")  # enough for requests that do not wait for workers
        asyncio.get_running_loop().set_default_executor(threads)
        app.state.desk = Desk(chosen)
        app.state.desk.jobs.start()
        threading.Thread(target=_settle, daemon=True).start()
        try:
            yield
        finally:
            await app.state.desk.close()

    app = FastAPI(
        title="Fracas",
        version=__version__,
        description="A combat engine and balance lab: fights played, solved, simulated, tuned.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(router)
    page = (chosen.static / PAGE).read_text(encoding="utf-8")
    app.add_middleware(Packing)
    app.add_middleware(Guard, settings=chosen, page=page)
    handlers: dict[Any, Any] = {
        FracasError: _of_error,
        RequestValidationError: _of_validation,
        HTTPException: _of_http,
        Exception: _of_fault,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(DOCS)

    app.mount("/static", Pages(directory=chosen.static), name="static")

    @app.get("/{path:path}", include_in_schema=False)
    def pages(path: str) -> Response:
        if path.startswith("api/"):
            return problem("not-found", "there is no such address", "see /api/docs", 404)
        return HTMLResponse(page)

    return app


def openapi() -> str:
    """The OpenAPI description, as JSON."""
    return json.dumps(make_app().openapi(), indent=1)
