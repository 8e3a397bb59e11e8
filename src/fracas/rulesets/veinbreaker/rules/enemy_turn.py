"""The enemy's turn: it shows its chain, the player can deny it or interrupt single links, then the links are performed."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.veinbreaker.codes import Interrupt, Meter, MeterRoles, Opening, Phase, Said
from fracas.rulesets.veinbreaker.limits import COOLDOWN_BITS
from fracas.rulesets.veinbreaker.rules.attack import idf_of, roll_link
from fracas.rulesets.veinbreaker.rules.chain import add_link, break_chain, carry_out, clear_chain, cooldown_of, link_at
from fracas.rulesets.veinbreaker.rules.damage import somebody_fell
from fracas.rulesets.veinbreaker.rules.interrupts import interrupt, lose_meters, reward_interrupt
from fracas.rulesets.veinbreaker.rules.meters import shift
from fracas.rulesets.veinbreaker.rules.rolls import mode_of, roll_for
from fracas.rulesets.veinbreaker.rules.rounds import end_round
from fracas.rulesets.veinbreaker.state import ENEMY, PLAYER, Book, State


@rule(rare=True)
def show_chain(dice: Dice, state: State, book: Book) -> None:
    """The enemy shows its chain: its moves in order, except those on cooldown and those it has too few RP for.

    If no single move can be interrupted, the whole chain can be denied.
    """
    foe = book.foes[state.foe]
    it = state.fighters[ENEMY]
    opening = False
    for i in range(foe.move_count):
        move = foe.moves[i]
        if move.price <= it.rp and cooldown_of(state.resting, i) == 0 and state.links < book.options.longest_chain:
            note(dice, Said.TELEGRAPHS, i)
            add_link(state, i)
            it.rp -= move.price
            state.resting |= move.cooldown << (COOLDOWN_BITS * i)
            if move.opening != 0:
                opening = True
    it.rp = 0
    if state.links == 0:
        note(dice, Said.SHOWS_NOTHING)
        end_round(dice, state, book)
        return
    note(dice, Said.SHOWN)
    if opening:
        begin_enemy_chain(dice, state, book)
    else:
        state.phase = Phase.CONTEST


@rule(rare=True)
def contest(dice: Dice, state: State, book: Book) -> None:
    """The player tries to deny the enemy's chain before it starts; the player wins ties."""
    mine = roll_for(dice, state, book, PLAYER) + idf_of(state, book, PLAYER) + book.interrupt_mod
    if book.options.meter_roles == MeterRoles.DOCUMENT:
        mine += state.fighters[PLAYER].momentum
    theirs = roll_for(dice, state, book, ENEMY) + book.foes[state.foe].dv
    note(dice, Said.CONTESTED, 1 if mine >= theirs else 0, mine, theirs)
    if mine < theirs:
        state.phase = Phase.UNDENIED
        return
    perfect = mine >= theirs + book.options.perfect_margin
    reward_interrupt(dice, state, book)
    lose_meters(state, book, ENEMY, perfect)
    clear_chain(state)
    state.phase = Phase.PARRIED if perfect else Phase.CHAIN_ENDED


@rule(rare=True)
def begin_enemy_chain(dice: Dice, state: State, book: Book) -> None:
    """The enemy rolls for its chain."""
    note(dice, Said.BEGINS, ENEMY, state.links, mode_of(state, ENEMY))
    state.roll = roll_for(dice, state, book, ENEMY)
    next_enemy_link(dice, state, book)


@rule(rare=True)
def next_enemy_link(dice: Dice, state: State, book: Book) -> None:
    """The next link of the enemy's chain; the player may have an opportunity to interrupt it."""
    if state.at >= state.links:
        state.phase = Phase.CHAIN_ENDED
        return
    i = link_at(state, state.at)
    move = book.foes[state.foe].moves[i]
    open_now = move.opening == Opening.ALWAYS or (move.opening == Opening.AFTER_MISS and state.missed != 0)
    roll_link(dice, state, book, ENEMY, move, i, False)
    if open_now and state.fighters[PLAYER].rp >= book.options.interrupt_price:
        state.phase = Phase.OPENING
    else:
        state.phase = Phase.ENEMY_LINK


@rule(rare=True)
def resolve_enemy_link(dice: Dice, state: State, book: Book) -> None:
    """Resolve a link of the enemy."""
    carry_out(dice, state, book, ENEMY, book.foes[state.foe].moves[link_at(state, state.at)])
    if somebody_fell(state):
        state.phase = Phase.CHAIN_ENDED
        return
    state.at += 1
    next_enemy_link(dice, state, book)


@rule(rare=True)
def interrupt_enemy(dice: Dice, state: State, book: Book) -> None:
    """The player interrupts a link of the enemy, for RP."""
    shift(state, book, PLAYER, Meter.RP, -book.options.interrupt_price)
    if interrupt(dice, state, book, ENEMY, book.foes[state.foe].moves[link_at(state, state.at)]) == Interrupt.PERFECT:
        break_chain(dice, state, ENEMY, 1)
    else:
        resolve_enemy_link(dice, state, book)
