"""One tick of a world.

1. The generator may spawn. 2. All who are ready (their next act is not later than this tick) make a proposal by what they see now.
3. They line up by the time of their next act, then by number, and proposals are carried out in that order, kind by kind: those who rest,
the steps, the attacks, then potions and loot. A step onto a tile that is taken, an attack on one who is out of reach or dead, fail: they
cost no time and change no mind. 4. Town and camps heal, the town's wards burn; levels, stamina. 5. The dead are seen to: monsters leave
all they had and are gone, heroes leave their bags and wake at home, where nobody sees or strikes them until they act again.

So all steps come before any attack, and whoever walks away cannot be struck. In event time each acts alone when its time has come.
"""

from __future__ import annotations

from fracas.dice import Dice, key, note, rule
from fracas.rulesets.world_loop.blows import (
    INSTANT,
    attack,
    breathe,
    delay,
    drink,
    effective_max_hp,
    level_ups,
    lose_stamina,
    rest,
    spend,
    train,
)
from fracas.rulesets.world_loop.founding import generate
from fracas.rulesets.world_loop.minds import fits, think, wants

# isort: off
# fmt: off
from fracas.rulesets.world_loop.places import (
    ATTACK_VERB, ATTACKS, DAMAGE, DIED, DONE, GOLD, IDLE, ITEM_VERB, KILLS, LEVELS, LOOT_VERB, LOOTED, MOVE_VERB, NO_VERB, POTIONS,
    REST_VERB, RESTING_IN_TOWN, World, distance, drop_thing, hostile, leave, nearest_open, open_tile, place, sit, take_thing,
)
from fracas.rulesets.world_loop.state import (
    BAG, CAMP, COMBAT, NOTHING, POTION, TOWN, WALL, Book, Said,
)
# fmt: on
# isort: on


# --- the order --------------------------------------------------------------------------------------------------------------------


@rule
def before(world: World, a: int, b: int) -> bool:
    """Whether one acts before another: by the time of the next act, then by number."""
    return world.times[a] < world.times[b] or (world.times[a] == world.times[b] and world.uids[a] < world.uids[b])


@rule
def line_up(world: World) -> None:
    """Sort all who live. The order changes little from tick to tick, so runs that are in order already are merged."""
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


# --- what is carried out ----------------------------------------------------------------------------------------------------------


@rule
def carry_out(dice: Dice, world: World, book: Book, who: int) -> bool:
    """Carry a proposal out; whether it could be."""
    e = world.entities[who]
    if e.verb == REST_VERB:
        rest(dice, book, e.body, world.now[0].tick)
        return True
    if e.verb == MOVE_VERB:
        return step(dice, world, book, who)
    if e.verb == ATTACK_VERB:
        return strike(dice, world, book, who)
    if e.verb == ITEM_VERB:
        drink(dice, book, e.body, e.plan_who, world.now[0].tick)
        world.tally[e.body.kind, POTIONS] += 1
        return True
    return loot(dice, world, book, who)


@rule
def step(dice: Dice, world: World, book: Book, who: int) -> bool:
    """A step, if the tile is walkable and nobody stands there."""
    e = world.entities[who]
    if not open_tile(world, e.plan_x, e.plan_y):
        return False
    leave(world, who)
    sit(world, who, e.plan_x, e.plan_y)
    lose_stamina(e.body, book, book.land.move_stamina)
    train(dice, e.body, book, book.options.train_move)
    spend(e.body, book, world.now[0].tick, delay(e.body, book))
    return True


@rule
def fall(world: World, who: int) -> None:
    """One has died, and is to be seen to."""
    world.fallen[world.now[0].dead] = who
    world.now[0].dead += 1


@rule
def strike(dice: Dice, world: World, book: Book, who: int) -> bool:
    """An attack on one who is still beside and alive."""
    e = world.entities[who]
    it = world.entities[e.plan_who]
    if it.alive == 0 or it.body.hp <= 0 or distance(e.x, e.y, it.x, it.y) > 1:
        return False
    hp = it.body.hp
    gold = it.body.gold
    number = e.acts if book.options.event_time != 0 else world.now[0].tick
    if book.options.shared_keys == 0:
        key(dice, COMBAT, e.body.uid, number)
    killed = attack(dice, book, e.body, it.body, world.now[0].tick, world.tiles[e.y, e.x], world.tiles[it.y, it.x])
    kind = e.body.kind
    world.tally[kind, ATTACKS] += 1
    world.tally[kind, DAMAGE] += hp - it.body.hp
    if killed:
        e.kills += 1
        world.tally[kind, KILLS] += 1
        world.tally[kind, GOLD] += gold
        fall(world, e.plan_who)
    return True


@rule(rare=True)
def put_on(dice: Dice, world: World, book: Book, who: int, item: int) -> None:
    """Wear something; what was worn goes into the bag, or to the ground."""
    e = world.entities[who]
    slot = book.items[item].slot
    old = e.body.gear[slot]
    e.body.gear[slot] = item
    note(dice, Said.EQUIPS, e.body.uid, item, old)
    if old != NOTHING:
        if fits(book, e, old):
            for i in range(BAG):
                if e.body.bag[i] == NOTHING:
                    e.body.bag[i] = old
                    break
        else:
            drop_thing(dice, world, book, e.body.uid, old, e.x, e.y)
    e.body.hp = min(e.body.hp, effective_max_hp(e.body, book))


@rule(rare=True)
def loot(dice: Dice, world: World, book: Book, who: int) -> bool:
    """Search the ground; after some ticks pick up what is wanted."""
    e = world.entities[who]
    spend(e.body, book, world.now[0].tick, book.land.loot_delay)
    e.channel += 1
    if e.channel <= book.land.loot_ticks:
        return True
    e.channel = 0
    number = world.piles[e.y, e.x]
    while number != 0:
        thing = world.ground[number - 1]
        under = thing.under
        item = thing.what
        if wants(book, e, item):
            take_thing(world, number)
            world.tally[e.body.kind, LOOTED] += 1
            note(dice, Said.PICKS, e.body.uid, item, place(world, e.x, e.y))
            if book.items[item].slot == POTION:
                for i in range(BAG):
                    if e.body.bag[i] == NOTHING:
                        e.body.bag[i] = item
                        break
            else:
                put_on(dice, world, book, who, item)
        number = under
    train(dice, e.body, book, book.options.train_loot)
    return True


@rule
def settle_mind(dice: Dice, world: World, who: int) -> None:
    """What was carried out changes the mind."""
    e = world.entities[who]
    if e.verb != LOOT_VERB:
        e.channel = 0
    if e.mind != e.plan_mind:
        note(dice, Said.MINDS, e.body.uid, e.mind, e.plan_mind)
        e.mind = e.plan_mind


# --- upkeep -----------------------------------------------------------------------------------------------------------------------


@rule(rare=True)
def foe_beside(world: World, book: Book, who: int) -> bool:
    """Whether a foe stands beside one."""
    e = world.entities[who]
    for side in range(4):
        px = e.x + (1 if side == 0 else -1 if side == 1 else 0)
        py = e.y + (1 if side == 2 else -1 if side == 3 else 0)
        if 0 <= px < world.tiles.shape[1] and 0 <= py < world.tiles.shape[0]:
            other = world.seats[py, px] - 1
            if other >= 0 and hostile(book, e.race, world.entities[other].race):
                return True
    return False


@rule(rare=True)
def tend(dice: Dice, world: World, book: Book, who: int) -> None:
    """Town and camp: heroes and guards heal, monsters in town burn."""
    e = world.entities[who]
    land = book.land
    tile = world.tiles[e.y, e.x]
    if tile == TOWN:
        if e.hero == 0:
            if land.town_damage > 0:
                note(dice, Said.SCORCHED, e.body.uid, min(land.town_damage, e.body.hp))
                e.body.hp = max(e.body.hp - land.town_damage, 0)
                if e.body.hp <= 0:
                    fall(world, who)
        elif e.body.hp < effective_max_hp(e.body, book) and not foe_beside(world, book, who):
            heal = land.town_heal_resting if e.mind == RESTING_IN_TOWN else land.town_heal
            e.body.hp = min(e.body.hp + heal, effective_max_hp(e.body, book))
    elif tile == CAMP and e.guard != 0:
        e.body.hp = max(e.body.hp, min(e.body.hp + land.camp_heal, effective_max_hp(e.body, book)))


@rule(rare=True)
def drop_bag(dice: Dice, world: World, book: Book, who: int) -> None:
    """All that is in the bag falls to the ground."""
    e = world.entities[who]
    for i in range(BAG):
        if e.body.bag[i] != NOTHING:
            drop_thing(dice, world, book, e.body.uid, e.body.bag[i], e.x, e.y)
            e.body.bag[i] = NOTHING


@rule(rare=True)
def wake(dice: Dice, world: World, book: Book, who: int) -> None:
    """A hero who died (the bag is dropped already, gear is kept): home, with max HP, to rest, and to act again after some ticks.

    Until then it is helpless, and under the wards of the town: nobody sees or strikes it.
    """
    e = world.entities[who]
    e.deaths += 1
    leave(world, who)
    spot = nearest_open(world, e.home_x, e.home_y, WALL, WALL)
    e.body.hp = e.body.max_hp
    sit(world, who, spot % book.land.width, spot // book.land.width)
    e.body.next_act = world.now[0].tick + book.options.hero_respawn_ticks * 1.0
    e.safe = world.now[0].tick + book.options.hero_respawn_ticks if book.land.safe_waking != 0 else 0
    if e.mind != RESTING_IN_TOWN:
        note(dice, Said.MINDS, e.body.uid, e.mind, RESTING_IN_TOWN)
        e.mind = RESTING_IN_TOWN
    e.memory_x = -1
    e.memory_y = -1
    e.goal_x = -1
    e.goal_y = -1
    e.hug = 0
    e.astray = 0
    e.channel = 0
    note(dice, Said.RESPAWNS, e.body.uid, spot)


@rule(rare=True)
def bury(dice: Dice, world: World, book: Book) -> None:
    """See to the dead, in the order in which they died."""
    now = world.now[0]
    for k in range(now.dead):
        who = world.fallen[k]
        e = world.entities[who]
        note(dice, Said.DIES, e.body.uid, place(world, e.x, e.y))
        world.tally[e.body.kind, DIED] += 1
        drop_bag(dice, world, book, who)
        if e.hero != 0:
            wake(dice, world, book, who)
            continue
        for i in range(3):
            if e.body.gear[i] != NOTHING:
                drop_thing(dice, world, book, e.body.uid, e.body.gear[i], e.x, e.y)
                e.body.gear[i] = NOTHING
        leave(world, who)
        e.alive = 0
        world.gone[who] = 1
        world.free[now.unused] = who
        now.unused += 1
    kept = 0
    for k in range(now.count):
        who = world.order[k]
        if world.gone[who] == 0:
            world.order[kept] = who
            kept += 1
        world.gone[who] = 0
    now.count = kept
    now.dead = 0


@rule
def upkeep(dice: Dice, world: World, book: Book) -> None:
    """The end of a tick: healing, levels, stamina, the dead."""
    for who in range(len(world.entities)):
        e = world.entities[who]
        if e.alive == 0 or e.body.hp <= 0:
            continue
        tile = world.tiles[e.y, e.x]
        if tile in (TOWN, CAMP):
            tend(dice, world, book, who)
        if e.body.xp >= e.body.xp_to_next and e.body.hp > 0:
            world.tally[e.body.kind, LEVELS] += level_ups(dice, book, e.body)
        breathe(e.body, book, e.verb == REST_VERB or e.mind == RESTING_IN_TOWN or e.mind == IDLE)
    if world.now[0].dead > 0:
        bury(dice, world, book)
    world.now[0].tick += 1


# --- the tick ---------------------------------------------------------------------------------------------------------------------


@rule(rare=True)
def sink(world: World, waiting: int, at: int) -> None:
    """Let one of those who wait, who are a heap, down to its place."""
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
def wait(world: World) -> int:
    """Event time: all whose time comes within this tick wait in a heap, the first of them on top; how many they are."""
    now = world.now[0]
    waiting = 0
    for k in range(now.count):
        who = world.order[k]
        e = world.entities[who]
        e.verb = NO_VERB
        world.times[who] = e.body.next_act
        world.uids[who] = e.body.uid
        if e.body.next_act < now.tick + 1 - INSTANT:
            world.desk[waiting] = who
            waiting += 1
    for at in range(waiting // 2 - 1, -1, -1):
        sink(world, waiting, at)
    return waiting


@rule(rare=True)
def next_turn(world: World, book: Book, waiting: int) -> int:
    """Event time: whoever has acted waits for its next turn, or for the next tick; how many wait still.

    What has failed takes its time, too.
    """
    who = world.desk[0]
    e = world.entities[who]
    if world.verbs[who] != DONE:
        e.body.next_act += delay(e.body, book)
    e.acts += 1
    world.times[who] = e.body.next_act
    if e.body.hp <= 0 or e.body.next_act >= world.now[0].tick + 1 - INSTANT:
        waiting -= 1
        world.desk[0] = world.desk[waiting]
    sink(world, waiting, 0)
    return waiting


@rule
def tick(dice: Dice, world: World, book: Book) -> None:
    """One tick of the whole world.

    All who are ready propose and act together; in event time each in turn, alone, until the tick is over.
    """
    now = world.now[0]
    alone = book.options.event_time != 0
    note(dice, Said.TICK, now.tick)
    generate(dice, world, book)
    waiting = wait(world) if alone else now.count
    while waiting > 0:
        for k in range(1 if alone else len(world.entities)):
            who = world.desk[0] if alone else k
            e = world.entities[who]
            if e.alive != 0:
                e.verb = NO_VERB
                if e.body.hp > 0 and (alone or e.body.next_act <= now.tick):
                    think(dice, world, book, who)
                world.verbs[who] = e.verb
                world.times[who] = e.body.next_act
                world.uids[who] = e.body.uid
        if not alone:
            line_up(world)
        for verb in range(LOOT_VERB + 1):
            for k in range(1 if alone else now.count):
                who = world.desk[0] if alone else world.order[k]
                if world.verbs[who] == verb and world.entities[who].body.hp > 0:
                    if carry_out(dice, world, book, who):
                        settle_mind(dice, world, who)
                        world.verbs[who] = DONE
        waiting = next_turn(world, book, waiting) if alone else 0
    upkeep(dice, world, book)
