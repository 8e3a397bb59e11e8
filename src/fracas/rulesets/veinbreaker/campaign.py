"""The campaign of Veinbreaker: character creation, fights through the scenes of `content/campaign.json`, learning, training, tiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fracas.dice import Dice, die
from fracas.engine.content.keeping import kept_by_identity
from fracas.engine.content.reading import validated
from fracas.engine.contract.campaign import Campaign, CharacterSheet, Choice, FinishedFight, Standing
from fracas.engine.contract.matchup import rule_options
from fracas.rulesets.veinbreaker import book, labels, models, spoils
from fracas.rulesets.veinbreaker.codes import Attribute
from fracas.rulesets.veinbreaker.limits import ABILITIES, MAX_MARKS
from fracas.rulesets.veinbreaker.models import JourneyState

LEARN, TRAIN = "learn ", "train "
FIGHT, REST, LEAVE = "fight", "rest", "leave"


def attained(now: JourneyState) -> int:
    """The tier reached by Vein held or spent; a tier is never lost."""
    reached = [t.tier for t in book.config().tiers if now.spent >= t.spent or (t.veinscore is not None and now.vein >= t.veinscore)]
    return max(now.tier, *reached)


def risen(now: JourneyState) -> JourneyState:
    """Raise the character to its tier: maximum HP grow, current HP do not."""
    tier = attained(now)
    if tier == now.tier:
        return now
    told = tuple(f"Tier {each} attained." for each in range(now.tier + 1, tier + 1))
    return now.model_copy(update={"tier": tier, "told": now.told + told})


def price_of(thing: models.Ability | models.Reaction) -> int:
    """The cost of learning something."""
    return max(book.config().safe_room.least_ability_cost, thing.tier)


def may_learn_more(now: JourneyState) -> bool:
    """Whether the character can take another ability into a fight."""
    return len(book.core_abilities()) + len(now.abilities) < ABILITIES


def offers(now: JourneyState) -> list[models.Ability | models.Reaction]:
    """Everything a safe room teaches: all abilities of the character's tier or below that it has not learnt."""
    content = book.library()
    if may_learn_more(now):
        found: list[models.Ability | models.Reaction] = [
            a for a in content.abilities.values() if 0 < a.tier <= now.tier and a.id not in now.abilities
        ]
    else:
        found = []
    found += [r for r in content.reactions.values() if r.tier <= now.tier and r.id not in now.resolve]
    return sorted(found, key=lambda a: (a.tier, getattr(a, "path", "") != now.path))


def describe(thing: models.Ability | models.Reaction, now: JourneyState) -> str:
    """One line about something to learn, besides its name."""
    return _described(thing, rule_options(models.Options, now.options))


@kept_by_identity(1024)
def _described(thing: models.Ability | models.Reaction, options: models.Options) -> str:
    if isinstance(thing, models.Reaction):
        return f"resolve, {labels.reaction_text(thing)}"
    cost = f", {thing.cost} {book.config().paths[thing.path].pool.slug}" if thing.path != "core" and thing.cost else ""
    return f"{thing.path}, tier {thing.tier}, {thing.type.slug}{cost}: {labels.ability_text(thing, options)}"


def character(now: JourneyState) -> models.Character:
    """The character as it enters a fight."""
    assert now.path is not None
    return models.Character(
        name=now.name,
        path=now.path,
        tier=now.tier,
        attributes=now.attributes,
        abilities=now.abilities,
        resolve=now.resolve,
        hp_now=now.hp,
        blood_marks=now.blood_marks,
    )


def picks_left(now: JourneyState) -> tuple[int, int]:
    """The number of abilities left to pick at creation, and how many of them must belong to the path."""
    rules = book.config().creation
    content = book.library().abilities
    own = sum(content[a].path == now.path for a in now.abilities)
    return rules.picks - len(now.abilities), max(rules.path_picks - own, 0)


def sheet(now: JourneyState) -> CharacterSheet:
    """The character: path and tier, attributes, Vein and marks, and what it has learnt."""
    assert now.attributes is not None
    scores = " ".join(f"{each} {now.attributes.score(each)}" for each in Attribute)
    marks = f", Blood Marks {now.blood_marks}" if now.blood_marks else ""
    marks += f", Dun marks {now.dun_marks}" if now.dun_marks else ""
    standing = f"{now.hp}/{book.max_hp_at(now.tier)} HP, RP {book.tier_rules(now.tier).rp_cap}, {scores}, Vein {now.vein}{marks}"
    content = book.library()
    abilities = ", ".join(content.abilities[each].name for each in now.abilities)
    resolve = ", ".join(content.reactions[each].name for each in now.resolve)
    return CharacterSheet(now.name, f"{now.path}, tier {now.tier}", standing, (f"Abilities: {abilities}.", f"Reactions: {resolve}."))


class VeinCampaign(Campaign[JourneyState]):
    """The campaign, from creation through three acts."""

    reach_word = "scene"
    kind_word = "path"
    policies = ("sensible", "random")

    @property
    def title(self) -> str:  # type: ignore[override]  # it stands in the content
        """The campaign's title."""
        return book.campaign().title

    def begin(self, seed: int, name: str | None, options: Mapping[str, Any]) -> JourneyState:
        """A journey before its first choice."""
        made: dict[str, Any] = {"seed": seed, "options": dict(options), "vein": book.config().creation.vein}
        if name is not None:
            made["name"] = name
        return validated(JourneyState, {**made, "told": (book.campaign().title, book.campaign().text)}, "the new character")

    def lines(self, state: JourneyState) -> list[str]:
        """What has just happened, and what comes next."""
        told = [line for line in state.told if line]
        if state.stage == "path":
            return [*told, "Choose your path."]
        if state.stage == "resolve":
            return [*told, "Choose your resolve ability."]
        if state.stage == "abilities":
            left, own = picks_left(state)
            must = f", at least {own} of them of your path" if own else ""
            return [*told, f"Choose {left} more {'ability' if left == 1 else 'abilities'} of tier 1{must}."]
        if state.stage == "over":
            return [*told, book.campaign().ending, sheet(state).line]
        act = book.campaign().acts[state.act]
        scene = act.scenes[state.scene]
        place = f"{state.act + 1:02}.{state.scene + 1:02} {act.title}: {scene.title}"
        if state.stage == "safe-room":
            dear = sum(price_of(thing) > state.vein for thing in offers(state))
            more = [f"{dear} more could be learnt for more Vein."] if dear else []
            return [*told, place, scene.text, sheet(state).line, *more]
        if self._hunter_comes(state):
            place, text = f"{place} (hunted)", book.campaign().hunter.text
        else:
            text = scene.text
        foes = ", then ".join(book.library().enemies[e].name for e in self._enemies(state))
        return [*told, place, text, f"Against you: {foes}.", sheet(state).line]

    def hero(self, state: JourneyState) -> CharacterSheet | None:
        """The character, once it is made."""
        return None if state.stage in ("path", "resolve", "abilities") else sheet(state)

    def choices(self, state: JourneyState) -> Sequence[Choice]:
        """The choices."""
        content = book.library()
        if state.stage == "path":
            return [
                Choice(name, f"{path.text}; {path.attribute} +{book.config().creation.path_attribute}, {path.pool.slug} pool")
                for name, path in book.config().paths.items()
            ]
        if state.stage == "resolve":
            return [Choice(r.id, describe(r, state)) for r in content.reactions.values()]
        if state.stage == "abilities":
            left, own = picks_left(state)
            return [
                Choice(a.id, describe(a, state))
                for a in sorted(content.abilities.values(), key=lambda a: a.path != state.path)
                if a.tier == 1 and a.id not in state.abilities and (left > own or a.path == state.path)
            ]
        if state.stage == "scene":
            return [Choice(FIGHT, "face it")]
        if state.stage == "safe-room":
            return self._shop(state)
        return []

    def _shop(self, now: JourneyState) -> list[Choice]:
        rules = book.config().safe_room
        found = [Choice(f"{LEARN}{t.id}", f"{price_of(t)} Vein: {describe(t, now)}") for t in offers(now) if price_of(t) <= now.vein]
        if now.vein >= rules.training_cost and now.attributes is not None:
            found += [
                Choice(f"{TRAIN}{name}", f"{rules.training_cost} Vein: {name} {score} → {score + rules.training_gain}")
                for name, score in now.attributes.model_dump().items()
                if score + rules.training_gain <= models.MAX_SCORE
            ]
        if now.hp < book.max_hp_at(now.tier):
            found.append(Choice(REST, f"to {book.max_hp_at(now.tier)} HP"))
        return [*found, Choice(LEAVE, "go on")]

    def refusal(self, state: JourneyState, name: str) -> str | None:
        """Why an ability cannot be learnt or an attribute cannot be trained."""
        if name.startswith(TRAIN) and name.removeprefix(TRAIN).upper() in models.Attributes.model_fields:
            return self._untrained(state, name.removeprefix(TRAIN).upper())
        wanted = name.removeprefix(LEARN).strip().replace(" ", "-")
        content = book.library()
        thing: Any = content.abilities.get(wanted) or content.reactions.get(wanted)
        if thing is None:
            return None
        if wanted in state.abilities + state.resolve:
            return f"{thing.name} is learnt already"
        if thing.tier == 0:
            return f"everyone has {thing.name}"
        if state.stage == "abilities":
            if wanted in content.reactions:
                return f"{thing.name} is a resolve ability; now others are picked"
            return f"{thing.name} is of tier {thing.tier}" if thing.tier > 1 else f"the last pick has to be of your path, not {thing.name}"
        if state.stage != "safe-room":
            return f"{thing.name} can be learnt in a safe room"
        if thing.tier > state.tier:
            return f"{thing.name} is of tier {thing.tier}, and you are of tier {state.tier}"
        if wanted in content.abilities and not may_learn_more(state):
            return f"{thing.name} is one too many: {len(state.abilities)} abilities are as many as can be carried"
        return f"{thing.name} costs {price_of(thing)} Vein, and you hold {state.vein}"

    def _untrained(self, state: JourneyState, attribute: str) -> str:
        """Why an attribute cannot be trained."""
        rules = book.config().safe_room
        if state.stage != "safe-room":
            return "attributes are trained in a safe room"
        if state.vein < rules.training_cost:
            return f"training costs {rules.training_cost} Vein, and you hold {state.vein}"
        return f"{attribute} cannot be trained beyond {models.MAX_SCORE}"

    def choose(self, state: JourneyState, name: str) -> JourneyState:
        """Perform one of `choices`."""
        now = state.model_copy(update={"told": ()})
        rules = book.config().creation
        if state.stage == "path":
            made = {"path": name, "attributes": book.created(name), "hp": rules.hp, "stage": "resolve"}
            return JourneyState.model_validate({**now.model_dump(), **made})
        if state.stage == "resolve":
            done = (*now.resolve, name)
            return now.model_copy(update={"resolve": done, "stage": "abilities" if len(done) >= rules.resolves else "resolve"})
        if state.stage == "abilities":
            price = price_of(book.library().abilities[name])  # paid with the Vein of creation; it does not count as spent
            picked = now.model_copy(update={"abilities": (*now.abilities, name), "vein": now.vein - price})
            return self._arrive(picked) if len(picked.abilities) >= rules.picks else picked
        if name == FIGHT:
            return now.model_copy(update={"stage": "fight"})
        if name == REST:
            return self._rested(now)
        if name == LEAVE:
            return self._onward(now)
        return risen(self._bought(now, name))

    def _bought(self, now: JourneyState, name: str) -> JourneyState:
        content = book.library()
        if name.startswith(TRAIN):
            rules = book.config().safe_room
            trained, attributes = name.removeprefix(TRAIN), now.attributes
            assert attributes is not None
            score = getattr(attributes, trained) + rules.training_gain
            better = attributes.model_copy(update={trained: score})
            price, change = rules.training_cost, {"attributes": better, "told": (f"{trained} is {score} now.",)}
        else:
            learnt = name.removeprefix(LEARN)
            if learnt in content.abilities:
                thing: models.Ability | models.Reaction = content.abilities[learnt]
                change = {"abilities": (*now.abilities, learnt)}
            else:
                thing = content.reactions[learnt]
                change = {"resolve": (*now.resolve, learnt)}
            price = price_of(thing)
            change["told"] = (f"{thing.name} learnt.",)
        return now.model_copy(update={**change, "vein": now.vein - price, "spent": now.spent + price})

    def _arrive(self, now: JourneyState) -> JourneyState:
        """Enter a scene; a safe room is a full rest."""
        if book.campaign().acts[now.act].scenes[now.scene].safe_room:
            return self._rested(now.model_copy(update={"stage": "safe-room"}))
        return now.model_copy(update={"stage": "scene"})

    def _rested(self, now: JourneyState) -> JourneyState:
        """Rest to full HP."""
        told = () if now.hp >= book.max_hp_at(now.tier) else ("You rest, and your wounds close.",)
        return now.model_copy(update={"hp": book.max_hp_at(now.tier), "told": now.told + told})

    def _onward(self, now: JourneyState) -> JourneyState:
        """Continue to the next scene."""
        acts = book.campaign().acts
        act, scene = now.act, now.scene + 1
        if scene >= len(acts[act].scenes):
            act, scene = act + 1, 0
        if act >= len(acts):
            return now.model_copy(update={"stage": "over"})
        return self._arrive(now.model_copy(update={"act": act, "scene": scene}))

    def _hunter_comes(self, now: JourneyState) -> bool:
        return now.hunter is not None and now.hunter >= book.campaign().hunter.after and not now.hunted

    def _enemies(self, now: JourneyState) -> tuple[str, ...]:
        if self._hunter_comes(now):
            return (book.campaign().hunter.enemy,)
        return book.campaign().acts[now.act].scenes[now.scene].enemies

    def scenario(self, state: JourneyState) -> Mapping[str, Any] | None:
        """The fight of the scene, or the one against the Hunter."""
        if state.stage != "fight":
            return None
        scene = book.campaign().acts[state.act].scenes[state.scene]
        return {
            "title": scene.title,
            "character": character(state).model_dump(mode="json"),
            "enemies": list(self._enemies(state)),
            "options": state.options,
        }

    def after(self, state: JourneyState, fight: FinishedFight) -> JourneyState:
        """Loot, marks, the next scene; after a defeat, a Dun mark, and the scene starts again."""
        now = state.model_copy(update={"fights": state.fights + 1, "told": (), "blood_marks": int(fight.state.blood)})
        if fight.outcome == "death":
            lost = f" {state.vein} Vein {'is' if state.vein == 1 else 'are'} lost." if state.vein else ""
            told = (f"You fall, and wake where you began, with a Dun mark.{lost}",)
            change = {"dun_marks": state.dun_marks + 1, "hp": book.max_hp_at(state.tier), "vein": 0, "told": told}
            return self._arrive(now.model_copy(update=change))
        now = now.model_copy(update={"hp": fight.health(0)})
        if fight.outcome != "victory":
            return self._arrive(now.model_copy(update={"told": ("Neither side gives way. You draw back, and try again.",)}))
        return self._won(now, fight)

    def _won(self, now: JourneyState, fight: FinishedFight) -> JourneyState:
        act = book.campaign().acts[now.act]
        hunt = self._hunter_comes(now)
        extra = spoils.performance(fight.setup, fight.state)
        vein = act.vein + sum(extra.values())
        told = [] if hunt else [act.scenes[now.scene].victory]
        told += [f"Vein found: {vein}.", *(f"({n} of it for a fight won {how}.)" for how, n in extra.items())]
        hunter = now.hunter
        if hunter is not None:
            hunter += 1
        elif now.blood_marks >= MAX_MARKS:
            hunter = 0
            told.append("Three Blood Marks: the Hunter is aware of you. A clock has started.")
        change = {"vein": now.vein + vein, "hunter": hunter, "told": tuple(told), "hunted": now.hunted or hunt}
        won = risen(now.model_copy(update=change))
        return self._arrive(won) if hunt else self._onward(won)

    # many journeys

    def pick(self, state: JourneyState, choices: Sequence[Choice], policy: str, dice: Dice) -> str:
        """What a computer player chooses: a sensible one what is of its own path, the dearest first, and then training in its attribute."""
        names = [choice.name for choice in choices]
        if policy == "random" or state.stage in ("path", "resolve"):
            return names[die(dice, len(names)) - 1]
        if state.stage == "abilities":
            own = [name for name in names if book.library().abilities[name].path == state.path]
            return own[0] if own else names[die(dice, len(names)) - 1]
        if state.stage == "scene":
            return FIGHT
        return _bought_first(state, names)

    def standing(self, state: JourneyState) -> Standing:
        """How far a character has come: scenes that are behind it."""
        acts = book.campaign().acts
        behind = sum(len(act.scenes) for act in acts[: state.act]) + state.scene + (state.stage == "over")
        left = {"HP": state.hp, "Vein": state.vein, "tier": state.tier, "Dun marks": state.dun_marks, "Blood Marks": state.blood_marks}
        return Standing(behind, state.path or "", "came through" if state.stage == "over" else "", left)


def _bought_first(now: JourneyState, names: Sequence[str]) -> str:
    """What a sensible character does in a safe room."""
    assert now.path is not None
    if REST in names:
        return REST
    abilities = [name.removeprefix(LEARN) for name in names if name.startswith(LEARN)]
    own = [name for name in abilities if (known := book.library().abilities.get(name)) is not None and known.path == now.path]
    if own:
        return LEARN + max(own, key=lambda name: book.library().abilities[name].tier)
    training = f"{TRAIN}{book.config().paths[now.path].attribute.name}"
    return training if training in names else LEAVE
