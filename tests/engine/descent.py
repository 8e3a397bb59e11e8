"""The descent: a tiny campaign around the pit, for tests of journeys.

At the rim one may pray, once, buy a charm for two coins, or go down. A fight won brings a coin and leads deeper; the third won ends it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engine.pit import Pit

from fracas import Campaign, CharacterSheet, Choice, HasCampaign, Model
from fracas.engine.content.reading import validated


class Depth(Model):
    seed: int
    name: str = "Nobody"
    fights: int = 0
    stage: str = "rim"
    depth: int = 0
    coins: int = 0
    charms: int = 0
    prayed: bool = False
    options: dict[str, Any] = {}


class Descent(Campaign):
    title = "The Descent"
    state_model = Depth

    def begin(self, seed: int, name: str | None, options: Mapping[str, Any]) -> Depth:
        return validated(Depth, {"seed": seed, "name": name or "Nobody", "options": dict(options)}, "the one who goes")

    def lines(self, state: Depth) -> list[str]:
        return [f"{state.name} at depth {state.depth}, {state.coins} coins, {state.charms} charms."]

    def hero(self, state: Depth) -> CharacterSheet:
        return CharacterSheet(state.name, "delver", f"{state.coins} coins", (f"Charms: {state.charms}.",))

    def choices(self, state: Depth) -> Sequence[Choice]:
        if state.stage != "rim":
            return []
        pray = [] if state.prayed else [Choice("pray")]
        return [*pray, *([Choice("buy charm", "2 coins")] if state.coins >= 2 else []), Choice("go down")]

    def choose(self, state: Depth, name: str) -> Depth:
        if name == "pray":
            return state.model_copy(update={"prayed": True})
        if name == "buy charm":
            return state.model_copy(update={"coins": state.coins - 2, "charms": state.charms + 1})
        return state.model_copy(update={"stage": "fight"})

    def scenario(self, state: Depth) -> Mapping[str, Any] | None:
        if state.stage != "fight":
            return None
        return {"hero": 12 + 6 * state.charms, "beast": 8 + 2 * state.depth, "options": state.options}

    def after(self, state: Depth, fight: Any) -> Depth:
        won = fight.outcome == "victory"
        depth = state.depth + won
        stage = "over" if depth == 3 else "rim"
        return state.model_copy(update={"fights": state.fights + 1, "depth": depth, "coins": state.coins + won, "stage": stage})


class Cave(Pit, HasCampaign):
    """The pit, and the way down into it."""

    name = "cave"
    title = "The Cave"

    def scenarios(self) -> dict[str, Any]:
        return {**super().scenarios(), "blow-by-blow": {"hero": 60, "beast": 60, "options": {"parting": 6}}}

    def campaign(self) -> Campaign:
        return Descent()
