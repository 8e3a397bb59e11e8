"""What an answer may say about an outcome: progress or a setback, damage of a tier, XP by the table, gains and losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fracas.dice import Dice, distribution
from fracas.rulesets.arda.book import hero_state, make_book
from fracas.rulesets.arda.codes import Degree, Rest, Stat, Tier
from fracas.rulesets.arda.models import CONFIG, MIN_STAT, Adventure, Choice, Ending, EnhancedChoice, Hero, Options, Result, Scene, StatLine
from fracas.rulesets.arda.narration.findings import CHANGES, Findings
from fracas.rulesets.arda.narration.models import TURN_CONFIG, AtHand, Decided, Member, NarratorAnswer, StateChanges
from fracas.rulesets.arda.rules.checks import succeeds
from fracas.rulesets.arda.rules.damage import one_worse, take_damage

UNHURT = 1000
"""More HP than any damage."""


@lru_cache(maxsize=512)
def damage_range(tier: Tier, level: int, options: Options) -> tuple[int, int]:
    """The minimum and maximum HP lost by damage of a tier at a level, computed from the rule itself."""
    hero = Hero(name="-", stats=StatLine.model_validate(dict.fromkeys(Stat.slugs(), MIN_STAT)))
    over = Scene(title="-", text="-", ending=Ending(name="over", kind="win"))
    book, cast, _ = make_book(Adventure(title="-", text="-", hero=hero, start="over", scenes={"over": over}), hero, options)
    start = hero_state(hero, cast, book)

    def lost(dice: Dice) -> int:
        now = start.copy()[0]
        now.hp, now.level = UNHURT, level
        take_damage(dice, now, book[0], tier)
        return UNHURT - int(now.hp)

    amounts = list(distribution(lost))
    return min(amounts), max(amounts)


def _result_of(choice: EnhancedChoice, outcome: Degree) -> Result | None:
    """An adventure's result for a choice and an outcome."""
    if not isinstance(choice, Choice):
        return None
    own = {Degree.CRITICAL: choice.critical or choice.success, Degree.SUCCESS: choice.success}
    return own.get(outcome) or (choice.fumble if outcome == Degree.FUMBLE and choice.fumble else choice.failure)


@dataclass(frozen=True)
class Allowed:
    """What an answer may say about an outcome: tiers of damage, ranges of XP, and available gains."""

    tiers: tuple[Tier, ...]
    xp: tuple[tuple[int, int], ...]
    stock: AtHand
    why_xp: str
    authored: bool = False
    """True if an adventure says so, rather than the document."""


def _allowed(choice: EnhancedChoice, outcome: Degree, scene: AtHand, options: Options) -> Allowed:
    """What the document, or the adventure if there is one, allows."""
    result = _result_of(choice, outcome)
    if result is not None:
        return _authored(result, choice, outcome, scene, options)
    if not succeeds(outcome):
        worst = CONFIG.risks[choice.risk_level]
        if outcome == Degree.FUMBLE and options.complication:
            worst = Tier(one_worse(worst))
        return Allowed(tuple(tier for tier in Tier if tier <= worst), ((0, 0),), AtHand(), "a failure gives no XP")
    awards = tuple(TURN_CONFIG.xp.values())
    if not choice.requires_roll:
        return Allowed((Tier.NONE,), ((0, 0), *awards), scene, "XP are given as one of the awards, or not at all")
    more = options.breakthrough if outcome == Degree.CRITICAL else 0
    stock = scene.model_copy(update={"health": scene.health + more})
    return Allowed((Tier.NONE,), awards, stock, "a success gives XP: one of the awards")


def _authored(result: Result, choice: EnhancedChoice, outcome: Degree, scene: AtHand, options: Options) -> Allowed:
    """What an adventure's result allows: its damage, its XP, and its gifts in addition to those of the scene."""
    own_fumble = isinstance(choice, Choice) and choice.fumble is not None
    worse = outcome == Degree.FUMBLE and not own_fumble and options.complication
    tier = Tier(one_worse(result.damage)) if worse else result.damage
    more = UNHURT if result.rest != Rest.NONE else result.heal + (options.breakthrough if outcome == Degree.CRITICAL else 0)
    given = {"items": (*scene.items, *result.gain), "gold": scene.gold + max(result.gold, 0), "health": scene.health + more}
    return Allowed((tier,), ((result.xp, result.xp),), scene.model_copy(update=given), "the adventure gives just that", True)


def _ranges(ranges: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{low} to {high}" if low != high else str(low) for low, high in ranges)


class ChangeFindings(Findings):
    """Checks the declared outcome and the changes."""

    def declared(self, answer: NarratorAnswer, outcome: Degree, choice: EnhancedChoice, decided: Decided | None) -> None:
        """The outcome given by the roll; progress after a success, a setback after a failure."""
        good, changes = bool(succeeds(outcome)), answer.state_changes
        if answer.outcome != outcome:
            rolled = "the roll decides" if choice.requires_roll else "without a roll it succeeds"
            self.wrong("outcome", "answer.outcome", answer.outcome.slug, outcome.slug, rolled)
        if good and choice.requires_roll and changes.progress is None:
            self.wrong("progress", f"{CHANGES}.progress", None, "a text", "a success achieves something")
        if not good and changes.progress is not None:
            self.wrong("progress", f"{CHANGES}.progress", changes.progress, None, "a failure achieves nothing")
        if not good and changes.setback is None:
            self.wrong("setback", f"{CHANGES}.setback", None, "a text", "a failure is a setback")
        hurt = decided is not None and decided.state_changes.health < 0
        if good and changes.setback is not None and not hurt:
            self.wrong("setback", f"{CHANGES}.setback", changes.setback, None, "a success is no setback")

    def changes(self, changes: StateChanges, outcome: Degree, who: Member, choice: EnhancedChoice, scene: AtHand) -> None:
        """The changes of state, each within what is allowed."""
        allowed = _allowed(choice, outcome, scene, self.options)
        good = bool(succeeds(outcome)) or allowed.authored
        self.damage(changes, bool(succeeds(outcome)), who, choice, allowed)
        if not any(low <= changes.xp <= high for low, high in allowed.xp):
            code = "xp" if good or changes.xp < 0 else "reward-on-failure"
            self.wrong(code, f"{CHANGES}.xp", changes.xp, _ranges(allowed.xp), allowed.why_xp)
        stock = allowed.stock
        if changes.health > stock.health:
            code, why = ("health-from-nowhere", "the scene gives no more") if good else ("reward-on-failure", "a failure heals nothing")
            self.wrong(code, f"{CHANGES}.health", changes.health, f"at most {stock.health}", why)
        if changes.gold > stock.gold:
            code, why = ("gold-from-nowhere", "the scene has no more") if good else ("reward-on-failure", "a failure gives no gold")
            self.wrong(code, f"{CHANGES}.gold", changes.gold, f"at most {stock.gold}", why)
        if changes.gold < -who.gold:
            self.wrong("gold-not-there", f"{CHANGES}.gold", changes.gold, f"at least {-who.gold}", f"there are {who.gold} gold to lose")
        code, why = ("item-from-nowhere", "the scene does not have it") if good else ("reward-on-failure", "a failure gives no items")
        self.items(code, "gained", changes.gained, stock.items, why)
        self.items("item-not-carried", "lost", changes.lost, who.carries, "it is not carried")

    def damage(self, changes: StateChanges, good: bool, who: Member, choice: EnhancedChoice, allowed: Allowed) -> None:
        """The damage: none on a success, else of a tier that the choice risks."""
        tier, lost, unharmed = changes.damage_tier, -changes.health, allowed.tiers == (Tier.NONE,)
        code, why = ("damage-on-success", "a success costs no HP") if good and unharmed else ("damage-tier", "the adventure says so")
        if tier not in allowed.tiers:
            names = [each.slug for each in allowed.tiers]
            if not good and not allowed.authored:
                code = "damage-beyond-risk"
                why = f"a choice whose risk is {choice.risk_level.slug} costs no more, one tier more on a natural 1"
            self.wrong(code, f"{CHANGES}.damageTier", tier.slug, names[0] if len(names) == 1 else names, why)
        low, high = damage_range(tier, who.level, self.options)
        if low <= lost <= high or (lost <= 0 and (tier == Tier.NONE or unharmed)):
            return
        if unharmed:
            self.wrong(code, f"{CHANGES}.health", changes.health, "no damage", why)
        else:
            expected = f"{-high} to {-low}" if tier != Tier.NONE else 0
            self.wrong("damage-tier", f"{CHANGES}.health", changes.health, expected, f"that is damage of the tier {tier.slug}")

    def items(self, code: str, name: str, items: Sequence[str], there: Sequence[str], why: str) -> None:
        """Whether each item can be gained or lost, as often as it is listed."""
        left = Counter(there)
        for i, item in enumerate(items):
            left[item] -= 1
            if left[item] < 0:
                self.wrong(code, f"{CHANGES}.{name}.{i}", item, sorted(set(there)) or "nothing", why)
