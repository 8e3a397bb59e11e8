"""Fracas: a combat engine and balance lab. A rule is written once; it is played, replayed, solved, simulated and tuned.

>>> import fracas
>>> duel = fracas.encounter("rune-and-rust", "duel")
>>> round(duel.solve().win, 12)
0.549609895524
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fracas.engine.best import BestPlay
    from fracas.engine.campaign import Campaign, Choice, Journey, load_journey, new_journey
    from fracas.engine.claims import Found, Judged, Ledger
    from fracas.engine.comparing import Comparison, compare
    from fracas.engine.encounter import Encounter, encounter
    from fracas.engine.fight import Action, Fight, load_fight
    from fracas.engine.finding import find
    from fracas.engine.loadout import Loadouts, loadouts
    from fracas.engine.odds import ActionOdds, action_odds
    from fracas.engine.ruleset import (
        Answer,
        End,
        Measure,
        Rules,
        Ruleset,
        Setup,
        load_ruleset,
        register,
        registered,
        ruleset_names,
        unregister,
    )
    from fracas.engine.simulate import Simulation
    from fracas.engine.solve import Solution
    from fracas.engine.variants import Variant, variant
    from fracas.engine.worlds import World, load_world, many_worlds
    from fracas.errors import FracasError

__version__ = "0.6.0"

_HOMES = {
    "engine.best": ("BestPlay",),
    "engine.campaign": ("Campaign", "Choice", "Journey", "load_journey", "new_journey"),
    "engine.claims": ("Found", "Judged", "Ledger"),
    "engine.comparing": ("Comparison", "compare"),
    "engine.encounter": ("Encounter", "encounter"),
    "engine.fight": ("Action", "Fight", "load_fight"),
    "engine.finding": ("find",),
    "engine.loadout": ("Loadouts", "loadouts"),
    "engine.odds": ("ActionOdds", "action_odds"),
    "engine.ruleset": (
        "Answer",
        "End",
        "Measure",
        "Rules",
        "Ruleset",
        "Setup",
        "load_ruleset",
        "register",
        "registered",
        "ruleset_names",
        "unregister",
    ),
    "engine.simulate": ("Simulation",),
    "engine.solve": ("Solution",),
    "engine.variants": ("Variant", "variant"),
    "engine.worlds": ("World", "load_world", "many_worlds"),
    "errors": ("FracasError",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [  # noqa: RUF022  grouped as a reader would look for them
    "encounter",
    "Encounter",
    "Fight",
    "Action",
    "load_fight",
    "new_journey",
    "load_journey",
    "Journey",
    "Campaign",
    "Choice",
    "World",
    "load_world",
    "many_worlds",
    "action_odds",
    "ActionOdds",
    "Simulation",
    "Solution",
    "BestPlay",
    "find",
    "loadouts",
    "Loadouts",
    "compare",
    "Comparison",
    "variant",
    "Variant",
    "Ledger",
    "Found",
    "Judged",
    "Ruleset",
    "Rules",
    "Setup",
    "End",
    "Answer",
    "Measure",
    "load_ruleset",
    "register",
    "registered",
    "unregister",
    "ruleset_names",
    "FracasError",
]


def __getattr__(name: str) -> Any:
    """Load a part of the library when it is first used: ``fracas --help`` needs none of it."""
    if name not in _HOME:
        raise AttributeError(f"module 'fracas' has no attribute {name!r}")
    return getattr(import_module(f"fracas.{_HOME[name]}"), name)
