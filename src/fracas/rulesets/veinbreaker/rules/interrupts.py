"""Interrupts: the enemy's interrupt windows, the roll and its threshold, costs and rewards of an interrupt."""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.rulesets.veinbreaker.codes import AbilityType, Condition, Interrupt, Meter, MeterRoles, Said, Source
from fracas.rulesets.veinbreaker.rules.attack import attack_total, idf_of, pack_pair
from fracas.rulesets.veinbreaker.rules.chain import is_late, link_at
from fracas.rulesets.veinbreaker.rules.damage import heal, lose_hp
from fracas.rulesets.veinbreaker.rules.meters import gain_rp, shift
from fracas.rulesets.veinbreaker.rules.rolls import roll_for
from fracas.rulesets.veinbreaker.state import CERTAIN, ENEMY, PLAYER, Ability, Book, State

# --- interrupt windows --------------------------------------------------------------------------------------------------


@rule
def has_moved(state: State, book: Book) -> bool:
    """Whether the chain has contained a movement so far."""
    for i in range(state.at):
        if book.abilities[link_at(state, i)].kind == AbilityType.MOVEMENT:
            return True
    return False


@rule(rare=True)
def condition_holds(state: State, book: Book, when: int, at_least: int) -> bool:
    """Whether the condition of an interrupt window is met at the current link of the player's chain."""
    if when == Condition.ALWAYS:
        return True
    if when == Condition.MISSED:
        return state.missed != 0
    if when == Condition.LONG_CHAIN:
        return state.links >= at_least
    if when == Condition.HEAT:
        return state.fighters[PLAYER].heat >= at_least
    if when == Condition.BLOOD_MARKS:
        return state.blood >= at_least
    if when == Condition.MOVED:
        return has_moved(state, book)
    if when == Condition.REPEAT:
        return (state.last_chain >> link_at(state, state.at)) & 1 != 0
    return not has_moved(state, book)


@rule(rare=True)
def window_percent(state: State, book: Book, timing: int) -> int:
    """How often the enemy takes the opportunity to interrupt here, in percent; 0 if it has none.

    Its own windows come first. If none of them applies, it may interrupt whenever the last link missed or the link is late.
    """
    foe = book.foes[state.foe]
    if foe.budget > 0 and state.attempts >= foe.budget:
        return 0
    for i in range(foe.window_count):
        window = foe.windows[i]
        if window.timing == timing and (window.links >> (state.at + 1)) & 1 != 0:
            if condition_holds(state, book, window.when, window.at_least):
                return window.percent
    if book.options.default_windows != 0 and (state.missed != 0 or is_late(state, book)):
        return CERTAIN
    return 0


# --- the interrupt ------------------------------------------------------------------------------------------------------


@rule
def threshold(state: State, book: Book, who: int, ability: Ability) -> int:
    """The threshold of an interrupt of a fighter's chain."""
    at = attack_total(state, book, who, ability) + idf_of(state, book, who) + state.fighters[who].braced + book.options.threshold_bonus
    if book.options.meter_roles == MeterRoles.DOCUMENT:
        at -= state.fighters[who].balance
    return at


@rule(rare=True)
def interrupt(dice: Dice, state: State, book: Book, who: int, ability: Ability) -> int:
    """The other side interrupts a fighter's chain at the current link. Returns the result (`Interrupt`); a perfect one breaks the chain."""
    rolled = roll_for(dice, state, book, 1 - who)
    at = threshold(state, book, who, ability)
    state.fighters[who].braced = 0
    perfect = rolled >= at + book.options.perfect_margin
    outcome = Interrupt.PERFECT if perfect else Interrupt.SUCCEEDS if rolled >= at else Interrupt.FAILS
    note(dice, Said.INTERRUPTED, 1 - who, outcome, pack_pair(rolled, at))
    if outcome == Interrupt.FAILS:
        return outcome
    lose_meters(state, book, who, perfect)
    if who == ENEMY:
        reward_interrupt(dice, state, book)
    if perfect:
        counter(dice, state, book, who)
    return outcome


@rule
def lose_meters(state: State, book: Book, who: int, perfect: bool) -> None:
    """The meters that the owner of the chain loses by an interrupt."""
    loss = book.options.perfect_loss if perfect else book.options.interrupt_loss
    shift(state, book, who, Meter.HEAT, -loss)
    shift(state, book, who, Meter.MOMENTUM, -loss)
    shift(state, book, who, Meter.BALANCE, -book.options.balance_loss)


@rule(rare=True)
def reward_interrupt(dice: Dice, state: State, book: Book) -> None:
    """A successful interrupt by the player gives RP."""
    gained = gain_rp(state, book, book.options.interrupt_reward)
    if gained > 0:
        note(dice, Said.METER, PLAYER, Meter.RP, gained)


@rule(rare=True)
def counter(dice: Dice, state: State, book: Book, who: int) -> None:
    """A perfect interrupt of a fighter's chain: damage to its owner, and healing if the player made it."""
    lose_hp(dice, state, who, die(dice, book.options.counter_die), Source.COUNTER)
    if who == ENEMY:
        if book.options.performance_rewards != 0:
            state.perfects += 1
        note(dice, Said.PARRY_HEALS, book.tier)
        heal(dice, state, PLAYER, die(dice, book.options.parry_die) * book.tier, 0)
