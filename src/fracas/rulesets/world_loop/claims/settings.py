"""Whether settings move what the document says they set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.world_loop import models
from fracas.rulesets.world_loop.claims.death import respawn_ticks
from fracas.rulesets.world_loop.claims.growth import stat_growth
from fracas.rulesets.world_loop.claims.levels import level_cap, xp_scale
from fracas.rulesets.world_loop.claims.rewards import kill_xp
from fracas.rulesets.world_loop.claims.sanctuary import sanctuary_leaves
from fracas.rulesets.world_loop.claims.stage import whether, with_options
from fracas.rulesets.world_loop.claims.variance import spread_width


@finds
def setting_moves(options: models.Options, setting: str, to: float, compute: str, given: dict[str, Any]) -> Found:
    """Whether a setting of this name moves what it is said to set."""
    probes: dict[str, Callable[..., Any]] = {
        "stat_growth": stat_growth,
        "sanctuary_leaves": sanctuary_leaves,
        "kill_xp": kill_xp,
        "xp_scale": xp_scale,
        "level_cap": level_cap,
        "spread_width": spread_width,
        "respawn_ticks": respawn_ticks,
    }
    if getattr(options, setting) == to:
        to = getattr(models.Options(), setting)
    before, after = (probes[compute](under, **given) for under in (options, with_options(options, **{setting: to})))
    return whether(before != after, f"{float(before):g} becomes {float(after):g} if it is set to {to:g}")
