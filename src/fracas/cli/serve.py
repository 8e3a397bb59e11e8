"""The command that runs the server."""

from __future__ import annotations

import threading
import webbrowser

import click

from fracas.cli.forms import say
from fracas.cli.shared import narrator_options
from fracas.errors import FracasError

KEPT_OPEN = 75
"""Keep-alive timeout in seconds: longer than a player thinks, and longer than that of a reverse proxy."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="The port; 0 for any that is free.")
@click.option(
    "--db", "database", metavar="URL", help="Where games are kept: sqlite:///FILE or postgresql://…; by default in your data folder."
)
@click.option("--open/--no-open", "opens", default=True, help="Open the start page in a browser.")
@click.option("--public", is_flag=True, help="For a server that strangers reach: requests of each client are limited.")
@click.option("--origin", "origins", multiple=True, metavar="ORIGIN", help="Another origin whose pages may use the API; can be repeated.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that answer long questions.")
@narrator_options
def serve(
    host: str,
    port: int,
    database: str | None,
    opens: bool,
    public: bool,
    origins: tuple[str, ...],
    workers: int,
    narrator: str | None,
    narrator_timeout: float,
) -> None:
    """Serve the pages and the HTTP API: play, workbench, claims, in a browser.

    \b
      fracas serve
      fracas serve --public --host 0.0.0.0 --db postgresql://fracas@localhost/fracas
      fracas serve --narrator "python -m fracas.rulesets.arda.narrator"
    """
    from fracas.engine.contract.extras import extra

    for name in ("fastapi", "uvicorn", "sqlalchemy", "alembic"):
        extra(name)
    import socket

    import uvicorn

    from fracas.web.app import make_app
    from fracas.web.settings import Settings, default_database

    settings = Settings(database or default_database(), public, origins, workers, narrator=narrator, narrator_timeout=narrator_timeout)
    app = make_app(settings)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio sets TCP_NODELAY only if the protocol is named
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise FracasError("cannot-listen", f"nothing can listen at {host}:{port}: {error.strerror}", "give another --port") from None
    address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{listening.getsockname()[1]}/"
    say(f"Fracas is at {address} (Ctrl-C stops it)")
    if opens:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=3, timeout_keep_alive=KEPT_OPEN))
    server.run(sockets=[listening])
