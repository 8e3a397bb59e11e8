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
from fracas.engine.records.record import Row
from fracas.rulesets.rune_and_rust.blows import (
    D6,
    HERO,
    MANY,
    acting,
    afflict,
    another_foe,
    attribute,
    damage_roll,
    defence_dice,
    defend,
    end_status,
    guard,
    has,
    heal,
    lose_hp,
    net_successes,
    phase_of,
    stop_performing,
    strike,
    weapon_attack,
    wound,
)

# isort: off
# fmt: off
from fracas.rulesets.rune_and_rust.state import (
    ABILITY, AFFLICT, ATTACK, BLEEDING, BY_INITIATIVE, CLEANSE, DEFEND, EMPOWER_ALLY, EMPOWERED, ENEMIES, ENEMIES_FIRST, EVADE,
    FINESSE, FLED, FLEE, FROM_BLEEDING, FROM_POISON, GUARD, HEAL, INSPIRED, ITEM, MAY_ATTACK, MAY_DEFEND, MAY_FLEE,
    MAY_USE_ABILITIES, MAY_USE_ITEMS, NEXT_ATTACK_DICE, ON_FOE, POISONED, REPAIR, REPAIR_ALLY, RESTORE_STAMINA, SEIZED, SHIELD,
    SILENCED, SPLASH, STANCE, STATUS, STATUS_COUNT, STRIKE, STUNNED, SUMMON, TAKE_GUARD, TEMPORARY_HP, WEAPON_AND_SUCCESSES,
    WEAPON_DAMAGE, WILL, Ability, Book, Effect, Move, Said, State,
)
# fmt: on
# isort: on


# --- where a fight stands -----------------------------------------------------------------------------------------------


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the fight goes on, else how it ended."""
    return state.over


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
    if effect.more_dice > 0 and made >= effect.more_needs:
        n += effect.more_dice
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
    """The effects a fighter lays on a foe; returns the damage rolled for them."""
    if effect.kind <= WEAPON_AND_SUCCESSES:
        rolled = effect_damage(dice, state, book, who, effect, made)
        wound(dice, state, book, who, target, rolled, effect.pierces)
        return rolled
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
        needed = ability.threshold
        if ability.opposed != 0 and book.options.abilities_opposed != 0:
            made -= successes(dice, defence_dice(state, book, target, 0), book.options.success_face, D6)
            needed = max(needed, 1)
        if made < needed:
            note(dice, Said.NEEDS, made, needed)
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
def evaded(dice: Dice, state: State, who: int) -> bool:
    """Whether the hero slips away from all that an enemy's move would do; that is then used up."""
    hero = state.fighters[HERO]
    if hero.evading == 0:
        return False
    hero.evading = 0
    note(dice, Said.EVADES, HERO, who)
    return True


@rule
def enemy_strikes(dice: Dice, state: State, book: Book, who: int, move: Move) -> None:
    """An enemy's attack move: one or more strikes, what they lay on the hero, and what they cost the enemy."""
    strikes = 0 if evaded(dice, state, who) else move.strikes
    for _ in range(strikes):
        if state.over != 0:
            return
        landed = strike(
            dice, state, book, who, HERO, move.attribute, move.bonus_dice, move.dice, move.sides, move.bonus, move.pierces, move.psychic
        )
        if landed and move.status >= 0 and state.over == 0:
            afflict(dice, state, HERO, move.status, move.turns)
    if move.stuns_self != 0 and state.over == 0:
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
    elif move.kind == AFFLICT and not evaded(dice, state, who):
        attack = attribute(state, book, who, move.attribute) + move.bonus_dice
        defence = defence_dice(state, book, HERO, move.psychic)
        if net_successes(dice, attack, defence, book.options, False) > 0:
            afflict(dice, state, HERO, move.status, move.turns)
        else:
            note(dice, Said.RESISTS, HERO)
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
            note(dice, Said.INITIATIVE, i)
            made = successes(dice, finesse, book.options.success_face, D6)
            rank += (made * (MANY + 1) + finesse) * (MANY + 1)
        place = i
        while place > 0 and state.fighters[state.order[place - 1]].next_dice < rank:
            state.order[place] = state.order[place - 1]
            place -= 1
        state.order[place] = i
        state.fighters[i].next_dice = rank
    for i in range(n):
        state.fighters[i].next_dice = 0
        note(dice, Said.IN_PLACE, state.order[i])


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
        note(dice, Said.BLEEDS, who)
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
    if n == 0:  # what was allowed is used up
        actions[0] = DEFEND
        n = 1
    return n
