"""Stamina: the costs of actions, and its recovery."""

from __future__ import annotations

from fracas.dice import rule
from fracas.rulesets.world_loop.state import Book, Fighter


@rule
def pay_stamina(me: Fighter, book: Book, cost: int) -> None:
    """Reduce stamina, not below 0."""
    if book.tireless == 0:
        me.stamina = max(me.stamina - cost, 0)


@rule
def regain_stamina(me: Fighter, book: Book, resting: bool) -> None:
    """Regain stamina at the end of a tick."""
    o = book.options
    if book.tireless == 0:
        me.stamina = min(me.stamina + (o.stamina_regen_resting if resting else o.stamina_regen), me.max_stamina)
