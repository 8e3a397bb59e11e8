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
    from fracas.engine.content.additions import kept_for_packs as kept_for_packs
    from fracas.engine.content.additions import with_additions as with_additions
    from fracas.engine.content.lessons import Lesson as Lesson
    from fracas.engine.content.library import content_file as content_file
    from fracas.engine.content.models import DiceText as DiceText
    from fracas.engine.content.models import FewDice as FewDice
    from fracas.engine.content.models import Model as Model
    from fracas.engine.content.models import Slug as Slug
    from fracas.engine.content.models import Variant as Variant
    from fracas.engine.content.models import named as named
    from fracas.engine.content.models import numbered as numbered
    from fracas.engine.content.reading import validated as validated
    from fracas.engine.contract.campaign import Campaign as Campaign
    from fracas.engine.contract.campaign import CharacterSheet as CharacterSheet
    from fracas.engine.contract.campaign import Choice as Choice
    from fracas.engine.contract.campaign import FinishedFight as FinishedFight
    from fracas.engine.contract.campaign import JourneyState as JourneyState
    from fracas.engine.contract.campaign import Standing as Standing
    from fracas.engine.contract.charts import Chart as Chart
    from fracas.engine.contract.claims import Found as Found
    from fracas.engine.contract.claims import finds as finds
    from fracas.engine.contract.commands import Command as Command
    from fracas.engine.contract.commands import Parameter as Parameter
    from fracas.engine.contract.commands import Report as Report
    from fracas.engine.contract.deciding import OwnPolicy as OwnPolicy
    from fracas.engine.contract.deciding import Situation as Situation
    from fracas.engine.contract.deciding import array_policy as array_policy
    from fracas.engine.contract.deciding import load_policy as load_policy
    from fracas.engine.contract.deciding import own_policy as own_policy
    from fracas.engine.contract.deciding import table_policy as table_policy
    from fracas.engine.contract.facets import Asks as Asks
    from fracas.engine.contract.facets import Boards as Boards
    from fracas.engine.contract.facets import HasCampaign as HasCampaign
    from fracas.engine.contract.facets import HasWorld as HasWorld
    from fracas.engine.contract.facets import Hides as Hides
    from fracas.engine.contract.facets import LoadoutChoice as LoadoutChoice
    from fracas.engine.contract.facets import Loot as Loot
    from fracas.engine.contract.facets import Narrates as Narrates
    from fracas.engine.contract.facets import SendsRolls as SendsRolls
    from fracas.engine.contract.facets import Story as Story
    from fracas.engine.contract.facets import TurnPlayed as TurnPlayed
    from fracas.engine.contract.matchup import Matchup as Matchup
    from fracas.engine.contract.packs import Pack as Pack
    from fracas.engine.contract.policies import random_policy as random_policy
    from fracas.engine.contract.progress import SILENT as SILENT
    from fracas.engine.contract.progress import Progress as Progress
    from fracas.engine.contract.registry import load_ruleset as load_ruleset
    from fracas.engine.contract.registry import read_pack as read_pack
    from fracas.engine.contract.registry import register as register
    from fracas.engine.contract.registry import registered as registered
    from fracas.engine.contract.registry import ruleset_names as ruleset_names
    from fracas.engine.contract.registry import unregister as unregister
    from fracas.engine.contract.registry import using as using
    from fracas.engine.contract.results import Result as Result
    from fracas.engine.contract.ruleset import Ruleset as Ruleset
    from fracas.engine.contract.setup import CHANCE as CHANCE
    from fracas.engine.contract.setup import TIME as TIME
    from fracas.engine.contract.setup import Answer as Answer
    from fracas.engine.contract.setup import End as End
    from fracas.engine.contract.setup import Measure as Measure
    from fracas.engine.contract.setup import Rules as Rules
    from fracas.engine.contract.setup import Setup as Setup
    from fracas.engine.contract.setup import chance as chance
    from fracas.engine.contract.tables import Column as Column
    from fracas.engine.contract.tables import Table as Table
    from fracas.engine.contract.telling import Teller as Teller
    from fracas.engine.contract.variants import variant as variant
    from fracas.engine.contract.world import WorldKind as WorldKind
    from fracas.engine.contract.world import WorldRules as WorldRules
    from fracas.engine.contract.world import WorldSetup as WorldSetup
    from fracas.engine.encounter import Encounter as Encounter
    from fracas.engine.encounter import encounter as encounter
    from fracas.engine.encounter import load_fight as load_fight
    from fracas.engine.journey import Journey as Journey
    from fracas.engine.journey import load_journey as load_journey
    from fracas.engine.journey import new_journey as new_journey
    from fracas.engine.play.action import Action as Action
    from fracas.engine.play.fight import Fight as Fight
    from fracas.engine.play.odds import ActionOdds as ActionOdds
    from fracas.engine.play.odds import action_odds as action_odds
    from fracas.engine.play.questions import answer as answer
    from fracas.engine.play.stage import Stage as Stage
    from fracas.engine.play.view import FightView as FightView
    from fracas.engine.records.codes import Codes as Codes
    from fracas.engine.records.filling import dice_fields as dice_fields
    from fracas.engine.records.filling import fill as fill
    from fracas.engine.records.record import Flags as Flags
    from fracas.engine.records.record import Record as Record
    from fracas.engine.records.record import Row as Row
    from fracas.engine.records.record import Short as Short
    from fracas.engine.records.record import Throw as Throw
    from fracas.engine.records.record import Tiny as Tiny
    from fracas.engine.records.record import blank as blank
    from fracas.engine.records.record import new as new
    from fracas.engine.records.record import row as row
    from fracas.engine.sample.finding import Finding as Finding
    from fracas.engine.sample.finding import find as find
    from fracas.engine.sample.finding import search as search
    from fracas.engine.sample.simulate import Simulation as Simulation
    from fracas.engine.solve.best import BestPlay as BestPlay
    from fracas.engine.solve.bounds import BestBounds as BestBounds
    from fracas.engine.solve.bounds import StoppedBounds as StoppedBounds
    from fracas.engine.solve.bracket import Bracket as Bracket
    from fracas.engine.solve.exact import Solution as Solution
    from fracas.engine.solve.likely import StoppedSolution as StoppedSolution
    from fracas.engine.work.clusters import Cluster as Cluster
    from fracas.engine.world.worlds import World as World
    from fracas.engine.world.worlds import load_world as load_world
    from fracas.engine.world.worlds import many_worlds as many_worlds
    from fracas.errors import FracasError as FracasError
    from fracas.lab.actions import Actions as Actions
    from fracas.lab.actions import actions as actions
    from fracas.lab.asking import OddsSweep as OddsSweep
    from fracas.lab.asking import sweep_odds as sweep_odds
    from fracas.lab.campaigns import Campaigns as Campaigns
    from fracas.lab.campaigns import simulate_campaigns as simulate_campaigns
    from fracas.lab.claims import Judged as Judged
    from fracas.lab.claims import JudgedDocument as JudgedDocument
    from fracas.lab.claims import Ledger as Ledger
    from fracas.lab.claims import judge_claims as judge_claims
    from fracas.lab.claims import ledger_of as ledger_of
    from fracas.lab.comparing import Comparison as Comparison
    from fracas.lab.comparing import compare as compare
    from fracas.lab.explaining import Explanation as Explanation
    from fracas.lab.explaining import explain as explain
    from fracas.lab.loadouts import Loadouts as Loadouts
    from fracas.lab.loadouts import loadouts as loadouts
    from fracas.lab.luck import Luck as Luck
    from fracas.lab.luck import luck as luck
    from fracas.lab.matching import Matrix as Matrix
    from fracas.lab.matching import matrix as matrix
    from fracas.lab.points import Budget as Budget
    from fracas.lab.points import measure as measure
    from fracas.lab.reaching import Reaching as Reaching
    from fracas.lab.reaching import when_reached as when_reached
    from fracas.lab.regret import Regret as Regret
    from fracas.lab.regret import regret as regret
    from fracas.lab.report import FightReport as FightReport
    from fracas.lab.report import report as report
    from fracas.lab.sweeping import Sweep as Sweep
    from fracas.lab.sweeping import sweep as sweep
    from fracas.lab.tuning import Tuning as Tuning
    from fracas.lab.tuning import tune as tune
    from fracas.lab.weighing import Weights as Weights
    from fracas.lab.weighing import WeightsOver as WeightsOver
    from fracas.lab.weighing import weights as weights
    from fracas.lab.weighing import weights_over as weights_over

__version__ = "0.14.0"

_HOMES = {
    "engine.encounter": "encounter Encounter load_fight",
    "engine.contract.matchup": "Matchup",
    "engine.play.fight": "Fight",
    "engine.play.view": "FightView",
    "engine.play.action": "Action",
    "engine.journey": "new_journey load_journey Journey",
    "engine.contract.campaign": "Campaign CharacterSheet Choice FinishedFight JourneyState Standing",
    "engine.world.worlds": "World load_world many_worlds",
    "engine.contract.world": "WorldKind WorldRules WorldSetup",
    "engine.play.odds": "action_odds ActionOdds",
    "engine.play.questions": "answer",
    "engine.sample.simulate": "Simulation",
    "engine.work.clusters": "Cluster",
    "engine.solve.exact": "Solution",
    "engine.solve.best": "BestPlay",
    "engine.solve.bounds": "BestBounds StoppedBounds",
    "engine.solve.bracket": "Bracket",
    "engine.solve.likely": "StoppedSolution",
    "engine.sample.finding": "find search Finding",
    "lab.loadouts": "loadouts Loadouts",
    "lab.comparing": "compare Comparison",
    "lab.report": "report FightReport",
    "lab.points": "measure Budget",
    "lab.campaigns": "simulate_campaigns Campaigns",
    "lab.sweeping": "sweep Sweep",
    "lab.asking": "sweep_odds OddsSweep",
    "lab.tuning": "tune Tuning",
    "lab.weighing": "weights weights_over Weights WeightsOver",
    "lab.matching": "matrix Matrix",
    "lab.explaining": "explain Explanation",
    "lab.luck": "luck Luck",
    "lab.actions": "actions Actions",
    "lab.reaching": "when_reached Reaching",
    "lab.regret": "regret Regret",
    "engine.contract.variants": "variant",
    "engine.contract.packs": "Pack",
    "lab.claims": "Ledger ledger_of judge_claims JudgedDocument Judged",
    "engine.contract.ruleset": "Ruleset",
    "engine.contract.setup": "Rules Setup End Answer Measure CHANCE TIME chance",
    "engine.contract.facets": "Asks Loot LoadoutChoice Boards Story Narrates TurnPlayed SendsRolls Hides HasCampaign HasWorld",
    "engine.contract.telling": "Teller",
    "engine.contract.policies": "random_policy",
    "engine.contract.deciding": "own_policy array_policy table_policy load_policy OwnPolicy Situation",
    "engine.contract.commands": "Command Parameter Report",
    "engine.contract.tables": "Table Column",
    "engine.contract.charts": "Chart",
    "engine.contract.results": "Result",
    "engine.contract.claims": "Found finds",
    "engine.contract.progress": "Progress SILENT",
    "engine.contract.registry": "load_ruleset read_pack using register registered unregister ruleset_names",
    "engine.records.record": "Record Row row new blank Short Tiny Flags Throw",
    "engine.records.codes": "Codes",
    "engine.records.filling": "fill dice_fields",
    "engine.content.lessons": "Lesson",
    "engine.content.models": "Model Slug DiceText FewDice Variant named numbered",
    "engine.content.library": "content_file",
    "engine.content.additions": "kept_for_packs with_additions",
    "engine.content.reading": "validated",
    "engine.play.stage": "Stage",
    "errors": "FracasError",
}
"""Where everything is, grouped as a reader would look for it."""
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = list(_HOME)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    """Load a part of the library when it is first used: ``fracas --help`` needs none of it."""
    if name not in _HOME:
        raise AttributeError(f"module 'fracas' has no attribute {name!r}")
    return getattr(import_module(f"fracas.{_HOME[name]}"), name)
