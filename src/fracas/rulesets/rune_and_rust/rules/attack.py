"""Attack: the opposed roll, its net result, and cleaving weapons."""

from __future__ import annotations

from fracas.dice import Dice, net, note, rule
from fracas.rulesets.rune_and_rust.codes import Hit, Said, Status
from fracas.rulesets.rune_and_rust.models import Options
from fracas.rulesets.rune_and_rust.rules.accuracy import attack_dice
from fracas.rulesets.rune_and_rust.rules.damage import damage_for_net, damage_roll, hit_of, wound
from fracas.rulesets.rune_and_rust.rules.defence import defence_dice, net_against
from fracas.rulesets.rune_and_rust.rules.fighters import D6, MANY, another_foe
from fracas.rulesets.rune_and_rust.state import Blow, Book, Fighter, State


@rule
def nets_told(options: Options) -> tuple[int, int]:
    """The range of net results that the active rules distinguish.

    Hit or not; ties separately if they glance; the margin above 0 if damage depends on it.
    """
    low = 0 if options.glancing_percent == 0 else -1
    high = MANY if options.net_damage_percent != 0 else max(options.critical_net, 1)
    return low, high


@rule
def net_successes(dice: Dice, attack: int, defence: int, options: Options) -> int:
    """Roll both pools: the attack's successes minus the defence's, asked of the dice only as precisely as the active rules need."""
    low, high = nets_told(options)
    return net_against(net(dice, attack, defence, options.success_face, D6, low, high), defence, options)


@rule
def strike_dice(me: Fighter, blow: Blow, options: Options) -> int:
    """The damage dice of a blow, including those of the inspired and the empowered."""
    n = blow.damage.n
    if me.lasting > 0:
        if me.turns[Status.INSPIRED] > 0:
            n += options.inspired_dice
        if me.turns[Status.EMPOWERED] > 0:
            n += options.empowered_damage_dice
    return n


@rule
def strike(dice: Dice, state: State, book: Book, attacker: int, target: int, blow: Blow) -> bool:
    """One attack: the opposed roll, and damage if it hits. Returns whether it hit in full (a glancing blow does not)."""
    options = book.options
    me = state.fighters[attacker]
    attack = attack_dice(dice, state, book, attacker, target, blow)
    me.next_dice = 0
    note(dice, Said.ATTACKS, attacker, target)
    result = net_successes(dice, attack, defence_dice(state, book, target, blow.psychic), options)
    hit = hit_of(result, options)
    if hit == Hit.MISS:
        note(dice, Said.DEFLECTED, attacker, target)
        return False
    damage = damage_roll(dice, strike_dice(me, blow, options), blow.damage.sides, blow.damage.bonus, options)
    if hit == Hit.CRITICAL:
        note(dice, Said.CRITICAL)
    elif hit == Hit.GLANCING:
        note(dice, Said.GLANCES)
    wound(dice, state, book, attacker, target, damage_for_net(damage, result, options), blow.pierces)
    return hit >= Hit.FULL


@rule
def weapon_attack(dice: Dice, state: State, book: Book, attacker: int, target: int) -> bool:
    """A plain attack with the equipped weapon; a cleaving weapon also hits one more foe. Returns whether it hit."""
    sheet = book.sheets[attacker]
    landed = strike(dice, state, book, attacker, target, sheet.weapon)
    if landed and sheet.cleaves != 0 and state.over == 0:
        cleave(dice, state, book, attacker, target)
    return landed


@rule(rare=True)
def cleave(dice: Dice, state: State, book: Book, attacker: int, besides: int) -> None:
    """Half of the weapon's damage, rolled again, to another foe."""
    weapon = book.sheets[attacker].weapon
    second = another_foe(state, book, besides)
    if second > 0:
        damage = damage_roll(dice, weapon.damage.n, weapon.damage.sides, weapon.damage.bonus, book.options) // 2
        wound(dice, state, book, attacker, second, damage, weapon.pierces)
