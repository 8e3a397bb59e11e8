"""How computer players decide. All are rules: whatever they do can be solved."""

from __future__ import annotations

from fracas.dice import Dice, die, rule
from fracas.rulesets.arda.changes import N_STATS, carried, heavy_now, max_hp, stat_value
from fracas.rulesets.arda.checks import needed, stat_modifier
from fracas.rulesets.arda.rules import approach_dc, approach_modifier, approachable, legal, open_to
from fracas.rulesets.arda.state import (
    ENDURANCE,
    FIGHT_ACTIONS,
    FIGHTING,
    FLEE,
    GUARD,
    ITEMS,
    MOST_ACTIONS,
    NOTHING,
    RAISE,
    SHOOT,
    SIDES,
    STRIKE,
    TALK,
    TRICK,
    USE,
    Book,
    ChoiceSheet,
    State,
)

POLICIES = ("shrewd", "careful", "bold", "random", "first", "tale")
SHREWD, CAREFUL, BOLD, RANDOM, FIRST, TALE = range(6)

UNSURE = 9
"""Shrewd play takes a choice without a roll for one that needs a 9: it is no gain to have nothing to win."""
NO_FACE = 1_000
"""Farther than any face that can be needed."""


@rule
def face_for(state: State, book: Book, choice: ChoiceSheet) -> int:
    """The face from which a choice succeeds; in a contest, against a middling roll."""
    modifier = stat_modifier(stat_value(state, book, choice.stat), book.rules) + choice.modifier
    if choice.versus > 0:
        return needed(SIDES // 2 + stat_modifier(choice.versus, book.rules), modifier, book.rules)
    return needed(choice.dc, modifier, book.rules)


@rule
def face_in_fight(state: State, book: Book, enemy: int, approach: int) -> int:
    """The face from which an approach succeeds; out of reach where it is not open."""
    if not approachable(state, book, enemy, approach):
        return NO_FACE
    return needed(approach_dc(state, book, enemy, approach), approach_modifier(state, book, enemy, approach), book.rules)


@rule(rare=True)
def healing(state: State, book: Book) -> int:
    """The item that heals most, of those that are carried; none is 0."""
    best = NOTHING
    for item in range(1, ITEMS + 1):
        if carried(state.items, item) > 0 and book.items[item].heal > 0:
            if best == NOTHING or book.items[item].heal > book.items[best].heal:
                best = item
    return best


@rule(rare=True)
def raise_wisely(policy: int, state: State, book: Book) -> int:
    """Which stat a level raises: the best one that can still rise; careful play has endurance first."""
    most = book.rules.stat_most
    if policy == CAREFUL and state.natural[ENDURANCE] < most:
        return RAISE + ENDURANCE
    best = -1
    for stat in range(N_STATS):
        if state.natural[stat] < most and (best < 0 or state.natural[stat] > state.natural[best]):
            best = stat
    return RAISE + best


@rule(rare=True)
def anything(dice: Dice, state: State, book: Book) -> int:
    """Anything that can be done."""
    actions = [0 for _ in range(MOST_ACTIONS)]
    return actions[die(dice, legal(state, book, actions)) - 1]


@rule
def attack_with(state: State, book: Book, enemy: int) -> int:
    """Strike or shoot, whichever is likelier to hit."""
    return SHOOT if face_in_fight(state, book, enemy, SHOOT) < face_in_fight(state, book, enemy, STRIKE) else STRIKE


@rule
def choose_approach(policy: int, state: State, book: Book) -> int:
    """How computer players fight.

    First: strikes. Bold: strikes or shoots, whichever is likelier. Careful: guards against heavy blows, and whenever it is not ready and a
    guard is at least as likely as an attack, then talks where that is, else attacks; with less than a third of its hit points it flees if
    it can. Shrewd: guards against heavy blows if that is likely, talks where that is at least as likely as an attack, tricks an enemy that
    has more than 10 hit points where that is, else attacks.
    """
    enemy = book.scenes[state.scene].enemy
    if policy == FIRST:
        return STRIKE
    attack = attack_with(state, book, enemy)
    if policy == BOLD:
        return attack
    likely = face_in_fight(state, book, enemy, attack)
    guard = face_in_fight(state, book, enemy, GUARD)
    heavy = heavy_now(state, book, enemy)
    talk = face_in_fight(state, book, enemy, TALK)
    if policy == CAREFUL:
        if state.hp * 3 < max_hp(state, book) and approachable(state, book, enemy, FLEE):
            return FLEE
        if heavy or (state.ready == 0 and guard <= likely):
            return GUARD
        return TALK if talk <= likely else attack
    if heavy and guard <= SIDES // 2 + 2:
        return GUARD
    if talk <= likely:
        return TALK
    trick = face_in_fight(state, book, enemy, TRICK)
    return TRICK if trick <= likely and state.foe > SIDES // 2 else attack


@rule
def choose_in(policy: int, state: State, book: Book) -> int:
    """Which choice computer players take in a scene.

    First: the first that is open. Bold: the riskiest, of equal ones the likeliest. Careful: the safest, of equal ones the likeliest.
    Shrewd: the likeliest.
    """
    scene = book.scenes[state.scene]
    best = -1
    best_worth = 0
    for i in range(scene.count):
        choice = book.choices[scene.first + i]
        if not open_to(state, book, choice):
            continue
        if policy == FIRST:
            return i
        face = face_for(state, book, choice) if choice.rolls != 0 else (UNSURE if policy == SHREWD else 0)
        worth = -face
        if policy == BOLD:
            worth += choice.risk * NO_FACE
        elif policy == CAREFUL:
            worth -= choice.risk * NO_FACE
        if best < 0 or worth > best_worth:
            best = i
            best_worth = worth
    return best


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action of a computer player. Careful and shrewd play drink what heals once half, or a third, of the hit points are left."""
    if policy == RANDOM:
        return anything(dice, state, book)
    if state.raises > 0:
        return raise_wisely(policy, state, book)
    if (state.items & book.used_up) != 0 and policy <= CAREFUL:
        part = 2 if policy == CAREFUL else 3
        if state.hp * part <= max_hp(state, book):
            item = healing(state, book)
            if item != NOTHING:
                return USE + item
    if book.scenes[state.scene].kind == FIGHTING:
        return FIGHT_ACTIONS + choose_approach(policy, state, book)
    return choose_in(policy, state, book)
