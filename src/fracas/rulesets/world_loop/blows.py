"""World Loop: what one fighter does to another and to itself. Duels and the world use these same rules.

An **attack** goes through the document's steps. The defender's evasion, less the attacker's luck, between 0 and 75 %, may make it
*miss*. The *base damage* is the attacker's ATK raised by STR, less half the defender's DEF raised by VIT, each cut to a whole number,
at least 1; non-heroes on sanctuary tiles count half. The attack costs *stamina*. The damage *varies* evenly by ±15 %; a *critical hit*
(crit rate and luck, 80 % at most) multiplies it. What is left after the point is cut off is taken from the defender's HP, and the
attacker's next act moves on by one over its speed.

A **kill** brings XP by the victim's level and tier, raised by INT and WIS, and all its gold. Attacks **train** STR and VIT by fractions of
a point while there is stamina left. XP past the threshold is a **level**: stats and attributes grow, and the excess carries over.

Below half of its HP a fighter may **drink** the strongest potion in its bag.
"""

from __future__ import annotations

from fracas.dice import Dice, chance, die, key, note, pick, rule, scaled
from fracas.engine.records.record import Row

# isort: off
# fmt: off
from fracas.rulesets.world_loop.state import (
    BAG, COMBAT, EACH_ATTACK, EACH_HIT, EACH_KILL, END, INT, MILLION, NOTHING, POTION, SANCTUARY, STR, VIT, WIS, Book, Fighter, Kind,
    Options, Said,
)
# fmt: on
# isort: on

INSTANT = 1e-9
"""Times this near to the end of a tick are its end: ten delays of 0.1 add up to a whole tick."""
MOST_XP = 1e18
"""No level takes more XP than this: a number that can still be counted."""

# --- effective stats: the fighter's own and those of its gear -------------------------------------------------------------------


@rule
def effective_atk(me: Fighter, book: Book) -> int:
    """ATK with gear."""
    return me.atk + book.items[me.gear[0]].atk + book.items[me.gear[1]].atk + book.items[me.gear[2]].atk


@rule
def effective_def(me: Fighter, book: Book) -> int:
    """DEF with gear."""
    return me.defence + book.items[me.gear[0]].defence + book.items[me.gear[1]].defence + book.items[me.gear[2]].defence


@rule
def effective_spd(me: Fighter, book: Book) -> int:
    """SPD with gear."""
    return me.spd + book.items[me.gear[0]].spd + book.items[me.gear[1]].spd + book.items[me.gear[2]].spd


@rule
def effective_max_hp(me: Fighter, book: Book) -> int:
    """Max HP with gear."""
    return me.max_hp + book.items[me.gear[0]].hp + book.items[me.gear[1]].hp + book.items[me.gear[2]].hp


@rule
def effective_crit(me: Fighter, book: Book) -> float:
    """Crit rate with gear."""
    return me.crit + book.items[me.gear[0]].crit + book.items[me.gear[1]].crit + book.items[me.gear[2]].crit


@rule
def effective_evasion(me: Fighter, book: Book) -> float:
    """Evasion with gear."""
    return me.evasion + book.items[me.gear[0]].evasion + book.items[me.gear[1]].evasion + book.items[me.gear[2]].evasion


@rule
def delay(me: Fighter, book: Book) -> float:
    """What an attack, a step or a rest adds to the time of the next act."""
    spd = effective_spd(me, book) if book.options.effective_speed != 0 else me.spd
    return book.options.action_time / max(spd, 1)


@rule
def spend(me: Fighter, book: Book, tick: int, cost: float) -> None:
    """Move the time of the next act on; where time owed is forgiven it counts from this tick."""
    if book.options.lag_forgiven != 0:
        me.next_act = max(me.next_act, tick * 1.0)
    me.next_act += cost


@rule
def percent_base(me: Fighter, book: Book) -> int:
    """The max HP of which a fighter's HP are a percentage when it decides."""
    return effective_max_hp(me, book) if book.options.percent_of_effective != 0 else me.max_hp


@rule
def below(me: Fighter, book: Book, percent: int) -> bool:
    """Whether HP are below so many percent."""
    return me.hp * 100 < percent * percent_base(me, book)


@rule
def at_most(me: Fighter, book: Book, percent: int) -> bool:
    """Whether HP are at so many percent or below."""
    return me.hp * 100 <= percent * percent_base(me, book)


# --- the attack -----------------------------------------------------------------------------------------------------------------


@rule
def evasion_chance(me: Fighter, it: Fighter, book: Book) -> float:
    """Step 1: the chance that an attack misses."""
    o = book.options
    return min(max(effective_evasion(it, book) - me.luck * o.luck_against_evasion, 0.0), o.evasion_cap)


@rule
def base_damage(me: Fighter, it: Fighter, book: Book, my_ground: int, its_ground: int) -> int:
    """Step 2: damage before it varies."""
    o = book.options
    atk_power = effective_atk(me, book) * 1.0
    if my_ground == SANCTUARY and book.kinds[me.kind].hero == 0:
        atk_power *= o.sanctuary_debuff_atk
    def_power = effective_def(it, book) * 1.0
    if its_ground == SANCTUARY and book.kinds[it.kind].hero == 0:
        def_power *= o.sanctuary_debuff_def
    str_mult = 1.0 + me.attributes[STR] * o.str_to_attack
    vit_mult = 1.0 + it.attributes[VIT] * o.vit_to_defence
    return max(int(atk_power * str_mult) - int(def_power * vit_mult) // 2, o.minimum_damage)


@rule
def crit_chance(me: Fighter, book: Book) -> float:
    """Step 4: the chance that a hit is critical."""
    o = book.options
    return min(max(effective_crit(me, book) + me.luck * o.luck_to_crit, 0.0), o.crit_cap)


@rule
def lose_stamina(me: Fighter, book: Book, cost: int) -> None:
    """Stamina goes down, to 0 at most."""
    if book.tireless == 0:
        me.stamina = max(me.stamina - cost, 0)


@rule(rare=True)
def train(dice: Dice, me: Fighter, book: Book, gains: Row[int]) -> None:
    """Fractions of attribute points, up to the caps; none for the exhausted."""
    if me.stamina <= 0 or book.tireless != 0:
        return
    for i in range(6):
        if gains[i] > 0 and me.attributes[i] < me.caps[i]:
            me.training[i] += gains[i]
            while me.training[i] >= MILLION and me.attributes[i] < me.caps[i]:
                me.training[i] -= MILLION
                me.attributes[i] += 1
                note(dice, Said.TRAINS, me.uid, i, me.attributes[i])
            if me.attributes[i] >= me.caps[i]:
                me.training[i] = 0


@rule
def keyed(dice: Dice, me: Fighter, options: Options, number: int) -> None:
    """Draw by (COMBAT, attacker, number), where the options say that draws are shared by key."""
    if options.shared_keys != 0:
        key(dice, COMBAT, me.uid, number)


@rule
def attack(dice: Dice, book: Book, me: Fighter, it: Fighter, tick: int, my_ground: int, its_ground: int) -> bool:
    """One attack, step by step; whether it kills."""
    o = book.options
    number = me.swings if o.event_time != 0 else tick
    if o.event_time != 0 and o.shared_keys != 0:
        me.swings += 1
    keyed(dice, me, o, number + 2)
    missed = chance(dice, evasion_chance(me, it, book))
    if not missed or o.miss_costs_stamina != 0:
        lose_stamina(me, book, o.attack_stamina)
    if missed:
        note(dice, Said.MISSES, me.uid, it.uid)
    else:
        value = base_damage(me, it, book, my_ground, its_ground) * 1.0
        keyed(dice, me, o, number + 1)
        critical = chance(dice, crit_chance(me, book))
        if critical:
            value *= me.crit_dmg
        keyed(dice, me, o, number)
        hurt = scaled(dice, value, 1.0 - o.damage_variance * 0.5, 1.0 + o.damage_variance * 0.5)
        if o.minimum_after_variance != 0:
            hurt = max(hurt, o.minimum_damage)
        note(dice, Said.CRITS if critical else Said.HITS, me.uid, it.uid, hurt)
        it.hp = max(it.hp - hurt, 0)
    spend(me, book, tick, delay(me, book))
    killed = it.hp <= 0
    if o.training_on == EACH_ATTACK or (o.training_on == EACH_HIT and not missed) or (o.training_on == EACH_KILL and killed):
        train(dice, me, book, o.train_attack)
    if killed:
        reward(dice, book, me, it)
    return killed


# --- rewards and levels -----------------------------------------------------------------------------------------------------------


@rule(rare=True)
def kill_xp(me: Fighter, it: Fighter, book: Book) -> int:
    """XP for a kill."""
    o = book.options
    base_xp = o.xp_per_kill_base * it.level * (1 + book.kinds[it.kind].tier * o.xp_per_tier)
    xp_mult = 1.0 + me.attributes[INT] * o.int_to_xp + me.attributes[WIS] * o.wis_to_xp
    return int(base_xp * xp_mult)


@rule(rare=True)
def reward(dice: Dice, book: Book, me: Fighter, it: Fighter) -> None:
    """XP and gold for a kill."""
    gained = kill_xp(me, it, book)
    me.xp += gained
    note(dice, Said.KILLS, me.uid, it.uid, gained)
    if it.gold > 0:
        me.gold += it.gold
        note(dice, Said.GOLD, me.uid, it.uid, it.gold)
        it.gold = 0


@rule(rare=True)
def xp_after(xp_to_next: int, level: int, options: Options) -> int:
    """XP that the next level takes, for one who has just reached ``level``."""
    next_xp = xp_to_next * options.xp_per_level_scale
    if options.closed_curve != 0:
        next_xp = options.xp_first_level * options.xp_per_level_scale ** (level - 1)
    return int(min(next_xp, MOST_XP))


@rule(rare=True)
def grow_stats(me: Fighter, book: Book) -> None:
    """The stats of one level more; HP grow with max HP."""
    o = book.options
    me.max_hp += o.stat_growth_hp
    me.hp = min(me.hp + o.stat_growth_hp, effective_max_hp(me, book))
    me.atk += o.stat_growth_atk
    me.defence += o.stat_growth_def
    me.spd += o.stat_growth_spd


@rule(rare=True)
def grow_attributes(me: Fighter, book: Book) -> None:
    """The attributes of one level more, each up to its cap, and the caps."""
    o = book.options
    for i in range(6):
        if o.caps_first != 0:
            me.caps[i] += o.cap_growth
        me.attributes[i] = max(me.attributes[i], min(me.attributes[i] + o.attribute_growth, me.caps[i]))
        if o.caps_first == 0:
            me.caps[i] += o.cap_growth


@rule(rare=True)
def count_level(me: Fighter, book: Book) -> None:
    """The next level, and the XP that the one after it takes."""
    me.level += 1
    me.xp_to_next = xp_after(me.xp_to_next, me.level, book.options)


@rule
def level_ups(dice: Dice, book: Book, me: Fighter) -> int:
    """As many levels as the XP are good for, what is left over carried; returns how many."""
    gained = 0
    while me.xp >= me.xp_to_next and me.level < book.options.max_level:
        me.xp -= me.xp_to_next
        count_level(me, book)
        grow_stats(me, book)
        grow_attributes(me, book)
        gained += 1
        note(dice, Said.LEVELS, me.uid, me.level)
    return gained


# --- potions, rest ----------------------------------------------------------------------------------------------------------------


@rule(rare=True)
def best_potion(me: Fighter, book: Book) -> int:
    """The place in the bag of the strongest potion, or -1."""
    found = -1
    for i in range(BAG):
        item = book.items[me.bag[i]]
        if me.bag[i] != NOTHING and item.slot == POTION:
            if found < 0 or item.heal > book.items[me.bag[found]].heal:
                found = i
    return found


@rule(rare=True)
def drink(dice: Dice, book: Book, me: Fighter, place: int, tick: int) -> None:
    """Use up a potion: heal, up to the max HP with gear, for half an act."""
    item = me.bag[place]
    healed = min(book.items[item].heal, max(effective_max_hp(me, book) - me.hp, 0))
    me.hp += healed
    me.bag[place] = NOTHING
    spend(me, book, tick, book.options.potion_delay)
    note(dice, Said.DRINKS, me.uid, item, healed)


@rule(rare=True)
def rest(dice: Dice, book: Book, me: Fighter, tick: int) -> None:
    """Rest: a little healing, and training."""
    o = book.options
    healed = min(o.rest_heal, max(effective_max_hp(me, book) - me.hp, 0))
    me.hp += healed
    spend(me, book, tick, delay(me, book))
    train(dice, me, book, o.train_rest)
    note(dice, Said.RESTS, me.uid, healed)


@rule
def breathe(me: Fighter, book: Book, resting: bool) -> None:
    """Stamina comes back at the end of a tick."""
    o = book.options
    if book.tireless == 0:
        me.stamina = min(me.stamina + (o.stamina_regen_resting if resting else o.stamina_regen), me.max_stamina)


# --- making a fighter -------------------------------------------------------------------------------------------------------------


@rule
def rolled(dice: Dice, low: int, high: int) -> int:
    """A whole number from low to high, each as likely."""
    return low + die(dice, high - low + 1) - 1 if high > low else low


@rule(rare=True)
def put_in_bag(me: Fighter, kind: Kind, book: Book, item: int) -> bool:
    """Put an item into a free place of the bag, if it can be carried."""
    weight = book.items[item].weight
    place = -1
    for i in range(kind.slots):
        if me.bag[i] == NOTHING:
            if place < 0:
                place = i
        else:
            weight += book.items[me.bag[i]].weight
    if place < 0 or weight > kind.carries:
        return False
    me.bag[place] = item
    return True


@rule(rare=True)
def make_fighter(dice: Dice, book: Book, me: Fighter, number: int, uid: int) -> None:
    """A new fighter of a kind: its stats rolled, its gear on, its bag packed, grown to its level."""
    o = book.options
    kind = book.kinds[number]
    me.uid = uid
    me.kind = number
    me.level = 1
    me.xp = 0
    me.xp_to_next = o.xp_first_level
    me.max_hp = int(rolled(dice, kind.hp_low, kind.hp_high) * kind.hp_mult)
    me.atk = int(rolled(dice, kind.atk_low, kind.atk_high) * kind.atk_mult)
    me.defence = rolled(dice, kind.def_low, kind.def_high)
    me.spd = rolled(dice, kind.spd_low, kind.spd_high)
    me.luck = kind.luck
    me.crit = kind.crit
    me.crit_dmg = kind.crit_dmg
    me.evasion = kind.evasion
    me.gold = rolled(dice, kind.gold_low, kind.gold_high)
    me.swings = 0
    for i in range(6):
        me.attributes[i] = rolled(dice, kind.attribute_low[i], kind.attribute_high[i])
        me.caps[i] = kind.caps[i]
        me.training[i] = 0
    me.max_stamina = kind.stamina + kind.stamina_end * me.attributes[END]
    me.stamina = me.max_stamina
    for i in range(3):
        me.gear[i] = kind.gear[i]
    for i in range(BAG):
        me.bag[i] = kind.bag[i]
    if kind.loot_count > 0:
        found = pick(dice, kind.loot_weights, kind.loot_count)  # type: ignore[arg-type]  # a row will do
        put_in_bag(me, kind, book, kind.loot[found])
    me.hp = me.max_hp
    while me.level < kind.level:
        count_level(me, book)
        if kind.grown != 0:
            grow_stats(me, book)
    me.hp = effective_max_hp(me, book)
