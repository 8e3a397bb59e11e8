"""What the document of Veinbreaker claims, computed: the ledger is `content/claims.json`, each module computes those of a theme.

Most of them try a small fight (`trials`) with given dice, or count all ways the dice can fall.
"""

from __future__ import annotations

from fracas.rulesets.veinbreaker.claims import (  # noqa: F401  each adds its computations to the ledger
    attack,
    chains,
    creation,
    crits,
    defence,
    effects,
    execution,
    heat,
    ideas,
    marks,
    meters,
    pools,
    rolls,
    rounds,
    statuses,
    streaks,
    tempo,
    tiers,
    training,
    upkeep,
)
from fracas.rulesets.veinbreaker.claims.stage import ledger

__all__ = ["ledger"]
