"""Environments for learning agents: Gymnasium, PettingZoo, and thousands of fights side by side in compiled code.

Every scenario of every ruleset is one. An action is an action code of the ruleset, so that it means the same in every state, and a mask
says which are legal; the index in the list of legal actions would mean something else in each state. See docs/learning.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fracas.rl.batch import FightBatch as FightBatch
    from fracas.rl.gym import FightEnv as FightEnv
    from fracas.rl.zoo import FightAEC as FightAEC

_HOMES = {"FightBatch": "fracas.rl.batch", "FightEnv": "fracas.rl.gym", "FightAEC": "fracas.rl.zoo"}
__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    """Import an environment on first use: two of them need a library of their own."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
