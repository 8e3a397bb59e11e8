"""Veinbreaker: the rules of a fight.

**A round** begins with upkeep: RP come back, pools are full again, cooldowns run. The player *declares a chain*: up to six different
abilities, each for 1 RP and what it takes of its path's pool. Then it is carried out *link by link*. One roll of 2d10 serves all links
that are no movement; after a miss the next link rolls anew, and that roll serves from there on. Each link adds the ability's modifier,
the attack bonus and the *balance* of the moment, against DV, IDF and *momentum* of the target. Every hit raises the target's momentum,
the aggressor's balance and *heat*, which adds to damage. After a late link that hit, the player may end the chain.

**Advantage and disadvantage.** Each stack of Stagger is a step down, each of advantage a step up: three dice and more are rolled, of which
two count.

**Interrupts.** An enemy has *windows*, by its archetype: before or after certain links, on certain conditions, so many attempts a round.
Its roll stands against the attack total with IDF, less balance. Reached, the aggressor loses meters; by five, the interrupt is *perfect*:
the chain is broken and its owner takes a counter. Reactions (resolve abilities) answer an attempt.

**Execution.** A target with few HP left, or Vulnerable or Staggered enough, is *Primed*: for one RP more the next attack becomes an
Execution Strike, which kills, or fails badly. Each gives a Blood Mark.

**The enemy's turn.** It shows its chain. The player may try to deny it all, or, where a move is open to it, interrupt just that link for
1 RP; a perfect interrupt heals, too. Then the chain is carried out like the player's.

**The round ends**: Bleed and Radiant Burn hurt, Radiance heals, what lasts for rounds runs down; the enemy first. Enemies are fought one
after another; the fight is over when the player or the last of them falls.

Where each rule is:

| module | rules |
|---|---|
| `actions` | who decides, what can be done, carrying it out |
| `rounds` | start, upkeep, what follows on a chain, the end of a round, falling, the end of a fight |
| `player_turn` | the player's chain link by link, attempts to interrupt it, pressing on and cashing out |
| `enemy_turn` | the chain the enemy shows, the contest to deny it, openings for the player |
| `chain` | links, cooldowns, declaring, meters of a hit and a miss, tempo, crit rewards |
| `attack` | a link's total, the defence target, miss, hit, crit |
| `rolls` | 2d10, advantage, disadvantage |
| `interrupts` | interrupt windows, threshold, costs, perfect interrupts |
| `reactions` | resolve abilities |
| `execution` | Execution Strikes, Blood Marks |
| `damage` | damage, heat bonus, guard, Arcane Ward, Retaliate, healing |
| `effects` | what each type of effect does, taking a stance |
| `statuses` | statuses and bonuses, Primed, what they do at the end of a round |
| `meters` | RP, heat, momentum, balance, radiance, and their bounds |
"""

from fracas.rulesets.veinbreaker.rules.actions import apply, legal, to_act
from fracas.rulesets.veinbreaker.rules.rounds import health, outcome, start

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
