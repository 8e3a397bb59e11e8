"""ARDA: the rules of an adventure.

A hero has six stats from 3 to 8 (valor, wisdom, fellowship, craft, endurance, lore), hit points (10 plus twice the endurance),
XP and a level. An adventure is a graph of *scenes*. Most scenes offer *choices*. A choice may need an item, a fact, gold or a
level. It either succeeds automatically, or needs a check of one stat against a DC, or a contest. Its outcome is a *result*:
damage of a tier, healing or rest, XP, gold, items, facts, a lasting effect, and the next scene. A natural 20 has the choice's
exceptional result; by default that is the success without damage, and a few hit points are regained. A natural 1 has
the choice's complication; by default that is the failure with damage one tier worse. With no hit points left, the hero
falls.

A fight is a scene too. In each round the hero takes one *approach*, a check against a DC set by the enemy:

* **strike** (valor) and **shoot** (craft): success does standard damage plus the hero's level; a natural 20 does dangerous
  damage instead.
* **guard** (endurance): success prevents all damage and makes the hero *ready*: +3 on the next check. A natural 20 strikes back
  for standard damage.
* **trick** (lore or wisdom, depending on the enemy): success *exposes* the enemy for the rest of the fight: all its DCs fall by
  4. A natural 20 also does standard damage. An enemy is exposed once.
* **talk** (fellowship), with an enemy that listens: success costs it one point of resolve, a natural 20 two. Without resolve it
  yields.
* **flee** (craft), if there is a way out: success leaves the fight.

A failure does damage to the hero of a tier given by the risk of the approach: trivial if safe, standard if moderate,
dangerous if dangerous. A natural 1 makes it one tier worse; only a boss does lethal damage. A success does no damage. Using an
item in a fight has the cost of a failed guard. Enemies have special moves: a *heavy blow* every few rounds, announced one
round ahead, hits a hero who fails, if it is worse than the other damage of the round; *frenzy*, once the enemy
is hurt enough, makes its blows one tier worse for the rest of the fight; *mending* restores hit points, once; *venom* applies an
effect to a hero hurt by its blows; *thorns* do additional damage, without venom, to a hero who strikes and fails; an *ambush*
comes before the first round; *dread* applies an effect to the hero when the fight starts.

Each choice, approach and use of an item is a turn. At its end the lasting effect does its harm and loses one turn.
XP lead to levels; each level raises one stat of the player's choice by 1, up to 8. Gear and effects do not raise a stat above 8
either.

So a hero who succeeds is never hurt. With the option `success_harm` a heavy blow hits unless the hero guards
successfully, thorns hurt on every strike, and damage listed for a success or the end of a fight also applies.

| module | rules |
|---|---|
| `turns` | the contract: legal actions, performing them, the end of a turn |
| `checks` | checks and contests on a d20, modifiers, advantage |
| `damage` | damage tiers: the damage of failures; falling |
| `healing` | hit points, healing, rests |
| `effects` | lasting effects |
| `items` | carrying, gear, using up |
| `levels` | XP, levels, raising a stat |
| `scenes` | choices, their results, entering a scene |
| `fights` | approaches, and the end of a fight |
| `moves` | enemy actions: blows and special moves |
"""

from fracas.rulesets.arda.rules.turns import apply, health, legal, outcome, start, to_act

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
