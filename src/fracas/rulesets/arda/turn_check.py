"""Whether a narrator's answer follows: from the roll, the choice, the character, the scene, and the document's tables.

On a success the document has "Grant XP, progress quest, no damage"; on a failure "Minor setback, possible damage, alternative path". The
choices that follow have the stat of their action type and the DC of their difficulty. Prose is not understood: what it tells is declared
beside it (``outcome``, ``stateChanges``), and what is declared must follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from fracas.dice import Dice, distribution
from fracas.engine.content.places import field_names
from fracas.engine.content.reading import problems_in
from fracas.engine.content.texts import MAX_SHOWN, shown, unprintable
from fracas.errors import FracasError, nearest
from fracas.rulesets.arda.book import hero_state, make_book, stats_with_gear
from fracas.rulesets.arda.models import (
    CONFIG,
    MAX_STAT,
    MIN_STAT,
    Adventure,
    Choice,
    Ending,
    EnhancedChoice,
    Hero,
    Options,
    Result,
    Scene,
    StatLine,
)
from fracas.rulesets.arda.payload import mode_of, stat_of, verify
from fracas.rulesets.arda.rules.checks import succeeds
from fracas.rulesets.arda.rules.damage import one_worse, take_damage
from fracas.rulesets.arda.stage import DEFAULTS, Check
from fracas.rulesets.arda.state import SCENE_CHOICES, SIDES, Degree, Risk, Stat, Tier
from fracas.rulesets.arda.turn import (
    TURN_CONFIG,
    AtHand,
    Decided,
    Member,
    NarratorAnswer,
    NextChoice,
    StateChanges,
    Turn,
    member_of,
)

M = TypeVar("M", bound=BaseModel)

MAX_TEXT, MAX_LINE = 4000, 400
"""Signs of the prose, and of every other text."""
MAX_FINDINGS = 200
UNHURT = 1000
"""HP of somebody whom no damage kills."""

CODES: Mapping[str, str] = {
    "malformed": "a field is missing, unknown or of the wrong kind",
    "bad-text": "a text is empty, too long, or has control characters",
    "duplicate-id": "two choices, or two of the party, have the same id",
    "roll": "the roll does not follow from the rules, the character and the choice",
    "outcome": "the answer tells another outcome than the roll has",
    "damage-on-success": "a success costs HP",
    "damage-tier": "the damage is of no tier, or not of the one that is named",
    "damage-beyond-risk": "the damage is worse than the choice risks",
    "xp": "the XP are no award of the table, or a success has none",
    "reward-on-failure": "a failure gives XP, HP, gold or items",
    "health-from-nowhere": "more HP are regained than the scene gives",
    "gold-from-nowhere": "more gold is gained than the scene has",
    "gold-not-there": "more gold is lost than the character has",
    "item-from-nowhere": "an item is gained that the scene does not have",
    "item-not-carried": "an item is lost that is not carried",
    "progress": "a success achieves nothing, or a failure does",
    "setback": "a failure is no setback, or a success is",
    "no-way-on": "after a failure there is no other way on",
    "over": "the story ends and goes on, or does neither",
    "too-many-choices": "there are more choices than a scene has",
    "stat": "the stat is not that of the action type",
    "dc": "the DC is not that of the difficulty",
    "risk": "the risk is not that of the chance of success",
    "consequence": "nothing is said about failing",
    "nobody-can": "nobody of the party can take the choice",
    "not-decided": "the rules have decided otherwise",
}
"""What can be found, by its code."""


class Finding(NamedTuple):
    """Something that does not follow: its code, its path in the data, what is there, what was expected, and why."""

    code: str
    path: str
    got: Any
    expected: Any
    why: str

    def __str__(self) -> str:
        return f"{self.path} is {shown(self.got)}, expected {shown(self.expected)}: {self.why}"


def check_turn(
    turn: Turn | Mapping[str, Any], options: Options | None = None, seed: int | str | None = None, ignore: Collection[str] = ()
) -> list[Finding]:
    """Everything in a turn that does not follow from the rules; empty if all does.

    A turn has a ``character``, a ``choice``, the ``diceRoll`` and the narrator's ``answer``; it may have a ``party``, a ``scene`` with what
    there is to be gained, and what the rules have ``decided``. With the ``seed`` of `authoritative_roll` the roll must also be the one that
    was drawn. Findings whose code is in ``ignore`` are left out (`CODES` lists them). Nothing in a turn raises an exception.

    >>> ann = {"id": "ann", "stats": {"craft": 6}}
    >>> lock = {"id": "lock", "text": "Pick it", "actionType": "lockpicking", "requiresRoll": True, "dc": 12}
    >>> print(*check_turn({"character": ann, "choice": lock, "answer": "It opens."}), sep="\\n")
    answer is "It opens.", expected "an object": an object with fields is expected
    diceRoll is null, expected "a roll": choice 'lock' requires a roll
    """
    for code in ignore:
        if code not in CODES:
            raise FracasError("unknown-code", f"there is no finding {code!r}", f"known: {', '.join(CODES)}")
    data: Any = turn.model_dump(mode="json", by_alias=True, exclude_unset=True) if isinstance(turn, Turn) else turn
    found = _Turn(options or DEFAULTS, seed).check(data)
    return [each for each in found if each.code not in ignore][:MAX_FINDINGS]


# --- what may be ------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def damage_range(tier: Tier, level: int, options: Options) -> tuple[int, int]:
    """The least and the most that damage of a tier costs somebody of a level, counted from the rule itself."""
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


def risk_of(chance: Any) -> Risk:
    """The risk of a choice with this chance of success."""
    return next(risk for risk in Risk if chance * 100 >= TURN_CONFIG.risk[risk])


def _result_of(choice: EnhancedChoice, outcome: Degree) -> Result | None:
    """What an adventure's choice says about an outcome."""
    if not isinstance(choice, Choice):
        return None
    own = {Degree.CRITICAL: choice.critical or choice.success, Degree.SUCCESS: choice.success}
    return own.get(outcome) or (choice.fumble if outcome == Degree.FUMBLE and choice.fumble else choice.failure)


@dataclass(frozen=True)
class Allowed:
    """What an answer may say about an outcome: tiers of damage, ranges of XP, and what there is to be gained."""

    tiers: tuple[Tier, ...]
    xp: tuple[tuple[int, int], ...]
    stock: AtHand
    why_xp: str
    authored: bool = False
    """Whether an adventure says so, rather than the document."""


def _allowed(choice: EnhancedChoice, outcome: Degree, scene: AtHand, options: Options) -> Allowed:
    """What the document, or where there is one the adventure, allows."""
    good, result = bool(succeeds(outcome)), _result_of(choice, outcome)
    if result is not None:
        own = choice.fumble if isinstance(choice, Choice) else None
        worse = outcome == Degree.FUMBLE and own is None and options.complication
        tier = Tier(one_worse(result.damage)) if worse else result.damage
        regained = result.heal + (options.breakthrough if outcome == Degree.CRITICAL else 0)
        stock = AtHand(
            items=(*scene.items, *result.gain), gold=scene.gold + max(result.gold, 0), health=min(scene.health + regained, UNHURT)
        )
        return Allowed((tier,), ((result.xp, result.xp),), stock, "the adventure gives just that", True)
    if good:
        regained = options.breakthrough if outcome == Degree.CRITICAL else 0
        awards = tuple(TURN_CONFIG.xp.values())
        if choice.requires_roll:
            return Allowed((Tier.NONE,), awards, _more_health(scene, regained), "a success gives XP: one of the awards")
        return Allowed((Tier.NONE,), ((0, 0), *awards), scene, "XP are given as one of the awards, or not at all")
    worst = CONFIG.risks[choice.risk_level]
    if outcome == Degree.FUMBLE and options.complication:
        worst = Tier(one_worse(worst))
    tiers = tuple(tier for tier in Tier if tier <= worst)
    return Allowed(tiers, ((0, 0),), AtHand(), "a failure gives no XP")


def _more_health(scene: AtHand, more: int) -> AtHand:
    return scene.model_copy(update={"health": scene.health + more})


def _ranges(ranges: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{low} to {high}" if low != high else str(low) for low, high in ranges)


# --- checking ---------------------------------------------------------------------------------------------------------------------


@dataclass
class _Turn:
    """Collects what is wrong with one turn."""

    options: Options
    seed: int | str | None
    found: list[Finding] = field(default_factory=list)
    fell: bool = False
    """Whether nobody of the party has HP left after the turn."""

    def wrong(self, code: str, path: str, got: Any, expected: Any, why: str) -> None:
        """Note a finding."""
        self.found.append(Finding(code, _plain(path), _small(got), expected, why))

    def check(self, data: Any) -> list[Finding]:
        """Check a whole turn."""
        if not isinstance(data, Mapping):
            self.wrong("malformed", "turn", data, "an object", "a turn is an object")
            return self.found
        known = field_names(Turn)
        for name in data.keys() - known:
            guess = nearest(str(name), known)
            self.wrong(
                "malformed", str(name), data[name], "absent", "a turn has no such field" + (f"; did you mean {guess!r}?" if guess else "")
            )
        answer = self.read(NarratorAnswer, data, "answer")
        who, choice = self.member(data.get("character", ABSENT), "character"), self.choice(data.get("choice", ABSENT))
        party = self.party(data.get("party") or [], who)
        scene = AtHand() if data.get("scene") is None else self.read(AtHand, data, "scene")
        decided = None if data.get("decided") is None else self.read(Decided, data, "decided")
        outcome = self.outcome(data, who, choice)
        if answer is None or who is None or choice is None or scene is None or (decided is None and data.get("decided") is not None):
            return self.found
        self.texts(answer)
        if outcome is not None:
            self.declared(answer, outcome, choice, decided)
            if decided is None:
                self.changes(answer.state_changes, outcome, who, choice, scene)
        if decided is not None:
            self.as_decided(answer, decided)
        else:
            after = [_after(who, answer.state_changes), *party]
            self.choices(answer, after)
        self.way_on(answer, outcome, choice, decided)
        return self.found

    # reading

    def read(self, model: type[M], data: Mapping[str, Any], name: str) -> M | None:
        """A part of the turn as its model, or None with what is wrong in it."""
        if name not in data:
            self.wrong("malformed", name, ABSENT, "an object", "a turn must have it")
            return None
        return self.validated(model, data[name], name)

    def validated(self, model: type[M], data: Any, path: str) -> M | None:
        """Data as a model, or None with what is wrong in it."""
        if isinstance(data, model):
            return data
        try:
            return model.model_validate(data)
        except ValidationError as error:
            for problem in problems_in(error, model):
                got = ABSENT if problem.kind == "missing" else problem.got
                expected = KINDS.get(problem.kind, "what the schema allows")
                self.wrong("malformed", ".".join((path, *problem.place.path)), got, expected, problem.why(model))
        except (RecursionError, ValueError) as error:
            self.wrong("malformed", path, type(data).__name__, "plain data", str(error)[:200])
        return None

    def member(self, data: Any, path: str) -> Member | None:
        """One of the party."""
        if isinstance(data, Hero):
            return member_of(data, stats_with_gear(data))
        return self.validated(Member, data, path)

    def choice(self, data: Any) -> EnhancedChoice | None:
        """The choice: as the document has it, as an adventure has it, or as an answer gave it."""
        if isinstance(data, Mapping) and "success" not in data:
            data = {name: each for name, each in data.items() if name not in ("difficulty", "needs") and each is not None}
        model = Choice if isinstance(data, Mapping) and "success" in data else EnhancedChoice
        return self.validated(model, data, "choice")

    def party(self, data: Any, who: Member | None) -> list[Member]:
        """Who else is there; the one who acts may be listed, too."""
        if not isinstance(data, (list, tuple)):
            self.wrong("malformed", "party", data, "a list", "a party is a list of characters")
            return []
        others = [self.member(each, f"party.{i}") for i, each in enumerate(data)]
        ids = [each.id for each in others if each is not None and each.id]
        for i, each in enumerate(others):
            if each is not None and each.id and ids.count(each.id) > 1:
                self.wrong("duplicate-id", f"party.{i}.id", each.id, "another id", "two of the party have it")
        return [each for each in others if each is not None and (who is None or not who.id or each.id != who.id)]

    # the roll

    def outcome(self, data: Mapping[str, Any], who: Member | None, choice: EnhancedChoice | None) -> Degree | None:
        """The degree of success, if the roll can be believed."""
        if who is None or choice is None:
            return None
        roll, attempt = data.get("diceRoll"), data.get("attempt", 1)
        if roll is None:
            if choice.requires_roll:
                self.wrong("roll", "diceRoll", None, "a roll", f"choice {choice.id!r} requires a roll")
                return None
            return Degree.SUCCESS
        try:
            wrong = verify({"diceRoll": roll}, who, choice, self.options, self.seed, attempt)
        except FracasError as error:
            self.wrong("roll", "character", who.id, "what can be verified", error.what)
            return None
        for each in wrong:
            path = each.field if each.field in ("attempt", "diceRoll") else f"diceRoll.{each.field}"
            self.wrong("roll", path, each.got, each.expected, each.why)
        return None if wrong else degree_of(roll, who, choice, self.options)

    # what is declared

    def declared(self, answer: NarratorAnswer, outcome: Degree, choice: EnhancedChoice, decided: Decided | None) -> None:
        """The outcome as the roll has it; progress after a success, a setback after a failure."""
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
        self.damage(changes, who, choice, allowed)
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

    def damage(self, changes: StateChanges, who: Member, choice: EnhancedChoice, allowed: Allowed) -> None:
        """The damage: none on a success, else of a tier that the choice risks."""
        tier, lost, unharmed = changes.damage_tier, -changes.health, allowed.tiers == (Tier.NONE,)
        if tier not in allowed.tiers:
            names = [each.slug for each in allowed.tiers]
            if unharmed:
                self.wrong("damage-on-success", f"{CHANGES}.damageTier", tier.slug, names[0], "a success costs no HP")
            elif allowed.authored:
                self.wrong("damage-tier", f"{CHANGES}.damageTier", tier.slug, names[0], "the adventure says so")
            else:
                risk = f"a choice whose risk is {choice.risk_level.slug} costs no more, one tier more on a natural 1"
                self.wrong("damage-beyond-risk", f"{CHANGES}.damageTier", tier.slug, names, risk)
        low, high = damage_range(tier, who.level, self.options)
        if low <= lost <= high or (lost <= 0 and (tier == Tier.NONE or unharmed)):
            return
        if unharmed:
            self.wrong("damage-on-success", f"{CHANGES}.health", changes.health, "no damage", "a success costs no HP")
        else:
            expected = f"{-high} to {-low}" if tier != Tier.NONE else 0
            self.wrong("damage-tier", f"{CHANGES}.health", changes.health, expected, f"that is damage of the tier {tier.slug}")

    def items(self, code: str, name: str, items: Sequence[str], there: Sequence[str], why: str) -> None:
        """Each item is there to be gained or lost, as often as it is listed."""
        left = Counter(there)
        for i, item in enumerate(items):
            left[item] -= 1
            if left[item] < 0:
                self.wrong(code, f"{CHANGES}.{name}.{i}", item, sorted(set(there)) or "nothing", why)

    # what the rules have decided

    def as_decided(self, answer: NarratorAnswer, decided: Decided) -> None:
        """The answer says what was decided, and offers nothing else."""
        said, right = answer.state_changes, decided.state_changes
        for name, alias in (("health", "health"), ("damage_tier", "damageTier"), ("xp", "xp"), ("gold", "gold")):
            got, expected = getattr(said, name), getattr(right, name)
            if got != expected:
                self.wrong("not-decided", f"{CHANGES}.{alias}", _word(got), _word(expected), DECIDED)
        for name in ("gained", "lost"):
            if Counter(getattr(said, name)) != Counter(getattr(right, name)):
                self.wrong("not-decided", f"{CHANGES}.{name}", getattr(said, name), getattr(right, name), DECIDED)
        if answer.over != decided.over:
            self.wrong("over", "answer.over", answer.over, decided.over, DECIDED)
        self.ids(answer.choices)
        open_now = {each.id: each for each in decided.choices}
        for i, each in enumerate(answer.choices):
            path, right_choice = f"answer.choices.{i}", open_now.get(each.id)
            if right_choice is None:
                self.wrong("not-decided", f"{path}.id", each.id, sorted(open_now), "there is no such choice")
                continue
            for name, info in NextChoice.model_fields.items():
                got, expected = getattr(each, name), getattr(right_choice, name)
                if name not in ("text", "consequence") and got != expected:
                    self.wrong("not-decided", f"{path}.{info.alias or name}", _word(got), _word(expected), DECIDED)

    # what can be done next

    def way_on(self, answer: NarratorAnswer, outcome: Degree | None, choice: EnhancedChoice, decided: Decided | None) -> None:
        """After a failure another choice leads on; a story that is over has no choices, one that is not has some."""
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
        """No two choices have the same id."""
        counts = Counter(each.id for each in choices)
        for i, each in enumerate(choices):
            if counts[each.id] > 1:
                self.wrong("duplicate-id", f"answer.choices.{i}.id", each.id, "another id", "two choices have it")

    def choices(self, answer: NarratorAnswer, party: Sequence[Member]) -> None:
        """Every choice as the document writes it, and somebody there who can take it."""
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
        """Those of the party who have what a choice needs."""
        lacks = [(who, lacking(who, choice)) for who in party]
        able = [who for who, lack in lacks if not lack]
        if party and not able:
            nobody = set.intersection(*(set(lack) for _, lack in lacks))  # what all of them lack, if there is such a thing
            name = min(nobody) if nobody else "needs"
            got = _word(choice.stat) if name == "stat" else choice.needs.model_dump(mode="json")
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
            self.wrong("stat", f"{path}.stat", _word(choice.stat), right.slug, f"{choice.action_type} is rolled with {right.slug}")
        if choice.consequence is None:
            self.wrong("consequence", f"{path}.consequence", None, "a text", "a player is told what failing means")
        if not self.target(choice, path) or choice.stat is None:
            return
        checks = [Check(min(who.stats[choice.stat], MAX_VALUE), choice.dc or 0, choice.versus, options=self.options) for who in able]
        if not checks:
            return
        best = max(each.chance() for each in checks)
        if choice.versus is None and not any(each.modifier + SIDES >= self.options.dc(each.dc) for each in checks):
            self.wrong("nobody-can", f"{path}.dc", choice.dc, "a DC that one of the party reaches", "no roll of anybody's reaches it")
        elif choice.risk_level != risk_of(best):
            why = f"the best of the party succeeds in {float(best):.0%} of all tries"
            self.wrong("risk", f"{path}.riskLevel", choice.risk_level.slug, risk_of(best).slug, why)

    def target(self, choice: NextChoice, path: str) -> bool:
        """Whether the DC is that of the difficulty, or the opponent of a contest has a stat that there is."""
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
        """A choice without a roll has nothing to roll with, and risks nothing."""
        for code, name in (("stat", "stat"), ("dc", "difficulty"), ("dc", "dc"), ("dc", "versus")):
            got = getattr(choice, name)
            if got is not None:
                self.wrong(code, f"{path}.{name}", _word(got), None, "the choice requires no roll")
        if choice.risk_level != Risk.SAFE:
            self.wrong("risk", f"{path}.riskLevel", choice.risk_level.slug, Risk.SAFE.slug, "what is not rolled cannot fail")

    # texts

    def texts(self, answer: NarratorAnswer) -> None:
        """Every text says something, is not too long, and can be shown."""
        for path, text, most in _texts_of(answer):
            sign = unprintable(text) if most == MAX_TEXT else unprintable(text) or ("U+000A" if "\n" in text else None)
            if not text.strip():
                self.wrong("bad-text", path, text, "a text", "it says nothing")
            elif len(text) > most:
                self.wrong("bad-text", path, f"{len(text)} signs", f"at most {most}", "nobody reads more")
            elif sign:
                self.wrong("bad-text", path, sign, "signs that can be shown", "no terminal should be given it")


ABSENT = "absent"
KINDS = {
    "extra_forbidden": ABSENT,
    "missing": "a value",
    "model_type": "an object",
    "int_type": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "literal_error": "one of the words of the schema",
    "unknown_code": "one of the words of the schema",
}
"""What is expected where pydantic finds something else."""
CHANGES = "answer.stateChanges"
DECIDED = "the rules have decided otherwise"
MAX_VALUE = 99


def _texts_of(answer: NarratorAnswer) -> Iterator[tuple[str, str, int]]:
    """Every text of an answer, with its path and how long it may be."""
    yield "answer.narrative", answer.narrative, MAX_TEXT
    changes = answer.state_changes
    for name, text in (("progress", changes.progress), ("setback", changes.setback)):
        if text is not None:
            yield f"{CHANGES}.{name}", text, MAX_LINE
    for name, items in (("gained", changes.gained), ("lost", changes.lost)):
        yield from ((f"{CHANGES}.{name}.{i}", item, MAX_LINE) for i, item in enumerate(items))
    for i, choice in enumerate(answer.choices):
        for name in ("id", "text", "consequence"):
            if getattr(choice, name) is not None:
                yield f"answer.choices.{i}.{name}", getattr(choice, name), MAX_LINE


def _after(who: Member, changes: StateChanges) -> Member:
    """A character after the changes."""
    carries = Counter(who.carries) - Counter(changes.lost) + Counter(changes.gained)
    health = None if who.health is None else max(who.health + changes.health, 0)
    gold = max(who.gold + changes.gold, 0)
    return who.model_copy(update={"carries": tuple(carries.elements()), "health": health, "gold": gold})


def lacking(who: Member, choice: NextChoice) -> list[str]:
    """What somebody lacks to take a choice, each by its path."""
    needs = choice.needs
    lacks = {
        "stat": choice.requires_roll and choice.stat is not None and choice.stat not in who.stats,
        "needs.items": bool(Counter(needs.items) - Counter(who.carries)),
        "needs.gold": who.gold < needs.gold,
        "needs.level": who.level < needs.level,
        "needs.stats": any(who.stats.get(each.stat, 0) < each.least for each in needs.stats),
    }
    return [name for name, lack in lacks.items() if lack]


def degree_of(roll: Mapping[str, Any], who: Member, choice: EnhancedChoice, options: Options) -> Degree:
    """The degree of success of a roll that has been verified."""
    stat = choice.rolled_stat
    assert stat is not None
    mode = mode_of(choice, options)
    check = Check(stat_of(who, stat), choice.dc or 0, choice.versus, mode, choice.modifier, options)
    theirs = () if choice.versus is None else (roll["against"]["roll"],)
    return check.degree(*theirs, *(roll["rolls"] if mode else (roll["roll"],)))


def _word(value: Any) -> Any:
    """A code as the word that JSON has, anything else as it is."""
    if isinstance(value, (Stat, Tier, Risk, Degree)):
        return value.slug
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value


def _plain(path: str) -> str:
    """A path that can be shown: names in it may come from anybody."""
    return shown(path)[1:-1] if len(path) > 200 or unprintable(path) or "\n" in path else path


def _small(value: Any) -> Any:
    """What was given, if it is small enough to be repeated."""
    if value is None or isinstance(value, bool) or (isinstance(value, str) and len(value) <= 200 and not unprintable(value)):
        return value
    if isinstance(value, (int, float)) and abs(value) < 1e15:
        return value
    text = shown(value)
    return value if isinstance(value, (list, dict)) and len(text) < MAX_SHOWN and "NaN" not in text and "Infinity" not in text else text
