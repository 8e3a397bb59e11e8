"""Veinbreaker's own commands: chains by length, whether one chain is always best, what meters, Stagger, statuses and stances do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from operator import methodcaller
from typing import Any, NamedTuple

from fracas.engine.content.models import changed_options
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Done, Progress, collected, one_by_one
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.tables import Column, Decimals, Table
from fracas.engine.encounter import encounter
from fracas.errors import FracasError
from fracas.rulesets.veinbreaker import analysis, chains, labels, models
from fracas.rulesets.veinbreaker.analysis import Weighed, Weigher, chain_names
from fracas.rulesets.veinbreaker.limits import FACES, MAX_CHAIN

TARGETS = (6, 8, 10, 11, 12, 14, 16, 18)
"""The targets that are shown for each pool."""
ROLLS = range(2, 2 * FACES + 1)
MAX_WIDTH = 1000
_points = Decimals(lambda difference, digits: f"{100 * difference:+.{digits}f}", 1)
"""A difference of two chances, in percentage points."""

CHARACTER = Parameter("character", "A ready-made character.", default="stonepulse-novice", argument=True)
ENEMIES = Parameter("enemies", "Enemies, with commas between them, instead of one of each archetype.")
FIGURES = Parameter("figures", "An enemy whose HP, DV and IDF every archetype is given, so that only their windows differ.")
CHAIN = Parameter("chain", "Abilities in order, with commas between them; if not given, the first four links of the greedy policy.")
AIM = Parameter(
    "aim",
    "What is best: damage, the chance to fell, damage with the risk to be broken counted, or damage for each RP.",
    default="damage",
    choices=("damage", "fell", "safe", "rp"),
)
INTERRUPTS = Parameter("interrupts", "How the enemy takes its windows.", default="windows", choices=("windows", "ruthless"))


def _weigher(values: Mapping[str, Any], progress: Progress) -> Weigher:
    return Weigher(load_ruleset("veinbreaker"), progress, values["interrupts"])


def _who(values: Mapping[str, Any]) -> tuple[models.Character, list[models.Enemy]]:
    who = analysis.character_named(values["character"])
    enemies = analysis.opponents(who, values["enemies"], values["figures"])
    if not enemies:
        raise FracasError("no-enemy", "no enemy is named", "name one, or leave --enemies out")
    return who, enemies


def _between(values: Mapping[str, Any], name: str, least: int, most: int) -> int:
    given = int(values[name])
    if not least <= given <= most:
        raise FracasError(f"bad-{name}", f"--{name} {given} is out of range", f"give {least} to {most}")
    return given


def _against(enemy: models.Enemy) -> str:
    return f"{enemy.name} ({enemy.archetype})"


ENEMY = Column("enemy", "enemy", _against)


def _links(n: int) -> str:
    return labels.counted(n, "link")


# --- lengths ----------------------------------------------------------------------------------------------------------------------


class Best(NamedTuple):
    """The best chain of a length against an enemy."""

    enemy: models.Enemy
    length: int
    chain: list[str]
    found: Weighed


def run_lengths(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """The best chain of each length against each archetype."""
    who, enemies = _who(values)
    aim, weigher = analysis.aim_named(values["aim"]), _weigher(values, progress)
    longest = _between(values, "longest", 1, MAX_CHAIN)
    every, width = _between(values, "every", 1, MAX_CHAIN), _between(values, "width", 1, MAX_WIDTH)

    def best_chains() -> Iterator[tuple[int, Best]]:
        for place, enemy in enumerate(enemies):
            progress.say(f"chains of {who.name} against {enemy.name}")
            for length, ranked in analysis.by_length(weigher, *analysis.fresh(who, enemy, options), aim, longest, every, width):
                yield place, Best(enemy, length, chain_names(who, ranked[0][0]), ranked[0][1])

    rows = collected(best_chains())
    best: dict[int, list[Best]] = {}
    for place, each in rows:
        best.setdefault(place, []).append(each)
    seen = [enemies[place] for place in best]
    lengths = [_best_lengths(found) for found in best.values()]
    return Report(
        {"character": values["character"], "aim": aim, "longest": longest, "every": every, "width": width},
        {
            "enemies": [
                {
                    "enemy": enemy.id,
                    "archetype": enemy.archetype.slug,
                    "lengths": {str(each.length): {"chain": each.chain, **each.found.data()} for each in found},
                }
                for enemy, found in zip(seen, best.values(), strict=True)
            ]
        },
        f"{who.name}, by {aim}: {_spread('the most damage comes of', [each['damage'] for each in lengths])}; "
        f"{_spread('the most for each RP of', [each['rp'] for each in lengths])}; "
        f"{_spread('the most with the risk counted of', [each['safe'] for each in lengths])}.",
        [
            Table(
                "The best chain found of each length",
                [
                    ENEMY,
                    Column("links", "length"),
                    Column("best chain", lambda row: ", ".join(row.chain)),
                    Column("damage", lambda row: row.found.prospects.mean_damage, ".2f"),
                    Column("fells", lambda row: row.found.prospects.fells, ".1%"),
                    Column("interrupted", lambda row: row.found.interrupted, ".1%"),
                    Column("broken", lambda row: row.found.prospects.broken, ".1%"),
                    Column("RP", lambda row: row.found.rp, ".2f"),
                    Column("per RP", lambda row: row.found.per_rp, lambda n: "all gained back" if n == inf else f"{n:.2f}"),
                ],
                [each for _, each in rows],
            ),
            Table(
                "Which length is best",
                [
                    ENEMY,
                    Column("by damage", "damage"),
                    Column("by damage for each RP", "rp"),
                    Column("by damage, risk counted", "safe"),
                ],
                [{"enemy": enemy, **each} for enemy, each in zip(seen, lengths, strict=True)],
            ),
        ],
        interrupted=rows.interrupted,
    )


def _best_lengths(best: Sequence[Best]) -> dict[analysis.Aim, int]:
    """Which length is best by damage, by damage for each RP, and by damage with the risk counted."""
    aims: tuple[analysis.Aim, ...] = ("damage", "rp", "safe")
    return {aim: max(best, key=lambda each: each.found.worth(aim)).length for aim in aims}


def _spread(what: str, lengths: Sequence[int]) -> str:
    """``the most damage comes of 5 links (6 of 7 enemies), 4 links (1)``."""
    counted = sorted(Counter(lengths).items(), key=lambda each: (-each[1], each[0]))
    return f"{what} " + ", ".join(f"{_links(n)} ({k} of {len(lengths)} enemies)" for n, k in counted)


# --- dominance --------------------------------------------------------------------------------------------------------------------


def run_dominance(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Whether one chain is always best."""
    who, enemies = _who(values)
    aim, longest = analysis.aim_named(values["aim"]), _between(values, "longest", 1, MAX_CHAIN)
    question = (_weigher(values, progress), who, enemies, options, aim, longest)
    cases: Done[analysis.Case] = collected(analysis.each_case(*question))
    one: chains.Chain | None = None
    try:
        if not cases.interrupted:
            one, every = analysis.always_one_chain(*question, cases)
            cases = cases.with_results(every)
    except KeyboardInterrupt:
        cases.interrupted = True
    if one is None:
        return _best_so_far(values, who, cases)
    return _always_one(values, who, one, cases)


def _asked_dominance(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in ("character", "aim", "longest")}


def _best_so_far(values: Mapping[str, Any], who: models.Character, cases: Done[analysis.Case]) -> Report:
    """The best chain in each situation, where Ctrl-C came before the one chain was found that loses least."""
    needed = analysis.needed(cases)
    rows = [(case, chain_names(who, next(chain for chain, _ in needed if chain in case.best_chains()))) for case in cases]
    return Report(
        _asked_dominance(values),
        {
            "situations": len(cases),
            "needed": _needed_data(who, needed),
            "cases": [{"enemy": c.enemy.id, "situation": c.situation, "best": best, "worth": c.best} for c, best in rows],
        },
        f"{who.name}, chains of up to {_links(values['longest'])}, by {values['aim']}, in {len(cases)} situations: "
        f"{labels.counted(len(needed), 'chain')} of them are the best.",
        [
            Table(
                "Situations",
                [
                    Column("enemy", lambda row: row[0].enemy, _against),
                    Column("situation", lambda row: row[0].situation),
                    Column("best chain", lambda row: ", ".join(row[1])),
                    Column(values["aim"], lambda row: row[0].best, ".2f"),
                ],
                rows,
            ),
            _needed_table(who, needed),
        ],
        interrupted=True,
    )


def _needed_data(who: models.Character, needed: Sequence[tuple[chains.Chain, int]]) -> list[dict[str, Any]]:
    return [{"chain": chain_names(who, chain), "best_in": n} for chain, n in needed]


def _needed_table(who: models.Character, needed: Sequence[tuple[chains.Chain, int]]) -> Table:
    columns = [Column("chain", lambda each: ", ".join(each["chain"])), Column("best in", "best_in")]
    return Table("The chains needed", columns, _needed_data(who, needed))


def _always_one(values: Mapping[str, Any], who: models.Character, one: chains.Chain, cases: Sequence[analysis.Case]) -> Report:
    """What it costs to use one chain always."""
    aim, longest = values["aim"], values["longest"]
    needed = analysis.needed(cases)
    losses = [case.loss(one) for case in cases]
    first = [case for case in cases if case.situation != analysis.AGAIN]
    best_in = sum(one in case.best_chains() for case in first)
    mean, worst = sum(losses) / len(losses), max(losses)

    def chosen(case: analysis.Case) -> list[str]:
        """The one chain if it is best here, else the first needed that is."""
        found = case.best_chains()
        return chain_names(who, one if one in found else next(chain for chain, _ in needed if chain in found))

    share = (
        f"best in {best_in} of {len(first)}; always using it, in the round after it, too, costs {mean:.1%} on average, {worst:.1%} at worst"
    )
    verdict = "one chain is always best" if len(needed) == 1 else f"{len(needed)} chains are needed to use the best one always"
    return Report(
        _asked_dominance(values),
        {
            "situations": len(cases),
            "needed": _needed_data(who, needed),
            "one_chain": chain_names(who, one),
            "best_in": best_in,
            "mean_loss": mean,
            "worst_loss": worst,
            "cases": [
                {
                    "enemy": case.enemy.id,
                    "situation": case.situation,
                    "best": chosen(case),
                    "worth": case.best,
                    "loss": case.loss(one),
                    "equals": len(case.best_chains()),
                }
                for case in cases
            ],
        },
        f"{who.name}, chains of up to {longest} links, by {aim}, in {len(cases)} situations: {verdict}. The one that loses least is "
        f"{', '.join(chain_names(who, one))}, {share}.",
        [
            Table(
                "Situations",
                [
                    ENEMY,
                    Column("situation", "situation"),
                    Column("best chain", lambda case: ", ".join(chosen(case))),
                    Column(aim, "best", ".2f"),
                    Column("loss by the one chain", lambda case: case.loss(one), ".1%"),
                ],
                cases,
            ),
            _needed_table(who, needed),
        ],
    )


# --- meters -----------------------------------------------------------------------------------------------------------------------


FIGURES_OF_A_CHAIN: Mapping[str, Callable[[Weighed], float]] = {
    "damage": lambda found: found.prospects.mean_damage,
    "broken": lambda found: found.prospects.broken,
    "rp": lambda found: found.rp,
}


def _by_case(title: str, figure: str, form: str, cases: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> Table:
    """A figure of a chain, by enemy and by case: ``cases`` has the heading of each."""

    def column(case: str, heading: str) -> Column:
        return Column(heading, lambda row: FIGURES_OF_A_CHAIN[figure](row[case]), form)

    return Table(title, [ENEMY, *(column(case, heading) for case, heading in cases.items())], rows)


def run_meters(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What each meter does for a chain."""
    who, enemies = _who(values)
    weigher = _weigher(values, progress)

    def weighed(enemy: models.Enemy) -> tuple[chains.Chain, dict[str, Any]]:
        progress.say(f"the chain against {enemy.name}, with and without each meter")
        chain, found = analysis.without_meters(weigher, who, enemy, options, values["chain"])
        return chain, {"enemy": enemy, **found}

    done = one_by_one(weighed, enemies, progress, "enemies")
    chain, rows = done[-1][0], [row for _, row in done]
    headings = {"as it is": "as it is", **{meter: f"without {meter}" for meter in analysis.METERS}}

    def change(meter: str, figure: Callable[[Weighed], float]) -> float:
        """What a meter adds on average."""
        return float(sum(figure(row["as it is"]) - figure(row[meter]) for row in rows) / len(rows))

    worth = {meter: {name: change(meter, figure) for name, figure in FIGURES_OF_A_CHAIN.items()} for meter in analysis.METERS}
    told = "; ".join(f"{meter} {w['damage']:+.2f} damage, {100 * w['broken']:+.1f} points to be broken" for meter, w in worth.items())
    return Report(
        {"character": values["character"], "chain": chain_names(who, chain)},
        {
            "worth": worth,
            "enemies": [
                {"enemy": row["enemy"].id, "archetype": row["enemy"].archetype.slug, **{case: row[case].data() for case in headings}}
                for row in rows
            ],
        },
        f"{who.name}, {', '.join(chain_names(who, chain))}: what each meter adds, on average over {len(rows)} enemies: {told}.",
        [
            _by_case("Mean damage", "damage", ".2f", headings, rows),
            _by_case("Chance to be broken", "broken", ".1%", headings, rows),
            _by_case("RP it takes, less those gained", "rp", ".2f", headings, rows),
        ],
        interrupted=done.interrupted,
    )


# --- stagger ----------------------------------------------------------------------------------------------------------------------


class Effect(NamedTuple):
    """Where a pool helps and hurts beside the plain roll: the targets, and the largest difference."""

    name: str
    helps: list[int]
    gain: float | None
    hurts: list[int]
    loss: float | None


def _effect(pool: analysis.Pool, plain: analysis.Pool) -> Effect:
    by = {t: pool.reaches(t) - plain.reaches(t) for t in ROLLS}
    helps, hurts = [t for t in ROLLS if by[t] > analysis.EQUAL], [t for t in ROLLS if by[t] < -analysis.EQUAL]
    return Effect(pool.name, helps, max((by[t] for t in helps), default=None), hurts, min((by[t] for t in hurts), default=None))


def run_stagger(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What Stagger and advantage do to rolls, and Stagger to a chain."""
    who, enemies = _who(values)
    weigher, pools = _weigher(values, progress), analysis.pools(options)
    plain, one = pools[:2]
    effects = [_effect(pool, plain) for pool in pools[1:]]

    def staggered(enemy: models.Enemy) -> tuple[chains.Chain, dict[str, Any]]:
        row: dict[str, Any] = {"enemy": enemy}
        for stacks in range(analysis.MAX_LAID + 1):
            setup, now = analysis.fresh(who, enemy, options, stagger=stacks)
            chain = analysis.chain_of(who, setup, now, values["chain"])
            row[str(stacks)] = weigher.weigh(setup, now, [chain])[0][1]
        return chain, row

    done = one_by_one(staggered, enemies, progress, "enemies")
    chain, rows = done[-1][0], [row for _, row in done]
    headings = {str(n): f"Stagger {n}" if n else "none" for n in range(analysis.MAX_LAID + 1)}
    return Report(
        {"character": values["character"], "chain": chain_names(who, chain)},
        {
            "pools": [
                {"name": p.name, "mean": p.mean, "spread": p.spread, "reaches": {str(t): p.reaches(t) for t in ROLLS}} for p in pools
            ],
            "chain": {_against(row["enemy"]): [row[stacks].data() for stacks in headings] for row in rows},
        },
        f"One stack of Stagger: {one.mean:.2f} on average instead of {plain.mean:.2f}, spread {one.spread:.2f} instead of "
        f"{plain.spread:.2f}; targets it helps to reach: {_span(effects[0].helps)}, targets it makes harder: {_span(effects[0].hurts)}.",
        [
            Table(
                "Chance to reach a target",
                [
                    Column("roll", "name"),
                    Column("mean", "mean", ".2f"),
                    Column("spread", "spread", ".2f"),
                    *(Column(str(t), methodcaller("reaches", t), ".1%") for t in TARGETS),
                ],
                pools,
            ),
            Table(
                "Beside the plain roll, in points",
                [
                    Column("roll", "name"),
                    Column("helps at", lambda each: _span(each.helps)),
                    Column("at most", "gain", _points),
                    Column("hurts at", lambda each: _span(each.hurts)),
                    Column("at worst", "loss", _points),
                ],
                effects,
            ),
            _by_case(f"Mean damage of {', '.join(chain_names(who, chain))}", "damage", ".2f", headings, rows),
            _by_case("Its chance to be broken", "broken", ".1%", headings, rows),
        ],
        interrupted=done.interrupted,
    )


def _span(targets: Sequence[int]) -> str:
    """``3 to 11``; the targets are consecutive."""
    return f"{targets[0]} to {targets[-1]}" if targets else "none"


# --- statuses ---------------------------------------------------------------------------------------------------------------------


def run_statuses(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What statuses and stances do within a round."""
    who, enemies = _who(values)
    weigher = _weigher(values, progress)

    def a_round(enemy: models.Enemy) -> _Round:
        progress.say(f"a round against {enemy.name}, with each status and stance")
        return _Round(enemy, *analysis.with_each_status(weigher, who, enemy, options, values["chain"]))

    rounds = one_by_one(a_round, enemies, progress, "enemies")
    idle = set[str].intersection(*(each.idle for each in rounds))
    chain, found = rounds[-1].chain, rounds[-1].found
    told = f"{', '.join(sorted(idle))} change nothing" if idle else "everything does something"
    return Report(
        {"character": values["character"], "chain": chain_names(who, chain)},
        {"nothing": sorted(idle), "enemies": [each.data() for each in rounds]},
        f"{who.name}, {', '.join(chain_names(analysis.with_all_stances(who), chain))}: of {len(found) - 1} statuses and stances, {told} "
        "within a round.",
        [_status_table(each) for each in rounds],
        interrupted=rounds.interrupted,
    )


class _Round(NamedTuple):
    """A round against an enemy: the chain, and the figures with nothing in force, with each status and with each stance."""

    enemy: models.Enemy
    chain: chains.Chain
    found: Mapping[str, analysis.RoundFigures]

    @property
    def idle(self) -> set[str]:
        """What changes nothing."""
        return {name for name, each in self.found.items() if name != "nothing" and not each.differs(self.found["nothing"])}

    def data(self) -> dict[str, Any]:
        """The round as data for JSON."""
        figures = {name: each._asdict() for name, each in self.found.items()}
        return {"enemy": self.enemy.id, "archetype": self.enemy.archetype.slug, "in_force": figures}


def _status_table(each: _Round) -> Table:
    """What each status and stance changes in a round against an enemy."""
    idle = each.idle
    return Table(
        _against(each.enemy),
        [
            Column("in force", 0),
            Column("your chain's damage", lambda row: row[1].damage, ".2f"),
            Column("broken", lambda row: row[1].broken, ".1%"),
            Column("its chain costs", lambda row: row[1].suffered, ".2f"),
            Column("end of round: enemy loses", lambda row: row[1].enemy_ticks),
            Column("you heal", lambda row: row[1].healed),
            Column("Primed", lambda row: row[1].primed, lambda primed: "yes" if primed else ""),
            Column("does", lambda row: "" if row[0] == "nothing" else "nothing" if row[0] in idle else "something"),
        ],
        list(each.found.items()),
    )


# --- rewards ----------------------------------------------------------------------------------------------------------------------


def run_rewards(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What each way to play earns for performance."""
    rules = load_ruleset("veinbreaker")
    changed = changed_options(options)
    n = _between(values, "fights", 1, 10_000_000)

    def rewarded(policy: str) -> tuple[str, analysis.Rewarded]:
        ready = encounter(rules, values["scenario"], changed, (policy, None))
        return policy, analysis.rewarded(ready, n, values["seed"], progress)

    done = one_by_one(rewarded, PLAYERS, progress, "policies")
    found = dict(done)
    hows = sorted({how for each in found.values() for how in each.rewards})

    def reward(how: str) -> Column:
        return Column(how, lambda row: row[1].rewards.get(how, 0.0), ".1%")

    told = ", ".join(f"{policy} {each.vein:.2f}" for policy, each in found.items())
    return Report(
        {"scenario": values["scenario"], "fights": n, "seed": values["seed"]},
        {policy: each._asdict() for policy, each in found.items()},
        f"{values['scenario']}, {n:,} fights, seed {values['seed']}: Vein a fight for performance, perfect interrupts left aside: {told}.",
        [
            Table(
                "Performance",
                [
                    Column("policy", 0),
                    Column("wins", lambda row: row[1].wins, ".1%"),
                    *(reward(how) for how in hows),
                    Column("Vein a fight", lambda row: row[1].vein, ".2f"),
                ],
                list(found.items()),
            )
        ],
        interrupted=done.interrupted,
    )


PLAYERS = ("greedy", "careful")
LONGEST = Parameter("longest", "Links of a chain at most.", "number", 3)
COMMANDS = (
    Command(
        "lengths",
        "The best chain of each length of a character against one enemy of each archetype: exact mean damage, chances to fell, to be "
        "interrupted and broken, RP it takes less those gained. Every chain of up to so many links is tried; longer ones are made of the "
        "most promising by one link more anywhere, so that a slightly better one may be missed.",
        run_lengths,
        (
            CHARACTER,
            ENEMIES,
            FIGURES,
            AIM,
            Parameter("longest", "Links of a chain at most.", "number", MAX_CHAIN),
            Parameter("every", "Up to so many links every chain is tried.", "number", 3),
            Parameter("width", "So many of the best of each length are made longer.", "number", 8),
            INTERRUPTS,
        ),
    ),
    Command(
        "dominance",
        "Whether one chain is always best: every chain of a character is tried, exactly, against each archetype, at the beginning, hot, "
        "against an enemy braced or half down, and in the round after the one chain that loses least if it is always used; how many chains "
        "are needed to use the best one always, and what always using the one costs.",
        run_dominance,
        (CHARACTER, ENEMIES, FIGURES, AIM, LONGEST, INTERRUPTS),
    ),
    Command(
        "meters",
        "What each meter does for a chain, exactly: mean damage, the chance to be broken and RP, with and without heat, momentum, balance "
        "to hit, balance in interrupts (meter_roles=clear) and tempo.",
        run_meters,
        (CHARACTER, ENEMIES, FIGURES, CHAIN, INTERRUPTS),
    ),
    Command(
        "stagger",
        "What Stagger and advantage do to a roll, exactly: mean, spread, chance to reach each target, where they help and hurt; and what "
        "Stagger does to a chain.",
        run_stagger,
        (CHARACTER, ENEMIES, FIGURES, CHAIN, INTERRUPTS),
    ),
    Command(
        "statuses",
        "What each status on the enemy, and each stance, changes within a round, exactly: the player's chain, the enemy's, the end of the "
        "round, and whether the enemy is Primed; and which change nothing.",
        run_statuses,
        (CHARACTER, ENEMIES, FIGURES, CHAIN, INTERRUPTS),
    ),
    Command(
        "rewards",
        "What performance rewards come to in a scenario under each way to play, from sampled fights: how often it is won unhurt, or "
        "quickly, and the Vein for it. Perfect interrupts are left aside.",
        run_rewards,
        (
            Parameter("scenario", "A scenario, by name or file.", argument=True),
            Parameter("fights", "How many fights.", "number", 20_000),
            Parameter("seed", "The seed of the dice.", "number", 1),
        ),
    ),
)
