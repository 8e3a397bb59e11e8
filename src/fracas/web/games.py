"""Games: fights that people play on a server, which alone has the dice.

The server draws the seed, keeps it to itself and tells its commitment, the SHA-256 of seed and salt, before the first action. When the
game is over it tells both and the fight as a save, so that anybody can fight it again (``fracas play --load``) and see that no die was
chosen. A player sends what to do and the number of the turn that they saw: what is late, doubled, foreign or not legal is refused,
noted, and changes nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from fracas.engine.content.models import Model
from fracas.engine.contract.facets import Story
from fracas.engine.contract.packs import Pack
from fracas.engine.contract.registry import using
from fracas.engine.play.fight import Fight
from fracas.engine.sample.simulate import MAX_SEED
from fracas.errors import FracasError
from fracas.web.questions import AskedFight
from fracas.web.store import Row, Store, TakenTurn
from fracas.web.tasks import pack_of

TAKE_BACK = -1
"""The code of a row that takes the action before it back."""
MAX_STEPS = 20_000
"""Actions of one game."""
LIVE = 256
"""Games that are held ready; others are fought again when they are asked for."""
Seat = Literal["a", "b", "watcher"]


class AskedGame(AskedFight):
    """A game to be begun."""

    both: bool = Field(False, description="People play both sides; else the other side plays by its policy")
    takes_back: bool = Field(False, description="Actions can be taken back; only where one person plays")


class AskedAction(Model):
    """What a player wants to do."""

    turn: int = Field(ge=0, description="The number of the turn that was seen")
    action: int | str = Field(description="The code or the id of a legal action")


class Refused(FracasError):
    """Something that a player may not do; ``status`` is the answer's HTTP status."""

    def __init__(self, code: str, what: str, remedy: str, status: int = 409) -> None:
        super().__init__(code, what, remedy)
        self.status = status


def commitment(seed: int, salt: str) -> str:
    """What is told of a seed before a game: SHA-256 of the seed in decimal digits, a colon and the salt."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Game:
    """A game held ready. ``turn`` is how many rows it has; the next one has that number."""

    id: str
    row: Mapping[str, Any]
    fight: Fight
    turn: int
    busy: threading.Lock = field(default_factory=threading.Lock)

    @property
    def both(self) -> bool:
        """Whether people play both sides."""
        return self.row["seat_b"] is not None

    def seat_of(self, token: str) -> Seat:
        """Which seat a token is for; tokens cannot be guessed, and are compared in constant time."""
        given, found = _hashed(token), None
        seats: tuple[tuple[Seat, str], ...] = (("a", "seat_a"), ("b", "seat_b"), ("watcher", "watcher"))
        for seat, column in seats:
            if self.row[column] is not None and hmac.compare_digest(given, self.row[column]):
                found = seat
        if found is None:
            raise Refused("no-seat", "this token is for no seat of this game", "use the link you were given", 403)
        return found

    def to_act(self) -> Seat | None:
        """The seat to act, or None once it is over."""
        return None if self.fight.over else "ab"[self.fight.to_act]  # type: ignore[return-value]

    def view(self, seat: Seat, since: int = 0) -> dict[str, Any]:
        """The game as a seat sees it; of the log what comes from entry ``since`` on. Nothing tells the dice to come."""
        fight, ready = self.fight, self.fight.encounter
        rules = ready.ruleset
        data = fight.view().to_data()
        del data["seed"], data["fight"]
        data["log_from"] = min(since, len(data["log"]))
        data["log"] = data["log"][since:]
        if seat != self.to_act():
            data["legal"] = []
        return {
            "id": self.id,
            "seat": seat,
            "turn": self.turn,
            "ruleset": {
                "name": rules.name,
                "title": rules.title,
                "version": rules.version,
                "sides": list(rules.sides),
                "health_word": rules.health_word,
                "round_word": rules.round_word,
                "story": isinstance(rules, Story),
            },
            "title": ready.title,
            "heading": ready.setup.heading,
            "names": list(ready.setup.names),
            "max_health": [ready.max_health(0), ready.max_health(1)],
            "asked": json.loads(self.row["asked"]),
            "both": self.both,
            "takes_back": bool(self.row["takes_back"]),
            "branch_of": self.row["branch_of"],
            "commitment": self.row["commitment"],
            "over": fight.over,
            "view": data,
            "fairness": self.fairness() if fight.over else None,
        }

    def fairness(self) -> dict[str, Any]:
        """What proves that the dice were not chosen: seed and salt, which the commitment is of, and the fight as a save."""
        if not self.fight.over:
            raise Refused("not-over", "the seed is told when the game is over", "play on")
        return {"seed": str(self.row["seed"]), "salt": self.row["salt"], "commitment": self.row["commitment"], "save": self.fight.to_data()}


class Games:
    """All games of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._live: OrderedDict[str, Game] = OrderedDict()
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Callable[[], None]]] = {}
        self._packs: OrderedDict[str, Pack] = OrderedDict()

    # making and finding

    def with_packs(self, names: Sequence[str]) -> AbstractContextManager[None]:
        """Packs put in force."""
        return using(*(self._pack(name) for name in names))

    def _fight(self, asked: AskedFight, seed: int) -> Fight:
        with self.with_packs(asked.packs):
            return asked.ready().fight(seed)

    def _pack(self, name: str) -> Pack:
        if name not in self._packs:
            found = self._store.pack(name)
            if found is None:
                raise FracasError("unknown-pack", f"there is no pack {name[:40]!r} here", "upload it again")
            self._packs[name] = pack_of(found[1])
            while len(self._packs) > 32:
                self._packs.popitem(last=False)
        return self._packs[name]

    def begin(self, asked: AskedGame) -> tuple[Game, dict[str, str]]:
        """A new game, and the tokens of its seats."""
        if asked.both and asked.takes_back:
            raise FracasError("not-together", "nothing is taken back where two people play", "leave one of 'both' and 'takes_back' out")
        seed = secrets.randbelow(MAX_SEED + 1)
        return self._begun(asked, self._fight(asked, seed), seed, secrets.token_hex(32), None)

    def branch(self, game: Game, turn: int) -> tuple[Game, dict[str, str]]:
        """Another game that goes on from a turn of one that is over, or that can be taken back, with the same dice: what if?"""
        if not game.fight.over and not game.row["takes_back"]:
            raise Refused("not-over", "what if is for games that are over", "play to the end first")
        if not 0 <= turn <= len(game.fight.actions):
            raise FracasError("unknown-turn", f"there is no turn {turn}", f"give 0 to {len(game.fight.actions)}")
        asked = AskedGame(**{**json.loads(game.row["asked"]), "takes_back": True, "both": False})
        seed = int(game.row["seed"])
        fight = self._fight(asked, seed)
        record = game.fight.record()
        for code, drawn in list(zip(record["actions"], record["policy_draws"], strict=True))[:turn]:
            _repeat(fight, Row(code, drawn))
        return self._begun(asked, fight, seed, secrets.token_hex(32), game.id)

    def _begun(self, asked: AskedGame, fight: Fight, seed: int, salt: str, branch_of: str | None) -> tuple[Game, dict[str, str]]:
        tokens = {"a": secrets.token_urlsafe(24), "watcher": secrets.token_urlsafe(24)}
        if asked.both:
            tokens["b"] = secrets.token_urlsafe(24)
        ready = fight.encounter
        self._play_on(fight, asked.both)
        row: dict[str, Any] = {
            "id": secrets.token_urlsafe(15),
            "ruleset": ready.ruleset.name,
            "version": ready.ruleset.version,
            "name": ready.name,
            "asked": asked.model_dump_json(exclude={"both", "takes_back"}),
            "rules": ready.setup.digest(),
            "seed": str(seed),
            "salt": salt,
            "commitment": commitment(seed, salt),
            "seat_a": _hashed(tokens["a"]),
            "seat_b": _hashed(tokens["b"]) if asked.both else None,
            "watcher": _hashed(tokens["watcher"]),
            "takes_back": asked.takes_back,
            "branch_of": branch_of,
        }
        rows = _rows(fight)
        self._store.add_game(row, rows)
        game = Game(row["id"], row, fight, len(rows))
        self._hold(game)
        return game, tokens

    def get(self, number: str) -> Game:
        """A game, fought again where it is not held ready."""
        with self._lock:
            if number in self._live:
                self._live.move_to_end(number)
                return self._live[number]
        row = self._store.game(number)
        if row is None:
            raise Refused("unknown-game", "there is no such game", "check the link", 404)
        asked = AskedFight(**json.loads(row["asked"]))
        fight = self._fight(asked, int(row["seed"]))
        if fight.encounter.ruleset.version != row["version"] or fight.setup.digest() != row["rules"]:
            what = f"it was begun under {row['ruleset']} {row['version']}, and its rules or content are others now"
            raise Refused("other-rules", what, "begin another", 410)
        rows = self._store.actions(number)
        for done in rows:
            _repeat(fight, done)
        game = Game(number, row, fight, len(rows))
        with self._lock:
            return self._live.setdefault(number, game)

    def _hold(self, game: Game) -> None:
        with self._lock:
            self._live[game.id] = game
            while len(self._live) > LIVE:
                self._live.popitem(last=False)

    # playing

    @staticmethod
    def _play_on(fight: Fight, both: bool) -> None:
        """Let the policy of the other side play, up to the next decision of side A."""
        while not both and not fight.over and fight.to_act == 1:
            fight.auto()

    def act(self, game: Game, token: str, turn: int, wanted: int | str) -> Seat:
        """Do something for the holder of a token; returns their seat. It is durable when this returns."""
        seat = game.seat_of(token)
        with game.busy:
            self._check(game, seat, turn)
            fight, before = game.fight, len(game.fight.actions)
            if len(fight.actions) >= MAX_STEPS:
                raise self._refuse(game, "too-long", f"a game has {MAX_STEPS} actions at most", "begin another")
            try:
                action = fight.action(wanted)
            except FracasError as error:
                raise self._refuse(game, "illegal", error.what, error.remedy, 422) from None
            fight.act(action)
            self._play_on(fight, game.both)
            self._record(game, _rows(fight)[before:])
        self._tell(game.id)
        return seat

    def take_back(self, game: Game, token: str, turn: int) -> Seat:
        """Take the last action of side A back, and what the other side did after it."""
        seat = game.seat_of(token)
        with game.busy:
            if not game.row["takes_back"]:
                raise self._refuse(game, "no-taking-back", "in this game nothing is taken back", "begin one for practice")
            if seat != "a" or turn != game.turn:
                self._check(game, seat, turn, over=True)
            sides = [side for side, _ in game.fight.history()]
            if 0 not in sides:
                raise self._refuse(game, "nothing-to-undo", "nothing has been done yet", "act first")
            steps = len(sides) - max(i for i, side in enumerate(sides) if side == 0)
            for _ in range(steps):
                game.fight.undo()
            self._record(game, [Row(TAKE_BACK, 0)] * steps)
        self._tell(game.id)
        return seat

    def _check(self, game: Game, seat: Seat, turn: int, over: bool = False) -> None:
        """Refuse what comes from the wrong seat, too late, twice, or after the end."""
        if seat == "watcher":
            raise self._refuse(game, "watching", "who watches cannot act", "use the link of a seat", 403)
        if turn != game.turn:
            raise self._refuse(game, "late", f"turn {turn} is over: this is turn {game.turn}", "look at the game again")
        if game.fight.over and not over:
            raise self._refuse(game, "over", "the game is over", "begin another")
        if seat != game.to_act() and not over:
            raise self._refuse(game, "not-your-turn", "it is the other side's turn", "wait for it")

    def _record(self, game: Game, rows: list[Row]) -> None:
        """Make rows durable; where that fails, the game is as it was."""
        try:
            self._store.add_actions(game.id, game.turn, rows)
        except BaseException as error:
            with self._lock:
                self._live.pop(game.id, None)  # it is fought again from what is kept
            if isinstance(error, TakenTurn):
                raise self._refuse(game, "late", "another action came first", "look at the game again") from None
            raise
        game.turn += len(rows)

    def _refuse(self, game: Game, code: str, what: str, remedy: str, status: int = 409) -> Refused:
        self._store.refuse(game.id, code, what)
        return Refused(code, what, remedy, status)

    # listening

    def _tell(self, number: str) -> None:
        for listener in list(self._listeners.get(number, ())):
            listener()

    async def changes(self, number: str) -> AsyncIterator[int]:
        """Yields the turn of a game each time it changes."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def listener() -> None:
            loop.call_soon_threadsafe(changed.set)

        self._listeners.setdefault(number, set()).add(listener)
        try:
            while True:
                game = await asyncio.to_thread(self.get, number)
                yield game.turn
                changed.clear()
                if game.fight.over:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), 15)
        finally:
            self._listeners[number].discard(listener)
            if not self._listeners[number]:
                del self._listeners[number]


def _rows(fight: Fight) -> list[Row]:
    """What was done in a fight, as rows."""
    record = fight.record()
    return [Row(code, drawn) for code, drawn in zip(record["actions"], record["policy_draws"], strict=True)]


def _repeat(fight: Fight, done: Row) -> None:
    """Do again what a row says."""
    if done.code == TAKE_BACK:
        fight.undo()
    else:
        fight.repeat(done.code, done.drawn)
