"""Ruins & Realms: every rule of its combat.

**The dice.** A roll is two D8 read as [Primary, Secondary]; they never swap. A fighter knows *manoeuvres*, each with a cell [P,S]. One
*shift point* moves one die by one, up or down, without wrapping from 8 to 1; points may be spent on both dice and are full again at
every attack. The dice cannot be shifted into or out of locked cells (the fumble zone and the Prime zone). With the optional
*Fatigue Die* everyone gains shift points in the later rounds of a long fight.

**The hero's turn**: attack or flee. The attack rolls the dice. A *fumble* misses, with an additional mishap by weapon style, worse
on the critical fumble. A *Prime* allows any equipped manoeuvre, even if its condition is not met, adds the current shift total to its
damage and ignores interrupts; the critical Prime does more. Otherwise, with the dice on the table, the hero chooses a manoeuvre in reach
(an *Exact Strike*, which needs no shifting, adds the shift total to damage) and a target, or leaves the dice, which is a miss. A shield
is placed at the final Secondary, for this round.

**Interrupts** of the target are triggered by the dice of a manoeuvre: they reduce, halve or reflect its damage, or make it miss.

**Damage** is dice plus modifier plus bonuses, halved by some interrupts, minus reductions by interrupts and defence; it is never negative,
and a die that shows a 6 always does at least 1. **Effects** follow. Shift, defence and exposure applied to an enemy, or by one, count in
the next round; the hero's own, in this one. Stuns, bleeding, being prone and curses take effect from the affected fighter's next turn on.

**The enemies' turns** follow, one by one. Each rolls, shifts as well as it can and performs one manoeuvre in reach (no Exact Strikes), its
Prime, or its mishap. Armour whose dice set contains a die of the manoeuvre reduces its damage, and so does a shield at its Primary.
Neither helps against a Prime.

**Conditions.** Below half HP the hero is WOUNDED, below a quarter CRITICAL (a shift point less), at 0 DOWN: the next hit is death.
The fight ends with a victory when all enemies have fallen. A hero who flees gives every enemy an attack and, if still standing, escapes.

===============  ======================================================================
module           rules
===============  ======================================================================
`actions`        legal actions (`legal`), performing them (`apply`), who acts, the end
`turns`          the start of a fight, turns and rounds, expiry of effects
`attack`         the roll of an attack: fumble, Prime, miss, or dice on the table
`shifting`       the cost of shifting, shift points, manoeuvres in reach
`fatigue`        the Fatigue Die
`strike`         the hero's manoeuvre: Exact Strike and Prime bonus, cleave, second blow
`enemy_attack`   an enemy's manoeuvre or Prime; ripostes
`interrupts`     the effect of a target's interrupts on a manoeuvre
`armour`         armour, the shield, defence and exposure
`damage`         damage dice, the minimum, losing HP, falling
`effects`        each kind of effect
`conditions`     WOUNDED and CRITICAL, conditions of effects, standing enemies
`fleeing`        flight and escape
===============  ======================================================================
"""

from fracas.rulesets.ruins_and_realms.rules.actions import apply, health, legal, outcome, to_act
from fracas.rulesets.ruins_and_realms.rules.turns import start

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
