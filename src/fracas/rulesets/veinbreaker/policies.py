"""Policies of computer players. They are rules too, so they can be simulated, solved and replayed."""

from __future__ import annotations

from fracas.dice import Dice, chance, die, rule, scratch
from fracas.rulesets.veinbreaker.codes import AbilityType, Action, MeterRoles, Phase, Policy, ReactionKind
from fracas.rulesets.veinbreaker.rules.actions import PLAYER_DECIDES, legal, window_here
from fracas.rulesets.veinbreaker.rules.chain import link_at, may_declare, may_lengthen
from fracas.rulesets.veinbreaker.rules.damage import is_wounded
from fracas.rulesets.veinbreaker.rules.execution import may_execute
from fracas.rulesets.veinbreaker.rules.player_turn import may_cash_out
from fracas.rulesets.veinbreaker.rules.reactions import may_react
from fracas.rulesets.veinbreaker.state import CERTAIN, DECLARE, LINK_BITS, LINK_MASK, MAX_ACTIONS, PLAYER, REACT, Book, State

CAREFUL_LENGTH = 3
"""Maximum length of a chain that the careful player declares."""
EXPOSED = 2
"""The balance at which the careful player reacts to being exposed."""
NOTHING = -1
ANY, ATTACKS, LIFTS = range(3)
WORTH_A_LIFT = 3
"""The number of affordable links at which the greedy player starts with one that lifts the others."""


@rule(rare=True)
def at_random(dice: Dice, state: State, book: Book) -> int:
    """Any legal action, with equal chances."""
    actions = scratch(MAX_ACTIONS, 0)
    n = legal(state, book, actions)
    return actions[0] if n == 1 else actions[die(dice, n) - 1]


@rule(rare=True)
def best_link(state: State, book: Book, wanted: int) -> int:
    """The most valuable ability that can be declared next, of all, of attacks, or of those that lift later links; -1: none.

    The first one wins a tie.
    """
    best = NOTHING
    worth = -1
    if not may_lengthen(state, book):
        return best
    for i in range(book.ability_count):
        ability = book.abilities[i]
        if (wanted == ATTACKS and ability.kind != AbilityType.ATTACK) or (wanted == LIFTS and ability.lifts == 0):
            continue
        if ability.worth > worth and may_declare(state, book, i):
            best = i
            worth = ability.worth
    return best


@rule(rare=True)
def greedy_declares(state: State, book: Book) -> int:
    """As much damage as RP and pools allow: first links that make a long chain hit more often, then attacks, then the rest.

    An execution whenever possible.
    """
    if may_execute(state, book, 0):
        return Action.EXECUTE
    best = NOTHING
    enough = state.fighters[PLAYER].rp >= WORTH_A_LIFT * book.options.rp_per_link and book.options.longest_chain >= WORTH_A_LIFT
    if state.links == 0 and enough:
        best = best_link(state, book, LIFTS)
    if best == NOTHING:
        best = best_link(state, book, ATTACKS)
    if best == NOTHING:
        best = best_link(state, book, ANY)
    return Action.GO if best == NOTHING else DECLARE + best


@rule(rare=True)
def careful_declares(state: State, book: Book) -> int:
    """A short chain that saves RP for a reaction, with a guard first if wounded."""
    if may_execute(state, book, 0):
        return Action.EXECUTE
    kept = 0
    for reaction in (
        ReactionKind.CANCEL_INTERRUPT,
        ReactionKind.GUARD,
        ReactionKind.BALANCE,
        ReactionKind.MOMENTUM,
        ReactionKind.END_CHAIN,
    ):
        if kept == 0 and may_react(state, book, reaction):
            kept = book.reactions[reaction].rp
    if state.links > 0 and state.fighters[PLAYER].rp - book.options.rp_per_link < kept:
        return Action.GO
    if state.links >= CAREFUL_LENGTH:
        return Action.GO
    if state.links == 0 and is_wounded(state, book, PLAYER):
        for i in range(book.ability_count):
            if book.abilities[i].kind == AbilityType.DEFENSE and may_declare(state, book, i):
                return DECLARE + i
    best = best_link(state, book, ATTACKS)
    if best == NOTHING and state.links == 0:
        best = best_link(state, book, ANY)
    return Action.GO if best == NOTHING else DECLARE + best


@rule(rare=True)
def planned_declares(state: State, book: Book) -> int:
    """The links of the plan, in order, as far as they can be declared."""
    first = 0
    found = 0
    for k in range(book.plan_length):
        if found < state.links and link_at(state, found) == (book.plan >> (LINK_BITS * k)) & LINK_MASK:
            found += 1
            first = k + 1
    for k in range(first, book.plan_length):
        i = (book.plan >> (LINK_BITS * k)) & LINK_MASK
        if may_declare(state, book, i):
            return DECLARE + i
    return Action.GO


@rule(rare=True)
def careful_reacts(state: State, book: Book) -> int:
    """The reaction that protects the chain best, if there is one."""
    if may_react(state, book, ReactionKind.CANCEL_INTERRUPT):
        return REACT + ReactionKind.CANCEL_INTERRUPT
    if state.fighters[PLAYER].balance >= EXPOSED and book.options.meter_roles == MeterRoles.DOCUMENT:
        if may_react(state, book, ReactionKind.BALANCE):
            return REACT + ReactionKind.BALANCE
        if may_react(state, book, ReactionKind.GUARD):
            return REACT + ReactionKind.GUARD
        if may_react(state, book, ReactionKind.END_CHAIN) and state.after != 0:
            return REACT + ReactionKind.END_CHAIN
    if may_react(state, book, ReactionKind.MOMENTUM):
        return REACT + ReactionKind.MOMENTUM
    return Action.LET


@rule(rare=True)
def player_chooses(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action of a player's policy."""
    phase = state.phase
    if phase == Phase.DECLARING:
        if policy == Policy.GREEDY:
            return greedy_declares(state, book)
        return careful_declares(state, book) if policy == Policy.CAREFUL else planned_declares(state, book)
    if phase in (Phase.CONTEST, Phase.OPENING):
        return Action.INTERRUPT
    if phase == Phase.REACTING:
        return careful_reacts(state, book) if policy == Policy.CAREFUL else Action.LET
    if policy != Policy.PLANNED and may_execute(state, book, state.at + 1):
        return Action.EXECUTE
    return Action.CASH_OUT if policy == Policy.CAREFUL and may_cash_out(state, book) else Action.PRESS


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action of a policy in this state."""
    phase = state.phase
    if phase in (Phase.ENEMY_LINK, Phase.UNDENIED):
        return Action.STRIKE
    if phase == Phase.TELEGRAPH:
        return Action.SHOW
    if policy == Policy.RANDOM:
        return at_random(dice, state, book)
    if phase in (Phase.LINK, Phase.AFTERWARDS):
        percent = window_here(state, book)
        if percent == 0:
            return Action.LET
        if policy == Policy.RUTHLESS or percent == CERTAIN or chance(dice, percent / 100.0):
            return Action.INTERRUPT
        return Action.LET
    if phase in PLAYER_DECIDES:
        return player_chooses(dice, policy, state, book)
    return Action.LET
