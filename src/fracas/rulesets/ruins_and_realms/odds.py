"""Questions about the odds of Ruins & Realms, answered by enumerating the rules' own code."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field, model_validator

from fracas.dice import Distribution, Event, distribution
from fracas.dice.enumerated import ExactDice
from fracas.engine.content.models import Model, Slug, named
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import Answer, Setup, chance
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import blows, models, rules, state
from fracas.rulesets.ruins_and_realms.board import ALL_CELLS, Cell, cell_of, parse_cells, reach, shift_costs
from fracas.rulesets.ruins_and_realms.book import build, library, locked_cells

OUTCOMES = ("exact", "shifted", "prime", "fumble", "miss")
COLOURS = {"exact": "bright_green", "shifted": "green", "prime": "yellow", "fumble": "red", "miss": "bright_black"}
SHOWN = {"exact": "X", "prime": "P", "fumble": "F", "miss": "·"}


class RollQuestion(Model):
    """One roll of a hero with these cells equipped and so many shift points."""

    manoeuvres: models.Cells = Field(description="Cells of the equipped manoeuvres: 3,6 4,4 5,5")
    shift: int = Field(ge=0, le=14, description="Shift points")

    @model_validator(mode="after")
    def _complete(self) -> RollQuestion:
        cells = parse_cells(self.manoeuvres)
        if not 1 <= len(cells) <= state.SLOTS:
            raise ValueError(f"manoeuvres: 1 to {state.SLOTS} cells")
        if len(set(cells)) < len(cells):
            raise ValueError("manoeuvres: a cell is named twice")
        return self


class BlowQuestion(Model):
    """A manoeuvre of a style against a creature."""

    manoeuvre: Slug
    style: models.Style | None = Field(None, description="If more than one style has a manoeuvre of that name")
    creature: Slug
    shift: int = Field(ge=0, le=14, description="Shift points, for the bonus of an Exact Strike or Prime")
    how: Literal["shifted", "exact", "prime", "critical-prime"] = "shifted"


class AttackQuestion(Model):
    """A creature's attack on a hero, from the roll on."""

    creature: Slug
    hero: Slug
    shield: int = Field(0, ge=0, le=state.FACES, description="Where the hero's shield stands; 0: nowhere")


def roll_outcome(setup: Setup, dice: ExactDice) -> tuple[str, int]:
    """What a roll comes to with a hero who strikes if it can: by the rules' own throw and reach; and the cell."""
    book = setup.book[0]
    now = setup.state.copy()[0]
    rules.throw(dice, now, book, state.HERO)
    said = {e.code: e for e in dice.entries if isinstance(e, Event)}
    cell = Cell(said[state.Said.ROLLS].b, said[state.Said.ROLLS].c).number
    shift = blows.shift_total(now, book, state.HERO)
    if now.rolled == 0 or not rules.can_strike(now, book, shift):
        return ("fumble" if state.Said.FUMBLES in said else "miss"), cell
    targets = range(1, int(book.fighter_count))
    usable = [slot for slot in range(book.sheets[0].manoeuvre_count) if any(rules.may_strike(now, book, slot, t) for t in targets)]
    ways = {rules.way_to(now, book, slot, shift) for slot in usable}
    if max(ways) >= state.BY_PRIME:
        return "prime", cell
    if state.EXACT in ways:
        return "exact", cell
    return "shifted", cell


def stage(cells: tuple[Cell, ...], shift: int, options: models.Options) -> Setup:
    """A hero with plain manoeuvres on these cells."""
    moves = [{"id": f"m{i}", "name": f"m{i}", "tier": 1, "dice": cell, "damage": "D8"} for i, cell in enumerate(cells)]
    room = options.model_copy(update={"starting_manoeuvres": state.SLOTS})
    hero = {"style": "monk", "level": 1, "manoeuvres": moves, "shift": shift, "hp": 100}
    return build(models.Scenario.model_validate({"hero": hero, "creatures": [dummy(options)]}), room)


def dummy(options: models.Options, hp: int = 1) -> dict[str, Any]:
    """A creature that does nothing and has neither defence nor interrupts."""
    free = next(cell for cell in ALL_CELLS if cell not in locked_cells(options))
    return {
        "id": "dummy", "name": "Dummy", "level": 1, "hp": hp, "xp": 0, "shift": 0, "mishap": {},
        "manoeuvres": [{"name": "nothing", "dice": free, "damage": "0"}], "prime": {"name": "nothing", "damage": "0"},
    }  # fmt: skip


def roll_odds(question: RollQuestion, options: models.Options) -> Answer:
    """The chances of exact, shifted, prime, fumble and miss, each cell's own reach, and the board."""
    cells = parse_cells(question.manoeuvres)
    for cell in cells:
        if cell in locked_cells(options):
            raise FracasError("locked-cell", f"{cell} is locked: it can be neither shifted to nor used", "ask about another cell")
    setup = stage(cells, question.shift, options)
    found = distribution(lambda dice: roll_outcome(setup, dice))
    by_outcome = found.map(lambda pair: pair[0])
    locked = locked_cells(options)
    result: dict[str, Any] = {name: chance(by_outcome[name]) for name in OUTCOMES}
    result["hit"] = chance(by_outcome["exact"] + by_outcome["shifted"] + by_outcome["prime"])
    result["reach"] = {f"{c.primary},{c.secondary}": chance(Fraction(reach(c, question.shift, locked), state.CELLS)) for c in cells}
    result["board"] = board({pair[1]: pair[0] for pair, _ in found.items()}, cells, locked)
    hit = by_outcome["exact"] + by_outcome["shifted"] + by_outcome["prime"]
    sentence = (
        f"With {question.shift} shift points {' '.join(map(str, cells))} {'hits' if len(cells) == 1 else 'hit'} {float(hit):.4%} of rolls "
        f"({hit}): exact {float(by_outcome['exact']):.4%}, shifted {float(by_outcome['shifted']):.4%}, "
        f"Prime {float(by_outcome['prime']):.4%}; "
        f"fumbles {float(by_outcome['fumble']):.4%}, misses {float(by_outcome['miss']):.4%}"
    )
    return Answer(question.model_dump(mode="json"), result, sentence)


def board(outcomes: Mapping[int, str], cells: tuple[Cell, ...], locked: frozenset[Cell]) -> dict[str, Any]:
    """The 8 × 8 board: what each roll comes to, with the points the cheapest shift takes."""
    rows: dict[str, dict[str, Any]] = {}
    for number, what in sorted(outcomes.items()):
        at = cell_of(number)
        cost = min(shift_costs(at, locked)[cell.number] for cell in cells)
        shows = str(cost) if what == "shifted" else SHOWN[what]
        rows.setdefault(str(at.primary), {})[str(at.secondary)] = {"is": what, "shows": shows}
    return {"row": "Primary", "column": "Secondary", "colours": COLOURS, "cells": rows}


def blow_odds(question: BlowQuestion, options: models.Options) -> Answer:
    """The damage of a manoeuvre against a creature, after its interrupts and defence."""
    content = library()
    styles = [s for s, moves in content.manoeuvres.items() if question.manoeuvre in moves and question.style in (None, s)]
    if not styles:
        known = {**{m: None for s, moves in content.manoeuvres.items() if question.style in (None, s) for m in moves}}
        named("manoeuvre", question.manoeuvre, known)
    if len(styles) > 1:
        raise FracasError("which-style", f"{question.manoeuvre!r} is of {' and of '.join(styles)}", "say style=…")
    move = content.manoeuvres[styles[0]][question.manoeuvre]
    foe = named("creature", question.creature, content.creatures)
    hero = {"style": styles[0], "level": models.MOST_LEVEL, "manoeuvres": [move.id], "shift": question.shift}
    setup = build(models.Scenario.model_validate({"hero": hero, "creatures": [foe.model_dump()]}), options)
    how = {"shifted": state.SHIFTED, "exact": state.EXACT, "prime": state.BY_PRIME, "critical-prime": state.BY_CRITICAL_PRIME}[question.how]

    def blow(dice: ExactDice) -> int:
        blows.strike(dice, setup.state.copy()[0], setup.book[0], 0, 1, how)
        return struck(dice, 1)

    damage = distribution(blow)
    fells = damage.where(lambda n: n >= foe.hp)
    result = damage_result(damage) | {"fells": chance(fells)}
    second = ", second blow included" if styles[0] == "dual-wield" or any(e.kind == "bonus-attack" for e in move.effects) else ""
    sentence = (
        f"{move.name} {move.cell} ({question.how}) against {foe.name}, unhurt: {float(damage.mean()):.4f} damage on average{second}; "
        f"fells it {float(fells):.4%}"
    )
    return Answer(question.model_dump(mode="json", exclude_defaults=True), result, sentence)


def struck(dice: ExactDice, who: int) -> int:
    """The damage of blows that a fighter has taken, by the log; more than it had HP, perhaps."""
    events = [e for e in dice.entries if isinstance(e, Event) and e.code == state.Said.TAKES]
    return sum(e.b for e in events if e.a == who and e.c == state.OF_BLOW)


def damage_result(damage: Distribution[int]) -> dict[str, Any]:
    """A distribution of damage for an answer."""
    return {
        "damage": {str(n): chance(p) for n, p in damage.items()},
        "mean_damage": {"value": float(damage.mean()), "fraction": str(damage.mean())},
    }


def attack_odds(question: AttackQuestion, options: models.Options) -> Answer:
    """A creature's attack on a hero: chance to hit, damage after armour and shield, by the most damaging manoeuvre in reach."""
    from fracas.rulesets.ruins_and_realms.policies import most_damaging

    content = library()
    foe = named("creature", question.creature, content.creatures)
    who = named("hero", question.hero, content.heroes)
    setup = build(models.Scenario(hero=who, creatures=(foe,)), options)
    if question.shield and not setup.details["hero"].block:
        raise FracasError("no-shield", f"{who.name} ({question.hero}) carries no shield", "leave out shield=")
    start = setup.state.copy()
    start[0].turn = 1
    start[0].shield = question.shield

    def attack(dice: ExactDice) -> tuple[str, int]:
        now = start.copy()[0]
        book = setup.book[0]
        rules.throw(dice, now, book, 1)
        if now.rolled:
            rules.apply(dice, now, book, int(most_damaging(now, book, 1, False)))
        said = {e.code for e in dice.entries if isinstance(e, Event)}
        what = "mishap" if state.Said.FUMBLES in said else "prime" if state.Said.PRIMES in said else "miss"
        if state.Said.ATTACKS in said:
            what = "hit"
        return what, struck(dice, state.HERO)

    found = distribution(attack)
    kinds = found.map(lambda pair: pair[0])
    damage = found.map(lambda pair: pair[1])
    result = {name: chance(kinds[name]) for name in ("hit", "prime", "mishap", "miss")} | damage_result(damage)
    sentence = (
        f"{foe.name} against {who.name}: hits {float(kinds['hit']):.4%}, Prime {float(kinds['prime']):.4%}, "
        f"mishap {float(kinds['mishap']):.4%}, misses {float(kinds['miss']):.4%}; {float(damage.mean()):.4f} damage on average"
    )
    return Answer(question.model_dump(mode="json", exclude_defaults=True), result, sentence)


def ask(question: Mapping[str, str], options: models.Options) -> Answer:
    """Answer ``manoeuvres="3,6 4,4" shift=2`` (one alone: ``cell=3,6``), ``manoeuvre=NAME creature=NAME shift=2 how=exact``, or
    ``creature=NAME hero=NAME shield=7``."""
    if not question:
        raise FracasError(
            "no-question",
            "nothing was asked",
            'ask for example: manoeuvres="3,6 4,4 5,5" shift=2; or manoeuvre=shield-bash creature=skeleton-warrior shift=2; '
            "or creature=skeleton-warrior hero=NAME",
        )
    if "manoeuvre" in question:
        return blow_odds(validated(BlowQuestion, dict(question), "the question"), options)
    if "hero" in question:
        return attack_odds(validated(AttackQuestion, dict(question), "the question"), options)
    if "creature" in question:
        raise FracasError("half-asked", "it is not said who stands against the creature", "add hero=NAME, or manoeuvre=NAME and shift=")
    if {"cell", "manoeuvres"} <= set(question):
        raise FracasError("given-twice", "cells are given as 'cell' and as 'manoeuvres'", "give one of them")
    words = {("manoeuvres" if key == "cell" else key): value for key, value in question.items()}
    return roll_odds(validated(RollQuestion, words, "the question"), options)
