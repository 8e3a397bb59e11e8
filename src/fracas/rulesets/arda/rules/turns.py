"""Turns: the start of an adventure, legal actions, performing them, and the end of a turn."""

from __future__ import annotations

from fracas.dice import Dice, rule
from fracas.engine.records.record import Row
from fracas.rulesets.arda.codes import APPROACHES, FIGHT_ACTIONS, ITEMS, RAISE, STATS, USE, SceneKind
from fracas.rulesets.arda.rules.effects import pass_turn
from fracas.rulesets.arda.rules.fights import approach_open, take_approach, use_in_turn
from fracas.rulesets.arda.rules.items import usable
from fracas.rulesets.arda.rules.levels import raise_stat
from fracas.rulesets.arda.rules.scenes import choice_open, enter_scene, take_choice
from fracas.rulesets.arda.state import Book, State


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Start the adventure in its first scene."""
    state.clock = 1
    enter_scene(dice, state, book, book.start)
    pass_turn(dice, state, book)


@rule
def outcome(state: State, book: Book) -> int:
    """The end code, 0 while the adventure goes on."""
    return state.ending


@rule
def to_act(state: State, book: Book) -> int:
    """The hero makes all decisions."""
    return 0


@rule
def health(state: State, book: Book, side: int) -> int:
    """Hit points of the hero, and of the current enemy."""
    return state.hp if side == 0 else state.fight.enemy_hp


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """The legal actions: first raise a stat; otherwise choices or approaches, and items to use up."""
    n = 0
    if state.raises > 0:
        for stat in range(STATS):
            if state.natural[stat] < book.stat_most:
                actions[n] = RAISE + stat
                n += 1
        return n
    scene = book.scenes[state.scene]
    if scene.kind == SceneKind.FIGHT:
        for approach in range(APPROACHES):
            if approach_open(state, book, book.enemies[scene.enemy], approach):
                actions[n] = FIGHT_ACTIONS + approach
                n += 1
    else:
        for i in range(scene.count):
            if choice_open(state, book, book.choices[scene.first + i]):
                actions[n] = i
                n += 1
    if (state.items & book.used_up) != 0:
        for item in range(1, ITEMS + 1):
            if usable(state, book, item):
                actions[n] = USE + item
                n += 1
    return n


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Perform one action. Raising a stat takes no turn."""
    if action >= RAISE:
        raise_stat(dice, state, book, action - RAISE)
        return
    if action >= USE:
        use_in_turn(dice, state, book, action - USE)
    elif action >= FIGHT_ACTIONS:
        take_approach(dice, state, book, action - FIGHT_ACTIONS)
    else:
        take_choice(dice, state, book, book.scenes[state.scene].first + action)
    pass_turn(dice, state, book)
    if state.ending == 0:
        state.clock += 1
