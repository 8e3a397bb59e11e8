"""Claims about creating a character, tiers, the safe room and training."""

from __future__ import annotations

from typing import Any

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book, campaign
from fracas.rulesets.veinbreaker.claims.trial import Trial, listed
from fracas.rulesets.veinbreaker.codes import Attribute
from fracas.rulesets.veinbreaker.models import CONFIG, PATHS, Attributes, JourneyState, Options

CAMPAIGN = campaign.VeinCampaign()


def created(path: str, own: bool = True) -> tuple[list[str], JourneyState]:
    """A character created with the first choice at each stage, of other paths if possible; and the stages it took."""
    now = CAMPAIGN.begin(1, None, {})
    stages: list[str] = []
    while now.stage in ("path", "resolve", "abilities"):
        stages.append(now.stage)
        offered = [choice.name for choice in CAMPAIGN.choices(now)]
        if now.stage == "path":
            chosen = path
        else:
            known = book.library().abilities
            foreign = [name for name in offered if name in known and known[name].path != path]
            chosen = foreign[0] if foreign and not own else offered[0]
        now = CAMPAIGN.choose(now, chosen)
    return stages, now


def standing(**changes: Any) -> JourneyState:
    """A new character in the safe room of the first act."""
    acts = book.campaign().acts
    act, scene = next((a, s) for a, each in enumerate(acts) for s, it in enumerate(each.scenes) if it.safe_room)
    now = {**created("stonepulse")[1].model_dump(), "act": act, "scene": scene, "stage": "safe-room", "told": (), "vein": 0}
    return JourneyState.model_validate({**now, **changes})


@finds
def creation_picks(options: Options, stage: str) -> int:
    """The number of choices at a stage of creation."""
    [count] = {created(path)[0].count(stage) for path in PATHS}
    return count


@finds
def creation_order(options: Options) -> str:
    """The stages of creation, in order."""
    return ", ".join(dict.fromkeys(created("stonepulse")[0]))


@finds
def creation_tiers(options: Options) -> Found:
    """Whether all abilities offered at creation are of tier 1."""
    now = CAMPAIGN.begin(1, None, {})
    while now.stage != "abilities":
        now = CAMPAIGN.choose(now, CAMPAIGN.choices(now)[0].name)
    tiers = {book.library().abilities[choice.name].tier for choice in CAMPAIGN.choices(now)}
    return Found(tiers == {1}, f"tiers {listed(sorted(tiers))}")


@finds
def one_of_the_path(options: Options) -> Found:
    """Whether a player who wants other abilities still ends up with one of the chosen path."""
    known = book.library().abilities
    own = {path: sum(known[a].path == path for a in created(path, False)[1].abilities) for path in PATHS}
    return Found(min(own.values()) >= 1, listed([f"{path}: {n}" for path, n in own.items()]))


@finds
def least_vein(options: Options) -> int:
    """The minimum Vein held at which Tier 2 is reached."""
    return next(n for n in range(100) if campaign.attained(standing(vein=n)) >= 2)


@finds
def attained_by_spending(options: Options) -> Found:
    """Whether spent Vein alone counts towards tiers."""
    tiers = {campaign.attained(standing(spent=n)): n for n in range(60, -1, -1)}
    return Found(2 in tiers, listed([f"tier {tier} with {tiers[tier]}" for tier in sorted(tiers) if tier > 1]))


def _risen() -> tuple[JourneyState, JourneyState]:
    before = standing(vein=least_vein(Options()), hp=20)
    return before, campaign.risen(before)


@finds
def tier_message(options: Options) -> str:
    """The message when Tier 2 is reached."""
    return " ".join(_risen()[1].told)


@finds
def tier_hp(options: Options) -> int:
    """The increase of maximum HP by Tier 2, in a fight."""
    return int(Trial(options, tier=2).me.max_hp) - int(Trial(options, tier=1).me.max_hp)


@finds
def hp_on_rising(options: Options) -> Found:
    """Whether a character that reaches Tier 2 has no more HP than before."""
    before, after = _risen()
    return Found(after.hp <= before.hp, f"{before.hp} HP before, {after.hp} after")


@finds
def tier_2_offers(options: Options) -> Found:
    """Whether the shop has abilities of tier 2 as soon as Tier 2 is reached, and not before."""
    counts = [sum(thing.tier == 2 for thing in campaign.offers(now)) for now in _risen()]
    return Found(counts[0] == 0 < counts[1], f"{counts[0]} before, {counts[1]} at once after")


@finds
def offers_fit(options: Options) -> Found:
    """Whether the shop offers exactly the abilities of the tier or below that are not owned, at every tier."""
    good = []
    for tier in range(1, len(CONFIG["tiers"]) + 1):
        now = standing(tier=tier)
        offered = {thing.id for thing in campaign.offers(now)} & set(book.library().abilities)
        owned = {*now.abilities, *(a.id for a in book.core_abilities())}
        good.append(offered == {a.id for a in book.library().abilities.values() if a.tier <= tier} - owned)
    return Found(all(good), f"at {sum(good)} of {len(good)} tiers")


@finds
def price_formula(options: Options) -> Found:
    """Whether every ability costs its tier, and at least 1."""
    known = book.library().abilities.values()
    good = sum(campaign.price_of(a) == max(1, a.tier) for a in known)
    return Found(good == len(known), f"{good} of {len(known)} abilities")


@finds
def price_never_lifted(options: Options) -> Found:
    """Whether nothing for sale has a tier below the minimum price."""
    offered = {thing.tier for tier in range(1, len(CONFIG["tiers"]) + 1) for thing in campaign.offers(standing(tier=tier))}
    return Found(min(offered) >= 1, f"tiers for sale: {listed(sorted(offered))}")


def _training(vein: int) -> list[str]:
    return [choice.name for choice in CAMPAIGN.choices(standing(vein=vein)) if choice.name.startswith(campaign.TRAIN)]


@finds
def training_cost(options: Options) -> int:
    """The cost of training: the minimum Vein at which it is offered, and the Vein it takes."""
    least = next(vein for vein in range(100) if _training(vein))
    after = CAMPAIGN.choose(standing(vein=least), _training(least)[0])
    return least - after.vein


@finds
def training_gain(options: Options, attribute: str) -> int:
    """The increase of an attribute by training."""
    before = standing(vein=50)
    after = CAMPAIGN.choose(before, f"{campaign.TRAIN}{attribute}")
    return int(getattr(after.attributes, attribute)) - int(getattr(before.attributes, attribute))


@finds
def trainable(options: Options) -> str:
    """The attributes that can be trained."""
    return "/".join(name.removeprefix(campaign.TRAIN) for name in _training(50))


@finds
def trained_is_tier_2(options: Options) -> Found:
    """Whether everyone who can pay for training has already reached Tier 2."""
    tiers = {vein: campaign.attained(standing(vein=vein)) for vein in range(20) if _training(vein)}
    return Found(min(tiers.values()) >= 2, f"tier {min(tiers.values())} with {min(tiers)} Vein")


def _worth(scores: Attributes) -> list[int]:
    """Everything derived from attributes."""
    values = list(scores.model_dump().values())
    return [*(book.stat_mod(s) for s in values), *(book.pool_size(s) for s in values), book.idf(scores.POW)]


@finds
def first_training(options: Options) -> Found:
    """Whether no new character gains anything from training one attribute once."""
    useful = []
    for path in PATHS:
        scores = book.created(path)
        for name in Attribute.slugs():
            better = scores.model_copy(update={name: getattr(scores, name) + CONFIG["safe_room"]["training_gain"]})
            if _worth(better) != _worth(scores):
                useful.append(f"{path} {name}")
    cases = len(PATHS) * len(Attribute)
    return Found(not useful, f"{len(useful)} of {cases} first trainings change a modifier, a pool or IDF")


@finds
def useful_training(options: Options) -> Found:
    """The number of training steps, from 8 to the last score of the table, that raise the modifier."""
    last = max(book.config().stat_mods)
    raising = [score + 1 for score in range(8, last) if book.stat_mod(score + 1) > book.stat_mod(score)]
    return Found(len(raising), f"of {last - 8}; those to {listed(raising)}")


@finds
def cells_unused(options: Options) -> Found:
    """The number of cells of the table of modifiers that are below every score that creation gives."""
    lowest = min(score for path in PATHS for score in book.created(path).model_dump().values())
    cells = [score for score in book.config().stat_mods if score < lowest]
    return Found(len(cells), f"no score of a new character is below {lowest}")
