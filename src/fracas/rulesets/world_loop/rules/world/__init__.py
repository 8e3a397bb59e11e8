"""The rules of World Loop's world: who lives in it, what they want, and what a tick is.

**The map** is floor; then the town, a square; the sanctuary around it, on what floor is left; the camps, away from the town and from each
other; lands of other races likewise; and walls on open ground. A hero stands in the middle of the town. Monsters roam where chance puts
them, the chief and the warriors of a camp stand guard. Every draw is keyed, so the same seed is the same world.

**A tick.** 1. The generator may spawn. 2. All who are ready (their next act is not later than this tick) make a proposal by what they see
now. 3. They line up by the time of their next act, then by number, and proposals are carried out in that order, kind by kind: those who
rest, the steps, the attacks, then potions and loot. A step onto a tile that is taken, an attack on one who is out of reach or dead, fail:
they cost no time and change no mind. 4. Town and camps heal, the town's wards burn; levels, stamina. 5. The dead are dealt with: monsters
leave all they had and are gone, heroes leave their bags and wake at home, helpless until they act again.
So all steps come before any attack, and whoever walks away cannot be struck. In event time each acts alone when its time has come.

**Minds.** Whoever stands beside a foe *fights*: below half of its HP it drinks if it can, at 30 % or below it retreats, else it attacks.
Whoever sees a foe *hunts* it, step by step, and goes on to where it was last seen; but the hurt who have a home go there first, and
loot that is near comes before a foe that is not beside. The badly hurt *retreat*: home, if they have one, else away until they have taken
heart. Heroes *rest* in town until they are whole, and else explore where nobody has been for longest. *Guards* stay about their camp.
Monsters that have strayed into town or sanctuary leave when they are hurt.

| rule | module |
|---|---|
| tiles, who stands where, distances | `tiles` |
| who sees whom, who is hostile | `sight` |
| items on the ground | `ground` |
| the map, the first inhabitants | `founding` |
| new fighters, the generator | `spawning` |
| what everybody wants | `minds` |
| proposals, and the way to a goal | `steps` |
| loot: wanting, fetching, wearing | `looting` |
| carrying out steps, attacks, potions | `acts` |
| death of monsters and heroes | `death` |
| healing, wards, levels and stamina at the end of a tick | `upkeep` |
| who acts when, the tick as a whole | `ticks` |
"""

from __future__ import annotations

from fracas.rulesets.world_loop.rules.world.founding import found
from fracas.rulesets.world_loop.rules.world.ticks import tick

__all__ = ["found", "tick"]
