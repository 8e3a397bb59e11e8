"""Interrupts: a target's reactions to a manoeuvre, by its dice."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.ruins_and_realms.board import FACES
from fracas.rulesets.ruins_and_realms.codes import InterruptDice, InterruptEffect, InterruptKind, InterruptsRule, Said, Way
from fracas.rulesets.ruins_and_realms.state import Book, Interrupt, Manoeuvre, State


@rule
def triggered(state: State, book: Book, each: Interrupt, move: Manoeuvre) -> bool:
    """Whether an interrupt is triggered by the dice of a manoeuvre, and the manoeuvre does not ignore its kind."""
    primary, secondary = move.primary, move.secondary
    if book.options.interrupt_dice == InterruptDice.ROLLED:
        primary, secondary = state.table // FACES + 1, state.table % FACES + 1
    if (each.primary >> primary) & 1 == 0 and (each.secondary >> secondary) & 1 == 0:
        return False
    if (move.ignores >> each.kind) & 1 != 0:
        return False
    rounds = book.options.movement_interrupts_rounds
    return not (each.kind == InterruptKind.MOVEMENT and rounds > 0 and state.tempo > rounds)


@rule
def interruption(dice: Dice, state: State, book: Book, target: int, move: Manoeuvre, way: int) -> tuple[int, int, int, int]:
    """The effect of a target's interrupts on a manoeuvre: reduction, halving, reflection, miss. A Prime ignores them all."""
    less = 0
    halved = 0
    reflected = 0
    missed = 0
    if way < Way.PRIME:
        sheet = book.sheets[target]
        for i in range(sheet.interrupt_count):
            each = sheet.interrupts[i]
            if triggered(state, book, each, move):
                note(dice, Said.INTERRUPTED, target, i)
                if each.effect == InterruptEffect.REDUCE:
                    less += each.amount
                elif each.effect == InterruptEffect.HALVE:
                    halved = 1
                elif each.effect == InterruptEffect.REFLECT:
                    reflected += each.amount
                else:
                    missed = 1
                if book.options.interrupts == InterruptsRule.FIRST:
                    break
    return less, halved, reflected, missed
