"""World Loop: the rules.

**A fighter** has HP, ATK, DEF, SPD, luck, a crit rate and an evasion, six attributes with caps (STR, AGI, VIT, INT, WIS, END), three
pieces of gear, a bag, gold, XP and a level. Gear adds to its stats. Heroes and monsters follow the same rules.

An **attack** goes through the document's steps. The defender's evasion, less the attacker's luck, between 0 and 75 %, may make it
*miss*. The *base damage* is the attacker's ATK raised by STR, less half the defender's DEF raised by VIT, each cut to a whole number,
at least 1; non-heroes on sanctuary tiles count half. The attack costs *stamina*. The damage *varies* evenly by ±15 %; a *critical hit*
(crit rate and luck, 80 % at most) multiplies it. What is left after the point is cut off is taken from the defender's HP, and the
attacker's next act moves on by one over its speed.

A **kill** brings XP by the victim's level and tier, raised by INT and WIS, and all its gold. Attacks **train** STR and VIT by fractions of
a point while there is stamina left. XP past the threshold is a **level**: stats and attributes grow, and the excess carries over.
Below half of its HP a fighter may **drink** a potion from its bag. A **rest** heals a little, and stamina comes back.

**A duel** is one fighter against one to four who stand beside it. In a **tick** all who are ready choose, none knowing what the others
choose; then it happens, kind by kind: those who rest, those who flee, the attacks, the potions. Within a kind the order is that of the time
of the next act, then of the fighters' numbers. So one who flees is gone before it can be struck, and one who drinks may be dead before the
cork is out. Attacks happen one after another: the dead neither strike nor are struck. Then levels are gained and stamina comes back.

By the document every delay is one tick at most, and readiness is checked once a tick: everybody acts once in every tick, and speed
sets only the order. In **event time** whoever has the smallest time of the next act acts, at once and alone.

**The world**, in which many live and fight by the same rules, is in `world`.

| rule | module |
|---|---|
| what gear adds, who counts as hurt | `stats` |
| the attack: evasion, base damage, crit, variance | `attack` |
| XP and gold of a kill | `rewards` |
| the XP curve, what a level adds | `levels` |
| training of attributes | `training` |
| stamina | `stamina` |
| potions and rest | `healing` |
| what a bag holds | `bag` |
| cooldown: the time of the next act | `timing` |
| making a fighter of a kind | `fighters` |
| who stands, who chooses, legal actions, the end of a duel | `duel` |
| the order within a tick, choosing, carrying out, the end of a tick | `turns` |
| what a solvable duel forgets | `merging` |
| the world: founding, spawning, minds, ticks | `world` |
"""

from __future__ import annotations

from fracas.rulesets.world_loop.rules.duel import health, legal, outcome, to_act
from fracas.rulesets.world_loop.rules.turns import apply, start

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
