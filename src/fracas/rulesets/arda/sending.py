"""Rolls of a game on a server, as the document's clients send them: verified against the server's own dice.

The server knows the hero, the choice, the attempt and the roll from the turns that were played, and the client's payload must match: a
client can neither roll again nor choose its roll by changing its own id, that of its choice, or the attempt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fracas.engine.contract.facets import TurnPlayed
from fracas.rulesets.arda.codes import RAISE, Stat
from fracas.rulesets.arda.labels import cast_in
from fracas.rulesets.arda.ledger import Rolled, RollLedger, id_of
from fracas.rulesets.arda.models import EnhancedChoice
from fracas.rulesets.arda.narration.request import chosen, rolled
from fracas.rulesets.arda.payload import Character, DiceRoll, Inconsistency, verify
from fracas.rulesets.arda.rules.checks import stat_value

FIELDS = ("character", "choice", "attempt", "diceRoll")


class _Due(NamedTuple):
    """A roll of a turn: who rolled, for which choice (``SCENE/CHOICE``, which is unique in an adventure), and the result."""

    who: Character
    choice: EnhancedChoice
    roll: DiceRoll

    def entry(self, attempt: int) -> Rolled:
        """The roll as a ledger counts it."""
        return Rolled(id_of(self.who.id), id_of(self.choice.id), attempt, self.roll.roll)


def payload(turns: Sequence[TurnPlayed]) -> Mapping[str, Any] | None:
    """The last roll as a client sends it: the document's ``diceRoll``, plus the roller, the choice, and the attempt."""
    due = _due(turns[-1])
    if due is None:
        return None
    attempt = len(_before(turns, due)) + 1
    return {"character": due.who.id, "choice": due.choice.id, "attempt": attempt, "diceRoll": due.roll.to_data()}


def payload_faults(turns: Sequence[TurnPlayed], sent: Any) -> Sequence[str]:
    """The mismatches between a payload and the last turn; fields missing beside ``diceRoll`` are taken from the turn."""
    due = _due(turns[-1])
    if due is None:
        return ["nothing was rolled in this turn"]
    if not isinstance(sent, Mapping):
        return ["a payload is an object"]
    own = {"character": due.who.id, "choice": due.choice.id}
    wrong = [Inconsistency(str(name), sent[name], "absent", "a payload has no such field") for name in sent if name not in FIELDS]
    wrong += [
        Inconsistency(name, sent[name], here, "it is another one's") for name, here in own.items() if name in sent and sent[name] != here
    ]
    if not wrong:
        before = _before(turns, due)
        ledger = RollLedger(due.entry(number) for number in range(1, len(before) + 1))
        attempt = sent.get("attempt", len(before) + 1)
        given = {"diceRoll": sent.get("diceRoll")}
        wrong = verify(given, due.who, due.choice, turns[-1].setup.options, attempt=attempt, ledger=ledger, drawn=due.roll)
    return [str(each) for each in wrong]


def _due(turn: TurnPlayed) -> _Due | None:
    """The roll of a turn, and its roller; None if there was none."""
    if turn.action >= RAISE:
        return None
    setup, before = turn.setup, turn.before
    choice = chosen(setup, before, turn.action)
    roll = rolled(turn, choice)
    if roll is None:
        return None
    scene = tuple(cast_in(setup).adventure.scenes)[int(before.scene) - 1]
    stats = {stat: int(stat_value(before, setup.book[0], stat)) for stat in Stat}
    return _Due(Character(id=setup.names[0], stats=stats), choice.model_copy(update={"id": f"{scene}/{choice.id}"}), roll)


def _before(turns: Sequence[TurnPlayed], due: _Due) -> list[_Due]:
    """Earlier attempts of the same hero at the same choice."""
    found = (_due(turn) for turn in turns[:-1])
    return [each for each in found if each is not None and (each.who.id, each.choice.id) == (due.who.id, due.choice.id)]
