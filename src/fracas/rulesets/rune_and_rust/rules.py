"""Rune & Rust: every rule of its combat.

A fight is one hero against one to six enemies. Each rolls FINESSE dice for **initiative** once; the order stands for the whole
fight. On its turn a fighter does one thing.

**Attack.** The attacker rolls *attack dice*: the attribute that governs the weapon, plus every accuracy bonus (equipment, ability,
Battle Rage, an [Analyzed] target, the Saga of Courage), all added up. The target rolls STURDINESS dice. Each die of 5 or 6 is a
success; *net successes* are the attacker's less the target's. **Net above 0 hits; a tie or less is deflected.** Both sides attack in
this way. No dice, no successes.

**Damage** of a hit: weapon dice (more if Inspired) and bonus, at least 1; then up for a Vulnerable or raging target, down for an
attacker in Defensive Stance, down by the target's Defend, down by Soak; at least 1. Temporary HP go first, then an Aetheric Shield,
then HP. At 0 HP a fighter falls.

**Defend** rolls STURDINESS and takes a quarter off the next hit for each success, three quarters at most, until the defender's next
turn. **Abilities** cost stamina, which does not come back in a fight, and need a number of successes from an attribute roll.
**Consumables** are used up and always work. **Flee** needs more FINESSE successes than a roll of the enemies' mean FINESSE, and is
forbidden against a boss. Enemies choose among their moves by fixed odds, which change with their phase.

**Durations** count the bearer's own turns, and an effect a fighter lays on itself does not count the turn in which it does so.
Bleeding and poison hurt at the start of the bearer's turn; the stunned and seized lose theirs.

The fight ends in victory when no enemy stands, in defeat when the hero falls, or when the hero has fled.
"""

from __future__ import annotations

from fracas.dice import Dice, net, note, roll, rule, successes
from fracas.engine.record import Row

# isort: off
# fmt: off
from fracas.rulesets.rune_and_rust.state import (
    ABILITY, AFFLICT, ANALYZED, ATTACK, BLEEDING, BY_INITIATIVE, CLEANSE, DEFEAT, DEFEND, DIRGE, DISORIENTED, DODGING,
    EMPOWER_ALLY, EMPOWERED, ENEMIES, ENEMIES_FIRST, EVADE, FINESSE, FLED, FLEE, FROM_ABILITY, FROM_ANALYZED, FROM_BATTLE_RAGE,
    FROM_BLEEDING, FROM_BLOW, FROM_DIRGE, FROM_DISORIENTED, FROM_EMPOWERED, FROM_POISON, FROM_SAGA, FROM_WEAPON, GUARD, GUARDED,
    HEAL, INSPIRED, IRON_WALL, ITEM, MAY_ATTACK, MAY_DEFEND, MAY_FLEE, MAY_USE_ABILITIES, MAY_USE_ITEMS, NEXT_ATTACK_DICE, ON_FOE,
    POISONED, RAGING, REPAIR, REPAIR_ALLY, RESTORE_STAMINA, SAGA, SEIZED, SHIELD, SILENCED, SPLASH, STANCE, STATUS, STATUS_COUNT,
    STIMULATED, STRIKE, STUNNED, STURDINESS, SUMMON, TAKE_GUARD, TEMPORARY_HP, VICTORY, VULNERABLE, WEAPON_AND_SUCCESSES,
    WEAPON_DAMAGE, WILL, Ability, Book, Effect, Fighter, Move, Options, Said, State,
)
# fmt: on
# isort: on

D6 = 6
HERO = 0
MANY = 99


# --- looking things up --------------------------------------------------------------------------------------------------


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the fight goes on, else how it ended."""
    return state.over


@rule
def acting(state: State) -> int:
    """The fighter whose turn it is."""
    return state.order[state.turn]


@rule
def to_act(state: State, book: Book) -> int:
    """The side whose turn it is: 0 the hero's, 1 the enemies'."""
    return 0 if acting(state) == HERO else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The HP a side has left."""
    if side == 0:
        return state.fighters[HERO].hp
    total = 0
    for i in range(1, book.fighter_count):
        total += state.fighters[i].hp
    return total


@rule
def has(fighter: Fighter, status: int) -> bool:
    """Whether a status lies on a fighter."""
    return fighter.lasting > 0 and fighter.turns[status] > 0


@rule
def attribute(state: State, book: Book, who: int, which: int) -> int:
    """An attribute's effective value: gear included, and whatever raises all attributes for a while."""
    value = book.sheets[who].attributes[which]
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
    pool += options.hero_sturdiness if target == HERO else options.enemy_sturdiness
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
    """A blow that has landed: count its damage, use up Defend, then temporary HP, shield and HP. Returns the damage."""
    it = state.fighters[target]
    damage = damage_taken(state, book, attacker, target, damage, pierces)
    if it.lasting > 0 and it.turns[GUARDED] > 0:
        end_status(dice, state, target, GUARDED)
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
    """One attack: the opposed roll, and damage if it hits. Whether it landed."""
    options = book.options
    me = state.fighters[attacker]
    it = state.fighters[target]
    if it.evading != 0:
        it.evading = 0
        note(dice, Said.EVADES, target, attacker)
        return False
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
    return True


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
    """Take cover: so much less damage from the next hit."""
    it = state.fighters[who]
    if percent <= 0:
        return
    note(dice, Said.DEFENDS, who, percent, turns)
    it.guard_percent = max(percent, it.guard_percent)
    if it.turns[GUARDED] == 0:
        it.lasting += 1
    it.turns[GUARDED] = max(it.turns[GUARDED], turns + 1)


@rule(rare=True)
def defend(dice: Dice, state: State, book: Book, who: int) -> None:
    """Roll STURDINESS: each success takes a share off the next hit."""
    options = book.options
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
    note(dice, Said.HEALS, who, gained)


@rule(rare=True)
def stop_performing(dice: Dice, state: State, who: int) -> None:
    """One performance at a time: the one under way ends when another begins."""
    end_status(dice, state, who, SAGA)
    end_status(dice, state, who, DIRGE)
    end_status(dice, state, who, IRON_WALL)
    end_status(dice, state, who, INSPIRED)


# --- abilities and items ------------------------------------------------------------------------------------------------


@rule
def ability_pool(state: State, book: Book, who: int, ability: Ability) -> int:
    """The dice of an ability: its attribute, its bonus dice, and those of a focus in hand."""
    return attribute(state, book, who, ability.attribute) + ability.bonus_dice + book.sheets[who].ability_dice


@rule(rare=True)
def effect_damage(dice: Dice, state: State, book: Book, who: int, effect: Effect, made: int) -> int:
    """Roll an effect's damage dice, with the weapon's where it says so."""
    options = book.options
    sheet = book.sheets[who]
    n = effect.dice
    sides = effect.sides
    bonus = effect.bonus
    if effect.kind == WEAPON_DAMAGE:
        n = sheet.dice * effect.percent // 100
        sides = sheet.sides
        bonus += sheet.bonus
    elif effect.kind == WEAPON_AND_SUCCESSES:
        n = sheet.dice + made
        sides = sheet.sides
        bonus += sheet.bonus
    if has(state.fighters[who], INSPIRED):
        n += options.inspired_dice
    return damage_roll(dice, n, sides, bonus, options)


@rule
def effect_turns(state: State, book: Book, who: int, effect: Effect, performance: int) -> int:
    """How long an effect lasts: a number of turns, or for a performance as many as the performer has WILL."""
    if performance != 0:
        return attribute(state, book, who, WILL) + book.sheets[who].performance_turns
    return effect.turns


@rule(rare=True)
def apply_to_self(dice: Dice, state: State, book: Book, who: int, effect: Effect, performance: int) -> None:
    """The effects a fighter lays on itself."""
    me = state.fighters[who]
    kind = effect.kind
    if kind == HEAL:
        amount = roll(dice, effect.dice, effect.sides) + effect.bonus
        if effect.attribute >= 0:
            amount += attribute(state, book, who, effect.attribute)
        heal(dice, state, book, who, amount)
    elif kind == RESTORE_STAMINA:
        gained = min(roll(dice, effect.dice, effect.sides) + effect.bonus, book.sheets[who].max_stamina - me.stamina)
        me.stamina += gained
        note(dice, Said.STAMINA, who, gained)
    elif kind == STATUS:
        if performance != 0:
            stop_performing(dice, state, who)
        afflict(dice, state, who, effect.status, effect_turns(state, book, who, effect, performance))
    elif kind == GUARD:
        guard(dice, state, who, effect.percent, effect.turns)
    elif kind == SHIELD:
        me.shield = max(me.shield, effect.bonus)
        note(dice, Said.SHIELDED, who, effect.bonus, 1)
    elif kind == TEMPORARY_HP:
        amount = roll(dice, effect.dice, effect.sides) + effect.bonus
        me.temp_hp = max(me.temp_hp, amount)
        note(dice, Said.SHIELDED, who, amount, 0)
    elif kind == NEXT_ATTACK_DICE:
        me.next_dice = max(me.next_dice, effect.bonus)
        note(dice, Said.READIES, who, effect.bonus)
    elif kind == EVADE:
        me.evading = 1
        note(dice, Said.READY_TO_EVADE, who)
    elif kind == STANCE:
        me.stance = 1 - me.stance
        note(dice, Said.STANCE, who, me.stance)
    elif kind == CLEANSE:
        end_status(dice, state, who, BLEEDING)
        end_status(dice, state, who, POISONED)
        note(dice, Said.CLEANSED, who)


@rule(rare=True)
def apply_to_foe(
    dice: Dice, state: State, book: Book, who: int, target: int, effect: Effect, performance: int, made: int, dealt: int
) -> int:
    """The effects a fighter lays on a foe; returns the damage dealt by them."""
    if effect.kind <= WEAPON_AND_SUCCESSES:
        return wound(dice, state, book, who, target, effect_damage(dice, state, book, who, effect, made), effect.pierces)
    if effect.kind == SPLASH:
        second = another_foe(state, book, target)
        if second > 0:
            wound(dice, state, book, who, second, dealt // 2, effect.pierces)
    elif effect.kind == STATUS:
        afflict(dice, state, target, effect.status, effect_turns(state, book, who, effect, performance))
    return dealt


@rule
def is_for_foes(kind: int, aim: int) -> bool:
    """Whether an effect of an ability falls on its foes rather than on its user."""
    return aim >= ON_FOE and (kind <= SPLASH or kind == STATUS)


@rule(rare=True)
def carry_out(dice: Dice, state: State, book: Book, who: int, ability: Ability, target: int, made: int) -> None:
    """All effects of an ability or item that has succeeded, each that asks for no more successes than were made."""
    dealt = 0
    for i in range(ability.effect_count):
        effect = ability.effects[i]
        if made < effect.needs or state.over != 0:
            continue
        if is_for_foes(effect.kind, ability.aim):
            if ability.aim == ON_FOE:
                if state.fighters[target].hp > 0 or effect.kind == SPLASH:
                    dealt = apply_to_foe(dice, state, book, who, target, effect, ability.performance, made, dealt)
            else:
                for foe in range(1, book.fighter_count):
                    if state.fighters[foe].hp > 0 and state.over == 0:
                        apply_to_foe(dice, state, book, who, foe, effect, ability.performance, made, 0)
        else:
            apply_to_self(dice, state, book, who, effect, ability.performance)


@rule(rare=True)
def use_ability(dice: Dice, state: State, book: Book, slot: int, target: int) -> bool:
    """Pay, roll, and if enough dice succeed, carry it out. Leaving a stance is free: whether the turn is used up."""
    ability = book.abilities[slot]
    me = state.fighters[HERO]
    leaving = ability.effect_count > 0 and ability.effects[0].kind == STANCE and me.stance != 0
    note(dice, Said.USES, HERO, slot, target)
    me.stamina -= ability.stamina
    if ability.hp > 0:
        me.hp -= ability.hp
        note(dice, Said.PAYS_HP, HERO, ability.hp)
    made = 0
    if ability.sure == 0:
        made = successes(dice, ability_pool(state, book, HERO, ability), book.options.success_face, D6)
        if ability.opposed != 0 and book.options.abilities_opposed != 0:
            made -= successes(dice, defence_dice(state, book, target, 0), book.options.success_face, D6)
        if made < ability.threshold:
            note(dice, Said.NEEDS, made, ability.threshold)
            return True
    carry_out(dice, state, book, HERO, ability, target, made)
    return not leaving


@rule(rare=True)
def use_item(dice: Dice, state: State, book: Book, slot: int) -> None:
    """A consumable is used up and always works."""
    state.items[slot] -= 1
    note(dice, Said.ITEM, HERO, slot)
    carry_out(dice, state, book, HERO, book.items[slot], HERO, 0)


@rule(rare=True)
def flee(dice: Dice, state: State, book: Book) -> None:
    """Get away: FINESSE against the mean FINESSE of the standing enemies, rounded up; a tie is caught."""
    total = 0
    for i in range(1, book.fighter_count):
        if state.fighters[i].hp > 0:
            total += attribute(state, book, i, FINESSE)
    chasing = (total + state.foes - 1) // state.foes
    note(dice, Said.TRIES_TO_FLEE, HERO)
    if net(dice, attribute(state, book, HERO, FINESSE), chasing, book.options.success_face, D6, 0, 1) > 0:
        state.over = FLED
        note(dice, Said.FLEES)
    else:
        note(dice, Said.CANNOT_FLEE)


# --- enemies ------------------------------------------------------------------------------------------------------------


@rule
def weakest_ally(state: State, book: Book, who: int) -> int:
    """The enemy with the smallest share of its HP, the asker included."""
    weakest = who
    for i in range(1, book.fighter_count):
        it = state.fighters[i]
        if it.hp > 0 and it.hp * book.sheets[weakest].max_hp < state.fighters[weakest].hp * book.sheets[i].max_hp:
            weakest = i
    return weakest


@rule
def ally_to_empower(state: State, book: Book, who: int) -> int:
    """Another standing enemy that is not empowered yet, or the asker."""
    for i in range(1, book.fighter_count):
        if i != who and state.fighters[i].hp > 0 and not has(state.fighters[i], EMPOWERED):
            return i
    return who


@rule
def reserve_place(state: State, book: Book) -> int:
    """The first fallen or absent enemy that can be called in, or 0."""
    for i in range(1, book.fighter_count):
        if book.sheets[i].reserve != 0 and state.fighters[i].hp <= 0:
            return i
    return 0


@rule
def may_move(state: State, book: Book, who: int, move: Move) -> bool:
    """Whether an enemy's move can be used now."""
    sheet = book.sheets[who]
    if move.weights[phase_of(state, book, who)] <= 0:
        return False
    if move.below_percent > 0 and state.fighters[who].hp * 100 >= move.below_percent * sheet.max_hp:
        return False
    if move.kind == SUMMON:
        return reserve_place(state, book) > 0
    return True


@rule
def enemy_strikes(dice: Dice, state: State, book: Book, who: int, move: Move) -> None:
    """An enemy's attack move: one or more strikes, what they lay on the hero, and what they cost the enemy."""
    for _ in range(move.strikes):
        if state.over != 0:
            return
        landed = strike(
            dice, state, book, who, HERO, move.attribute, move.bonus_dice, move.dice, move.sides, move.bonus, move.pierces, move.psychic
        )
        if landed and move.status >= 0 and state.over == 0:
            afflict(dice, state, HERO, move.status, move.turns)
    if move.stuns_self != 0:
        afflict(dice, state, who, STUNNED, move.stuns_self)


@rule(rare=True)
def other_move(dice: Dice, state: State, book: Book, who: int, move: Move) -> None:
    """What an enemy does other than attack: take cover, repair, call for help, strengthen an ally, lay something on the hero."""
    if move.kind == TAKE_GUARD:
        if move.percent > 0:
            guard(dice, state, who, move.percent, move.turns)
        else:
            defend(dice, state, book, who)
    elif move.kind == REPAIR:
        heal(dice, state, book, who, move.amount)
    elif move.kind == REPAIR_ALLY:
        heal(dice, state, book, weakest_ally(state, book, who), move.amount)
    elif move.kind == EMPOWER_ALLY:
        afflict(dice, state, ally_to_empower(state, book, who), EMPOWERED, move.turns)
    elif move.kind == AFFLICT:
        attack = attribute(state, book, who, move.attribute) + move.bonus_dice
        defence = defence_dice(state, book, HERO, move.psychic)
        if net_successes(dice, attack, defence, book.options, False) > 0:
            afflict(dice, state, HERO, move.status, move.turns)
        else:
            note(dice, Said.DEFLECTED, who, HERO)
    elif move.kind == SUMMON:
        called = reserve_place(state, book)
        if called > 0:
            state.fighters[called].hp = book.sheets[called].max_hp
            state.foes += 1
            note(dice, Said.SUMMONS, who, called)


@rule
def enemy_move(dice: Dice, state: State, book: Book, who: int, number: int) -> None:
    """Carry out one of an enemy's moves."""
    move = book.sheets[who].moves[number]
    note(dice, Said.MOVE, who, number)
    if move.kind == STRIKE:
        enemy_strikes(dice, state, book, who, move)
    else:
        other_move(dice, state, book, who, move)


# --- turns --------------------------------------------------------------------------------------------------------------


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Begin: everyone rolls FINESSE for initiative; more successes first, then more FINESSE, then the hero."""
    state.clock = 1
    state.turn = 0
    if book.fighter_count == 2 and book.opening != BY_INITIATIVE:
        first = 1 if book.opening == ENEMIES_FIRST else 0
        state.order[0] = first
        state.order[1] = 1 - first
    else:
        line_up(dice, state, book)
    note(dice, Said.ROUND, 1)


@rule(rare=True)
def line_up(dice: Dice, state: State, book: Book) -> None:
    """Put all fighters in order; a fighter's rank stands in its ``next_dice`` until the order is made."""
    n = book.fighter_count
    for i in range(n):
        finesse = attribute(state, book, i, FINESSE)
        rank = MANY + 1 - i
        if book.opening != BY_INITIATIVE:
            if (i == HERO) == (book.opening == ENEMIES_FIRST):
                rank -= MANY
        elif book.sheets[i].reserve == 0:
            made = successes(dice, finesse, book.options.success_face, D6)
            note(dice, Said.INITIATIVE, i, made)
            rank += (made * (MANY + 1) + finesse) * (MANY + 1)
        place = i
        while place > 0 and state.fighters[state.order[place - 1]].next_dice < rank:
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = i
        state.fighters[i].next_dice = rank
    for i in range(n):
        state.fighters[i].next_dice = 0


@rule(rare=True)
def tick(dice: Dice, state: State, who: int) -> None:
    """A turn of this fighter has passed: everything that lasts on it lasts one turn less."""
    it = state.fighters[who]
    for status in range(STATUS_COUNT):
        if it.turns[status] == 1:
            end_status(dice, state, who, status)
        elif it.turns[status] > 1:
            it.turns[status] -= 1


@rule(rare=True)
def begin_turn(dice: Dice, state: State, book: Book, who: int) -> bool:
    """Bleeding and poison hurt; the stunned and seized lose their turn. Whether the fighter can act."""
    it = state.fighters[who]
    if it.turns[BLEEDING] > 0:
        lose_hp(dice, state, book, who, roll(dice, 1, D6), FROM_BLEEDING)
    if it.hp > 0 and it.turns[POISONED] > 0:
        lose_hp(dice, state, book, who, book.options.poison_damage, FROM_POISON)
    if it.hp <= 0:
        return False
    if it.turns[STUNNED] > 0 or it.turns[SEIZED] > 0:
        note(dice, Said.SKIPS, who, STUNNED if it.turns[STUNNED] > 0 else SEIZED)
        tick(dice, state, who)
        return False
    return True


@rule
def end_turn(dice: Dice, state: State, book: Book) -> None:
    """The turn passes to the next fighter who stands and can act."""
    who = acting(state)
    it = state.fighters[who]
    if it.lasting > 0:
        tick(dice, state, who)
    if book.sheets[who].regeneration > 0 and it.hp > 0:
        heal(dice, state, book, who, book.sheets[who].regeneration)
    while state.over == 0:
        state.turn += 1
        if state.turn == book.fighter_count:
            state.turn = 0
            state.clock += 1
            note(dice, Said.ROUND, state.clock)
        who = acting(state)
        it = state.fighters[who]
        if it.hp > 0 and (it.lasting == 0 or begin_turn(dice, state, book, who)):
            return


@rule
def hero_acts(dice: Dice, state: State, book: Book, action: int) -> bool:
    """Carry out the hero's action; whether it uses up the turn."""
    if action < DEFEND:
        weapon_attack(dice, state, book, HERO, action - ATTACK + 1)
    elif action == DEFEND:
        defend(dice, state, book, HERO)
    elif action == FLEE:
        flee(dice, state, book)
    elif action < ABILITY:
        use_item(dice, state, book, action - ITEM)
    else:
        return use_ability(dice, state, book, (action - ABILITY) // ENEMIES, (action - ABILITY) % ENEMIES + 1)
    return True


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Do what the fighter whose turn it is has chosen, and pass the turn on."""
    who = acting(state)
    if who == HERO:
        spent = hero_acts(dice, state, book, action)
    else:
        enemy_move(dice, state, book, who, action)
        spent = True
    if spent and state.over == 0:
        end_turn(dice, state, book)


# --- what may be done ---------------------------------------------------------------------------------------------------


@rule
def may_use(state: State, book: Book, ability: Ability) -> bool:
    """Whether the hero can pay for an ability and is not kept from it."""
    me = state.fighters[HERO]
    if me.stamina < ability.stamina or (ability.hp > 0 and me.hp <= ability.hp):
        return False
    return not (ability.voiced != 0 and has(me, SILENCED))


@rule(rare=True)
def list_foes(state: State, book: Book, first: int, actions: Row[int], n: int) -> int:
    """Add one action for every standing enemy."""
    for i in range(1, book.fighter_count):
        if state.fighters[i].hp > 0:
            actions[n] = first + i - 1
            n += 1
    return n


@rule(rare=True)
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """List what the fighter whose turn it is may do; returns how many actions were listed."""
    who = acting(state)
    n = 0
    if who != HERO:
        sheet = book.sheets[who]
        for i in range(sheet.move_count):
            if may_move(state, book, who, sheet.moves[i]):
                actions[n] = i
                n += 1
        return n
    may = book.permissions
    if may & MAY_ATTACK:
        n = list_foes(state, book, ATTACK, actions, n)
    if may & MAY_DEFEND:
        actions[n] = DEFEND
        n += 1
    if may & MAY_USE_ABILITIES:
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            if may_use(state, book, ability):
                if ability.aim == ON_FOE:
                    n = list_foes(state, book, ABILITY + slot * ENEMIES, actions, n)
                else:
                    actions[n] = ABILITY + slot * ENEMIES
                    n += 1
    if may & MAY_USE_ITEMS:
        for slot in range(book.item_count):
            if state.items[slot] > 0:
                actions[n] = ITEM + slot
                n += 1
    if may & MAY_FLEE and book.boss_fight == 0:
        actions[n] = FLEE
        n += 1
    return n
