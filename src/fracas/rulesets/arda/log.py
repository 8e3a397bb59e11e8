"""The log in words: scenes, checks and blows as a player reads them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from fracas.dice import Entry, Event, Roll
from fracas.engine.contract import telling
from fracas.engine.contract.setup import Setup
from fracas.engine.contract.telling import Told
from fracas.rulesets.arda import models
from fracas.rulesets.arda.cast import number_of, numbered
from fracas.rulesets.arda.codes import FELL, Approach, Blow, Degree, Rest, Said, Stat, Tier
from fracas.rulesets.arda.labels import capitalised, cast_in
from fracas.rulesets.arda.rules.items import carried

WIDTH = telling.PROSE_WIDTH
INDENT = "  "
SUCCEEDS, HURTS = "succeeds", "hurts you"
DEGREES = {
    Degree.FUMBLE: "a natural 1, a complication",
    Degree.FAILURE: "failure",
    Degree.SUCCESS: "success",
    Degree.CRITICAL: "a natural 20, exceptional",
}
RESTS = {Rest.SHORT: "You rest a little.", Rest.CAMP: "You make camp.", Rest.LONG: "You rest long and well."}
TRIES = {
    Approach.STRIKE: "You strike at {a:enemy}.",
    Approach.SHOOT: "You shoot at {a:enemy}.",
    Approach.GUARD: "You guard against {a:enemy}.",
    Approach.TRICK: "You try to trick {a:enemy}.",
    Approach.TALK: "You talk to {a:enemy}.",
    Approach.FLEE: "You try to get away from {a:enemy}.",
}
BLOWS = {
    Blow.ORDINARY: "{a:Enemy} strikes back.",
    Blow.HEAVY: "The heavy blow of {a:enemy} falls.",
    Blow.AMBUSH: "{a:Enemy} strikes before you are ready.",
    Blow.THORNS: "To touch {a:enemy} hurts.",
}
WAYS_OUT = {True: "only a good guard will keep it away", False: "this is no moment to fail"}


def kept_face(faces: Sequence[int], advantage: int) -> int:
    """The face that counts, of one die, or of two with advantage (above 0) or disadvantage."""
    return max(faces) if advantage > 0 else min(faces)


class Teller(telling.Teller):
    """Tells the log of an adventure. ``{a:enemy}`` in a template is the current enemy, whatever the number."""

    EVENTS = Said
    WORDS = {
        "enemy": lambda teller, _: teller.enemy,
        "Enemy": lambda teller, _: capitalised(teller.enemy),
        "stat": Stat.slugs(),
        "tier": Tier.slugs(),
        "rest": lambda _, number: RESTS[Rest(number)],
        "tries": lambda teller, number: teller.words(TRIES[Approach(number)]),
        "blow": lambda teller, number: teller.words(BLOWS[Blow(number)]),
        "choice": lambda teller, number: teller.cast.choices[number - 1][1].text,
        "item": lambda teller, number: numbered(teller.cast.items, number).name,
        "effect": lambda teller, number: numbered(teller.cast.effects, number).name,
        "effect text": lambda teller, number: numbered(teller.cast.effects, number).text,
        "only way out": lambda teller, _: WAYS_OUT[teller.setup.options.success_harm],
        "gold": lambda _, number: f"{abs(number)} gold {'gained' if number > 0 else 'gone'}",
    }

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.cast = cast_in(setup)
        self.enemy = ""
        self._advantage = 0
        self._asked: Event | None = None
        self._rolls: list[Roll] = []

    def roll(self, roll: Roll) -> Told:
        """Rolls are shown with their check."""
        self._rolls.append(roll)
        return None

    def event(self, event: Event) -> Told:
        """The lines of an event, wrapped."""
        told = super().event(event)
        return [line for text in ([told] if isinstance(told, str) else told or ()) for line in self._wrapped(text)]

    def _wrapped(self, text: str) -> list[str]:
        indent = INDENT if text.startswith(INDENT) else ""
        lines = [wrap(part, WIDTH, initial_indent=indent, subsequent_indent=indent) for part in text[len(indent) :].split("\n")]
        return [line for part in lines for line in part or [""]]

    def _scene(self, event: Event) -> Told:
        scene = numbered(self.cast.adventure.scenes, event.a)
        passages = [passage.text for passage in scene.also if self._holds(passage.when, event.b, event.c)]
        return ["", f"— {scene.title} —", scene.text, *passages]

    def _holds(self, needs: models.Needs, facts: int, items: int) -> bool:
        have, lack = self.cast.facts_mask(needs.facts), self.cast.facts_mask(needs.without)
        return facts & have == have and not facts & lack and all(carried(items, number_of(name, self.cast.items)) for name in needs.items)

    def _result(self, event: Event) -> Told:
        return self.cast.results[event.a - 1].text

    def _ending(self, event: Event) -> Told:
        return self.cast.adventure.fallen if event.a == FELL else None

    def _fight(self, event: Event) -> Told:
        self.enemy = numbered(self.cast.enemies, event.a).inside
        return f"  A fight with {self.enemy}, {event.b} HP."

    def _remember_advantage(self, event: Event) -> Told:
        self._advantage = event.a
        return None

    def _remember_check(self, event: Event) -> Told:
        self._asked = event
        self._rolls.clear()
        return None

    def _degree(self, event: Event) -> Told:
        asked, faces = self._asked, self._rolls[-1].faces if self._rolls else ()
        if asked is None:
            return None
        kept = kept_face(faces, self._advantage)
        shown = str(kept) if len(faces) == 1 else f"{kept} (of {' and '.join(map(str, faces))})"
        against = f"DC {asked.c}"
        if asked.code == Said.CONTEST:
            theirs = self._rolls[0].result
            against = f"d20 {theirs} {asked.c:+d} = {theirs + asked.c}"
        self._advantage, self._asked = 0, None
        stat = Stat(asked.a).title
        return f"  {stat}: d20 {shown} {asked.b:+d} = {kept + asked.b} against {against}: {DEGREES[Degree(event.a)]}."

    LINES = {
        Said.SCENE: _scene,
        Said.CHOSEN: "> {a:choice}",
        Said.CHECK: _remember_check,
        Said.ADVANTAGE: _remember_advantage,
        Said.CONTEST: _remember_check,
        Said.DEGREE: _degree,
        Said.RESULT: _result,
        Said.HURT: "  You lose {a:d} HP ({b:tier}); {c:d} left.",
        Said.HEALED: "  You regain {a:d} HP; {b:d} now.",
        Said.XP: "  {a:d} XP; {b:d} in all.",
        Said.LEVEL: "  You reach level {a:d}.",
        Said.RAISED: "  Your {a:stat} rises to {b:d}.",
        Said.GOLD: "  {a:gold}; {b:d} now.",
        Said.GAINED: "  Taken: {a:item}.",
        Said.LOST: "  Gone: {a:item}.",
        Said.USED: "> You use: {a:item}.",
        Said.EFFECT: "  {a:effect} for {b:d} {b:turn|turns}: {a:effect text}",
        Said.EFFECT_OVER: "  {a:effect}: over.",
        Said.HARM: "  {a:effect}: you lose {b:d} HP; {c:d} left.",
        Said.RESTED: "  {a:rest}",
        Said.FIGHT: _fight,
        Said.APPROACH: "> {a:tries}",
        Said.WOUNDS: "  {a:Enemy} loses {a:d} HP; {b:d} left.",
        Said.STRIKES: "  {a:blow}",
        Said.WINDS_UP: "  {a:Enemy} makes ready for a heavy blow: {a:only way out}.",
        Said.MENDS: "  {a:Enemy} mends: {b:d} HP now.",
        Said.FRENZY: "  {a:Enemy} falls into a frenzy: the blows are harder from now on.",
        Said.EXPOSED: "  {a:Enemy} is exposed: everything against it is easier now.",
        Said.READY: "  Nothing gets through, and you are ready for what comes.",
        Said.RESOLVE: lambda teller, event: teller.words("  {a:Enemy} wavers; resolve {a:d}.", event.a) if event.a else None,
        Said.WON: "  {a:Enemy} is beaten.",
        Said.YIELDS: "  {a:Enemy} yields.",
        Said.FLED: "  You get away.",
        Said.ENDING: _ending,
        Said.BREAKTHROUGH: "  A breakthrough: it could not have gone better.",
        Said.COMPLICATION: "  It goes as badly as it can.",
    }
    HARMS = {Said.HARM: lambda teller, event: telling.Harm(0, event.b, numbered(teller.cast.effects, event.a).name)}
    LOST_BEFORE_NOTED = True
    NEWS = {
        Said.DEGREE: lambda teller, event: SUCCEEDS if event.a >= Degree.SUCCESS else None,
        Said.YIELDS: "it yields",
        Said.WON: "it is beaten",
        Said.FLED: "you get away",
        Said.EXPOSED: "it is exposed",
        Said.READY: "you are ready",
        Said.HURT: HURTS,
        Said.HARM: HURTS,
    }

    def news(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        """The news, harm last; if the adventure ends, its end says the rest."""
        ended = any(isinstance(entry, Event) and entry.code == Said.ENDING for entry in entries)
        found = super().news(entries)
        first = [word for word in found if word != HURTS and (word == SUCCEEDS or not ended)]
        return (*first, *(word for word in found if word == HURTS))
