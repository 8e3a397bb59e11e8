"""Rewards for performance, if the option is on."""

from __future__ import annotations

from typing import Any

from fracas.engine.contract.setup import Setup
from fracas.rulesets.veinbreaker import book, state


def performance(setup: Setup, now: Any) -> dict[str, int]:
    """Vein for a victory by performance: unhurt, quickly, with a perfect interrupt. Empty unless the option is on."""
    if not setup.options.performance_rewards or int(now.over) != state.VICTORY:
        return {}
    rules = book.config().performance
    won = {
        "unhurt": rules.unhurt if int(now.fighters[state.PLAYER].hp) >= int(setup.state[0].fighters[state.PLAYER].hp) else 0,
        f"within {rules.quick_rounds} rounds": rules.quick if int(now.clock) <= rules.quick_rounds else 0,
        "with a perfect interrupt": rules.perfect if int(now.perfects) > 0 else 0,
    }
    return {how: vein for how, vein in won.items() if vein}


def spoils_lines(setup: Setup, now: Any) -> list[str]:
    """The rewards in words."""
    return [f"Won {how}: {vein} Vein more." for how, vein in performance(setup, now).items()]
