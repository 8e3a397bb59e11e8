"""Items: carrying up to three of a kind, gear that changes stats, potions and scrolls that are used up."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.arda.codes import ITEM_LIMIT, NOTHING, STATS, Said
from fracas.rulesets.arda.rules.effects import begin_effect, cure
from fracas.rulesets.arda.rules.healing import heal
from fracas.rulesets.arda.state import Book, State


@rule
def carried(items: int, item: int) -> int:
    """The number of an item that is carried."""
    return (items >> (2 * (item - 1))) & 3


@rule
def usable(state: State, book: Book, item: int) -> bool:
    """Whether an item is carried and can be used up."""
    return book.items[item].used_up != 0 and carried(state.items, item) > 0


@rule
def change_count(state: State, book: Book, item: int, change: int) -> None:
    """Add or remove one of an item; the stat bonus of a kind counts once, while any of it is carried."""
    have = carried(state.items, item)
    state.items += change << (2 * (item - 1))
    if have + min(change, 0) == 0:
        for stat in range(STATS):
            state.stats[stat] += change * book.items[item].bonus[stat]


@rule
def gain_item(dice: Dice, state: State, book: Book, item: int) -> None:
    """The hero takes an item, unless three of its kind are already carried."""
    if carried(state.items, item) < ITEM_LIMIT:
        note(dice, Said.GAINED, item)
        change_count(state, book, item, 1)


@rule
def lose_item(dice: Dice, state: State, book: Book, item: int) -> None:
    """The hero loses an item, if it is carried."""
    if carried(state.items, item) > 0:
        note(dice, Said.LOST, item)
        change_count(state, book, item, -1)


@rule(rare=True)
def use_item(dice: Dice, state: State, book: Book, item: int) -> None:
    """The hero uses up a potion or a scroll."""
    sheet = book.items[item]
    note(dice, Said.USED, item)
    change_count(state, book, item, -1)
    if sheet.heal > 0:
        heal(dice, state, book, sheet.heal)
    if sheet.cures != 0:
        cure(dice, state, book)
    if sheet.effect != NOTHING:
        begin_effect(dice, state, book, sheet.effect)
