"""Ruins & Realms: every rule of its combat.

**The dice.** A roll is two D8 read as [Primary, Secondary]; they never swap. A fighter knows *manoeuvres*, each with a cell [P,S]. One
*shift point* moves one die by one, up or down, without wrapping from 8 to 1; points may be spent on both dice and are full again at
every attack. Locked cells, the fumble zone and the Prime zone, cannot be shifted into or out of. With the optional *Fatigue Die*
everybody gains shift points in the later rounds of a long fight.

**The hero's turn**: attack or flee. The attack rolls the dice. A *fumble* misses, and the weapon style says what else goes wrong,
worse on the critical one. A *Prime* does any equipped manoeuvre, whatever that waits for, adds the current shift total to its damage
and ignores interrupts; the critical one does more. Otherwise, with the dice on the table, the hero chooses: a manoeuvre in reach (an
*Exact Strike*, which needed no shifting, adds the shift total to damage) and a target, or to leave the dice, a miss. A shield stands
where the Secondary comes to lie, for this round.

**Interrupts** of the target answer manoeuvres by their dice: they take points off, halve, reflect, or make them miss.

**Damage** is dice and modifier, bonuses, halved if so interrupted, less interrupts, less defence; never below 0, and a die that shows
a 6 always does 1. **Effects** follow. Shift, defence and exposure laid on an enemy, or by one, count in the next round; what the hero
readies, in this one. Stuns, bleeding, being prone and curses are felt from the bearer's next turn on.

**The enemies' turns** follow, one by one. Each rolls, shifts as well as it can and does one manoeuvre in reach (no Exact Strikes), its
Prime, or its mishap. Armour whose dice set has a die of the manoeuvre takes its points off; a shield that stands at its Primary too.
Neither helps against a Prime.

**Conditions.** Below half HP the hero is WOUNDED, below a quarter CRITICAL (a shift point less), at 0 DOWN: the next hit is death.
The fight ends in victory when no enemy stands. A hero who flees gives every enemy an attack and, still standing, is gone.

===============  ======================================================================
module           rules
===============  ======================================================================
`actions`        what can be done (`legal`), doing it (`apply`), who acts, how it ended
`turns`          the start of a fight, turns and rounds, what expires when
`attack`         the roll of an attack: fumble, Prime, miss, or dice on the table
`shifting`       what shifting costs, shift points, which manoeuvres are in reach
`fatigue`        the Fatigue Die
`strike`         the hero's manoeuvre: Exact Strike and Prime bonus, cleave, second blow
`enemy_attack`   an enemy's manoeuvre or Prime; ripostes
`interrupts`     what a target's interrupts do to a manoeuvre
`armour`         armour, the shield, defence and exposure
`damage`         damage dice, the minimum, losing HP, falling
`effects`        what effects do, one by one
`conditions`     WOUNDED and CRITICAL, the conditions of effects, who stands
`fleeing`        flight and escape
===============  ======================================================================
"""

from fracas.rulesets.ruins_and_realms.rules.actions import apply, health, legal, outcome, to_act
from fracas.rulesets.ruins_and_realms.rules.turns import start

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
