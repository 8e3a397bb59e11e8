"""Claims about creating a character."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book
from fracas.rulesets.veinbreaker.claims.journeys import CAMPAIGN, created
from fracas.rulesets.veinbreaker.claims.stage import listed
from fracas.rulesets.veinbreaker.models import Options


@finds
def creation_picks(options: Options, stage: str) -> int:
    """How often something is chosen at a stage of creation."""
    [count] = {created(path)[0].count(stage) for path in book.PATHS}
    return count


@finds
def creation_order(options: Options) -> str:
    """The stages of creation, in order."""
    return ", ".join(dict.fromkeys(created("stonepulse")[0]))


@finds
def creation_tiers(options: Options) -> Found:
    """Whether all abilities that are offered at creation are of tier 1."""
    now = CAMPAIGN.begin(1, None, {})
    for chosen in ("stonepulse", "disengage"):
        now = CAMPAIGN.choose(now, chosen)
    tiers = {book.library().abilities[choice.name].tier for choice in CAMPAIGN.choices(now)}
    return Found(tiers == {1}, f"tiers {listed(sorted(tiers))}")


@finds
def one_of_the_path(options: Options) -> Found:
    """Whether even somebody who wants other abilities ends up with one of the path chosen."""
    known = book.library().abilities
    own = {path: sum(known[a].path == path for a in created(path, False)[1].abilities) for path in book.PATHS}
    return Found(min(own.values()) >= 1, listed([f"{path}: {n}" for path, n in own.items()]))
