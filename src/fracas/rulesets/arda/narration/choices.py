"""Following choices: a way on after a failure, and choices by the tables that somebody in the party can take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from fracas.rulesets.arda.codes import SCENE_CHOICES, SIDES, Degree, Risk
from fracas.rulesets.arda.models import CONFIG, MAX_STAT, MIN_STAT, EnhancedChoice
from fracas.rulesets.arda.narration.findings import Findings, word
from fracas.rulesets.arda.narration.models import TURN_CONFIG, Decided, Member, NarratorAnswer, NextChoice
from fracas.rulesets.arda.rules.checks import succeeds
from fracas.rulesets.arda.stage import Check


def risk_of(chance: Any) -> Risk:
    """The risk of a choice with this chance of success."""
    return next(risk for risk in Risk if chance * 100 >= TURN_CONFIG.risk[risk])


def lacking(who: Member, choice: NextChoice) -> list[str]:
    """What a character lacks to take a choice, by path."""
    needs = choice.needs
    lacks = {
        "stat": choice.requires_roll and choice.stat is not None and choice.stat not in who.stats,
        "needs.items": bool(Counter(needs.items) - Counter(who.carries)),
        "needs.gold": who.gold < needs.gold,
        "needs.level": who.level < needs.level,
        "needs.stats": any(who.stats.get(each.stat, 0) < each.least for each in needs.stats),
    }
    return [name for name, lack in lacks.items() if lack]


class ChoiceFindings(Findings):
    """Checks the following choices."""

    def way_on(self, answer: NarratorAnswer, outcome: Degree | None, choice: EnhancedChoice, decided: Decided | None) -> None:
        """After a failure there must be another choice; a finished story has no choices, an unfinished one has some."""
        on, open_now = answer.alternative_path, {each.id for each in (decided or answer).choices}
        failed = outcome is not None and not succeeds(outcome)
        if decided is None and answer.over == bool(answer.choices):
            why = "there are choices: the story goes on" if answer.over else "there is no choice: the story is over"
            self.wrong("over", "answer.over", answer.over, not answer.over, why)
        if on is None:
            if failed and not (decided.over if decided is not None else self.fell):
                self.wrong("no-way-on", "answer.alternativePath", None, "the id of a choice", "a failure has an alternative path")
            return
        if outcome is not None and not failed:
            self.wrong("no-way-on", "answer.alternativePath", on, None, "an alternative path follows a failure only")
        elif on not in open_now:
            self.wrong("no-way-on", "answer.alternativePath", on, sorted(open_now) or "a choice", "there is no such choice")
        elif decided is None and on == choice.id:
            self.wrong("no-way-on", "answer.alternativePath", on, "another choice", "it is the choice that has just failed")

    def ids(self, choices: Sequence[NextChoice]) -> None:
        """The ids of choices must be unique."""
        counts = Counter(each.id for each in choices)
        for i, each in enumerate(choices):
            if counts[each.id] > 1:
                self.wrong("duplicate-id", f"answer.choices.{i}.id", each.id, "another id", "two choices have it")

    def choices(self, answer: NarratorAnswer, party: Sequence[Member]) -> None:
        """Every choice must be in the document's format, and somebody present must be able to take it."""
        if len(answer.choices) > SCENE_CHOICES:
            self.wrong(
                "too-many-choices", "answer.choices", f"{len(answer.choices)} choices", f"at most {SCENE_CHOICES}", "nobody reads more"
            )
        self.ids(answer.choices)
        standing = [each for each in party if each.health is None or each.health > 0]
        self.fell = not standing
        if not standing and not answer.over:
            self.wrong("nobody-can", "answer.over", False, True, "nobody of the party has HP left")
        for i, each in enumerate(answer.choices[:SCENE_CHOICES]):
            path = f"answer.choices.{i}"
            able = self.able(each, standing, path)
            if each.requires_roll:
                self.rolled(each, able, path)
            else:
                self.not_rolled(each, path)

    def able(self, choice: NextChoice, party: Sequence[Member], path: str) -> list[Member]:
        """The members of the party who meet the conditions of a choice."""
        lacks = [(who, lacking(who, choice)) for who in party]
        able = [who for who, lack in lacks if not lack]
        if party and not able:
            nobody = set.intersection(*(set(lack) for _, lack in lacks))  # something that all of them lack, if there is any
            name = min(nobody) if nobody else "needs"
            got = word(choice.stat) if name == "stat" else choice.needs.model_dump(mode="json")
            for part in name.split(".")[1:]:
                got = got[part]
            self.wrong("nobody-can", f"{path}.{name}", got, "what one of the party has", "nobody of the party has all that it needs")
        return able

    def rolled(self, choice: NextChoice, able: Sequence[Member], path: str) -> None:
        """A choice with a roll: stat by the action type, DC by the difficulty or a contest, risk by the chance, a consequence."""
        right = CONFIG.actions[choice.action_type]
        if right is None:
            self.wrong("stat", f"{path}.requiresRoll", True, False, f"nothing is rolled for {choice.action_type}")
        elif choice.stat != right:
            self.wrong("stat", f"{path}.stat", word(choice.stat), right.slug, f"{choice.action_type} is rolled with {right.slug}")
        if choice.consequence is None:
            self.wrong("consequence", f"{path}.consequence", None, "a text", "a player is told what failing means")
        if not self.target(choice, path) or choice.stat is None:
            return
        checks = [Check(who.stats[choice.stat], choice.dc or 0, choice.versus, options=self.options) for who in able]
        if not checks:
            return
        best = max(each.chance() for each in checks)
        if choice.versus is None and not any(each.modifier + SIDES >= self.options.dc(each.dc) for each in checks):
            self.wrong("nobody-can", f"{path}.dc", choice.dc, "a DC that one of the party reaches", "no roll of anybody's reaches it")
        elif choice.risk_level != risk_of(best):
            why = f"the best of the party succeeds in {float(best):.0%} of all tries"
            self.wrong("risk", f"{path}.riskLevel", choice.risk_level.slug, risk_of(best).slug, why)

    def target(self, choice: NextChoice, path: str) -> bool:
        """Whether the DC is that of the difficulty, or the opponent of a contest has an existing stat."""
        before = len(self.found)
        if choice.versus is not None:
            if not MIN_STAT <= choice.versus <= MAX_STAT:
                self.wrong("dc", f"{path}.versus", choice.versus, f"{MIN_STAT} to {MAX_STAT}", "nobody has such a stat")
            for name, got in (("dc", choice.dc), ("difficulty", choice.difficulty)):
                if got is not None:
                    self.wrong("dc", f"{path}.{name}", got, None, "a contest has the opponent's roll in place of a DC")
        elif choice.difficulty is None:
            self.wrong("dc", f"{path}.difficulty", None, "easy, medium or hard", "a roll has a difficulty, or an opponent")
        else:
            right = self.options.dc(choice.difficulty)
            if choice.dc != right:
                self.wrong("dc", f"{path}.dc", choice.dc, right, f"{choice.difficulty} is DC {right}")
        return len(self.found) == before

    def not_rolled(self, choice: NextChoice, path: str) -> None:
        """A choice without a roll has no stat or target, and no risk."""
        for code, name in (("stat", "stat"), ("dc", "difficulty"), ("dc", "dc"), ("dc", "versus")):
            got = getattr(choice, name)
            if got is not None:
                self.wrong(code, f"{path}.{name}", word(got), None, "the choice requires no roll")
        if choice.risk_level != Risk.SAFE:
            self.wrong("risk", f"{path}.riskLevel", choice.risk_level.slug, Risk.SAFE.slug, "what is not rolled cannot fail")
