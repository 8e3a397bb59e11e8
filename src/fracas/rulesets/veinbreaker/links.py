"""What a link of a chain is made of: rolls and their pools, targets, meters, statuses, damage. `rules` has the course of rounds."""

from __future__ import annotations

from fracas.dice import Dice, keep, note, roll, rule

# isort: off
# fmt: off
from fracas.rulesets.veinbreaker.state import (
    ADVANTAGE, ARCANE_WARD, ATTACK, ATTACK_BONUS, BALANCE, BLEED, BONUS_COUNT, CHANGE, CRIT, DEFENSE_BONUS, ENEMY, FACES, GIVE_BONUS,
    HEAL, HEAT, HIT, HP, IDF_BONUS, LAY_STATUS, MISS, MOMENTUM, MOST_MARKS, MOST_MODE, MOST_STACKS, OF_BALANCE, OF_BLEED, OF_BLOW,
    OF_BONUS, OF_BURN, OF_COST, OF_MARKS, OF_PRIMED, OF_RETALIATION, OF_STAT, ON_HIT, ON_MISS, ON_USE, PLAYER, PRIMED, RADIANCE,
    RADIANT_BURN, REDUCE, RETALIATE, RP, SET, STAGGER, STATUS_COUNT, TAKE_STANCE, VULNERABLE, Ability, Book, Effect, Said, State,
)
# fmt: on
# isort: on

MOST_METER = 50
"""No meter without a bound of its own goes further than this, up or down."""
LOG_SCALE = 1024
LOG_OFFSET = LOG_SCALE // 2


@rule
def both(first: int, second: int) -> int:
    """Two numbers in one place of the log."""
    return first * LOG_SCALE + second + LOG_OFFSET


def apart(pair: int) -> tuple[int, int]:
    """The two numbers again.

    >>> apart(both(-3, -7))
    (-3, -7)
    """
    first, second = divmod(pair, LOG_SCALE)
    return first, second - LOG_OFFSET


# --- rolls --------------------------------------------------------------------------------------------------------------


@rule
def mode_of(state: State, who: int) -> int:
    """How a fighter rolls, from -3 (extreme disadvantage) to 3: a step down for each stack of Stagger, one up for each of advantage."""
    mode = state.fighters[who].stacks[ADVANTAGE] - state.fighters[who].stacks[STAGGER]
    return max(-MOST_MODE, min(mode, MOST_MODE))


@rule(rare=True)
def pool(dice: Dice, book: Book, mode: int) -> int:
    """Roll 2d10, or the pool of an advantage or disadvantage."""
    if mode == 0:
        return roll(dice, 2, FACES)
    if mode > 0:
        n = 3 if mode == 1 else 4
        if mode == MOST_MODE:
            n = book.options.extreme_advantage_dice
        return keep(dice, n, FACES, 2, 0)
    n = 3 if mode == -1 else 4
    if mode == -MOST_MODE or book.options.split_disadvantage == 0:
        return keep(dice, n, FACES, 0, 2)
    return keep(dice, n, FACES, 1, 1)


@rule(rare=True)
def throw(dice: Dice, state: State, book: Book, who: int) -> int:
    """A fighter rolls."""
    return pool(dice, book, mode_of(state, who))


# --- what a fighter is worth now ----------------------------------------------------------------------------------------


@rule
def bonus_of(state: State, book: Book, who: int, kind: int) -> int:
    """A bonus in force: those given for a while, and the one of the player's stance."""
    found = state.fighters[who].bonus[kind]
    if who == PLAYER and state.stance > 0:
        found += book.abilities[state.stance - 1].held[kind]
    return found


@rule
def idf_of(state: State, book: Book, who: int) -> int:
    """A fighter's interrupt defence factor."""
    base = book.idf if who == PLAYER else book.foes[state.foe].idf
    return max(base + bonus_of(state, book, who, IDF_BONUS), 0)


@rule(rare=True)
def is_primed(state: State, book: Book, who: int) -> bool:
    """Whether a fighter is open to an Execution Strike: few HP left (a quarter, rounded half up), Vulnerable, Staggered, or Primed."""
    it = state.fighters[who]
    options = book.options
    if it.hp <= (it.max_hp * options.primed_percent + 50) // 100:
        return True
    if it.stacks[VULNERABLE] >= options.primed_vulnerable or it.stacks[STAGGER] >= options.primed_stagger:
        return True
    return it.stacks[PRIMED] > 0


@rule
def is_wounded(state: State, book: Book, who: int) -> bool:
    """Whether a fighter has less than half its HP."""
    return state.fighters[who].hp * 100 < state.fighters[who].max_hp * book.options.wounded_percent


@rule(rare=True)
def defense_target(dice: Dice, state: State, book: Book, who: int) -> int:
    """What an attack on a fighter has to reach: DV, or a roll where defence is contested; with IDF, momentum and bonuses."""
    base = book.dv if who == PLAYER else book.foes[state.foe].dv
    if book.options.contested != 0:
        base = throw(dice, state, book, who)
    if who == ENEMY and book.foes[state.foe].primed_defense != 0 and is_primed(state, book, ENEMY):
        base += book.foes[state.foe].primed_defense
    return base + idf_of(state, book, who) + state.fighters[who].momentum + bonus_of(state, book, who, DEFENSE_BONUS)


@rule
def attack_total(state: State, book: Book, who: int, ability: Ability) -> int:
    """The chain's roll with the ability's modifier and the attack bonus; what an interrupt is measured by."""
    return state.roll + ability.to_hit + bonus_of(state, book, who, ATTACK_BONUS)


@rule
def adds(dice: Dice, what: int, amount: int) -> int:
    """Something that counts to hit, told if it is not 0."""
    if amount != 0:
        note(dice, Said.ADDS, what, amount)
    return amount


@rule(rare=True)
def link_total(dice: Dice, state: State, book: Book, who: int, ability: Ability, executes: bool) -> int:
    """What a link comes to: the attack total and the balance of this moment.

    A finisher and an Execution Strike are easier on a Primed target, the latter also with three Blood Marks.
    """
    total = attack_total(state, book, who, ability)
    adds(dice, OF_STAT, ability.to_hit)
    adds(dice, OF_BONUS, bonus_of(state, book, who, ATTACK_BONUS))
    if book.options.balance_to_hit != 0:
        total += adds(dice, OF_BALANCE, state.fighters[who].balance)
    if (executes or ability.finisher != 0) and is_primed(state, book, 1 - who):
        total += adds(dice, OF_PRIMED, book.options.execution_bonus)
    if executes and state.blood >= MOST_MARKS:
        total += adds(dice, OF_MARKS, 1)
    return total


@rule
def result_of(total: int, target: int, book: Book) -> int:
    """Miss, hit or crit."""
    if total < target:
        return MISS
    return CRIT if total >= target + book.options.crit_margin else HIT


# --- meters and statuses ------------------------------------------------------------------------------------------------


@rule(rare=True)
def set_meter(state: State, book: Book, who: int, meter: int, value: int) -> None:
    """Set a meter, within its bounds."""
    it = state.fighters[who]
    if meter == MOMENTUM:
        it.momentum = max(0, min(value, book.options.momentum_cap))
    elif meter == BALANCE:
        it.balance = max(-MOST_METER, min(value, MOST_METER))
    elif meter == HEAT:
        most = book.options.heat_cap if book.options.heat_cap > 0 else MOST_METER
        it.heat = max(0, min(value, most))
    elif meter == RP:
        it.rp = max(0, min(value, book.rp_cap if who == PLAYER else book.foes[state.foe].rp))
    else:
        it.radiance = max(0, min(value, MOST_METER))


@rule(rare=True)
def meter_of(state: State, who: int, meter: int) -> int:
    """Where a meter stands."""
    it = state.fighters[who]
    if meter == MOMENTUM:
        return it.momentum
    if meter == BALANCE:
        return it.balance
    if meter == HEAT:
        return it.heat
    if meter == RP:
        return it.rp
    return it.radiance


@rule(rare=True)
def shift(state: State, book: Book, who: int, meter: int, amount: int) -> None:
    """Change a meter, within its bounds."""
    set_meter(state, book, who, meter, meter_of(state, who, meter) + amount)


@rule
def gain_rp(state: State, book: Book, amount: int) -> int:
    """The player gains RP, up to the cap; returns how many."""
    before = state.fighters[PLAYER].rp
    shift(state, book, PLAYER, RP, amount)
    return state.fighters[PLAYER].rp - before


@rule
def wound(dice: Dice, state: State, who: int, amount: int, source: int) -> None:
    """A fighter loses HP."""
    it = state.fighters[who]
    note(dice, Said.TAKES, who, amount, source)
    it.hp = max(it.hp - amount, 0)


@rule
def mend(dice: Dice, state: State, who: int, amount: int, by_radiance: int) -> None:
    """A fighter regains HP, up to the maximum."""
    it = state.fighters[who]
    gained = min(amount, it.max_hp - it.hp)
    if gained > 0:
        it.hp += gained
        note(dice, Said.HEALS, who, gained, by_radiance)


@rule(rare=True)
def lay_status(dice: Dice, state: State, who: int, status: int, stacks: int, rounds: int) -> None:
    """Lay a status on a fighter: stacks add up, and the longer time counts; times of Retaliate are added."""
    it = state.fighters[who]
    it.stacks[status] = min(it.stacks[status] + stacks, MOST_STACKS)
    if status == RETALIATE:
        it.rounds[status] = min(it.rounds[status] + rounds, MOST_STACKS)
    else:
        it.rounds[status] = max(it.rounds[status], rounds)
    note(dice, Said.LAID, who, status, stacks)


@rule(rare=True)
def give_bonus(dice: Dice, state: State, who: int, kind: int, amount: int, rounds: int) -> None:
    """Give a fighter a bonus (or a malus) for some rounds: amounts add up, and last as long as the longest of them."""
    it = state.fighters[who]
    it.bonus[kind] = max(-MOST_STACKS, min(it.bonus[kind] + amount, MOST_STACKS))
    it.bonus_rounds[kind] = max(it.bonus_rounds[kind], rounds) if it.bonus[kind] != 0 else 0
    note(dice, Said.BONUS, who, kind, amount)


@rule(rare=True)
def do_effect(dice: Dice, state: State, book: Book, who: int, effect: Effect) -> None:
    """Carry out one effect; nothing is laid on the fallen."""
    on = who if effect.on_self != 0 else 1 - who
    if state.fighters[on].hp <= 0:
        return
    if effect.kind == LAY_STATUS:
        lay_status(dice, state, on, effect.what, effect.amount, effect.rounds)
    elif effect.kind == GIVE_BONUS:
        give_bonus(dice, state, on, effect.what, effect.amount, effect.rounds)
    elif effect.kind == TAKE_STANCE:
        state.stance = effect.amount
        note(dice, Said.STANCE, effect.amount - 1)
    elif effect.kind == CHANGE and effect.what == HP:
        if effect.amount < 0:
            wound(dice, state, on, -effect.amount, OF_COST)
        else:
            mend(dice, state, on, effect.amount, 0)
    elif effect.kind in (CHANGE, SET):
        before = meter_of(state, on, effect.what)
        set_meter(state, book, on, effect.what, effect.amount if effect.kind == SET else before + effect.amount)
        if meter_of(state, on, effect.what) != before:
            note(dice, Said.METER, on, effect.what, meter_of(state, on, effect.what) - before)
    else:
        amount = max(roll(dice, effect.dice, effect.sides) + effect.bonus, 0)
        if effect.kind == HEAL:
            mend(dice, state, on, amount, 0)
        elif effect.kind == REDUCE:
            state.fighters[on].guard += amount
            note(dice, Said.READIES, on, amount)


@rule(rare=True)
def do_effects(dice: Dice, state: State, book: Book, who: int, ability: Ability, when: int) -> None:
    """Carry out the effects of an ability or move that belong to this moment."""
    for i in range(ability.effect_count):
        if ability.effects[i].when == when:
            do_effect(dice, state, book, who, ability.effects[i])


# --- damage -------------------------------------------------------------------------------------------------------------


@rule
def heat_bonus(state: State, book: Book, who: int) -> int:
    """What heat, which this hit has already raised, adds to damage."""
    return max(0, min(state.fighters[who].heat - 1, book.options.heat_bonus_cap))


@rule(rare=True)
def land(dice: Dice, state: State, who: int, damage: int) -> None:
    """Damage comes at a fighter: a guard takes points off until it is used up, then each stack of Arcane Ward one, then HP."""
    it = state.fighters[who]
    if it.guard > 0 and damage > 0:
        held = min(it.guard, damage)
        it.guard -= held
        damage -= held
        note(dice, Said.REDUCED, who, held)
    if it.stacks[ARCANE_WARD] > 0 and damage > 0:
        held = min(it.stacks[ARCANE_WARD], damage)
        it.stacks[ARCANE_WARD] -= held
        if it.stacks[ARCANE_WARD] == 0:
            it.rounds[ARCANE_WARD] = 0
        damage -= held
        note(dice, Said.WARDED, who, held)
    wound(dice, state, who, damage, OF_BLOW)


@rule(rare=True)
def strike(dice: Dice, state: State, book: Book, who: int, ability: Ability, crit: bool) -> None:
    """The damage of a hit: dice, modifier, heat; more on the wounded with a Blood Mark; a bearer of Retaliate strikes back."""
    target = 1 - who
    options = book.options
    bonus = ability.bonus + heat_bonus(state, book, who)
    if who == PLAYER and state.blood >= 1 and is_wounded(state, book, target):
        bonus += 1
    if options.vulnerable_damage != 0:
        bonus += options.vulnerable_damage * state.fighters[target].stacks[VULNERABLE]
    if crit:
        bonus += options.crit_damage
    n = ability.dice
    if who == PLAYER and book.foes[state.foe].shrugs != 0 and state.shrugged == 0:
        state.shrugged = 1
        n = 0
        note(dice, Said.SHRUGS)
    note(dice, Said.DAMAGE_DICE, bonus, who)
    land(dice, state, target, max(roll(dice, n, ability.sides) + bonus, 0))
    back = state.fighters[target].stacks[RETALIATE]
    if back > 0 and state.fighters[target].hp > 0:
        wound(dice, state, who, back, OF_RETALIATION)


@rule(rare=True)
def book_link(dice: Dice, state: State, book: Book, who: int, ability: Ability) -> None:
    """Carry out a link whose result is known: meters first, then what it does.

    A hit gives the defender momentum, more from the third link on, and the aggressor balance; a miss takes momentum from the defender
    and gives the aggressor less balance. A hit raises heat by one before its damage is counted.
    """
    options = book.options
    late = state.at + 1 >= options.late_link
    if state.result == MISS:
        state.missed = 1
        shift(state, book, 1 - who, MOMENTUM, options.momentum_miss)
        shift(state, book, who, BALANCE, options.balance_miss)
        do_effects(dice, state, book, who, ability, ON_USE)
        do_effects(dice, state, book, who, ability, ON_MISS)
        return
    state.missed = 0
    shift(state, book, 1 - who, MOMENTUM, options.momentum_late_hit if late else options.momentum_hit)
    shift(state, book, who, BALANCE, options.balance_hit)
    do_effects(dice, state, book, who, ability, ON_USE)
    shift(state, book, who, HEAT, options.heat_per_hit)
    if ability.strikes != 0:
        strike(dice, state, book, who, ability, state.result == CRIT)
    do_effects(dice, state, book, who, ability, ON_HIT)
    if ability.pushes != 0:
        shift(state, book, who, MOMENTUM, 1)
    if who == PLAYER:
        if book.only_chain != 0:
            state.hits += 1
        reward_tempo(dice, state, book, ability)
        if state.result == CRIT:
            reward_crit(dice, state, book)


@rule(rare=True)
def reward_tempo(dice: Dice, state: State, book: Book, ability: Ability) -> None:
    """The player's attack that hits as a late link gives RP."""
    options = book.options
    if state.at + 1 >= options.late_link and ability.kind == ATTACK and options.tempo_reward > 0:
        if gain_rp(state, book, options.tempo_reward) > 0:
            note(dice, Said.TEMPO, options.tempo_reward)


@rule(rare=True)
def reward_crit(dice: Dice, state: State, book: Book) -> None:
    """With two Blood Marks a crit gives RP; an elite that lives through it reacts and gains momentum."""
    if state.blood < 2:
        return
    if gain_rp(state, book, 1) > 0:
        note(dice, Said.BLOOD_RP)
    if book.foes[state.foe].elite != 0 and state.fighters[ENEMY].hp > 0:
        shift(state, book, ENEMY, MOMENTUM, 1)
        note(dice, Said.ELITE)


# --- the end of a round -------------------------------------------------------------------------------------------------


@rule(rare=True)
def passes(dice: Dice, state: State, who: int, status: int) -> None:
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
    """The end of a round for one fighter: Bleed hurts and loses a stack, Radiant Burn hurts, Radiance heals and then fades by one."""
    it = state.fighters[who]
    it.guard = 0
    it.braced = 0
    if it.stacks[BLEED] > 0:
        wound(dice, state, who, it.stacks[BLEED], OF_BLEED)
        it.stacks[BLEED] -= 1
    if it.stacks[RADIANT_BURN] > 0 and it.hp > 0:
        wound(dice, state, who, it.stacks[RADIANT_BURN], OF_BURN)
    if it.hp <= 0:
        return
    if it.radiance > 0:
        mend(dice, state, who, it.radiance, 1)
        shift(state, book, who, RADIANCE, -1)
    for status in range(STATUS_COUNT):
        passes(dice, state, who, status)
    for kind in range(BONUS_COUNT):
        if it.bonus_rounds[kind] > 0:
            it.bonus_rounds[kind] -= 1
            if it.bonus_rounds[kind] == 0:
                it.bonus[kind] = 0
