"""Carrying out proposals: steps, attacks, potions, loot."""

from __future__ import annotations

from fracas.dice import Dice, key, note, rule
from fracas.rulesets.world_loop.codes import Domain, Draws, Said, Tally, Time, Verb
from fracas.rulesets.world_loop.rules.attack import attack
from fracas.rulesets.world_loop.rules.healing import drink, rest
from fracas.rulesets.world_loop.rules.stamina import pay_stamina
from fracas.rulesets.world_loop.rules.timing import delay, spend
from fracas.rulesets.world_loop.rules.training import train
from fracas.rulesets.world_loop.rules.world.looting import loot
from fracas.rulesets.world_loop.rules.world.tiles import distance, leave_tile, open_tile, stand_on
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import World


@rule
def mark_dead(world: World, who: int) -> None:
    """Add a dead entity to those that are removed at the end of the tick."""
    world.fallen[world.now[0].dead] = who
    world.now[0].dead += 1


@rule
def step(dice: Dice, world: World, book: Book, who: int) -> bool:
    """Take a step, if the tile is walkable and free."""
    e = world.entities[who]
    if not open_tile(world, e.plan_x, e.plan_y):
        return False
    leave_tile(world, who)
    stand_on(world, who, e.plan_x, e.plan_y)
    pay_stamina(e.body, book, book.land.move_stamina)
    train(dice, e.body, book, book.training.move)
    spend(e.body, book, world.now[0].tick, delay(e.body, book))
    return True


@rule
def strike(dice: Dice, world: World, book: Book, who: int) -> bool:
    """Attack the target, if it is still adjacent and alive."""
    e = world.entities[who]
    it = world.entities[e.plan_who]
    if it.alive == 0 or it.body.hp <= 0 or distance(e.x, e.y, it.x, it.y) > 1:
        return False
    hp = it.body.hp
    gold = it.body.gold
    number = e.acts if book.options.time == Time.EVENTS else world.now[0].tick
    if book.options.draws == Draws.INDEPENDENT:
        key(dice, Domain.COMBAT, e.body.uid, number)
    killed = attack(dice, book, e.body, it.body, world.now[0].tick, world.tiles[e.y, e.x], world.tiles[it.y, it.x])
    kind = e.body.kind
    world.tally[kind, Tally.ATTACKS] += 1
    world.tally[kind, Tally.DAMAGE] += hp - it.body.hp
    if killed:
        e.kills += 1
        world.tally[kind, Tally.KILLS] += 1
        world.tally[kind, Tally.GOLD] += gold
        mark_dead(world, e.plan_who)
    return True


@rule
def carry_out(dice: Dice, world: World, book: Book, who: int) -> bool:
    """Carry out a proposal; returns whether it succeeded."""
    e = world.entities[who]
    if e.verb == Verb.REST:
        rest(dice, book, e.body, world.now[0].tick)
        return True
    if e.verb == Verb.MOVE:
        return step(dice, world, book, who)
    if e.verb == Verb.ATTACK:
        return strike(dice, world, book, who)
    if e.verb == Verb.ITEM:
        drink(dice, book, e.body, e.plan_who, world.now[0].tick)
        world.tally[e.body.kind, Tally.POTIONS] += 1
        return True
    return loot(dice, world, book, who)


@rule
def settle_mind(dice: Dice, world: World, who: int) -> None:
    """Change to the state of mind of the proposal that was carried out."""
    e = world.entities[who]
    if e.verb != Verb.LOOT:
        e.channel = 0
    if e.mind != e.plan_mind:
        note(dice, Said.MINDS, e.body.uid, e.mind, e.plan_mind)
        e.mind = e.plan_mind
