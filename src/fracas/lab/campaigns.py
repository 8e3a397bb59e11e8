"""Campaigns travelled by policies: many, counted (how far they come, how they end, what they are lost to, what is left); or one, told."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Literal

from fracas.engine.content.limits import check_fights, memory_limit
from fracas.engine.contract.charts import Chart, Encoding
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.results import Result
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table, shares
from fracas.engine.sample.simulate import check_seed, interval
from fracas.engine.travel import MAX_CHOICES, Travelled, Travels, travels
from fracas.engine.work.executors import Pieces, Watch, by_number
from fracas.engine.work.parcels import portable
from fracas.engine.work.places import Where, processes

CHUNK = 20
"""A process is started for so many campaigns."""
MOST_SHOWN = 12
"""Of what fights are lost to, so many are shown."""
ALL = "all"


@dataclass(frozen=True)
class Campaigns(Result):
    """What came of campaigns 0 to ``n - 1`` of a seed. All but ``seconds`` is the same with any number of workers."""

    travels: Travels
    seed: int
    asked: int
    journeys: tuple[Travelled, ...]
    seconds: float
    workers: int

    @property
    def n(self) -> int:
        """How many campaigns were travelled."""
        return len(self.journeys)

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before all that were asked for were travelled."""
        return self.n < self.asked

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the campaigns are told apart by, as it came about."""
        return tuple(sorted({journey.kind for journey in self.journeys}))

    def of_kind(self, kind: str = ALL) -> list[Travelled]:
        """The campaigns of a kind, or all."""
        return [journey for journey in self.journeys if kind in (ALL, journey.kind)]

    def reaching(self, goal: int, kind: str = ALL) -> float:
        """The share of campaigns (of a kind) that came at least so far."""
        those = self.of_kind(kind)
        return sum(journey.reached >= goal for journey in those) / max(len(those), 1)

    def reaching_interval(self, goal: int, kind: str = ALL) -> tuple[float, float]:
        """Where the chance to come so far lies, with 95 % confidence."""
        those = self.of_kind(kind)
        return interval(sum(journey.reached >= goal for journey in those), len(those))

    def ends(self) -> dict[str, int]:
        """How many campaigns ended how, the most common end first."""
        return _counted(journey.end for journey in self.journeys)

    def lost_to(self) -> dict[str, int]:
        """How many fights were lost to whom, the most first."""
        return _counted(foe for journey in self.journeys for foe in journey.lost_to)

    def mean(self, of: Callable[[Travelled], float]) -> float:
        """The mean of something over all campaigns."""
        return sum(map(of, self.journeys)) / max(self.n, 1)

    def left(self) -> dict[str, float]:
        """What is left at the end, on average, by name."""
        names = dict.fromkeys(name for journey in self.journeys for name in journey.left)
        return {name: self.mean(lambda journey, name=name: journey.left.get(name, 0)) for name in names}  # type: ignore[misc]

    def sentence(self) -> str:
        """The result in one line."""
        ready = self.travels
        title, word = f"{ready.ruleset.title}, {ready.campaign.title}", ready.campaign.reach_word
        reached, fights = self.mean(lambda journey: journey.reached), self.mean(lambda journey: journey.fights)
        stopped = f" (stopped; {self.asked:,} were asked for)" if self.interrupted else ""
        ends = ", ".join(f"{end} {count / max(self.n, 1):.1%}" for end, count in self.ends().items())
        return (
            f"{title}: {self.n:,} campaigns{stopped}, seed {self.seed}, policy {ready.policy}: {word} {reached:.2f} reached on average, "
            f"in {fights:.1f} fights; {ends}"
        )

    def to_data(self) -> dict[str, Any]:
        """The result as data for JSON."""
        goals, kinds = self._goals(), (ALL, *self.kinds)
        return {
            "n": self.n,
            "seed": self.seed,
            "policy": self.travels.policy,
            "reached": {kind: shares({goal: self.reaching(goal, kind) for goal in goals}) for kind in kinds},
            "kinds": {kind: len(self.of_kind(kind)) for kind in self.kinds},
            "mean_reached": self.mean(lambda journey: journey.reached),
            "fights": self.mean(lambda journey: journey.fights),
            "won": self.mean(lambda journey: journey.won),
            "steps": self.mean(lambda journey: journey.steps),
            "ends": self.ends(),
            "lost_to": self.lost_to(),
            "left": self.left(),
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "workers": self.workers,
        }

    def _goals(self) -> list[int]:
        return sorted({journey.reached for journey in self.journeys})

    def tables(self) -> list[Table]:
        """How far they come, how they end, what fights are lost to, what is left."""
        campaign, kinds = self.travels.campaign, self.kinds if len(self.kinds) > 1 else ()
        reached = [
            Column(campaign.reach_word, 0),
            *(Column(kind, lambda row, kind=kind: row[1][kind], ".1%") for kind in (ALL, *kinds)),  # type: ignore[misc]
        ]
        rows = [(goal, {kind: self.reaching(goal, kind) for kind in (ALL, *kinds)}) for goal in self._goals()]
        ended = [(end, count, count / self.n) for end, count in self.ends().items()]
        lost = list(self.lost_to().items())
        total = max(sum(count for _, count in lost), 1)
        to = [Column("lost to", 0), Column("fights", 1, ","), Column("share", lambda row: row[1] / total, ".1%")]
        means = [
            ("fights", self.mean(lambda journey: journey.fights)),
            ("fights won", self.mean(lambda journey: journey.won)),
            ("choices and fights", self.mean(lambda journey: journey.steps)),
            *((f"{name} left", mean) for name, mean in self.left().items()),
        ]
        return [
            Table(f"How many come to a {campaign.reach_word} or beyond, by {campaign.kind_word}", reached, rows),
            Table("How they end", [Column("end", 0), Column("campaigns", 1, ","), Column("share", 2, ".1%")], ended),
            Table("What fights are lost to", to, lost[:MOST_SHOWN], every=lost),
            Table("On average", [Column("what", 0), Column("mean", 1, ".1f")], means),
        ]

    def flat(self) -> Table:
        """Each campaign in a row, for CSV."""
        campaign = self.travels.campaign
        columns = [
            Column("number", "number"),
            Column(campaign.kind_word, "kind"),
            Column(campaign.reach_word, "reached"),
            Column("end", "end"),
            Column("steps", "steps"),
            Column("fights", "fights"),
            Column("won", "won"),
            Column("lost to", lambda row: list(row.lost_to)),
            *(Column(f"{name} left", lambda row, name=name: row.left.get(name)) for name in self.left()),  # type: ignore[misc]
        ]
        return Table("Campaigns", columns, self.journeys)

    def charts(self) -> list[Chart]:
        """How many come how far."""
        kinds = self.kinds if len(self.kinds) > 1 else (ALL,)
        points = [{"x": goal, "series": kind, "value": self.reaching(goal, kind)} for kind in kinds for goal in self._goals()]
        word = self.travels.campaign.reach_word
        return [Chart("line", f"How many come to a {word} or beyond", points, Encoding(word, "campaigns", share=True))] if points else []

    def __repr__(self) -> str:
        return f"<Campaigns {self.sentence()}>"


@dataclass(frozen=True)
class Passage:
    """A part of a campaign that is told: the story so far, what was chosen, or a fight with its log."""

    kind: Literal["story", "choice", "fight"]
    lines: tuple[str, ...]

    def to_data(self) -> dict[str, Any]:
        """The part as data for JSON."""
        return {"kind": self.kind, "lines": list(self.lines)}


def told(ready: Travels, seed: int, number: int = 0, progress: Progress = ANNOUNCED) -> Iterator[Passage]:
    """Campaign ``number`` of ``seed`` from its beginning: the one that `simulate_campaigns` counts, choice by choice and blow by blow."""
    journey = ready.journey(seed, number)
    while not journey.over and len(journey.steps) < ready.most_steps:
        progress.at(len(journey.steps), None, "choices and fights")
        if journey.fight is None:
            yield Passage("story", tuple(journey.lines()))
            taken = ready.step(journey)
            yield Passage("choice", (taken.name if taken else "",))
        else:
            yield Passage("fight", tuple(journey.fight.finish().lines()))
            ready.step(journey)
    yield Passage("story", tuple(journey.lines()))


def _counted(what: Iterable[str]) -> dict[str, int]:
    """How often each of some words comes, the most common first."""
    return dict(sorted(Counter(what).items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True)
class Journeys:
    """The job of many campaigns: those of a seed by number, as ``(start, count)``."""

    travels: Travels
    seed: int

    def __call__(self, piece: tuple[int, int], watch: Watch) -> list[Travelled]:
        """Travel ``count`` campaigns from number ``start``."""
        start, count = piece
        found = []
        for number in range(start, start + count):
            watch.check()
            found.append(self.travels.travelled(self.seed, number, watch))
        return found


def simulate_campaigns(
    ruleset: str | Ruleset,
    n: int,
    seed: int = 1,
    policy: str | None = None,
    options: Mapping[str, Any] | None = None,
    workers: int | None = None,
    first: Iterable[str] = (),
    most_steps: int = MAX_CHOICES,
    progress: Progress | None = None,
    cluster: Where = None,
) -> Campaigns:
    """Let policies travel campaigns 0 to ``n - 1`` of ``seed``, on ``workers`` processes (by default one a core) or on a ``cluster``.

    ``policy`` chooses between fights, ``first`` are choices that are taken wherever they can be. A campaign that is not over after
    ``most_steps`` choices and fights is counted as it stands. Ctrl-C stops early and keeps what is done.
    """
    check_seed(seed)
    check_fights(n)
    rules = load_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    ready = travels(rules, policy, options, first, most_steps)
    listener = progress or ANNOUNCED
    began = time.perf_counter()
    job, found = Journeys(ready, seed), []
    used = 1
    try:
        if cluster is None:
            found += job((0, 1), Watch(memory_limit(), listener))  # compiles what has to be
        with processes(workers, cluster, -(-n // CHUNK) if portable(rules) else 1, listener) as place:
            used = place.workers
            with closing(by_number(place, job, Pieces(len(found), n, used, 1, 1 if place.here else None), listener)) as finished:
                for _, some in finished:
                    found += some
                    listener.at(len(found), n, "campaigns")
    except KeyboardInterrupt:
        if not found:
            raise
    return Campaigns(ready, seed, n, tuple(found), time.perf_counter() - began, used)
