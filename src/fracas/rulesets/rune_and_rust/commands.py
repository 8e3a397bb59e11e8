"""The commands of Rune & Rust's own: builds, misses, stacking, invest, worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.tables import OldTable as Table
from fracas.errors import FracasError
from fracas.rulesets.rune_and_rust import analysis
from fracas.rulesets.rune_and_rust.analysis import BANDS, TARGET, Build, Chance
from fracas.rulesets.rune_and_rust.hitting import Landing

SEED = Parameter("seed", "The seed; the same seed is the same dice.", "number", 1)


def _percent(p: Fraction | float | None, signed: bool = False) -> str:
    """A chance to be shown; nothing where there is none."""
    return "" if p is None else f"{float(p):+.1%}" if signed else f"{float(p):.1%}"


def _number(p: Fraction | float | None) -> float | str:
    """A chance as a number, for programs."""
    return "" if p is None else float(p)


def _data(landing: Landing) -> dict[str, Any]:
    return {
        name: {"p": float(p), "fraction": str(p)} for name, p in (("hit", landing.hit), ("glance", landing.glance), ("miss", landing.miss))
    }


# --- builds -----------------------------------------------------------------------------------------------------------------------


def run_builds(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """The average hit chance by character build."""
    found = analysis.builds(options, values["enemy"], progress)
    against = values["enemy"] or "the bestiary"
    ours, theirs = (analysis.mean_of_builds(found, f"{side}.hit") for side in ("ours", "theirs"))
    return Report(
        {"enemy": values["enemy"]},
        {
            "builds": [
                {
                    "hero": each.name,
                    "sturdiness": each.sturdiness,
                    "attack_dice": each.attack_dice,
                    "hits": _data(each.ours),
                    "hits_by_sturdiness": {
                        f"{low}-{high}": None if p is None else float(p) for (low, high), p in zip(BANDS, each.bands, strict=True)
                    },
                    "is_hit": _data(each.theirs),
                }
                for each in found
            ],
            "mean": {"hits": ours, "is_hit": theirs},
        },
        f"{len(found)} builds against {against}: they hit {ours:.1%} and are hit {theirs:.1%} of the time (exact, as a fight begins).",
        [_hits_table(found), _spread_table(found)],
    )


def _hits_table(found: list[Build]) -> Table:
    """Hit chances, a row for each build."""
    glancing = any(each.ours.glance for each in found)
    bands = [f"against {low}{'+' if high == BANDS[-1][1] else f'–{high}'}" for low, high in BANDS]
    columns = ("build", "attack dice", "hits", *bands, "STURDINESS", "is hit", *(("glances", "is glanced") if glancing else ()))

    def figures(each: Build) -> tuple[Fraction | None, ...]:
        return (each.ours.hit, *each.bands)

    def later(each: Build) -> tuple[Fraction, ...]:
        return (each.theirs.hit, *((each.ours.glance, each.theirs.glance) if glancing else ()))

    return Table(
        "Average hit chance by build: against all enemies, and against those of little, common and much STURDINESS",
        columns,
        [
            (b.name, b.attack_dice, *(_percent(p) for p in figures(b)), b.sturdiness, *(_percent(p) for p in later(b)))
            for b in sorted(found, key=lambda each: -each.ours.hit)
        ],
        range(1, len(columns)),
        [(b.name, b.attack_dice, *(_number(p) for p in figures(b)), b.sturdiness, *(_number(p) for p in later(b))) for b in found],
    )


def _spread_table(found: list[Build]) -> Table:
    """How STURDINESS is spread over the builds."""
    counts = Counter(each.sturdiness for each in found)
    rows = []
    for value in sorted(counts):
        those = [each for each in found if each.sturdiness == value]
        rows.append((value, len(those), _percent(len(those) / len(found)), _percent(those[0].theirs.hit), ", ".join(e.name for e in those)))
    return Table("STURDINESS of the builds", ("STURDINESS", "builds", "share", "is hit", "who"), rows, (0, 1, 2, 3))


# --- misses -----------------------------------------------------------------------------------------------------------------------


SIDES = ("hero", "enemies", "together")


def _means(found: list[analysis.Missed]) -> list[float | None]:
    """The mean shares of the hero, the enemies, and all together."""
    return [analysis.mean_share(getattr(each, side) for each in found) for side in SIDES]


def _judged(share: float) -> str:
    low, high = TARGET
    return "within" if low <= share <= high else "above" if share > high else "below"


def run_misses(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """The share of attacks that miss, or what each proposed tuning makes of it."""
    asked = {name: values[name] for name in ("scenario", "fights", "seed", "proposed")}
    if values["proposed"]:
        return _proposed_misses(asked, options, progress)
    found = analysis.missed_in(options, values["scenario"], values["fights"], values["seed"], progress)
    means = _means(found)
    if means[-1] is None:
        raise FracasError("no-attacks", "nobody attacks", "ask about another fight")
    rows: list[tuple[Any, ...]] = [(each.scenario, each.hero, each.enemies, each.together) for each in found]
    if len(found) > 1:
        rows.append(("the mean of all", *means))
    shown = rows if values["every"] else rows[-1:]
    return Report(
        asked,
        {
            "fights": [dict(each.__dict__) for each in found],
            "mean": dict(zip(SIDES, means, strict=True)),
            "target": list(TARGET),
            "reached": _judged(means[-1]) == "within",
        },
        f"{means[-1]:.1%} of all attacks miss, {_judged(means[-1])} the target of {TARGET[0]:.0%} to {TARGET[1]:.0%} "
        f"({_how(asked, len(found))}).",
        [_misses_table("fight", shown, rows)],
    )


def _how(asked: Mapping[str, Any], scenarios: int) -> str:
    where = "of each that ships" if scenarios > 1 else f"of {asked['scenario']}"
    return f"counted in {asked['fights']:,} fights {where}, seed {asked['seed']}"


def _misses_table(first: str, shown: list[tuple[Any, ...]], rows: list[tuple[Any, ...]]) -> Table:
    return Table(
        "Attacks that miss",
        (first, "the hero's", "the enemies'", "all", "target"),
        [(name, *(_percent(p) for p in shares), "" if shares[-1] is None else _judged(shares[-1])) for name, *shares in shown],
        (1, 2, 3),
        [(name, *(_number(p) for p in shares), "" if shares[-1] is None else _judged(shares[-1])) for name, *shares in rows],
    )


def _proposed_misses(asked: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What each proposed tuning by itself makes of the share of attacks that miss."""
    rows: list[tuple[Any, ...]] = []
    scenarios = 0
    for name, rules in analysis.proposals(options).items():
        progress.say(f"counting with {name}")
        found = analysis.missed_in(rules, asked["scenario"], asked["fights"], asked["seed"], progress)
        scenarios = len(found)
        rows.append((name, *_means(found)))
    reaching = [name for name, *_, share in rows[1:] if share is not None and _judged(share) == "within"]
    told = " and ".join(reaching) if reaching else "none of them"
    return Report(
        dict(asked),
        {
            "rules": {name: dict(zip(SIDES, shares, strict=True)) for name, *shares in rows},
            "target": list(TARGET),
            "reached_by": reaching,
        },
        f"Of {len(rows) - 1} proposed tunings, each by itself, {told} {'reach' if len(reaching) > 1 else 'reaches'} the target of "
        f"{TARGET[0]:.0%} to {TARGET[1]:.0%} misses ({_how(asked, scenarios)}).",
        [_misses_table("rules", rows, rows)],
    )


# --- stacking ---------------------------------------------------------------------------------------------------------------------


def run_stacking(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What stacked accuracy brings."""
    found = analysis.stacking(values["attribute"], values["defense"], values["most"], options)
    heroes = analysis.stackers(values["defense"], options)
    last = found[-1]
    rows = [
        (f"+{each.bonus}", f"+{each.counted}", each.hit, each.hit - found[i - 1].hit if i else Fraction(0)) for i, each in enumerate(found)
    ]
    return Report(
        {name: values[name] for name in ("attribute", "defense", "most")},
        {
            "bonuses": [{"bonus": e.bonus, "counted": e.counted, "hit": float(e.hit), "fraction": str(e.hit)} for e in found],
            "heroes": [
                {
                    "hero": h.hero,
                    "attribute": h.attribute,
                    "bonus": h.bonus,
                    "counted": h.counted,
                    "plain": float(h.plain),
                    "stacked": float(h.stacked),
                }
                for h in heroes
            ],
        },
        f"{values['attribute']} dice and {last.bonus} of accuracy, of which {last.counted} count, "
        f"hit STURDINESS {values['defense']} {float(last.hit):.2%} of the time; without them {float(found[0].hit):.2%} (exact).",
        [
            Table(
                f"{values['attribute']} dice and accuracy against STURDINESS {values['defense']}",
                ("accuracy", "counts", "hits", "the last die"),
                [(a, b, f"{float(c):.2%}", f"{float(d):+.2%}" if a != "+0" else "") for a, b, c, d in rows],
                (0, 1, 2, 3),
                [(a, b, float(c), float(d)) for a, b, c, d in rows],
            ),
            Table(
                f"The most that heroes can stack by themselves, against STURDINESS {values['defense']}",
                ("hero", "attribute", "accuracy", "counts", "hits unprepared", "hits with all of it"),
                [(h.hero, h.attribute, f"{h.bonus:+d}", f"{h.counted:+d}", _percent(h.plain), _percent(h.stacked)) for h in heroes],
                (1, 2, 3, 4, 5),
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
    names = ("points", "best", "fights", "seed", "policy", "sample")
    attribute, found = analysis.invest(values["scenario"], options, progress=progress, **{name: values[name] for name in names})
    more = next((each for each in found if each.points == 1), found[-1])
    exact = all(each.exact for row in found for each in (row.defence, row.offence) if each)
    manner = "exact" if exact else f"{values['fights']:,} paired fights, seed {values['seed']}"
    gains = " and ".join(
        f"as {what} {chance.change:+.2%}" for what, chance in (("STURDINESS", more.defence), (attribute.upper(), more.offence)) if chance
    )
    plain = [
        (row.points, *(_number(p) for c in (row.defence, row.offence) for p in ((c.win, c.change) if c else (None, None)))) for row in found
    ]
    return Report(
        {"scenario": values["scenario"], **{name: values[name] for name in names}},
        {
            "attribute": attribute,
            "exact": exact,
            "rows": [
                {"points": row.points, "sturdiness": _chance_data(row.defence), attribute: _chance_data(row.offence)} for row in found
            ],
        },
        f"{values['scenario']}: one point more changes the chance to win {gains} ({manner}).",
        [
            Table(
                "Points more or fewer",
                ("points", "wins, if STURDINESS", "change", f"wins, if {attribute.upper()}", "change "),
                [(f"{row.points:+d}" if row.points else "as is", *_cells(row.defence), *_cells(row.offence)) for row in found],
                (0, 1, 2, 3, 4),
                plain,
            )
        ],
    )


def _cells(chance: Chance | None) -> tuple[str, str]:
    if chance is None:
        return "", ""
    sure = "" if chance.exact or not chance.change else f" ± {(chance.high - chance.low) / 2:.2%}"
    return f"{chance.win:.2%}", f"{chance.change:+.2%}{sure}" if chance.change else ""


def _chance_data(chance: Chance | None) -> dict[str, Any] | None:
    return None if chance is None else dict(chance.__dict__)


# --- worth ------------------------------------------------------------------------------------------------------------------------


def run_worth(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Whether offence and defence pay the same."""
    everywhere = analysis.worth_everywhere(options, values["fights"], values["seed"], progress)
    found = [each for each in everywhere if values["all"] or each.open]
    if not found:
        raise FracasError("nothing-open", "every fight is won or lost nearly always", "give --all")
    defence, offence = (sum(getattr(each, what) for each in found) / len(found) for what in ("defence", "offence"))
    wins = sum(each.win for each in everywhere) / len(everywhere)
    better = sum(each.defence > each.offence for each in found)
    rows = [(e.scenario, e.win, e.defence, e.offence, e.attribute.upper()) for e in sorted(found, key=lambda e: e.offence - e.defence)]
    rows.append(("the mean", sum(each.win for each in found) / len(found), defence, offence, ""))
    return Report(
        {name: values[name] for name in ("fights", "seed", "all")},
        {
            "fights": [dict(each.__dict__) for each in found],
            "mean": {"defence": defence, "offence": offence, "ratio": defence / offence if offence else None},
            "defence_pays_more_in": better,
            "wins_of_all_fights": wins,
        },
        f"One point more brings {defence:+.1%} as STURDINESS and {offence:+.1%} as the weapon's attribute, on average over {len(found)} "
        f"fights; STURDINESS pays more in {better} of them. Over all fights that ship the hero wins {wins:.1%} "
        f"({values['fights']:,} paired fights each, seed {values['seed']}).",
        [
            Table(
                "One point more",
                ("fight", "wins", "as STURDINESS", "as the weapon's attribute", "which"),
                [(a, _percent(b), _percent(c, True), _percent(d, True), e) for a, b, c, d, e in (rows if values["every"] else rows[-1:])],
                (1, 2, 3),
                rows,
            )
        ],
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
