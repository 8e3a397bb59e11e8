"""ARDA: the rules of an adventure.

A hero has six stats from 3 to 8 (valor, wisdom, fellowship, craft, endurance, lore), hit points (10 and twice the endurance),
XP and a level. An adventure is a web of *scenes*. Most scenes offer *choices*. A choice may need an item, a fact, gold or a
level. It either simply happens, or asks for a check of one stat against a DC, or for a contest. What follows is a *result*:
damage of a tier, healing or rest, XP, gold, items, facts, a lasting effect, and the next scene. A natural 20 has the choice's
exceptional result; where none is written it is the success without damage, and a few hit points are regained. A natural 1 has
the choice's complication; where none is written it is the failure with damage one tier worse. With no hit points left, the hero
has fallen.

A fight is a scene, too. In each round the hero takes one *approach*, a check against the DC that the enemy sets for it:

* **strike** (valor) and **shoot** (craft): success does standard damage plus the hero's level; a natural 20 does dangerous
  damage instead.
* **guard** (endurance): success prevents all damage and makes the hero *ready*: +3 on the next check. A natural 20 strikes back
  for standard damage.
* **trick** (lore or wisdom, depending on the enemy): success *exposes* the enemy for the rest of the fight: all its DCs fall by
  4. A natural 20 also does standard damage. An enemy is exposed once.
* **talk** (fellowship), to an enemy that listens: success costs it one point of resolve, a natural 20 two. Without resolve it
  yields.
* **flee** (craft), where there is somewhere to go: success leaves the fight.

A failure costs the hero damage of the tier that belongs to the risk of the approach: safe trivial, moderate standard,
dangerous dangerous. A natural 1 makes it one tier worse; only a boss does lethal damage. A success costs nothing. Using an
item in a fight costs what a failed guard does. Enemies have moves of their own: a *heavy blow* every few rounds, announced a
round before, hits a hero who fails, and counts where it is worse than the other damage of the round; *frenzy*, once the enemy
is hurt enough, makes its blows a tier worse for the rest of the fight; *mending* restores hit points, once; *venom* puts an
effect on a hero whom its blows hurt; *thorns* hurt a hero who strikes it and fails, once more and without venom; an *ambush*
comes before the first round; *dread* puts an effect on the hero when the fight begins.

Each choice, approach and use of an item is a turn. At its end the lasting effect does its harm and comes nearer to its end.
XP add up to levels; each level raises one stat of the player's choice by 1, up to 8. Gear and effects raise no stat above 8
either.

So a success is never hurt, as the document has it. With the option `success_harm` a heavy blow hits all but a hero who guards
successfully, thorns hurt all who strike, and the damage that a success or the end of a fight names counts, too.

| module | rules |
|---|---|
| `turns` | the contract: what can be done, doing it, the end of a turn |
| `checks` | checks and contests on a d20, modifiers, advantage |
| `damage` | damage tiers: how a failure becomes damage; falling |
| `healing` | hit points, healing, rests |
| `effects` | lasting effects |
| `items` | carrying, gear, using up |
| `levels` | XP, levels, raising a stat |
| `scenes` | choices, their results, entering a scene |
| `fights` | approaches, and how a fight ends |
| `moves` | what enemies do: blows and special moves |
"""

from fracas.rulesets.arda.rules.turns import apply, health, legal, outcome, start, to_act

__all__ = ["apply", "health", "legal", "outcome", "start", "to_act"]
