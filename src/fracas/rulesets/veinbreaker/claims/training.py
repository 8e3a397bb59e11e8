"""Claims about training in the safe room."""

from __future__ import annotations

from fracas.engine.contract.claims import Found, finds
from fracas.rulesets.veinbreaker import book, campaign, state
from fracas.rulesets.veinbreaker.claims.journeys import CAMPAIGN, standing
from fracas.rulesets.veinbreaker.claims.stage import listed
from fracas.rulesets.veinbreaker.models import CONFIG, MOST_TRAINED, Attributes, Options


def _training(vein: int) -> list[str]:
    return [choice.name for choice in CAMPAIGN.choices(standing(vein=vein)) if choice.name.startswith(campaign.TRAIN)]


@finds
def training_cost(options: Options) -> int:
    """What training costs: the least Vein with which it is offered, and what is gone after it."""
    least = next(vein for vein in range(100) if _training(vein))
    after = CAMPAIGN.choose(standing(vein=least), _training(least)[0])
    return least - after.vein


@finds
def training_gain(options: Options, attribute: str) -> int:
    """What training adds to an attribute."""
    before = standing(vein=50)
    after = CAMPAIGN.choose(before, f"{campaign.TRAIN}{attribute}")
    return int(getattr(after.attributes, attribute)) - int(getattr(before.attributes, attribute))


@finds
def trainable(options: Options) -> str:
    """The attributes that can be trained."""
    return "/".join(name.removeprefix(campaign.TRAIN) for name in _training(50))


@finds
def trained_is_tier_2(options: Options) -> Found:
    """Whether whoever can pay for training has attained Tier 2 already."""
    tiers = {vein: campaign.attained(standing(vein=vein)) for vein in range(20) if _training(vein)}
    return Found(min(tiers.values()) >= 2, f"tier {min(tiers.values())} with {min(tiers)} Vein")


def _worth(scores: Attributes) -> list[int]:
    """Everything that follows from attributes."""
    values = list(scores.model_dump().values())
    return [*(book.stat_mod(s) for s in values), *(book.pool_size(s) for s in values), book.idf(scores.POW)]


@finds
def first_training(options: Options) -> Found:
    """Whether no new character gains anything by training one attribute once."""
    useful = []
    for path in book.PATHS:
        scores = book.created(path)
        for name in state.ATTRIBUTES:
            better = scores.model_copy(update={name: getattr(scores, name) + CONFIG["safe_room"]["training_gain"]})
            if _worth(better) != _worth(scores):
                useful.append(f"{path} {name}")
    cases = len(book.PATHS) * len(state.ATTRIBUTES)
    return Found(not useful, f"{len(useful)} of {cases} first trainings change a modifier, a pool or IDF")


@finds
def useful_training(options: Options) -> Found:
    """How many of the trainings from 8 to the last score of the table raise the modifier."""
    raising = [score + 1 for score in range(8, MOST_TRAINED) if book.stat_mod(score + 1) > book.stat_mod(score)]
    return Found(len(raising), f"of {MOST_TRAINED - 8}; those to {listed(raising)}")


@finds
def cells_unused(options: Options) -> Found:
    """How many cells of the table of modifiers are below every score that creation gives."""
    lowest = min(score for path in book.PATHS for score in book.created(path).model_dump().values())
    cells = [score for score in book.config().stat_mods if score < lowest]
    return Found(len(cells), f"no score of a new character is below {lowest}")
