"""The end of a tick: healing and wards, levels, stamina, the dead."""

from __future__ import annotations

from fracas.dice import Dice, note, rule
from fracas.rulesets.world_loop.codes import Material, Mind, Said, Tally, Verb
from fracas.rulesets.world_loop.rules.levels import level_ups
from fracas.rulesets.world_loop.rules.stamina import regain_stamina
from fracas.rulesets.world_loop.rules.stats import effective_max_hp
from fracas.rulesets.world_loop.rules.world.acts import mark_dead
from fracas.rulesets.world_loop.rules.world.death import remove_dead
from fracas.rulesets.world_loop.rules.world.sight import foe_beside
from fracas.rulesets.world_loop.state import Book
from fracas.rulesets.world_loop.world_state import World


@rule(rare=True)
def heal_or_burn(dice: Dice, world: World, book: Book, who: int) -> None:
    """In town and camp: heroes and guards heal, monsters in town burn."""
    e = world.entities[who]
    land = book.land
    tile = world.tiles[e.y, e.x]
    if tile == Material.TOWN:
        if e.hero == 0:
            if land.town_damage > 0:
                note(dice, Said.SCORCHED, e.body.uid, min(land.town_damage, e.body.hp))
                e.body.hp = max(e.body.hp - land.town_damage, 0)
                if e.body.hp <= 0:
                    mark_dead(world, who)
        elif e.body.hp < effective_max_hp(e.body, book) and not foe_beside(world, book, who):
            heal = land.town_heal_resting if e.mind == Mind.RESTING_IN_TOWN else land.town_heal
            e.body.hp = min(e.body.hp + heal, effective_max_hp(e.body, book))
    elif tile == Material.CAMP and e.guard != 0:
        e.body.hp = max(e.body.hp, min(e.body.hp + land.camp_heal, effective_max_hp(e.body, book)))


@rule
def upkeep(dice: Dice, world: World, book: Book) -> None:
    """The end of a tick: healing, levels, stamina, the dead."""
    for who in range(len(world.entities)):
        e = world.entities[who]
        if e.alive == 0 or e.body.hp <= 0:
            continue
        tile = world.tiles[e.y, e.x]
        if tile in (Material.TOWN, Material.CAMP):
            heal_or_burn(dice, world, book, who)
        if e.body.xp >= e.body.xp_to_next and e.body.hp > 0:
            world.tally[e.body.kind, Tally.LEVELS] += level_ups(dice, book, e.body)
        regain_stamina(e.body, book, e.verb == Verb.REST or e.mind == Mind.RESTING_IN_TOWN or e.mind == Mind.IDLE)
    if world.now[0].dead > 0:
        remove_dead(dice, world, book)
    world.now[0].tick += 1
