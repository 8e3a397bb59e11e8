"""What the document of Ruins & Realms claims, computed: the ledger is `content/claims.json`, each module computes those of a theme."""

from __future__ import annotations

from fracas.rulesets.ruins_and_realms.claims import (  # noqa: F401  each adds its computations to the ledger
    armour,
    conditions,
    content,
    damage,
    dice,
    edges,
    endings,
    enemies,
    fatigue,
    interrupts,
    levels,
    manoeuvres,
    patterns,
    playtest,
    primes,
    shifting,
    strikes,
    styles,
    zones,
)
from fracas.rulesets.ruins_and_realms.claims.stage import ledger

__all__ = ["ledger"]
