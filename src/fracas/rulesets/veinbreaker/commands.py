"""Veinbreaker's own commands: chains by length, whether one chain is always best, what meters, Stagger, statuses and stances do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from fracas.engine.content.models import changed_options
from fracas.engine.contract.commands import Command, Parameter, Report
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.contract.tables import OldTable as Table
from fracas.engine.encounter import encounter
from fracas.errors import FracasError
from fracas.rulesets.veinbreaker import analysis, chains, models, state
from fracas.rulesets.veinbreaker.analysis import Asker, Weighed, chain_names

TARGETS = (6, 8, 10, 11, 12, 14, 16, 18)
"""The targets that are shown of a pool."""
MOST_WIDTH = 1000

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


def _asker(values: Mapping[str, Any], progress: Progress) -> Asker:
    return Asker(load_ruleset("veinbreaker"), progress, values["interrupts"])


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


def _per_rp(found: Weighed) -> str:
    return "all gained back" if found.per_rp == inf else f"{found.per_rp:.2f}"


def _told(who: models.Character, chain: chains.Chain) -> str:
    return ", ".join(chain_names(who, chain))


# --- lengths ----------------------------------------------------------------------------------------------------------------------


def run_lengths(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """The best chain of each length against each archetype."""
    who, enemies = _who(values)
    aim, asker = analysis.aim_named(values["aim"]), _asker(values, progress)
    longest = _between(values, "longest", 1, state.MOST_CHAIN)
    every, width = _between(values, "every", 1, state.MOST_CHAIN), _between(values, "width", 1, MOST_WIDTH)
    rows, plain, result, summary = [], [], [], []
    for enemy in enemies:
        progress.say(f"chains of {who.name} against {enemy.name}")
        found = analysis.by_length(asker, *analysis.staged(who, enemy, options), aim, longest, every, width)
        best = {length: ranked[0] for length, ranked in found.items()}
        for length, (chain, each) in best.items():
            p = each.prospects
            rows.append((
                _against(enemy), length, _told(who, chain), f"{p.mean_damage:.2f}", f"{p.fells:.1%}", f"{each.interrupted:.1%}",
                f"{p.broken:.1%}", f"{each.rp:.2f}", _per_rp(each),
            ))  # fmt: skip
            plain.append((enemy.id, length, _told(who, chain), p.mean_damage, p.fells, each.interrupted, p.broken, each.rp, each.per_rp))
        result.append({
            "enemy": enemy.id,
            "archetype": enemy.archetype,
            "lengths": {str(length): {"chain": chain_names(who, chain), **each.data()} for length, (chain, each) in best.items()},
        })  # fmt: skip
        summary.append((enemy, best))
    columns = ("enemy", "links", "best chain", "damage", "fells", "interrupted", "broken", "RP", "per RP")
    lengths = [_best_lengths(best) for _, best in summary]
    told = [(_against(enemy), *each) for (enemy, _), each in zip(summary, lengths, strict=True)]
    return Report(
        {"character": values["character"], "aim": aim, "longest": longest, "every": every, "width": width},
        {"enemies": result},
        f"{who.name}, by {aim}: {_spread('the most damage comes of', [each[0] for each in lengths])}; "
        f"{_spread('the most for each RP of', [each[1] for each in lengths])}; "
        f"{_spread('the most with the risk counted of', [each[2] for each in lengths])}.",
        [
            Table("The best chain found of each length", columns, rows, range(3, 9), plain),
            Table("Which length is best", ("enemy", "by damage", "by damage for each RP", "by damage, risk counted"), told, (1, 2, 3)),
        ],
    )


def _best_lengths(best: Mapping[int, tuple[chains.Chain, Weighed]]) -> tuple[int, int, int]:
    """Which length is best by damage, by damage for each RP, and by damage with the risk counted."""

    def length(aim: analysis.Aim) -> int:
        return max(best, key=lambda n: best[n][1].worth(aim))

    return length("damage"), length("rp"), length("safe")


def _spread(what: str, lengths: Sequence[int]) -> str:
    """``the most damage comes of 5 links (6 of 7 enemies), 4 links (1)``."""
    counted = sorted({n: lengths.count(n) for n in lengths}.items(), key=lambda each: (-each[1], each[0]))
    return f"{what} " + ", ".join(f"{n} {'link' if n == 1 else 'links'} ({k} of {len(lengths)} enemies)" for n, k in counted)


# --- dominance --------------------------------------------------------------------------------------------------------------------


def run_dominance(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """Whether one chain is always best."""
    who, enemies = _who(values)
    aim, longest = analysis.aim_named(values["aim"]), _between(values, "longest", 1, state.MOST_CHAIN)
    one, cases = analysis.all_cases(_asker(values, progress), who, enemies, options, aim, longest)
    needed = analysis.needed(cases)
    losses = [case.loss(one) for case in cases]
    first = [case for case in cases if case.situation != analysis.AGAIN]
    best_in = sum(one in case.best_chains() for case in first)
    mean, worst = sum(losses) / len(losses), max(losses)
    best = [chain for chain, _ in needed]
    rows, plain, result = [], [], []
    for case, loss in zip(cases, losses, strict=True):
        chosen = one if one in case.best_chains() else next(chain for chain in best if chain in case.best_chains())
        rows.append((_against(case.enemy), case.situation, _told(who, chosen), f"{case.best:.2f}", f"{loss:.1%}"))
        plain.append((case.enemy.id, case.situation, _told(who, chosen), case.best, loss))
        result.append({
            "enemy": case.enemy.id, "situation": case.situation, "best": chain_names(who, chosen), "worth": case.best, "loss": loss,
            "equals": len(case.best_chains()),
        })  # fmt: skip
    share = (
        f"best in {best_in} of {len(first)}; always using it, in the round after it, too, costs {mean:.1%} on average, {worst:.1%} at worst"
    )
    verdict = "one chain is always best" if len(needed) == 1 else f"{len(needed)} chains are needed to use the best one always"
    return Report(
        {"character": values["character"], "aim": aim, "longest": longest},
        {
            "situations": len(cases),
            "needed": [{"chain": chain_names(who, chain), "best_in": n} for chain, n in needed],
            "one_chain": chain_names(who, one),
            "best_in": best_in,
            "mean_loss": mean,
            "worst_loss": worst,
            "cases": result,
        },
        f"{who.name}, chains of up to {longest} links, by {aim}, in {len(cases)} situations: {verdict}. The one that loses least is "
        f"{_told(who, one)}, {share}.",
        [
            Table("Situations", ("enemy", "situation", "best chain", aim, "loss by the one chain"), rows, (3, 4), plain),
            Table("The chains needed", ("chain", "best in"), [(_told(who, chain), n) for chain, n in needed], (1,)),
        ],
    )


# --- meters -----------------------------------------------------------------------------------------------------------------------


def run_meters(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What each meter does for a chain."""
    who, enemies = _who(values)
    asker = _asker(values, progress)
    found: list[tuple[models.Enemy, dict[str, Weighed]]] = []
    chain: chains.Chain = ()
    for enemy in enemies:
        progress.say(f"the chain against {enemy.name}, with and without each meter")
        chain, meters = analysis.without_meters(asker, who, enemy, options, values["chain"])
        found.append((enemy, meters))
    columns = ("enemy", "as it is", *(f"without {meter}" for meter in analysis.METERS))

    def table(title: str, form: str, figure: Any) -> Table:
        rows = [(_against(enemy), *(form.format(figure(each)) for each in meters.values())) for enemy, meters in found]
        plain = [(enemy.id, *(figure(each) for each in meters.values())) for enemy, meters in found]
        return Table(title, columns, rows, range(1, len(columns)), plain)

    def change(meter: str, figure: Any) -> float:
        """What a meter adds on average."""
        return float(sum(figure(each["as it is"]) - figure(each[meter]) for _, each in found) / len(found))

    worth = {
        meter: {
            "damage": change(meter, lambda each: each.prospects.mean_damage),
            "broken": change(meter, lambda each: each.prospects.broken),
            "rp": change(meter, lambda each: each.rp),
        }
        for meter in analysis.METERS
    }
    told = "; ".join(f"{meter} {w['damage']:+.2f} damage, {100 * w['broken']:+.1f} points to be broken" for meter, w in worth.items())
    return Report(
        {"character": values["character"], "chain": chain_names(who, chain)},
        {
            "worth": worth,
            "enemies": [
                {"enemy": enemy.id, "archetype": enemy.archetype, **{meter: each.data() for meter, each in meters.items()}}
                for enemy, meters in found
            ],
        },
        f"{who.name}, {_told(who, chain)}: what each meter adds, on average over {len(found)} enemies: {told}.",
        [
            table("Mean damage", "{:.2f}", lambda each: each.prospects.mean_damage),
            table("Chance to be broken", "{:.1%}", lambda each: each.prospects.broken),
            table("RP it takes, less those gained", "{:.2f}", lambda each: each.rp),
        ],
    )


# --- stagger ----------------------------------------------------------------------------------------------------------------------


def run_stagger(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What Stagger and advantage do to rolls, and Stagger to a chain."""
    who, enemies = _who(values)
    asker, pools = _asker(values, progress), analysis.pools(options)
    plain_pool = pools[0]
    targets = range(2, 2 * state.FACES + 1)
    rows, effects = [], []
    for pool in pools:
        rows.append((pool.name, f"{pool.mean:.2f}", f"{pool.spread:.2f}", *(f"{pool.reaches(t):.1%}" for t in TARGETS)))
        by = {t: pool.reaches(t) - plain_pool.reaches(t) for t in targets}
        helps, hurts = [t for t in targets if by[t] > analysis.EQUAL], [t for t in targets if by[t] < -analysis.EQUAL]
        effects.append((pool.name, _span(helps), _points(by, helps), _span(hurts), _points(by, hurts)))
    chain: chains.Chain = ()
    damage: dict[str, list[Weighed]] = {}
    for enemy in enemies:
        damage[_against(enemy)] = []
        for stacks in range(analysis.MOST_LAID + 1):
            setup, now = analysis.staged(who, enemy, options, stagger=stacks)
            chain = analysis.chain_of(who, setup, now, values["chain"])
            damage[_against(enemy)].append(asker.weigh(setup, now, [chain])[0][1])
    stacks_named = [f"Stagger {n}" if n else "none" for n in range(analysis.MOST_LAID + 1)]

    def table(title: str, form: str, figure: Any) -> Table:
        shown = [(name, *(form.format(figure(each)) for each in found)) for name, found in damage.items()]
        return Table(title, ("enemy", *stacks_named), shown, range(1, len(stacks_named) + 1))

    one = pools[1]
    return Report(
        {"character": values["character"], "chain": chain_names(who, chain)},
        {
            "pools": [
                {"name": p.name, "mean": p.mean, "spread": p.spread, "reaches": {str(t): p.reaches(t) for t in targets}} for p in pools
            ],
            "chain": {name: [each.data() for each in found] for name, found in damage.items()},
        },
        f"One stack of Stagger: {one.mean:.2f} on average instead of {plain_pool.mean:.2f}, spread {one.spread:.2f} instead of "
        f"{plain_pool.spread:.2f}; targets it helps to reach: {effects[1][1]}, targets it makes harder: {effects[1][3]}.",
        [
            Table("Chance to reach a target", ("roll", "mean", "spread", *map(str, TARGETS)), rows, range(1, 3 + len(TARGETS))),
            Table(
                "Beside the plain roll, in points",
                ("roll", "helps at", "at most", "hurts at", "at worst"),
                effects[1:],
                (2, 4),
            ),
            table(f"Mean damage of {_told(who, chain)}", "{:.2f}", lambda each: each.prospects.mean_damage),
            table("Its chance to be broken", "{:.1%}", lambda each: each.prospects.broken),
        ],
    )


def _points(by: Mapping[int, float], targets: Sequence[int]) -> str:
    """The largest difference at some targets, in points."""
    return f"{100 * max((by[t] for t in targets), key=abs):+.1f}" if targets else ""


def _span(targets: Sequence[int]) -> str:
    """``3 to 11``; the targets of a pool hang together."""
    return f"{targets[0]} to {targets[-1]}" if targets else "none"


# --- statuses ---------------------------------------------------------------------------------------------------------------------


def run_statuses(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What statuses and stances do within a round."""
    who, enemies = _who(values)
    asker = _asker(values, progress)
    columns = ("in force", "your chain's damage", "broken", "its chain costs", "end of round: enemy loses", "you heal", "Primed", "does")
    tables, result, idle = [], [], set[str]()
    chain: chains.Chain = ()
    for enemy in enemies:
        progress.say(f"a round against {enemy.name}, with each status and stance")
        chain, found = analysis.what_is_felt(asker, who, enemy, options, values["chain"])
        plain = found["nothing"]
        here = {name for name, each in found.items() if name != "nothing" and not each.differs(plain)}
        idle = here if enemy is enemies[0] else idle & here
        rows = [
            (name, f"{each.damage:.2f}", f"{each.broken:.1%}", f"{each.suffered:.2f}", each.enemy_ticks, each.healed,
             "yes" if each.primed else "", "" if name == "nothing" else "nothing" if name in here else "something")
            for name, each in found.items()
        ]  # fmt: skip
        tables.append(Table(_against(enemy), columns, rows, (1, 2, 3, 4, 5), [(name, *each) for name, each in found.items()]))
        felt = {name: each._asdict() for name, each in found.items()}
        result.append({"enemy": enemy.id, "archetype": enemy.archetype, "in_force": felt})
    told = f"{', '.join(sorted(idle))} change nothing" if idle else "everything does something"
    return Report(
        {"character": values["character"], "chain": chain_names(who, chain)},
        {"nothing": sorted(idle), "enemies": result},
        f"{who.name}, {_told(analysis.schooled(who), chain)}: of {len(found) - 1} statuses and stances, {told} within a round.",
        tables,
    )


# --- rewards ----------------------------------------------------------------------------------------------------------------------


def run_rewards(values: Mapping[str, Any], options: Any, progress: Progress) -> Report:
    """What each way to play earns for performance."""
    rules = load_ruleset("veinbreaker")
    changed = changed_options(options)
    n = _between(values, "fights", 1, 10_000_000)
    found = {
        policy: analysis.rewarded(encounter(rules, values["scenario"], changed, (policy, None)), n, values["seed"], progress)
        for policy in PLAYERS
    }
    hows = sorted({how for each in found.values() for how in each.rewards})
    columns = ("policy", "wins", *hows, "Vein a fight")
    rows = [
        (policy, f"{each.wins:.1%}", *(f"{each.rewards.get(how, 0.0):.1%}" for how in hows), f"{each.vein:.2f}")
        for policy, each in found.items()
    ]
    plain = [(policy, each.wins, *(each.rewards.get(how, 0.0) for how in hows), each.vein) for policy, each in found.items()]
    told = ", ".join(f"{policy} {each.vein:.2f}" for policy, each in found.items())
    return Report(
        {"scenario": values["scenario"], "fights": n, "seed": values["seed"]},
        {policy: {"wins": each.wins, "rewards": dict(each.rewards), "vein": each.vein} for policy, each in found.items()},
        f"{values['scenario']}, {n:,} fights, seed {values['seed']}: Vein a fight for performance, perfect interrupts left aside: {told}.",
        [Table("Performance", columns, rows, range(1, len(columns)), plain)],
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
            Parameter("longest", "Links of a chain at most.", "number", state.MOST_CHAIN),
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
