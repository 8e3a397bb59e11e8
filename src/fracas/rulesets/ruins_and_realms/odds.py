"""Questions about the odds of Ruins & Realms, answered by enumerating the rules' own code."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pydantic import Field, model_validator

from fracas.dice import Distribution, ExactDice
from fracas.engine.content.models import Model, Slug, named
from fracas.engine.content.reading import validated
from fracas.engine.contract.progress import SILENT, Progress
from fracas.engine.contract.setup import Answer, chance
from fracas.errors import FracasError
from fracas.rulesets.ruins_and_realms import models, rules
from fracas.rulesets.ruins_and_realms.board import CELLS, FACES, board_data, parse_cells
from fracas.rulesets.ruins_and_realms.book import build, library, locked_cells
from fracas.rulesets.ruins_and_realms.codes import EffectKind, Said, Way
from fracas.rulesets.ruins_and_realms.policies import most_damaging
from fracas.rulesets.ruins_and_realms.rules.attack import attack
from fracas.rulesets.ruins_and_realms.rules.shifting import reach, shift_costs
from fracas.rulesets.ruins_and_realms.stage import FOE, Staged, damage_to, events, rolling
from fracas.rulesets.ruins_and_realms.state import HERO

OUTCOMES = ("exact", "shifted", "prime", "fumble", "miss")
HITS = OUTCOMES[:3]
COLOURS = {"exact": "bright_green", "shifted": "green", "prime": "yellow", "fumble": "red", "miss": "bright_black"}
SHOWN = {"exact": "X", "prime": "P", "fumble": "F", "miss": "·"}


class RollQuestion(Model):
    """One roll of a hero with manoeuvres on these cells."""

    manoeuvres: models.Cells = Field(description="Cells of the equipped manoeuvres: 3,6 4,4 5,5")
    shift: int = Field(ge=0, le=14, description="Shift points")

    @model_validator(mode="after")
    def _complete(self) -> RollQuestion:
        cells = parse_cells(self.manoeuvres)
        if not 1 <= len(cells) <= models.SLOTS:
            raise ValueError(f"manoeuvres: 1 to {models.SLOTS} cells")
        if len(set(cells)) < len(cells):
            raise ValueError("manoeuvres: a cell is named twice")
        return self


class BlowQuestion(Model):
    """A manoeuvre of a style against a creature."""

    manoeuvre: Slug
    style: models.Style | None = Field(None, description="If more than one style has a manoeuvre of that name")
    creature: Slug
    shift: int = Field(ge=0, le=14, description="Shift points, for the bonus of an Exact Strike or Prime")
    how: Way = Way.SHIFTED


class AttackQuestion(Model):
    """A creature's attack on a hero, from the roll on."""

    creature: Slug
    hero: Slug
    shield: int = Field(0, ge=0, le=FACES, description="Where the hero's shield stands; 0: nowhere")


def percent(p: Fraction) -> str:
    """A chance in a sentence."""
    return f"{float(p):.4%}"


def hit_chance(outcomes: Mapping[str, Fraction] | Distribution[str]) -> Fraction:
    """The chance that a roll hits, from the chances of its outcomes."""
    return sum((outcomes[name] for name in HITS), Fraction(0))


def roll_odds(question: RollQuestion, options: models.Options) -> Answer:
    """The chances of exact, shifted, prime, fumble and miss, each cell's own reach, and the board."""
    cells, locked = parse_cells(question.manoeuvres), locked_cells(options)
    for cell in cells:
        if cell in locked:
            raise FracasError("locked-cell", f"{cell} is locked: it can be neither shifted to nor used", "ask about another cell")
    found = rolling(options, cells, question.shift).roll_odds()
    by_outcome = found.map(lambda pair: pair[0])
    hit = hit_chance(by_outcome)
    result: dict[str, Any] = {name: chance(by_outcome[name]) for name in OUTCOMES}
    result["hit"] = chance(hit)
    result["reach"] = {f"{c.primary},{c.secondary}": chance(Fraction(reach(c, question.shift, locked), CELLS)) for c in cells}
    costs = {at: min(shift_costs(at, locked)[cell.number] for cell in cells) for _, at in found}
    result["board"] = board_data({at: (what, SHOWN.get(what, str(costs[at]))) for what, at in found}, COLOURS)
    sentence = (
        f"With {question.shift} shift points {' '.join(map(str, cells))} {'hits' if len(cells) == 1 else 'hit'} {percent(hit)} of rolls "
        f"({hit}): exact {percent(by_outcome['exact'])}, shifted {percent(by_outcome['shifted'])}, Prime {percent(by_outcome['prime'])}; "
        f"fumbles {percent(by_outcome['fumble'])}, misses {percent(by_outcome['miss'])}"
    )
    return Answer(question.model_dump(mode="json"), result, sentence)


def damage_result(damage: Distribution[int]) -> dict[str, Any]:
    """A distribution of damage for an answer."""
    return {
        "damage": {str(n): chance(p) for n, p in damage.items()},
        "mean_damage": {"value": float(damage.mean()), "fraction": str(damage.mean())},
    }


def blow_odds(question: BlowQuestion, options: models.Options) -> Answer:
    """The damage of a manoeuvre against a creature, after its interrupts and defence."""
    content = library()
    of_style = {style: moves for style, moves in content.by_style.items() if question.style in (None, style)}
    styles = [style for style, moves in of_style.items() if question.manoeuvre in moves]
    if not styles:
        named("manoeuvre", question.manoeuvre, {name: move for moves in of_style.values() for name, move in moves.items()})
    if len(styles) > 1:
        raise FracasError("which-style", f"{question.manoeuvre!r} is of {' and of '.join(styles)}", "say style=…")
    move = content.by_style[styles[0]][question.manoeuvre]
    foe = named("creature", question.creature, content.creatures)
    hero = models.Hero(style=styles[0], level=models.MAX_LEVEL, manoeuvres=(move.id,), shift=question.shift)
    damage = Staged(build(models.Scenario(hero=hero, creatures=(foe,)), options)).damage(question.how)
    fells = damage.where(lambda n: n >= foe.hp)
    second = styles[0] == "dual-wield" or any(e.kind is EffectKind.BONUS_ATTACK for e in move.effects)
    sentence = (
        f"{move.name} {move.cell} ({question.how.slug}) against {foe.name}, unhurt: {float(damage.mean()):.4f} damage on average"
        f"{', second blow included' if second else ''}; fells it {percent(fells)}"
    )
    return Answer(question.model_dump(mode="json", exclude_defaults=True), damage_result(damage) | {"fells": chance(fells)}, sentence)


def attack_odds(question: AttackQuestion, options: models.Options) -> Answer:
    """A creature's attack on a hero: chance to hit, damage after armour and shield, by the most damaging manoeuvre in reach."""
    content = library()
    foe = named("creature", question.creature, content.creatures)
    who = named("hero", question.hero, content.heroes)
    fight = Staged(build(models.Scenario(hero=who, creatures=(foe,)), options))
    if question.shield and not fight.book.block:
        raise FracasError("no-shield", f"{who.name} ({question.hero}) carries no shield", "leave out shield=")
    fight.state.turn, fight.state.shield = FOE, question.shield

    def attacked(dice: ExactDice, now: Any) -> tuple[str, int]:
        what = "miss"
        if attack(dice, now, fight.book, FOE):
            what = "hit"
            rules.apply(dice, now, fight.book, int(most_damaging(now, fight.book, FOE, False)))
        elif events(dice, Said.FUMBLES):
            what = "mishap"
        elif events(dice, Said.PRIMES):
            what = "prime"
        return what, damage_to(dice, HERO)

    found = fight.distribution(attacked)
    kinds = found.map(lambda pair: pair[0])
    damage = found.map(lambda pair: pair[1])
    result = {name: chance(kinds[name]) for name in ("hit", "prime", "mishap", "miss")} | damage_result(damage)
    sentence = (
        f"{foe.name} against {who.name}: hits {percent(kinds['hit'])}, Prime {percent(kinds['prime'])}, "
        f"mishap {percent(kinds['mishap'])}, misses {percent(kinds['miss'])}; {float(damage.mean()):.4f} damage on average"
    )
    return Answer(question.model_dump(mode="json", exclude_defaults=True), result, sentence)


def ask(question: Mapping[str, str], options: models.Options, progress: Progress = SILENT) -> Answer:
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
    cells = {("manoeuvres" if key == "cell" else key): value for key, value in question.items()}
    return roll_odds(validated(RollQuestion, cells, "the question"), options)
