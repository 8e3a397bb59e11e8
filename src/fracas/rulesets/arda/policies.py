"""Policies of computer players. They are rules too, so fights between them can be solved."""

from __future__ import annotations

from fracas.dice import Dice, rule
from fracas.engine.contract.policies import random_policy
from fracas.rulesets.arda.codes import FIGHT_ACTIONS, ITEMS, MAX_ACTIONS, NOTHING, RAISE, SIDES, STATS, USE, Approach, SceneKind, Stat
from fracas.rulesets.arda.rules.checks import needed_face, stat_modifier
from fracas.rulesets.arda.rules.fights import approach_dc, approach_modifier, approach_open
from fracas.rulesets.arda.rules.healing import max_hp
from fracas.rulesets.arda.rules.items import carried
from fracas.rulesets.arda.rules.moves import heavy_blow_due
from fracas.rulesets.arda.rules.scenes import choice_modifier, choice_open
from fracas.rulesets.arda.rules.turns import legal
from fracas.rulesets.arda.state import Book, ChoiceSheet, EnemySheet, State

POLICIES = ("shrewd", "careful", "bold", "random", "first", "tale")
SHREWD, CAREFUL, BOLD, RANDOM, FIRST, TALE = range(6)

UNSURE = 9
"""Shrewd play treats a choice without a roll as one that needs a 9, since such choices often gain nothing."""
OUT_OF_REACH = 1_000
"""More than any face that can be needed."""

choose_any = random_policy(legal, MAX_ACTIONS)


@rule
def choice_face(state: State, book: Book, choice: ChoiceSheet) -> int:
    """The lowest face with which a choice succeeds; in a contest, against an average roll."""
    dc = choice.dc
    if choice.versus > 0:
        dc = SIDES // 2 + stat_modifier(choice.versus, book.options)
    return needed_face(dc, choice_modifier(state, book, choice), book.options)


@rule
def approach_face(state: State, book: Book, enemy: EnemySheet, approach: int) -> int:
    """The lowest face with which an approach succeeds; out of reach if it is not open."""
    if not approach_open(state, book, enemy, approach):
        return OUT_OF_REACH
    return needed_face(approach_dc(state, book, enemy, approach), approach_modifier(state, book, enemy, approach), book.options)


@rule(rare=True)
def best_potion(state: State, book: Book) -> int:
    """The carried item that heals most; 0 for none."""
    best = NOTHING
    for item in range(1, ITEMS + 1):
        if carried(state.items, item) > 0 and book.items[item].heal > 0:
            if best == NOTHING or book.items[item].heal > book.items[best].heal:
                best = item
    return best


@rule(rare=True)
def choose_raise(policy: int, state: State, book: Book) -> int:
    """The stat that a level raises: the highest that can still rise and have an effect; careful play raises endurance first."""
    most = book.stat_most
    if policy == CAREFUL and state.natural[Stat.ENDURANCE] < most:
        return RAISE + Stat.ENDURANCE
    best = -1
    best_value = 0
    for stat in range(STATS):
        value = state.natural[stat] if state.stats[stat] < book.options.stat_cap else 0
        if state.natural[stat] < most and (best < 0 or value > best_value):
            best = stat
            best_value = value
    return RAISE + best


@rule
def choose_approach(policy: int, state: State, book: Book) -> int:
    """The approach of computer players.

    First: strikes. Bold: strikes or shoots, whichever is likelier to hit. Careful: with less than a third of its hit points it flees if
    it can; it guards against heavy blows, and whenever it is not ready and a guard is at least as likely to succeed as an attack; then it
    talks if that is at least as likely, else attacks. Shrewd: guards against heavy blows if a guard is at least as likely as an attack,
    or where a success can hurt if it is likely at all; talks if that is at least as likely as an attack, tricks an enemy with more than
    10 hit points if that is, else attacks.
    """
    if policy == FIRST:
        return Approach.STRIKE
    enemy = book.enemies[book.scenes[state.scene].enemy]
    attack_face = approach_face(state, book, enemy, Approach.STRIKE)
    attack = Approach.STRIKE
    shoot_face = approach_face(state, book, enemy, Approach.SHOOT)
    if shoot_face < attack_face:
        attack = Approach.SHOOT
        attack_face = shoot_face
    if policy == BOLD:
        return attack
    heavy = heavy_blow_due(state, enemy)
    if policy == CAREFUL:
        if state.hp * 3 < max_hp(state, book) and approach_open(state, book, enemy, Approach.FLEE):
            return Approach.FLEE
        if heavy or (state.fight.ready == 0 and approach_face(state, book, enemy, Approach.GUARD) <= attack_face):
            return Approach.GUARD
        return Approach.TALK if approach_face(state, book, enemy, Approach.TALK) <= attack_face else attack
    if heavy:
        likely = SIDES // 2 + 2 if book.options.success_harm else attack_face
        if approach_face(state, book, enemy, Approach.GUARD) <= likely:
            return Approach.GUARD
    if approach_face(state, book, enemy, Approach.TALK) <= attack_face:
        return Approach.TALK
    if state.fight.enemy_hp > SIDES // 2 and approach_face(state, book, enemy, Approach.TRICK) <= attack_face:
        return Approach.TRICK
    return attack


@rule
def choose_in_scene(policy: int, state: State, book: Book) -> int:
    """The choice of computer players in a scene.

    First: the first open one. Bold: the riskiest, among equals the likeliest. Careful: the safest, among equals the likeliest.
    Shrewd: the likeliest.
    """
    scene = book.scenes[state.scene]
    best = -1
    best_rating = 0
    for i in range(scene.count):
        choice = book.choices[scene.first + i]
        if not choice_open(state, book, choice):
            continue
        if policy == FIRST:
            return i
        face = choice_face(state, book, choice) if choice.rolls != 0 else (UNSURE if policy == SHREWD else 0)
        rating = -face
        if policy == BOLD:
            rating += choice.risk * OUT_OF_REACH
        elif policy == CAREFUL:
            rating -= choice.risk * OUT_OF_REACH
        if best < 0 or rating > best_rating:
            best = i
            best_rating = rating
    return best


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action of a computer player. Careful play uses healing items at half of the hit points or less, shrewd play at a third."""
    if policy == RANDOM:
        return choose_any(dice, state, book)
    if state.raises > 0:
        return choose_raise(policy, state, book)
    if (state.items & book.used_up) != 0 and policy <= CAREFUL:
        part = 2 if policy == CAREFUL else 3
        if state.hp * part <= max_hp(state, book):
            item = best_potion(state, book)
            if item != NOTHING:
                return USE + item
    if book.scenes[state.scene].kind == SceneKind.FIGHT:
        return FIGHT_ACTIONS + choose_approach(policy, state, book)
    return choose_in_scene(policy, state, book)
