"""The attack, step by step: evasion, base damage, stamina, crit, variance, cooldown, training, and the rewards of a kill."""

from __future__ import annotations

from fracas.dice import Dice, chance, key, note, rule, scaled
from fracas.rulesets.world_loop.codes import Attribute, Domain, Draws, Material, Said, Time, TrainingOn
from fracas.rulesets.world_loop.models import Options
from fracas.rulesets.world_loop.rules.rewards import reward
from fracas.rulesets.world_loop.rules.stamina import pay_stamina
from fracas.rulesets.world_loop.rules.stats import effective_atk, effective_crit, effective_def, effective_evasion
from fracas.rulesets.world_loop.rules.timing import delay, spend
from fracas.rulesets.world_loop.rules.training import train
from fracas.rulesets.world_loop.state import Book, Fighter


@rule
def evasion_chance(me: Fighter, it: Fighter, book: Book) -> float:
    """Step 1: the chance that an attack misses."""
    o = book.options
    return min(max(effective_evasion(it, book) - me.luck * o.luck_against_evasion, 0.0), o.evasion_cap)


@rule
def base_damage(me: Fighter, it: Fighter, book: Book, my_ground: int, its_ground: int) -> int:
    """Step 2: damage before variance."""
    o = book.options
    atk_power = effective_atk(me, book) * 1.0
    if my_ground == Material.SANCTUARY and book.kinds[me.kind].hero == 0:
        atk_power *= o.sanctuary_debuff_atk
    def_power = effective_def(it, book) * 1.0
    if its_ground == Material.SANCTUARY and book.kinds[it.kind].hero == 0:
        def_power *= o.sanctuary_debuff_def
    str_mult = 1.0 + me.attributes[Attribute.STR] * o.str_to_attack
    vit_mult = 1.0 + it.attributes[Attribute.VIT] * o.vit_to_defence
    return max(int(atk_power * str_mult) - int(def_power * vit_mult) // 2, o.minimum_damage)


@rule
def crit_chance(me: Fighter, book: Book) -> float:
    """Step 4: the chance that a hit is critical."""
    o = book.options
    return min(max(effective_crit(me, book) + me.luck * o.luck_to_crit, 0.0), o.crit_cap)


@rule
def key_draw(dice: Dice, me: Fighter, options: Options, number: int) -> None:
    """Key the draw by (COMBAT, attacker, number), if the options share draws by key."""
    if options.draws == Draws.SHARED:
        key(dice, Domain.COMBAT, me.uid, number)


@rule
def attack(dice: Dice, book: Book, me: Fighter, it: Fighter, tick: int, my_ground: int, its_ground: int) -> bool:
    """One attack, step by step; returns whether it kills."""
    o = book.options
    number = me.swings if o.time == Time.EVENTS else tick
    if o.time == Time.EVENTS and o.draws == Draws.SHARED:
        me.swings += 1
    key_draw(dice, me, o, number + 2)
    missed = chance(dice, evasion_chance(me, it, book))
    if not missed or o.miss_costs_stamina != 0:
        pay_stamina(me, book, o.attack_stamina)
    if missed:
        note(dice, Said.MISSES, me.uid, it.uid)
    else:
        value = base_damage(me, it, book, my_ground, its_ground) * 1.0
        key_draw(dice, me, o, number + 1)
        critical = chance(dice, crit_chance(me, book))
        if critical:
            value *= me.crit_dmg
        key_draw(dice, me, o, number)
        hurt = scaled(dice, value, 1.0 - o.damage_variance * 0.5, 1.0 + o.damage_variance * 0.5)
        if o.minimum_after_variance != 0:
            hurt = max(hurt, o.minimum_damage)
        note(dice, Said.CRITS if critical else Said.HITS, me.uid, it.uid, hurt)
        it.hp = max(it.hp - hurt, 0)
    spend(me, book, tick, delay(me, book))
    killed = it.hp <= 0
    if (
        o.training_on == TrainingOn.ATTACK
        or (o.training_on == TrainingOn.HIT and not missed)
        or (o.training_on == TrainingOn.KILL and killed)
    ):
        train(dice, me, book, book.training.attack)
    if killed:
        reward(dice, book, me, it)
    return killed
