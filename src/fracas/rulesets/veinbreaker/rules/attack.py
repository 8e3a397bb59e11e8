"""The attack: a link's total and its target; miss, hit or crit."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.veinbreaker.codes import Bonus, Defense, Part, Result, Said
from fracas.rulesets.veinbreaker.limits import MAX_MARKS
from fracas.rulesets.veinbreaker.models import Options
from fracas.rulesets.veinbreaker.rules.rolls import mode_of, roll_for
from fracas.rulesets.veinbreaker.rules.statuses import bonus_of, is_primed
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, Ability, Book, State

LOG_SCALE = 1024
LOG_OFFSET = LOG_SCALE // 2


@rule
def pack_pair(first: int, second: int) -> int:
    """Pack two numbers into one number of a log event."""
    return first * LOG_SCALE + second + LOG_OFFSET


def unpack_pair(pair: int) -> tuple[int, int]:
    """Unpack the two numbers.

    >>> unpack_pair(pack_pair(-3, -7))
    (-3, -7)
    """
    first, second = divmod(pair, LOG_SCALE)
    return first, second - LOG_OFFSET


@rule
def idf_of(state: State, book: Book, who: int) -> int:
    """A fighter's interrupt defence factor."""
    base = book.idf if who == PLAYER else book.foes[state.foe].idf
    return max(base + bonus_of(state, book, who, Bonus.IDF), 0)


@rule(rare=True)
def defense_target(dice: Dice, state: State, book: Book, who: int) -> int:
    """The target of an attack on a fighter: DV, or a roll if defence is contested; plus IDF, momentum and bonuses."""
    base = book.dv if who == PLAYER else book.foes[state.foe].dv
    if book.options.defense == Defense.CONTESTED:
        base = roll_for(dice, state, book, who)
    if who == ENEMY and book.foes[state.foe].primed_defense != 0 and is_primed(state, book, ENEMY):
        base += book.foes[state.foe].primed_defense
    return base + idf_of(state, book, who) + state.fighters[who].momentum + bonus_of(state, book, who, Bonus.DEFENSE)


@rule
def attack_total(state: State, book: Book, who: int, ability: Ability) -> int:
    """The chain's roll with the ability's modifier and the attack bonus; interrupts are measured by it."""
    return state.roll + ability.to_hit + bonus_of(state, book, who, Bonus.ATTACK)


@rule
def note_part(dice: Dice, part: int, amount: int) -> int:
    """Note a modifier of the roll, if it is not 0; returns it."""
    if amount != 0:
        note(dice, Said.ADDS, part, amount)
    return amount


@rule(rare=True)
def link_total(dice: Dice, state: State, book: Book, who: int, ability: Ability, executes: bool) -> int:
    """The total of a link: the attack total and the current balance.

    A finisher and an Execution Strike are easier on a Primed target, the latter also with three Blood Marks.
    """
    total = attack_total(state, book, who, ability)
    note_part(dice, Part.STAT, ability.to_hit)
    note_part(dice, Part.BONUS, bonus_of(state, book, who, Bonus.ATTACK))
    if book.options.balance_to_hit != 0:
        total += note_part(dice, Part.BALANCE, state.fighters[who].balance)
    if (executes or ability.finisher != 0) and is_primed(state, book, 1 - who):
        total += note_part(dice, Part.PRIMED, book.options.execution_bonus)
    if executes and state.blood >= MAX_MARKS:
        total += note_part(dice, Part.MARKS, 1)
    return total


@rule
def result_of(options: Options, total: int, target: int) -> Result:
    """Miss, hit or crit."""
    if total < target:
        return Result.MISS
    return Result.CRIT if total >= target + options.crit_margin else Result.HIT


@rule(rare=True)
def roll_link(dice: Dice, state: State, book: Book, who: int, ability: Ability, slot: int, executes: bool) -> None:
    """Resolve a link: the reused roll, or after a miss a new one, against the target."""
    if state.missed != 0:
        note(dice, Said.ROLLS_AGAIN, who, mode_of(state, who))
        state.roll = roll_for(dice, state, book, who)
    total = link_total(dice, state, book, who, ability, executes)
    target = defense_target(dice, state, book, 1 - who)
    state.result = result_of(book.options, total, target)
    if executes:
        note(dice, Said.EXECUTES, total, target)
        if target - total >= book.options.backlash_margin:
            state.result = Result.WRECKED
    elif state.result == Result.MISS:
        note(dice, Said.LINK_MISSES, who, slot, pack_pair(total, target))
    else:
        note(dice, Said.LINK_HITS if state.result == Result.HIT else Said.LINK_CRITS, who, slot, pack_pair(total, target))
