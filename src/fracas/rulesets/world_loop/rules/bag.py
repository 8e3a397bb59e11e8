"""The bag: its capacity, and its potions."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.world_loop.codes import BAG, Slot
from fracas.rulesets.world_loop.state import NOTHING, Book, Fighter


@rule(rare=True)
def place_for(me: Fighter, book: Book, item: int) -> int:
    """The first free slot of the bag, if the item can be carried; else -1."""
    kind = book.kinds[me.kind]
    weight = book.items[item].weight
    place = -1
    for i in range(kind.slots):
        if me.bag[i] == NOTHING:
            if place < 0:
                place = i
        else:
            weight += book.items[me.bag[i]].weight
    return place if weight <= kind.carries else -1


@rule(rare=True)
def put_in_bag(me: Fighter, book: Book, item: int) -> bool:
    """Put an item into the bag, if there is room."""
    place = place_for(me, book, item)
    if place >= 0:
        me.bag[place] = item
    return place >= 0


@rule(rare=True)
def best_potion(me: Fighter, book: Book) -> int:
    """The slot of the strongest potion in the bag, or -1."""
    found = -1
    for i in range(BAG):
        item = book.items[me.bag[i]]
        if me.bag[i] != NOTHING and item.slot == Slot.POTION:
            if found < 0 or item.heal > book.items[me.bag[found]].heal:
                found = i
    return found


@rule
def potions_left(me: Fighter, book: Book) -> int:
    """The number of potions in a bag."""
    n = 0
    for i in range(BAG):
        if me.bag[i] != NOTHING and book.items[me.bag[i]].slot == Slot.POTION:
            n += 1
    return n
