"""Rune & Rust, how a blow falls: dice, the opposed roll, damage, and what lasts on a fighter. `rules` tells the whole in prose."""

from __future__ import annotations

from fracas.dice import Dice, net, note, roll, rule, successes

# isort: off
# fmt: off
from fracas.rulesets.rune_and_rust.state import (
    ANALYZED, DEFEAT, DIRGE, DISORIENTED, DODGING, EMPOWERED, FROM_ABILITY, FROM_ANALYZED, FROM_BATTLE_RAGE, FROM_BLOW,
    FROM_DIRGE, FROM_DISORIENTED, FROM_EMPOWERED, FROM_SAGA, FROM_WEAPON, GUARDED, INSPIRED, IRON_WALL, RAGING, SAGA,
    STATUS_COUNT, STIMULATED, STURDINESS, VICTORY, VULNERABLE, WILL, Book, Fighter, Options, Said, State,
)
# fmt: on
# isort: on

D6 = 6
HERO = 0
MANY = 99


# --- looking things up --------------------------------------------------------------------------------------------------


@rule
def acting(state: State) -> int:
    """The fighter whose turn it is."""
    return state.order[state.turn]


@rule
def has(fighter: Fighter, status: int) -> bool:
    """Whether a status lies on a fighter."""
    return fighter.lasting > 0 and fighter.turns[status] > 0


@rule
def attribute(state: State, book: Book, who: int, which: int) -> int:
    """An attribute's effective value: gear included, base STURDINESS as the options raise it, and what lasts."""
    value = book.sheets[who].attributes[which]
    if which == STURDINESS:
        value += book.options.hero_sturdiness if who == HERO else book.options.enemy_sturdiness
    if has(state.fighters[who], STIMULATED):
        value += book.options.stimulated_dice
    return value


@rule
def phase_of(state: State, book: Book, who: int) -> int:
    """The phase of an enemy, from 0: one further for every HP threshold it has come down to."""
    sheet = book.sheets[who]
    phase = 0
    for i in range(sheet.phase_count):
        if state.fighters[who].hp * 100 <= sheet.phases[i] * sheet.max_hp:
            phase += 1
    return phase


# --- the opposed roll ---------------------------------------------------------------------------------------------------


@rule
def counted_bonus(bonus: int, options: Options) -> int:
    """Of all accuracy bonuses together, how many dice count: all of them, unless an option caps or dampens them."""
    if options.full_accuracy_dice >= 0 and bonus > options.full_accuracy_dice:
        bonus = options.full_accuracy_dice + (bonus - options.full_accuracy_dice) // 2
    if options.accuracy_cap >= 0 and bonus > options.accuracy_cap:
        bonus = options.accuracy_cap
    return bonus


@rule
def accuracy(dice: Dice, state: State, book: Book, attacker: int, target: int, ability_dice: int) -> int:
    """Every accuracy bonus of this attack, added up; each is named in the log as it applies."""
    options = book.options
    me = state.fighters[attacker]
    bonus = book.sheets[attacker].accuracy
    if bonus != 0:
        note(dice, Said.BONUS, FROM_WEAPON, bonus, target)
    ability_dice += me.next_dice
    if ability_dice != 0:
        note(dice, Said.BONUS, FROM_ABILITY, ability_dice, target)
        bonus += ability_dice
    if me.lasting > 0:
        if me.turns[RAGING] > 0:
            note(dice, Said.BONUS, FROM_BATTLE_RAGE, options.battle_rage_dice, target)
            bonus += options.battle_rage_dice
        if me.turns[SAGA] > 0:
            note(dice, Said.BONUS, FROM_SAGA, options.saga_dice, target)
            bonus += options.saga_dice
        if me.turns[EMPOWERED] > 0:
            note(dice, Said.BONUS, FROM_EMPOWERED, options.empowered_dice, target)
            bonus += options.empowered_dice
    if has(state.fighters[target], ANALYZED):
        note(dice, Said.BONUS, FROM_ANALYZED, options.analyzed_dice, target)
        bonus += options.analyzed_dice
    counted = counted_bonus(bonus, options)
    if counted != bonus:
        note(dice, Said.CAPPED, bonus, counted)
    return counted


@rule
def hindrance(dice: Dice, state: State, book: Book, attacker: int) -> int:
    """Dice that a dirge or disorientation takes from an attack."""
    lost = 0
    if attacker != HERO and has(state.fighters[HERO], DIRGE):
        note(dice, Said.PENALTY, FROM_DIRGE, book.options.dirge_dice)
        lost += book.options.dirge_dice
    if has(state.fighters[attacker], DISORIENTED):
        note(dice, Said.PENALTY, FROM_DISORIENTED, book.options.dirge_dice)
        lost += book.options.dirge_dice
    return lost


@rule
def attack_dice(dice: Dice, state: State, book: Book, attacker: int, target: int, which: int, ability_dice: int) -> int:
    """The attribute that governs the attack, plus all accuracy bonuses. What hinders an attack leaves it one die."""
    pool = attribute(state, book, attacker, which) + accuracy(dice, state, book, attacker, target, ability_dice)
    lost = hindrance(dice, state, book, attacker)
    if lost > 0:
        pool = min(pool, max(pool - lost, 1))
    return pool


@rule
def defence_dice(state: State, book: Book, target: int, psychic: int) -> int:
    """STURDINESS, as the document has it (an option lets WILL stand against psychic attacks)."""
    options = book.options
    if psychic != 0 and options.psychic_against_will != 0:
        return max(attribute(state, book, target, WILL), 1)
    pool = attribute(state, book, target, STURDINESS)
    if has(state.fighters[target], DODGING):
        pool += options.dodge_sturdiness
    return pool


@rule
def net_successes(dice: Dice, attack: int, defence: int, options: Options, closely: bool) -> int:
    """Roll both pools; the attack's successes less the defence's.

    Only as much is asked as the rules in force need (``closely`` asks for all of it): hit or not; a tie apart from less where ties
    glance; how far above where damage depends on it.
    """
    low = 0 if options.glancing_percent == 0 else -1
    high = max(options.critical_net, 1)
    if closely or options.net_damage_percent != 0:
        high = MANY
    if closely:
        low = -MANY
    result = net(dice, attack, defence, options.success_face, D6, low, high)
    if options.zero_sturdiness_always_hit != 0 and defence <= 0 and result < 1:
        result = 1
    return result


# --- damage -------------------------------------------------------------------------------------------------------------


@rule
def damage_roll(dice: Dice, n: int, sides: int, bonus: int, options: Options) -> int:
    """Damage dice and bonus, at least the minimum."""
    note(dice, Said.ROLLS_DAMAGE, bonus)
    return max(roll(dice, n, sides) + bonus, options.minimum_damage)


@rule
def damage_for_net(dice: Dice, damage: int, result: int, options: Options) -> int:
    """What the options make of how well a blow landed: scaling, criticals, glancing blows. The document's rule is: nothing."""
    if options.net_damage_percent != 0 and result > 1:
        damage = damage * (100 + options.net_damage_percent * (result - 1)) // 100
    if options.critical_net > 0 and result >= options.critical_net:
        note(dice, Said.CRITICAL)
        damage = damage * options.critical_percent // 100
    if result <= 0:
        note(dice, Said.GLANCES)
        damage = damage * options.glancing_percent // 100
    return damage


@rule
def damage_taken(state: State, book: Book, attacker: int, target: int, damage: int, pierces: int) -> int:
    """What is left of a blow's damage when all that changes it has been counted, in the documented order."""
    options = book.options
    it = state.fighters[target]
    me = state.fighters[attacker]
    damage = max(damage, options.minimum_damage)
    if it.lasting > 0:
        if it.turns[VULNERABLE] > 0:
            damage = damage * (100 + options.vulnerable_percent) // 100
        if it.turns[RAGING] > 0:
            damage = damage * (100 + options.battle_rage_taken_percent) // 100
    if me.stance != 0:
        damage = damage * options.stance_damage_percent // 100
    if it.lasting > 0 and it.turns[GUARDED] > 0:
        damage = damage * (100 - it.guard_percent) // 100
    if pierces == 0:
        damage -= book.sheets[target].soak
        if it.stance != 0:
            damage -= options.stance_soak
        if has(it, IRON_WALL):
            damage -= options.iron_wall_soak
    return max(damage, options.minimum_damage)


@rule
def lose_hp(dice: Dice, state: State, book: Book, target: int, damage: int, source: int) -> None:
    """Take HP, and fall at 0."""
    it = state.fighters[target]
    it.hp = max(it.hp - damage, 0)
    note(dice, Said.TAKES, target, damage, source)
    if it.hp == 0:
        fall(dice, state, book, target)


@rule(rare=True)
def fall(dice: Dice, state: State, book: Book, who: int) -> None:
    """A fighter at 0 HP is out, and nothing lasts on it any more."""
    it = state.fighters[who]
    note(dice, Said.FALLS, who)
    it.stamina = 0
    it.temp_hp = 0
    it.shield = 0
    it.guard_percent = 0
    it.next_dice = 0
    it.evading = 0
    it.stance = 0
    if it.lasting > 0:
        it.lasting = 0
        for status in range(STATUS_COUNT):
            it.turns[status] = 0
    if who == HERO:
        state.over = DEFEAT
        note(dice, Said.LOST)
    else:
        state.foes -= 1
        if state.foes == 0:
            state.over = VICTORY
            note(dice, Said.WON)


@rule
def wound(dice: Dice, state: State, book: Book, attacker: int, target: int, damage: int, pierces: int) -> int:
    """A blow that has landed: temporary HP, shield and HP go down, and Defend is used up. Returns what was left of the damage."""
    it = state.fighters[target]
    rolled = damage
    damage = damage_taken(state, book, attacker, target, damage, pierces)
    if damage != rolled:
        note(dice, Said.BECOMES, rolled, damage)
    left = damage
    if it.temp_hp > 0:
        absorbed = min(left, it.temp_hp)
        it.temp_hp -= absorbed
        left -= absorbed
        note(dice, Said.ABSORBED, target, absorbed, 0)
    if left > 0 and it.shield > 0:
        absorbed = min(left, it.shield)
        it.shield -= absorbed
        left -= absorbed
        note(dice, Said.ABSORBED, target, absorbed, 1)
    if left > 0:
        lose_hp(dice, state, book, target, left, FROM_BLOW)
    if has(it, GUARDED):
        end_status(dice, state, target, GUARDED)
    return damage


@rule
def strike(
    dice: Dice,
    state: State,
    book: Book,
    attacker: int,
    target: int,
    which: int,
    ability_dice: int,
    damage_dice: int,
    sides: int,
    bonus: int,
    pierces: int,
    psychic: int,
) -> bool:
    """One attack: the opposed roll, and damage if it hits. Whether it landed in full (a glancing blow does not)."""
    options = book.options
    me = state.fighters[attacker]
    attack = attack_dice(dice, state, book, attacker, target, which, ability_dice)
    me.next_dice = 0
    note(dice, Said.ATTACKS, attacker, target)
    result = net_successes(dice, attack, defence_dice(state, book, target, psychic), options, False)
    if result < 0 or (result == 0 and options.glancing_percent == 0):
        note(dice, Said.DEFLECTED, attacker, target)
        return False
    if me.lasting > 0:
        if me.turns[INSPIRED] > 0:
            damage_dice += options.inspired_dice
        if me.turns[EMPOWERED] > 0:
            damage_dice += options.empowered_damage_dice
    damage = damage_roll(dice, damage_dice, sides, bonus, options)
    damage = damage_for_net(dice, damage, result, options)
    wound(dice, state, book, attacker, target, damage, pierces)
    return result > 0


@rule
def weapon_attack(dice: Dice, state: State, book: Book, attacker: int, target: int) -> bool:
    """A plain attack with the weapon in hand; a cleaving weapon goes on to one more foe. Whether it landed."""
    sheet = book.sheets[attacker]
    landed = strike(dice, state, book, attacker, target, sheet.weapon_attribute, 0, sheet.dice, sheet.sides, sheet.bonus, sheet.pierces, 0)
    if landed and sheet.cleaves != 0 and state.over == 0:
        cleave(dice, state, book, attacker, target)
    return landed


@rule(rare=True)
def cleave(dice: Dice, state: State, book: Book, attacker: int, besides: int) -> None:
    """Half of the weapon's damage, rolled anew, to another foe."""
    sheet = book.sheets[attacker]
    second = another_foe(state, book, besides)
    if second > 0:
        damage = damage_roll(dice, sheet.dice, sheet.sides, sheet.bonus, book.options) // 2
        wound(dice, state, book, attacker, second, damage, sheet.pierces)


@rule(rare=True)
def another_foe(state: State, book: Book, besides: int) -> int:
    """The next standing enemy after one, or 0."""
    for step in range(1, book.fighter_count):
        i = (besides - 1 + step) % (book.fighter_count - 1) + 1
        if i != besides and state.fighters[i].hp > 0:
            return i
    return 0


# --- what lasts ---------------------------------------------------------------------------------------------------------


@rule(rare=True)
def afflict(dice: Dice, state: State, who: int, status: int, turns: int) -> None:
    """Lay a status on a fighter for some of its own turns; the longer of two of a kind stands, they do not add up."""
    it = state.fighters[who]
    if it.hp <= 0:
        return
    note(dice, Said.AFFLICTED, who, status, turns)
    if acting(state) == who:
        turns += 1
    if it.turns[status] == 0:
        it.lasting += 1
    it.turns[status] = max(it.turns[status], turns)


@rule(rare=True)
def end_status(dice: Dice, state: State, who: int, status: int) -> None:
    """A status ends."""
    it = state.fighters[who]
    if it.turns[status] > 0:
        it.turns[status] = 0
        it.lasting -= 1
        if status == GUARDED:
            it.guard_percent = 0
        note(dice, Said.ENDS, who, status)


@rule(rare=True)
def guard(dice: Dice, state: State, who: int, percent: int, turns: int) -> None:
    """Take cover: so much less damage from the next hit. A better guard that lasts beyond this turn stands."""
    it = state.fighters[who]
    if percent <= 0:
        return
    note(dice, Said.DEFENDS, who, percent, turns)
    it.guard_percent = max(percent, it.guard_percent if it.turns[GUARDED] > 1 else 0)
    if it.turns[GUARDED] == 0:
        it.lasting += 1
    it.turns[GUARDED] = max(it.turns[GUARDED], turns + 1)


@rule(rare=True)
def defend(dice: Dice, state: State, book: Book, who: int) -> None:
    """Roll STURDINESS: each success takes a share off the next hit."""
    options = book.options
    note(dice, Said.TAKES_GUARD, who)
    made = successes(dice, attribute(state, book, who, STURDINESS), options.success_face, D6)
    percent = min(made * options.guard_percent_a_success, options.guard_cap_percent)
    if percent == 0:
        note(dice, Said.DEFENDS, who, 0, 0)
    guard(dice, state, who, percent, 1)


@rule(rare=True)
def heal(dice: Dice, state: State, book: Book, who: int, amount: int) -> None:
    """Restore HP, never above the maximum."""
    it = state.fighters[who]
    gained = min(amount, book.sheets[who].max_hp - it.hp)
    it.hp += gained
    if gained > 0:
        note(dice, Said.HEALS, who, gained)


@rule(rare=True)
def stop_performing(dice: Dice, state: State, who: int) -> None:
    """One performance at a time: the one under way ends when another begins."""
    end_status(dice, state, who, SAGA)
    end_status(dice, state, who, DIRGE)
    end_status(dice, state, who, IRON_WALL)
    end_status(dice, state, who, INSPIRED)
