"""How computer players choose in Rune & Rust: rules too, so that they can be simulated, solved and replayed like everything else."""

from __future__ import annotations

from fracas.dice import Dice, die, pick, rule
from fracas.rulesets.rune_and_rust.blows import D6, HERO, acting, attack_dice, attribute, defence_dice, has, phase_of
from fracas.rulesets.rune_and_rust.rules import ability_pool, legal, may_move, may_use
from fracas.rulesets.rune_and_rust.state import (
    ABILITY,
    ATTACK,
    BLEEDING,
    CLEANSE,
    DEFEND,
    DIRGE,
    DODGING,
    ENEMIES,
    GUARDED,
    HEAL,
    INSPIRED,
    IRON_WALL,
    ITEM,
    MAY_ATTACK,
    MAY_DEFEND,
    MAY_USE_ABILITIES,
    MAY_USE_ITEMS,
    MOST_ACTIONS,
    MOVE_SLOTS,
    NEXT_ATTACK_DICE,
    ON_FOE,
    ON_SELF,
    POISONED,
    RESTORE_STAMINA,
    SAGA,
    SHIELD,
    STATUS,
    STRIKE,
    STURDINESS,
    TEMPORARY_HP,
    WEAPON_AND_SUCCESSES,
    WEAPON_DAMAGE,
    Ability,
    Book,
    State,
)

RANDOM, AGGRESSIVE, SENSIBLE, HABITS = range(4)
POLICIES = ("random", "aggressive", "sensible", "habits")

# When the sensible hero thinks of healing, of hiding, and how sure an ability must be: percent.
HEAL_BELOW = 45
SURE_ENOUGH = 35
LONG_FIGHT_HP = 12
# Below this chance to hit a plain attack is hopeless: percent.
HOPELESS = 20


@rule(rare=True)
def at_random(dice: Dice, state: State, book: Book) -> int:
    """Anything allowed, each with the same chance."""
    actions = [0 for _ in range(MOST_ACTIONS)]
    n = legal(state, book, actions)
    return actions[die(dice, n) - 1]


@rule
def by_habit(dice: Dice, state: State, book: Book, who: int) -> int:
    """An enemy's move by the odds of its phase; a move that cannot be used now leaves its share to the others."""
    sheet = book.sheets[who]
    if sheet.move_count == 1:
        return 0
    phase = phase_of(state, book, who)
    weights = [0 for _ in range(MOVE_SLOTS)]
    for i in range(sheet.move_count):
        if may_move(state, book, who, sheet.moves[i]):
            weights[i] = sheet.moves[i].weights[phase]
    return pick(dice, weights, sheet.move_count)


@rule(rare=True)
def hardest_strike(state: State, book: Book, who: int) -> int:
    """The allowed strike of an enemy with the most dice, in the hand and in the damage."""
    sheet = book.sheets[who]
    best = -1
    most = -1
    for i in range(sheet.move_count):
        move = sheet.moves[i]
        if may_move(state, book, who, move):
            weight = 0
            if move.kind == STRIKE:
                mean = move.dice * (move.sides + 1) + 2 * move.bonus
                weight = 1 + move.strikes * max(mean, 1) * max(attribute(state, book, who, move.attribute) + move.bonus_dice, 1)
            if weight > most:
                most = weight
                best = i
    return best


@rule
def weakest_foe(state: State, book: Book) -> int:
    """The standing enemy with the fewest HP."""
    weakest = 0
    for i in range(1, book.fighter_count):
        hp = state.fighters[i].hp
        if hp > 0 and (weakest == 0 or hp < state.fighters[weakest].hp):
            weakest = i
    return weakest


@rule(rare=True)
def anything(state: State, book: Book) -> int:
    """The first thing that is allowed."""
    actions = [0 for _ in range(MOST_ACTIONS)]
    legal(state, book, actions)
    return actions[0]


@rule
def attack_weakest(state: State, book: Book) -> int:
    """A plain attack on the weakest enemy, or where attacking is not allowed, anything that is."""
    if book.permissions & MAY_ATTACK:
        return ATTACK + weakest_foe(state, book) - 1
    return anything(state, book)


@rule(rare=True)
def chance_of(n: int, needed: int, face: int) -> float:
    """The chance that ``n`` dice give ``needed`` successes."""
    if needed <= 0:
        return 1.0
    p = (D6 + 1 - face) / D6
    term = (1.0 - p) ** max(n, 0)
    fail = 0.0
    for k in range(min(needed, max(n, 0) + 1)):
        fail += term
        term = term * (n - k) / (k + 1) * p / (1.0 - p)
    return 1.0 - fail


@rule(rare=True)
def ability_worth(state: State, book: Book, ability: Ability, target: int) -> float:
    """About how much damage an ability can be expected to do to its foe, or to all of them."""
    sheet = book.sheets[HERO]
    total = 0.0
    for i in range(ability.effect_count):
        effect = ability.effects[i]
        if effect.kind <= WEAPON_AND_SUCCESSES:
            n = effect.dice
            sides = effect.sides
            bonus = effect.bonus
            if effect.kind == WEAPON_DAMAGE:
                n = sheet.dice * effect.percent // 100
            if effect.kind >= WEAPON_DAMAGE:
                sides = sheet.sides
                bonus += sheet.bonus
            mean = n * (sides + 1) / 2 + bonus
            if effect.pierces == 0:
                mean -= book.sheets[target].soak
            needed = max(effect.needs, ability.threshold)
            sure = 1.0 if ability.sure != 0 else chance_of(ability_pool(state, book, HERO, ability), needed, book.options.success_face)
            total += sure * max(mean, 1.0)
    if ability.aim > ON_FOE:
        total *= state.foes
    return total


@rule(rare=True)
def pool_hits(attack: int, defence: int, face: int) -> float:
    """The chance that so many attack dice make more successes than so many defence dice."""
    defence = max(defence, 0)
    p = (D6 + 1 - face) / D6
    term = (1.0 - p) ** defence
    hits = 0.0
    for stopped in range(defence + 1):
        hits += term * chance_of(attack, stopped + 1, face)
        term = term * (defence - stopped) / (stopped + 1) * p / (1.0 - p)
    return hits


@rule(rare=True)
def weapon_hits(dice: Dice, state: State, book: Book, target: int) -> float:
    """The chance that a plain attack hits, everything that lasts counted."""
    attack = attack_dice(dice, state, book, HERO, target, book.sheets[HERO].weapon_attribute, 0)
    return pool_hits(attack, defence_dice(state, book, target, 0), book.options.success_face)


@rule(rare=True)
def weapon_worth(dice: Dice, state: State, book: Book, target: int) -> float:
    """About how much damage a plain attack can be expected to do."""
    sheet = book.sheets[HERO]
    hit = weapon_hits(dice, state, book, target)
    mean = sheet.dice * (sheet.sides + 1) / 2 + sheet.bonus
    if sheet.pierces == 0:
        mean -= book.sheets[target].soak
    return hit * max(mean, 1.0)


@rule(rare=True)
def healing(state: State, book: Book) -> int:
    """A consumable or ability that restores HP, or -1."""
    if book.permissions & MAY_USE_ITEMS:
        for slot in range(book.item_count):
            if state.items[slot] > 0 and book.items[slot].effects[0].kind == HEAL:
                return ITEM + slot
    if book.permissions & MAY_USE_ABILITIES:
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            if ability.aim == ON_SELF and ability.effects[0].kind == HEAL and may_use(state, book, ability):
                return ABILITY + slot * ENEMIES
    return -1


@rule(rare=True)
def is_needed(state: State, book: Book, kind: int) -> bool:
    """Whether the hero lacks what a remedy gives: freedom from bleeding and poison, or stamina for abilities."""
    me = state.fighters[HERO]
    if kind == CLEANSE:
        return has(me, POISONED) or has(me, BLEEDING)
    return kind == RESTORE_STAMINA and book.ability_count > 0 and 4 * me.stamina < book.sheets[HERO].max_stamina


@rule(rare=True)
def remedy(state: State, book: Book) -> int:
    """A consumable against bleeding and poison or for stamina, or a sure ability against the former, when there is need, or -1."""
    if book.permissions & MAY_USE_ITEMS:
        for slot in range(book.item_count):
            if state.items[slot] > 0 and is_needed(state, book, book.items[slot].effects[0].kind):
                return ITEM + slot
    if book.permissions & MAY_USE_ABILITIES:
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            kind = ability.effects[0].kind
            if ability.aim == ON_SELF and kind == CLEANSE and is_needed(state, book, kind) and may_use(state, book, ability):
                if ability.sure != 0:
                    return ABILITY + slot * ENEMIES
    return -1


@rule(rare=True)
def is_performing(state: State) -> bool:
    """Whether the hero has a performance under way."""
    me = state.fighters[HERO]
    return has(me, SAGA) or has(me, DIRGE) or has(me, IRON_WALL) or has(me, INSPIRED)


@rule(rare=True)
def is_worth_a_turn(dice: Dice, state: State, book: Book, ability: Ability, target: int) -> bool:
    """Whether an ability that does no damage helps for more than the turn it costs, and is not in force yet."""
    effect = ability.effects[0]
    kind = effect.kind
    if ability.performance != 0:
        return not is_performing(state)
    if kind == NEXT_ATTACK_DICE:
        return state.fighters[HERO].next_dice == 0 and weapon_hits(dice, state, book, target) * 100 < HOPELESS
    if kind == STATUS:
        return effect.turns > 1 and not has(state.fighters[target if ability.aim == ON_FOE else HERO], effect.status)
    if kind == SHIELD:
        return state.fighters[HERO].shield == 0
    return kind == TEMPORARY_HP and state.fighters[HERO].temp_hp == 0


@rule(rare=True)
def preparation(dice: Dice, state: State, book: Book, target: int) -> int:
    """An ability that readies the hero or weakens the foe, likely enough to work and not in force yet, or -1."""
    for slot in range(book.ability_count):
        ability = book.abilities[slot]
        if ability.aim > ON_FOE or not may_use(state, book, ability) or not is_worth_a_turn(dice, state, book, ability, target):
            continue
        pool = ability_pool(state, book, HERO, ability)
        sure = 1.0 if ability.sure != 0 else chance_of(pool, ability.threshold, book.options.success_face)
        if sure * 100 >= SURE_ENOUGH:
            return ABILITY + slot * ENEMIES + (target - 1 if ability.aim == ON_FOE else 0)
    return -1


@rule(rare=True)
def dodge_slot(state: State, book: Book) -> int:
    """The ability with which the hero can dodge now, or -1."""
    if book.permissions & MAY_USE_ABILITIES and not has(state.fighters[HERO], DODGING):
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            effect = ability.effects[0]
            if ability.aim == ON_SELF and effect.kind == STATUS and effect.status == DODGING and may_use(state, book, ability):
                return slot
    return -1


@rule(rare=True)
def past_dodge(dice: Dice, state: State, book: Book, foe: int) -> float:
    """Of the blows of a foe's hardest strike that would land, the share that still does when the hero dodges."""
    move = book.sheets[foe].moves[max(hardest_strike(state, book, foe), 0)]
    attack = attack_dice(dice, state, book, foe, HERO, move.attribute, move.bonus_dice)
    defence = defence_dice(state, book, HERO, move.psychic)
    face = book.options.success_face
    return pool_hits(attack, defence + book.options.dodge_sturdiness, face) / max(pool_hits(attack, defence, face), 0.001)


@rule(rare=True)
def past_guard(state: State, book: Book) -> float:
    """The share of the next blow's damage that is expected to get past a Defend."""
    options = book.options
    pool = attribute(state, book, HERO, STURDINESS)
    share = 1.0
    for made in range(1, max(pool, 0) + 1):
        if (made - 1) * options.guard_percent_a_success < options.guard_cap_percent:
            step = min(options.guard_percent_a_success, options.guard_cap_percent - (made - 1) * options.guard_percent_a_success)
            share -= step / 100 * chance_of(pool, made, options.success_face)
    return share


@rule(rare=True)
def hide(dice: Dice, state: State, book: Book, foe: int) -> int:
    """Defend, or dodge where that lets less through."""
    slot = dodge_slot(state, book)
    if slot >= 0 and past_dodge(dice, state, book, foe) < past_guard(state, book):
        return ABILITY + slot * ENEMIES
    return DEFEND


@rule(rare=True)
def sensibly(dice: Dice, state: State, book: Book) -> int:
    """A careful hero: heals in time, prepares for a long fight, takes the best blow, and hides from a foe behind its guard."""
    me = state.fighters[HERO]
    target = weakest_foe(state, book)
    if me.hp * 100 < HEAL_BELOW * book.sheets[HERO].max_hp:
        action = healing(state, book)
        if action >= 0:
            return action
    action = remedy(state, book)
    if action >= 0:
        return action
    best = attack_weakest(state, book)
    if book.permissions & MAY_USE_ABILITIES:
        if state.fighters[target].hp > LONG_FIGHT_HP or state.foes > 1:
            action = preparation(dice, state, book, target)
            if action >= 0:
                return action
        most = weapon_worth(dice, state, book, target) if best < DEFEND else 0.0
        for slot in range(book.ability_count):
            ability = book.abilities[slot]
            if may_use(state, book, ability) and ability.aim >= ON_FOE:
                worth = ability_worth(state, book, ability, target)
                if worth > most:
                    most = worth
                    best = ABILITY + slot * ENEMIES + (target - 1 if ability.aim == ON_FOE else 0)
    it = state.fighters[target]
    if best < DEFEND and book.permissions & MAY_DEFEND and has(it, GUARDED) and not has(me, GUARDED):
        if it.guard_percent >= book.options.guard_cap_percent:
            return hide(dice, state, book, target)
    return best


@rule
def choose(dice: Dice, policy: int, state: State, book: Book) -> int:
    """The action a policy takes for the fighter whose turn it is."""
    who = acting(state)
    if policy == RANDOM:
        return at_random(dice, state, book)
    if who != HERO:
        if policy == HABITS:
            return by_habit(dice, state, book, who)
        return hardest_strike(state, book, who)
    if policy == SENSIBLE:
        return sensibly(dice, state, book)
    return attack_weakest(state, book)
