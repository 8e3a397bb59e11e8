"""The commands of Rune & Rust's own: builds, misses, stacking, invest, worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress, collected
from fracas.engine.contract.setup import chance
from fracas.engine.contract.tables import Column, Table
from fracas.errors import FracasError
from fracas.rulesets.rune_and_rust import analysis
from fracas.rulesets.rune_and_rust.analysis import BANDS, TARGET, Build, Chance, Invested, Missed, Worth
from fracas.rulesets.rune_and_rust.hitting import Landing

SEED = Parameter("seed", "The seed; the same seed is the same dice.", "number", 1)


# --- builds -----------------------------------------------------------------------------------------------------------------------


def run_builds(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """The average hit chance by character build."""
    found = analysis.builds(options, values["enemy"], progress)
    ours, theirs = analysis.mean_hit(each.ours for each in found), analysis.mean_hit(each.theirs for each in found)
    return Report(
        {"enemy": values["enemy"]},
        {"builds": [_build_data(each) for each in found], "mean": {"hits": ours, "is_hit": theirs}},
        f"{len(found)} builds against {values['enemy'] or 'the bestiary'}: they hit {ours:.1%} and are hit {theirs:.1%} of the time "
        "(exact, as a fight begins).",
        [_hits_table(found), _spread_table(found)],
        interrupted=found.interrupted,
    )


def _build_data(build: Build) -> dict[str, Any]:
    def landing(each: Landing) -> dict[str, Any]:
        return {"hit": chance(each.hit), "glance": chance(each.glance), "miss": chance(each.miss)}

    bands = zip(BANDS, build.bands, strict=True)
    return {
        "hero": build.name,
        "sturdiness": build.sturdiness,
        "attack_dice": build.attack_dice,
        "hits": landing(build.ours),
        "hits_by_sturdiness": {f"{low}-{high}": None if p is None else float(p) for (low, high), p in bands},
        "is_hit": landing(build.theirs),
    }


def _hits_table(found: Sequence[Build]) -> Table:
    """Hit chances, a row for each build."""

    def band(i: int) -> Callable[[Build], Any]:
        return lambda build: build.bands[i]

    names = [f"against {low}{'+' if high == BANDS[-1][1] else f'–{high}'}" for low, high in BANDS]
    columns = [
        Column("build", "name"),
        Column("attack dice", "attack_dice"),
        Column("hits", lambda each: each.ours.hit, ".1%"),
        *(Column(name, band(i), ".1%") for i, name in enumerate(names)),
        Column("STURDINESS", "sturdiness"),
        Column("is hit", lambda each: each.theirs.hit, ".1%"),
    ]
    if any(each.ours.glance for each in found):
        columns += [Column("glances", lambda each: each.ours.glance, ".1%"), Column("is glanced", lambda each: each.theirs.glance, ".1%")]
    return Table(
        "Average hit chance by build: against all enemies, and against those of little, common and much STURDINESS",
        columns,
        sorted(found, key=lambda each: -each.ours.hit),
        every=found,
    )


def _spread_table(found: Sequence[Build]) -> Table:
    """How STURDINESS is spread over the builds."""
    counts = Counter(each.sturdiness for each in found)
    return Table(
        "STURDINESS of the builds",
        [
            Column("STURDINESS", lambda value: value),
            Column("builds", lambda value: counts[value]),
            Column("share", lambda value: counts[value] / len(found), ".1%"),
            Column("is hit", lambda value: next(each.theirs.hit for each in found if each.sturdiness == value), ".1%"),
            Column("who", lambda value: ", ".join(each.name for each in found if each.sturdiness == value)),
        ],
        sorted(counts),
    )


# --- misses -----------------------------------------------------------------------------------------------------------------------


def _mean(name: str, found: Sequence[Missed]) -> Missed:
    """The mean shares of the hero, the enemies, and all together."""
    return Missed(name, *(analysis.mean_share(getattr(each, side) for each in found) for side in ("hero", "enemies", "together")))


def _judged(share: float | None) -> str | None:
    if share is None:
        return None
    low, high = TARGET
    return "within" if low <= share <= high else "above" if share > high else "below"


def _shares(missed: Missed) -> dict[str, float | None]:
    return {"hero": missed.hero, "enemies": missed.enemies, "together": missed.together}


def run_misses(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """The share of attacks that miss, or what each proposed tuning makes of it."""
    asked = {name: values[name] for name in ("scenario", "fights", "seed", "proposed")}
    if values["proposed"]:
        return _proposed_misses(asked, options, progress)
    found = analysis.missed_in(options, values["scenario"], values["fights"], values["seed"], progress)
    mean = _mean("the mean of all", found)
    if mean.together is None:
        if found.interrupted:
            raise KeyboardInterrupt
        raise FracasError("no-attacks", "nobody attacks", "ask about another fight")
    rows = [*found, mean] if len(found) > 1 else found
    verdict = _judged(mean.together)
    return Report(
        asked,
        {
            "fights": [asdict(each) for each in found],
            "mean": _shares(mean),
            "target": list(TARGET),
            "reached": verdict == "within",
        },
        f"{mean.together:.1%} of all attacks miss, {verdict} the target of {TARGET[0]:.0%} to {TARGET[1]:.0%} ({_how(asked, len(found))}).",
        [_misses_table("fight", rows if values["every"] else rows[-1:], rows)],
        interrupted=found.interrupted,
    )


def _how(asked: Mapping[str, Any], scenarios: int) -> str:
    where = "of each that ships" if scenarios > 1 else f"of {asked['scenario']}"
    return f"counted in {asked['fights']:,} fights {where}, seed {asked['seed']}"


def _misses_table(first: str, shown: Sequence[Missed], every: Sequence[Missed]) -> Table:
    columns = [
        Column(first, "scenario"),
        Column("the hero's", "hero", ".1%"),
        Column("the enemies'", "enemies", ".1%"),
        Column("all", "together", ".1%"),
        Column("target", lambda each: _judged(each.together)),
    ]
    return Table("Attacks that miss", columns, shown, every=every)


def _proposed_misses(asked: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What each proposed tuning by itself makes of the share of attacks that miss."""

    def means() -> Iterator[Missed]:
        for name, rules in analysis.proposals(options).items():
            progress.say(f"counting with {name}")
            found = analysis.missed_in(rules, asked["scenario"], asked["fights"], asked["seed"], progress)
            if found.interrupted:
                raise KeyboardInterrupt
            yield _mean(name, found)

    rows = collected(means())
    reaching = [row.scenario for row in rows[1:] if _judged(row.together) == "within"]
    told = " and ".join(reaching) if reaching else "none of them"
    return Report(
        dict(asked),
        {"rules": {row.scenario: _shares(row) for row in rows}, "target": list(TARGET), "reached_by": reaching},
        f"Of {len(rows) - 1} proposed tunings, each by itself, {told} {'reach' if len(reaching) > 1 else 'reaches'} the target of "
        f"{TARGET[0]:.0%} to {TARGET[1]:.0%} misses ({_how(asked, len(analysis.fights_asked(asked['scenario'])))}).",
        [_misses_table("rules", rows, rows)],
        interrupted=rows.interrupted,
    )


# --- stacking ---------------------------------------------------------------------------------------------------------------------


def run_stacking(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What stacked accuracy brings."""
    found = analysis.stacking(values["attribute"], values["defense"], values["most"], options)
    first, last = found[0], found[-1]
    against = f"STURDINESS {values['defense']}"
    return Report(
        {name: values[name] for name in ("attribute", "defense", "most")},
        {"bonuses": [{"bonus": e.bonus, "counted": e.counted, "hit": float(e.hit), "fraction": str(e.hit)} for e in found]},
        f"{values['attribute']} dice and {last.bonus} of accuracy, of which {last.counted} count, "
        f"hit {against} {float(last.hit):.2%} of the time; without them {float(first.hit):.2%} (exact).",
        [
            Table(
                f"{values['attribute']} dice and accuracy against {against}",
                [
                    Column("accuracy", "bonus", "+d"),
                    Column("counts", "counted", "+d"),
                    Column("hits", "hit", ".2%"),
                    Column("the last die", lambda e: e.hit - found[e.bonus - 1].hit if e.bonus else None, "+.2%"),
                ],
                found,
            ),
            Table(
                f"The most that heroes can stack by themselves, against {against}",
                [
                    Column("hero", "hero"),
                    Column("attribute", "attribute"),
                    Column("accuracy", "bonus", "+d", key="bonus"),
                    Column("counts", "counted", "+d", key="counted"),
                    Column("hits unprepared", lambda each: float(each.plain), ".1%", key="plain"),
                    Column("hits with all of it", lambda each: float(each.stacked), ".1%", key="stacked"),
                ],
                analysis.stackers(values["defense"], options),
                key="heroes",
            ),
        ],
    )


# --- invest -----------------------------------------------------------------------------------------------------------------------


def run_invest(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Win rate against STURDINESS."""
    if values["best"] and values["policy"]:
        raise FracasError("not-together", "best play follows no policy", "leave out --best or --policy")
    if values["best"] and values["sample"]:
        raise FracasError("not-together", "best play is solved, not sampled", "leave out --best or --sample")
    asked = {name: values[name] for name in ("points", "best", "fights", "seed", "policy", "sample")}
    attribute, found = analysis.invest(values["scenario"], options, progress=progress, **asked)
    exact = all(each.exact for row in found for each in (row.defence, row.offence) if each)
    manner = "exact" if exact else f"{values['fights']:,} paired fights, seed {values['seed']}"
    return Report(
        {"scenario": values["scenario"], **asked},
        {
            "attribute": attribute,
            "exact": exact,
            "rows": [
                {"points": row.points, "sturdiness": row.defence and asdict(row.defence), attribute: row.offence and asdict(row.offence)}
                for row in found
            ],
        },
        f"{values['scenario']}: {_gains(attribute, found)} ({manner}).",
        [_invest_table(attribute, found)],
        interrupted=found.interrupted,
    )


def _gains(attribute: str, found: Sequence[Invested]) -> str:
    """What one point more brings, if it was tried."""
    names = ("STURDINESS", attribute.upper())
    gains = [
        f"as {name} {each.change:+.2%}"
        for row in found
        if row.points == 1
        for name, each in zip(names, (row.defence, row.offence), strict=True)
        if each
    ]
    return f"one point more changes the chance to win {' and '.join(gains)}" if gains else "one point more was not tried"


@dataclass(frozen=True)
class ChanceColumn(Column):
    """The chance to win with points spent in one way, or how much that changes it; nothing where they cannot be spent so."""

    def chance(self, row: Any) -> Chance | None:
        """The chance that the column is about."""
        found: Chance | None = getattr(row, str(self.value).partition(".")[0])
        return found

    def of(self, row: Any) -> float | None:
        """The chance to win, or the change."""
        found = self.chance(row)
        return None if found is None else getattr(found, str(self.value).partition(".")[2])

    def text(self, row: Any) -> str:
        """A change is shown with its margin, where it was sampled."""
        found = self.chance(row)
        if found is None or (self.show == "+.2%" and not found.change):
            return ""
        margin = "" if found.exact or self.show != "+.2%" else f" ± {(found.high - found.low) / 2:.2%}"
        return super().text(row) + margin


def _invest_table(attribute: str, found: Sequence[Invested]) -> Table:
    columns = [
        Column("points", "points", lambda points: f"{points:+d}" if points else "as is"),
        ChanceColumn("wins, if STURDINESS", "defence.win", ".2%"),
        ChanceColumn("change", "defence.change", "+.2%"),
        ChanceColumn(f"wins, if {attribute.upper()}", "offence.win", ".2%"),
        ChanceColumn("change ", "offence.change", "+.2%"),
    ]
    return Table("Points more or fewer", columns, found)


# --- worth ------------------------------------------------------------------------------------------------------------------------


def run_worth(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Whether offence and defence pay the same."""
    everywhere = analysis.worth_everywhere(options, values["fights"], values["seed"], progress)
    found = [each for each in everywhere if values["all"] or each.open]
    if not found:
        if everywhere.interrupted:
            raise KeyboardInterrupt
        raise FracasError("nothing-open", "every fight is won or lost nearly always", "give --all")
    win, defence, offence = (sum(getattr(each, what) for each in found) / len(found) for what in ("win", "defence", "offence"))
    wins = sum(each.win for each in everywhere) / len(everywhere)
    better = sum(each.defence > each.offence for each in found)
    rows = [*sorted(found, key=lambda each: each.offence - each.defence), Worth("the mean", win, defence, offence, "")]
    columns = [
        Column("fight", "scenario"),
        Column("wins", "win", ".1%"),
        Column("as STURDINESS", "defence", "+.1%"),
        Column("as the weapon's attribute", "offence", "+.1%"),
        Column("which", lambda each: each.attribute.upper()),
    ]
    return Report(
        {name: values[name] for name in ("fights", "seed", "all")},
        {
            "fights": [asdict(each) for each in found],
            "mean": {"defence": defence, "offence": offence, "ratio": defence / offence if offence else None},
            "defence_pays_more_in": better,
            "wins_of_all_fights": wins,
        },
        f"One point more brings {defence:+.1%} as STURDINESS and {offence:+.1%} as the weapon's attribute, on average over {len(found)} "
        f"fights; STURDINESS pays more in {better} of them. Over all fights that ship the hero wins {wins:.1%} "
        f"({values['fights']:,} paired fights each, seed {values['seed']}).",
        [Table("One point more", columns, rows if values["every"] else rows[-1:], every=rows)],
        interrupted=everywhere.interrupted,
    )


COMMANDS = (
    Command(
        "builds",
        "The average hit chance of every hero that ships against the bestiary, and the chance to be hit, exactly.",
        run_builds,
        (Parameter("enemy", "Against this enemy alone."),),
    ),
    Command(
        "misses",
        "The share of attacks that miss, counted in the log of many fights: in a SCENARIO, or in all that ship.",
        run_misses,
        (
            Parameter("scenario", "A fight, by name or file; without it, all that ship."),
            Parameter("fights", "Fights in each.", "number", 1000),
            SEED,
            Parameter("every", "List every fight, not only the mean.", "flag", False),
            Parameter("proposed", "Try each tuning that the document proposes, by itself.", "flag", False),
        ),
    ),
    Command(
        "stacking",
        "What accuracy dice bring, one by one, and how many the heroes that ship can stack, exactly.",
        run_stacking,
        (
            Parameter("attribute", "Attack dice before accuracy.", "number", 10),
            Parameter("defense", "The target's STURDINESS.", "number", 10),
            Parameter("most", "How much accuracy to try.", "number", 10),
        ),
    ),
    Command(
        "invest",
        "What points more or fewer of STURDINESS do to the chance to win a SCENARIO, beside the same points in the weapon's attribute.",
        run_invest,
        (
            Parameter("scenario", "A fight, by name or file.", argument=True),
            Parameter("points", "How many more and fewer to try.", "number", 2),
            Parameter("best", "With best play instead of the policy.", "flag", False),
            Parameter("fights", "Paired fights, where the fight is not solved.", "number", 100_000),
            SEED,
            Parameter("policy", "How the hero decides."),
            Parameter("sample", "Sample, even if the fight could be solved.", "flag", False),
        ),
    ),
    Command(
        "worth",
        "What one point more is worth as STURDINESS and as the weapon's attribute in every fight that ships, if its end is open.",
        run_worth,
        (
            Parameter("fights", "Paired fights each.", "number", 2000),
            SEED,
            Parameter("every", "List every fight, not only the mean.", "flag", False),
            Parameter("all", "Count also fights that are won or lost nearly always (19 of 20).", "flag", False),
        ),
    ),
)
