"""Reactions: the resolve abilities with which the player responds to an attempt to interrupt."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.veinbreaker.codes import Meter, ReactionKind, Said
from fracas.rulesets.veinbreaker.limits import ABILITIES, COOLDOWN_BITS
from fracas.rulesets.veinbreaker.rules.chain import cooldown_of
from fracas.rulesets.veinbreaker.rules.meters import shift
from fracas.rulesets.veinbreaker.state import PLAYER, Book, State

REACTIONS = len(ReactionKind)


@rule
def may_react(state: State, book: Book, i: int) -> bool:
    """Whether the player has a reaction, can pay for it, and it is not on cooldown."""
    reaction = book.reactions[i]
    if reaction.owned == 0 or state.fighters[PLAYER].rp < reaction.rp:
        return False
    return cooldown_of(state.cooldowns, ABILITIES + i) == 0


@rule(rare=True)
def may_react_at_all(state: State, book: Book) -> bool:
    """Whether the player may use any reaction."""
    if book.reacts != 0:
        for i in range(REACTIONS):
            if may_react(state, book, i):
                return True
    return False


@rule(rare=True)
def use_reaction(dice: Dice, state: State, book: Book, i: int) -> None:
    """Pay for a reaction and apply it at once: momentum, balance, or a higher threshold for this interrupt."""
    reaction = book.reactions[i]
    note(dice, Said.REACTS, i)
    shift(state, book, PLAYER, Meter.RP, -reaction.rp)
    state.cooldowns |= reaction.cooldown << (COOLDOWN_BITS * (ABILITIES + i))
    if i == ReactionKind.MOMENTUM:
        shift(state, book, PLAYER, Meter.MOMENTUM, reaction.amount)
    elif i == ReactionKind.BALANCE:
        shift(state, book, PLAYER, Meter.BALANCE, -state.fighters[PLAYER].balance)
    elif i == ReactionKind.GUARD:
        state.fighters[PLAYER].braced = reaction.amount
