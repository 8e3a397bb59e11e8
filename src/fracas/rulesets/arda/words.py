"""ARDA in words: scenes, checks and blows as a player reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from fracas.dice import Entry, Event, Roll
from fracas.engine.contract.setup import Setup
from fracas.rulesets.arda import changes, models, rules
from fracas.rulesets.arda.book import Cast
from fracas.rulesets.arda.checks import needed, stat_modifier
from fracas.rulesets.arda.state import (
    AMBUSH,
    APPROACHES,
    FELL,
    FIGHT_ACTIONS,
    FIGHTING,
    HEAVY,
    RAISE,
    RESTS,
    SHOOT,
    STANDARD,
    STATS,
    STRIKE,
    SUCCESS,
    THORNS,
    TIERS,
    USE,
    Said,
)

WIDTH = 96
CAME = {0: "a natural 1, a complication", 1: "failure", 2: "success", 3: "a natural 20, exceptional"}
RESTED = {"short": "You rest a little.", "camp": "You make camp.", "long": "You rest long and well."}
TRIES = {
    "strike": "You strike at {}.",
    "shoot": "You shoot at {}.",
    "guard": "You guard against {}.",
    "trick": "You try to trick {}.",
    "talk": "You talk to {}.",
    "flee": "You try to get away from {}.",
}
BLOWS = {
    0: "{} strikes back.",
    HEAVY: "The heavy blow of {} falls.",
    AMBUSH: "{} strikes before you are ready.",
    THORNS: "To touch {} hurts.",
}


def cast_in(setup: Setup) -> Cast:
    """Everything that the scenario's adventure refers to."""
    cast: Cast = setup.details["cast"]
    return cast


def signed(number: int) -> str:
    """A number with its sign."""
    return f"{number:+d}"


def at_first(text: str) -> str:
    """A sentence that begins with a capital letter."""
    return text[:1].upper() + text[1:]


# --- actions ----------------------------------------------------------------------------------------------------------------------


def choice_at(setup: Setup, now: Any, action: int) -> models.Choice:
    """The choice of the scene that an action is."""
    number = int(setup.book[0].scenes[int(now.scene)].first) + action
    return cast_in(setup).choices[number - 1][1]


def action_name(setup: Setup, now: Any, action: int) -> str:
    """An action as a player types it."""
    if action >= RAISE:
        return f"raise {STATS[action - RAISE]}"
    if action >= USE:
        return f"use {tuple(cast_in(setup).items)[action - USE - 1]}"
    if action >= FIGHT_ACTIONS:
        return APPROACHES[action - FIGHT_ACTIONS]
    return choice_at(setup, now, action).id


def roll_details(stat: str, modifier: int, dc: int, face: int) -> str:
    """What must be rolled, in a few words."""
    return f"{stat} {signed(modifier)} against DC {dc}, {face} or more"


def hits_for(setup: Setup, now: Any, approach: int) -> str:
    """What a blow does, in a few words."""
    if approach not in (STRIKE, SHOOT):
        return ""
    low, high = (int(setup.book[0].rules[side][STANDARD]) + int(now.level) for side in ("tier_low", "tier_high"))
    return f"hits for {low} to {high}; "


def action_details(setup: Setup, now: Any, action: int) -> str:
    """What an action is, what it is rolled with, and what it risks."""
    book, cast = setup.book[0], cast_in(setup)
    if action >= RAISE:
        stat = action - RAISE
        return f"from {int(now.natural[stat])} to {int(now.natural[stat]) + 1}"
    if action >= USE:
        return tuple(cast.items.values())[action - USE - 1].text
    if action >= FIGHT_ACTIONS:
        approach = action - FIGHT_ACTIONS
        enemy = int(book.scenes[int(now.scene)].enemy)
        dc, modifier = int(rules.approach_dc(now, book, enemy, approach)), int(rules.approach_modifier(now, book, enemy, approach))
        sheet = book.enemies[enemy]
        told = roll_details(STATS[int(sheet.stat[approach])], modifier, dc, int(needed(dc, modifier, book.rules)))
        tier = int(rules.harm_of(now, book, enemy, int(sheet.tier[approach])))
        return f"{told}; {hits_for(setup, now, approach)}failing costs {TIERS[tier]} damage"
    choice = choice_at(setup, now, action)
    parts = [choice.text.rstrip(".")]
    stat_name = choice.rolled_stat
    if choice.requires_roll and stat_name is not None:
        stat = STATS.index(stat_name)
        modifier = int(stat_modifier(changes.stat_value(now, book, stat), book.rules)) + choice.modifier
        if choice.versus is not None:
            against = int(stat_modifier(choice.versus, book.rules))
            parts.append(f"contest of {stat_name} {signed(modifier)} against {signed(against)}")
        else:
            dc = setup.options.dc(choice.dc)
            parts.append(roll_details(stat_name, modifier, dc, int(needed(dc, modifier, book.rules))))
        if setup.options.advantage and choice.advantage:
            parts.append(f"with {choice.advantage}")
    if choice.risk_level != "safe":
        parts.append({"moderate": "some risk", "dangerous": "dangerous"}[choice.risk_level])
    if choice.consequence:
        parts.append(choice.consequence.rstrip("."))
    return "; ".join(parts)


def refusal(setup: Setup, now: Any, wanted: str) -> str | None:
    """Why a choice of this scene, or a fight's approach, is not open."""
    if int(now.raises):
        return "a stat must be raised first"
    book, cast = setup.book[0], cast_in(setup)
    text = wanted.strip().lower()
    scene = book.scenes[int(now.scene)]
    if int(scene.kind) == FIGHTING and text in APPROACHES:
        enemy = cast.enemies[tuple(cast.enemies)[int(scene.enemy) - 1]]
        if text == "trick" and int(now.exposed):
            return f"{at_first(enemy.inside)} is exposed already"
        reasons = {"talk": "does not listen", "flee": "leaves no way out", "trick": "is not to be tricked"}
        return f"{at_first(enemy.inside)} {reasons.get(text, 'is out of reach')}"
    for i in range(int(scene.count)):
        choice = choice_at(setup, now, i)
        if choice.id.lower() == text:
            return f"{choice.id!r} is not open: it needs {needs_in_words(choice.needs, cast)}"
    return None


def needs_in_words(needs: models.Needs, cast: Cast) -> str:
    """What must be so, in words."""
    parts = [cast.items[item].name for item in needs.items]
    parts += [f"to know: {fact.replace('-', ' ')}" for fact in needs.facts]
    parts += [f"not to know: {fact.replace('-', ' ')}" for fact in needs.without]
    parts += [f"{needs.gold} gold"] if needs.gold else []
    parts += [f"level {needs.level}"] if needs.level > 1 else []
    parts += [f"{stat} {value}" for stat, value in needs.stat.items()]
    return ", ".join(parts)


# --- where it stands --------------------------------------------------------------------------------------------------------------


def carried_names(cast: Cast, items: int) -> Iterator[str]:
    """What is carried, by name."""
    for number, item in enumerate(cast.items.values(), 1):
        count = changes.carried(items, number)
        if count:
            yield item.name if count == 1 else f"{count} × {item.name}"


def status_lines(setup: Setup, now: Any) -> list[str]:
    """The hero, what it carries, how quests stand, and the enemy at hand."""
    book, cast = setup.book[0], cast_in(setup)
    hero: models.Hero = setup.details["hero"]
    hp = f"{int(now.hp)} of {int(changes.max_hp(now, book))} HP"
    lines = [f"{hero.name}: {hp}, level {int(now.level)} ({int(now.xp)} XP), {int(now.gold)} gold"]
    values = [int(changes.stat_value(now, book, stat)) for stat in range(len(STATS))]
    lines.append(
        ", ".join(f"{stat} {value} ({signed(int(stat_modifier(value, book.rules)))})" for stat, value in zip(STATS, values, strict=True))
    )
    things = list(carried_names(cast, int(now.items)))
    if things:
        lines.append("carried: " + ", ".join(things))
    if int(now.effect):
        effect = tuple(cast.effects.values())[int(now.effect) - 1]
        turns = abs(int(now.turns))
        lines.append(f"{effect.name} for {turns} more {'turn' if turns == 1 else 'turns'}: {effect.text}")
    for quest in cast.adventure.quests.values():
        done = sum(bool(int(now.facts) >> cast.facts.index(step) & 1) for step in quest.steps)
        lines.append(f"{quest.title}: {done} of {len(quest.steps)}")
    scene = book.scenes[int(now.scene)]
    if int(scene.kind) == FIGHTING and not int(now.ending):
        lines.append(enemy_line(setup, now, int(scene.enemy)))
    return lines


def enemy_line(setup: Setup, now: Any, number: int) -> str:
    """The enemy at hand."""
    book, cast = setup.book[0], cast_in(setup)
    enemy = tuple(cast.enemies.values())[number - 1]
    parts = [f"{int(now.foe)} of {enemy.hp} HP"]
    if int(now.resolve):
        parts.append(f"resolve {int(now.resolve)}")
    if int(now.exposed):
        parts.append("exposed")
    if int(now.frenzied):
        parts.append("in frenzy")
    if changes.heavy_now(now, book, number):
        parts.append("a heavy blow is coming")
    if int(now.ready):
        parts.append("you are ready")
    return f"{enemy.name}: " + ", ".join(parts)


# --- the log ----------------------------------------------------------------------------------------------------------------------


class Teller:
    """Tells a log in words, in order."""

    def __init__(self, setup: Setup) -> None:
        self._cast = cast_in(setup)
        self._enemy = ""
        self._mode = 0
        self._asked: Event | None = None
        self._rolled: list[Roll] = []
        self._lines: list[str] = []

    def tell(self, entries: Sequence[Entry]) -> list[str]:
        """The lines of a log."""
        for entry in entries:
            if isinstance(entry, Roll):
                self._rolled.append(entry)
            else:
                telling = getattr(self, f"_on_{Said(entry.code).name.lower()}", None)
                if telling is not None:
                    telling(entry)
        return self._lines

    def _say(self, text: str, indent: str = "") -> None:
        for paragraph in text.split("\n"):
            self._lines += wrap(paragraph, WIDTH, initial_indent=indent, subsequent_indent=indent) or [""]

    def _note(self, text: str) -> None:
        self._say(text, "  ")

    def _item(self, number: int) -> str:
        return tuple(self._cast.items.values())[number - 1].name

    def _effect(self, number: int) -> models.Effect:
        return tuple(self._cast.effects.values())[number - 1]

    # scenes and choices

    def _on_scene(self, event: Event) -> None:
        scene = tuple(self._cast.adventure.scenes.values())[event.a - 1]
        self._lines += ["", f"— {scene.title} —"]
        self._say(scene.text)
        for passage in scene.also:
            if self._holds(passage.when, event.b, event.c):
                self._say(passage.text)

    def _holds(self, needs: models.Needs, facts: int, items: int) -> bool:
        have, lack = self._cast.facts_mask(needs.facts), self._cast.facts_mask(needs.without)
        return facts & have == have and not facts & lack and all(changes.carried(items, self._cast.item(name)) for name in needs.items)

    def _on_chosen(self, event: Event) -> None:
        self._say(f"> {self._cast.choices[event.a - 1][1].text}")

    def _on_told(self, event: Event) -> None:
        text = self._cast.results[event.a - 1].text
        if text:
            self._say(text)

    def _on_ending(self, event: Event) -> None:
        if event.a == FELL:
            self._say(self._cast.adventure.fallen)

    # checks

    def _on_keeping(self, event: Event) -> None:
        self._mode = event.a

    def _on_check(self, event: Event) -> None:
        self._asked = event
        self._rolled.clear()

    _on_contest = _on_check

    def _on_came_out(self, event: Event) -> None:
        asked = self._asked
        if asked is None:
            return
        roll = self._rolled[-1]
        kept = kept_face(roll.faces, self._mode)
        shown = str(kept) if len(roll.faces) == 1 else f"{kept} (of {' and '.join(map(str, roll.faces))})"
        total = f"d20 {shown} {signed(asked.b)} = {kept + asked.b}"
        stat = STATS[asked.a].capitalize()
        if asked.code == Said.CONTEST:
            theirs = self._rolled[0].result
            line = f"{stat}: {total} against d20 {theirs} {signed(asked.c)} = {theirs + asked.c}: {CAME[event.a]}"
        else:
            line = f"{stat}: {total} against DC {asked.c}: {CAME[event.a]}"
        self._note(f"{line}.")
        self._mode, self._asked = 0, None

    def _on_lucky(self, event: Event) -> None:
        self._note("A breakthrough: it could not have gone better.")

    def _on_worse(self, event: Event) -> None:
        self._note("It goes as badly as it can.")

    # the hero

    def _on_hurt(self, event: Event) -> None:
        self._note(f"You lose {event.a} HP ({TIERS[event.b]}); {event.c} left.")

    def _on_healed(self, event: Event) -> None:
        self._note(f"You regain {event.a} HP; {event.b} now.")

    def _on_xp(self, event: Event) -> None:
        self._note(f"{event.a} XP; {event.b} in all.")

    def _on_level(self, event: Event) -> None:
        self._note(f"You reach level {event.a}.")

    def _on_raised(self, event: Event) -> None:
        self._note(f"Your {STATS[event.a]} rises to {event.b}.")

    def _on_gold(self, event: Event) -> None:
        self._note(f"{abs(event.a)} gold {'gained' if event.a > 0 else 'gone'}; {event.b} now.")

    def _on_gained(self, event: Event) -> None:
        self._note(f"Taken: {self._item(event.a)}.")

    def _on_lost(self, event: Event) -> None:
        self._note(f"Gone: {self._item(event.a)}.")

    def _on_used(self, event: Event) -> None:
        self._say(f"> You use: {self._item(event.a)}.")

    def _on_effect(self, event: Event) -> None:
        effect = self._effect(event.a)
        self._note(f"{effect.name} for {event.b} {'turn' if event.b == 1 else 'turns'}: {effect.text}")

    def _on_effect_over(self, event: Event) -> None:
        self._note(f"{self._effect(event.a).name}: over.")

    def _on_harm(self, event: Event) -> None:
        self._note(f"{self._effect(event.a).name}: you lose {event.b} HP; {event.c} left.")

    def _on_rested(self, event: Event) -> None:
        self._note(RESTED[RESTS[event.a]])

    # fights

    def _on_fight(self, event: Event) -> None:
        enemy = tuple(self._cast.enemies.values())[event.a - 1]
        self._enemy = enemy.inside
        self._note(f"A fight with {self._enemy}, {event.b} HP.")

    def _on_approach(self, event: Event) -> None:
        self._say("> " + TRIES[APPROACHES[event.a]].format(self._enemy))

    def _of_enemy(self, text: str) -> None:
        self._note(at_first(text.format(self._enemy)))

    def _on_wounds(self, event: Event) -> None:
        self._of_enemy(f"{{}} loses {event.a} HP; {event.b} left.")

    def _on_strikes(self, event: Event) -> None:
        self._of_enemy(BLOWS[event.a])

    def _on_winds_up(self, event: Event) -> None:
        self._of_enemy("{} makes ready for a heavy blow: only a good guard will keep it away.")

    def _on_mends(self, event: Event) -> None:
        self._of_enemy(f"{{}} mends: {event.b} HP now.")

    def _on_frenzy(self, event: Event) -> None:
        self._of_enemy("{} falls into a frenzy: the blows are harder from now on.")

    def _on_exposed(self, event: Event) -> None:
        self._of_enemy("{} is exposed: everything against it is easier now.")

    def _on_ready(self, event: Event) -> None:
        self._note("Nothing gets through, and you are ready for what comes.")

    def _on_resolve(self, event: Event) -> None:
        if event.a:
            self._of_enemy(f"{{}} wavers; resolve {event.a}.")

    def _on_yields(self, event: Event) -> None:
        self._of_enemy("{} yields.")

    def _on_won(self, event: Event) -> None:
        self._of_enemy("{} is beaten.")

    def _on_fled(self, event: Event) -> None:
        self._note("You get away.")


def kept_face(faces: Sequence[int], mode: int) -> int:
    """The face that counts of one die, or of two with advantage (above 0) or disadvantage."""
    return max(faces) if mode > 0 else min(faces)


NEWS = {
    Said.YIELDS: "it yields",
    Said.WON: "it is beaten",
    Said.FLED: "you get away",
    Said.EXPOSED: "it is exposed",
    Said.READY: "you are ready",
}


def news(setup: Setup, entries: Sequence[Entry]) -> tuple[str, ...]:
    """How a check comes out, and what it leads to, for the odds a player sees."""
    said: dict[str, None] = {}
    hurt = False
    for entry in entries:
        if isinstance(entry, Roll):
            continue
        if entry.code == Said.CAME_OUT and entry.a >= SUCCESS:
            said["succeeds"] = None
        if entry.code in NEWS:
            said[NEWS[Said(entry.code)]] = None
        hurt = hurt or entry.code in (Said.HURT, Said.HARM)
    if any(isinstance(entry, Event) and entry.code == Said.ENDING for entry in entries):
        said = {word: None for word in said if word == "succeeds"}  # the end says the rest
    return (*said, *(["hurts you"] if hurt else []))


def spoils_lines(setup: Setup, now: Any) -> list[str]:
    """What is left when it is over."""
    cast = cast_in(setup)
    lines = [f"Level {int(now.level)} with {int(now.xp)} XP, {int(now.gold)} gold."]
    things = list(carried_names(cast, int(now.items)))
    return [*lines, f"Carried to the end: {', '.join(things)}."] if things else lines
