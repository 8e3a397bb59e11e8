"""ARDA: every rule of an adventure.

A hero has six stats from 3 to 8 (valor, wisdom, fellowship, craft, endurance, lore), hit points (10 and twice the endurance),
XP and a level. An adventure is a web of *scenes*. Most scenes offer *choices*. A choice may need an item, something learnt,
gold or a level. It either simply happens, or asks for a check of one stat against a DC, or a contest against somebody
(`checks`). What follows is a *result* (`changes`): damage of a tier, healing or rest, XP, gold, items, facts, an effect that
lasts, and the next scene. A natural 20 has the choice's exceptional result; where none is written it is the success, unharmed,
with a few hit points regained. A natural 1 has the choice's complication; where none is written it is the failure with damage
one tier worse. With no hit points left, the hero has fallen.

A fight is a scene, too. In each round the hero takes one *approach*, a check against the DC that the enemy sets for it:

* **strike** (valor) and **shoot** (craft): success does standard damage and the hero's level; a natural 20 dangerous damage
  instead.
* **guard** (endurance): success keeps all harm away and makes *ready*: +3 on the next check. A natural 20 strikes back for
  standard damage.
* **trick** (lore or wisdom, as the enemy is): success *exposes* the enemy for the rest of the fight: all its DCs fall by 4. A
  natural 20 does standard damage, too. An enemy is exposed once.
* **talk** (fellowship), to an enemy that listens: success costs it one point of resolve, a natural 20 two. Without resolve it
  yields.
* **flee** (craft), where there is somewhere to go: success leaves the fight.

A failure costs the hero damage of the tier that belongs to the risk of the approach: safe trivial, moderate standard, dangerous
dangerous. A natural 1 makes it a tier worse; only a boss does lethal damage. A potion drunk in a fight costs what a failed
guard does. Enemies have moves of their own: a *heavy blow* every few rounds, said a round before, falls on whoever does not
guard successfully, if it is worse than what else would come; *frenzy*, once the enemy is hurt enough, makes its blows a tier
worse for the rest of the fight; *mending*, once; *venom* lays an effect on whom its blows hurt; *thorns* hurt whoever strikes
it, with no venom in them; an *ambush* comes before the first round; *dread* lays an effect when the fight begins.

Each choice, approach and use of an item is a turn. At its end an effect that lasts does its harm and comes nearer to its end.
XP reach levels; each level raises one stat of the player's choice by 1, up to 8.
"""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.engine.records.record import Row
from fracas.rulesets.arda.changes import (
    N_STATS,
    blow,
    carried,
    effect_passes,
    enter,
    gain,
    gain_xp,
    happen,
    heavy_now,
    raise_stat,
    stat_value,
    tier_damage,
    use,
    winds_up,
    worst_tier,
)
from fracas.rulesets.arda.checks import check, contest, stat_modifier, succeeds
from fracas.rulesets.arda.state import (
    BLOW,
    CRITICAL,
    DANGEROUS,
    FIGHT_ACTIONS,
    FIGHTING,
    FLEE,
    FUMBLE,
    GUARD,
    HANDED,
    HEAVY,
    ITEMS,
    NONE,
    NOTHING,
    RAISE,
    SHOOT,
    STANDARD,
    STRIKE,
    SUCCESS,
    TALK,
    THORNS,
    TRICK,
    USE,
    Book,
    ChoiceSheet,
    Said,
    State,
)

APPROACHES = 6
HELD = 0x0555_5555_5555_5555
"""The lower of the two bits of each item."""


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """The adventure begins with its first scene."""
    state.clock = 1
    enter(dice, state, book, book.start)
    effect_passes(dice, state, book)


@rule
def outcome(state: State, book: Book) -> int:
    """How it ended, 0 while it goes on."""
    return state.ending


@rule
def to_act(state: State, book: Book) -> int:
    """The hero decides everything."""
    return 0


@rule
def health(state: State, book: Book, side: int) -> int:
    """Hit points of the hero, and of the enemy at hand."""
    return state.hp if side == 0 else state.foe


# --- what can be done -----------------------------------------------------------------------------------------------------------


@rule
def open_to(state: State, book: Book, choice: ChoiceSheet) -> bool:
    """Whether a choice is open: everything it needs is there."""
    if (state.facts & choice.need_facts) != choice.need_facts or (state.facts & choice.without) != 0:
        return False
    if choice.need_items != 0 and ((state.items | (state.items >> 1)) & HELD & choice.need_items) != choice.need_items:
        return False
    if state.gold < choice.need_gold or state.level < choice.need_level:
        return False
    return choice.need_value == 0 or state.stats[choice.need_stat] >= choice.need_value


@rule
def approachable(state: State, book: Book, enemy: int, approach: int) -> bool:
    """Whether an approach is open in this fight."""
    if book.enemies[enemy].can[approach] == 0:
        return False
    if approach == TRICK:
        return state.exposed == 0
    if approach == TALK:
        return state.resolve > 0
    if approach == FLEE:
        return book.scenes[state.scene].fled != NOTHING
    return True


@rule
def usable(state: State, book: Book, item: int) -> bool:
    """Whether an item is carried that can be used up."""
    return book.items[item].used_up != 0 and carried(state.items, item) > 0


@rule
def legal(state: State, book: Book, actions: Row[int]) -> int:
    """What can be done: raise a stat first; else choices or approaches, and what can be used up."""
    n = 0
    if state.raises > 0:
        for stat in range(N_STATS):
            if state.natural[stat] < book.rules.stat_most:
                actions[n] = RAISE + stat
                n += 1
        return n
    scene = book.scenes[state.scene]
    if scene.kind == FIGHTING:
        for approach in range(APPROACHES):
            if approachable(state, book, scene.enemy, approach):
                actions[n] = FIGHT_ACTIONS + approach
                n += 1
    else:
        for i in range(scene.count):
            if open_to(state, book, book.choices[scene.first + i]):
                actions[n] = i
                n += 1
    if (state.items & book.used_up) != 0:
        for item in range(1, ITEMS + 1):
            if usable(state, book, item):
                actions[n] = USE + item
                n += 1
    return n


# --- doing it -------------------------------------------------------------------------------------------------------------------


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Carry out one action. Raising a stat takes no turn."""
    if action >= RAISE:
        raise_stat(dice, state, book, action - RAISE)
        return
    if action >= USE:
        use_up(dice, state, book, action - USE)
    elif action >= FIGHT_ACTIONS:
        approach_enemy(dice, state, book, action - FIGHT_ACTIONS)
    else:
        choose_in_scene(dice, state, book, book.scenes[state.scene].first + action)
    effect_passes(dice, state, book)
    if state.ending == 0:
        state.clock += 1


@rule
def choose_in_scene(dice: Dice, state: State, book: Book, number: int) -> None:
    """A choice: what is rolled, and what follows."""
    choice = book.choices[number]
    note(dice, Said.CHOSEN, number)
    came = SUCCESS
    if choice.rolls != 0:
        modifier = stat_modifier(stat_value(state, book, choice.stat), book.rules) + choice.modifier
        if choice.versus > 0:
            came = contest(dice, choice.stat, modifier, choice.versus, choice.keeping, book.rules)
        else:
            came = check(dice, choice.stat, modifier, choice.dc, choice.keeping, book.rules)
    worse = 1 if came == FUMBLE and choice.own_fumble == 0 and book.rules.complication != 0 else 0
    better = 1 if came == CRITICAL and choice.own_critical == 0 else 0
    happen(dice, state, book, choice.result[came], worse, better)


@rule(rare=True)
def use_up(dice: Dice, state: State, book: Book, item: int) -> None:
    """Use an item; in a fight that leaves an opening."""
    scene = book.scenes[state.scene]
    use(dice, state, book, item)
    if scene.kind == FIGHTING:
        harm = book.enemies[scene.enemy].tier[GUARD]
        struck(dice, state, book, scene.enemy, harm, 0)
        round_passes(dice, state, book, scene.enemy)


# --- fights ---------------------------------------------------------------------------------------------------------------------


@rule
def approach_dc(state: State, book: Book, enemy: int, approach: int) -> int:
    """What an approach must reach: the enemy's DC, less 4 once it is exposed."""
    dc = book.enemies[enemy].dc[approach]
    return dc - book.rules.exposed_dc if state.exposed != 0 else dc


@rule
def approach_modifier(state: State, book: Book, enemy: int, approach: int) -> int:
    """What is added to the die: the modifier of the approach's stat, and 3 if ready."""
    modifier = stat_modifier(stat_value(state, book, book.enemies[enemy].stat[approach]), book.rules)
    return modifier + book.rules.ready_bonus if state.ready != 0 else modifier


@rule
def approach_enemy(dice: Dice, state: State, book: Book, approach: int) -> None:
    """One round of a fight."""
    number = book.scenes[state.scene].enemy
    enemy = book.enemies[number]
    note(dice, Said.APPROACH, approach)
    stat = enemy.stat[approach]
    modifier = approach_modifier(state, book, number, approach)
    came = check(dice, stat, modifier, approach_dc(state, book, number, approach), 0, book.rules)
    state.ready = 0
    harm = NONE
    if succeeds(came):
        if approach == FLEE:
            note(dice, Said.FLED)
            end_fight(dice, state, book, book.scenes[state.scene].fled)
            return
        if succeed_in_fight(dice, state, book, number, approach, came):
            return
        if approach == STRIKE and enemy.thorns != NONE:
            harm = enemy.thorns
    else:
        harm = enemy.tier[approach]
        if came == FUMBLE:
            harm += 1
    guarded = approach == GUARD and succeeds(came)
    struck(dice, state, book, number, harm, 1 if guarded else (2 if succeeds(came) else 0))
    round_passes(dice, state, book, number)


@rule
def succeed_in_fight(dice: Dice, state: State, book: Book, number: int, approach: int, came: int) -> bool:
    """What a success does to the enemy; True if the fight is over by it."""
    if approach == TALK:
        state.resolve = max(state.resolve - (2 if came == CRITICAL else 1), 0)
        note(dice, Said.RESOLVE, state.resolve)
        if state.resolve == 0:
            note(dice, Said.YIELDS)
            beaten(dice, state, book, number, book.scenes[state.scene].parley)
            return True
        return False
    if approach == GUARD:
        state.ready = 1
        note(dice, Said.READY)
    elif approach == TRICK:
        state.exposed = 1
        note(dice, Said.EXPOSED)
    if approach in (STRIKE, SHOOT):
        wound(dice, state, book, number, tier_damage(dice, book, DANGEROUS if came == CRITICAL else STANDARD) + state.level)
    elif came == CRITICAL:
        wound(dice, state, book, number, tier_damage(dice, book, STANDARD))
    if state.foe == 0:
        note(dice, Said.WON)
        beaten(dice, state, book, number, book.scenes[state.scene].won)
        return True
    return False


@rule
def wound(dice: Dice, state: State, book: Book, number: int, amount: int) -> None:
    """The enemy loses hit points; some fall into frenzy, which lasts, some mend once."""
    enemy = book.enemies[number]
    state.foe = max(state.foe - amount, 0)
    note(dice, Said.WOUNDS, amount, state.foe)
    if state.foe == 0:
        return
    if state.frenzied == 0 and state.foe <= enemy.frenzy_at:
        state.frenzied = 1
        note(dice, Said.FRENZY)
    if state.mended == 0 and state.foe <= enemy.mend_at:
        state.mended = 1
        before = state.foe
        state.foe = min(before + enemy.mend_hp, enemy.hp)
        note(dice, Said.MENDS, state.foe - before, state.foe)


@rule
def harm_of(state: State, book: Book, number: int, tier: int) -> int:
    """The tier of a blow of this enemy now: worse in frenzy, and no worse than it can."""
    if state.frenzied != 0:
        tier += book.enemies[number].frenzy_tiers
    return min(tier, worst_tier(book, number))


@rule
def struck(dice: Dice, state: State, book: Book, number: int, harm: int, kept: int) -> None:
    """What the enemy does to the hero in a round: harm of a tier, or the heavy blow that was due.

    ``kept`` is 1 if the hero has guarded, which keeps everything away, and 2 if the harm is that of thorns.
    """
    enemy = book.enemies[number]
    how = THORNS if kept == 2 else BLOW
    if heavy_now(state, book, number) and kept != 1:
        harm = max(harm, enemy.heavy_tier)
        how = HEAVY
    if harm == NONE:
        return
    if how != THORNS:
        harm = harm_of(state, book, number, harm)
    blow(dice, state, book, number, harm, how)


@rule
def round_passes(dice: Dice, state: State, book: Book, number: int) -> None:
    """The round is over: the heavy blow comes nearer."""
    every = book.enemies[number].heavy_every
    if every > 0:
        state.cycle = (state.cycle + 1) % every
        winds_up(dice, state, book, number)


@rule(rare=True)
def beaten(dice: Dice, state: State, book: Book, number: int, result: int) -> None:
    """The enemy is beaten or yields: its XP, what it leaves, and on with the story."""
    enemy = book.enemies[number]
    for i in range(HANDED):
        if enemy.gives[i] != NOTHING:
            gain(dice, state, book, enemy.gives[i])
    if enemy.xp > 0:
        gain_xp(dice, state, book, enemy.xp)
    end_fight(dice, state, book, result)


@rule(rare=True)
def end_fight(dice: Dice, state: State, book: Book, result: int) -> None:
    """The fight is over: nothing of it is left, and its result happens."""
    state.foe = 0
    state.resolve = 0
    state.cycle = 0
    state.ready = 0
    state.exposed = 0
    state.mended = 0
    state.frenzied = 0
    happen(dice, state, book, result, 0, 0)
