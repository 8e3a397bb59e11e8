"""Descents: a hero of a class goes down floor by floor, fights what bars the way, and keeps what it earns, finds and loses.

What the game's material says is cited in the README; what it leaves open is in `descent` and in content/descent.json.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from fracas.dice import Dice, PlayedDice, chance, net, successes
from fracas.dice.generator import SPOILS_LANE
from fracas.engine.content.reading import validated
from fracas.engine.contract.campaign import Campaign, CharacterSheet, Choice, FinishedFight, Standing
from fracas.engine.contract.story import by_chance, one_of, rolled, split_options
from fracas.rulesets.rune_and_rust import book, delver, growth, kit, spoils
from fracas.rulesets.rune_and_rust.codes import Attribute, Opening
from fracas.rulesets.rune_and_rust.descent import (
    MILESTONES,
    DescentOptions,
    JourneyState,
    Meeting,
    Room,
    descent,
    floors_file,
    options_in_force,
    start_of,
)
from fracas.rulesets.rune_and_rust.floors import Floor, enemies, floors, found_at, gear_at, offers, wanderers
from fracas.rulesets.rune_and_rust.rules.fighters import D6

GO, FIGHT, SLIP, BACK, TRY, LEAVE = "go to ", "fight", "slip past", "back", "try", "leave it"
SEARCH, CAMP, ON, REST, TRADE, DESCEND = "search", "camp", "on", "rest", "trade", "descend"
KIT, SPEND, DONE, TURN_BACK, MATERIALS = "kit", "spend", "done", "turn back", "sell materials"
FELL, TURNED_BACK, WON = "fell", "turned back", "won"


def floor_of(now: JourneyState) -> Floor:
    """The floor a hero is on."""
    return floors(now.seed)[now.floor - 1]


def ways_of(now: JourneyState) -> tuple[Meeting | Room, ...]:
    """The ways that lead on from the crossing where a hero is."""
    return floor_of(now).crossings[now.crossing]


def way_of(now: JourneyState) -> Meeting | Room | None:
    """The way that a hero has taken; none where something came by itself."""
    return None if now.way is None else ways_of(now)[now.way]


def guarded(now: JourneyState) -> bool:
    """Whether those before the hero guard the stairs."""
    way = way_of(now)
    return isinstance(way, Meeting) and way.guard


def in_words(names: Sequence[str]) -> str:
    """Enemies that are met, in words: how many, how strong, and the Legend they give."""
    those = Counter(names)
    known = book.library().enemies
    told = [f"{known[n].name}{f' × {many}' if many > 1 else ''} {known[n].hp} HP" for n, many in those.items()]
    boss = ", a boss" if any(known[n].boss for n in those) else ""
    return f"{', '.join(told)}; {spoils.legend(enemies(names))} Legend{boss}"


def sheet(now: JourneyState) -> CharacterSheet:
    """The hero: class and specialization, Legend and PP, stress, and what it knows, wears and carries."""
    _, own = options_in_force(now.options)
    hero = kit.hero_of(now)
    called = book.library().classes[now.character_class or ""].name
    if now.specialization is not None:
        called += f", {now.specialization}"
    following = f"/{growth.threshold(now.milestones + 1, own)}" if now.milestones < MILESTONES else ""
    parts = [
        f"{now.hp}/{hero.max_hp} HP",
        f"{now.stamina}/{hero.max_stamina} stamina",
        f"{now.legend}{following} Legend",
        f"{now.cogs} cogs",
    ]
    parts += [f"{now.points} PP"] if now.points else []
    parts += [f"stress {now.stress}"] if now.stress else []
    parts += [trauma.name for trauma in growth.traumas_of(now)]
    return CharacterSheet(now.name, called, ", ".join(parts), tuple(kit.kit_lines(now)))


class DescentCampaign(Campaign[JourneyState]):
    """From creation down to the last floor."""

    reach_word = "floor"
    kind_word = "class"
    policies = delver.POLICIES
    options_model = DescentOptions

    @property
    def title(self) -> str:  # type: ignore[override]  # it stands in the content
        """The campaign's title."""
        return descent().title

    def begin(self, seed: int, name: str | None, options: Mapping[str, Any]) -> JourneyState:
        """A descent before the first choice."""
        made: dict[str, Any] = {"seed": seed, "options": dict(options), "told": (descent().title, descent().text)}
        if name is not None:
            made["name"] = name
        return validated(JourneyState, made, "the new hero")

    # what is told

    def lines(self, state: JourneyState) -> list[str]:
        """What has just happened, and where the hero stands."""
        told = list(state.told)
        if state.stage == "class":
            return [*told, "Choose your class."]
        own = sheet(state).line
        if state.stage == "over":
            return [*told, own]
        if state.stage == "spend":
            return [*told, f"You have {state.points} PP (progression points) to spend; what you do not spend you keep.", own]
        if state.stage == "kit":
            return [*told, *kit.kit_lines(state), own]
        if state.stage == "trader":
            return [*told, "A trader sits at the edge of the light, on everything that was ever carried this far.", own]
        if not state.floor:
            return [*told, descent().hall, own]
        where = f"Floor {state.floor} of {descent().shape.floors}, {floor_of(state).text.name}"
        if state.stage == "sanctuary":
            return [*told, f"{where}: the Sanctuary above the stairs.", own]
        if state.stage == "ways":
            floor = floor_of(state)
            if floor.guarded and state.crossing == len(floor.crossings) - 1:
                return [*told, f"{where}: the stairs.", own]
            return [*told, f"{where}, crossing {state.crossing + 1} of {len(floor.crossings) - floor.guarded}.", own]
        if state.stage == "cleared":
            return [*told, f"{where}. It is quiet here now.", own]
        way = way_of(state)
        if isinstance(way, Room):
            needed = f"{way.needs} success{'es' if way.needs > 1 else ''} on {way.attribute.slug.upper()}"
            return [*told, f"{where}: the {way.name}. {way.text}", f"It takes {needed}.", own]
        there = "" if way is None else f": the {way.name}. {way.text}"
        return [*told, f"{where}{there}", f"Before you: {in_words(state.foes)}.", own]

    def hero(self, state: JourneyState) -> CharacterSheet | None:
        """The hero, once its class is chosen."""
        return None if state.character_class is None else sheet(state)

    # what can be chosen

    def choices(self, state: JourneyState) -> Sequence[Choice]:
        """What can be chosen."""
        _, own = options_in_force(state.options)
        if state.stage == "class":
            return [
                Choice(name, f"{kind.name}: {kind.hp} HP, {kind.stamina} stamina, {kit.gear_text(spoils.piece(str(kind.weapon)))}")
                for name, kind in book.library().classes.items()
            ]
        if state.stage == "spend":
            return [*growth.spending(state), Choice(DONE)]
        if state.stage == "kit":
            return [*kit.kit_choices(state), Choice(DONE)]
        if state.stage == "trader":
            return self._trades(state)
        if state.stage == "ways":
            ways = [Choice(f"{GO}{way.name}", self._seen(state, number, way)) for number, way in enumerate(ways_of(state))]
            return [*ways, *self._always(state), Choice(TURN_BACK, "up and out: the descent is over")]
        if state.stage == "meeting":
            slip = [Choice(SLIP, "FINESSE against theirs; noticed, you are attacked first")] if own.slipping and not guarded(state) else []
            return [Choice(FIGHT), *slip, *self._always(state), Choice(BACK, "to the crossing")]
        if state.stage == "room":
            return [Choice(TRY), *self._always(state), Choice(LEAVE, "and go on")]
        if state.stage == "cleared":
            return self._cleared(state, own)
        if state.stage == "sanctuary":
            hero = kit.hero_of(state)
            more = f", stress {own.rest_calms} less" if own.stress else ""
            rest = [] if state.rested else [Choice(REST, f"once: {hero.max_hp} HP, {hero.max_stamina} stamina{more}")]
            guard = floor_of(state).guard if state.floor else None
            below = f"to floor {state.floor + 1}" if guard is None else f"to the guard of the stairs: {in_words(guard.enemies)}"
            ways_on = [Choice(DESCEND, below)]
            ways_on += [Choice(TURN_BACK, "up and out: the descent is over")] if state.floor else []
            return [*rest, Choice(TRADE, "buy and sell"), *self._always(state), *ways_on]
        return []

    def _always(self, now: JourneyState) -> list[Choice]:
        """What can be done whenever no fight is on."""
        spend = [Choice(SPEND, f"{now.points} PP")] if growth.spending(now) else []
        return [*spend, Choice(KIT, "use, put on, drop")]

    def _seen(self, now: JourneyState, number: int, way: Meeting | Room) -> str:
        """What is known of a way."""
        if isinstance(way, Room):
            return f"nobody there; a matter of {way.attribute.slug.upper()}"
        fled = now.barred.get(str(number))
        return f"you fled from {in_words(fled)}" if fled else in_words(way.enemies)

    def _cleared(self, now: JourneyState, own: DescentOptions) -> list[Choice]:
        found = []
        for slug in dict.fromkeys(now.lying):
            if kit.verb(slug) and slug != kit.worn(now, slug):
                found.append(Choice(kit.verb(slug) + slug, f"{kit.described(slug)}; instead of {kit.thing(kit.worn(now, slug)).name}"))
            if kit.has_room(now):
                found.append(Choice(kit.TAKE + slug, kit.described(slug)))
        if not now.searched:
            found.append(Choice(SEARCH, f"{own.search_danger_percent}% that something hears"))
        hero = kit.hero_of(now)
        if not now.camped and (now.hp < hero.max_hp or now.stamina < hero.max_stamina):
            danger = f"{own.camp_danger_percent}% that something comes"
            found.append(Choice(CAMP, f"{own.camp_percent}% of HP and stamina; {danger}"))
        return [*found, *self._always(now), Choice(ON, "leave what lies here, and go on" if now.lying else "go on")]

    def _trades(self, now: JourneyState) -> list[Choice]:
        prices, found = descent().prices, []
        worth = self._worth(now)
        if worth:
            found.append(Choice(MATERIALS, f"all materials, for {worth} cogs"))
        for slug in dict.fromkeys(now.pack):
            found.append(Choice(kit.SELL + slug, f"{kit.paid(slug)} cogs: {kit.described(slug)}"))
        wares = [slug for slug in offers(now) if slug not in (now.weapon, now.armor)]
        if kit.has_room(now):
            wares += prices.wares
        found += [Choice(kit.BUY + s, f"{kit.price(s)} cogs: {kit.described(s)}") for s in wares if kit.price(s) <= now.cogs]
        return [*found, Choice(DONE)]

    def _worth(self, now: JourneyState) -> int:
        """What a trader pays for all materials."""
        return sum(descent().prices.materials[name] * n for name, n in now.materials.items())

    def refusal(self, state: JourneyState, name: str) -> str | None:
        """Why something that exists cannot be chosen now."""
        return kit.refusal(state, name)

    # what is done

    def choose(self, state: JourneyState, name: str) -> JourneyState:
        """Carry out a choice, one of `choices`."""
        now = state.model_copy(update={"told": ()})
        if now.stage == "class":
            return _created(now, name)
        if name == TURN_BACK:
            return now.telling(f"{now.name} climbs back into the light, and lives.", stage="over", end=TURNED_BACK)
        if name in (KIT, SPEND):
            return now.model_copy(update={"stage": name, "then": now.stage})
        if now.stage in ("kit", "spend"):
            if name == DONE:
                return now.model_copy(update={"stage": now.then})
            return self._changed(now, name) if now.stage == "kit" else _spent(now, name)
        if now.stage == "ways":
            return self._gone(now, name.removeprefix(GO))
        if now.stage == "sanctuary":
            return self._in_sanctuary(now, name)
        if now.stage == "trader":
            return self._traded(now, name)
        return self._here(now, name)

    def _changed(self, now: JourneyState, name: str) -> JourneyState:
        """Something used, put on or dropped."""
        slug = name.partition(" ")[2]
        if name.startswith(kit.USE):
            now, dice = by_chance(now)
            return kit.used(now, slug, dice)
        if name.startswith(kit.DROP):
            return now.telling(f"{kit.thing(slug).name} stays behind.", pack=kit.without(now.pack, slug))
        return kit.swapped(now, slug, "pack")

    def _gone(self, now: JourneyState, name: str) -> JourneyState:
        """Down one of the ways."""
        ways = ways_of(now)
        number = [way.name for way in ways].index(name)
        way = ways[number]
        now = now.model_copy(update={"way": number, "opening": Opening.INITIATIVE})
        if isinstance(way, Room):
            return now.model_copy(update={"stage": "room"})
        return now.model_copy(update={"stage": "meeting", "foes": now.barred.get(str(number), way.enemies)})

    def _here(self, now: JourneyState, name: str) -> JourneyState:
        """Before enemies, in a room, or where all is quiet."""
        if name == FIGHT:
            return now.model_copy(update={"stage": "fight"})
        if name == SLIP:
            return self._slipped(now)
        if name == BACK:
            return _at_crossing(now)
        if name == TRY:
            return self._tried(now)
        if name in (LEAVE, ON):
            return self._onward(now)
        if name == CAMP:
            return self._camped(now)
        if name == SEARCH:
            return self._searched(now)
        slug = name.partition(" ")[2]
        if name.startswith(kit.TAKE):
            return now.telling(f"{kit.thing(slug).name} taken.", pack=(*now.pack, slug), lying=kit.without(now.lying, slug))
        return kit.swapped(now, slug, "lying")

    def _slipped(self, now: JourneyState) -> JourneyState:
        """Past enemies unseen, as one flees from them: FINESSE against their mean FINESSE, rounded up; a tie is noticed."""
        rules, _ = options_in_force(now.options)
        now, dice = by_chance(now)
        those = enemies(now.foes)
        watching = -(-sum(foe.attributes.finesse for foe in those) // len(those))
        own = kit.hero_of(now).attributes[Attribute.FINESSE]
        texts = floors_file().texts
        if net(dice, own, watching, rules.success_face, D6, 0, 1) > 0:
            return self._onward(now.telling(one_of(dice, texts.slipped)))
        return now.telling(one_of(dice, texts.noticed), stage="fight", opening=Opening.ENEMIES)

    def _tried(self, now: JourneyState) -> JourneyState:
        """What a room asks for: successes on an attribute; Legend and finds, or harm and stress."""
        rules, _ = options_in_force(now.options)
        way = way_of(now)
        assert isinstance(way, Room)
        now, dice = by_chance(now)
        made = successes(dice, kit.hero_of(now).attributes[way.attribute], rules.success_face, D6)
        if made < way.needs:
            hp = max(now.hp - rolled(dice, way.harm), 1)
            hurt = f" You lose {now.hp - hp} HP." if hp < now.hp else ""
            return self._onward(growth.stressed(now.telling(f"{way.lost}{hurt}", hp=hp), way.stress))
        now = growth.earned(now.telling(way.won), spoils.legend_of(way.legend, True))
        for _ in range(way.finds):
            now = _found(now, dice)
        return now.model_copy(update={"stage": "cleared", "searched": True})

    def _camped(self, now: JourneyState) -> JourneyState:
        """A short rest where the enemies lie."""
        _, own = options_in_force(now.options)
        now, dice = by_chance(now.model_copy(update={"camped": True}))
        if chance(dice, own.camp_danger_percent / 100):
            return self._disturbed(now, dice)
        hero = kit.hero_of(now)
        hp = min(now.hp + hero.max_hp * own.camp_percent // 100, hero.max_hp)
        stamina = min(now.stamina + hero.max_stamina * own.camp_percent // 100, hero.max_stamina)
        return now.telling(one_of(dice, floors_file().texts.camp), f"{hp} HP, {stamina} stamina.", hp=hp, stamina=stamina)

    def _searched(self, now: JourneyState) -> JourneyState:
        """A look around."""
        _, own = options_in_force(now.options)
        now, dice = by_chance(now.model_copy(update={"searched": True}))
        for _ in range(start_of(now.character_class).searches):
            now = _found(now, dice)
        return self._disturbed(now, dice) if chance(dice, own.search_danger_percent / 100) else now

    def _disturbed(self, now: JourneyState, dice: Dice) -> JourneyState:
        """Something comes, and strikes first."""
        foes = wanderers(dice, now.floor)
        told = one_of(dice, floors_file().texts.disturbed)
        return now.telling(told, stage="fight", way=None, foes=foes, opening=Opening.ENEMIES)

    def _in_sanctuary(self, now: JourneyState, name: str) -> JourneyState:
        if name == REST:
            _, own = options_in_force(now.options)
            now = growth.restored(now.model_copy(update={"rested": True, "stress": max(now.stress - own.rest_calms, 0)}))
            return now.telling("You sleep while the lamp burns, and wake whole.")
        if name == TRADE:
            return now.model_copy(update={"stage": "trader"})
        if now.floor and floor_of(now).guarded:
            return _at_crossing(now).model_copy(update={"crossing": now.crossing + 1})
        return self._down(now)

    def _traded(self, now: JourneyState, name: str) -> JourneyState:
        if name == DONE:
            return now.model_copy(update={"stage": "sanctuary"})
        if name == MATERIALS:
            return now.telling(f"You sell all materials for {self._worth(now)} cogs.", cogs=now.cogs + self._worth(now), materials={})
        slug = name.partition(" ")[2]
        title = kit.thing(slug).name
        if name.startswith(kit.SELL):
            return now.telling(f"{title} sold.", cogs=now.cogs + kit.paid(slug), pack=kit.without(now.pack, slug))
        now = now.telling(f"{title} bought.", cogs=now.cogs - kit.price(slug))
        if not kit.verb(slug):
            return now.model_copy(update={"pack": (*now.pack, slug)})
        paid = kit.paid(kit.worn(now, slug))
        return kit.equipped(now, slug).telling(
            f"For {kit.thing(kit.worn(now, slug)).name} you are given {paid} cogs.", cogs=now.cogs + paid
        )

    def _onward(self, now: JourneyState) -> JourneyState:
        """On to the next crossing; behind the last that nobody guards lies the Sanctuary, behind the guard the next floor."""
        if now.stage == "over":
            return now
        floor, behind = floor_of(now), now.crossing
        now = _at_crossing(now).model_copy(update={"barred": {}})
        if floor.guarded and behind == len(floor.crossings) - 1:
            return self._down(now)
        if behind + 1 < len(floor.crossings) - floor.guarded:
            return now.model_copy(update={"crossing": behind + 1})
        now, dice = by_chance(now)
        return now.telling(one_of(dice, floors_file().texts.sanctuary), stage="sanctuary", rested=False)

    def _down(self, now: JourneyState) -> JourneyState:
        """Down the stairs; below the last floor is the end."""
        if now.floor == descent().shape.floors:
            return now.telling(descent().ending, stage="over", end=WON)
        return _at_floor(now, now.floor + 1)

    # fights

    def scenario(self, state: JourneyState) -> Mapping[str, Any] | None:
        """The fight that is to be fought now."""
        if state.stage != "fight":
            return None
        rules, _ = split_options(DescentOptions, state.options)
        hero = kit.fighter(state)
        late = any(trauma.late for trauma in growth.traumas_of(state))
        way = way_of(state)
        return {
            "title": floor_of(state).text.name if way is None else way.name,
            "hero": hero.model_dump(mode="json", by_alias=True, exclude_defaults=True),
            "enemies": state.foes,
            "opening": (Opening.ENEMIES if late else state.opening).slug,
            "options": rules,
            "policies": {"hero": delver.IN_FIGHTS},
        }

    def after(self, state: JourneyState, fight: FinishedFight) -> JourneyState:
        """What comes of a fight: Legend and loot, or flight, or the end; and stress."""
        _, own = options_in_force(state.options)
        now = state.model_copy(update={"fights": state.fights + 1, "told": ()})
        if fight.outcome == "defeat":
            return _beaten(now, own)
        left = fight.state
        pack, strain = now.pack, 0
        for i, slug in enumerate(kit.fighter(state).items):
            for _ in range(pack.count(slug) - int(left.items[i])):
                pack = kit.without(pack, slug)
                strain += descent().stress.strains.get(slug, 0)
        hp = max(fight.health(0), 1)
        now = now.model_copy(update={"hp": hp, "stamina": int(left.fighters[0].stamina), "pack": pack})
        now, dice = by_chance(now)
        strain += growth.will_shaken(now, enemies(state.foes), dice)
        strain += int(left.clock) * sum(trauma.stress_a_round for trauma in growth.traumas_of(now))
        if fight.outcome == "victory":
            now = growth.stressed(self._won(now, fight, dice), strain)
            last = guarded(now) and now.floor == descent().shape.floors
            return self._onward(now) if last else now
        standing = tuple(foe for i, foe in enumerate(state.foes, 1) if left.fighters[i].hp > 0)
        now = now.telling(one_of(dice, floors_file().texts.flight))
        if now.way is None:
            return self._onward(growth.stressed(now, strain))
        barred = {**now.barred, str(now.way): standing}
        return growth.stressed(_at_crossing(now).model_copy(update={"barred": barred}), strain)

    def _won(self, now: JourneyState, fight: FinishedFight, dice: Dice) -> JourneyState:
        """Legend, milestones, loot."""
        now = growth.earned(now.telling(one_of(dice, floors_file().texts.victory)), spoils.legend(spoils.fallen(fight.setup)))
        hero = fight.setup.details["hero"]
        cogs, materials, lying = now.cogs, dict(now.materials), list(now.lying)
        for left in spoils.left_behind(PlayedDice(now.seed, now.fights - 1, SPOILS_LANE), spoils.fallen(fight.setup), hero):
            cogs += left.cogs
            lying += [left.gear] if left.gear is not None else []
            for name, many in left.materials:
                materials[name] = materials.get(name, 0) + many
        if guarded(now):
            lying += [slug for slug in (gear_at(dice, now.floor, hero) for _ in range(descent().shape.hoard)) if slug is not None]
        return now.model_copy(update={"cogs": cogs, "materials": materials, "lying": tuple(lying), "stage": "cleared"})

    # many journeys

    def pick(self, state: JourneyState, choices: Sequence[Choice], policy: str, dice: Dice) -> str:
        """What a computer player chooses."""
        if policy == "sensible":
            return delver.sensible(state, [choice.name for choice in choices], dice)
        return super().pick(state, choices, policy, dice)

    def standing(self, state: JourneyState) -> Standing:
        """How far a descent has come: the floor reached, one more for who has come through."""
        left = {"HP": state.hp, "Legend": state.legend, "milestones": state.milestones, "cogs": state.cogs, "traumas": len(state.traumas)}
        return Standing(state.floor + (state.end == WON), state.character_class or "", state.end, left)


# --- steps ------------------------------------------------------------------------------------------------------------------


def _created(now: JourneyState, name: str) -> JourneyState:
    """A hero of a class, with points to spend."""
    kind, begins = book.library().classes[name], start_of(name)
    made = {
        "character_class": name,
        "weapon": str(kind.weapon),
        "armor": str(kind.armor),
        "pack": begins.pack,
        "cogs": begins.cogs,
        "points": descent().progress.points,
    }
    now = growth.restored(now.model_copy(update={**made, "stage": "sanctuary", "rested": True}))
    return now.model_copy(update={"stage": "spend", "then": "sanctuary"}) if growth.spending(now) else now


def _spent(now: JourneyState, name: str) -> JourneyState:
    now = growth.spent(now, name)
    return now if growth.spending(now) else now.model_copy(update={"stage": now.then})


def _at_floor(now: JourneyState, floor: int) -> JourneyState:
    """At the first crossing of a floor."""
    now = _at_crossing(now).model_copy(update={"floor": floor, "crossing": 0, "barred": {}})
    text = floor_of(now).text
    return now.telling(f"{text.name}. {text.text}")


def _at_crossing(now: JourneyState) -> JourneyState:
    gone = {"way": None, "foes": (), "opening": Opening.INITIATIVE, "lying": (), "searched": False, "camped": False}
    return now.model_copy(update={**gone, "stage": "ways"})


def _found(now: JourneyState, dice: Dice) -> JourneyState:
    """What one search brings: things lie there to be taken, cogs are taken at once."""
    slug, cogs = found_at(dice, now.floor, kit.hero_of(now))
    amount = rolled(dice, cogs) * now.floor
    if slug is None and not amount:
        return now.telling(one_of(dice, floors_file().texts.nothing))
    told = [kit.thing(slug).name] if slug is not None else []
    told += [f"{amount} cogs"] if amount else []
    lying = now.lying if slug is None else (*now.lying, slug)
    return now.telling(f"You find: {', '.join(told)}.", lying=lying, cogs=now.cogs + amount)


def _beaten(now: JourneyState, own: DescentOptions) -> JourneyState:
    """Death, or a rescue: back at the head of the floor, whole, without cogs and materials."""
    if own.defeat == "death":
        return now.telling(f"{now.name} falls, and the dust settles.", stage="over", end=FELL, hp=0)
    now, dice = by_chance(now)
    told = (one_of(dice, floors_file().texts.rescue), "Your cogs and materials are gone.")
    lost = now.telling(*told, cogs=0, materials={}, rescues=now.rescues + 1)
    return _at_floor(growth.restored(lost), now.floor)
