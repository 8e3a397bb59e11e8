"""Fracas: a combat engine and balance lab. A rule is written once; it is played, replayed, solved, simulated and tuned.

>>> import fracas
>>> duel = fracas.encounter("rune-and-rust", "duel")
>>> round(duel.solve().win, 12)
0.549609895524

Everything a program or a ruleset needs is here; what rules ask of their dice is in `fracas.dice`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fracas.engine.content.library import content_file
    from fracas.engine.content.models import DiceText, FewDice, Model, Slug, Variant, named, numbered
    from fracas.engine.content.reading import validated
    from fracas.engine.contract.campaign import Campaign, Choice, FinishedFight
    from fracas.engine.contract.claims import Found, finds
    from fracas.engine.contract.commands import Command, Parameter, Report
    from fracas.engine.contract.facets import Asks, Boards, HasCampaign, HasWorld, LoadoutChoice, Loot, Story
    from fracas.engine.contract.matchup import Matchup
    from fracas.engine.contract.policies import random_policy
    from fracas.engine.contract.progress import SILENT, Progress
    from fracas.engine.contract.registry import load_ruleset, register, registered, ruleset_names, unregister
    from fracas.engine.contract.ruleset import Ruleset
    from fracas.engine.contract.setup import CHANCE, TIME, Answer, End, Measure, Rules, Setup, chance
    from fracas.engine.contract.tables import Column, Table
    from fracas.engine.contract.telling import Teller
    from fracas.engine.contract.variants import variant
    from fracas.engine.contract.world import WorldKind, WorldRules, WorldSetup
    from fracas.engine.encounter import Encounter, encounter, load_fight
    from fracas.engine.journey import Journey, load_journey, new_journey
    from fracas.engine.play.action import Action
    from fracas.engine.play.fight import Fight
    from fracas.engine.play.odds import ActionOdds, action_odds
    from fracas.engine.play.questions import answer
    from fracas.engine.play.stage import Stage
    from fracas.engine.play.view import FightView
    from fracas.engine.records.codes import Codes
    from fracas.engine.records.filling import dice_fields, fill
    from fracas.engine.records.record import Record, Row, Short, Throw, Tiny, blank, new, row
    from fracas.engine.sample.finding import Finding, find, search
    from fracas.engine.sample.simulate import Simulation
    from fracas.engine.solve.best import BestPlay
    from fracas.engine.solve.exact import Solution
    from fracas.engine.world.worlds import World, load_world, many_worlds
    from fracas.errors import FracasError
    from fracas.lab.claims import Judged, JudgedDocument, Ledger, judge_claims, ledger_of
    from fracas.lab.comparing import Comparison, compare
    from fracas.lab.loadouts import Loadouts, loadouts

__version__ = "0.7.0"

_HOMES = {
    "engine.encounter": (
        "encounter",
        "Encounter",
        "load_fight",
    ),
    "engine.contract.matchup": ("Matchup",),
    "engine.play.fight": ("Fight",),
    "engine.play.view": ("FightView",),
    "engine.play.action": ("Action",),
    "engine.journey": (
        "new_journey",
        "load_journey",
        "Journey",
    ),
    "engine.contract.campaign": (
        "Campaign",
        "Choice",
        "FinishedFight",
    ),
    "engine.world.worlds": (
        "World",
        "load_world",
        "many_worlds",
    ),
    "engine.contract.world": (
        "WorldKind",
        "WorldRules",
        "WorldSetup",
    ),
    "engine.play.odds": (
        "action_odds",
        "ActionOdds",
    ),
    "engine.play.questions": ("answer",),
    "engine.sample.simulate": ("Simulation",),
    "engine.solve.exact": ("Solution",),
    "engine.solve.best": ("BestPlay",),
    "engine.sample.finding": (
        "find",
        "search",
        "Finding",
    ),
    "lab.loadouts": (
        "loadouts",
        "Loadouts",
    ),
    "lab.comparing": (
        "compare",
        "Comparison",
    ),
    "engine.contract.variants": ("variant",),
    "lab.claims": (
        "Ledger",
        "ledger_of",
        "judge_claims",
        "JudgedDocument",
        "Judged",
    ),
    "engine.contract.ruleset": ("Ruleset",),
    "engine.contract.setup": (
        "Rules",
        "Setup",
        "End",
        "Answer",
        "Measure",
        "CHANCE",
        "TIME",
        "chance",
    ),
    "engine.contract.facets": (
        "Asks",
        "Loot",
        "LoadoutChoice",
        "Boards",
        "Story",
        "HasCampaign",
        "HasWorld",
    ),
    "engine.contract.telling": ("Teller",),
    "engine.contract.policies": ("random_policy",),
    "engine.contract.commands": (
        "Command",
        "Parameter",
        "Report",
    ),
    "engine.contract.tables": (
        "Table",
        "Column",
    ),
    "engine.contract.claims": (
        "Found",
        "finds",
    ),
    "engine.contract.progress": (
        "Progress",
        "SILENT",
    ),
    "engine.contract.registry": (
        "load_ruleset",
        "register",
        "registered",
        "unregister",
        "ruleset_names",
    ),
    "engine.records.record": (
        "Record",
        "Row",
        "row",
        "new",
        "blank",
        "Short",
        "Tiny",
        "Throw",
    ),
    "engine.records.codes": ("Codes",),
    "engine.records.filling": (
        "fill",
        "dice_fields",
    ),
    "engine.content.models": (
        "Model",
        "Slug",
        "DiceText",
        "FewDice",
        "Variant",
        "named",
        "numbered",
    ),
    "engine.content.library": ("content_file",),
    "engine.content.reading": ("validated",),
    "engine.play.stage": ("Stage",),
    "errors": ("FracasError",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [  # noqa: RUF022  grouped as a reader would look for them
    "encounter",
    "Encounter",
    "load_fight",
    "Matchup",
    "Fight",
    "FightView",
    "Action",
    "new_journey",
    "load_journey",
    "Journey",
    "Campaign",
    "Choice",
    "FinishedFight",
    "World",
    "load_world",
    "many_worlds",
    "WorldKind",
    "WorldRules",
    "WorldSetup",
    "action_odds",
    "ActionOdds",
    "answer",
    "Simulation",
    "Solution",
    "BestPlay",
    "find",
    "search",
    "Finding",
    "loadouts",
    "Loadouts",
    "compare",
    "Comparison",
    "variant",
    "Ledger",
    "ledger_of",
    "judge_claims",
    "JudgedDocument",
    "Judged",
    "Ruleset",
    "Rules",
    "Setup",
    "End",
    "Answer",
    "Measure",
    "CHANCE",
    "TIME",
    "chance",
    "Asks",
    "Loot",
    "LoadoutChoice",
    "Boards",
    "Story",
    "HasCampaign",
    "HasWorld",
    "Teller",
    "random_policy",
    "Command",
    "Parameter",
    "Report",
    "Table",
    "Column",
    "Found",
    "finds",
    "Progress",
    "SILENT",
    "load_ruleset",
    "register",
    "registered",
    "unregister",
    "ruleset_names",
    "Record",
    "Row",
    "row",
    "new",
    "blank",
    "Short",
    "Tiny",
    "Throw",
    "Codes",
    "fill",
    "dice_fields",
    "Model",
    "Slug",
    "DiceText",
    "FewDice",
    "Variant",
    "named",
    "numbered",
    "content_file",
    "validated",
    "Stage",
    "FracasError",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Load a part of the library when it is first used: ``fracas --help`` needs none of it."""
    if name not in _HOME:
        raise AttributeError(f"module 'fracas' has no attribute {name!r}")
    return getattr(import_module(f"fracas.{_HOME[name]}"), name)
