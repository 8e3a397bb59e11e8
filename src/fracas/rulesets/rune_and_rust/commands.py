"""The custom command of Rune & Rust: the share of attacks that miss, counted in the logs of many fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fracas.engine.content.models import changed_options
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.matchup import scenario_data
from fracas.engine.contract.progress import SILENT, Done, Progress, collected, one_by_one
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.encounter import encounter
from fracas.errors import FracasError
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.tally import attacks_made

RULESET = "rune-and-rust"
TARGET = (0.30, 0.40)
"""The target share of missed attacks, by the document."""
PROPOSED: tuple[Mapping[str, Any], ...] = (
    {"accuracy_cap": 5},
    {"accuracy_cap": 10},
    {"full_accuracy_dice": 3},
    {"base_sturdiness": 1},
    {"base_sturdiness": 2},
    {"base_sturdiness": 1, "base_sturdiness_for": "heroes"},
    {"base_sturdiness": 2, "base_sturdiness_for": "heroes"},
    {"dodge": True},
    {"glancing_percent": 50},
    {"net_damage_percent": 25},
    {"critical_net": 4, "critical_percent": 150},
    {"critical_net": 4, "critical_percent": 200},
)
"""The tunings proposed by the document, each on its own; if it names no number (diminishing returns, scaling), a modest one."""


@dataclass(frozen=True)
class Missed:
    """The share of missed attacks, of the hero, of the enemies, and overall: in one fight, or on average under some rules."""

    name: str
    hero: float | None
    enemies: float | None
    together: float | None

    @property
    def verdict(self) -> str | None:
        """The overall share compared with the target."""
        if self.together is None:
            return None
        low, high = TARGET
        return "within" if low <= self.together <= high else "above" if self.together > high else "below"


def missed_in(
    options: Options, scenario: str | None = None, fights: int = 2000, seed: int = 1, progress: Progress = SILENT
) -> Done[Missed]:
    """The share of missed attacks in a fight, or in each built-in one, counted in the logs of this many fights.

    A fight's own rule options are ignored: all fights are judged under the same rules.
    """
    rules = load_ruleset(RULESET)

    def missed(each: str) -> Missed:
        name, data = scenario_data(rules, each)
        ready = encounter(RULESET, {**data, "options": {}}, changed_options(options))
        made = attacks_made(ready, fights, seed, progress)
        counts = (made[0], made[1], made.sum(axis=0))
        return Missed(name, *(float(missed / all_of_them) if all_of_them else None for all_of_them, missed, _ in counts))

    return one_by_one(missed, [scenario] if scenario else list(rules.scenarios()), progress, "fights")


def mean_of(name: str, found: Sequence[Missed]) -> Missed:
    """The mean shares, with equal weight for each fight."""

    def mean(shares: Sequence[float]) -> float | None:
        return sum(shares) / len(shares) if shares else None

    sides = [[share for each in found if (share := getattr(each, side)) is not None] for side in ("hero", "enemies", "together")]
    return Missed(name, *map(mean, sides))


def run_misses(values: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """The share of missed attacks, now or with each proposed tuning."""
    asked = {name: values[name] for name in ("scenario", "fights", "seed", "proposed")}
    if values["proposed"]:
        return _proposed(asked, options, progress)
    found = missed_in(options, values["scenario"], values["fights"], values["seed"], progress)
    mean = mean_of("the mean of all", found)
    if mean.together is None:
        if found.interrupted:
            raise KeyboardInterrupt
        raise FracasError("no-attacks", "nobody attacks", "ask about another fight")
    rows = [*found, mean] if len(found) > 1 else found
    means = {name: share for name, share in asdict(mean).items() if name != "name"}
    return Report(
        asked,
        {"fights": [asdict(each) for each in found], "mean": means, "target": list(TARGET), "reached": mean.verdict == "within"},
        f"{mean.together:.1%} of all attacks miss, {mean.verdict} the target of {_target()} ({_how(asked)}).",
        [_table("fight", rows if values["every"] else rows[-1:], rows)],
        interrupted=found.interrupted,
    )


def _proposed(asked: Mapping[str, Any], options: Options, progress: Progress) -> Report:
    """The share of missed attacks with each proposed tuning on its own."""

    def means() -> Iterator[Missed]:
        for each in ({}, *PROPOSED):
            name = " ".join(f"{option}={value}".replace("True", "true") for option, value in each.items()) or "as it is"
            progress.say(f"counting with {name}")
            rules = Options.model_validate({**changed_options(options), **each})
            found = missed_in(rules, asked["scenario"], asked["fights"], asked["seed"], progress)
            if found.interrupted:
                raise KeyboardInterrupt
            yield mean_of(name, found)

    rows = collected(means())
    reaching = [row.name for row in rows[1:] if row.verdict == "within"]
    told = " and ".join(reaching) if reaching else "none of them"
    return Report(
        dict(asked),
        {"rules": [asdict(row) for row in rows], "target": list(TARGET), "reached_by": reaching},
        f"Of {len(rows) - 1} proposed tunings, each by itself, {told} {'reach' if len(reaching) > 1 else 'reaches'} the target of "
        f"{_target()} misses ({_how(asked)}).",
        [_table("rules", rows, rows)],
        interrupted=rows.interrupted,
    )


def _target() -> str:
    return f"{TARGET[0]:.0%} to {TARGET[1]:.0%}"


def _how(asked: Mapping[str, Any]) -> str:
    where = f"of {asked['scenario']}" if asked["scenario"] else "of each that ships"
    return f"counted in {asked['fights']:,} fights {where}, seed {asked['seed']}"


def _table(first: str, shown: Sequence[Missed], every: Sequence[Missed]) -> Table:
    columns = [
        Column(first, "name"),
        Column("the hero's", "hero", ".1%"),
        Column("the enemies'", "enemies", ".1%"),
        Column("all", "together", ".1%"),
        Column("target", "verdict"),
    ]
    return Table("Attacks that miss", columns, shown, every=every)


COMMANDS = (
    Command(
        "misses",
        "The share of attacks that miss, counted in the log of many fights: in a SCENARIO, or in all that ship.",
        run_misses,
        (
            Parameter("scenario", "A fight, by name or file; without it, all that ship."),
            Parameter("fights", "Fights in each.", "number", 1000),
            Parameter("seed", "The seed; the same seed is the same dice.", "number", 1),
            Parameter("every", "List every fight, not only the mean.", "flag", False),
            Parameter("proposed", "Try each tuning that the document proposes, by itself.", "flag", False),
        ),
    ),
)
