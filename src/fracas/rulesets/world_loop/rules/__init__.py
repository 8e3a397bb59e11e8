"""World Loop: the rules.

**A fighter** has HP, ATK, DEF, SPD, luck, a crit rate and an evasion, six attributes with caps (STR, AGI, VIT, INT, WIS, END), three
pieces of gear, a bag, gold, XP and a level. Gear adds to its stats. Heroes and monsters follow the same rules.

An **attack** goes step by step. It *misses* with the defender's evasion minus the attacker's luck, between 0 and 75 %. The
*base damage* is the attacker's ATK raised by STR, minus half the defender's DEF raised by VIT, each truncated to a whole number, and at
least 1; ATK and DEF of non-heroes on sanctuary tiles are halved. The attack costs *stamina*. The damage *varies* uniformly by ±15 %; a
*critical hit* (crit rate plus luck, at most 80 %) multiplies it. The damage, truncated to a whole number, is subtracted from the
defender's HP, and the attacker's next action is delayed by one over its speed.

A **kill** gives XP by the victim's level and tier, raised by INT and WIS, and all its gold. Attacks **train** STR and VIT by fractions of
a point while there is stamina left. XP beyond the threshold give a **level**: stats and attributes grow, and the excess carries over.
Below half of its HP a fighter may **drink** a potion from its bag. A **rest** heals a little and restores stamina.

**A duel** is one fighter against one to four adjacent fighters. In a **tick** all who are ready choose, without knowing the others'
choices; then the actions are carried out by kind: rest, flight, attacks, potions. Within a kind the order is by the time
of the next action, then by the fighters' numbers. So one who flees is gone before it can be struck, and one who drinks may die before
the cork is out. Attacks are carried out one by one: the dead neither strike nor are struck. Then levels are gained and stamina is regained.

By the document every delay is at most one tick, and readiness is checked once per tick: everybody acts once in every tick, and speed
only determines the order. In **event time** the fighter with the smallest time of the next action acts, at once and alone.

**The world**: many entities live, fight and grow in it by the same rules.

| rule | module |
|---|---|
| effective stats, who counts as hurt | `stats` |
| the attack: evasion, base damage, crit, variance | `attack` |
| XP and gold of a kill | `rewards` |
| the XP curve, the increases by a level | `levels` |
| training of attributes | `training` |
| stamina | `stamina` |
| potions and rest | `healing` |
| the bag | `bag` |
| cooldown: the time of the next action | `timing` |
| building a fighter of a kind | `fighters` |
| who stands, who chooses, legal actions, the end of a duel | `duel` |
| the order within a tick, choosing, carrying out, the end of a tick | `turns` |
| state that a solvable duel discards | `merging` |
| the world: founding, spawning, minds, ticks | `world` |
"""

from __future__ import annotations

from fracas.rulesets.world_loop.rules.duel import health, legal, outcome, to_act
from fracas.rulesets.world_loop.rules.turns import apply, start

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
