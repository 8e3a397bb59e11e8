"""The storage of a server: games and their actions, results of jobs, packs. SQLite in a file, or PostgreSQL, by URL.

The actions of a game are append-only, a row for each action under its number: if two arrive for the same turn, the first one is stored and
the database rejects the second. `Store.add_actions` returns once they are durable.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, OperationalError

from fracas.errors import FracasError


def _table(name: str, columns: str) -> sa.TableClause:
    """A table for reading and writing; `fracas.web.migrations` defines its columns."""
    return sa.table(name, *map(sa.column, columns.split()))


GAMES = _table("games", "id created ruleset version name asked rules seed salt commitment seat_a seat_b watcher takes_back branch_of")
ACTIONS = _table("actions", "game number code drawn at")
PAYLOADS = _table("payloads", "game turn at")
PROSE = _table("prose", "game turn text")
REFUSALS = _table("refusals", "id game at code what")
RESULTS = _table("results", "digest kind at data")
PACKS = _table("packs", "id at about files")
MAX_REFUSALS = 200
"""Maximum number of rejections recorded for one game."""


class Row(NamedTuple):
    """An action of a game: its code, and the number of words the policies had drawn before it."""

    code: int
    drawn: int


class TakenTurn(Exception):
    """Another action was stored first."""


def _engine(url: str) -> Engine:
    """The engine of a database, by its URL."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise FracasError("bad-database", "the database's address is no URL", "give one like sqlite:///games.db") from None
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        what = f"a database of {parsed.get_backend_name()} cannot be used"
        raise FracasError("bad-database", what, "give sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).expanduser().parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(parsed, connect_args={"timeout": 30, "check_same_thread": False})

        @sa.event.listens_for(engine, "connect")
        def _prepare(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")

        return engine
    try:
        return sa.create_engine(parsed, pool_size=10, max_overflow=10, pool_pre_ping=True)
    except (ModuleNotFoundError, NoSuchModuleError):
        raise FracasError("no-driver", "PostgreSQL needs psycopg, which is not installed", "pip install 'fracas[web]'") from None


class Store:
    """An open database, with its tables migrated to the current version."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._writing = threading.Lock() if self._engine.dialect.name == "sqlite" else None
        try:
            with self._engine.begin() as connection:
                config = Config()
                config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except OperationalError as error:
            what = f"the database cannot be opened: {str(error.orig).splitlines()[0]}"
            raise FracasError("bad-database", what, "check its address and that it can be written") from None

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _write(self) -> Any:
        """A transaction; for SQLite, transactions wait for each other here and not in the file."""
        return _Locked(self._engine, self._writing)

    # games

    def add_game(self, game: Mapping[str, Any], actions: Sequence[Row]) -> None:
        """Store a new game, with its actions so far."""
        with self._write() as connection:
            connection.execute(GAMES.insert().values(**game, created=time.time()))
            self._add(connection, game["id"], 0, actions)

    def game(self, number: str) -> Mapping[str, Any] | None:
        """A game, or None."""
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(GAMES).where(GAMES.c.id == number)).mappings().first()
        return None if found is None else dict(found)

    def actions(self, number: str) -> list[Row]:
        """All actions of a game."""
        wanted = sa.select(ACTIONS.c.code, ACTIONS.c.drawn).where(ACTIONS.c.game == number).order_by(ACTIONS.c.number)
        with self._engine.connect() as connection:
            return [Row(code, drawn) for code, drawn in connection.execute(wanted)]

    def add_actions(self, number: str, first: int, actions: Sequence[Row]) -> None:
        """Store the actions from turn ``first`` on, all or nothing; `TakenTurn` if that turn is taken."""
        try:
            with self._write() as connection:
                self._add(connection, number, first, actions)
        except IntegrityError:
            raise TakenTurn from None

    @staticmethod
    def _add(connection: sa.Connection, number: str, first: int, actions: Sequence[Row]) -> None:
        rows = [
            {"game": number, "number": first + i, "code": row.code, "drawn": row.drawn, "at": time.time()} for i, row in enumerate(actions)
        ]
        if rows:
            connection.execute(ACTIONS.insert(), rows)

    def add_payload(self, number: str, turn: int) -> None:
        """Record that the payload of a turn was accepted; `TakenTurn` if it was accepted before."""
        try:
            with self._write() as connection:
                connection.execute(PAYLOADS.insert().values(game=number, turn=turn, at=time.time()))
        except IntegrityError:
            raise TakenTurn from None

    def add_prose(self, number: str, turn: str, text: str) -> None:
        """Store a narrator's text about a turn of a game; an earlier one stays."""
        with suppress(IntegrityError), self._write() as connection:
            connection.execute(PROSE.insert().values(game=number, turn=turn, text=text))

    def prose(self, number: str) -> dict[str, str]:
        """The narrator's texts about the turns of a game."""
        wanted = sa.select(PROSE.c.turn, PROSE.c.text).where(PROSE.c.game == number)
        with self._engine.connect() as connection:
            return {row.turn: row.text for row in connection.execute(wanted)}

    def refuse(self, number: str, code: str, what: str) -> None:
        """Record a rejection in a game."""
        with self._write() as connection:
            many = connection.execute(sa.select(sa.func.count()).where(REFUSALS.c.game == number)).scalar_one()
            if many < MAX_REFUSALS:
                connection.execute(REFUSALS.insert().values(game=number, at=time.time(), code=code[:40], what=what[:500]))

    def refusals(self, number: str) -> list[tuple[str, str]]:
        """The rejections in a game: code and reason."""
        wanted = sa.select(REFUSALS.c.code, REFUSALS.c.what).where(REFUSALS.c.game == number).order_by(REFUSALS.c.id)
        with self._engine.connect() as connection:
            return [(code, what) for code, what in connection.execute(wanted)]

    # results of jobs

    def result(self, digest: str) -> str | None:
        """A cached result."""
        with self._engine.connect() as connection:
            found: str | None = connection.execute(sa.select(RESULTS.c.data).where(RESULTS.c.digest == digest)).scalar()
        return found

    def keep_result(self, digest: str, kind: str, data: str, most: int = 5_000) -> None:
        """Cache a result; if there are too many, the oldest are removed."""
        with self._write() as connection:
            connection.execute(RESULTS.delete().where(RESULTS.c.digest == digest))
            connection.execute(RESULTS.insert().values(digest=digest, kind=kind, at=time.time(), data=data))
            oldest = sa.select(RESULTS.c.digest).order_by(RESULTS.c.at.desc()).offset(most)
            connection.execute(RESULTS.delete().where(RESULTS.c.digest.in_([row[0] for row in connection.execute(oldest)])))

    # packs

    def add_pack(self, number: str, about: Mapping[str, Any], files: Mapping[str, str], most: int) -> None:
        """Store a pack under its digest; `FracasError` if there are too many."""
        with self._write() as connection:
            if connection.execute(sa.select(PACKS.c.id).where(PACKS.c.id == number)).first() is not None:
                return
            if connection.execute(sa.select(sa.func.count()).select_from(PACKS)).scalar_one() >= most:
                raise FracasError("too-many-packs", f"this server keeps {most} packs at most", "use the command line")
            connection.execute(PACKS.insert().values(id=number, at=time.time(), about=json.dumps(about), files=json.dumps(files)))

    def pack(self, number: str) -> tuple[dict[str, Any], dict[str, str]] | None:
        """A pack's description and the texts of its files; or None."""
        with self._engine.connect() as connection:
            found = connection.execute(sa.select(PACKS.c.about, PACKS.c.files).where(PACKS.c.id == number)).first()
        return None if found is None else (json.loads(found[0]), json.loads(found[1]))


class _Locked:
    """A transaction under a lock of this process, for databases with a single writer."""

    def __init__(self, engine: Engine, lock: threading.Lock | None) -> None:
        self._engine, self._lock = engine, lock

    def __enter__(self) -> sa.Connection:
        if self._lock is not None:
            self._lock.acquire()
        try:
            self._begun = self._engine.begin()
            return self._begun.__enter__()
        except BaseException:
            if self._lock is not None:
                self._lock.release()
            raise

    def __exit__(self, *error: Any) -> None:
        try:
            self._begun.__exit__(*error)
        finally:
            if self._lock is not None:
                self._lock.release()
