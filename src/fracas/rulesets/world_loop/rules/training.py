"""Training: fractions of attribute points for a fighter's actions."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.engine.records.record import Row
from fracas.rulesets.world_loop.codes import Said
from fracas.rulesets.world_loop.state import MILLION, Book, Fighter


@rule(rare=True)
def train(dice: Dice, me: Fighter, book: Book, gains: Row[int]) -> None:
    """Add fractions of attribute points, up to the caps; none for the exhausted."""
    if me.stamina <= 0 or book.tireless != 0:
        return
    for i in range(6):
        if gains[i] > 0 and me.attributes[i] < me.caps[i]:
            me.training[i] += gains[i]
            while me.training[i] >= MILLION and me.attributes[i] < me.caps[i]:
                me.training[i] -= MILLION
                me.attributes[i] += 1
                note(dice, Said.TRAINS, me.uid, i, me.attributes[i])
            if me.attributes[i] >= me.caps[i]:
                me.training[i] = 0
