"""The rules of World Loop's world: its map and inhabitants, the course of a tick, and their minds.

**The map** is floor with a square town; a sanctuary around it, on the remaining floor; camps, away from the town and from each
other; lands of other races likewise; and walls on open ground. A hero starts in the middle of the town. Monsters roam from random
positions, the chief and the warriors of a camp stand guard. Every draw is keyed, so the same seed gives the same world.

**A tick.** 1. The generator may spawn. 2. All who are ready (their next action is not later than this tick) make a proposal based on what
they see now. 3. They are sorted by the time of their next action, then by number, and proposals are carried out in that order, by kind:
rest, steps, attacks, then potions and loot. A step onto an occupied tile, and an attack on a target that is out of reach or dead, fail:
they cost no time and change no mind. 4. Town and camps heal, the town's wards burn; levels, stamina. 5. The dead are removed: monsters
leave all their possessions and are gone, heroes leave their bags and respawn at home, helpless until they act again.
So all steps come before any attack, and whoever walks away cannot be struck. In event time each acts alone at its own time.

**Minds.** Whoever is next to a foe *fights*: below half of its HP it drinks if it can, at 30 % or below it retreats, else it attacks.
Whoever sees a foe *hunts* it, step by step, up to where it was last seen; but the hurt who have a home go there first, and
nearby loot has priority over a foe that is not adjacent. The badly hurt *retreat*: home, if they have one, else away until they have
recovered courage. Heroes *rest* in town until they are fully healed, and otherwise explore where nobody has been for longest. *Guards*
stay near their camp. Monsters that have strayed into town or sanctuary leave when they are hurt.

| rule | module |
|---|---|
| tiles, occupants, distances | `tiles` |
| sight, hostility | `sight` |
| items on the ground | `ground` |
| the map, the first inhabitants | `founding` |
| new fighters, the generator | `spawning` |
| decisions | `minds` |
| proposals, and the way to a goal | `steps` |
| loot: wanted items, fetching, equipping | `looting` |
| carrying out steps, attacks, potions | `acts` |
| death of monsters and heroes | `death` |
| healing, wards, levels and stamina at the end of a tick | `upkeep` |
| turn order, the tick as a whole | `ticks` |
"""

from __future__ import annotations

from fracas.rulesets.world_loop.rules.world.founding import found
from fracas.rulesets.world_loop.rules.world.ticks import tick

__all__ = ["found", "tick"]
