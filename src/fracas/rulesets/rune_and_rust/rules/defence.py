"""Defence: the STURDINESS dice against attacks, and Defend."""

from __future__ import annotations

from fracas.dice import Dice, note, rule, successes
from fracas.rulesets.rune_and_rust.codes import Attribute, PsychicDefence, Said, Status
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.fighters import D6, attribute, has
from fracas.rulesets.rune_and_rust.state import Book, State


@rule
def defence_dice(state: State, book: Book, target: int, psychic: int) -> int:
    """The dice that a target rolls against an attack."""
    return defence_with(state, book, target, psychic, has(state.fighters[target], Status.DODGING))


@rule
def defence_with(state: State, book: Book, target: int, psychic: int, dodging: bool) -> int:
    """The document's STURDINESS dice, more while dodging (an option allows WILL against psychic attacks)."""
    options = book.options
    if psychic != 0 and options.psychic_defence == PsychicDefence.WILL:
        return max(attribute(state, book, target, Attribute.WILL), 1)
    return attribute(state, book, target, Attribute.STURDINESS) + (options.dodge_sturdiness if dodging else 0)


@rule
def net_against(result: int, defence: int, options: Options) -> int:
    """The net result against this many defence dice. By the formula STURDINESS 0 is no special case; another reading always hits it."""
    if options.zero_sturdiness_always_hit != 0 and defence <= 0 and result < 1:
        return 1
    return result


@rule
def guard_percent(made: int, options: Options) -> int:
    """The reduction of the next hit by a Defend with this many successes, in percent."""
    return min(made * options.guard_percent_a_success, options.guard_cap_percent)


@rule(rare=True)
def defend(dice: Dice, state: State, book: Book, who: int) -> None:
    """Roll STURDINESS: each success reduces the next hit by a share."""
    note(dice, Said.TAKES_GUARD, who)
    made = successes(dice, attribute(state, book, who, Attribute.STURDINESS), book.options.success_face, D6)
    percent = guard_percent(made, book.options)
    if percent == 0:
        note(dice, Said.DEFENDS, who, 0, 0)
    guard(dice, state, who, percent, 1)


@rule(rare=True)
def guard(dice: Dice, state: State, who: int, percent: int, turns: int) -> None:
    """Take cover: the next hit does this percentage less damage. A better guard that lasts beyond this turn is kept."""
    it = state.fighters[who]
    if percent <= 0:
        return
    note(dice, Said.DEFENDS, who, percent, turns)
    it.guard_percent = max(percent, it.guard_percent if it.turns[Status.GUARDED] > 1 else 0)
    if it.turns[Status.GUARDED] == 0:
        it.lasting += 1
    it.turns[Status.GUARDED] = max(it.turns[Status.GUARDED], turns + 1)
