"""Explaining: what a name means in a game. From its content's cards, the prose of its rules, and what its rule options say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from fracas.engine.contract.campaign import CharacterSheet, Choice
from fracas.engine.contract.cards import card, card_of, title_of
from fracas.engine.contract.describing import ruleset_options
from fracas.engine.contract.facets import Story
from fracas.engine.contract.matchup import under_its_packs
from fracas.engine.contract.ruleset import SCENARIOS, VARIANTS, Ruleset
from fracas.engine.play.action import Action, Standing, verb_of
from fracas.engine.play.view import quick_odds
from fracas.errors import FracasError, unknown

MOST_RULES, MOST_OPTIONS, MOST_CARDS = 5, 6, 3
"""Sentences of rules, options and cards that one explanation has."""
LEAST_WORD = 4
"""Signs of a word that is looked for in what single rules do."""
MARKS = re.compile(r"\*\*|(?<!\w)\*(?=\w)|(?<=[\w.])\*(?!\w)|`")
"""Signs of Markdown that a terminal does not need."""
ENDINGS = ("ing", "ed", "s")
SOURCE = re.compile(r" \(ours: [^()]*(?:\([^()]*\)[^()]*)*\)")
"""Where the text of an option says whose decision its value is: for designers, not for players."""
TERM = re.compile(r"(?<!\w)\*{1,2}([A-Za-z][\w -]*)\*{1,2}(?!\w)")


@dataclass(frozen=True)
class Explanation:
    """What something is: a title, and lines, each a sentence or a field of a card."""

    title: str
    lines: tuple[str, ...]

    def to_data(self) -> dict[str, Any]:
        """The explanation as data for JSON."""
        return {"title": self.title, "lines": list(self.lines)}


# the prose of the rules


@lru_cache(32)
def _paragraphs(doc: str) -> tuple[str, ...]:
    """The paragraphs of a docstring on one line each, items of a list by themselves; the table of modules is for programmers."""
    found: list[str] = []
    for part in re.split(r"\n\s*\n", doc):
        lines = [line.strip() for line in part.strip().splitlines()]
        if not lines or lines[0].startswith(("|", "==")) or lines[-1].endswith("is:"):
            continue
        for line in lines:
            if not found or line.startswith("* ") or line is lines[0]:
                found.append(f"- {line[2:]}" if line.startswith("* ") else line)
            else:
                found[-1] += f" {line}"
    return tuple(found)


def _rules_doc(ruleset: Ruleset) -> str:
    module = ruleset.part("rules")
    return (module.__doc__ or "") if module is not None else ""


def rules_in_prose(ruleset: Ruleset) -> Explanation:
    """The rules of a game as its rules module tells them: a paragraph a line."""
    found = [MARKS.sub("", part) for part in _paragraphs(_rules_doc(ruleset))]
    return Explanation(found[0] if found else ruleset.title, tuple(found[1:]) or ("Its rules say nothing of themselves.",))


def _stems(word: str) -> list[str]:
    """A word and what it is made from: bleeding, bleed."""
    low = word.lower().strip()
    return [low, *(low.removesuffix(end) for end in ENDINGS if low.endswith(end) and len(low) - len(end) > 2)]


def _says(text: str, word: str) -> bool:
    """Whether a text speaks of a word."""
    return any(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE) for stem in _stems(word))


@lru_cache(32)
def _told_by_rules(ruleset: Ruleset) -> tuple[str, ...]:
    """What the functions of the rules say that they do, each a sentence of their own."""
    module = ruleset.part("rules")
    if module is None or module.__file__ is None:
        return ()
    home = Path(module.__file__)
    files = sorted(home.parent.glob("*.py")) if home.name == "__init__.py" else [home]
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    docs = (ast.get_docstring(node) for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return tuple(dict.fromkeys(MARKS.sub("", " ".join(doc.split("\n\n")[0].split())) for doc in docs if doc))


def rules_about(ruleset: Ruleset, word: str, options: BaseModel | None = None) -> list[str]:
    """What the rules say of a word: paragraphs of their prose, else what single rules do; and the options that set it."""
    paragraphs = [part for part in _paragraphs(_rules_doc(ruleset))[1:] if _says(part, word)]
    ranked = sorted(paragraphs, key=lambda part: not any(_says(term, word) for term in TERM.findall(part)))
    found = [_sentences(MARKS.sub("", part), word) for part in ranked][:MOST_RULES]
    if not found:
        found = [said for said in _told_by_rules(ruleset) if len(word) >= LEAST_WORD and _says(said, word)][:MOST_RULES]
    set_by = [option for option in ruleset_options(ruleset).options if _says(option.name.replace("_", " "), word)][:MOST_OPTIONS]
    values = options.model_dump(mode="json") if options is not None else {}
    return [*found, *(f"{SOURCE.sub('', option.text)}: {_value(values.get(option.name, option.default))}" for option in set_by)]


def rules_told(ruleset: Ruleset, word: str = "", options: BaseModel | None = None) -> Explanation:
    """The rules of a game in prose, or what they say of a word."""
    if not word:
        return rules_in_prose(ruleset)
    said = rules_about(ruleset, word, options)
    if not said:
        raise FracasError("unknown-word", f"the rules say nothing of {word[:60]!r}", "type: rules")
    return Explanation(word, tuple(said))


def _sentences(paragraph: str, word: str) -> str:
    """The sentences of a paragraph that speak of a word, each with the one that follows it."""
    parts = re.split(r"(?<=[.!?])\s+", paragraph)
    about = {i for i, part in enumerate(parts) if _says(part, word)}
    kept = [part for i, part in enumerate(parts) if i in about or i - 1 in about]
    return " ".join(kept)


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_value(each) for each in value) or "none"
    return {True: "yes", False: "no", None: "none"}.get(value, str(value)) if isinstance(value, bool | None) else str(value)


# what is in a fight


def _base(name: str) -> str:
    """A fighter's name without its number: Corrupted Servitor of Corrupted Servitor 2."""
    return re.sub(r"\s+\(?\d+\)?$", "", name)


def _inner(thing: Any) -> Iterator[BaseModel]:
    """Every part of a scenario that is written out in it."""
    if isinstance(thing, BaseModel):
        yield thing
        for key in type(thing).model_fields:
            yield from _inner(getattr(thing, key))
    elif isinstance(thing, dict):
        for each in thing.values():
            yield from _inner(each)
    elif isinstance(thing, (list, tuple)):
        for each in thing:
            yield from _inner(each)


def _title(entry: Any, slug: str) -> str:
    return title_of(entry, slug) if isinstance(entry, BaseModel) else str(entry.get("title", entry.get("name", slug)))


def _shown(ruleset: Ruleset, kind: str, slug: str, width: int) -> list[str]:
    """The card of an entry; of a story, only what it says of itself before it begins."""
    found = card(ruleset, kind, slug, uses=False)
    if isinstance(ruleset, Story) and kind in ruleset.told_as_stories:
        found = replace(found, lines=())
    return found.shown(width, usual=False)


def _cards(ruleset: Ruleset, name: str, width: int, scenario: Any = None) -> list[list[str]]:
    """The cards of what is called so: of the content, and of what is written out in the scenario."""
    low = name.lower().replace("-", " ")
    called = [
        (kind.name, slug)
        for kind in ruleset.kinds().values()
        if kind.name not in (SCENARIOS, VARIANTS)
        for slug, entry in ruleset.entries(kind.name).items()
        if low in (_title(entry, slug).lower().replace("-", " "), slug.replace("-", " "))
    ]
    meant = [each for each in called if f"'{each[1]}'" in str(scenario)] or called  # of several of a name, who is here
    found = [_shown(ruleset, kind, slug, width) for kind, slug in meant]
    if not found:
        inner = [part for part in _inner(scenario) if title_of(part).lower().replace("-", " ") == low]
        found = [card_of(ruleset, part).shown(width, usual=False) for part in inner[:1] if part is not scenario]
    return found[:MOST_CARDS]


def names_of(ruleset: Ruleset) -> list[str]:
    """What can be looked at in a game: what its rules and its content speak of."""
    kinds = [kind.name for kind in ruleset.kinds().values() if kind.name not in (SCENARIOS, VARIANTS)]
    content = [_title(entry, slug) for kind in kinds for slug, entry in ruleset.entries(kind).items()]
    terms = [term for part in _paragraphs(_rules_doc(ruleset)) for term in TERM.findall(part)]
    return list(dict.fromkeys([*terms, *content]))


def names_in(fight: Standing) -> list[str]:
    """What can be looked at in a fight: who fights, what can be done, what the content and the rules speak of."""
    actions = (action.name for action in fight.legal())
    return list(dict.fromkeys([*fight.setup.names, *actions, *names_of(fight.encounter.ruleset)]))


@under_its_packs
def look(fight: Standing, wanted: str, width: int = 79, hero: CharacterSheet | None = None) -> Explanation:
    """What a name means in a fight: a fighter, an ability, an item, an effect, a meter, a word of the rules; ``hero`` is who fights it."""
    ready = fight.encounter
    ruleset, scenario = ready.ruleset, ready.setup.scenario
    known = [*([hero.name] if hero is not None else []), *names_in(fight)]
    oneself = fight.setup.names[0]
    name = _named(ruleset, oneself if _is_oneself(wanted) else wanted, known)
    name = oneself if hero is not None and name == hero.name else name
    own = [line.strip() for line in ruleset.status(fight.setup, fight.state) if line.strip().lower().startswith(f"{name.lower()}:")]
    if hero is not None and name == oneself:
        before = (f"When the fight began: {hero.standing}", *hero.lines)
        return Explanation(f"{hero.name}, {hero.kind}", (*own, *([""] if own else []), *before))
    cards = _cards(ruleset, name, width, scenario) or (_cards(ruleset, _base(name), width, scenario) if _base(name) != name else [])
    said = [] if cards and name in fight.setup.names else rules_about(ruleset, _base(name), ready.setup.options)
    return _explained(wanted, name, own, cards, said, known)


def look_up(
    ruleset: Ruleset, wanted: str, width: int = 79, options: BaseModel | None = None, hero: CharacterSheet | None = None
) -> Explanation:
    """What a name means in a game, without a fight: who the ``hero`` of a campaign is, what its content and its rules say of it."""
    known = [*([hero.name] if hero is not None else []), *names_of(ruleset)]
    name = _named(ruleset, hero.name if hero is not None and _is_oneself(wanted) else wanted, known)
    if hero is not None and name == hero.name:
        return Explanation(f"{name}, {hero.kind}", (hero.standing, *(("", *hero.lines) if hero.lines else ())))
    return _explained(wanted, name, [], _cards(ruleset, name, width), rules_about(ruleset, name, options), known)


def _is_oneself(wanted: str) -> bool:
    """Whether players ask about themselves."""
    return wanted.strip().lower() in ("me", "myself")


def _named(ruleset: Ruleset, wanted: str, names: Sequence[str]) -> str:
    """The name that is meant: itself, or the only one with a word that begins so, unless the rules speak of just that word."""
    text = " ".join(wanted.split())
    known = {name.lower(): name for name in names}
    if text.lower() in known:
        return known[text.lower()]
    if not text or rules_about(ruleset, text):
        return text
    begun = [each for low, each in known.items() if low.startswith(text.lower())]
    within = [each for low, each in known.items() if re.search(rf"\b{re.escape(text.lower())}", low)]
    return next((fits[0] for fits in (begun, within) if len(fits) == 1), text)


def _explained(
    wanted: str, name: str, own: Sequence[str], cards: Sequence[Sequence[str]], said: Sequence[str], known: Sequence[str]
) -> Explanation:
    """What is known of a name: its own lines, cards, what the rules say; it is an error if that is nothing."""
    lines = [*own, *(line for each in cards for line in ["", *each][not own and each is cards[0] :])]
    if not lines and not said:
        raise unknown("thing to look at", wanted, known)
    return Explanation(name, (*lines, *([""] if lines and said else []), *said))


def explain_choice(ruleset: Ruleset, choice: Choice, width: int = 79) -> Explanation:
    """What a choice between fights is: its text, and the card of what it names, as in ``learn level-cut``."""
    words = choice.name.split(" ")
    found = (_cards(ruleset, " ".join(words[at:]), width) for at in range(len(words)))
    cards = next((each for each in found if each), [])
    text = f"{choice.name}: {choice.text}" if choice.text else choice.name
    return Explanation(choice.name, (text, *(line for each in cards for line in ["", *each])))


@under_its_packs
def explain_action(fight: Standing, wanted: int | str | Action, width: int = 79) -> Explanation:
    """What an action is: what it costs and brings, its odds in full, the card of what it uses, what the rules say of it.

    Of several actions that differ only in their target, the odds of each are told.
    """
    ready = fight.encounter
    actions = _meant(fight, wanted)
    lines: list[str] = []
    for action in actions:
        details = ready.ruleset.action_details(fight.setup, fight.state, action.code)
        lines.append(quick_odds(fight, action).sentence(details))
    first = actions[0]
    verb = verb_of(first.name, ready.ruleset.action_targets(fight.setup, fight.state, first.code))
    scenario = ready.setup.scenario
    used = _cards(ready.ruleset, verb, width, scenario)
    if " " in verb:
        used += _cards(ready.ruleset, verb.partition(" ")[2], width, scenario)
    if used:
        lines += ["", *used[0]]
    said = rules_about(ready.ruleset, verb if used else verb.partition(" ")[0], ready.setup.options)
    return Explanation(verb, (*lines, *([""] if said else []), *said))


def _meant(fight: Standing, wanted: int | str | Action) -> list[Action]:
    """The action that is meant, or all of the same verb."""
    if isinstance(wanted, str):
        legal = fight.legal()
        ruleset = fight.encounter.ruleset
        verbs = [verb_of(each.name, ruleset.action_targets(fight.setup, fight.state, each.code)).lower() for each in legal]
        same = [each for each, verb in zip(legal, verbs, strict=True) if verb == " ".join(wanted.lower().split())]
        if same:
            return same
    return [fight.action(wanted)]


def about(fight: Standing, wanted: str, width: int = 79, hero: CharacterSheet | None = None) -> Explanation:
    """What a player asks about: an action that can be done now, or anything else by its name."""
    try:
        return explain_action(fight, wanted, width)
    except FracasError as error:
        if error.code == "ambiguous":
            raise
    return look(fight, wanted, width, hero)


def told(explanation: Explanation) -> Sequence[str]:
    """An explanation with its title as the first line."""
    return (explanation.title, *explanation.lines)
