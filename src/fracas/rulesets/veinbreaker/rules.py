"""Veinbreaker: the course of a fight, every rule of it. What can be chosen is in `choices`, what a link does in `links`.

**A round** begins with upkeep: RP come back, pools are full again, cooldowns run. The player *declares a chain*: up to six different
abilities, each for 1 RP and what it takes of its path's pool. Then it is carried out *link by link*. One roll of 2d10 serves all links
that are no movement; after a miss the next link rolls anew, and that roll serves from there on. Each link adds the ability's modifier,
the attack bonus and the *balance* of the moment, against DV, IDF and *momentum* of the target. Every hit raises the target's momentum,
the aggressor's balance and *heat*, which adds to damage.

**Interrupts.** An enemy has *windows*, by its archetype: before or after certain links, on certain conditions, so many attempts a round.
Its roll stands against the attack total with IDF, less balance. Reached, the aggressor loses meters; by five, the interrupt is *perfect*:
the chain is broken and its owner takes a counter. Reactions (resolve abilities) answer an attempt.

**Execution.** A target with few HP left, or Vulnerable or Staggered enough, is *Primed*: for one RP more the next attack becomes an
Execution Strike, which kills, or fails badly. Each gives a Blood Mark.

**The enemy's turn.** It shows its chain. The player may try to deny it all, or, where a move is open to it, interrupt just that link for
1 RP; a perfect interrupt heals, too. Then the chain is carried out like the player's.

**The round ends**: Bleed and Radiant Burn hurt, Radiance heals, what lasts for rounds runs down; the enemy first.
"""

from __future__ import annotations

from fracas.dice import Dice, die, note, rule
from fracas.rulesets.veinbreaker.choices import (
    add_link,
    cooled,
    cooling,
    has_roll,
    link_at,
    may_cash_out,
    may_execute,
    may_react,
    window_percent,
)
from fracas.rulesets.veinbreaker.links import (
    attack_total,
    book_link,
    both,
    defense_target,
    do_effects,
    gain_rp,
    idf_of,
    lay_status,
    link_total,
    mend,
    mode_of,
    result_of,
    reward_crit,
    reward_tempo,
    shift,
    throw,
    tick,
    wound,
)

# isort: off
# fmt: off
from fracas.rulesets.veinbreaker.state import (
    ABILITIES, AFTERWARDS, AFTER_LINK, AFTER_MISS, ANCHOR, ATTACK, AT_ANY_TIME, BALANCE, BONUS_COUNT, CANCEL, CASH_OUT, CHAIN_OVER,
    CONTEST, COOLING_BITS, CRIT, DEATH, DECLARE, DECLARING, END_CHAIN, ENEMY, ENEMY_LINK, EXECUTE, GO, GUARD, HEAT, HIT, INTERRUPT, LET,
    LINK, MISS, MOMENTUM, MOST_MARKS, MOVEMENT, NO_POOL, OF_BACKLASH, OF_COUNTER, ON_USE, OPENING, PARRIED, PAUSE, PLAYER, PLAYER_DECIDES,
    POOLS, PRESS, REACT, REACTING, REACTION_COUNT, RP, SHOW, STAGGER, STATUS_COUNT, STEADY, STRIKE, TELEGRAPH, UNBEGUN, UNDENIED, VICTORY,
    WRECKED, Ability, Book, Fighter, Said, State,
)
# fmt: on
# isort: on

SUCCESS_COSTS, PERFECT_COSTS = 1, 2
"""Heat and momentum that an interrupt takes from the aggressor; of balance it takes 1 in either case."""


# --- where a fight stands -----------------------------------------------------------------------------------------------


@rule
def outcome(state: State, book: Book) -> int:
    """0 while the fight goes on, else how it ended."""
    return state.over


@rule
def to_act(state: State, book: Book) -> int:
    """The side that decides now: 0 the player, 1 the enemy, who also lets links come that nobody can stop."""
    return 0 if state.phase in PLAYER_DECIDES else 1


@rule
def health(state: State, book: Book, side: int) -> int:
    """The HP a side has left; enemies that have not stepped up yet count with their usual HP."""
    if side == 0:
        return state.fighters[PLAYER].hp
    total = state.fighters[ENEMY].hp
    for i in range(state.foe + 1, book.foe_count):
        total += book.foes[i].hp
    return total


# --- the course of rounds -----------------------------------------------------------------------------------------------


@rule(rare=True)
def clear(it: Fighter) -> None:
    """Forget everything about a fighter."""
    it.hp = 0
    it.max_hp = 0
    it.rp = 0
    it.heat = 0
    it.momentum = 0
    it.balance = 0
    it.radiance = 0
    it.guard = 0
    it.braced = 0
    for status in range(STATUS_COUNT):
        it.stacks[status] = 0
        it.rounds[status] = 0
    for kind in range(BONUS_COUNT):
        it.bonus[kind] = 0
        it.bonus_rounds[kind] = 0


@rule(rare=True)
def clear_chain(state: State) -> None:
    """Forget the chain."""
    state.chain = 0
    state.links = 0
    state.at = 0
    state.roll = 0
    state.result = 0
    state.missed = 0
    state.after = 0
    state.executing = 0
    state.shrugged = 0


@rule(rare=True)
def close(state: State, book: Book, how: int) -> None:
    """The fight is over: what no longer matters is cleared."""
    state.over = how
    clear_chain(state)
    state.phase = UNBEGUN
    state.attempts = 0
    state.cooling = 0
    state.resting = 0
    state.last_chain = 0
    state.stance = 0
    left = [state.fighters[PLAYER].hp, state.fighters[ENEMY].hp]
    for i in range(len(POOLS)):
        state.pools[i] = 0
    for who in range(2):
        clear(state.fighters[who])
        state.fighters[who].hp = left[who]


@rule(rare=True)
def step_up(dice: Dice, state: State, book: Book) -> None:
    """An enemy appears, with somewhat more or fewer HP than its kind."""
    foe = book.foes[state.foe]
    it = state.fighters[ENEMY]
    clear(it)
    it.hp = foe.hp
    if foe.most_hp > foe.least_hp:
        it.hp = foe.least_hp - 1 + die(dice, foe.most_hp - foe.least_hp + 1)
    it.max_hp = it.hp
    state.resting = 0
    note(dice, Said.STEPS_UP, state.foe, it.hp)


@rule(rare=True)
def upkeep(dice: Dice, state: State, book: Book) -> None:
    """The player's turn begins: RP come back, pools are full again, cooldowns run."""
    shift(state, book, PLAYER, RP, book.options.rp_regen)
    for i in range(len(POOLS)):
        state.pools[i] = book.pools[i]
    state.cooling = cooled(state.cooling)
    state.resting = cooled(state.resting)
    state.fighters[ENEMY].rp = book.foes[state.foe].rp
    state.attempts = 0
    state.phase = DECLARING
    if book.options.stances_each_round != 0 and state.stance > 0:
        do_effects(dice, state, book, PLAYER, book.abilities[state.stance - 1], ON_USE)
        if state.fighters[PLAYER].hp <= 0:
            dies(dice, state, book)
        elif state.fighters[ENEMY].hp <= 0 and not falls(dice, state, book):
            state.fighters[ENEMY].rp = book.foes[state.foe].rp


@rule
def start(dice: Dice, state: State, book: Book) -> None:
    """Begin a fight. One that has begun already, as when a chain is asked about in the middle of it, goes on."""
    if state.phase != UNBEGUN:
        return
    state.clock = 1
    note(dice, Said.ROUND, 1)
    step_up(dice, state, book)
    upkeep(dice, state, book)


@rule(rare=True)
def dies(dice: Dice, state: State, book: Book) -> None:
    """The player has fallen."""
    note(dice, Said.DIES)
    close(state, book, DEATH)


@rule(rare=True)
def falls(dice: Dice, state: State, book: Book) -> bool:
    """The enemy has fallen: whether that was the last. Another steps up."""
    note(dice, Said.FALLS, state.foe)
    if state.foe + 1 >= book.foe_count:
        close(state, book, VICTORY)
        return True
    state.foe += 1
    step_up(dice, state, book)
    return False


@rule(rare=True)
def end_round(dice: Dice, state: State, book: Book) -> None:
    """The end of a round: the enemy's statuses, then the player's; then the next begins."""
    tick(dice, state, book, ENEMY)
    if state.fighters[ENEMY].hp <= 0 and falls(dice, state, book):
        return
    tick(dice, state, book, PLAYER)
    if state.fighters[PLAYER].hp <= 0:
        dies(dice, state, book)
        return
    state.clock += 1
    note(dice, Said.ROUND, state.clock)
    upkeep(dice, state, book)


@rule(rare=True)
def decided(dice: Dice, state: State, book: Book, owner: int) -> bool:
    """Whether somebody has fallen in the chain of its owner, with all that follows."""
    if state.fighters[PLAYER].hp > 0 and state.fighters[ENEMY].hp > 0:
        return False
    if book.only_chain != 0:
        end_chain(dice, state, book, PLAYER)
        return True
    if owner == PLAYER:
        remember(state, book)
    clear_chain(state)
    state.fighters[PLAYER].balance = 0
    if state.fighters[PLAYER].hp <= 0:
        dies(dice, state, book)
    elif not falls(dice, state, book):
        end_round(dice, state, book)
    return True


@rule(rare=True)
def remember(state: State, book: Book) -> None:
    """Keep which abilities were in the chain, where an enemy minds repeats."""
    state.last_chain = 0
    if book.minds_repeats != 0:
        for i in range(state.links):
            state.last_chain |= 1 << link_at(state, i)


@rule(rare=True)
def end_chain(dice: Dice, state: State, book: Book, who: int) -> None:
    """A chain is over; balance is gone with it."""
    if who == PLAYER:
        remember(state, book)
    clear_chain(state)
    if book.only_chain != 0:
        state.over = CHAIN_OVER
        return
    state.fighters[who].balance = 0
    note(dice, Said.CHAIN_ENDS, who, state.fighters[who].heat, state.fighters[1 - who].momentum)
    if who == PLAYER:
        state.phase = TELEGRAPH
    else:
        end_round(dice, state, book)


@rule(rare=True)
def break_chain(dice: Dice, state: State, book: Book, owner: int, link_lost: int) -> None:
    """A chain is broken, perhaps with the link that was to come; its owner may have fallen of it."""
    note(dice, Said.BREAKS, owner, link_lost)
    if book.only_chain != 0:
        state.broken = 1
    if not decided(dice, state, book, owner):
        end_chain(dice, state, book, owner)


# --- the player's chain -------------------------------------------------------------------------------------------------


@rule(rare=True)
def declare(dice: Dice, state: State, book: Book, i: int) -> None:
    """Add a link to the chain, and pay for it."""
    ability = book.abilities[i]
    note(dice, Said.DECLARES, i)
    add_link(state, i)
    shift(state, book, PLAYER, RP, -book.options.rp_per_link)
    if ability.pool != NO_POOL:
        state.pools[ability.pool] -= ability.price
    state.cooling |= ability.cooldown << (COOLING_BITS * i)


@rule
def will_execute(dice: Dice, state: State, book: Book) -> None:
    """Make the next attack an Execution Strike."""
    note(dice, Said.WILL_EXECUTE)
    state.executing = 1
    shift(state, book, PLAYER, RP, -book.options.execution_price)


@rule(rare=True)
def executes_here(state: State, book: Book) -> bool:
    """Whether the present link is the Execution Strike: the next attack, or if none is left, the next link that rolls."""
    if state.executing == 0:
        return False
    if book.abilities[link_at(state, state.at)].kind == ATTACK:
        return True
    for i in range(state.at + 1, state.links):
        if book.abilities[link_at(state, i)].kind == ATTACK:
            return False
    return True


@rule(rare=True)
def roll_link(dice: Dice, state: State, book: Book, who: int, ability: Ability, what: int, executes: bool) -> None:
    """What a link comes to: the reused roll, or after a miss a new one, against the target."""
    if state.missed != 0:
        note(dice, Said.ROLLS_AGAIN, who, mode_of(state, who))
        state.roll = throw(dice, state, book, who)
    total = link_total(dice, state, book, who, ability, executes)
    target = defense_target(dice, state, book, 1 - who)
    state.result = result_of(total, target, book)
    if executes:
        note(dice, Said.EXECUTES, total, target)
        if target - total >= book.options.backlash_margin:
            state.result = WRECKED
    elif state.result == MISS:
        note(dice, Said.LINK_MISSES, who, what, both(total, target))
    else:
        note(dice, Said.LINK_HITS if state.result == HIT else Said.LINK_CRITS, who, what, both(total, target))


@rule(rare=True)
def next_links(dice: Dice, state: State, book: Book) -> None:
    """Go on with the chain: movements are made at once, the next link that rolls waits for the enemy."""
    while state.at < state.links:
        i = link_at(state, state.at)
        ability = book.abilities[i]
        if ability.kind != MOVEMENT:
            roll_link(dice, state, book, PLAYER, ability, i, executes_here(state, book))
            state.phase = LINK
            return
        note(dice, Said.MOVES, i)
        do_effects(dice, state, book, PLAYER, ability, ON_USE)
        if decided(dice, state, book, PLAYER):
            return
        state.at += 1
    end_chain(dice, state, book, PLAYER)


@rule(rare=True)
def begin(dice: Dice, state: State, book: Book) -> None:
    """The chain is declared: roll once for all of it, and begin."""
    for i in range(len(POOLS)):
        state.pools[i] = 0
    if has_roll(state, book, 0):
        note(dice, Said.BEGINS, PLAYER, state.links, mode_of(state, PLAYER))
        state.roll = throw(dice, state, book, PLAYER)
    elif state.links == 0:
        note(dice, Said.HOLDS_BACK)
    next_links(dice, state, book)


@rule(rare=True)
def execute(dice: Dice, state: State, book: Book) -> None:
    """An Execution Strike: the target is dead, or the attacker is exposed."""
    options = book.options
    ability = book.abilities[link_at(state, state.at)]
    state.executing = 0
    shift(state, book, PLAYER, HEAT, -state.fighters[PLAYER].heat)
    if state.result in (MISS, WRECKED):
        note(dice, Said.FAILS_EXECUTION)
        shift(state, book, ENEMY, MOMENTUM, options.momentum_miss)
        shift(state, book, ENEMY, BALANCE, 1)
        shift(state, book, PLAYER, BALANCE, options.balance_miss + options.execution_balance)
        shift(state, book, PLAYER, MOMENTUM, -state.fighters[PLAYER].momentum)
        lay_status(dice, state, PLAYER, STAGGER, 1, book.execution_stagger_rounds)
        if state.result == WRECKED:
            wound(dice, state, PLAYER, die(dice, options.backlash_sides) * book.foes[state.foe].tier, OF_BACKLASH)
        break_chain(dice, state, book, PLAYER, 0)
        return
    state.fighters[ENEMY].hp = 0
    shift(state, book, PLAYER, BALANCE, options.balance_hit + options.execution_balance)
    if book.only_chain != 0:
        state.hits += 1
    reward_tempo(dice, state, book, ability)
    if state.result == CRIT:
        reward_crit(dice, state, book)
    if gain_rp(state, book, 1) > 0:
        note(dice, Said.METER, PLAYER, RP, 1)
    aware = state.blood == MOST_MARKS
    state.blood = min(state.blood + 1, MOST_MARKS)
    note(dice, Said.EXECUTED, state.blood)
    if state.blood == MOST_MARKS and not aware:
        note(dice, Said.HUNTER)
    decided(dice, state, book, PLAYER)


@rule(rare=True)
def resolve_link(dice: Dice, state: State, book: Book) -> None:
    """The present link of the player's chain happens; then the enemy may have a window."""
    if executes_here(state, book):
        execute(dice, state, book)
        return
    book_link(dice, state, book, PLAYER, book.abilities[link_at(state, state.at)])
    if decided(dice, state, book, PLAYER):
        return
    state.result = 0
    if window_percent(state, book, AFTER_LINK) > 0:
        state.phase = AFTERWARDS
    else:
        go_on(dice, state, book)


@rule(rare=True)
def go_on(dice: Dice, state: State, book: Book) -> None:
    """A link is over: the player may have a say before the next."""
    if state.at + 1 < state.links and (may_cash_out(state, book) or may_execute(state, book, state.at + 1)):
        state.phase = PAUSE
        return
    state.at += 1
    next_links(dice, state, book)


# --- interrupts ---------------------------------------------------------------------------------------------------------


@rule
def threshold(state: State, book: Book, who: int, ability: Ability) -> int:
    """What an interrupt of a fighter's chain has to reach."""
    at = attack_total(state, book, who, ability) + idf_of(state, book, who) + state.fighters[who].braced
    if book.options.balance_exposes != 0:
        at -= state.fighters[who].balance
    return at


@rule
def lose_poise(state: State, book: Book, who: int, perfect: bool) -> None:
    """What an interrupt takes from the owner of the chain."""
    costs = PERFECT_COSTS if perfect else SUCCESS_COSTS
    shift(state, book, who, HEAT, -costs)
    shift(state, book, who, MOMENTUM, -costs)
    shift(state, book, who, BALANCE, -1)


@rule(rare=True)
def reward_interrupt(dice: Dice, state: State, book: Book) -> None:
    """The player's interrupt that succeeds gives RP."""
    gained = gain_rp(state, book, book.options.interrupt_reward)
    if gained > 0:
        note(dice, Said.METER, PLAYER, RP, gained)


@rule(rare=True)
def perfect_interrupt(dice: Dice, state: State, book: Book, who: int) -> None:
    """A perfect interrupt of a fighter's chain: a counter to its owner, and healing if the player made it."""
    wound(dice, state, who, die(dice, book.options.counter_sides), OF_COUNTER)
    if who == ENEMY:
        if book.counts_perfects != 0:
            state.perfects += 1
        note(dice, Said.PARRY_HEALS, book.tier)
        mend(dice, state, PLAYER, die(dice, book.options.parry_sides) * book.tier, 0)


@rule(rare=True)
def interrupts(dice: Dice, state: State, book: Book, who: int, ability: Ability) -> bool:
    """The other side interrupts a fighter's chain at the present link; whether the chain is broken."""
    rolled = throw(dice, state, book, 1 - who)
    at = threshold(state, book, who, ability)
    state.fighters[who].braced = 0
    perfect = rolled >= at + book.options.perfect_margin
    note(dice, Said.INTERRUPTED, 1 - who, 2 if perfect else 1 if rolled >= at else 0, both(rolled, at))
    if rolled < at:
        return False
    if who == PLAYER and book.only_chain != 0:
        state.interrupts += 1
    lose_poise(state, book, who, perfect)
    if who == ENEMY:
        reward_interrupt(dice, state, book)
    if perfect:
        perfect_interrupt(dice, state, book, who)
    return perfect


@rule(rare=True)
def interrupted(dice: Dice, state: State, book: Book) -> None:
    """The enemy's attempt on the player's chain is carried out."""
    ability = book.abilities[link_at(state, state.at)]
    if interrupts(dice, state, book, PLAYER, ability):
        break_chain(dice, state, book, PLAYER, 1 - state.after)
    else:
        stands(dice, state, book)


@rule(rare=True)
def stands(dice: Dice, state: State, book: Book) -> None:
    """An attempt to interrupt is over and the chain holds: the link happens, or what comes after it."""
    if state.after == 0:
        resolve_link(dice, state, book)
    else:
        state.after = 0
        go_on(dice, state, book)


@rule(rare=True)
def attempt(dice: Dice, state: State, book: Book) -> None:
    """The enemy takes a chance to interrupt; the player may react."""
    if book.foes[state.foe].budget > 0:
        state.attempts += 1
    state.after = 1 if state.phase == AFTERWARDS else 0
    note(dice, Said.TRIES, state.after)
    if book.reacts != 0:
        for i in range(REACTION_COUNT):
            if may_react(state, book, i):
                state.phase = REACTING
                return
    interrupted(dice, state, book)


@rule(rare=True)
def pay_reaction(dice: Dice, state: State, book: Book, i: int) -> None:
    """A reaction is used and paid for."""
    note(dice, Said.REACTS, i)
    shift(state, book, PLAYER, RP, -book.reactions[i].price)
    state.cooling |= book.reactions[i].cooldown << (COOLING_BITS * (ABILITIES + i))
    if i == ANCHOR:
        shift(state, book, PLAYER, MOMENTUM, book.reactions[i].amount)
    elif i == STEADY:
        shift(state, book, PLAYER, BALANCE, -state.fighters[PLAYER].balance)
    elif i == GUARD:
        state.fighters[PLAYER].braced = book.reactions[i].amount


@rule(rare=True)
def react(dice: Dice, state: State, book: Book, i: int) -> None:
    """The player answers an attempt to interrupt."""
    pay_reaction(dice, state, book, i)
    if i == END_CHAIN:
        end_chain(dice, state, book, PLAYER)
    elif i == CANCEL:
        stands(dice, state, book)
    else:
        interrupted(dice, state, book)


# --- the enemy's chain --------------------------------------------------------------------------------------------------


@rule(rare=True)
def show(dice: Dice, state: State, book: Book) -> None:
    """The enemy shows its chain: its moves in order, but for those that rest or that its RP no longer suffice for.

    Where no move is open to an interrupt by itself, the whole may be denied.
    """
    foe = book.foes[state.foe]
    it = state.fighters[ENEMY]
    opening = False
    for i in range(foe.move_count):
        move = foe.moves[i]
        if move.price <= it.rp and cooling(state.resting, i) == 0 and state.links < book.options.most_chain:
            note(dice, Said.TELEGRAPHS, i)
            add_link(state, i)
            it.rp -= move.price
            state.resting |= move.cooldown << (COOLING_BITS * i)
            if move.opening != 0:
                opening = True
    it.rp = 0
    if state.links == 0:
        note(dice, Said.SHOWS_NOTHING)
        end_round(dice, state, book)
        return
    note(dice, Said.SHOWN)
    if opening:
        enemy_begins(dice, state, book)
    else:
        state.phase = CONTEST


@rule(rare=True)
def contest(dice: Dice, state: State, book: Book) -> None:
    """The player tries to deny the enemy's chain before it begins; a tie is the player's."""
    mine = throw(dice, state, book, PLAYER) + idf_of(state, book, PLAYER) + book.interrupt_mod
    if book.options.momentum_contests != 0:
        mine += state.fighters[PLAYER].momentum
    theirs = throw(dice, state, book, ENEMY) + book.foes[state.foe].dv
    note(dice, Said.CONTESTED, 1 if mine >= theirs else 0, mine, theirs)
    if mine < theirs:
        state.phase = UNDENIED
        return
    perfect = mine >= theirs + book.options.perfect_margin
    reward_interrupt(dice, state, book)
    lose_poise(state, book, ENEMY, perfect)
    if perfect:
        clear_chain(state)
        state.phase = PARRIED
    else:
        end_chain(dice, state, book, ENEMY)


@rule(rare=True)
def enemy_begins(dice: Dice, state: State, book: Book) -> None:
    """The enemy rolls for its chain."""
    note(dice, Said.BEGINS, ENEMY, state.links, mode_of(state, ENEMY))
    state.roll = throw(dice, state, book, ENEMY)
    enemy_link(dice, state, book)


@rule(rare=True)
def enemy_link(dice: Dice, state: State, book: Book) -> None:
    """The next link of the enemy's chain; the player may have an opening for an interrupt."""
    if state.at >= state.links:
        end_chain(dice, state, book, ENEMY)
        return
    i = link_at(state, state.at)
    move = book.foes[state.foe].moves[i]
    opened = move.opening == AT_ANY_TIME or (move.opening == AFTER_MISS and state.missed != 0)
    roll_link(dice, state, book, ENEMY, move, i, False)
    if opened and state.fighters[PLAYER].rp >= book.options.interrupt_price:
        state.phase = OPENING
    else:
        state.phase = ENEMY_LINK


@rule(rare=True)
def enemy_strikes(dice: Dice, state: State, book: Book) -> None:
    """A link of the enemy happens."""
    book_link(dice, state, book, ENEMY, book.foes[state.foe].moves[link_at(state, state.at)])
    if not decided(dice, state, book, ENEMY):
        state.at += 1
        enemy_link(dice, state, book)


@rule(rare=True)
def break_in(dice: Dice, state: State, book: Book) -> None:
    """The player interrupts a link of the enemy, for RP."""
    shift(state, book, PLAYER, RP, -book.options.interrupt_price)
    if interrupts(dice, state, book, ENEMY, book.foes[state.foe].moves[link_at(state, state.at)]):
        break_chain(dice, state, book, ENEMY, 1)
    else:
        enemy_strikes(dice, state, book)


# --- actions ------------------------------------------------------------------------------------------------------------


@rule(rare=True)
def let(dice: Dice, state: State, book: Book) -> None:
    """Nobody stops what is under way."""
    phase = state.phase
    if phase == LINK:
        resolve_link(dice, state, book)
    elif phase == AFTERWARDS:
        go_on(dice, state, book)
    elif phase == REACTING:
        interrupted(dice, state, book)
    elif phase == CONTEST:
        enemy_begins(dice, state, book)
    elif phase == OPENING:
        enemy_strikes(dice, state, book)
    else:  # PARRIED
        perfect_interrupt(dice, state, book, ENEMY)
        if not decided(dice, state, book, ENEMY):
            end_chain(dice, state, book, ENEMY)


@rule
def apply(dice: Dice, state: State, book: Book, action: int) -> None:
    """Carry out an action of the side to act, up to the next decision."""
    if action >= DECLARE:
        declare(dice, state, book, action - DECLARE)
    elif action == LET:
        let(dice, state, book)
    elif action == GO:
        begin(dice, state, book)
    elif action == STRIKE:
        if state.phase == UNDENIED:
            enemy_begins(dice, state, book)
        else:
            enemy_strikes(dice, state, book)
    elif action == SHOW:
        show(dice, state, book)
    elif action == INTERRUPT:
        if state.phase == CONTEST:
            contest(dice, state, book)
        elif state.phase == OPENING:
            break_in(dice, state, book)
        else:
            attempt(dice, state, book)
    elif action == PRESS:
        state.at += 1
        next_links(dice, state, book)
    elif action == CASH_OUT:
        note(dice, Said.CASHES_OUT)
        end_chain(dice, state, book, PLAYER)
    elif action == EXECUTE:
        will_execute(dice, state, book)
        if state.phase == PAUSE:
            state.at += 1
            next_links(dice, state, book)
    elif state.phase == REACTING:
        react(dice, state, book, action - REACT)
    else:
        pay_reaction(dice, state, book, action - REACT)
