"""Claims about weapon styles, compared with each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations

from fracas.dice import parse_dice
from fracas.engine.content.models import mean_of
from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.ruins_and_realms import models, odds
from fracas.rulesets.ruins_and_realms.book import config, library
from fracas.rulesets.ruins_and_realms.claims.common import PATTERNS, mean, moves_of, percent
from fracas.rulesets.ruins_and_realms.codes import EffectKind, Special, Way, When
from fracas.rulesets.ruins_and_realms.models import STYLES, Options
from fracas.rulesets.ruins_and_realms.stage import FOE, NOWHERE, Fight, foe_with, move_on

PROTECTS = (EffectKind.COVER, EffectKind.DEFENCE, EffectKind.BLOCK, EffectKind.RIPOSTE, EffectKind.EVADE)
STATUS = (EffectKind.SHIFT, EffectKind.STUN, EffectKind.PRONE, EffectKind.BLEED, EffectKind.EXPOSE, EffectKind.CURSE)


def _second_blow(style: str, move: models.Manoeuvre, options: Options) -> float:
    if any(e.kind is EffectKind.BONUS_ATTACK and e.when is When.ALWAYS for e in move.effects):
        return 1.0
    return options.bonus_attack_percent / 100 if config().styles[style].special is Special.BONUS_ATTACK else 0.0


MEASURES: Mapping[str, Callable[[Options, str], float]] = {
    "base damage": lambda options, style: mean(mean_of(m.damage) for m in moves_of(style)),
    "base damage in tier 1": lambda options, style: mean(mean_of(m.damage) for m in moves_of(style) if m.tier == 1),
    "damage of one die": lambda options, style: mean((parse_dice(m.damage).sides + 1) / 2 for m in moves_of(style)),
    "dice in a blow": lambda options, style: mean(parse_dice(m.damage).n for m in moves_of(style)),
    "blows in a hit": lambda options, style: mean(1 + _second_blow(style, m, options) for m in moves_of(style)),
    "manoeuvres that protect": lambda options, style: sum(any(e.kind in PROTECTS for e in m.effects) for m in moves_of(style)),
    "statuses": lambda options, style: sum(e.kind in STATUS and not e.on_self for m in moves_of(style) for e in m.effects),
    "effects": lambda options, style: sum(len(m.effects) for m in moves_of(style)),
    "extras on an Exact Strike": lambda options, style: sum(e.when is When.EXACT_STRIKE for m in moves_of(style) for e in m.effects),
    **{
        f"{name} cells": lambda options, style, fits=fits: sum(fits(*m.dice) for m in moves_of(style))  # type: ignore[misc]
        for name, fits in PATTERNS.items()
    },
}  # fmt: skip


@finds
def style_is(options: Options, style: str, measure: str, wanted: str) -> Found:
    """Where a style stands among the five by some measure of its manoeuvres: most, least, between, below or above the mean of all."""
    values = {name: MEASURES[measure](options, name) for name in STYLES}
    mine, others = values[style], [v for name, v in values.items() if name != style]
    good = {
        "most": mine > max(others),
        "least": mine < min(others),
        "between": min(others) < mine < max(others),
        "below the mean": mine < mean(values.values()),
        "below Two-Handed": mine < values["two-handed"],
    }[wanted]
    return Found(good, f"{measure}: " + ", ".join(f"{name} {value:.3g}" for name, value in values.items()))


@finds
def styles_differ(options: Options) -> Found:
    """Whether no two styles have the same cells."""
    shared = {(a, b): len({m.dice for m in moves_of(a)} & {m.dice for m in moves_of(b)}) for a, b in combinations(STYLES, 2)}
    return Found(max(shared.values()) < 20, f"{len(STYLES)} styles, {min(shared.values())} to {max(shared.values())} of 20 cells in common")


@finds
def only_style_with(options: Options, style: str, special: str) -> Found:
    """Whether this style alone has a special rule."""
    who = [name for name in STYLES if config().styles[name].special.slug == special]
    return Found(who == [style], f"{', '.join(who) or 'no style'}")


@cache
def _harm_done(options: str, hero: str, foe: str, shield: int) -> float:
    """The mean damage of a creature's attack on a hero."""
    question = odds.AttackQuestion(creature=foe, hero=hero, shield=shield)
    return float(odds.attack_odds(question, Options.model_validate_json(options)).result["mean_damage"]["value"])


@finds
def suffers(options: Options, style: str, than: str) -> Found:
    """Whether a starting hero of a style loses less HP than another to the attacks of two creatures; a shield at its manoeuvres' places."""

    def lost(name: str) -> float:
        hero = library().heroes[f"{name}-1"]
        places = [library().manoeuvres[name][str(m)].dice[1] for m in hero.manoeuvres] if name == "sword-and-shield" else [0]
        return mean(_harm_done(options.model_dump_json(), f"{name}-1", foe, at) for foe in ("skeleton", "giant-rat") for at in places)

    mine, other = lost(style), lost(than)
    return Found(mine < other, f"{mine:.2f} HP an attack, {than} {other:.2f}")


@finds
def cleaves(options: Options) -> Found:
    """Whether a two-handed blow hurts a second enemy."""
    fight = Fight(options, foes=[foe_with(), foe_with()], hero={"style": "two-handed"}).strike((4, 5), 8)
    return Found(fight.hp(2) < 100, f"8 damage, and {100 - fight.hp(2)} to the next")


@finds
def second_blows(options: Options) -> Found:
    """Whether a dual-wield hit can bring a second blow."""
    damage = Fight(options, [move_on((4, 4), "1")], hero={"style": "dual-wield"}).damage(Way.SHIFTED)
    return Found(damage[1] < 1, f"{percent(1 - damage[1])} of hits")


@finds
def ripostes(options: Options) -> Found:
    """Whether a one-handed hero answers an attack that misses."""
    if options.riposte_die == 0:
        return Found(False, "no answer")
    fight = Fight(options, hero={"style": "one-handed"}).roll(NOWHERE).roll(NOWHERE, 1)
    return Found(fight.hp(FOE) < 100, f"a miss is answered with D{options.riposte_die}")
