"""Games: fights and campaigns played on a server, which alone has the dice.

The server draws the seed, keeps it secret and publishes a commitment, the SHA-256 of seed and salt, before the first action. When the
game is over it publishes both and all actions, so that anybody can replay it (``fracas replay FILE``) and verify that no die was
chosen. A player sends an action and the number of the turn that they saw: anything late, duplicate, unauthorised or illegal is rejected
and recorded, and changes nothing.
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
"""The code of a row that takes back the action before it."""
MAX_STEPS = 20_000
"""Maximum number of actions in one game."""
LIVE = 256
"""Games held in memory; others are replayed when requested."""
LOOKED_BACK = 64
"""Earlier turns of games that are held in memory too."""
Seat = Literal["a", "b", "watcher"]


class AskedGame(AskedFight):
    """A game to start."""

    both: bool = Field(False, description="People play both sides; else the other side plays by its policy")
    takes_back: bool = Field(False, description="Actions can be taken back; only where one person plays")


class KeptGame(AskedGame):
    """A stored game; a fight of a simulation has its number."""

    fight: int | None = Field(None, ge=0, lt=2**63)


class AskedCampaign(Model):
    """A campaign to start."""

    ruleset: Name = Field(description="The name of a ruleset that has one")
    name: Annotated[str, Field(min_length=1, max_length=60)] | None = Field(None, description="The name of who sets out")
    options: Values = Field({}, max_length=MANY, description="Rule options that differ from the document's")
    packs: tuple[Name, ...] = Field((), max_length=16, description="Packs in force, by the ids that uploading them gave")


class AskedAction(Model):
    """An action requested by a player."""

    turn: int = Field(ge=0, description="The number of the turn that was seen")
    action: int | str = Field(description="The code or the id of a legal action")


class AskedPayload(Model):
    """The rolls reported by a client."""

    turn: int = Field(ge=0, description="The number of the turn that was seen, after the action")
    payload: dict[str, Any] = Field(description="The payload, in the form of the ruleset; the game's `payload` shows it")


class Refused(FracasError):
    """A rejected action; ``status`` is the HTTP status of the response."""

    def __init__(self, code: str, what: str, remedy: str, status: int = 409) -> None:
        super().__init__(code, what, remedy)
        self.status = status


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Game:
    """A game in memory. ``turn`` is the number of its rows, and the number of the next one."""

    id: str
    row: Mapping[str, Any]
    table: Table
    turn: int
    prose: dict[str, str] = field(default_factory=dict)
    """The narrator's texts, by the turn they are about (`key_of`)."""
    telling: bool = False
    """True while the narrator is writing."""
    busy: threading.Lock = field(default_factory=threading.Lock)
    seen: tuple[int, dict[int, dict[str, Any]]] | None = None
    """A turn, and its cached views by viewer; see `_seen_by`."""

    @property
    def both(self) -> bool:
        """True if people play both sides."""
        return self.row["seat_b"] is not None

    @property
    def over(self) -> bool:
        """Whether it is over."""
        return self.table.over

    @property
    def fight(self) -> Fight:
        """The current fight, or the last one."""
        if self.table.fight is None:
            raise Refused("no-fight", "no fight is being fought now", "go on with the story first")
        return self.table.fight

    def single(self, what: str) -> FightTable:
        """The table of a single-fight game; ``what`` names a feature that only those have."""
        if not isinstance(self.table, FightTable):
            raise Refused("no-single-fight", f"{what} is for single fights, and this is a campaign", "play one of the scenarios")
        return self.table

    def seat_of(self, token: str) -> Seat:
        """The seat of a token; tokens are unguessable, and compared in constant time."""
        given, found = _hashed(token), None
        seats: tuple[tuple[Seat, str], ...] = (("a", "seat_a"), ("b", "seat_b"), ("watcher", "watcher"))
        for seat, column in seats:
            if self.row[column] is not None and hmac.compare_digest(given, self.row[column]):
                found = seat
        if found is None:
            raise Refused("no-seat", "this token is for no seat of this game", "use the link you were given", 403)
        return found

    def to_act(self) -> Seat | None:
        """The seat to act, or None if it is over."""
        return None if self.over else "ab"[self.table.to_act]  # type: ignore[return-value]

    def view(self, seat: Seat, since: int = 0, lines: int = 0) -> dict[str, Any]:
        """The game as a seat sees it; of the log, everything from entry ``since`` and from line ``lines`` on.

        Nothing reveals future dice.
        """
        rules, over = self.table.ruleset, self.over
        data = self._seen_by(seat)
        if isinstance(self.table, CampaignTable):  # the log starts anew with every fight
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
        """A seat's view of the turn, cached for all who see the same: names and details of actions can be slow to compute."""
        side = {"a": 0, "b": 1}.get(seat, WATCHER) if isinstance(self.table.ruleset, Hides) else WATCHER
        if self.seen is None or self.seen[0] != self.turn:
            self.seen = (self.turn, {})
        views = self.seen[1]
        if side not in views:
            views[side] = self.table.view(side)
        return dict(views[side])

    def _told(self, turns: Sequence[TurnPlayed]) -> list[dict[str, Any]]:
        """The narrator's text of each turn, and the log entries it replaces; it is shown after entry ``at``."""
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
        """Proof that the dice were not chosen: seed and salt, which the commitment is of, and all actions as a save."""
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

    # creating and finding games

    def with_packs(self, names: Sequence[str]) -> AbstractContextManager[None]:
        """Activate packs."""
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
        """One fight of a simulation, fought by both policies, as a finished game."""
        kept = KeptGame(**asked.model_dump(exclude={"seed"}), takes_back=True)
        return self._begun(kept, FightTable(self._fight(kept, asked.seed).finish(), False), asked.seed)

    def back_at(self, game: Game, turn: int) -> Game:
        """A game after this many actions, for inspection: it must be over, or allow taking back."""
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
        """A new campaign, and the tokens of its player and its observer."""
        seed = secrets.randbelow(MAX_SEED + 1)
        return self._begun(asked, self._campaign(asked, seed), seed)

    def branch(self, game: Game, turn: int) -> tuple[Game, dict[str, str]]:
        """Another game that continues from a turn of one that is over, or that allows taking back, with the same dice: what if?"""
        game.single("what if")
        if not game.over and not game.row["takes_back"]:
            raise Refused("not-over", "what if is for games that are over", "play to the end first")
        asked = KeptGame(**{**json.loads(game.row["asked"]), "takes_back": True, "both": False})
        return self._begun(asked, FightTable(self._again(game, turn, asked), False), int(game.row["seed"]), game.id)

    def _again(self, game: Game, turn: int, asked: KeptGame) -> Fight:
        """The fight of a game, replayed up to a turn."""
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
        """A game, replayed if it is not in memory."""
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
        """Keep a game in memory; returns the one already there if another thread was first."""
        with self._lock:
            held = self._live.setdefault(game.id, game)
            self._live.move_to_end(game.id)
            while len(self._live) > LIVE:
                self._live.popitem(last=False)
            return held

    # playing

    def act(self, game: Game, token: str, turn: int, wanted: int | str) -> Seat:
        """Perform an action for the holder of a token; returns their seat. It is durable when this returns."""
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
        """Have the narrator, if there is one, tell the last turn; the text follows later, if it passes the check against the rules."""
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
        """Verify the rolls reported by a client for the last turn; returns the payload unchanged. It is accepted once."""
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
        """Take back the last action of side A, and the other side's actions after it."""
        seat = game.seat_of(token)
        with game.busy:
            fight = game.single("taking back").fight
            if not game.row["takes_back"]:
                raise self._refuse(game, "no-taking-back", "in this game nothing is taken back", "begin one for practice")
            if seat != "a" or turn != game.turn:
                self._check(game, seat, turn, over=True)
            try:
                steps = fight.take_back()
            except FracasError as error:
                raise self._refuse(game, error.code, error.what, error.remedy) from None
            self._record(game, [Row(TAKE_BACK, 0)] * steps)
        self._tell(game.id)
        return seat

    def _check(self, game: Game, seat: Seat, turn: int, over: bool = False) -> None:
        """Reject an action from the wrong seat, too late, repeated, or after the end."""
        if seat == "watcher":
            raise self._refuse(game, "watching", "who watches cannot act", "use the link of a seat", 403)
        if turn != game.turn:
            raise self._refuse(game, "late", f"turn {turn} is over: this is turn {game.turn}", "look at the game again")
        if game.over and not over:
            raise self._refuse(game, "over", "the game is over", "begin another")
        if seat != game.to_act() and not over:
            raise self._refuse(game, "not-your-turn", "it is the other side's turn", "wait for it")

    def _record(self, game: Game, rows: list[Row]) -> None:
        """Make rows durable; if that fails, the game is unchanged."""
        try:
            self._store.add_actions(game.id, game.turn, rows)
        except BaseException as error:
            self._drop(game)
            if isinstance(error, TakenTurn):
                raise self._refuse(game, "late", "another action came first", "look at the game again") from None
            raise
        game.turn += len(rows)

    def _drop(self, game: Game) -> None:
        """Remove a game from memory; it is replayed from the store when next requested."""
        with self._lock:
            self._live.pop(game.id, None)

    def _refuse(self, game: Game, code: str, what: str, remedy: str, status: int = 409) -> Refused:
        self._store.refuse(game.id, code, what)
        return Refused(code, what, remedy, status)

    # subscriptions

    def _tell(self, number: str) -> None:
        for listener in list(self._listeners.get(number, ())):
            listener()

    async def changes(self, number: str) -> AsyncIterator[dict[str, int]]:
        """Yield the turn of a game, and the number of turns that the narrator has told, on each change."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def listener() -> None:
            loop.call_soon_threadsafe(changed.set)

        self._listeners.setdefault(number, set()).add(listener)
        try:
            while True:
                changed.clear()  # before the game is looked at, so that no later change is missed
                game = await asyncio.to_thread(self.get, number)
                yield {"turn": game.turn, "told": len(game.prose)}
                if game.over and not game.telling:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), 15)
        finally:
            self._listeners[number].discard(listener)
            if not self._listeners[number]:
                del self._listeners[number]
