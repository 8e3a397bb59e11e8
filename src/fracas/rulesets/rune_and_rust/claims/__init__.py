"""What the document of Rune & Rust claims, computed: the ledger is `content/claims.json`, each module computes those of a theme."""

from __future__ import annotations

from fracas.rulesets.rune_and_rust.claims import (  # noqa: F401  each adds its computations to the ledger
    attributes,
    bonuses,
    chances,
    damage,
    examples,
    implied,
    opposed,
    pools,
    proposals,
    table,
    thresholds,
)
from fracas.rulesets.rune_and_rust.claims.stage import ledger

__all__ = ["ledger"]
