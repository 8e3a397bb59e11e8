"""What the document of World Loop claims: the ledger is `content/claims.json`.

What it names is computed in `claims_attack` and `claims_life`, on what `claims_stage` has.
"""

from __future__ import annotations

from fracas.rulesets.world_loop import claims_attack, claims_life  # noqa: F401  both add their computations to the ledger
from fracas.rulesets.world_loop.claims_stage import ledger

__all__ = ["ledger"]
