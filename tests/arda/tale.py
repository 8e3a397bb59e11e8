"""Small adventures for the tests of ARDA: scenes with just what a test needs, a hero with given stats, dice with given faces."""

from collections.abc import Iterable, Mapping
from typing import Any

from fracas import encounter
from fracas.dice import Event, ScriptedDice
from fracas.engine.encounter import Encounter
from fracas.engine.play.stage import Stage
from fracas.rulesets.arda import policies, rules
from fracas.rulesets.arda.cast import number_of
from fracas.rulesets.arda.codes import FIGHT_ACTIONS, MAX_ACTIONS, RAISE, USE, Approach, Said, Stat, Tier
from fracas.rulesets.arda.labels import action_name, cast_in, refusal, status_lines
from fracas.rulesets.arda.log import Teller
from fracas.rulesets.arda.rules.healing import max_hp
from fracas.rulesets.arda.rules.items import carried

RULES = "arda"
END = {"title": "The end", "text": "It is over.", "ending": {"name": "over", "kind": "win"}}
EFFECTS = {
    "poisoned": {"name": "Poisoned", "text": "It burns.", "turns": 3, "harm": 2},
    "afraid": {"name": "Afraid", "text": "It is dreadful.", "turns": 2, "bonus": {"valor": -2}},
    "heartened": {"name": "Heartened", "text": "It is a fine day.", "turns": 2, "bonus": {"valor": 2}},
}
ITEMS = {
    "draught": {"name": "Draught", "text": "Bitter.", "kind": "potion", "heal": 10},
    "sip": {"name": "Sip", "text": "Sweet.", "kind": "potion", "heal": 4},
    "antidote": {"name": "Antidote", "text": "Sour.", "kind": "potion", "cures": True},
    "hymn": {"name": "Hymn", "text": "Of old deeds.", "kind": "scroll", "effect": "heartened"},
    "sword": {"name": "Sword", "text": "Keen.", "kind": "weapon", "bonus": {"valor": 2}},
    "mail": {"name": "Mail", "text": "Heavy.", "kind": "armor", "bonus": {"endurance": 2, "craft": -1}},
    "hound": {"name": "Hound", "text": "Faithful.", "kind": "companion", "bonus": {"wisdom": 1}},
    "tooth": {"name": "Tooth", "text": "Sharp.", "kind": "key"},
}


def hero(**more: Any) -> dict[str, Any]:
    """A hero with 5 in every stat (modifier +2), 20 HP, and nothing else."""
    stats = {**dict.fromkeys(Stat.slugs(), 5), **{stat: more.pop(stat) for stat in Stat.slugs() if stat in more}}
    return {"name": "Ann", "stats": stats, **more}


def rolled(choice: str = "try", stat: str = "craft", dc: Any = 12, **more: Any) -> dict[str, Any]:
    """A choice with a check; success and failure both end the adventure unless they say otherwise."""
    results = {name: more.pop(name) for name in ("success", "failure", "critical", "fumble") if name in more}
    results = {"success": {}, "failure": {}, **results}
    results = {name: {"goto": "end", **result} for name, result in results.items()}
    check = {} if "versus" in more else {"dc": dc}
    return {"id": choice, "text": f"You {choice}.", "actionType": "craft", "requiresRoll": True, "stat": stat, **check, **results, **more}


def plain(choice: str = "go", goto: str = "end", needs: Mapping[str, Any] | None = None, **result: Any) -> dict[str, Any]:
    """A choice without a roll."""
    data = {"id": choice, "text": f"You {choice}.", "actionType": "narrative", "success": {"goto": goto, **result}}
    return data if needs is None else {**data, "needs": dict(needs)}


def again(choice: str = "again", **result: Any) -> dict[str, Any]:
    """A choice without a roll that leads back to the first scene."""
    return plain(choice, "first", **result)


def scene(*choices: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A scene with these choices."""
    return {"title": "A scene", "text": "Something is here.", "choices": list(choices), **more}


def adventure(*choices: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """An adventure that begins with these choices and has an end; ``scenes`` are further ones."""
    scenes = {"first": scene(*choices), **more.pop("scenes", {}), "end": END}
    told = {"title": "A tale", "text": "Told by a test.", "hero": hero(), "start": "first", "items": ITEMS, "effects": EFFECTS}
    return {**told, "scenes": scenes, **more}


def ending(name: str, kind: str = "win") -> dict[str, Any]:
    """A scene that is an end of this name."""
    return {**END, "ending": {"name": name, "kind": kind}}


def ready(story: Mapping[str, Any], who: Mapping[str, Any] | None = None, **options: Any) -> Encounter:
    """The adventure made ready."""
    return encounter(RULES, {"adventure": story, "hero": who or hero()}, options)


class Tale(Stage):
    """An adventure in plain Python whose dice show given faces."""

    def __init__(self, story: Mapping[str, Any], who: Mapping[str, Any] | None = None, faces: Iterable[float] = (), **options: Any) -> None:
        self.encounter = ready(story, who, **options)
        super().__init__(self.encounter.setup)
        self.run(faces, lambda dice: rules.start(dice, self.state, self.book))

    def act(self, code: int, *faces: float) -> None:
        """Do something that can be done, with these faces."""
        assert code in self.codes(), f"{action_name(self.setup, self.state, code)} is not open: {self.open()}"
        self.run(faces, lambda dice: rules.apply(dice, self.state, self.book, code))

    def codes(self) -> list[int]:
        """The codes of what can be done."""
        codes = [0] * MAX_ACTIONS
        return codes[: rules.legal(self.state, self.book, codes)]

    def open(self) -> list[str]:
        """What can be done, by name."""
        return [action_name(self.setup, self.state, code) for code in self.codes()]

    def choose(self, choice: str, *faces: float) -> None:
        """Take a choice of the scene; the faces are its check, then damage."""
        self.act(next(code for code in self.codes() if action_name(self.setup, self.state, code) == choice), *faces)

    def approach(self, name: str, *faces: float) -> None:
        """Take an approach in a fight; the faces are the check, then damage as it is rolled."""
        self.act(FIGHT_ACTIONS + Approach.of(name), *faces)

    def use(self, item: str, *faces: float) -> None:
        """Use an item."""
        self.act(USE + number_of(item, cast_in(self.setup).items), *faces)

    def grow(self, stat: str) -> None:
        """Raise a stat."""
        self.act(RAISE + Stat.of(stat))

    def said(self, code: Said) -> list[Event]:
        """The events of a kind that the last action noted."""
        return [entry for entry in self.last if isinstance(entry, Event) and entry.code == code]

    def wants(self, policy: str, *faces: float) -> str:
        """What a computer player would do now, by name."""
        number = policies.POLICIES.index(policy)
        dice = ScriptedDice(faces)
        code = policies.choose(dice, number, self.state, self.book)
        assert dice.left == 0
        return action_name(self.setup, self.state, code)

    def told(self) -> list[str]:
        """The last action in words, without the empty lines."""
        return [line.strip() for line in Teller(self.setup).tell(self.last) if line]

    def story(self) -> list[str]:
        """Everything so far in words, without the empty lines."""
        return [line.strip() for line in Teller(self.setup).tell(self.log) if line]

    def status(self) -> list[str]:
        """Where it stands, in words."""
        return status_lines(self.setup, self.state)

    def refusal(self, wanted: str) -> str | None:
        """Why something cannot be done."""
        return refusal(self.setup, self.state, wanted)

    @property
    def hp(self) -> int:
        """The hero's hit points."""
        return int(self.state.hp)

    @property
    def max_hp(self) -> int:
        """All the hit points that the hero can have."""
        return int(max_hp(self.state, self.book))

    @property
    def foe(self) -> int:
        """The enemy's hit points."""
        return int(self.state.fight.enemy_hp)

    @property
    def effect(self) -> tuple[str, int] | None:
        """The effect that lasts, and for how many turns."""
        number = int(self.state.effect)
        return (tuple(cast_in(self.setup).effects)[number - 1], int(self.state.turns)) if number else None

    @property
    def facts(self) -> set[str]:
        """What is known."""
        return {fact for i, fact in enumerate(cast_in(self.setup).facts) if int(self.state.facts) >> i & 1}

    @property
    def where(self) -> str:
        """The scene it has come to."""
        return cast_in(self.setup).scene_ids[int(self.state.scene) - 1]

    @property
    def ended(self) -> str | None:
        """How it ended, or None."""
        code = int(rules.outcome(self.state, self.book))
        return self.encounter.end_name(code) if code else None

    def stat(self, name: str) -> int:
        """A stat with gear."""
        return int(self.state.stats[Stat.of(name)])

    def carries(self, item: str) -> int:
        """How many of an item are carried."""
        return int(carried(int(self.state.items), number_of(item, cast_in(self.setup).items)))

    def checked(self) -> tuple[str, int, int]:
        """The stat of the last check, what was added, and the DC."""
        event = self.said(Said.CHECK)[-1]
        return Stat(event.a).slug, event.b, event.c


def bout(enemy: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """An adventure that is a single fight, with ways to win, to come to terms and to get away; ``scenes`` are further ones."""
    dcs = {"strike": 12, "shoot": 12, "guard": 12, "trick": 12, "flee": 12, **enemy.get("dc", {})}
    dcs = {name: dc for name, dc in dcs.items() if dc is not None}
    foe = {"name": "Wolf", "text": "A wolf.", "hp": 20, **enemy, "dc": dcs}
    how = {"enemy": "foe", "won": {"goto": "won"}, "parley": {"goto": "peace"}, "fled": {"goto": "away"}}
    scenes = {
        "fight": {"title": "A fight", "text": "It begins.", "fight": how},
        "won": ending("won"),
        "peace": ending("peace"),
        "away": ending("away", "draw"),
        **more.pop("scenes", {}),
    }
    told = {"title": "A fight", "text": "It begins.", "hero": hero(), "start": "fight", "items": ITEMS, "effects": EFFECTS}
    return {**told, "enemies": {"foe": foe}, "scenes": scenes, **more}


def fight(enemy: Mapping[str, Any], who: Mapping[str, Any] | None = None, faces: Iterable[float] = (), **options: Any) -> Tale:
    """A single fight: standard damage is a d5 and 3, dangerous a d7 and 8, trivial a d3, lethal a d10 and 15; heroes add their level."""
    return Tale(bout(enemy), who, faces, **options)


# --- what a round of a fight comes to -------------------------------------------------------------------------------------------------

WELL, BADLY = 10, 2  # against DC 12 a hero with 5 in everything, who adds 2, needs a 10
LISTENS = {"resolve": 3, "dc": {"talk": 12}}
BOSS = {"boss": True}
TOUGH = hero(endurance=8)  # 26 HP


def struck_by(tale: Tale) -> str | None:
    """The tier of the damage that the last round did to the hero; None for none."""
    events = tale.said(Said.HURT)
    return Tier(events[0].b).slug if events else None


def blow(tale: Tale) -> int | None:
    """How the enemy struck in the last round; None if it did not."""
    events = tale.said(Said.STRIKES)
    return events[0].a if events else None


def scene_of(story: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """The fight's scene told otherwise; what is None is left out."""
    how = {**story["scenes"]["fight"]["fight"], **changes}
    told = {**story["scenes"]["fight"], "fight": {name: each for name, each in how.items() if each is not None}}
    left = {
        name: each
        for name, each in story["scenes"].items()
        if name in {"fight", *(r["goto"] for r in told["fight"].values() if "goto" in r)}
    }
    return {**story, "scenes": {**left, "fight": told}}


def twice(enemy: Mapping[str, Any], **changes: Any) -> Tale:
    """Two fights with the same enemy, one after the other."""
    story = scene_of(bout(enemy), won={"goto": "second"}, parley={"goto": "won"})
    second = {**story["scenes"]["fight"], "fight": {"enemy": "foe", "won": {"goto": "won"}}}
    return Tale({**story, "scenes": {**story["scenes"], "second": second, "won": bout({})["scenes"]["won"]}}, **changes)
