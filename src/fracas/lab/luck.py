"""Luck: how much of a fight's outcome was due to dice and how much to choices, from the exact value of every state along it.

Before an action the value of the fight is that of best play. The chosen action may be worth less than the best one: that loss is choice.
What follows, including the other side's actions, is worth more or less than its average: that is dice. Both add up to the change from
the fight's value at the start to its outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fracas.engine.contract.charts import Chart, Encoding
from fracas.engine.contract.matchup import under_its_packs
from fracas.engine.contract.results import Result
from fracas.engine.contract.tables import Column, Table
from fracas.engine.play.fight import Fight
from fracas.engine.solve.best import BestPlay
from fracas.errors import FracasError


@dataclass(frozen=True)
class Turn:
    """A decision of the side: the fight's value before it, with the chosen action, and at the next decision."""

    number: int
    round: int
    action: str
    before: float
    chosen: float
    after: float

    @property
    def choice(self) -> float:
        """The value lost by the choice: 0 or negative."""
        return self.chosen - self.before

    @property
    def dice(self) -> float:
        """The value gained or lost through dice and the other side."""
        return self.after - self.chosen


@dataclass(frozen=True)
class Luck(Result):
    """The luck of a finished fight."""

    side: str
    start: float
    end: float
    turns: tuple[Turn, ...]

    @property
    def dice(self) -> float:
        """The total gained or lost through dice."""
        return sum(turn.dice for turn in self.turns) + (self.turns[0].before - self.start if self.turns else self.end - self.start)

    @property
    def choice(self) -> float:
        """The total lost through choices."""
        return sum(turn.choice for turn in self.turns)

    def sentence(self) -> str:
        """The luck in one line."""
        came = "won" if self.end else "did not win"
        dice = f"the dice {'gave' if self.dice >= 0 else 'took'} {abs(self.dice):.1%}"
        choices = f"choices gave away {abs(self.choice):.1%}" if self.choice < -0.0005 else "no choice gave anything away"
        return f"{self.side} {came}, with a chance of {self.start:.1%} at the start: {dice}, {choices}."

    def tables(self) -> list[Table]:
        """A row for each decision."""
        columns = [
            Column("turn", "number"),
            Column("round", "round"),
            Column("action", "action"),
            Column("worth before", "before", ".2%"),
            Column("as chosen", "chosen", ".2%"),
            Column("worth after", "after", ".2%"),
            Column("choice", "choice", "+.2%"),
            Column("dice", "dice", "+.2%"),
        ]
        return [Table("Luck and choice, turn by turn", columns, self.turns)]

    def charts(self) -> list[Chart]:
        """The value of the fight over its turns."""
        rows = [{"x": turn.number, "series": "chance to win", "value": turn.before} for turn in self.turns]
        rows.append({"x": len(self.turns) + 1, "series": "chance to win", "value": self.end})
        return [Chart("line", "Chance to win, turn by turn", rows, Encoding("turn", "chance to win", share=True))]

    def to_data(self) -> dict[str, Any]:
        """The luck as data for JSON."""
        return {
            "side": self.side,
            "start": self.start,
            "end": self.end,
            "dice": self.dice,
            "choice": self.choice,
            "sentence": self.sentence(),
            "turns": self.tables()[0].to_data(),
        }


@under_its_packs
def luck(fight: Fight, best: BestPlay) -> Luck:
    """The luck of one side in a finished fight: the side whose best play is given."""
    ready, side = fight.encounter, best.side
    again = Fight(ready, fight.seed, fight.number)
    seen: list[tuple[int, str, float, float]] = []
    for code in fight.actions:
        action = again.action(code)
        if again.to_act == side:
            worth = best.options(again.state)
            if code not in worth:
                what = f"{ready.title}: the fight came to where the other side's policy never leads"
                raise FracasError("off-policy", what, "luck is told of fights against a policy")
            seen.append((again.round, action.name, max(worth.values()), worth[code]))
        again.act(code)
    kind = ready.end_kind(fight.end or 0)
    end = float(kind == ("win" if side == 0 else "lose"))
    after = [each[2] for each in seen[1:]] + [end]
    turns = tuple(Turn(i, *each, worth) for i, (each, worth) in enumerate(zip(seen, after, strict=True), 1))
    return Luck(ready.ruleset.sides[side], best.upper_bound, end, turns)
