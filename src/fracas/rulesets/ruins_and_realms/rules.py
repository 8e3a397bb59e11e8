"""Ruins & Realms: every rule of its combat.

**The dice.** A roll is two D8 read as [Primary, Secondary]; they never swap. A fighter knows *manoeuvres*, each with a cell [P,S]. One
*shift point* moves one die by one, up or down, without wrapping from 8 to 1; points may be spent on both dice and are full again at
every attack. Locked cells, the fumble zone and the Prime zone, cannot be shifted into or out of.

**The hero's turn**: attack or flee. The attack rolls the dice. A *fumble* misses, and the weapon style says what else goes wrong,
worse on the critical one. A *Prime* does any equipped manoeuvre, adds the current shift total to its damage and ignores interrupts;
the critical one does more. Otherwise, with the dice on the table, the hero chooses: a manoeuvre in reach (an *Exact Strike*, which
needed no shifting, adds the shift total to damage) and a target, or to leave the dice, a miss. A shield stands where the Secondary
comes to lie, for this round.

**Interrupts** of the target answer manoeuvres by their dice: they take points off, halve, reflect, or make them miss.

**Damage** is dice and modifier, bonuses, halved if so interrupted, less interrupts, less defence; never below 0, and a die that shows
a 6 always does 1. **Effects** follow. Shift, defence and exposure laid on an enemy, or by one, count in the next round; what the hero
readies, in this one. Stuns, bleeding, being prone and curses are felt from the bearer's next turn on.

**The enemies' turns** follow, one by one. Each rolls, shifts as well as it can and does one manoeuvre in reach (no Exact Strikes), its
Prime, or its mishap. Armour whose dice set has a die of the manoeuvre takes its points off; a shield that stands at its Primary too.
Neither helps against a Prime.

**Conditions.** Below half HP the hero is WOUNDED, below a quarter CRITICAL (a shift point less), at 0 DOWN: the next hit is death.
The fight ends in victory when no enemy stands. A hero who flees gives every enemy an attack and, still standing, is gone.
"""

from __future__ import annotations

from fracas.dice import Dice, chance, die, note, rule
from fracas.engine.records.record import Row
from fracas.rulesets.ruins_and_realms.blows import (
    answer_miss,
    clear,
    enemy_blow,
    holds,
    lay,
    lower_guard,
    shift_total,
    strike,
    tired,
    wound,
)

# isort: off
# fmt: off
from fracas.rulesets.ruins_and_realms.state import (
    ALWAYS, AMBUSHED, BY_CRITICAL_PRIME, BY_PRIME, CRITICAL_FUMBLE, CRITICAL_PRIME, ENEMIES, EXACT, FACES, FLED, FLEE, FUMBLE, HERO, LEAVE,
    OF_BLEEDING, PLAIN, PRIME, RIPOSTE_SPECIAL, ROLL, SHIFTED, SLOTS, STRIKE, SURPRISE, Book, Said, State,
)
# fmt: on
# isort: on

NO_WAY = -1


# --- where a fight stands -----------------------------------------------------------------------------------------------


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the fight goes on, else how it ended."""
    return state.over


@rule
def to_act(state: State, book: Book) -> int:
    """The side whose turn it is: 0 the hero's, 1 the enemies'."""
    return 0 if state.turn == HERO else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The HP a side has left."""
    if side == 0:
        return state.fighters[HERO].hp
    total = 0
    for i in range(1, book.fighter_count):
        total += state.fighters[i].hp
    return total


# --- what can be done ---------------------------------------------------------------------------------------------------


@rule
def way_to(state: State, book: Book, slot: int, shift: int) -> int:
    """How the hero, with dice on the table and so many points, comes by a manoeuvre; `NO_WAY` if it is out of reach."""
    zone = book.zones[state.table]
    if zone == PRIME:
        return BY_PRIME
    if zone == CRITICAL_PRIME:
        return BY_CRITICAL_PRIME
    cost = book.sheets[HERO].costs[state.table * SLOTS + slot]
    if cost == 0:
        return EXACT
    return SHIFTED if cost <= shift else NO_WAY


@rule
def may_strike(state: State, book: Book, slot: int, target: int) -> bool:
    """Whether a manoeuvre can be used against a target, as far as its own condition goes."""
    if state.fighters[target].hp <= 0:
        return False
    when = book.sheets[HERO].manoeuvres[slot].only_when
    return when == ALWAYS or holds(state, book, when, HERO, target, SHIFTED)


@rule
def legal_strikes(state: State, book: Book, shift: int, actions: Row[int]) -> int:
    """List every manoeuvre in reach with every target; returns how many."""
    n = 0
    for slot in range(book.sheets[HERO].manoeuvre_count):
        if way_to(state, book, slot, shift) != NO_WAY:
            for target in range(1, book.fighter_count):
                if may_strike(state, book, slot, target):
                    actions[n] = STRIKE + slot * ENEMIES + target - 1
                    n += 1
    return n


@rule
def can_strike(state: State, book: Book, shift: int) -> bool:
    """Whether any manoeuvre is in reach of the dice on the table."""
    for slot in range(book.sheets[HERO].manoeuvre_count):
        if way_to(state, book, slot, shift) != NO_WAY:
            for target in range(1, book.fighter_count):
                if may_strike(state, book, slot, target):
                    return True
    return False


@rule
def may_leave(state: State, book: Book, s: int, shift: int) -> bool:
    """Whether the dice may be left with face ``s + 1`` of the Secondary up: as they lie, or for a shield wherever there are points for."""
    if s == state.table % FACES:
        return True
    return book.block > 0 and book.zones[state.table] == PLAIN and book.stands[state.table * FACES + s] <= shift


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List what the side to act may do; returns how many actions there are."""
    if state.rolled == 0:
        actions[0] = ROLL
        if state.turn == HERO and book.may_flee != 0:
            actions[1] = FLEE
            return 2
        return 1
    n = 0
    if state.turn != HERO:
        for slot in range(book.sheets[state.turn].manoeuvre_count):
            if (state.table >> slot) & 1 != 0:
                actions[n] = STRIKE + slot
                n += 1
        return n
    shift = shift_total(state, book, HERO)
    n = legal_strikes(state, book, shift, actions)
    for s in range(FACES):
        if may_leave(state, book, s, shift):
            actions[n] = LEAVE + s
            n += 1
    return n


# --- the course of turns ------------------------------------------------------------------------------------------------


@rule(rare=True)
def close(state: State, book: Book) -> None:
    """The fight is over: what no longer matters is cleared."""
    state.turn = 0
    state.rolled = 0
    state.table = 0
    state.fleeing = 0
    state.early = 0
    state.tempo = 0
    state.blocked = 0
    state.flowing = 0
    lower_guard(state)
    for i in range(book.fighter_count):
        clear(state.fighters[i])


@rule
def round_passes(state: State, book: Book) -> None:
    """What was for this round is over; what was laid for the next comes into force."""
    lower_guard(state)
    for i in range(book.fighter_count):
        it = state.fighters[i]
        it.shift_now = it.shift_next
        it.shift_next = 0
        it.guard_now = it.guard_next
        it.guard_next = 0


@rule(rare=True)
def escape(dice: Dice, state: State, book: Book) -> None:
    """The hero who fled and still stands gets away, or not."""
    state.fleeing = 0
    percent = book.options.flee_percent
    if percent >= 100 or chance(dice, percent / 100.0):
        note(dice, Said.ESCAPES)
        state.over = FLED
    else:
        note(dice, Said.CAUGHT)


@rule
def end_round(dice: Dice, state: State, book: Book) -> None:
    """All have had their turns: the next round begins."""
    if state.fleeing != 0:
        escape(dice, state, book)
        if state.over != 0:
            return
    round_passes(state, book)
    if state.early != 0:
        state.early = 0
        note(dice, Said.ROUND, state.clock)
        return
    state.clock += 1
    note(dice, Said.ROUND, state.clock)
    if book.tempo_most > 0 and state.tempo < book.tempo_most:
        before = tired(state, book)
        state.tempo += 1
        if tired(state, book) > before:
            note(dice, Said.TIRES, tired(state, book))


@rule
def begins_turn(dice: Dice, state: State, book: Book, who: int) -> bool:
    """A fighter's turn begins: it bleeds, and may lose the turn. Whether it can act."""
    it = state.fighters[who]
    if it.hp <= 0:
        if who == HERO:
            note(dice, Said.LOSES_TURN, who, 1)
        return False
    if it.prone > 0:
        it.prone -= 1
        if it.prone == 0:
            note(dice, Said.STANDS, who)
    if it.bleed_turns > 0:
        it.bleed_turns -= 1
        sides = it.bleed_sides
        if it.bleed_turns == 0:
            it.bleed_sides = 0
        wound(dice, state, book, who, die(dice, sides), OF_BLEEDING)
        if it.hp <= 0:
            return False
    if it.stunned > 0:
        it.stunned -= 1
        note(dice, Said.LOSES_TURN, who, 0)
        if who == HERO:
            state.flowing = 0
            state.blocked = 0
        return False
    return True


@rule
def end_turn(dice: Dice, state: State, book: Book) -> None:
    """The turn passes to the next fighter who can act; rounds end on the way."""
    state.rolled = 0
    state.table = 0
    state.fighters[state.turn].shift_now = 0  # it was for this attack
    while state.over == 0:
        state.turn += 1
        if state.turn >= book.fighter_count:
            state.turn = HERO
            end_round(dice, state, book)
            if state.over != 0:
                break
        if begins_turn(dice, state, book, state.turn):
            return
    close(state, book)


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Begin a fight: the hero attacks first, unless ambushed."""
    state.clock = 1
    state.tempo = 1 if book.tempo_most > 0 else 0
    if book.opening == AMBUSHED:
        note(dice, Said.AMBUSH, 1)
        state.early = 1
        state.turn = 1
        return
    if book.opening == SURPRISE:
        note(dice, Said.AMBUSH, 0)
        for i in range(1, book.fighter_count):
            state.fighters[i].stunned = 1
    note(dice, Said.ROUND, 1)


# --- actions ------------------------------------------------------------------------------------------------------------


@rule(rare=True)
def mishap(dice: Dice, state: State, book: Book, who: int, critical: int) -> None:
    """A fumble: a miss, and what the style or the card says. A hero's is laid on the hero, or on the first enemy that stands."""
    target = HERO
    if who == HERO:
        target = 1
        while target < book.fighter_count - 1 and state.fighters[target].hp <= 0:
            target += 1
    card = book.sheets[who].mishaps[critical]
    for i in range(card.effect_count):
        if holds(state, book, card.effects[i].when, who, target, SHIFTED):
            lay(dice, state, book, who, target, card.effects[i])


@rule
def reachable(state: State, book: Book, who: int, cell: int) -> int:
    """Which of its manoeuvres an enemy can reach from a roll, a bit each."""
    sheet = book.sheets[who]
    shift = shift_total(state, book, who)
    found = 0
    for slot in range(sheet.manoeuvre_count):
        if sheet.costs[cell * SLOTS + slot] <= shift:
            when = sheet.manoeuvres[slot].only_when
            if when == ALWAYS or holds(state, book, when, who, HERO, SHIFTED):
                found |= 1 << slot
    return found


@rule
def set_shield(dice: Dice, state: State, book: Book, position: int) -> None:
    """A shield stands where the Secondary lies, for this round. Where no enemy strikes it counts as none."""
    if book.block > 0 and state.fighters[HERO].hp > 0:
        state.shield = position if book.meets[position] != 0 else 0
        note(dice, Said.SHIELD_AT, position)


@rule
def end_hero_turn(dice: Dice, state: State, book: Book) -> None:
    """The hero has attacked. Openings in the enemies' guard are past, unless a riposte may still find them."""
    state.blocked = 0
    if book.special != RIPOSTE_SPECIAL and state.riposte == 0:
        for i in range(1, book.fighter_count):
            state.fighters[i].guard_now = 0
    end_turn(dice, state, book)


@rule
def throw(dice: Dice, state: State, book: Book, who: int) -> None:
    """Roll D88. Fumbles and an enemy's Prime are done with at once; otherwise the dice lie on the table, if there is a choice."""
    primary = die(dice, FACES)
    secondary = die(dice, FACES)
    note(dice, Said.ROLLS, who, primary, secondary)
    cell = (primary - 1) * FACES + secondary - 1
    zone = book.zones[cell]
    if who == HERO:
        if zone in (FUMBLE, CRITICAL_FUMBLE):
            note(dice, Said.FUMBLES, HERO, 1 if zone == CRITICAL_FUMBLE else 0)
            set_shield(dice, state, book, secondary)
            mishap(dice, state, book, HERO, 1 if zone == CRITICAL_FUMBLE else 0)
            state.flowing = 0
            end_hero_turn(dice, state, book)
            return
        if zone != PLAIN:
            note(dice, Said.PRIMES, HERO, 1 if zone == CRITICAL_PRIME else 0)
        state.rolled = 1
        state.table = cell
        if book.block == 0 and not can_strike(state, book, shift_total(state, book, HERO)):
            leave(dice, state, book, secondary)
        return
    if zone in (FUMBLE, CRITICAL_FUMBLE):
        note(dice, Said.FUMBLES, who)
        mishap(dice, state, book, who, 0)
        answer_miss(dice, state, book, who)
        end_turn(dice, state, book)
    elif zone != PLAIN:
        note(dice, Said.PRIMES, who, 0)
        note(dice, Said.PRIME_ATTACK, who)
        enemy_blow(dice, state, book, who, book.sheets[who].prime, True)
        end_turn(dice, state, book)
    else:
        found = reachable(state, book, who, cell)
        if found == 0:
            note(dice, Said.MISSES, who)
            answer_miss(dice, state, book, who)
            end_turn(dice, state, book)
        else:
            state.rolled = 1
            state.table = found


@rule
def leave(dice: Dice, state: State, book: Book, secondary: int) -> None:
    """The hero leaves the dice where they do no manoeuvre: a miss, with the shield at the Secondary."""
    note(dice, Said.LEAVES, secondary)
    note(dice, Said.MISSES, HERO)
    set_shield(dice, state, book, secondary)
    state.flowing = 0
    end_hero_turn(dice, state, book)


@rule
def do_manoeuvre(dice: Dice, state: State, book: Book, slot: int, target: int) -> None:
    """The hero does a manoeuvre in reach."""
    how = way_to(state, book, slot, shift_total(state, book, HERO))
    lies = state.table % FACES + 1 if how >= BY_PRIME else book.sheets[HERO].manoeuvres[slot].secondary
    note(dice, Said.STRIKES, slot, target, how)
    set_shield(dice, state, book, lies)
    strike(dice, state, book, slot, target, how)
    end_hero_turn(dice, state, book)


@rule
def flee(dice: Dice, state: State, book: Book) -> None:
    """The hero runs instead of attacking."""
    note(dice, Said.FLEES)
    state.flowing = 0
    if book.options.flee_free_attack != 0:
        state.fleeing = 1
        end_hero_turn(dice, state, book)
        return
    escape(dice, state, book)
    if state.over == 0:
        end_hero_turn(dice, state, book)


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Carry out an action of the side to act, and everything that follows up to the next decision."""
    who = state.turn
    if action == ROLL:
        throw(dice, state, book, who)
    elif action == FLEE:
        flee(dice, state, book)
    elif who != HERO:
        note(dice, Said.ATTACKS, who, action - STRIKE)
        enemy_blow(dice, state, book, who, book.sheets[who].manoeuvres[action - STRIKE], False)
        end_turn(dice, state, book)
    elif action < STRIKE:
        leave(dice, state, book, action - LEAVE + 1)
    else:
        slot = (action - STRIKE) // ENEMIES
        do_manoeuvre(dice, state, book, slot, (action - STRIKE) % ENEMIES + 1)
    if state.over != 0:
        close(state, book)
