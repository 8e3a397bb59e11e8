"""Explanations: where the chance to win comes from.

Every part of a fighter is knocked out in turn: each ability, item, move, manoeuvre, piece of armour, effect and status is left out of
the scenario, each rule that is a switch is flipped, and the fight is measured without it (`fracas.lab.points`), exactly if it can be
solved. Sampled fights, examined blow by blow, give the sources of damage and the number of hits until a side falls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fracas.engine.content.path_syntax import Key, path_text, word
from fracas.engine.contract.charts import Chart, parts
from fracas.engine.contract.charts import weights as weights_chart
from fracas.engine.contract.paths import paths_of, written_out
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import CHANCE
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.contract.walk import NAME, OPTIONS, Place, Walk
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.sample.blows import EFFECT, Blows, blows
from fracas.errors import FracasError
from fracas.lab.points import Budget, Difference, Figures, measure, words_of
from fracas.lab.weighing import changed_point, enlarged, points_text

BLOW_FIGHTS = 5_000
MOST_DRAWN = 30
TAIL = 0.025
"""Share of fights to ignore in each tail of the distribution of hits."""
NONE = "none"


@dataclass(frozen=True)
class KnockOut:
    """Something that can be left out of a fight, or a rule that can be flipped: its path, what it is, and the fight without it."""

    path: str
    what: str
    without: Encounter


@dataclass(frozen=True)
class Knocked:
    """The effect of leaving something out: the difference in side A's chance to win."""

    path: str
    what: str
    difference: Difference

    @property
    def worth(self) -> float:
        """What it contributes to side A's chance; negative if side A is better off without it."""
        return -self.difference.by

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        found = self.difference
        return {
            "path": self.path,
            "what": self.what,
            "win": found.after,
            "by": found.by,
            "low": found.low,
            "high": found.high,
            "exact": found.exact,
        }


@dataclass(frozen=True)
class Source:
    """A source of damage: who loses it, by whose action or which effect, and the average amount in a fight."""

    loser: str
    by: str
    action: str
    mean: float
    share: float

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {"loser": self.loser, "by": self.by, "action": self.action, "mean": self.mean, "share": self.share}


@dataclass(frozen=True)
class Hits:
    """The number of blows until a side falls: the chance of each number, in fights in which it falls."""

    side: str
    chances: Mapping[int, float]

    def sentence(self) -> str:
        """As a sentence: ``the enemies fall after 2 to 3 hits, 2 with 61 %``."""
        below, least, most = 0.0, min(self.chances), max(self.chances)
        for number, p in sorted(self.chances.items()):
            least = number if below <= TAIL else least
            most = number if below < 1 - TAIL else most
            below += p
        likely = max(self.chances, key=lambda number: self.chances[number])
        falls = f"{self.side} {'fall' if self.side.endswith('s') else 'falls'} after"
        if least == most:
            return f"{falls} {least} {'hit' if least == 1 else 'hits'}"
        return f"{falls} {least} to {most} hits, {likely} with {self.chances[likely]:.0%}".replace("%", " %")

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        return {"side": self.side, "sentence": self.sentence(), "hits": {str(n): {"p": p} for n, p in self.chances.items()}}


@dataclass(frozen=True)
class Explanation(Result):
    """Where the chance to win comes from: the fight without each thing, the largest contributions to side A first.

    ``idle`` are the things that make no difference; ``sources`` and ``hits`` come from ``fights`` sampled fights.
    """

    base: Figures
    found: Sequence[Knocked]
    idle: Sequence[Knocked]
    sources: Sequence[Source]
    hits: Sequence[Hits]
    asked: int
    fights: int
    budget: Budget
    interrupted: bool = False

    @property
    def exact(self) -> bool:
        """True if every difference is exact."""
        return self.base.exact and all(each.difference.exact for each in (*self.found, *self.idle))

    def sentence(self) -> str:
        """The result in a few sentences."""
        ready = self.base.encounter
        how = "exact" if self.exact else f"{self.budget.fights:,} paired fights of seed {self.budget.seed} where not exact"
        stopped = f"; stopped after {len(self.found) + len(self.idle)} of {self.asked}" if self.interrupted else ""
        said = [f"{ready.title}: {words_of(ready, 'win')} {self.base['win'].text()} ({how}{stopped})"]
        if self.found:
            most = max(self.found, key=lambda each: abs(each.worth))
            said.append(f"most depends on {most.what}: without it {100 * most.difference.by:+.2f} points")
        said += [f"in {self.fights:,} fights {each.sentence()}" for each in self.hits[:1]]
        said += [each.sentence() for each in self.hits[1:]]
        return "; ".join(said)

    def to_data(self) -> dict[str, Any]:
        """The explanation as data for JSON."""
        return {
            "win": self.base["win"].to_data(),
            "without": [each.to_data() for each in self.found],
            "idle": [each.path for each in self.idle],
            "damage": [each.to_data() for each in self.sources],
            "hits": [each.to_data() for each in self.hits],
            "fights": self.fights,
            "asked": self.asked,
            "interrupted": self.interrupted,
        }

    def tables(self) -> list[Table]:
        """The fight without each thing, the sources of damage, and the things that contribute nothing."""
        columns = [
            Column("without", "what"),
            Column("at", "path", only="data"),
            Column("wins", lambda each: each.difference.after, ".2%", key="win"),
            Column("points", lambda each: each.difference, Decimals(points_text, 2), only="screen", number=True),
            *(_bound(name) for name in ("by", "low", "high")),
            Column("exact", lambda each: each.difference.exact, only="data"),
        ]
        tables = [Table("Left out, or turned the other way", columns, self.found)]
        if self.sources:
            sources = [
                Column("who loses it", "loser", key="loser"),
                Column("by whom", "by", key="by"),
                Column("with", "action", key="action"),
                Column(self.base.encounter.ruleset.health_word, "mean", ".2f", key="mean"),
                Column("share", "share", ".1%"),
            ]
            tables.append(Table(f"Damage by source, on average of {self.fights:,} fights", sources, self.sources))
        if self.idle:
            tables.append(Table("Without these nothing changes", [Column("what", "what"), Column("at", "path", only="data")], self.idle))
        return tables

    def charts(self) -> list[Chart]:
        """The contribution of each thing, and the damage by source."""
        title = self.base.encounter.title
        drawn = sorted(self.found, key=lambda each: -abs(each.worth))[:MOST_DRAWN]
        rows = [{"x": each.what, "value": 100 * each.worth} for each in drawn]
        charts = [weights_chart(f"{title}: what each thing brings", rows)] if rows else []
        lost = [{"x": f"lost by {each.loser}", "series": f"{each.action} ({each.by})", "value": each.mean} for each in self.sources]
        return charts + ([parts(f"{title}: damage by source", lost, "on average in a fight")] if lost else [])

    def __repr__(self) -> str:
        return f"<Explanation {self.sentence()}>"


def _bound(name: str) -> Column:
    """A column of a difference of chances in data, or of one end of its interval."""
    return Column(f"points {name}", lambda each: getattr(each.difference, name), "+.4%", key=name, only="data")


# --- what can be left out -----------------------------------------------------------------------------------------------------------


def knock_outs(ready: Encounter) -> Iterator[KnockOut]:
    """Everything that can be left out of a fight, and every rule that is a switch, if the ruleset allows the fight without it."""
    rules = ready.ruleset
    whole = written_out(rules, ready.setup.scenario)
    walk = Walk(rules, whole)
    for place in walk.children(walk.root):
        if place.key != OPTIONS and isinstance(place.value, (Mapping, list)):
            yield from _within(ready, whole, walk, place)
    for info in paths_of(rules, ready.setup.scenario):
        if info.path.startswith(f"{OPTIONS}.") and len(info.choices) == 2:
            now = ready.options()[info.path.partition(".")[2]]
            other = next((choice for choice in info.choices if choice != now), None)
            turned = changed_point(ready, {info.path: other})
            if turned is not None and now in info.choices:
                yield KnockOut(info.path, f"{info.path.partition('.')[2]}={word(now)} (or {word(other)})", turned)


def _within(ready: Encounter, whole: dict[str, Any], walk: Walk, place: Place) -> Iterator[KnockOut]:
    """What can be left out of the content at a path."""
    for child in walk.children(place):
        changed = _without(whole, walk, place, child)
        if changed is not None and (without := _built(ready, changed, child)) is not None:
            yield KnockOut(path_text(child.path), _called(child), without)
        if isinstance(child.value, (Mapping, list)):
            yield from _within(ready, whole, walk, child)


def _without(whole: dict[str, Any], walk: Walk, place: Place, child: Place) -> dict[str, Any] | None:
    """A scenario without the part at a path; None if the part is not optional for a fighter."""
    data = deepcopy(whole)
    holder = _at(data, child.path[:-1])
    named_by_key = isinstance(place.value, Mapping) and not place.shape.models and not place.shape.keys()
    if isinstance(place.value, list) or named_by_key:
        if not (named_by_key or isinstance(child.value, Mapping) or walk.names_at(child.shape)):
            return None
        del holder[child.key]
        return data
    if child.value in (None, NONE, False) or isinstance(child.value, list):
        return None
    choices = child.shape.choices
    if NONE in choices:
        holder[child.key] = NONE
    elif child.shape.none and (child.shape.models or choices):
        holder[child.key] = None
    else:
        return None
    return data


def _at(data: Any, path: Sequence[Key]) -> Any:
    for key in path:
        data = data[key]
    return data


def _built(ready: Encounter, data: dict[str, Any], child: Place) -> Encounter | None:
    """Build the fight of a scenario with something left out.

    None if the ruleset rejects it, fills the gap with something else, or the rules are unaffected (loot).
    """
    rules = ready.ruleset
    made: Encounter | None
    try:
        if _refilled(rules, data, child):
            return None
        made = encounter(rules, data, ready.options(), ready.policies, ready.name)
    except FracasError:  # a fully written-out fighter may include derived figures, such as HP from armour: derive them again
        holder = _at(data, child.path[:-1])
        made = (
            changed_point(ready, {path_text(child.path): holder[child.key]}) if isinstance(holder, dict) and child.key in holder else None
        )
    return None if made is None or made.setup.digest() == ready.setup.digest() else made


def _refilled(rules: Ruleset, data: dict[str, Any], child: Place) -> bool:
    """True if the ruleset replaces what is left out, such as what a hero's class gives."""
    holder = _at(data, child.path[:-1])
    if isinstance(holder, list):
        return False
    filled = _at(written_out(rules, data), child.path[:-1])
    return bool(filled.get(child.key) != holder.get(child.key))


def _called(place: Place) -> str:
    """A label with the owner's name: ``Skeleton: High Cleave``, or ``b.0: Chief Axe`` if the owner has no name."""
    whose = []
    around = fighter = place.within
    while around is not None and around.path:
        fighter = around
        if isinstance(around.value, Mapping) and isinstance(around.value.get(NAME), str):
            whose.append(around.value[NAME])
        around = around.within
    if not whose and fighter is not None:
        whose = [path_text(place.path[:2] if isinstance(fighter.value, list) else fighter.path)]
    return ": ".join([*reversed(whose), _own_name(place)])


def _own_name(place: Place) -> str:
    """The name of something, or else its kind."""
    value = place.value
    if isinstance(value, Mapping):
        said = [str(value[key]) for key in ("kind", "type", "status") if isinstance(value.get(key), str)]
        return str(value[NAME]) if isinstance(value.get(NAME), str) else " ".join(said) or str(place.key)
    return str(place.key) if isinstance(value, (int, float)) else word(value)


# --- explaining ---------------------------------------------------------------------------------------------------------------------


def explain(
    ruleset: str | Ruleset,
    scenario: str | Path | Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    policies: tuple[str | None, str | None] = (None, None),
    budget: Budget | None = None,
    progress: Progress | None = None,
    changes: Mapping[str, Any] | None = None,
    fights: int = BLOW_FIGHTS,
    fresh: bool = False,
) -> Explanation:
    """Explain where side A's chance to win comes from: the fight without each thing a fighter has, and the sources of damage.

    The differences are exact if both fights can be solved within the ``budget``, else they come from the same fights under both. ``fights``
    are examined blow by blow. Ctrl-C keeps the finished part, and a repeated call resumes there.
    """
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    ready = encounter(rules, scenario, options, policies, changes=changes)
    listener = progress or ANNOUNCED
    limits, base = enlarged(ready, budget or Budget(), progress, fresh)
    seen = blows(ready, fights, limits.seed, progress)
    outs: list[KnockOut] = []
    for out in knock_outs(ready):
        outs.append(out)
        listener.at(len(outs), None, "things to leave out")
    found: list[Figures] = []
    if not seen.interrupted:
        every = [ready, *(each.without for each in outs)]
        found = measure(every, ("win",), limits, progress, base=0, keep=ready.name, fresh=fresh)
    knocked = [Knocked(outs[each.number - 1].path, outs[each.number - 1].what, each.differences["win"]) for each in found if each.number]
    shown = sorted((each for each in knocked if each.difference.shows), key=lambda each: -each.worth)
    idle = [each for each in knocked if not each.difference.shows]
    stopped = len(knocked) < len(outs)
    return Explanation(base, shown, idle, sources_of(seen), hits_of(seen), len(outs), seen.fights, limits, stopped)


def sources_of(seen: Blows) -> list[Source]:
    """The sources of damage in fights: largest first for each side."""
    sides = seen.encounter.ruleset.sides
    found = []
    for loser in (0, 1):
        total = sum(lost[loser] for lost in seen.lost.values())
        ranked = sorted(seen.lost.items(), key=lambda item: -item[1][loser])
        for (who, name), lost in ranked:
            if lost[loser]:
                by = {CHANCE: "nobody", EFFECT: "an effect"}.get(who) or sides[who]
                found.append(Source(sides[loser], by, name, lost[loser] / seen.fights, lost[loser] / total))
    return found


def hits_of(seen: Blows) -> list[Hits]:
    """The number of blows until each side falls, side B first."""
    sides = seen.encounter.ruleset.sides
    return [Hits(sides[side], _shares(seen.hits[side])) for side in (1, 0) if seen.hits[side]]


def _shares(counts: Counter[int]) -> dict[int, float]:
    return {number: count / counts.total() for number, count in sorted(counts.items())}
