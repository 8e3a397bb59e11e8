"""Ruins & Realms: what happens when a blow lands. Shift points, interrupts, damage, armour and shield, effects, falling."""

from __future__ import annotations

from fracas.dice import Dice, chance, die, note, roll, rule

# isort: off
# fmt: off
from fracas.rulesets.ruins_and_realms.state import (
    AFTER_BLOCK, AFTER_HIT, ALWAYS, BLEED, BLOCK, BONUS_ATTACK, BONUS_ATTACK_SPECIAL, BONUS_DAMAGE, BY_ARMOR, BY_CRITICAL_PRIME,
    BY_DEFENCE, BY_PRIME, BY_SHIELD, CAPTURED, CLEAVE, CLEAVE_SPECIAL, COVER, CURSE, DEATH, DEFENCE, DOUBLE, DRAIN, DROP_SHIELD, EVADE,
    EXACT, EXPOSE, FROM_CURSE, FROM_EXACT, FROM_EXPOSED, FROM_PRIME, HALVE, HEAL, HERO, HIGHEST, HURT, MOVEMENT_KIND, OF_BLOW,
    OF_REFLECTION, OF_SELF, ON_EXACT, ON_PRIME, OUTNUMBERED, PRONE, REDUCE, REFLECT, RIPOSTE, RIPOSTE_SPECIAL, SELF_CRITICAL,
    SELF_WOUNDED, SHIFT, SHIFT_TWICE, SHIFTED, STUN, TARGET_BLEEDING, TARGET_CRITICAL, TARGET_PRONE, TARGET_STUNNED, TARGET_UNHURT,
    TARGET_WOUNDED, VICTORY, Book, Effect, Fighter, Interrupt, Manoeuvre, Said, State,
)
# fmt: on
# isort: on

DOWN_FOR = 2
"""A prone fighter is up again when its second turn from then on begins: it has one turn on the ground."""
MOST_LASTING = 9
"""Shift and defence from effects add up to this much at most, either way."""


# --- who stands how -----------------------------------------------------------------------------------------------------


@rule
def standing(state: State, book: Book) -> int:
    """How many enemies stand."""
    n = 0
    for i in range(1, book.fighter_count):
        if state.fighters[i].hp > 0:
            n += 1
    return n


@rule
def another(state: State, book: Book, target: int) -> int:
    """The standing enemy next in line after the target, or 0."""
    for k in range(1, book.fighter_count - 1):
        i = (target - 1 + k) % (book.fighter_count - 1) + 1
        if state.fighters[i].hp > 0:
            return i
    return 0


@rule
def short_of(hp: int, most: int, percent: int) -> bool:
    """Whether so many HP are less than this share of the most."""
    return hp * 100 < percent * most


@rule
def below(state: State, book: Book, who: int, percent: int) -> bool:
    """Whether a fighter has less than this share of its HP left."""
    return short_of(state.fighters[who].hp, book.sheets[who].max_hp, percent)


@rule
def tired(state: State, book: Book) -> int:
    """Shift points that the Fatigue Die gives everyone in this round."""
    options = book.options
    if options.fatigue == 0:
        return 0
    return min(max(state.tempo - options.fatigue_from_round + 1, 0), options.fatigue_most)


@rule
def shift_total(state: State, book: Book, who: int) -> int:
    """A fighter's current shift points: its own, fatigue, what was laid on it for this round, its condition."""
    options = book.options
    it = state.fighters[who]
    total = book.sheets[who].shift + it.shift_now + tired(state, book)
    if it.prone > 0:
        total += options.prone_shift
    if who == HERO:
        if below(state, book, who, options.critical_below_percent):
            total += options.critical_shift
        elif below(state, book, who, options.wounded_below_percent):
            total += options.wounded_shift
    return max(total, 0)


@rule(rare=True)
def holds(state: State, book: Book, when: int, who: int, target: int, how: int) -> bool:
    """Whether a condition is met, for ``who`` striking ``target`` in the way ``how``."""
    options = book.options
    it = state.fighters[target]
    if when == ALWAYS:
        return True
    if when == ON_EXACT:
        return how == EXACT
    if when == ON_PRIME:
        return how >= BY_PRIME
    if when == AFTER_BLOCK:
        return state.blocked != 0
    if when == AFTER_HIT:
        return state.flowing != 0
    if when == SELF_WOUNDED:
        return below(state, book, who, options.wounded_below_percent)
    if when == SELF_CRITICAL:
        return below(state, book, who, options.critical_below_percent)
    if when == TARGET_UNHURT:
        return it.hp == book.sheets[target].max_hp
    if when == TARGET_WOUNDED:
        return below(state, book, target, options.wounded_below_percent)
    if when == TARGET_CRITICAL:
        return below(state, book, target, options.critical_below_percent)
    if when == TARGET_PRONE:
        return it.prone > 0
    if when == TARGET_STUNNED:
        return it.stunned > 0
    if when == TARGET_BLEEDING:
        return it.bleed_turns > 0
    if when == OUTNUMBERED:
        return standing(state, book) > 1
    return False


# --- damage -------------------------------------------------------------------------------------------------------------


@rule(rare=True)
def clear(it: Fighter) -> None:
    """Everything on a fighter ends."""
    it.shift_now = 0
    it.shift_next = 0
    it.guard_now = 0
    it.guard_next = 0
    it.stunned = 0
    it.prone = 0
    it.bleed_sides = 0
    it.bleed_turns = 0
    it.curse = 0


@rule(rare=True)
def lower_guard(state: State) -> None:
    """What the hero had ready for this round is gone."""
    state.shield = 0
    state.block = 0
    state.cover = 0
    state.riposte = 0
    state.evading = 0


@rule
def wound(dice: Dice, state: State, book: Book, who: int, damage: int, source: int) -> int:
    """Take HP from a fighter; at 0 an enemy falls and the hero is DOWN. Returns what was lost."""
    it = state.fighters[who]
    note(dice, Said.TAKES, who, damage, source)
    lost = min(damage, it.hp)
    if lost <= 0:
        return 0
    it.hp -= lost
    if it.hp == 0:
        clear(it)
        if who == HERO:
            note(dice, Said.DOWN)
            lower_guard(state)
            state.blocked = 0
            state.flowing = 0
            state.fleeing = 0
            if book.options.capture != 0:
                note(dice, Said.TAKEN)
                state.over = CAPTURED
        else:
            note(dice, Said.FALLS, who)
            if standing(state, book) == 0:
                note(dice, Said.WON)
                state.over = VICTORY
    return lost


@rule
def damage_roll(dice: Dice, book: Book, who: int, n: int, sides: int, bonus: int, highest: bool, sure: bool) -> tuple[int, int]:
    """Roll damage dice; returns the total with bonus, and 1 if a die shows the face that always tells.

    Where it is ``sure`` that even the lowest roll leaves the minimum, no face needs to tell, and only the sum is asked for.
    """
    note(dice, Said.DAMAGE_DICE, bonus, who, 1 if highest else 0)
    if highest:
        return n * sides + bonus, 1 if n > 0 and tells(book, sides, sides) else 0
    if sure and n > 1:
        return roll(dice, n, sides) + bonus, 0
    total = bonus
    telling = 0
    for _ in range(n):
        face = die(dice, sides)
        total += face
        if tells(book, face, sides):
            telling = 1
    return total, telling


@rule
def tells(book: Book, face: int, sides: int) -> bool:
    """Whether a face of a damage die always does damage."""
    return face == (book.options.minimum_face if book.options.minimum_face > 0 else sides)


@rule
def at_least(dice: Dice, book: Book, damage: int, telling: int) -> int:
    """Damage is never below 0, and a telling face does at least the minimum, whatever is taken off."""
    if telling != 0 and damage < book.options.minimum_damage:
        note(dice, Said.SURE, book.options.minimum_damage)
        return book.options.minimum_damage
    return max(damage, 0)


@rule
def guarded(dice: Dice, state: State, book: Book, who: int, pierced: int) -> int:
    """What a fighter's defence takes off a blow; below 0 if it is exposed. A piercing blow finds no defence, but still an opening."""
    guard = state.fighters[who].guard_now
    shown = max(guard, 0) + book.sheets[who].defence
    if pierced != 0:
        shown = 0
    if shown > 0:
        note(dice, Said.LESS, shown, BY_DEFENCE)
    if guard < 0:
        note(dice, Said.ADDS, -guard, FROM_EXPOSED)
    return shown + min(guard, 0)


@rule(rare=True)
def plain_blow(dice: Dice, state: State, book: Book, target: int, n: int, sides: int, bonus: int) -> None:
    """A blow besides a manoeuvre (a second weapon, a riposte): only defence stands against it."""
    off = guarded(dice, state, book, target, 0)
    total, telling = damage_roll(dice, book, HERO, n, sides, bonus, False, n + bonus - off >= book.options.minimum_damage)
    wound(dice, state, book, target, at_least(dice, book, total - off, telling), OF_BLOW)


@rule(rare=True)
def conditions_met(state: State, book: Book, move: Manoeuvre, who: int, target: int, how: int) -> int:
    """Which of a manoeuvre's effects have their condition met as the blow falls, a bit each."""
    met = 0
    for i in range(move.effect_count):
        if holds(state, book, move.effects[i].when, who, target, how):
            met |= 1 << i
    return met


@rule
def the_one(move: Manoeuvre, met: int, kind: int) -> int:
    """The number of the manoeuvre's effect of a kind whose condition is met, or -1."""
    for i in range(move.effect_count):
        if move.effects[i].kind == kind and (met >> i) & 1 != 0:
            return i
    return -1


@rule
def lowest(move: Manoeuvre, met: int) -> int:
    """The least that a manoeuvre's dice come to, what its effects add included where that can be below 0."""
    total = move.dice + move.bonus
    for i in range(move.effect_count):
        effect = move.effects[i]
        if effect.kind == BONUS_DAMAGE and (met >> i) & 1 != 0:
            total += min(effect.dice + effect.bonus, 0)
    return total


@rule(rare=True)
def bonus_dice(dice: Dice, book: Book, move: Manoeuvre, who: int, met: int, highest: bool, sure: bool) -> tuple[int, int]:
    """Damage that a manoeuvre does besides, where its condition is met; and 1 if a die of it shows the telling face."""
    total = 0
    telling = 0
    for i in range(move.effect_count):
        effect = move.effects[i]
        if effect.kind == BONUS_DAMAGE and (met >> i) & 1 != 0:
            more, one = damage_roll(dice, book, who, effect.dice, effect.sides, effect.bonus, highest, sure)
            total += more
            telling = max(telling, one)
    return total, telling


# --- effects ------------------------------------------------------------------------------------------------------------


@rule
def within(value: int) -> int:
    """A lasting change kept in bounds."""
    return min(max(value, -MOST_LASTING), MOST_LASTING)


@rule(rare=True)
def heal(dice: Dice, state: State, book: Book, who: int, amount: int) -> None:
    """Give HP back, to the maximum at most."""
    it = state.fighters[who]
    gained = min(amount, book.sheets[who].max_hp - it.hp)
    if gained > 0 and it.hp > 0:
        it.hp += gained
        note(dice, Said.HEALS, who, gained)


@rule(rare=True)
def lay(dice: Dice, state: State, book: Book, who: int, target: int, effect: Effect) -> None:
    """An effect comes about. Shift and guard laid on an enemy, or by one, count in the next round; what the hero readies, in this one."""
    on = who if effect.on_self != 0 else target
    it = state.fighters[on]
    if it.hp <= 0 or state.over != 0:
        return
    kind = effect.kind
    if kind == SHIFT:
        it.shift_next = within(it.shift_next + effect.amount)
        note(dice, Said.SHIFTS, on, effect.amount)
    elif kind == STUN:
        it.stunned = max(it.stunned, effect.turns)
        note(dice, Said.STUNNED, on, it.stunned)
    elif kind == PRONE:
        it.prone = DOWN_FOR
        note(dice, Said.PRONE, on)
    elif kind == BLEED:
        it.bleed_sides = max(it.bleed_sides, effect.sides)
        it.bleed_turns = max(it.bleed_turns, effect.turns)
        note(dice, Said.BLEEDS, on, it.bleed_sides, it.bleed_turns)
    elif kind in (DEFENCE, EXPOSE):
        amount = effect.amount if kind == DEFENCE else -effect.amount
        at_once = on == HERO and who == HERO
        if at_once:
            it.guard_now = within(it.guard_now + amount)
        else:
            it.guard_next = within(it.guard_next + amount)
        note(dice, Said.GUARDED, on, amount, 0 if at_once else 1)
    elif kind == BLOCK:
        state.block = max(state.block, effect.amount) if state.shield > 0 else 0
        note(dice, Said.BLOCKS_MORE, effect.amount)
    elif kind == COVER:
        state.cover = max(state.cover, effect.amount) if state.shield > 0 else 0
        note(dice, Said.COVERS_MORE, effect.amount)
    elif kind == RIPOSTE:
        state.riposte = max(state.riposte, effect.sides)
        note(dice, Said.READY, effect.sides)
    elif kind == HEAL:
        total, _ = damage_roll(dice, book, on, effect.dice, effect.sides, effect.bonus, False, True)
        heal(dice, state, book, on, max(total, 0))
    elif kind == HURT:
        total, _ = damage_roll(dice, book, on, effect.dice, effect.sides, effect.bonus, False, True)
        wound(dice, state, book, on, max(total, 0), OF_SELF)
    elif kind == CURSE:
        it.curse = max(it.curse, effect.amount)
        note(dice, Said.CURSED, on, it.curse)
    elif kind == EVADE:
        state.evading = 1
        note(dice, Said.EVADES, 1)
    elif kind == DROP_SHIELD:
        state.shield = 0
        note(dice, Said.SHIELD_DOWN)


@rule(rare=True)
def lay_all(dice: Dice, state: State, book: Book, who: int, target: int, move: Manoeuvre, met: int) -> None:
    """Every effect of a blow that has landed and whose condition was met."""
    for i in range(move.effect_count):
        if (met >> i) & 1 != 0:
            lay(dice, state, book, who, target, move.effects[i])


@rule(rare=True)
def drained(dice: Dice, state: State, book: Book, who: int, move: Manoeuvre, met: int, lost: int) -> None:
    """Life drain: a share of the damage comes back to the striker."""
    k = the_one(move, met, DRAIN)
    if k >= 0:
        heal(dice, state, book, who, lost * move.effects[k].amount // 100)


# --- the hero's blows ---------------------------------------------------------------------------------------------------


@rule
def triggered(state: State, book: Book, each: Interrupt, move: Manoeuvre) -> bool:
    """Whether an interrupt answers a manoeuvre: by the dice it is done with, if it is not of a kind that the manoeuvre ignores."""
    if (each.primary >> move.primary) & 1 == 0 and (each.secondary >> move.secondary) & 1 == 0:
        return False
    if (move.ignores >> each.kind) & 1 != 0:
        return False
    rounds = book.options.movement_interrupts_rounds
    return not (each.kind == MOVEMENT_KIND and rounds > 0 and state.tempo > rounds)


@rule
def interruption(dice: Dice, state: State, book: Book, target: int, move: Manoeuvre, how: int) -> tuple[int, int, int, int]:
    """What a target's interrupts do to a manoeuvre: points off, halved, points reflected, missed. A Prime ignores them all."""
    less = 0
    halved = 0
    reflected = 0
    missed = 0
    if how < BY_PRIME:
        sheet = book.sheets[target]
        for i in range(sheet.interrupt_count):
            each = sheet.interrupts[i]
            if triggered(state, book, each, move):
                note(dice, Said.INTERRUPTED, target, i)
                if each.effect == REDUCE:
                    less += each.amount
                elif each.effect == HALVE:
                    halved = 1
                elif each.effect == REFLECT:
                    reflected += each.amount
                else:
                    missed = 1
                if book.options.one_interrupt != 0:
                    break
    return less, halved, reflected, missed


@rule
def strike_bonus(state: State, book: Book, how: int) -> int:
    """What an Exact Strike or a Prime adds: the current shift total."""
    if how == SHIFTED:
        return 0
    shift = shift_total(state, book, HERO)
    if how == EXACT:
        return shift * book.options.exact_strike_bonus
    if how == BY_CRITICAL_PRIME and book.options.critical_prime == SHIFT_TWICE:
        return 2 * shift
    return shift


@rule(rare=True)
def goes_on(dice: Dice, state: State, book: Book, other: int, damage: int) -> None:
    """A cleaving blow goes on to another enemy, whose defence stands against it."""
    note(dice, Said.CLEAVES, other)
    wound(dice, state, book, other, max(damage - guarded(dice, state, book, other, 0), 0), OF_BLOW)


@rule(rare=True)
def cleave(dice: Dice, state: State, book: Book, move: Manoeuvre, target: int, met: int, damage: int) -> None:
    """A blow that goes on: by the manoeuvre's own effect to all other enemies, else by the style's to one more."""
    k = the_one(move, met, CLEAVE)
    if k >= 0:
        for i in range(1, book.fighter_count):
            if i != target and state.fighters[i].hp > 0:
                goes_on(dice, state, book, i, damage * move.effects[k].amount // 100)
    elif book.special == CLEAVE_SPECIAL and damage * book.options.cleave_percent >= 100:
        other = another(state, book, target)
        if other > 0:
            goes_on(dice, state, book, other, damage * book.options.cleave_percent // 100)


@rule(rare=True)
def second_blow(dice: Dice, state: State, book: Book, move: Manoeuvre, target: int, met: int) -> None:
    """A bonus attack on a target that still stands: a sure one by the manoeuvre's effect, else by the style's chance."""
    k = the_one(move, met, BONUS_ATTACK)
    if k >= 0:
        effect = move.effects[k]
        note(dice, Said.SECOND, target)
        plain_blow(dice, state, book, target, effect.dice, effect.sides, effect.bonus)
    elif book.special == BONUS_ATTACK_SPECIAL and book.options.bonus_attack_percent > 0:
        if chance(dice, book.options.bonus_attack_percent / 100.0):
            note(dice, Said.SECOND, target)
            plain_blow(dice, state, book, target, 1, book.options.bonus_attack_sides, 0)


@rule
def strike(dice: Dice, state: State, book: Book, slot: int, target: int, how: int) -> None:
    """The hero's manoeuvre against a target, come by ``how``: shifted, exact, by a Prime or the critical Prime."""
    options = book.options
    move = book.sheets[HERO].manoeuvres[slot]
    me = state.fighters[HERO]
    less, halved, reflected, missed = interruption(dice, state, book, target, move, how)
    if missed != 0:
        note(dice, Said.MISSES, HERO)
        state.flowing = 0
        return
    met = conditions_met(state, book, move, HERO, target, how) if move.effect_count > 0 else 0
    bonus = strike_bonus(state, book, how)
    if bonus > 0:
        note(dice, Said.ADDS, bonus, FROM_EXACT if how == EXACT else FROM_PRIME)
    if me.curse > 0:
        note(dice, Said.ADDS, -me.curse, FROM_CURSE)
    critical = how == BY_CRITICAL_PRIME
    highest = critical and options.critical_prime == HIGHEST
    off = less + guarded(dice, state, book, target, move.pierces)
    plus = move.bonus + bonus - me.curse
    sure = halved == 0 and lowest(move, met) + bonus - me.curse - off >= options.minimum_damage
    total, telling = damage_roll(dice, book, HERO, move.dice, move.sides, plus, highest, sure)
    if met != 0:
        more, one = bonus_dice(dice, book, move, HERO, met, highest, sure)
        total += more
        telling = max(telling, one)
    if critical and options.critical_prime == DOUBLE:
        total *= 2
    if halved != 0:
        total = max(total, 0) // 2
    damage = at_least(dice, book, total - off, telling)
    lost = wound(dice, state, book, target, damage, OF_BLOW)
    if met != 0:
        drained(dice, state, book, HERO, move, met, lost)
    if book.fighter_count > 2 and state.over == 0:
        cleave(dice, state, book, move, target, met, damage)
    if state.fighters[target].hp > 0 and (met != 0 or book.special == BONUS_ATTACK_SPECIAL):
        second_blow(dice, state, book, move, target, met)
    if reflected > 0 and state.over == 0:
        wound(dice, state, book, HERO, reflected, OF_REFLECTION)
    if met != 0 and state.over == 0:
        lay_all(dice, state, book, HERO, target, move, met)
    state.flowing = book.minds_hits if me.hp > 0 else 0


# --- an enemy's blows ---------------------------------------------------------------------------------------------------


@rule
def answer_miss(dice: Dice, state: State, book: Book, who: int) -> None:
    """The one-handed hero's riposte to an attack that came to nothing; not from one who is running."""
    if book.special != RIPOSTE_SPECIAL or book.options.riposte_sides == 0 or state.fleeing != 0:
        return
    if state.fighters[HERO].hp > 0 and state.fighters[who].hp > 0:
        note(dice, Said.ANSWERS, who)
        plain_blow(dice, state, book, who, 1, book.options.riposte_sides, 0)


@rule
def shield_meets(state: State, move: Manoeuvre) -> bool:
    """Whether the hero's shield is where an enemy's Primary strikes."""
    return state.shield > 0 and abs(move.primary - state.shield) <= state.cover


@rule
def armor_against(book: Book, move: Manoeuvre) -> int:
    """What armour takes off a manoeuvre whose dice are in its dice set: each piece once; all pieces, or the best."""
    total = 0
    best = 0
    for i in range(book.armor_count):
        piece = book.armor[i]
        if (piece.primary >> move.primary) & 1 != 0 or (piece.secondary >> move.secondary) & 1 != 0:
            total += piece.reduction
            best = max(best, piece.reduction)
    return total if book.options.armor_stacks != 0 else best


@rule
def enemy_blow(dice: Dice, state: State, book: Book, who: int, move: Manoeuvre, prime: bool) -> None:
    """An enemy's manoeuvre, or its Prime, against the hero. A hit on a hero who is DOWN is death."""
    hero = state.fighters[HERO]
    it = state.fighters[who]
    if hero.hp == 0:
        note(dice, Said.DIES)
        state.over = DEATH
        return
    if state.evading != 0:
        note(dice, Said.EVADES, 0)
        answer_miss(dice, state, book, who)
        return
    if it.curse > 0:
        note(dice, Said.ADDS, -it.curse, FROM_CURSE)
    met = conditions_met(state, book, move, who, HERO, BY_PRIME if prime else SHIFTED) if move.effect_count > 0 else 0
    off = 0
    if not prime and move.pierces == 0:
        off = armor_against(book, move)
        if off > 0:
            note(dice, Said.LESS, off, BY_ARMOR)
        if shield_meets(state, move):
            state.blocked = book.minds_blocks
            if book.options.shield_stops_all != 0:
                note(dice, Said.STOPPED)
                return
            note(dice, Said.LESS, book.block + state.block, BY_SHIELD)
            off += book.block + state.block
    off += guarded(dice, state, book, HERO, move.pierces)
    plus = move.bonus - it.curse
    sure = lowest(move, met) - it.curse - off >= book.options.minimum_damage
    total, telling = damage_roll(dice, book, who, move.dice, move.sides, plus, False, sure)
    if met != 0:
        more, one = bonus_dice(dice, book, move, who, met, False, sure)
        total += more
        telling = max(telling, one)
    damage = at_least(dice, book, total - off, telling)
    lost = wound(dice, state, book, HERO, damage, OF_BLOW)
    if met != 0 and state.over == 0:
        drained(dice, state, book, who, move, met, lost)
    if state.riposte > 0 and state.over == 0:
        note(dice, Said.ANSWERS, who)
        plain_blow(dice, state, book, who, 1, state.riposte, 0)
    if met != 0 and state.over == 0:
        lay_all(dice, state, book, who, HERO, move, met)
