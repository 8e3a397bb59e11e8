"""Veinbreaker: the rules of a fight.

**A round** starts with upkeep: RP are regained, pools are full again, cooldowns decrease. The player *declares a chain*: up to six
different abilities, each for 1 RP and its cost to its path's pool. Then it is resolved *link by link*. One roll of 2d10 is used for all
links except movements; after a miss the next link rolls again, and that roll is used from then on. Each link adds the ability's modifier,
the attack bonus and the current *balance*, against DV, IDF and *momentum* of the target. Every hit raises the target's momentum,
the aggressor's balance and *heat*, which adds to damage. After a late link that hit, the player may end the chain.

**Advantage and disadvantage.** Each stack of Stagger is a step down, each of advantage a step up: three or more dice are rolled, of which
two count.

**Interrupts.** An enemy has *windows*, by its archetype: before or after certain links, under certain conditions, with a limited number
of attempts per round. Its roll is compared with the attack total plus IDF, minus balance. If it succeeds, the aggressor loses meters; by
a margin of five, the interrupt is *perfect*: the chain is broken and its owner takes a counter. Reactions (resolve abilities) respond to
an attempt.

**Execution.** A target with few HP left, or Vulnerable or Staggered enough, is *Primed*: for one additional RP the next attack becomes an
Execution Strike, which kills, or fails badly. Each gives a Blood Mark.

**The enemy's turn.** It shows its chain. The player may try to deny the whole chain, or, if a move allows it, interrupt just that link for
1 RP; a perfect interrupt also heals. Then the chain is resolved like the player's.

**The end of the round**: Bleed and Radiant Burn do damage, Radiance heals, durations decrease; first for the enemy. Enemies are fought one
after another; the fight is over when the player or the last enemy falls.

Where each rule is:

| module | rules |
|---|---|
| `actions` | who decides, legal actions, performing them |
| `rounds` | start, upkeep, the consequences of a chain, the end of a round, falling, the end of a fight |
| `player_turn` | the player's chain link by link, attempts to interrupt it, pressing on and cashing out |
| `enemy_turn` | the chain the enemy shows, the contest to deny it, opportunities for the player |
| `chain` | links, cooldowns, declaring, meters of a hit and a miss, tempo, crit rewards |
| `attack` | a link's total, the defence target, miss, hit, crit |
| `rolls` | 2d10, advantage, disadvantage |
| `interrupts` | interrupt windows, threshold, costs, perfect interrupts |
| `reactions` | resolve abilities |
| `execution` | Execution Strikes, Blood Marks |
| `damage` | damage, heat bonus, guard, Arcane Ward, Retaliate, healing |
| `effects` | each type of effect, taking a stance |
| `statuses` | statuses and bonuses, Primed, their effects at the end of a round |
| `meters` | RP, heat, momentum, balance, radiance, and their bounds |
"""

from fracas.rulesets.veinbreaker.rules.actions import apply, legal, to_act
from fracas.rulesets.veinbreaker.rules.rounds import health, outcome, start

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
