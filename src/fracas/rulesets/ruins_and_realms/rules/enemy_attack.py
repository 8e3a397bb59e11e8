"""An enemy's attack: its manoeuvre or its Prime against armour, shield and defence, and the hero's ripostes."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.ruins_and_realms.codes import Addition, Ending, Reduction, Said, ShieldRule, Source, Special, Way
from fracas.rulesets.ruins_and_realms.rules.armour import armor_against, defence_against, shield_meets
from fracas.rulesets.ruins_and_realms.rules.conditions import conditions_met
from fracas.rulesets.ruins_and_realms.rules.damage import at_least_minimum, extra_blow, lowest_damage, move_damage, wound
from fracas.rulesets.ruins_and_realms.rules.effects import apply_effects, drain
from fracas.rulesets.ruins_and_realms.state import HERO, Book, Manoeuvre, State


@rule
def answer_miss(dice: Dice, state: State, book: Book, who: int) -> None:
    """The one-handed hero's riposte to a failed attack; not while fleeing."""
    if book.special != Special.RIPOSTE or book.options.riposte_die == 0 or state.fleeing != 0:
        return
    if state.fighters[HERO].hp > 0 and state.fighters[who].hp > 0:
        note(dice, Said.ANSWERS, who)
        extra_blow(dice, state, book, who, 1, book.options.riposte_die, 0)


@rule
def enemy_strike(dice: Dice, state: State, book: Book, who: int, move: Manoeuvre, prime: bool) -> None:
    """An enemy's manoeuvre, or its Prime, against the hero. A hit on a hero who is DOWN is death."""
    it = state.fighters[who]
    if state.fighters[HERO].hp == 0:
        note(dice, Said.DIES)
        state.over = Ending.DEATH
        return
    if state.evading != 0:
        note(dice, Said.EVADES, 0)
        answer_miss(dice, state, book, who)
        return
    if it.curse > 0:
        note(dice, Said.ADDS, -it.curse, Addition.CURSE)
    met = conditions_met(state, book, move, who, HERO, Way.PRIME if prime else Way.SHIFTED) if move.effect_count > 0 else 0
    off = 0
    if not prime and move.pierces == 0:
        off = armor_against(book, move)
        if off > 0:
            note(dice, Said.LESS, off, Reduction.ARMOUR)
        if shield_meets(state, move):
            state.blocked = book.tracks_blocks
            if book.options.shield == ShieldRule.BLOCK:
                note(dice, Said.STOPPED)
                return
            note(dice, Said.LESS, book.block + state.block, Reduction.SHIELD)
            off += book.block + state.block
    off += defence_against(dice, state, book, HERO, move.pierces)
    sum_only = lowest_damage(move, met) - it.curse - off >= book.options.minimum_damage
    total, shown = move_damage(dice, book, move, who, met, -it.curse, False, sum_only)
    lost = wound(dice, state, book, HERO, at_least_minimum(dice, book, total - off, shown), Source.BLOW)
    if met != 0 and state.over == 0:
        drain(dice, state, book, who, move, met, lost)
    if state.riposte > 0 and state.over == 0:
        note(dice, Said.ANSWERS, who)
        extra_blow(dice, state, book, who, 1, state.riposte, 0)
    if met != 0 and state.over == 0:
        apply_effects(dice, state, book, who, HERO, move, met)
