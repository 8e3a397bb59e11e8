"""Statuses and bonuses: applying them, being Primed, their effects at the end of a round."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.veinbreaker.codes import Bonus, Meter, Said, Source, Status
from fracas.rulesets.veinbreaker.limits import MAX_STACKS
from fracas.rulesets.veinbreaker.rules.damage import heal, lose_hp
from fracas.rulesets.veinbreaker.rules.meters import shift
from fracas.rulesets.veinbreaker.state import PLAYER, Book, State

STATUSES, BONUSES = len(Status), len(Bonus)


@rule(rare=True)
def lay_status(dice: Dice, state: State, who: int, status: int, stacks: int, rounds: int) -> None:
    """Apply a status to a fighter: stacks add up, and the longer duration counts; for Retaliate, durations add up."""
    it = state.fighters[who]
    it.stacks[status] = min(it.stacks[status] + stacks, MAX_STACKS)
    if status == Status.RETALIATE:
        it.rounds[status] = min(it.rounds[status] + rounds, MAX_STACKS)
    else:
        it.rounds[status] = max(it.rounds[status], rounds)
    note(dice, Said.LAID, who, status, stacks)


@rule(rare=True)
def is_primed(state: State, book: Book, who: int) -> bool:
    """Whether a fighter can be executed: few HP left (a quarter, rounded half up), Vulnerable, Staggered, or Primed."""
    it = state.fighters[who]
    options = book.options
    if it.hp <= (it.max_hp * options.primed_percent + 50) // 100:
        return True
    if it.stacks[Status.VULNERABLE] >= options.primed_vulnerable or it.stacks[Status.STAGGER] >= options.primed_stagger:
        return True
    return it.stacks[Status.PRIMED] > 0


@rule(rare=True)
def give_bonus(dice: Dice, state: State, who: int, kind: int, amount: int, rounds: int) -> None:
    """Give a fighter a bonus (or malus) for some rounds: amounts add up, and last as long as the longest of them."""
    it = state.fighters[who]
    it.bonus[kind] = max(-MAX_STACKS, min(it.bonus[kind] + amount, MAX_STACKS))
    it.bonus_rounds[kind] = max(it.bonus_rounds[kind], rounds) if it.bonus[kind] != 0 else 0
    note(dice, Said.BONUS, who, kind, amount)


@rule
def bonus_of(state: State, book: Book, who: int, kind: int) -> int:
    """An active bonus: temporary ones, and that of the player's stance."""
    found = state.fighters[who].bonus[kind]
    if who == PLAYER and state.stance > 0:
        found += book.abilities[state.stance - 1].held[kind]
    return found


@rule(rare=True)
def count_down(dice: Dice, state: State, who: int, status: int) -> None:
    """A round of a status is over."""
    it = state.fighters[who]
    if it.rounds[status] > 0:
        it.rounds[status] -= 1
        if it.rounds[status] == 0 or it.stacks[status] == 0:
            it.rounds[status] = 0
            it.stacks[status] = 0
            note(dice, Said.WEARS_OFF, who, status)


@rule(rare=True)
def tick(dice: Dice, state: State, book: Book, who: int) -> None:
    """The end of the round for one fighter: Bleed does damage and decays, Radiant Burn does damage, Radiance heals and decays."""
    it = state.fighters[who]
    it.guard = 0
    it.braced = 0
    if it.stacks[Status.BLEED] > 0:
        lose_hp(dice, state, who, it.stacks[Status.BLEED], Source.BLEED)
        it.stacks[Status.BLEED] -= 1
    if it.stacks[Status.RADIANT_BURN] > 0 and it.hp > 0:
        lose_hp(dice, state, who, it.stacks[Status.RADIANT_BURN], Source.BURN)
    if it.hp <= 0:
        return
    if it.radiance > 0:
        heal(dice, state, who, it.radiance, 1)
        shift(state, book, who, Meter.RADIANCE, -1)
    for status in range(STATUSES):
        count_down(dice, state, who, status)
    for kind in range(BONUSES):
        if it.bonus_rounds[kind] > 0:
            it.bonus_rounds[kind] -= 1
            if it.bonus_rounds[kind] == 0:
                it.bonus[kind] = 0
