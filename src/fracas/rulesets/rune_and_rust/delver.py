"""How computer players descend: what a sensible delver chooses between fights. In fights they are sensible (`sensible`)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from fracas.dice import Dice, die
from fracas.engine.content.models import mean_of
from fracas.rulesets.rune_and_rust import growth, kit, models, spoils
from fracas.rulesets.rune_and_rust.book import Character, library
from fracas.rulesets.rune_and_rust.codes import Aim, Attribute, EffectKind, HeroPolicy, MoveKind
from fracas.rulesets.rune_and_rust.descent import JourneyState, Meeting, Room, descent, floors_file, options_in_force, start_of
from fracas.rulesets.rune_and_rust.floors import at_depth, enemies, floors, offers, wandering
from fracas.rulesets.rune_and_rust.hitting import hit_chance

POLICIES = ("sensible", "random")
IN_FIGHTS = HeroPolicy.SENSIBLE.slug
BEARABLE, TOO_MUCH = 0.55, 0.85
"""The shares of HP that a fight may be reckoned to cost: above the first it is avoided, above the second slipped past if that can be."""
HURT, LOW = 0.7, 0.5
"""The shares of HP below which a sensible delver makes camp, and takes something before a fight."""
REMEDIES, RICH = 3, 8
"""Healing things that a sensible delver wants to carry; who has so many times the price of one buys more of them."""
UNEASY = 60
"""Stress at which something is taken against it."""
FIND_WORTH = 15.0
"""What a find is reckoned to be worth, in Legend."""
COST_WORTH, RISK_WORTH = 60.0, 1000.0
"""What all of one's HP are reckoned to be worth, in Legend: lost bit by bit, and beyond what is bearable."""
CAMP_WORTH = 6.0
"""What it is reckoned to be worth, in Legend, that a camp restores one percent of all."""
HOPELESS = 1e6
WORST = 2.0
"""A fight that costs life is reckoned to be as bad as so many times the HP that are left."""
EASY = 0.2
"""Fights that cost less than this share of HP hardly count for less."""
MEAN_DIE = 3.5
AT_STAIRS = ("sanctuary", "trader")
Groups = tuple[tuple[str, ...], ...]
"""Enemies that are met together, each group by itself."""


def sensible(now: JourneyState, names: Sequence[str], dice: Dice) -> str:
    """What a sensible delver chooses."""
    if now.stage == "class":
        return names[die(dice, len(names)) - 1]
    if now.stage == "spend":
        return _spending(now, names)
    if now.stage == "kit":
        return next((name for name in _needs(now) if name in names), "done")
    if now.stage == "trader":
        return _trading(now, names)
    if "spend" in names and _spending(now, [choice.name for choice in growth.spending(now)]) != "done":
        return "spend"
    if now.stage == "ways":
        return "kit" if _needs(now) else _way(now)
    if now.stage == "meeting":
        return _before_a_fight(now, names)
    if now.stage == "room":
        return "try" if gain_of_room(now, _room(now)) > 0 else "leave it"
    return _cleared(now, names) if now.stage == "cleared" else _in_sanctuary(now, names)


# --- what a fight would cost ------------------------------------------------------------------------------------------------


@lru_cache(1024)
def mean_chance(dice: int, needed: int, face: int) -> float:
    """The chance that dice make so many successes."""
    p = (7 - face) / 6
    return sum(math.comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(needed, dice + 1))


class Exchange(NamedTuple):
    """What a hero and an enemy are reckoned to do to each other in a turn."""

    blow: float
    """The damage of a plain attack."""
    better: tuple[tuple[float, int], ...]
    """Attacking abilities that do more: damage and stamina, the best first."""
    harm: float
    heals: float


class Reckoning:
    """What fights are reckoned to cost a hero."""

    def __init__(self, build: kit.Build) -> None:
        self.options, _ = options_in_force(json.loads(build.options))
        self.hero: Character = kit.made(build)
        self._exchanges: dict[str, Exchange] = {}
        self._strength: dict[Groups, float] = {}
        self._costs: dict[tuple[tuple[str, ...], int], float] = {}

    def exchange(self, name: str) -> Exchange:
        """What the hero and an enemy do to each other."""
        if name not in self._exchanges:
            foe = library().enemies[name]
            plain = self._blow(foe)
            better = sorted((pair for pair in self._abilities(foe) if pair[0] > plain), reverse=True)
            self._exchanges[name] = Exchange(plain, tuple(better), *self._harm(foe))
        return self._exchanges[name]

    def _blow(self, foe: models.Enemy) -> float:
        weapon = self.hero.weapon
        dice = max(self.hero.attributes[Attribute(int(weapon.attribute))] + weapon.accuracy, 0)
        return float(hit_chance(dice, foe.attributes.sturdiness, self.options)) * self._damage(weapon.damage, weapon.pierces, foe)

    def _damage(self, dice: str, pierces: bool, foe: models.Enemy, percent: int = 100, more: float = 0.0) -> float:
        return max(mean_of(dice) * percent / 100 + more - (0 if pierces else foe.soak), self.options.minimum_damage)

    def _abilities(self, foe: models.Enemy) -> Iterator[tuple[float, int]]:
        face, weapon = self.options.success_face, self.hero.weapon
        for ability in self.hero.abilities:
            if ability.aim == Aim.SELF:
                continue
            dice = self.hero.attributes[ability.attribute] + ability.bonus_dice + weapon.ability_dice
            does = 0.0
            for effect in ability.effects:
                if effect.kind == EffectKind.DAMAGE:
                    does += self._damage(effect.amount, effect.pierces, foe)
                elif effect.kind == EffectKind.WEAPON_DAMAGE:
                    does += self._damage(weapon.damage, weapon.pierces, foe, effect.percent)
                elif effect.kind == EffectKind.WEAPON_AND_SUCCESSES:
                    does += self._damage(weapon.damage, weapon.pierces, foe, more=MEAN_DIE * dice * (7 - face) / 6)
            if does:
                yield does * (1.0 if ability.sure else mean_chance(dice, ability.threshold, face)), ability.stamina

    def _harm(self, foe: models.Enemy) -> tuple[float, float]:
        does = heals = total = 0.0
        for move in foe.moves:
            weight = (move.weight_in(0) + move.weight_in(len(foe.phases))) / 2
            total += weight
            if move.kind == MoveKind.STRIKE:
                dice = max(getattr(foe.attributes, move.attribute.slug) + foe.accuracy + move.bonus_dice, 0)
                hits = float(hit_chance(dice, self.hero.attributes[Attribute.STURDINESS], self.options))
                soak = 0 if move.pierces or self.hero.armor is None else self.hero.armor.soak
                does += weight * move.strikes * hits * max(mean_of(move.damage or foe.damage) - soak, self.options.minimum_damage)
            elif move.kind == MoveKind.HEAL:
                heals += weight * move.amount
        return does / total, heals / total

    def cost(self, names: Sequence[str], stamina: int) -> float:
        """The HP that a fight is reckoned to cost: enemies are felled one after another, and those that stand strike."""
        key = (tuple(names), stamina)
        if key not in self._costs:
            self._costs[key] = self._cost(*key)
        return self._costs[key]

    def _cost(self, names: tuple[str, ...], stamina: int) -> float:
        known = library().enemies
        standing = sorted(names, key=lambda name: known[name].hp)
        harms = [self.exchange(name).harm for name in standing]
        lost = 0.0
        for i, name in enumerate(standing):
            each, hp, turns = self.exchange(name), float(known[name].hp), 0.0
            for damage, price in each.better:
                used = min(stamina // price if price else math.inf, math.ceil(hp / damage))
                stamina -= int(used) * price
                hp, turns = max(hp - used * damage, 0.0), turns + used
            if hp > 0:
                turns += hp / (each.blow - each.heals) if each.blow > each.heals else HOPELESS
            lost += turns * sum(harms[i:])
        return lost

    def strength(self, groups: Groups) -> float:
        """How well the hero would do against groups of enemies, whole: the smaller the share of HP they cost, the better."""
        if groups not in self._strength:
            shares = (self.cost(names, self.hero.max_stamina) / self.hero.max_hp for names in groups)
            self._strength[groups] = sum(1 / (EASY + share) for share in shares)
        return self._strength[groups]


@lru_cache(1024)
def reckoned(build: kit.Build) -> Reckoning:
    """What fights are reckoned to cost a hero."""
    return Reckoning(build)


def share(now: JourneyState, foes: Sequence[str]) -> float:
    """The share of the HP left that a fight is reckoned to cost."""
    return min(reckoned(kit.build_of(now)).cost(foes, now.stamina) / max(now.hp, 1), HOPELESS)


def strength(now: JourneyState) -> float:
    """How well a hero would do on the next floor, or against the guard that is next to be met."""
    where = now.then if now.stage in ("kit", "spend") else now.stage
    return reckoned(kit.build_of(now)).strength(next_met(now.seed, now.floor, where in AT_STAIRS))


@lru_cache(1024)
def next_met(seed: int, floor: int, at_stairs: bool) -> Groups:
    """The enemies that a hero arms itself against: before guarded stairs their guard, of whom the Sanctuary tells."""
    guard = floors(seed)[floor - 1].guard if floor else None
    return (guard.enemies,) if guard is not None and at_stairs else ahead(min(floor + 1, descent().shape.floors))


@lru_cache(64)
def ahead(floor: int) -> Groups:
    """The enemies that may be met on a floor, and the next guards."""
    those = floors_file().meetings
    guards = [each for each in those if each.guard]
    following = min((each.depths[0] for each in guards if each.depths[1] >= floor), default=floor)
    met = [*at_depth([each for each in those if not each.guard], floor), *at_depth(guards, max(following, floor))]
    return tuple(meeting.enemies for meeting in met)


# --- on the way -------------------------------------------------------------------------------------------------------------


def _room(now: JourneyState) -> Room:
    way = floors(now.seed)[now.floor - 1].crossings[now.crossing][now.way or 0]
    assert isinstance(way, Room)
    return way


def gain_of_room(now: JourneyState, room: Room) -> float:
    """What a room is reckoned to be worth."""
    rules, own = options_in_force(now.options)
    works = mean_chance(kit.hero_of(now).attributes[room.attribute], room.needs, rules.success_face)
    stress = room.stress if own.stress else 0
    fails = COST_WORTH * mean_of(room.harm) / max(now.hp, 1) + stress
    return works * (spoils.legend_of(room.legend, True) + FIND_WORTH * room.finds) - (1 - works) * fails


def gain_of_meeting(now: JourneyState, foes: Sequence[str]) -> float:
    """What a fight is reckoned to be worth, less what it costs."""
    lost = share(now, foes)
    legend = spoils.legend(enemies(foes)) * (1.0 if now.milestones < 3 else 0.3)
    return FIND_WORTH + legend - COST_WORTH * lost - RISK_WORTH * max(lost - BEARABLE, 0)


def _way(now: JourneyState) -> str:
    def gain(number: int, way: Meeting | Room) -> float:
        if isinstance(way, Room):
            return max(gain_of_room(now, way), 0.0)
        return gain_of_meeting(now, now.barred.get(str(number), way.enemies))

    ways = floors(now.seed)[now.floor - 1].crossings[now.crossing]
    return "go to " + max(enumerate(ways), key=lambda pair: gain(*pair))[1].name


def _before_a_fight(now: JourneyState, names: Sequence[str]) -> str:
    if _needs(now):
        return "kit"
    return "slip past" if "slip past" in names and share(now, now.foes) > TOO_MUCH else "fight"


def _needs(now: JourneyState) -> list[str]:
    """What is taken now: against wounds where there are many, against stress, for stamina."""
    hero = kit.hero_of(now)
    found = []
    for slug in dict.fromkeys(now.pack):
        if not kit.is_of_use(now, slug):
            continue
        if slug in descent().remedies:
            found += [kit.USE + slug] if now.stress >= UNEASY else []
            continue
        kinds = {effect.kind for effect in library().consumables[slug].effects}
        heals = EffectKind.HEAL in kinds and now.hp < LOW * hero.max_hp
        rouses = EffectKind.RESTORE_STAMINA in kinds and len(kinds) == 1 and 3 * now.stamina < hero.max_stamina
        found += [kit.USE + slug] if heals or rouses else []
    return found


def _cleared(now: JourneyState, names: Sequence[str]) -> str:
    better = _better(now, now.lying)
    if better is not None:
        return kit.verb(better) + better
    for name in names:
        if name.startswith(kit.TAKE) and not kit.verb(name.removeprefix(kit.TAKE)):
            return name
    hero = kit.hero_of(now)
    _, own = options_in_force(now.options)
    if "camp" in names and (now.hp < HURT * hero.max_hp or 2 * now.stamina < hero.max_stamina):
        if CAMP_WORTH * own.camp_percent > own.camp_danger_percent * danger(now):
            return "camp"
    if "search" in names and now.hp >= HURT * hero.max_hp:
        if 100 * FIND_WORTH * start_of(now.character_class).searches > own.search_danger_percent * danger(now):
            return "search"
    return "on"


def danger(now: JourneyState) -> float:
    """What those who may come to a camp or a search are reckoned to cost, on average, in Legend."""
    those = wandering(now.floor)
    worst = -RISK_WORTH * WORST
    return -sum(max(gain_of_meeting(now, meeting.enemies), worst) for meeting in those) / len(those)


def _better(now: JourneyState, slugs: Sequence[str]) -> str | None:
    """The piece of gear of some that makes the hero strongest, if it makes it stronger than it is."""
    best, most = None, strength(now) * 1.001
    for slug in dict.fromkeys(slugs):
        if kit.verb(slug):
            worth = strength(kit.equipped(now, slug))
            if worth > most:
                best, most = slug, worth
    return best


def _spending(now: JourneyState, names: Sequence[str]) -> str:
    """Points are spent on what makes strongest for each of them; a specialization is not reckoned with, but as its strikes go."""
    before = strength(now)
    found = {name: (strength(after := growth.spent(now, name)) - before) / (now.points - after.points) for name in names if name != "done"}
    best = max(found, key=lambda name: found[name], default="done")
    return best if best != "done" and found[best] > 0 else "done"


def _in_sanctuary(now: JourneyState, names: Sequence[str]) -> str:
    if "rest" in names:
        return "rest"
    return "trade" if now.materials or _wanted(now) is not None else "descend"


def _trading(now: JourneyState, names: Sequence[str]) -> str:
    if "sell materials" in names:
        return "sell materials"
    wanted = _wanted(now)
    return f"{kit.BUY}{wanted}" if wanted is not None and f"{kit.BUY}{wanted}" in names else "done"


def _wanted(now: JourneyState) -> str | None:
    """What is bought: gear that makes stronger, then something that heals, something against stress."""
    wares = [slug for slug in offers(now) if kit.price(slug) <= now.cogs]
    better = _better(now, wares)
    if better is not None or not kit.has_room(now):
        return better
    healing = [slug for slug in descent().prices.wares if _heals(slug)]
    spare = 2 if sum(_heals(slug) for slug in now.pack) < REMEDIES else RICH
    payable = [slug for slug in healing if kit.price(slug) * spare <= now.cogs]
    if payable:
        return max(payable, key=kit.price)
    calming = [slug for slug in descent().remedies if kit.price(slug) <= now.cogs]
    return calming[0] if calming and now.stress >= UNEASY // 2 and not set(descent().remedies) & set(now.pack) else None


def _heals(slug: str) -> bool:
    item = library().consumables.get(slug)
    return item is not None and any(effect.kind == EffectKind.HEAL for effect in item.effects)
