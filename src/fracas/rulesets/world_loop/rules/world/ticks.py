"""One tick of a world: turn order, alone or all together."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import Said, Time, Verb
from fracas.rulesets.world_loop.rules.timing import INSTANT, delay
from fracas.rulesets.world_loop.rules.world.acts import carry_out, settle_mind
from fracas.rulesets.world_loop.rules.world.minds import think
from fracas.rulesets.world_loop.rules.world.spawning import generate
from fracas.rulesets.world_loop.rules.world.upkeep import upkeep
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import World


@rule
def before(world: World, a: int, b: int) -> bool:
    """Whether one acts before another: by the time of the next action, then by number."""
    return world.times[a] < world.times[b] or (world.times[a] == world.times[b] and world.uids[a] < world.uids[b])


@rule
def line_up(world: World) -> None:
    """Sort all living entities. The order changes little between ticks, so runs that are already sorted are merged."""
    n = world.now[0].count
    order = world.order
    desk = world.desk
    while True:
        read = 0
        write = 0
        runs = 0
        while read < n:
            middle = read + 1
            while middle < n and not before(world, order[middle], order[middle - 1]):
                middle += 1
            end = middle
            if middle < n:
                end += 1
                while end < n and not before(world, order[end], order[end - 1]):
                    end += 1
            i = read
            j = middle
            while i < middle or j < end:
                if j >= end or (i < middle and not before(world, order[j], order[i])):
                    desk[write] = order[i]
                    i += 1
                else:
                    desk[write] = order[j]
                    j += 1
                write += 1
            runs += 1
            read = end
        for i in range(n):
            order[i] = desk[i]
        if runs <= 1:
            return


@rule(rare=True)
def sift_down(world: World, waiting: int, at: int) -> None:
    """Move an entry of the heap down to its position."""
    desk = world.desk
    while 2 * at + 1 < waiting:
        child = 2 * at + 1
        if child + 1 < waiting and before(world, desk[child + 1], desk[child]):
            child += 1
        if not before(world, desk[child], desk[at]):
            return
        desk[at], desk[child] = desk[child], desk[at]
        at = child


@rule(rare=True)
def queue_up(world: World) -> int:
    """Event time: put all entities whose time comes within this tick into a heap, earliest on top; returns their number."""
    now = world.now[0]
    waiting = 0
    for k in range(now.count):
        who = world.order[k]
        e = world.entities[who]
        e.verb = Verb.NONE
        world.times[who] = e.body.next_act
        world.uids[who] = e.body.uid
        if e.body.next_act < now.tick + 1 - INSTANT:
            world.desk[waiting] = who
            waiting += 1
    for at in range(waiting // 2 - 1, -1, -1):
        sift_down(world, waiting, at)
    return waiting


@rule(rare=True)
def next_turn(world: World, book: Book, waiting: int) -> int:
    """Event time: whoever has acted waits for its next turn, or for the next tick; returns the number that still wait.

    Failed actions take time too.
    """
    who = world.desk[0]
    e = world.entities[who]
    if world.verbs[who] != Verb.DONE:
        e.body.next_act += delay(e.body, book)
    e.acts += 1
    world.times[who] = e.body.next_act
    if e.body.hp <= 0 or e.body.next_act >= world.now[0].tick + 1 - INSTANT:
        waiting -= 1
        world.desk[0] = world.desk[waiting]
    sift_down(world, waiting, 0)
    return waiting


@rule
def tick(dice: Dice, world: World, book: Book) -> None:
    """One tick of the whole world.

    All who are ready propose and act together; in event time they act alone, one by one, until the tick is over.
    """
    now = world.now[0]
    alone = book.options.time == Time.EVENTS
    note(dice, Said.TICK, now.tick)
    generate(dice, world, book)
    waiting = queue_up(world) if alone else now.count
    while waiting > 0:
        for k in range(1 if alone else len(world.entities)):
            who = world.desk[0] if alone else k
            e = world.entities[who]
            if e.alive != 0:
                e.verb = Verb.NONE
                if e.body.hp > 0 and (alone or e.body.next_act <= now.tick):
                    think(dice, world, book, who)
                world.verbs[who] = e.verb
                world.times[who] = e.body.next_act
                world.uids[who] = e.body.uid
        if not alone:
            line_up(world)
        for verb in range(Verb.LOOT + 1):
            for k in range(1 if alone else now.count):
                who = world.desk[0] if alone else world.order[k]
                if world.verbs[who] == verb and world.entities[who].body.hp > 0:
                    if carry_out(dice, world, book, who):
                        settle_mind(dice, world, who)
                        world.verbs[who] = Verb.DONE
        waiting = next_turn(world, book, waiting) if alone else 0
    upkeep(dice, world, book)
