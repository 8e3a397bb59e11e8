"""Answers for designers: the best chains by length, whether one chain is always best, what meters, pools and statuses do.

Every figure comes from the exact odds of a chain (`chains`). The player does not react to interrupts, as there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, sqrt
from typing import Any, Literal, NamedTuple

import numpy as np

from fracas.dice import distribution
from fracas.engine.content.models import named
from fracas.engine.contract.progress import Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Measure, Setup
from fracas.engine.encounter import Encounter
from fracas.engine.records.record import Array
from fracas.errors import FracasError, unknown
from fracas.rulesets.veinbreaker import book, chains, labels, models, odds, policies, spoils
from fracas.rulesets.veinbreaker.codes import AbilityType, Action, MeterRoles, Mode, Phase, Rank, Result, Status
from fracas.rulesets.veinbreaker.rules import apply
from fracas.rulesets.veinbreaker.rules.attack import defense_target, link_total, result_of
from fracas.rulesets.veinbreaker.rules.chain import cooled_down, may_declare, remember_chain
from fracas.rulesets.veinbreaker.rules.enemy_turn import contest
from fracas.rulesets.veinbreaker.rules.execution import may_execute
from fracas.rulesets.veinbreaker.rules.rolls import roll_for, roll_pool
from fracas.rulesets.veinbreaker.rules.rounds import upkeep
from fracas.rulesets.veinbreaker.rules.statuses import is_primed, lay_status, tick
from fracas.rulesets.veinbreaker.stage import QUIET, Situation, begun, staged
from fracas.rulesets.veinbreaker.state import DECLARE, ENEMY, PLAYER, VICTORY

EQUAL = 1e-9
"""Figures that differ by no more than this count as equal."""
METERS: Mapping[str, Mapping[str, Any]] = {
    "heat": {"heat_bonus_cap": 0},
    "momentum": {"momentum_cap": 0},
    "balance to hit": {"balance_to_hit": False},
    "balance in interrupts": {"meter_roles": MeterRoles.CLEAR},
    "tempo": {"tempo_reward": 0},
}
"""The meters, and the options that switch each off."""
MAX_LAID = 3
"""The highest number of stacks that is tried: more Stagger than this makes no difference."""
USUAL_LENGTH = 4
"""Links of the default chain."""
SLACK = 0.005
"""By what share a chain may be worth more with interrupts than without them, when branches are pruned."""
AT_ONCE = 4
"""Chains weighed at a time, before the others are pruned again."""

Aim = Literal["damage", "fell", "safe", "rp"]


class Weighed(NamedTuple):
    """The figures of a chain: its prospects, the chance that an interrupt succeeds, and the RP it costs, less those it gains."""

    prospects: chains.Prospects
    interrupted: float
    rp: float

    @property
    def per_rp(self) -> float:
        """Damage for each RP."""
        if self.rp > EQUAL:
            return self.prospects.mean_damage / self.rp
        return inf if self.prospects.mean_damage > EQUAL else 0.0

    def worth(self, aim: Aim) -> tuple[float, float]:
        """Its value for an aim, and a second value to break ties."""
        return (self.per_rp, self.prospects.mean_damage) if aim == "rp" else self.prospects.worth(aim)

    def data(self) -> dict[str, Any]:
        """The figures as data for JSON."""
        return {
            "damage": self.prospects.mean_damage,
            "fells": self.prospects.fells,
            "interrupted": self.interrupted,
            "broken": self.prospects.broken,
            "rp": self.rp,
            "damage_per_rp": None if self.per_rp == inf else self.per_rp,
        }


Ranked = list[tuple[chains.Chain, Weighed]]


@dataclass(frozen=True)
class Weigher:
    """Weighs chains exactly, against an enemy that takes its windows by a policy."""

    ruleset: Ruleset
    progress: Progress
    enemy_policy: str = "windows"

    def weigh(self, setup: Setup, now: Array, wanted: Sequence[chains.Chain]) -> Ranked:
        """The figures of each of these chains."""
        before = int(now[0].fighters[PLAYER].rp)

        def read(found: chains.ChainOdds) -> Weighed:
            after = found.mean(lambda ends: chains.meter_of(ends, PLAYER, "rp"))
            return Weighed(found.prospects, found.interrupted, before - after)

        return chains.each_weighed(self.ruleset, setup, now, wanted, read, self.enemy_policy, self.progress)

    def best(self, setup: Setup, now: Array, wanted: Sequence[chains.Chain], aim: Aim, most: int = 0) -> tuple[Ranked, list[chains.Chain]]:
        """The chains that may be best for an aim, the best first; and all chains by their upper bound, the highest first.

        A chain's value against an enemy that interrupts less is an upper bound of its value: interrupts take heat, balance and links, and
        what a chain gains by them (a link that misses lowers momentum) is within `SLACK`. The bound is much faster to compute, so a chain
        whose bound is below the best value found is pruned. With ``most``, no more chains than that are weighed in full.
        """
        if aim == "rp":  # which a chain cut short may save
            found = _best_first(self.weigh(setup, now, wanted), aim)
            return found, [chain for chain, _ in found]
        stages = [*eased(setup), setup]
        promise = {chain: each.worth(aim)[0] for chain, each in self.weigh(stages[0], now, wanted)}
        order = sorted(promise, key=lambda chain: -promise[chain])
        at, found = dict.fromkeys(promise, 1), Ranked()
        while at and not (most and len(found) >= most):
            least = found[0][1].worth(aim)[0] * (1 - SLACK) if found else -inf
            ahead = sorted((chain for chain in at if promise[chain] >= least), key=lambda chain: -promise[chain])[:AT_ONCE]
            if not ahead:
                break
            stage = min(at[chain] for chain in ahead)
            for chain, each in self.weigh(stages[stage], now, [chain for chain in ahead if at[chain] == stage]):
                promise[chain] = each.worth(aim)[0]
                at[chain] += 1
                if at[chain] == len(stages):
                    del at[chain]
                    found = _best_first([*found, (chain, each)], aim)
        return found, order


def _best_first(weighed: Ranked, aim: Aim) -> Ranked:
    return sorted(weighed, key=lambda each: each[1].worth(aim), reverse=True)


def eased(setup: Setup) -> list[Setup]:
    """Easier versions of a fight: the enemy never interrupts; or, if its attempts are unlimited, tries once a round."""
    calm, once = setup.book.copy(), setup.book.copy()
    calm[0].options.default_windows = 0
    calm[0].foes[0].window_count = 0
    once[0].foes[0].budget = 1
    return [replace(setup, book=book) for book in ((calm, once) if setup.book[0].foes[0].budget == 0 else (calm,))]


# --- who fights whom ------------------------------------------------------------------------------------------------------------


def character_named(name: str) -> models.Character:
    """A ready-made character."""
    return named("character", name, book.library().characters)


def opponents(who: models.Character, names: str | None, figures: str | None) -> list[models.Enemy]:
    """The enemies a character is asked about: those named, or one of each archetype.

    Of each archetype it is the one nearest in tier, plain ones and those with their archetype's windows first; or, with ``figures``, the
    enemy of that name made one of the archetype, so that nothing but the windows differs.
    """
    known = book.library().enemies
    if names is not None and figures is not None:
        raise FracasError("not-together", "enemies are named, and one is to stand for every archetype", "give one of the two")
    if names is not None:
        return [named("enemy", "-".join(name.lower().split()), known) for name in names.split(",") if name.strip()]
    if figures is not None:
        one = named("enemy", figures, known)
        return [one.model_copy(update={"archetype": kind, "windows": None}) for kind in book.config().archetypes]

    def nearness(enemy: models.Enemy) -> tuple[int, bool, bool]:
        return abs(enemy.tier - who.tier), enemy.rank != Rank.ORDINARY, enemy.windows is not None

    return [min((e for e in known.values() if e.archetype == kind), key=nearness) for kind in book.config().archetypes]


def fresh(who: models.Character, enemy: models.Enemy, options: models.Options, **given: Any) -> tuple[Setup, Array]:
    """A fight at the moment the player declares; the keywords are fields of `Situation`."""
    return staged(Situation(enemy=enemy.id, **given), options, who, enemy)


def chain_names(who: models.Character, chain: chains.Chain) -> list[str]:
    """A chain in the words a player types."""
    fitted = book.fit(who).abilities
    return ["execute" if action == Action.EXECUTE else fitted[action - DECLARE].id for action in chain]


def greedy_chain(setup: Setup, now: Array) -> chains.Chain:
    """The first links, up to `USUAL_LENGTH`, of the chain that the greedy policy declares."""
    at, found = now, list[int]()
    while len(found) < USUAL_LENGTH and (action := policies.greedy_declares(at[0], setup.book[0])) != Action.GO:
        found.append(int(action))
        at = chains.with_links(setup, at, [action])
    return tuple(found)


def chain_of(who: models.Character, setup: Setup, now: Array, text: str | None) -> chains.Chain:
    """The chain named by a text, by default the one that the greedy policy declares; one that cannot be declared is refused."""
    if text is None:
        return greedy_chain(setup, now)
    wanted = ["-".join(name.lower().split()) for name in text.split(",") if name.strip()]
    if not wanted:
        raise FracasError("bad-chain", "the chain has no links", "give some, as in --chain pulse-strike,basic-strike")
    odds.declare(setup, now, wanted, False)
    return tuple(DECLARE + book.slot_of(book.fit(who), name) for name in wanted)


# --- chains by length -----------------------------------------------------------------------------------------------------------


def may_be_declared(setup: Setup, now: Array, chain: chains.Chain) -> bool:
    """Whether a chain can be declared, link by link, with its execution if it has one."""
    at = now.copy()
    for action in chain:
        if action == Action.EXECUTE:
            return bool(may_execute(at[0], setup.book[0], 0))
        if not may_declare(at[0], setup.book[0], action - DECLARE):
            return False
        apply(QUIET, at[0], setup.book[0], action)
    return True


def lengthened(setup: Setup, now: Array, kept: Sequence[chains.Chain]) -> list[chains.Chain]:
    """Every chain that results from adding one link, anywhere, to one of these chains."""
    every = range(DECLARE, DECLARE + int(setup.book[0].ability_count))
    found = dict.fromkeys(
        (*chain[:place], action, *chain[place:])
        for chain in kept
        for action in every
        if action not in chain
        for place in range(len(chain) + 1)
    )
    return [chain for chain in found if may_be_declared(setup, now, chain)]


def by_length(weigher: Weigher, setup: Setup, now: Array, aim: Aim, longest: int, every: int, width: int) -> Iterator[tuple[int, Ranked]]:
    """For each number of links the chains of that length, the best for an aim first; chains that cannot be best are pruned.

    All are tried of up to ``every`` links. Longer ones are made of the ``width`` most promising with one link less by one link more,
    anywhere; against an enemy without a bound on its interrupts, where one takes long to weigh, only the ``width`` most promising are.
    """
    short = [chain for chain in chains.listed_chains(setup, now, min(every, longest)) if Action.EXECUTE not in chain]
    if not short:
        raise FracasError("no-chain", "no chain can be declared here", "give more RP")
    kept: list[chains.Chain] = []
    for length in range(1, longest + 1):
        wanted = [chain for chain in short if len(chain) == length] if length <= every else lengthened(setup, now, kept)
        if not wanted:
            break
        bounded = length <= every or int(setup.book[0].foes[0].budget) > 0
        found, promising = weigher.best(setup, now, wanted, aim, 0 if bounded else width)
        yield length, found
        kept = promising[:width]


# --- whether one chain is always best -------------------------------------------------------------------------------------------


def situations(enemy: models.Enemy, options: models.Options) -> dict[str, dict[str, int]]:
    """Situations in which a chain is declared: at the start, with full heat, against an enemy with momentum, against one at half HP."""
    most_heat = min(options.heat_bonus_cap, options.heat_cap or options.heat_bonus_cap)
    every = {
        "fresh": {},
        "hot": {"heat": most_heat},
        "enemy braced": {"enemy_momentum": options.momentum_cap // 2},
        "enemy half down": {"enemy_hp": max(enemy.hp // 2, 1)},
    }
    return {name: given for name, given in every.items() if not given or any(given.values())}


@dataclass(frozen=True)
class Case:
    """One situation against one enemy, with the value of at least every chain that may be best in it."""

    enemy: models.Enemy
    situation: str
    setup: Setup
    now: Array
    worth: dict[chains.Chain, float]

    @property
    def best(self) -> float:
        """The value of the best chain."""
        return max(self.worth.values())

    def best_chains(self) -> set[chains.Chain]:
        """The chains that tie for the best value."""
        return {chain for chain, worth in self.worth.items() if worth >= self.best - EQUAL}

    def loss(self, chain: chains.Chain) -> float:
        """The share of the best value that a chain loses: all of it if it cannot be declared."""
        return 1 - self.worth.get(chain, 0.0) / self.best if self.best > EQUAL else 0.0


def needed(cases: Sequence[Case]) -> list[tuple[chains.Chain, int]]:
    """A small set of chains one of which is best in every case, and in how many each is best; chosen greedily, ties to the simplest."""
    left = [case.best_chains() for case in cases]
    found = []
    while left:
        every = {chain for best in left for chain in best}
        chain = min(every, key=lambda one: (-sum(one in best for best in left), len(one), one))
        found.append((chain, sum(chain in case.best_chains() for case in cases)))
        left = [best for best in left if chain not in best]
    return found


AGAIN = "after that chain"


def case_of(weigher: Weigher, setup: Setup, now: Array, enemy: models.Enemy, situation: str, aim: Aim, longest: int) -> Case:
    """A situation with the values of its chains; chains that cannot be best are pruned."""
    weighed, _ = weigher.best(setup, now, chains.listed_chains(setup, now, longest), aim)
    return Case(enemy, situation, setup, now, {chain: found.worth(aim)[0] for chain, found in weighed})


def after(setup: Setup, now: Array, chain: chains.Chain) -> Array:
    """The situation in the round after a chain: its abilities cool down, and the enemy remembers it."""
    was = chains.with_links(setup, now, [action for action in chain if action != Action.EXECUTE])
    remember_chain(was[0], setup.book[0])
    then = now.copy()
    then[0].last_chain = was[0].last_chain
    then[0].cooldowns = cooled_down(was[0].cooldowns)
    return then


def fill_in(weigher: Weigher, cases: Sequence[Case], chain: chains.Chain, aim: Aim) -> float:
    """Weigh a chain in all cases where it was pruned but can be declared; returns its mean loss."""
    for case in cases:
        if chain not in case.worth and may_be_declared(case.setup, case.now, chain):
            case.worth[chain] = weigher.weigh(case.setup, case.now, [chain])[0][1].worth(aim)[0]
    return sum(case.loss(chain) for case in cases) / len(cases)


def each_case(
    weigher: Weigher, who: models.Character, enemies: Sequence[models.Enemy], options: models.Options, aim: Aim, longest: int
) -> Iterator[Case]:
    """Every situation against every enemy."""
    for enemy in enemies:
        for name, given in situations(enemy, options).items():
            weigher.progress.say(f"every chain of up to {labels.counted(longest, 'link')} against {enemy.name}, {name}")
            yield case_of(weigher, *fresh(who, enemy, options, **given), enemy, name, aim, longest)


def always_one_chain(
    weigher: Weigher,
    who: models.Character,
    enemies: Sequence[models.Enemy],
    options: models.Options,
    aim: Aim,
    longest: int,
    first: Sequence[Case],
) -> tuple[chains.Chain, list[Case]]:
    """The one chain that loses least if it is always used, and all cases: the first ones, and the round after that chain."""
    one = min((chain for chain, _ in needed(first)), key=lambda chain: fill_in(weigher, first, chain, aim))
    cases = list(first)
    for enemy in enemies:
        setup, now = fresh(who, enemy, options)
        then = after(setup, now, one)
        if then.tobytes() == now.tobytes():
            start = next(case for case in cases if case.enemy is enemy)
            cases.append(replace(start, situation=AGAIN))
        else:
            cases.append(case_of(weigher, setup, then, enemy, AGAIN, aim, longest))
    fill_in(weigher, cases, one, aim)
    return one, cases


# --- meters ---------------------------------------------------------------------------------------------------------------------


def with_changes(options: models.Options, changes: Mapping[str, Any]) -> models.Options:
    """The options with some changed."""
    return models.Options.model_validate({**options.model_dump(), **changes})


def without_meters(
    weigher: Weigher, who: models.Character, enemy: models.Enemy, options: models.Options, text: str | None
) -> tuple[chains.Chain, dict[str, Weighed]]:
    """A chain's figures with everything, and without each meter."""
    setup, now = fresh(who, enemy, options)
    chain = chain_of(who, setup, now, text)
    found = {"as it is": weigher.weigh(setup, now, [chain])[0][1]}
    for meter, changes in METERS.items():
        found[meter] = weigher.weigh(*fresh(who, enemy, with_changes(options, changes)), [chain])[0][1]
    return chain, found


# --- pools ----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pool:
    """A pool of dice: its name, and the chance of each sum."""

    name: str
    chance: Mapping[int, float]

    @property
    def mean(self) -> float:
        """The mean."""
        return sum(n * p for n, p in self.chance.items())

    @property
    def spread(self) -> float:
        """The standard deviation."""
        return sqrt(sum(n * n * p for n, p in self.chance.items()) - self.mean**2)

    def reaches(self, target: int) -> float:
        """The chance to reach a target."""
        return sum(p for n, p in self.chance.items() if n >= target)


def pools(options: models.Options) -> list[Pool]:
    """The plain roll, then one to three stacks of Stagger, then one to three steps of advantage."""
    modes = [*(mode for mode in reversed(Mode) if mode <= Mode.NORMAL), *(mode for mode in Mode if mode > Mode.NORMAL)]
    found = [distribution(lambda dice, mode=mode: roll_pool(dice, options, mode)) for mode in modes]  # type: ignore[misc]
    return [Pool(labels.mode_name(mode), {int(n): float(p) for n, p in each.items()}) for mode, each in zip(modes, found, strict=True)]


# --- statuses and stances -------------------------------------------------------------------------------------------------------


class RoundFigures(NamedTuple):
    """A round: what the player's chain comes to, what the enemy's costs, the HP that the end of the round takes from the enemy and gives
    the player, and whether the enemy is open to an Execution Strike."""

    damage: float
    broken: float
    suffered: float
    enemy_ticks: int
    healed: int
    primed: bool

    def differs(self, other: RoundFigures) -> bool:
        """Whether anything is different."""
        return any(abs(mine - theirs) > EQUAL for mine, theirs in zip(self, other, strict=True))


def ticked(setup: Setup, now: Array, who: int) -> int:
    """The HP that a fighter loses at the end of the round (below 0: gains); the player starts at 1 HP, so that healing shows."""
    at = now.copy()[0]
    if who == PLAYER:
        at.fighters[who].hp = 1
    before = int(at.fighters[who].hp)
    tick(QUIET, at, setup.book[0], who)
    return before - int(at.fighters[who].hp)


def enemy_chain_costs(weigher: Weigher, setup: Setup, now: Array) -> float:
    """The mean of the HP that the enemy's next chain costs, if the player only tries to deny it."""
    shown = chains.with_links(setup, now, [Action.GO, Action.SHOW])
    return chains.chain_odds(weigher.ruleset, setup, shown, weigher.enemy_policy).suffered


def round_figures(weigher: Weigher, setup: Setup, now: Array, chain: chains.Chain) -> RoundFigures:
    """The figures of a round from here; its three parts are computed separately."""
    mine = weigher.weigh(setup, now, [chain])[0][1].prospects
    primed = bool(is_primed(now[0], setup.book[0], ENEMY))
    ticks = ticked(setup, now, ENEMY), -ticked(setup, now, PLAYER)
    return RoundFigures(mine.mean_damage, mine.broken, enemy_chain_costs(weigher, setup, now), *ticks, primed)


def stances() -> list[models.Ability]:
    """Every stance there is."""
    return [a for a in book.library().abilities.values() if a.type == AbilityType.STANCE]


def with_all_stances(who: models.Character) -> models.Character:
    """The character with all stances learnt."""
    known = [getattr(a, "id", a) for a in who.abilities]
    more = [a for a in stances() if a.id not in known]
    return who.model_copy(update={"abilities": (*who.abilities, *(a.model_copy(update={"tier": 1}) for a in more))})


def conditions(setup: Setup, now: Array) -> Iterator[tuple[str, Array]]:
    """A situation as it is, then with each harmful status on the enemy, by stacks, then with each stance."""
    yield "nothing", now
    for name in models.HARMFUL:
        for stacks in (1,) if name == Status.PRIMED else range(1, MAX_LAID + 1):
            laid = now.copy()
            lay_status(QUIET, laid[0], ENEMY, name, stacks, setup.options.status_rounds)
            yield f"enemy {name.slug} {stacks}", laid
    for slot, ability in enumerate(setup.details["who"].abilities):
        if ability.type == AbilityType.STANCE:
            held = now.copy()
            held[0].stance = slot + 1
            upkeep(QUIET, held[0], setup.book[0])
            yield ability.name, held


def with_each_status(
    weigher: Weigher, who: models.Character, enemy: models.Enemy, options: models.Options, text: str | None
) -> tuple[chains.Chain, dict[str, RoundFigures]]:
    """The figures of a round with nothing in force, with each status and with each stance."""
    ready = with_all_stances(who)
    setup, now = fresh(ready, enemy, options)
    chain = chain_of(ready, setup, now, text)
    return chain, {name: round_figures(weigher, setup, at, chain) for name, at in conditions(setup, now)}


# --- before a fight --------------------------------------------------------------------------------------------------------------


def first_hit(setup: Setup, now: Array, who: int, ability: Any) -> Fraction:
    """The chance that a first link of a fighter hits."""

    def hits(dice: Any) -> bool:
        at = now.copy()[0]
        at.roll = roll_for(dice, at, setup.book[0], who)
        total = link_total(dice, at, setup.book[0], who, ability, False)
        return result_of(setup.options, total, defense_target(dice, at, setup.book[0], 1 - who)) != Result.MISS

    return distribution(hits)[True]


def denied(setup: Setup, now: Array) -> Fraction | None:
    """The chance that the player denies the enemy's first chain; None if it cannot be denied as a whole."""
    shown = chains.with_links(setup, now, [Action.GO, Action.SHOW])
    if int(shown[0].phase) != Phase.CONTEST:
        return None

    def denies(dice: Any) -> bool:
        at = shown.copy()[0]
        contest(dice, at, setup.book[0])
        return bool(at.phase != Phase.UNDENIED)

    return distribution(denies)[True]


def measures(setup: Setup) -> dict[str, Measure]:
    """The chances that the player's best attack hits, also when Staggered, that the enemy's first move hits, that its chain is denied."""
    now = begun(setup)
    found = {}
    slot = policies.best_link(now[0], setup.book[0], policies.ATTACKS)
    if slot != policies.NOTHING:
        staggered = now.copy()
        lay_status(QUIET, staggered[0], PLAYER, Status.STAGGER, 1, setup.options.status_rounds)
        attack = setup.book[0].abilities[slot]
        found["your first attack hits"] = Measure(first_hit(setup, now, PLAYER, attack))
        found["Staggered, it hits"] = Measure(first_hit(setup, staggered, PLAYER, attack))
    found["its first move hits"] = Measure(first_hit(setup, now, ENEMY, setup.book[0].foes[0].moves[0]))
    contest = denied(setup, now)
    if contest is not None:
        found["its chain is denied"] = Measure(contest)
    return found


# --- rewards --------------------------------------------------------------------------------------------------------------------


class Rewarded(NamedTuple):
    """What a policy earns: its share of wins, the share of fights with each reward, and the mean Vein of a fight."""

    wins: float
    rewards: Mapping[str, float]
    vein: float


def rewarded(ready: Encounter, n: int, seed: int, progress: Progress) -> Rewarded:
    """What ``n`` fights earn for performance, without perfect interrupts, which the record of a sampled fight does not hold."""
    run = ready.simulate(n, seed, each=True, progress=progress)
    if run.interrupted:
        raise KeyboardInterrupt
    assert run.fights is not None
    victory = [code for code in range(len(ready.ends) + 1) if ready.end_kind(code) == "win"]
    counts = Counter(
        (int(fight["health_a"]), int(fight["rounds"])) for fight in run.fights[np.isin(run.fights["end"], victory)][["health_a", "rounds"]]
    )
    shares, vein = Counter[str](), 0.0
    for (hp, rounds), count in counts.items():
        now = ready.setup.state.copy()[0]
        now.over, now.clock = VICTORY, rounds
        now.fighters[PLAYER].hp = hp
        for how, given in spoils.performance(ready.setup, now).items():
            shares[how] += count
            vein += given * count
    return Rewarded(run.wins / run.n, {how: count / run.n for how, count in shares.items()}, vein / run.n)


def aim_named(text: str) -> Aim:
    """An aim by its name."""
    known: tuple[Aim, ...] = ("damage", "fell", "safe", "rp")
    for aim in known:
        if aim == text:
            return aim
    raise unknown("aim", text, known)
