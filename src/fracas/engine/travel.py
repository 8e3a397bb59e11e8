"""Journeys that policies travel: many campaigns at once, their fights compiled.

Campaign number ``k`` of seed ``s`` is the journey of seed `journey_seed` (s, k): the same one, choice by choice and blow by blow,
whether it is counted here (`Travels.travelled`) or travelled step by step (`Travels.step`). Number 0 is the journey of the seed itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fracas.dice import PlayedDice
from fracas.dice.generator import CHOICE_LANE, fold, mix
from fracas.engine.contract.campaign import Campaign, Choice, JourneyState, Standing
from fracas.engine.contract.progress import ANNOUNCED, Progress
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.setup import Setup
from fracas.engine.encounter import encounter
from fracas.engine.journey import Journey, campaign_of, checked_options
from fracas.engine.sample.simulate import MAX_SEED, check_seed
from fracas.engine.sample.single import fought
from fracas.errors import FracasError, unknown

MAX_CHOICES = 5_000
"""Choices and fights of one campaign, by default: a policy may go round in circles."""
UNDER_WAY = "under way"
"""The end of a journey that was stopped before it was over."""
OVER = "over"
"""The end of a journey of which the campaign says no more."""
NUMBER = re.compile(r" \d+$")


def journey_seed(seed: int, number: int) -> int:
    """The seed of campaign ``number`` of ``seed``; number 0 has the seed itself."""
    if not 0 <= number < 2**63:
        raise FracasError("bad-campaign", f"there is no campaign number {number}", "campaigns are numbered from 0")
    return check_seed(seed) if number == 0 else fold(mix(check_seed(seed)), number) & MAX_SEED


def check_policy(campaign: Campaign[Any], policy: str | None) -> str:
    """The policy that chooses between fights: the one that is named, or the campaign's first."""
    if policy is None:
        return campaign.policies[0]
    if policy not in campaign.policies:
        raise unknown(f"policy of {campaign.title}", policy, campaign.policies)
    return policy


def picked(campaign: Campaign[Any], state: JourneyState, choices: list[Choice], policy: str, step: int) -> str:
    """What a policy chooses at step ``step`` of a journey."""
    name = campaign.pick(state, choices, policy, PlayedDice(state.seed, step, CHOICE_LANE))
    if name not in [choice.name for choice in choices]:
        raise FracasError(
            "no-choice", f"{campaign.title}: the policy {policy!r} chose {name!r}, which cannot be chosen", "let pick name one"
        )
    return name


def opponents(setup: Setup) -> str:
    """Whom a fight is against, in words: ``Giant Rat × 3, Ghoul``."""
    many = Counter(NUMBER.sub("", name) for name in setup.names[1:])
    return ", ".join(name if n == 1 else f"{name} × {n}" for name, n in many.items())


@dataclass(frozen=True, slots=True)
class Travelled:
    """What came of one campaign."""

    number: int
    kind: str
    reached: int
    end: str
    steps: int
    """Choices and fights."""
    fights: int
    won: int
    lost_to: tuple[str, ...]
    """Whom each lost fight was against."""
    left: Mapping[str, int] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """The campaign as data for JSON."""
        return {
            "number": self.number,
            "kind": self.kind,
            "reached": self.reached,
            "end": self.end,
            "steps": self.steps,
            "fights": self.fights,
            "won": self.won,
            "lost_to": list(self.lost_to),
            "left": dict(self.left),
        }


@dataclass(frozen=True)
class Travels:
    """A ruleset's campaign made ready to be travelled by policies, again and again."""

    ruleset: Ruleset
    campaign: Campaign[Any]
    policy: str
    options: Mapping[str, Any]
    """Options that differ from what they are by default."""
    first: tuple[str, ...] = ()
    """Choices that are taken wherever they can be, in place of the policy's."""
    most_steps: int = MAX_CHOICES

    def travelled(self, seed: int, number: int = 0, progress: Progress = ANNOUNCED) -> Travelled:
        """Campaign ``number`` of ``seed``, from its beginning to its end."""
        campaign, own = self.campaign, journey_seed(seed, number)
        state = campaign.begin(own, None, self.options)
        fights = won = steps = 0
        lost: list[str] = []
        over = False
        while steps < self.most_steps:
            scenario = campaign.scenario(state)
            if scenario is not None:
                ready = encounter(self.ruleset, scenario)
                fight = fought(ready, state.seed, state.fights, progress)
                kind = ready.end_kind(fight.end)
                fights, won = fights + 1, won + (kind == "win")
                if kind == "lose":
                    lost.append(opponents(ready.setup))
                state = campaign.after(state, fight)
            else:
                choices = list(campaign.choices(state))
                if not choices:
                    over = True
                    break
                state = campaign.choose(state, self.chosen(state, choices, steps))
            steps += 1
        stands: Standing = campaign.standing(state)
        end = (stands.end or OVER) if over else UNDER_WAY
        return Travelled(number, stands.kind, stands.reached, end, steps, fights, won, tuple(lost), dict(stands.left))

    def journey(self, seed: int, number: int = 0) -> Journey:
        """Campaign ``number`` of ``seed`` at its beginning, to be travelled with `step`."""
        return Journey(self.ruleset, journey_seed(seed, number), None, self.options)

    def step(self, journey: Journey) -> Choice | None:
        """Let policies do the next step of a journey: a choice, which is returned; or a fight, which is fought out and settled."""
        if journey.fight is not None:
            journey.fight.finish()
            journey.settle()
            return None
        choices = journey.choices()
        name = self.chosen(journey.state, choices, len(journey.steps))
        return journey.take(next(choice for choice in choices if choice.name == name))

    def chosen(self, state: JourneyState, choices: list[Choice], step: int) -> str:
        """What is chosen at a step: what was asked for, or what the policy says."""
        for choice in choices:
            if choice.name in self.first:
                return choice.name
        return picked(self.campaign, state, choices, self.policy, step)


def travels(
    ruleset: Ruleset,
    policy: str | None = None,
    options: Mapping[str, Any] | None = None,
    first: Iterable[str] = (),
    most_steps: int = MAX_CHOICES,
) -> Travels:
    """Make a ruleset's campaign ready to be travelled by a policy."""
    campaign = campaign_of(ruleset)
    return Travels(
        ruleset, campaign, check_policy(campaign, policy), checked_options(ruleset, campaign, options or {}), tuple(first), most_steps
    )
