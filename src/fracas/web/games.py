"""Games: fights and campaigns that people play on a server, which alone has the dice.

The server draws the seed, keeps it to itself and tells its commitment, the SHA-256 of seed and salt, before the first action. When the
game is over it tells both and all that was done, so that anybody can play it again (``fracas replay FILE``) and see that no die was
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
from typing import Annotated, Any, Literal

from pydantic import Field

from fracas.engine.content.models import Model
from fracas.engine.contract.facets import WATCHER, Hides, Narrates, SendsRolls, Story, TurnPlayed
from fracas.engine.contract.packs import Pack
from fracas.engine.contract.registry import using
from fracas.engine.journey import new_journey
from fracas.engine.play.fight import Fight
from fracas.engine.sample.simulate import MAX_SEED
from fracas.errors import FracasError
from fracas.lab.fairness import commitment, proof
from fracas.web.questions import MANY, AskedFight, AskedReplay, Name, Values
from fracas.web.store import Row, Store, TakenTurn
from fracas.web.tables import CampaignTable, FightTable, Table, rows_of
from fracas.web.tasks import pack_of
from fracas.web.telling import Telling, key_of

TAKE_BACK = -1
"""The code of a row that takes the action before it back."""
MAX_STEPS = 20_000
"""Actions of one game."""
LIVE = 256
"""Games that are held ready; others are fought again when they are asked for."""
LOOKED_BACK = 64
"""Earlier turns of games that are held ready as well."""
Seat = Literal["a", "b", "watcher"]


class AskedGame(AskedFight):
    """A game to be begun."""

    both: bool = Field(False, description="People play both sides; else the other side plays by its policy")
    takes_back: bool = Field(False, description="Actions can be taken back; only where one person plays")


class KeptGame(AskedGame):
    """A game as it is kept: one of a simulation's fights has its number."""

    fight: int | None = Field(None, ge=0, lt=2**63)


class AskedCampaign(Model):
    """A campaign to be begun."""

    ruleset: Name = Field(description="The name of a ruleset that has one")
    name: Annotated[str, Field(min_length=1, max_length=60)] | None = Field(None, description="The name of who sets out")
    options: Values = Field({}, max_length=MANY, description="Rule options that differ from the document's")
    packs: tuple[Name, ...] = Field((), max_length=16, description="Packs in force, by the ids that uploading them gave")


class AskedAction(Model):
    """What a player wants to do."""

    turn: int = Field(ge=0, description="The number of the turn that was seen")
    action: int | str = Field(description="The code or the id of a legal action")


class AskedPayload(Model):
    """What a client says was rolled."""

    turn: int = Field(ge=0, description="The number of the turn that was seen, after the action")
    payload: dict[str, Any] = Field(description="The payload, in the form of the ruleset; the game's `payload` shows it")


class Refused(FracasError):
    """Something that a player may not do; ``status`` is the answer's HTTP status."""

    def __init__(self, code: str, what: str, remedy: str, status: int = 409) -> None:
        super().__init__(code, what, remedy)
        self.status = status


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Game:
    """A game held ready. ``turn`` is how many rows it has; the next one has that number."""

    id: str
    row: Mapping[str, Any]
    table: Table
    turn: int
    prose: dict[str, str] = field(default_factory=dict)
    """What the narrator wrote, by the turn that it is about (`key_of`)."""
    telling: bool = False
    """Whether the narrator is writing."""
    busy: threading.Lock = field(default_factory=threading.Lock)
    seen: tuple[int, dict[int, dict[str, Any]]] | None = None
    """A turn, and its views by who sees them; see `_seen_by`."""

    @property
    def both(self) -> bool:
        """Whether people play both sides."""
        return self.row["seat_b"] is not None

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return self.table.over

    @property
    def fight(self) -> Fight:
        """The fight that is being fought, or was fought last."""
        if self.table.fight is None:
            raise Refused("no-fight", "no fight is being fought now", "go on with the story first")
        return self.table.fight

    def single(self, what: str) -> FightTable:
        """The table of a game that is one fight; ``what`` is for those alone."""
        if not isinstance(self.table, FightTable):
            raise Refused("no-single-fight", f"{what} is for single fights, and this is a campaign", "play one of the scenarios")
        return self.table

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
        return None if self.over else "ab"[self.table.to_act]  # type: ignore[return-value]

    def view(self, seat: Seat, since: int = 0, lines: int = 0) -> dict[str, Any]:
        """The game as a seat sees it; of the log what comes from entry ``since`` and from line ``lines`` on.

        Nothing tells the dice to come.
        """
        rules, over = self.table.ruleset, self.over
        data = self._seen_by(seat)
        if isinstance(self.table, CampaignTable):  # its log begins anew with every fight
            since = lines = 0
        for name, first in (("log", since), ("lines", lines)):
            data[f"{name}_from"] = min(first, len(data[name]))
            data[name] = data[name][first:]
        if seat != self.to_act():
            data["legal"] = []
        asked = json.loads(self.row["asked"])
        number = asked.pop("fight", None)
        turns = self.table.turns() if isinstance(self.table, FightTable) and isinstance(rules, SendsRolls | Narrates) else []
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
            **self.table.about(),
            "asked": asked,
            "simulated": None if number is None else {"seed": str(self.row["seed"]), "fight": number},
            "both": self.both,
            "takes_back": bool(self.row["takes_back"]),
            "branch_of": self.row["branch_of"],
            "commitment": self.row["commitment"],
            "over": over,
            "view": data,
            "payload": rules.payload(turns) if turns and isinstance(rules, SendsRolls) else None,
            "told": self._told(turns),
            "telling": self.telling,
            "fairness": self.fairness() if over else None,
        }

    def _seen_by(self, seat: Seat) -> dict[str, Any]:
        """What a seat sees of the turn. It is made once for all who see the same: names and details of actions can take long."""
        side = {"a": 0, "b": 1}.get(seat, WATCHER) if isinstance(self.table.ruleset, Hides) else WATCHER
        if self.seen is None or self.seen[0] != self.turn:
            self.seen = (self.turn, {})
        views = self.seen[1]
        if side not in views:
            views[side] = self.table.view(side)
        return dict(views[side])

    def _told(self, turns: Sequence[TurnPlayed]) -> list[dict[str, Any]]:
        """What the narrator wrote of each turn, and which entries of the log it takes the place of; behind entry ``at`` it is read."""
        rules, found = self.table.ruleset, []
        if not self.prose or not isinstance(rules, Narrates):
            return []
        told = self.fight.told()
        for turn in turns:
            text = self.prose.get(key_of(self.fight.actions[: turn.number + 1]))
            if text is not None:
                own = range(turn.since, turn.since + len(turn.entries))
                replaced = [number for number in own if rules.narration_replaces(*told[number])]
                at = replaced[0] if replaced else turn.since + len(turn.entries) - 1
                found.append({"number": turn.number, "at": at, "replaces": replaced, "text": text})
        return found

    def fairness(self) -> dict[str, Any]:
        """What proves that the dice were not chosen: seed and salt, which the commitment is of, and all that was done as a save."""
        if not self.over:
            raise Refused("not-over", "the seed is told when the game is over", "play on")
        return proof(int(self.row["seed"]), self.row["salt"], self.row["commitment"], self.table.save())


class Games:
    """All games of a server."""

    def __init__(self, store: Store, telling: Telling | None = None) -> None:
        self._store, self._telling = store, telling
        self._live: OrderedDict[str, Game] = OrderedDict()
        self._earlier: OrderedDict[tuple[str, int, int], Game] = OrderedDict()
        self._lock = threading.Lock()
        self._listeners: dict[str, set[Callable[[], None]]] = {}
        self._packs: OrderedDict[str, Pack] = OrderedDict()

    # making and finding

    def with_packs(self, names: Sequence[str]) -> AbstractContextManager[None]:
        """Packs put in force."""
        return using(*(self._pack(name) for name in names))

    def _fight(self, asked: KeptGame, seed: int) -> Fight:
        with self.with_packs(asked.packs):
            return asked.ready().fight(seed, asked.fight or 0)

    def _campaign(self, asked: AskedCampaign, seed: int) -> CampaignTable:
        packs = [self._pack(name) for name in asked.packs]
        with using(*packs):
            return CampaignTable(new_journey(asked.ruleset, seed, asked.name, asked.options), packs)

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
        kept = KeptGame(**asked.model_dump())
        return self._begun(kept, FightTable(self._fight(kept, seed), asked.both), seed)

    def simulated(self, asked: AskedReplay) -> tuple[Game, dict[str, str]]:
        """One fight of a simulation as a game that is over: both policies fought it."""
        kept = KeptGame(**asked.model_dump(exclude={"seed"}), takes_back=True)
        return self._begun(kept, FightTable(self._fight(kept, asked.seed).finish(), False), asked.seed)

    def back_at(self, game: Game, turn: int) -> Game:
        """A game as it stood after so many actions, to look at: for one that is over, or that can be taken back."""
        game.single("going back")
        if not game.over and not game.row["takes_back"]:
            raise Refused("not-over", "going back is for games that are over", "play to the end first")
        key = (game.id, game.turn, turn)
        with self._lock:
            found = self._earlier.pop(key, None)
        if found is None:
            fight = self._again(game, turn, KeptGame(**json.loads(game.row["asked"])))
            found = Game(game.id, game.row, FightTable(fight, game.both), turn)
        found.prose = game.prose
        with self._lock:
            self._earlier[key] = found
            while len(self._earlier) > LOOKED_BACK:
                self._earlier.popitem(last=False)
        return found

    def begin_campaign(self, asked: AskedCampaign) -> tuple[Game, dict[str, str]]:
        """A new campaign, and the tokens of who plays it and who watches."""
        seed = secrets.randbelow(MAX_SEED + 1)
        return self._begun(asked, self._campaign(asked, seed), seed)

    def branch(self, game: Game, turn: int) -> tuple[Game, dict[str, str]]:
        """Another game that goes on from a turn of one that is over, or that can be taken back, with the same dice: what if?"""
        game.single("what if")
        if not game.over and not game.row["takes_back"]:
            raise Refused("not-over", "what if is for games that are over", "play to the end first")
        asked = KeptGame(**{**json.loads(game.row["asked"]), "takes_back": True, "both": False})
        return self._begun(asked, FightTable(self._again(game, turn, asked), False), int(game.row["seed"]), game.id)

    def _again(self, game: Game, turn: int, asked: KeptGame) -> Fight:
        """The fight of a game, fought again up to a turn."""
        played = game.single("going back").fight
        if not 0 <= turn <= len(played.actions):
            raise FracasError("unknown-turn", f"there is no turn {turn}", f"give 0 to {len(played.actions)}")
        fight = self._fight(asked, int(game.row["seed"]))
        for row in rows_of(played)[:turn]:
            fight.repeat(row.code, row.drawn)
        return fight

    def _begun(self, asked: KeptGame | AskedCampaign, table: Table, seed: int, branch_of: str | None = None) -> tuple[Game, dict[str, str]]:
        both, takes_back = (asked.both, asked.takes_back) if isinstance(asked, KeptGame) else (False, False)
        tokens = {seat: secrets.token_urlsafe(24) for seat in ("a", "b", "watcher") if both or seat != "b"}
        rows, salt = table.begin(), secrets.token_hex(32)
        row: dict[str, Any] = {
            "id": secrets.token_urlsafe(15),
            "ruleset": table.ruleset.name,
            "version": table.ruleset.version,
            "name": table.about()["title"],
            "asked": asked.model_dump_json(
                exclude={"both", "takes_back"} | ({"fight"} if getattr(asked, "fight", None) is None else set())
            ),
            "rules": table.rules(),
            "seed": str(seed),
            "salt": salt,
            "commitment": commitment(seed, salt),
            "seat_a": _hashed(tokens["a"]),
            "seat_b": _hashed(tokens["b"]) if both else None,
            "watcher": _hashed(tokens["watcher"]),
            "takes_back": takes_back,
            "branch_of": branch_of,
        }
        self._store.add_game(row, rows)
        game = Game(row["id"], row, table, len(rows))
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
        asked, seed = json.loads(row["asked"]), int(row["seed"])
        table: Table
        if "scenario" in asked:
            table = FightTable(self._fight(KeptGame(**asked), seed), row["seat_b"] is not None)
        else:
            table = self._campaign(AskedCampaign(**asked), seed)
        if table.ruleset.version != row["version"] or table.rules() != row["rules"]:
            what = f"it was begun under {row['ruleset']} {row['version']}, and its rules or content are others now"
            raise Refused("other-rules", what, "begin another", 410)
        rows = self._store.actions(number)
        for done in rows:
            if done.code == TAKE_BACK and table.fight is not None:
                table.fight.undo()
            else:
                table.repeat(done)
        prose = self._store.prose(number) if self._telling is not None else {}
        return self._hold(Game(number, row, table, len(rows), prose))

    def _hold(self, game: Game) -> Game:
        """Hold a game ready; returns the one that is held, where another thread was first."""
        with self._lock:
            held = self._live.setdefault(game.id, game)
            self._live.move_to_end(game.id)
            while len(self._live) > LIVE:
                self._live.popitem(last=False)
            return held

    # playing

    def act(self, game: Game, token: str, turn: int, wanted: int | str) -> Seat:
        """Do something for the holder of a token; returns their seat. It is durable when this returns."""
        seat = game.seat_of(token)
        with game.busy:
            self._check(game, seat, turn)
            if game.turn >= MAX_STEPS:
                raise self._refuse(game, "too-long", f"a game has {MAX_STEPS} actions at most", "begin another")
            try:
                code = game.table.meant(wanted)
            except FracasError as error:
                raise self._refuse(game, "illegal", error.what, error.remedy, 422) from None
            try:
                rows = game.table.do(code)
            except BaseException:
                self._drop(game)
                raise
            self._record(game, rows)
            self._narrate(game)
        self._tell(game.id)
        return seat

    def _narrate(self, game: Game) -> None:
        """Let the narrator write about the last turn, where there is one; what it wrote comes later, if it follows from the rules."""
        rules = game.table.ruleset
        if self._telling is None or not isinstance(rules, Narrates) or not isinstance(game.table, FightTable):
            return
        turn, fight = game.table.turns()[-1], game.table.fight
        request, key = rules.narration_request(turn), key_of(fight.actions[: turn.number + 1])
        if request is None or key in game.prose:
            return

        def wrote(text: str | None, why: str | None) -> None:
            if text is not None:
                self._store.add_prose(game.id, key, text)
                game.prose[key] = text
            elif why is not None:
                self._store.refuse(game.id, "narration", why)
            game.telling = False
            self._tell(game.id)

        game.telling = self._telling.ask(rules, fight.setup, request, {"game": game.id, "turn": turn.number + 1}, wrote)

    def check_payload(self, game: Game, token: str, asked: AskedPayload) -> Mapping[str, Any]:
        """Check what a client says was rolled in the last turn; returns the payload as it is. It is accepted once."""
        seat = game.seat_of(token)
        with game.busy:
            self._check(game, seat, asked.turn, over=True)
            rules = game.table.ruleset
            if not isinstance(rules, SendsRolls):
                raise self._refuse(game, "no-payloads", f"{rules.title} has no payloads", "send the action alone", 422)
            turns = game.single("a payload").turns()
            due = rules.payload(turns) if turns else None
            if due is None:
                raise self._refuse(game, "nothing-rolled", "nothing was rolled in this turn", "send payloads of rolls alone")
            faults = rules.payload_faults(turns, asked.payload)
            if faults:
                more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
                raise self._refuse(game, "forged-payload", f"{faults[0]}{more}", "send what was rolled: the game's `payload`", 422)
            try:
                self._store.add_payload(game.id, game.turn)
            except TakenTurn:
                raise self._refuse(game, "counted-payload", "this payload was accepted before", "go on with the next turn") from None
        return due

    def take_back(self, game: Game, token: str, turn: int) -> Seat:
        """Take the last action of side A back, and what the other side did after it."""
        seat = game.seat_of(token)
        with game.busy:
            fight = game.single("taking back").fight
            if not game.row["takes_back"]:
                raise self._refuse(game, "no-taking-back", "in this game nothing is taken back", "begin one for practice")
            if seat != "a" or turn != game.turn:
                self._check(game, seat, turn, over=True)
            sides = [side for side, _ in fight.history()]
            if 0 not in sides:
                raise self._refuse(game, "nothing-to-undo", "nothing has been done yet", "act first")
            steps = len(sides) - max(i for i, side in enumerate(sides) if side == 0)
            for _ in range(steps):
                fight.undo()
            self._record(game, [Row(TAKE_BACK, 0)] * steps)
        self._tell(game.id)
        return seat

    def _check(self, game: Game, seat: Seat, turn: int, over: bool = False) -> None:
        """Refuse what comes from the wrong seat, too late, twice, or after the end."""
        if seat == "watcher":
            raise self._refuse(game, "watching", "who watches cannot act", "use the link of a seat", 403)
        if turn != game.turn:
            raise self._refuse(game, "late", f"turn {turn} is over: this is turn {game.turn}", "look at the game again")
        if game.over and not over:
            raise self._refuse(game, "over", "the game is over", "begin another")
        if seat != game.to_act() and not over:
            raise self._refuse(game, "not-your-turn", "it is the other side's turn", "wait for it")

    def _record(self, game: Game, rows: list[Row]) -> None:
        """Make rows durable; where that fails, the game is as it was."""
        try:
            self._store.add_actions(game.id, game.turn, rows)
        except BaseException as error:
            self._drop(game)
            if isinstance(error, TakenTurn):
                raise self._refuse(game, "late", "another action came first", "look at the game again") from None
            raise
        game.turn += len(rows)

    def _drop(self, game: Game) -> None:
        """Hold a game no longer: it is played again from what is kept."""
        with self._lock:
            self._live.pop(game.id, None)

    def _refuse(self, game: Game, code: str, what: str, remedy: str, status: int = 409) -> Refused:
        self._store.refuse(game.id, code, what)
        return Refused(code, what, remedy, status)

    # listening

    def _tell(self, number: str) -> None:
        for listener in list(self._listeners.get(number, ())):
            listener()

    async def changes(self, number: str) -> AsyncIterator[dict[str, int]]:
        """Yields the turn of a game, and how many turns the narrator has told of, each time it changes."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def listener() -> None:
            loop.call_soon_threadsafe(changed.set)

        self._listeners.setdefault(number, set()).add(listener)
        try:
            while True:
                game = await asyncio.to_thread(self.get, number)
                changed.clear()
                yield {"turn": game.turn, "told": len(game.prose)}
                if game.over and not game.telling:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), 15)
        finally:
            self._listeners[number].discard(listener)
            if not self._listeners[number]:
                del self._listeners[number]
