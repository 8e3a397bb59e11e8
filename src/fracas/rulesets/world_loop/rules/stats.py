"""Effective stats: a fighter's own and those of its gear; and when a fighter counts as hurt."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.world_loop.codes import Stat
from fracas.rulesets.world_loop.state import Book, Fighter


@rule
def effective_atk(me: Fighter, book: Book) -> int:
    """ATK with gear."""
    return me.atk + book.items[me.gear[0]].atk + book.items[me.gear[1]].atk + book.items[me.gear[2]].atk


@rule
def effective_def(me: Fighter, book: Book) -> int:
    """DEF with gear."""
    return me.defence + book.items[me.gear[0]].defence + book.items[me.gear[1]].defence + book.items[me.gear[2]].defence


@rule
def effective_spd(me: Fighter, book: Book) -> int:
    """SPD with gear."""
    return me.spd + book.items[me.gear[0]].spd + book.items[me.gear[1]].spd + book.items[me.gear[2]].spd


@rule
def effective_max_hp(me: Fighter, book: Book) -> int:
    """Max HP with gear."""
    return me.max_hp + book.items[me.gear[0]].hp + book.items[me.gear[1]].hp + book.items[me.gear[2]].hp


@rule
def effective_crit(me: Fighter, book: Book) -> float:
    """Crit rate with gear."""
    return me.crit + book.items[me.gear[0]].crit + book.items[me.gear[1]].crit + book.items[me.gear[2]].crit


@rule
def effective_evasion(me: Fighter, book: Book) -> float:
    """Evasion with gear."""
    return me.evasion + book.items[me.gear[0]].evasion + book.items[me.gear[1]].evasion + book.items[me.gear[2]].evasion


@rule
def percent_base(me: Fighter, book: Book) -> int:
    """The max HP to which the percentages in a fighter's decisions refer."""
    return effective_max_hp(me, book) if book.options.thresholds_of == Stat.EFFECTIVE else me.max_hp


@rule
def below(me: Fighter, book: Book, percent: int) -> bool:
    """Whether HP are below a percentage."""
    return me.hp * 100 < percent * percent_base(me, book)


@rule
def at_most(me: Fighter, book: Book, percent: int) -> bool:
    """Whether HP are at or below a percentage."""
    return me.hp * 100 <= percent * percent_base(me, book)
