"""Characters of a campaign that claims are tried with: one just created, one in the safe room."""

from __future__ import annotations

from typing import Any

from fracas.rulesets.veinbreaker import book, campaign
from fracas.rulesets.veinbreaker.models import JourneyState

CAMPAIGN = campaign.VeinCampaign()


def created(path: str, own: bool = True) -> tuple[list[str], JourneyState]:
    """A character made with the first choice each time, of other paths if it can be; and the stages that this took."""
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
