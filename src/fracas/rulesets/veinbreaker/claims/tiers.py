"""Claims about tiers, and about what the safe room sells."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book, campaign
from fracas.rulesets.veinbreaker.claims.journeys import standing
from fracas.rulesets.veinbreaker.claims.stage import listed
from fracas.rulesets.veinbreaker.models import CONFIG, JourneyState, Options


@finds
def least_vein(options: Options, how: str) -> int:
    """The least Vein, held or spent, with which Tier 2 is attained."""
    return next(n for n in range(100) if campaign.attained(standing(**{"vein" if how == "held" else "spent": n})) >= 2)


@finds
def attained_by_spending(options: Options) -> Found:
    """Whether Vein spent attains tiers by itself."""
    tiers = {campaign.attained(standing(spent=n)): n for n in range(60, -1, -1)}
    return Found(2 in tiers, listed([f"tier {tier} with {tiers[tier]}" for tier in sorted(tiers) if tier > 1]))


def _risen() -> tuple[JourneyState, JourneyState]:
    before = standing(vein=least_vein(Options(), "held"), hp=20)
    return before, campaign.risen(before)


@finds
def tier_message(options: Options) -> str:
    """What is told when Tier 2 is attained."""
    return " ".join(_risen()[1].told)


@finds
def tier_hp(options: Options) -> int:
    """What Tier 2 adds to maximum HP."""
    before, after = _risen()
    return book.max_hp_at(after.tier) - book.max_hp_at(before.tier)


@finds
def hp_on_rising(options: Options) -> Found:
    """Whether a character that attains Tier 2 has no more HP than before."""
    before, after = _risen()
    return Found(after.hp <= before.hp, f"{before.hp} HP before, {after.hp} after")


@finds
def tier_2_offers(options: Options) -> Found:
    """Whether the shop has abilities of tier 2 as soon as Tier 2 is attained, and not before."""
    counts = [sum(thing.tier == 2 for thing in campaign.offers(now)) for now in _risen()]
    return Found(counts[0] == 0 < counts[1], f"{counts[0]} before, {counts[1]} at once after")


@finds
def offers_fit(options: Options) -> Found:
    """Whether the shop has just the abilities of the tier or below that are not owned, at every tier."""
    good = []
    for tier in range(1, len(CONFIG["tiers"]) + 1):
        now = standing(tier=tier)
        offered = {thing.id for thing in campaign.offers(now)} & set(book.library().abilities)
        owned = {*now.abilities, *(a.id for a in book.core_abilities())}
        good.append(offered == {a.id for a in book.library().abilities.values() if a.tier <= tier} - owned)
    return Found(all(good), f"at {sum(good)} of {len(good)} tiers")


@finds
def ability_price(options: Options, tier: int) -> int:
    """What an ability of a tier costs."""
    [price] = {campaign.price_of(a) for a in book.library().abilities.values() if a.tier == tier}
    return price


@finds
def price_formula(options: Options) -> Found:
    """Whether every ability costs its tier, and at least 1."""
    known = book.library().abilities.values()
    good = sum(campaign.price_of(a) == max(1, a.tier) for a in known)
    return Found(good == len(known), f"{good} of {len(known)} abilities")


@finds
def price_never_lifted(options: Options) -> Found:
    """Whether nothing is ever for sale whose tier is below the least price."""
    offered = {thing.tier for tier in range(1, len(CONFIG["tiers"]) + 1) for thing in campaign.offers(standing(tier=tier))}
    return Found(min(offered) >= 1, f"tiers for sale: {listed(sorted(offered))}")
