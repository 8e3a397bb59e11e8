"""What a designer asks of Rune & Rust: how builds fare against the bestiary, how many attacks miss, what stacking and investing bring."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from fracas.engine.content.models import changed_options, named
from fracas.engine.content.reading import validated
from fracas.engine.contract.matchup import scenario_data
from fracas.engine.contract.progress import SILENT, Done, Progress, one_by_one
from fracas.engine.contract.registry import load_ruleset
from fracas.engine.encounter import Encounter, encounter
from fracas.engine.records.record import Array
from fracas.engine.sample.simulate import paired
from fracas.engine.solve.exact import NOT_SOLVED, QUICK_STATES
from fracas.errors import FracasError, unknown
from fracas.rulesets.rune_and_rust import hitting, models
from fracas.rulesets.rune_and_rust.book import build, character, library
from fracas.rulesets.rune_and_rust.codes import ENEMIES, Attribute, Opening
from fracas.rulesets.rune_and_rust.hitting import Landing
from fracas.rulesets.rune_and_rust.rules.accuracy import counted_bonus
from fracas.rulesets.rune_and_rust.rules.fighters import HERO, attribute
from fracas.rulesets.rune_and_rust.stage import Skirmish, foe
from fracas.rulesets.rune_and_rust.tally import attacks_made

RULESET = "rune-and-rust"
BANDS = ((0, 3), (4, 6), (7, 30))
"""STURDINESS of enemies: soft ones, those the document calls most common, tanks and beyond."""
TARGET = (0.30, 0.40)
"""The share of attacks that should miss, by the document."""
MAX_POINTS = 10
OPEN = (0.05, 0.95)
"""A fight is open if the hero wins more often than the first and less often than the second."""
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
"""The tunings that the document proposes, each by itself; where it names no number (diminishing returns, scaling), a modest one."""


# --- builds -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Build:
    """A hero against the bestiary: the mean over enemies, each with the same weight, as a fight begins."""

    name: str
    sturdiness: int
    attack_dice: int
    ours: Landing
    bands: tuple[Fraction | None, ...]
    """Hit chances against soft enemies, common ones, and tanks."""
    theirs: Landing


def one_build(name: str, enemies: Sequence[str], options: models.Options) -> Build:
    """How a hero hits these enemies and is hit by them."""
    ours: list[tuple[int, Landing]] = []
    theirs: list[Landing | None] = []
    for first in range(0, len(enemies), ENEMIES):
        line = tuple(enemies[first : first + ENEMIES])
        setup = build(models.Scenario(hero=name, enemies=line, opening=Opening.HERO), options)
        for place in hitting.present(setup):
            value = int(attribute(setup.state[0], setup.book[0], place, Attribute.STURDINESS))
            ours.append((value, hitting.hero_lands(setup, place)))
            theirs.append(hitting.enemy_lands(setup, place))
    bands = (hitting.even_mean(each for value, each in ours if low <= value <= high) for low, high in BANDS)
    return Build(
        name,
        int(attribute(setup.state[0], setup.book[0], HERO, Attribute.STURDINESS)),
        hitting.hero_dice(setup.state[0], setup.book[0], 1)[0],
        hitting.even_mean(each for _, each in ours) or Landing(),
        tuple(band.hit if band else None for band in bands),
        hitting.even_mean(theirs) or Landing(),
    )


def builds(options: models.Options, enemy: str | None = None, progress: Progress = SILENT) -> Done[Build]:
    """Every hero that ships against the whole bestiary, or against one enemy."""
    content = library()
    if enemy is not None and enemy not in content.enemies:
        raise unknown("enemy", enemy, content.enemies)
    enemies = [enemy] if enemy else list(content.enemies)
    return one_by_one(lambda name: one_build(name, enemies, options), list(content.heroes), progress, "builds")


def mean_hit(found: Iterable[Landing]) -> float:
    """The mean chance to hit."""
    return float((hitting.even_mean(found) or Landing()).hit)


# --- misses -----------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Missed:
    """The share of attacks in a fight that miss, of the hero, of the enemies, and of all together."""

    scenario: str
    hero: float | None
    enemies: float | None
    together: float | None


def fights_asked(scenario: str | Path | None) -> list[str | Path]:
    """The fights that a question is about: one by name or file, or all that ship."""
    return [scenario] if scenario else list(load_ruleset(RULESET).scenarios())


def plain_data(scenario: str | Path) -> tuple[str, models.Scenario]:
    """A fight by name or file, without rule options of its own: all fights are judged under the same rules."""
    name, data = scenario_data(load_ruleset(RULESET), scenario)
    model = validated(models.Scenario, data, f"scenario {name!r}")
    return name, model.model_copy(update={"options": {}})


def ready_for(model: models.Scenario, options: models.Options, policies: tuple[str | None, str | None] = (None, None)) -> Encounter:
    """A fight under these rule options."""
    return encounter(RULESET, model.model_dump(by_alias=True), changed_options(options), policies)


def missed_in(
    options: models.Options, scenario: str | Path | None = None, fights: int = 2000, seed: int = 1, progress: Progress = SILENT
) -> Done[Missed]:
    """Which share of attacks misses, fight by fight: counted in the log of so many fights."""

    def missed(each: Any) -> Missed:
        name, model = plain_data(each)
        made = attacks_made(ready_for(model, options), fights, seed, progress)
        return Missed(name, *(_share(row) for row in (made[0], made[1], made.sum(axis=0))))

    return one_by_one(missed, list(fights_asked(scenario)), progress, "fights")


def proposals(options: models.Options) -> dict[str, models.Options]:
    """Each tuning that the document proposes, by its name, on top of these options; these by themselves come first."""
    found = {"as it is": options}
    for each in PROPOSED:
        name = " ".join(f"{option}={value}".replace("True", "true") for option, value in each.items())
        found[name] = models.Options.model_validate({**changed_options(options), **each})
    return found


def _share(counts: Array) -> float | None:
    return float(counts[1] / counts[0]) if counts[0] else None


def mean_share(found: Iterable[float | None]) -> float | None:
    """The mean of the shares that are there, each fight with the same weight."""
    shares = [share for share in found if share is not None]
    return sum(shares) / len(shares) if shares else None


# --- stacked accuracy -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stacked:
    """So many accuracy dice on top of an attribute: how many count, and the chance to hit."""

    bonus: int
    counted: int
    hit: Fraction


def stacking(dice: int, defence: int, most: int, options: models.Options) -> list[Stacked]:
    """What each accuracy die more brings an attribute against a defence."""
    for what, value in (("attribute", dice), ("defense", defence), ("most", most)):
        if not 0 <= value <= 40:
            raise FracasError("bad-dice", f"--{what} cannot be {value}", "give 0 to 40 dice")
    asked = Skirmish(options=options)
    raised = asked.defence_dice()
    found = []
    for bonus in range(most + 1):
        counted = int(counted_bonus(bonus, asked.book))
        found.append(Stacked(bonus, counted, hitting.landing(dice + counted, defence + raised, options).hit))
    return found


@dataclass(frozen=True)
class Stacker:
    """The most accuracy dice that a hero can stack with gear and abilities of their own, and what they bring against a defence."""

    hero: str
    attribute: int
    bonus: int
    counted: int
    plain: Fraction
    stacked: Fraction


def stackers(defence: int, options: models.Options) -> list[Stacker]:
    """Every hero that ships, with every bonus stacked, the most first."""
    target = models.Enemy.model_validate(foe(sturdiness=defence))
    free = options.model_copy(update={"accuracy_cap": None, "full_accuracy_dice": None})
    found = []
    for name in library().heroes:
        dice = []
        for rules in (free, options):
            setup = build(models.Scenario(hero=name, enemies=(target,), opening=Opening.HERO), rules)
            dice.append(hitting.hero_dice(hitting.with_every_bonus(setup, 1)[0], setup.book[0], 1)[0])
        value = int(attribute(setup.state[0], setup.book[0], HERO, setup.book[0].sheets[HERO].weapon.attribute))
        plain, stacked = hitting.hero_lands(setup, 1), hitting.hero_lands(setup, 1, stacked=True)
        found.append(Stacker(name, value, dice[0] - value, dice[1] - value, plain.hit, stacked.hit))
    return sorted(found, key=lambda each: -each.bonus)


# --- investment -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chance:
    """The chance to win; where it was sampled, ``low`` to ``high`` is where the change against the hero as is lies with 95 % confidence."""

    win: float
    change: float
    low: float
    high: float
    exact: bool


@dataclass(frozen=True)
class Invested:
    """So many points more or fewer, as STURDINESS and as the weapon's attribute; None where an attribute cannot be so low."""

    points: int
    defence: Chance | None
    offence: Chance | None


def hero_in(model: models.Scenario) -> models.Hero:
    """The hero of a scenario."""
    found: models.Hero = named("hero", model.hero, library().heroes)
    return found


def with_points(model: models.Scenario, attribute: str, points: int) -> models.Scenario | None:
    """The same fight with so many points more of an attribute, or None where it would fall below 1 or cannot be counted."""
    hero = hero_in(model)
    kind = named("class", hero.character_class, library().classes) if hero.character_class else None
    base = hero.attributes or (kind.attributes if kind else models.Attributes())
    spent = getattr(hero.points, attribute) + points
    if (points < 0 and getattr(base, attribute) + spent < 1) or abs(spent) > MAX_POINTS:
        return None
    changed_points = hero.points.model_copy(update={attribute: spent})
    return model.model_copy(update={"hero": hero.model_copy(update={"points": changed_points})})


def invest(
    scenario: str | Path,
    options: models.Options,
    points: int = 2,
    best: bool = False,
    fights: int = 100_000,
    seed: int = 1,
    policy: str | None = None,
    sample: bool = False,
    progress: Progress = SILENT,
) -> tuple[str, Done[Invested]]:
    """The weapon's attribute, and what points more or fewer of it, or of STURDINESS, do to the chance to win a fight.

    Exact where the fight can be solved (unless ``sample``), else from paired fights. One point more is tried first. Ctrl-C keeps what is
    done.
    """
    if not 1 <= points <= MAX_POINTS:
        raise FracasError("bad-points", f"{points} points cannot be tried", f"ask for 1 to {MAX_POINTS}")
    _, model = plain_data(scenario)
    offence = character(hero_in(model), options).weapon.attribute.slug
    own = ready_for(model, options, (policy, None))

    def tried(same: Chance, beside: Beside) -> Done[Invested]:
        def with_step(what: str, step: int) -> Chance | None:
            more = with_points(model, what, step)
            return None if more is None else beside(ready_for(more, options, (policy, None)))

        def row(step: int) -> Invested:
            return Invested(step, *((with_step(what, step) if step else same) for what in ("sturdiness", offence)))

        steps = sorted(range(-points, points + 1), key=lambda step: (abs(step), -step))
        found = one_by_one(row, steps, progress, "points")
        return found.with_results(sorted(found, key=lambda each: each.points))

    if not sample:
        try:
            return offence, tried(*_exact(own, best, progress))
        except FracasError as error:
            if best or error.code not in NOT_SOLVED:
                raise
    return offence, tried(*_paired(own, fights, seed, progress))


Beside = Callable[[Encounter], Chance]
"""The chance to win a fight that differs from another, and by how much it does."""


def _exact(own: Encounter, best: bool, progress: Progress) -> tuple[Chance, Beside]:
    """The exact chance to win a fight, and that of others beside it."""
    before = _solved(own, best, progress)

    def beside(other: Encounter) -> Chance:
        win = _solved(other, best, progress)
        return Chance(win, *(win - before,) * 3, True)

    return Chance(before, 0.0, 0.0, 0.0, True), beside


def _solved(ready: Encounter, best: bool, progress: Progress) -> float:
    if best:
        return float(ready.best(progress=progress).upper_bound)
    return float(ready.solve(max_states=QUICK_STATES, progress=progress).win)


def _paired(own: Encounter, fights: int, seed: int, progress: Progress) -> tuple[Chance, Beside]:
    """The same with fights that use the same dice."""
    if fights < 2:
        raise FracasError("bad-n", f"{fights} paired fights say nothing", "ask for at least 2")
    before = _won(own, fights, seed, progress)

    def beside(other: Encounter) -> Chance:
        after = _won(other, fights, seed, progress)
        return Chance(float(after.mean()), *paired(before, after), False)

    return Chance(float(before.mean()), 0.0, 0.0, 0.0, False), beside


def _won(ready: Encounter, fights: int, seed: int, progress: Progress) -> Array:
    run = ready.simulate(fights, seed, each=True, progress=progress)
    if run.interrupted:
        raise KeyboardInterrupt
    return run.which("win")


# --- the worth of a point over many fights ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Worth:
    """What one point more does in a fight: as STURDINESS and as the weapon's attribute."""

    scenario: str
    win: float
    defence: float
    offence: float
    attribute: str

    @property
    def open(self) -> bool:
        """Whether the fight is neither won nor lost nearly always."""
        return OPEN[0] < self.win < OPEN[1]


def worth_everywhere(options: models.Options, fights: int = 2000, seed: int = 1, progress: Progress = SILENT) -> Done[Worth]:
    """One point more in every fight that ships, with paired fights."""

    def worth(name: str) -> Worth | None:
        _, model = plain_data(name)
        offence = character(hero_in(model), options).weapon.attribute.slug
        more = {what: with_points(model, what, 1) for what in ("sturdiness", offence)}
        same, beside = _paired(ready_for(model, options), fights, seed, progress)
        changes = [beside(ready_for(each, options)).change for each in more.values() if each is not None]
        return Worth(name, same.win, changes[0], changes[1], offence) if len(changes) == 2 else None

    every = one_by_one(worth, list(load_ruleset(RULESET).scenarios()), progress, "fights")
    return every.with_results(each for each in every if each is not None)
