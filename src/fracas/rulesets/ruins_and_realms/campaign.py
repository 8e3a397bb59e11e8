"""Expeditions: a hero is made, travels through a realm, fights what lives there, gains levels and gear, and rests in havens.

What the document says is cited from it; what it leaves open is in `expedition` and in content/expedition.json.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fracas.dice import Dice, PlayedDice, chance
from fracas.dice.generator import SPOILS_LANE
from fracas.engine.content.additions import kept_for_packs
from fracas.engine.content.reading import validated
from fracas.engine.contract.campaign import Campaign, CharacterSheet, Choice, FinishedFight, Standing
from fracas.engine.contract.story import by_chance, one_of, rolled, split_options
from fracas.rulesets.ruins_and_realms import book, gear, models, spoils, wayfarer
from fracas.rulesets.ruins_and_realms.expedition import (
    ExpeditionOptions,
    JourneyState,
    expedition,
    options_in_force,
    realm_file,
)
from fracas.rulesets.ruins_and_realms.labels import SPECIALS, described, worn
from fracas.rulesets.ruins_and_realms.realm import Region, creatures, dwellers, met, realm

FIGHT, LEAVE, CAMP, SALVE, REST, HUNT, MARKET, GEAR, RETIRE = "fight", "leave", "camp", "salve", "rest", "hunt", "market", "gear", "retire"
SELL, BUY, BUY_SALVE, DONE = "sell", "buy ", "buy salve", "done"
LEARN, GO, TRAVEL = "learn ", "go to ", "travel to "
WAITS_FOR = "Each waits for a roll of two D8 of its own: [3,6] is a 3 on the Primary and a 6 on the Secondary."
FELL, RETIRED, WON = "fell", "retired", "won"


@kept_for_packs
def values() -> dict[str, tuple[int, bool]]:
    """What can be found: what one of it is worth, and whether it is a salve."""
    return {e.name: (e.value, e.salve) for table in book.library().loot.values() for e in table.entries if e.name is not None}


def region_of(now: JourneyState) -> Region:
    """The region a hero is in."""
    return realm(now.seed)[now.region]


def max_hp(now: JourneyState) -> int:
    """The hero's maximum HP."""
    return book.hp_at(now.level)


def learnable(now: JourneyState) -> list[models.Manoeuvre]:
    """The manoeuvres of the style that the level's tier opens, and that are not learnt yet."""
    assert now.style is not None
    return [m for m in book.known_manoeuvres(now.style, now.level) if m.id not in now.known]


def coins(number: int) -> str:
    """So many coins, in words."""
    return f"{number} {'coin' if number == 1 else 'coins'}"


def sheet(now: JourneyState, options: models.Options) -> CharacterSheet:
    """The hero: style and level, experience and purse, and what it has equipped and wears."""
    levels = book.config().levels
    following = levels.xp[now.level] if now.level < levels.most else None
    xp = f"{now.xp} XP" if following is None else f"{now.xp}/{following} XP"
    things = coins(now.coins) + (f", salves: {now.salves}" if now.salves else "") + (f", finds worth {now.worth}" if now.worth else "")
    style = book.config().styles[now.style or ""].name
    shift = book.shift_at(now.level, options)
    standing = f"{now.hp}/{max_hp(now)} HP, shift {shift}, {xp}, {things}; day {now.days}"
    return CharacterSheet(now.name, f"{style}, level {now.level}", standing, tuple(gear.lines(now, options)))


def in_words(names: Sequence[str]) -> str:
    """Creatures that are met, in words."""
    return ", ".join(f"{c.name} (level {c.level}{f', {c.rank}' if c.rank != 'ordinary' else ''}, {c.hp} HP)" for c in creatures(names))


class ExpeditionCampaign(Campaign[JourneyState]):
    """From creation through a realm."""

    reach_word = "level"
    kind_word = "style"
    policies = wayfarer.POLICIES
    options_model = ExpeditionOptions

    @property
    def title(self) -> str:  # type: ignore[override]  # it stands in the content
        """The campaign's title."""
        return expedition().title

    def begin(self, seed: int, name: str | None, options: Mapping[str, Any]) -> JourneyState:
        """An expedition before the first choice."""
        made: dict[str, Any] = {"seed": seed, "options": dict(options), "told": (expedition().title, expedition().text)}
        if name is not None:
            made["name"] = name
        return validated(JourneyState, made, "the new hero")

    # what is told

    def lines(self, state: JourneyState) -> list[str]:
        """What has just happened, and where the hero stands."""
        told = [line for line in state.told if line]
        rules, _ = _options(state)
        if state.stage == "style":
            return [*told, "Choose your weapon style."]
        if state.stage == "learn":
            tier = expedition().creation.tier if not state.hp else book.tier_at(state.level)
            what = "manoeuvre" if state.to_learn == 1 else "manoeuvres"
            choose = f"Choose {state.to_learn} {what} to learn, of tier {tier}{' or below' if tier > 1 else ''}."
            return [*told, choose, *([] if state.hp else [WAITS_FOR])]
        own = sheet(state, rules).line
        if state.stage == "over":
            return [*told, own]
        if state.stage == "gear":
            return [*told, *gear.lines(state, rules), own]
        if state.stage == "market":
            return [*told, "The market: what you found can be sold, and there is armour to be had.", own]
        region = region_of(state)
        if state.place is None and state.stage == "haven":
            return [*told, f"{region.haven.name}, in {region.name}. {region.haven.text}", own]
        where = "On the road" if state.place is None else region.places[state.place].name
        return [*told, f"{where}, in {region.name}. Before you: {in_words(state.foes)}.", own]

    def hero(self, state: JourneyState) -> CharacterSheet | None:
        """The hero, once its first manoeuvres are learnt."""
        made = state.style is not None and not (state.stage == "learn" and not state.hp)
        return sheet(state, _options(state)[0]) if made else None

    # what can be chosen

    def choices(self, state: JourneyState) -> Sequence[Choice]:
        """What can be chosen."""
        rules, own = _options(state)
        if state.stage == "style":
            return [
                Choice(name, f"{style.name}: {SPECIALS[style.special]}; armour up to weight {style.armor_weight}")
                for name, style in book.config().styles.items()
            ]
        if state.stage == "learn":
            return [Choice(LEARN + m.id, described(m)) for m in learnable(state)]
        if state.stage == "gear":
            return [*gear.choices(state, rules), Choice(DONE)]
        if state.stage == "market":
            return self._market(state, own)
        if state.stage == "place":
            return self._at_place(state, own)
        return self._haven(state, own) if state.stage == "haven" else []

    def _haven(self, now: JourneyState, own: ExpeditionOptions) -> list[Choice]:
        region, regions = region_of(now), realm(now.seed)
        found = []
        if now.hp < max_hp(now):
            found.append(Choice(REST, f"{coins(_price(now, own))} for a bed: to {max_hp(now)} HP"))
        if now.salves and now.hp < max_hp(now):
            found.append(_salve(own))
        for number, place in enumerate(region.places):
            if not _cleared(now, number):
                found.append(Choice(f"{GO}{place.name}", self._state_of(now, number)))
        found += [Choice(HUNT, "whatever is abroad"), Choice(MARKET, "sell and buy"), Choice(GEAR, "manoeuvres and armour")]
        for to in (now.region + 1, now.region - 1):
            if 0 <= to < len(regions):
                low, high = regions[to].levels
                found.append(Choice(f"{TRAVEL}{regions[to].text.name}", f"for levels {low} to {high}"))
        return [*found, Choice(RETIRE, "the expedition is over", final=True)]

    def _state_of(self, now: JourneyState, place: int) -> str:
        """What is known of a place."""
        fled = now.threats.get(f"{now.region}.{place}")
        if fled:
            return f"you fled from {in_words(fled)}"
        seen = now.seen.get(f"{now.region}.{place}")
        if seen:
            return f"there: {in_words(seen)}"
        done, deep = now.done.get(f"{now.region}.{place}", 0), len(expedition().approach)
        return f"{done} of {deep} cleared" if done else "not yet seen"

    def _at_place(self, now: JourneyState, own: ExpeditionOptions) -> list[Choice]:
        found = [Choice(FIGHT, "they are taken by surprise" if now.opening == "surprise" else "face it")]
        if now.salves and now.hp < max_hp(now):
            found.append(_salve(own))
        if now.place is not None and now.hp < max_hp(now):
            found.append(
                Choice(CAMP, f"a night in the open: {own.camp_heals_percent}% of your HP, and {own.camp_danger_percent}% that they come")
            )
        return [*found, Choice(GEAR, "manoeuvres and armour"), Choice(LEAVE, "back to the haven")]

    def _market(self, now: JourneyState, own: ExpeditionOptions) -> list[Choice]:
        found = [Choice(SELL, f"all finds, for {coins(now.worth)}")] if now.worth else []
        if own.salve_price <= now.coins:
            found.append(Choice(BUY_SALVE, f"{coins(own.salve_price)}: heals {own.salve_heals} between fights"))
        for name, piece in gear.sold(now.style or "", now.level, now.armor + now.pack):
            if gear.price(piece) <= now.coins:
                found.append(Choice(f"{BUY}{name}", f"{coins(gear.price(piece))}: {worn(piece)}"))
        return [*found, Choice(DONE)]

    def refusal(self, state: JourneyState, name: str) -> str | None:
        """Why something that exists cannot be chosen now."""
        return gear.refusal(state, name, *_options(state))

    # what is done

    def choose(self, state: JourneyState, name: str) -> JourneyState:
        """Carry out a choice, one of `choices`."""
        now = state.model_copy(update={"told": ()})
        rules, own = _options(now)
        if now.stage == "style":
            return _created(now, name)
        if now.stage == "learn":
            return _learnt(now, name.removeprefix(LEARN), rules)
        if now.stage == "gear":
            return now.model_copy(update={"stage": now.then}) if name == DONE else gear.changed(now, name)
        if now.stage == "market":
            return self._traded(now, name, own)
        if name == FIGHT:
            return now.model_copy(update={"stage": "fight"})
        if name == SALVE:
            return _salved(now, own)
        if name == GEAR:
            return now.model_copy(update={"stage": "gear", "then": now.stage})
        if name == CAMP:
            return self._camped(now, own)
        if name == LEAVE:
            seen = now.seen if now.place is None or now.key in now.threats else {**now.seen, now.key: now.foes}
            return self._back(now.model_copy(update={"seen": seen}), own)
        return self._from_haven(now, name, own)

    def _from_haven(self, now: JourneyState, name: str, own: ExpeditionOptions) -> JourneyState:
        region = region_of(now)
        if name == REST:
            slept = f"You sleep in a bed for {coins(_price(now, own))}, and wake whole."
            return now.model_copy(update={"coins": now.coins - _price(now, own), "hp": max_hp(now), "days": now.days + 1, "told": (slept,)})
        if name == MARKET:
            return now.model_copy(update={"stage": "market"})
        if name == RETIRE:
            return now.model_copy(
                update={"stage": "over", "end": RETIRED, "told": (f"{now.name} hangs up the weapon, and lives to tell of it.",)}
            )
        if name == HUNT:
            now, dice = by_chance(now)
            foes = met(dice, expedition().road, region.levels, region.text.creatures)
            return self._meeting(now, None, foes, dice, own)
        if name.startswith(GO):
            number = [place.name for place in region.places].index(name.removeprefix(GO))
            fled = now.threats.get(f"{now.region}.{number}")
            now, dice = by_chance(now)
            foes = fled or dwellers(now.seed, region, number, now.done.get(f"{now.region}.{number}", 0))
            return self._meeting(now, number, foes, dice, own, region.places[number].text)
        to = next(r for r in realm(now.seed) if r.text.name == name.removeprefix(TRAVEL))
        now, dice = by_chance(now)
        told = (one_of(dice, realm_file().texts.road), to.text.text)
        return now.model_copy(update={"region": to.number, "days": now.days + 1, "told": told})

    def _meeting(
        self, now: JourneyState, place: int | None, foes: tuple[str, ...], dice: Dice, own: ExpeditionOptions, text: str = ""
    ) -> JourneyState:
        """Come upon enemies: in the ordinary way, by surprise, or into an ambush, which is fought at once."""
        opening, told = "hero", [text]
        if chance(dice, own.ambush_percent / 100):
            opening, told = "ambushed", [text, one_of(dice, realm_file().texts.ambush)]
        elif chance(dice, own.surprise_percent / (100 - own.ambush_percent)):
            opening, told = "surprise", [text, one_of(dice, realm_file().texts.surprise)]
        stage = "fight" if opening == "ambushed" else "place"
        return now.model_copy(update={"stage": stage, "place": place, "foes": foes, "opening": opening, "told": (*now.told, *told)})

    def _camped(self, now: JourneyState, own: ExpeditionOptions) -> JourneyState:
        """A night in the open."""
        now, dice = by_chance(now)
        if chance(dice, own.camp_danger_percent / 100):
            told = one_of(dice, realm_file().texts.ambush)
            return now.model_copy(update={"stage": "fight", "opening": "ambushed", "days": now.days + 1, "told": (told,)})
        hp = min(now.hp + max_hp(now) * own.camp_heals_percent // 100, max_hp(now))
        told = one_of(dice, realm_file().texts.camp)
        return now.model_copy(update={"hp": hp, "days": now.days + 1, "opening": "hero", "told": (told, f"You heal to {hp} HP.")})

    def _back(self, now: JourneyState, own: ExpeditionOptions) -> JourneyState:
        """Back to the haven, unless something that the hero fled from is met again on the way."""
        fled = [place for place in range(len(region_of(now).places)) if f"{now.region}.{place}" in now.threats and place != now.place]
        now, dice = by_chance(now)
        if fled and chance(dice, own.pursuit_percent / 100):
            place = one_of(dice, fled)
            told = (*now.told, "On the way back you are met by what you fled from.")
            return self._meeting(now.model_copy(update={"told": told}), place, now.threats[f"{now.region}.{place}"], dice, own)
        return _to_haven(now)

    def _traded(self, now: JourneyState, name: str, own: ExpeditionOptions) -> JourneyState:
        if name == DONE:
            return now.model_copy(update={"stage": "haven"})
        if name == SELL:
            told = (f"You sell what you found for {coins(now.worth)}.",)
            return now.model_copy(update={"coins": now.coins + now.worth, "worth": 0, "finds": {}, "told": told})
        if name == BUY_SALVE:
            return now.model_copy(update={"coins": now.coins - own.salve_price, "salves": now.salves + 1, "told": ("You buy a salve.",)})
        return gear.bought(now, name.removeprefix(BUY))

    # fights

    def scenario(self, state: JourneyState) -> Mapping[str, Any] | None:
        """The fight that is to be fought now."""
        if state.stage != "fight":
            return None
        rules, _ = split_options(ExpeditionOptions, state.options)
        hero = {
            "name": state.name,
            "style": state.style,
            "level": state.level,
            "manoeuvres": state.equipped,
            "armor": state.armor,
            "hp_now": state.hp,
            "xp": state.xp,
        }
        return {
            "title": "On the road" if state.place is None else region_of(state).places[state.place].name,
            "hero": hero,
            "creatures": state.foes,
            "opening": state.opening,
            "options": rules,
            "policies": {"hero": wayfarer.IN_FIGHTS},
        }

    def after(self, state: JourneyState, fight: FinishedFight) -> JourneyState:
        """What comes of a fight: spoils and levels, or flight, or the end."""
        _, own = _options(state)
        now = state.model_copy(update={"fights": state.fights + 1, "told": ()})
        now, dice = by_chance(now)
        if fight.outcome in ("death", "captured"):
            return _beaten(now, fight.outcome, dice, own)
        now = now.model_copy(update={"hp": max(fight.health(0), 1)})
        if fight.outcome != "victory":
            return self._fled(now, fight, dice, own)
        return self._won(now, fight, dice, own)

    def _fled(self, now: JourneyState, fight: FinishedFight, dice: Dice, own: ExpeditionOptions) -> JourneyState:
        """No experience; the threat remains: those that still stand."""
        standing = tuple(foe for i, foe in enumerate(now.foes, 1) if fight.state.fighters[i].hp > 0)
        threats = now.threats if now.place is None else {**now.threats, now.key: standing}
        return self._back(now.model_copy(update={"threats": threats, "told": (one_of(dice, realm_file().texts.flight),)}), own)

    def _won(self, now: JourneyState, fight: FinishedFight, dice: Dice, own: ExpeditionOptions) -> JourneyState:
        """Experience, loot, levels; and deeper into the place."""
        beaten: tuple[models.Creature, ...] = fight.setup.details["creatures"]
        told = [one_of(dice, realm_file().texts.victory)]
        finds, salves, worth, purse = dict(now.finds), now.salves, now.worth, now.coins
        for found in spoils.left_behind(beaten, PlayedDice(now.seed, now.fights - 1, SPOILS_LANE)):
            purse += found.coins
            if found.name is None or not found.amount:
                continue
            value, salve = values().get(found.name, (0, False))
            if salve:
                salves += found.amount
            else:
                finds[found.name] = finds.get(found.name, 0) + found.amount
                worth += value * found.amount
        hp = min(now.hp + rolled(dice, own.victory_heals), max_hp(now))
        change: dict[str, Any] = {"xp": now.xp + spoils.experience(beaten), "hp": hp}
        now = now.model_copy(update={**change, "finds": finds, "salves": salves, "worth": worth, "coins": purse, "told": tuple(told)})
        return self._onward(_risen(now, own), own)

    def _onward(self, now: JourneyState, own: ExpeditionOptions) -> JourneyState:
        """On from a fight that was won: deeper into the place, or back."""
        if now.place is None:
            return self._learning(_to_haven(now))
        place, region = now.place, region_of(now)
        known = {what: {key: foes for key, foes in getattr(now, what).items() if key != now.key} for what in ("threats", "seen")}
        now = now.model_copy(update={"done": {**now.done, now.key: now.done.get(now.key, 0) + 1}, **known})
        if not _cleared(now, place):
            now, dice = by_chance(now)
            return self._learning(self._meeting(now, place, dwellers(now.seed, region, place, now.done[now.key]), dice, own))
        now = now.model_copy(update={"told": (*now.told, f"{region.places[place].name} is quiet now.")})
        if place == 0 and now.region == len(realm(now.seed)) - 1:
            return now.model_copy(update={"stage": "over", "end": WON, "told": (*now.told, expedition().ending)})
        return self._learning(_to_haven(now))

    def _learning(self, now: JourneyState) -> JourneyState:
        """First what is to be learnt with a new level, then what comes next."""
        if not now.to_learn or now.stage not in ("haven", "place"):
            return now
        return now.model_copy(update={"stage": "learn", "then": now.stage})

    def is_permadeath(self, state: JourneyState) -> bool:
        """By default death is the end."""
        return _options(state)[1].defeat == "death"

    # many journeys

    def pick(self, state: JourneyState, choices: Sequence[Choice], policy: str, dice: Dice) -> str:
        """What a computer player chooses."""
        if policy == "sensible":
            return wayfarer.sensible(state, [choice.name for choice in choices], dice)
        return super().pick(state, choices, policy, dice)

    def standing(self, state: JourneyState) -> Standing:
        """How far an expedition has come: the level reached."""
        left = {"HP": state.hp, "coins": state.coins + state.worth, "days": state.days, "rescues": state.rescues}
        return Standing(state.level, state.style or "", state.end, left)


# --- steps --------------------------------------------------------------------------------------------------------------


def _options(now: JourneyState) -> tuple[models.Options, ExpeditionOptions]:
    """The rule options in force, and those of the campaign."""
    return options_in_force(now.options)


def _price(now: JourneyState, own: ExpeditionOptions) -> int:
    """What a bed costs: who has less pays what there is."""
    return min(own.rest_price * now.level, now.coins)


def _salve(own: ExpeditionOptions) -> Choice:
    return Choice(SALVE, f"heals {own.salve_heals}")


def _cleared(now: JourneyState, place: int) -> bool:
    return now.done.get(f"{now.region}.{place}", 0) >= len(expedition().approach)


def _to_haven(now: JourneyState) -> JourneyState:
    return now.model_copy(update={"stage": "haven", "place": None, "foes": (), "opening": "hero"})


def _created(now: JourneyState, style: str) -> JourneyState:
    """A hero of a style, who still has to choose manoeuvres."""
    rules = expedition().creation
    worn = tuple(str(piece) for piece in book.library().heroes[f"{style}-{rules.armor_of}"].armor)
    made = {
        "style": style,
        "armor": worn,
        "coins": rules.coins,
        "salves": rules.salves,
        "to_learn": rules.manoeuvres,
        "stage": "learn",
        "hp": 0,
    }
    return now.model_copy(update=made)


def _learnt(now: JourneyState, name: str, rules: models.Options) -> JourneyState:
    """A manoeuvre is learnt, and equipped where a slot is free."""
    move = book.library().manoeuvres[name]
    free = book.slots_at(now.level, rules) > len(now.equipped)
    change: dict[str, Any] = {
        "known": (*now.known, name),
        "equipped": (*now.equipped, name) if free else now.equipped,
        "to_learn": now.to_learn - 1,
        "told": (f"{move.name} {move.cell} learnt{' and equipped' if free else ''}.",),
    }
    now = now.model_copy(update=change)
    if now.to_learn and learnable(now):
        return now
    if now.hp:
        return now.model_copy(update={"to_learn": 0, "stage": now.then})
    region = region_of(now)
    return now.model_copy(update={"to_learn": 0, "hp": max_hp(now), "stage": "haven", "told": (*now.told, region.text.text)})


def _salved(now: JourneyState, own: ExpeditionOptions) -> JourneyState:
    """A salve heals."""
    now, dice = by_chance(now)
    hp = min(now.hp + rolled(dice, own.salve_heals), max_hp(now))
    return now.model_copy(update={"hp": hp, "salves": now.salves - 1, "told": (f"The salve heals you to {hp} HP.",)})


def _risen(now: JourneyState, own: ExpeditionOptions) -> JourneyState:
    """The levels that experience gives: HP, shift points, slots, tiers, and manoeuvres to be learnt."""
    rules, _ = _options(now)
    reached = book.level_of(now.xp)
    told = []
    for level in range(now.level + 1, reached + 1):
        gains = [f"{book.hp_at(level)} HP"]
        for what, at in (
            ("shift {}", lambda each: book.shift_at(each, rules)),
            ("{} slots", lambda each: book.slots_at(each, rules)),
            ("tier {}", book.tier_at),
        ):
            if at(level) > at(level - 1):
                gains.append(what.format(at(level)))
        told.append(f"Level {level}: {', '.join(gains)}.")
    if reached == now.level:
        return now
    hp = now.hp + book.hp_at(reached) - book.hp_at(now.level)
    change: dict[str, Any] = {"level": reached, "hp": hp, "told": (*now.told, *told)}
    risen = now.model_copy(update=change)
    gained = own.manoeuvres_a_level * (reached - now.level)
    return risen.model_copy(update={"to_learn": min(gained, len(learnable(risen)))})


def _beaten(now: JourneyState, outcome: str, dice: Dice, own: ExpeditionOptions) -> JourneyState:
    """Death, or a rescue (a ransom, where the hero was captured) for its price."""
    if outcome == "death" and own.defeat == "death":
        return now.model_copy(update={"stage": "over", "end": FELL, "hp": 0, "told": (f"{now.name} falls, and nobody comes.",)})
    price = now.coins * own.rescue_price_percent // 100
    told = (one_of(dice, realm_file().texts.rescue), f"It costs {coins(price)}, and all that you had found.")
    change = {"coins": now.coins - price, "worth": 0, "finds": {}, "hp": max_hp(now), "rescues": now.rescues + 1, "days": now.days + 1}
    threats = now.threats if now.place is None else {**now.threats, now.key: now.foes}
    return _to_haven(now.model_copy(update={**change, "threats": threats, "told": told}))
