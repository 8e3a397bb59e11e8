"""From content to records: reads the content files and makes the book and the state of an adventure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from fracas.dice.log import Log
from fracas.engine.content.library import content_file
from fracas.engine.content.models import named, put
from fracas.engine.contract.setup import End, Setup
from fracas.engine.records.record import Array, new
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import changes, models, state
from fracas.rulesets.arda.models import CONFIG, ROOM
from fracas.rulesets.arda.state import APPROACHES, RESTS, RISKS, STATS, TIERS

FALLEN = End("fallen", "lose")
FIGHT_ENDS = (FALLEN, End("victory", "win"), End("parley", "win"), End("fled", "draw"))
"""The ends of a single fight."""
OVER = {"victory": "It is over, and you stand.", "parley": "It ends in words.", "fled": "You are out of its reach."}
PLAYERS_WORDS = frozenset(("undo", "auto", "save", "log", "help", "quit", "q", "exit", "?"))
"""What a player types for other things than choices."""
DEFAULT_POLICY = "shrewd"


@dataclass(frozen=True)
class Library:
    """All content that ships, by name."""

    heroes: Mapping[str, models.Hero]
    items: Mapping[str, models.Item]
    effects: Mapping[str, models.Effect]
    enemies: Mapping[str, models.Enemy]
    adventures: Mapping[str, models.Adventure]
    scenarios: Mapping[str, models.Scenario]


@cache
def library() -> Library:
    """The content that ships with Fracas."""

    def load(kind: str) -> Any:
        return getattr(content_file(__package__, f"{kind}.json", models.CONTENT_MODELS[kind]), kind)

    folder = files(__package__).joinpath("content", "adventures")
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".json"))
    adventures = {n.removesuffix(".json"): content_file(__package__, f"adventures/{n}", models.Adventure) for n in names}
    return Library(load("heroes"), load("items"), load("effects"), load("enemies"), adventures, load("scenarios"))


def hero_named(name: str) -> models.Hero:
    """A hero that ships."""
    return named("hero", name, library().heroes)


def adventure_named(what: str | models.Adventure) -> models.Adventure:
    """An adventure that ships, or one written out."""
    return named("adventure", what, library().adventures)


# --- an adventure and what it refers to --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cast:
    """An adventure with everything it refers to, each kind of thing with its number (from 1)."""

    adventure: models.Adventure
    items: Mapping[str, models.Item]
    effects: Mapping[str, models.Effect]
    enemies: Mapping[str, models.Enemy]
    facts: tuple[str, ...]
    scene_ids: tuple[str, ...]
    choices: list[tuple[str, models.Choice]] = field(default_factory=list)
    results: list[models.Result] = field(default_factory=list)

    def item(self, name: str) -> int:
        """The number of an item."""
        return tuple(self.items).index(name) + 1

    def effect(self, name: str | None) -> int:
        """The number of an effect; 0 for none."""
        return tuple(self.effects).index(name) + 1 if name is not None else 0

    def enemy(self, name: str) -> int:
        """The number of an enemy."""
        return tuple(self.enemies).index(name) + 1

    def scene(self, name: str) -> int:
        """The number of a scene."""
        return self.scene_ids.index(name) + 1

    def facts_mask(self, names: Iterable[str]) -> int:
        """Facts as bits."""
        return sum(1 << self.facts.index(name) for name in set(names))

    def items_mask(self, names: Iterable[str]) -> int:
        """Items as the lower of their two bits."""
        return sum(1 << (2 * (self.item(name) - 1)) for name in set(names))


def results_of(scene: models.Scene) -> Iterator[tuple[str, models.Result]]:
    """Everything that can happen in a scene, with its place in the file."""
    for i, choice in enumerate(scene.choices):
        for name in ("success", "failure", "critical", "fumble"):
            result = getattr(choice, name)
            if result is not None:
                yield f"choices.{i}.{name}", result
    if scene.fight is not None:
        for name in ("won", "parley", "fled"):
            result = getattr(scene.fight, name)
            if result is not None:
                yield f"fight.{name}", result


def needs_of(scene: models.Scene) -> Iterator[tuple[str, models.Needs]]:
    """Everything that a scene asks about, with its place in the file."""
    for i, choice in enumerate(scene.choices):
        yield f"choices.{i}.needs", choice.needs
    for i, passage in enumerate(scene.also):
        yield f"also.{i}.when", passage.when


def following(scene: models.Scene) -> set[str]:
    """The scenes to which a scene can lead."""
    return {result.goto for _, result in results_of(scene) if result.goto is not None}


def reached_from(adventure: models.Adventure, name: str) -> set[str]:
    """All scenes that can follow a scene, itself included."""
    seen, todo = {name}, [name]
    while todo:
        for other in following(adventure.scenes[todo.pop()]) - seen:
            if other in adventure.scenes:
                seen.add(other)
                todo.append(other)
    return seen


def refers_to(thing: models.Hero | models.Item | models.Enemy) -> Iterator[tuple[str, str, str]]:
    """What a hero, an item or an enemy refers to: in which field, to what kind of thing, by which name."""
    if isinstance(thing, models.Hero):
        yield from (("carries", "item", name) for name in thing.carries)
    elif isinstance(thing, models.Enemy):
        yield from (("gives", "item", name) for name in thing.gives)
        yield from (("moves", "effect", name) for name in (thing.moves.venom, thing.moves.dread) if name is not None)
    elif thing.effect is not None:
        yield "effect", "effect", thing.effect


def scene_refers_to(scene: models.Scene) -> Iterator[tuple[str, str, str]]:
    """What a scene refers to: in which place of the file, to what kind of thing, by which name."""
    for place, needs in needs_of(scene):
        yield from ((place, "item", name) for name in needs.items)
    for place, result in results_of(scene):
        yield from ((place, "item", name) for name in (*result.gain, *result.lose))
        yield from ((place, kind, name) for kind, name in (("effect", result.effect), ("scene", result.goto)) if name is not None)
    if scene.fight is not None:
        yield "fight", "enemy", scene.fight.enemy


def known_to(adventure: models.Adventure) -> dict[str, Mapping[str, Any]]:
    """Everything that an adventure can refer to, by kind: its own things, and those that ship."""
    shelf = library()
    return {
        "hero": shelf.heroes,
        "item": {**shelf.items, **adventure.items},
        "effect": {**shelf.effects, **adventure.effects},
        "enemy": {**shelf.enemies, **adventure.enemies},
        "scene": adventure.scenes,
    }


def cast_of(adventure: models.Adventure, hero: models.Hero) -> Cast:
    """Number everything that an adventure and its hero refer to; refuse what does not exist."""
    known = known_to(adventure)
    taken: dict[str, dict[str, Any]] = {"item": {}, "effect": {}, "enemy": {}}
    facts: dict[str, None] = {}

    def take(references: Iterable[tuple[str, str, str]]) -> None:
        for _, kind, name in references:
            if kind in taken and name not in taken[kind]:
                taken[kind][name] = named(kind, name, known[kind])
                if kind != "effect":
                    take(refers_to(taken[kind][name]))

    take(refers_to(hero))
    for scene in adventure.scenes.values():
        take(scene_refers_to(scene))
        for _, needs in needs_of(scene):
            facts |= dict.fromkeys((*needs.facts, *needs.without))
        for _, result in results_of(scene):
            facts |= dict.fromkeys((*result.learn, *result.forget))
    for quest in adventure.quests.values():
        facts |= dict.fromkeys(quest.steps)
    items, effects, enemies = taken.values()
    for kind, there in (("items", items), ("effects", effects), ("enemies", enemies), ("facts", facts)):
        if len(there) > ROOM[kind]:
            raise FracasError(
                "too-much", f"the adventure {adventure.title!r} has {len(there)} {kind}", f"{ROOM[kind]} at most can be told apart"
            )
    return Cast(adventure, items, effects, enemies, tuple(facts), tuple(adventure.scenes))


def check_adventure(adventure: models.Adventure) -> list[str]:
    """What is wrong with an adventure, each with its place: names that do not exist, dead ends, scenes that nothing leads to.

    A thing of no use is wrong, too: facts that are asked for and never learnt, or learnt and never asked for.
    """
    found: list[str] = []
    known = known_to(adventure)

    def look_up(place: str, references: Iterable[tuple[str, str, str]]) -> None:
        for where, kind, name in references:
            if name not in known[kind]:
                found.append(f"{place}{where}: {unknown(kind, name, known[kind])}")

    if isinstance(adventure.hero, str):
        look_up("", [("hero", "hero", adventure.hero)])
    else:
        look_up("hero.", refers_to(adventure.hero))
    look_up("", [("start", "scene", adventure.start)])
    for name, item in adventure.items.items():
        look_up(f"items.{name}.", refers_to(item))
    for name, enemy in adventure.enemies.items():
        look_up(f"enemies.{name}.", refers_to(enemy))
    asked: dict[str, str] = {step: f"quests.{name}.steps" for name, quest in adventure.quests.items() for step in quest.steps}
    learnt: dict[str, str] = {}
    for name, scene in adventure.scenes.items():
        here = f"scenes.{name}"
        look_up(f"{here}.", scene_refers_to(scene))
        for place, needs in needs_of(scene):
            asked |= dict.fromkeys((*needs.facts, *needs.without), f"{here}.{place}")
            if place.startswith("also") and (needs.gold or needs.level > 1 or needs.stat):
                found.append(f"{here}.{place}: a passage can depend on items and facts only")
        for place, result in results_of(scene):
            learnt |= dict.fromkeys(result.learn, f"{here}.{place}.learn")
        if scene.fight is not None and scene.fight.won.goto is None:
            found.append(f"{here}.fight.won: a goto is missing: the scene that follows")
        for i, choice in enumerate(scene.choices):
            if choice.id.isdigit() or choice.id.lower() in PLAYERS_WORDS:
                found.append(f"{here}.choices.{i}.id: {choice.id!r} means something else at the terminal")
        if scene.choices and not any(choice.needs.always() for choice in scene.choices):
            found.append(f"{here}: a dead end: every choice needs something; one at least must be open to everybody")
    found += [f"{place}: the fact {fact!r} is never learnt" for fact, place in asked.items() if fact not in learnt]
    found += [f"{place}: the fact {fact!r} is never asked for" for fact, place in learnt.items() if fact not in asked]
    endings = [scene.ending.name for scene in adventure.scenes.values() if scene.ending is not None]
    found += [f"scenes: two endings are called {name!r}" for name in sorted({n for n in endings if endings.count(n) > 1})]
    if FALLEN.name in endings:
        found.append(f"scenes: an ending is called {FALLEN.name!r}, as the end of a hero without hit points is")
    if adventure.start in adventure.scenes:
        lost = set(adventure.scenes) - reached_from(adventure, adventure.start)
        found += [f"scenes.{name}: nothing leads to this scene" for name in adventure.scenes if name in lost]
    for name in adventure.scenes:
        if not any(adventure.scenes[other].ending for other in reached_from(adventure, name)):
            found.append(f"scenes.{name}: a dead end: no ending can be reached from here")
    return found


def check_references(kind: str, content: Any) -> None:
    """Refuse a content file that refers to what does not exist, or cannot be played to an end."""
    if isinstance(content, models.Adventure):
        problems = check_adventure(content)
        if problems:
            raise FracasError(
                "bad-adventure", f"the adventure {content.title!r} does not hold together:\n  " + "\n  ".join(problems), "mend these places"
            )
        make_book(content, named("hero", content.hero, library().heroes), models.Options())  # says so if there is too much of anything
    elif isinstance(content, models.Scenario):
        resolved(content)
    elif isinstance(content, models.Scenarios):
        for scenario in content.scenarios.values():
            resolved(scenario)
    elif isinstance(content, (models.Heroes, models.Items, models.Enemies)):
        shelf = {"item": library().items, "effect": library().effects}
        (group,) = type(content).model_fields
        for name, thing in getattr(content, group).items():
            for place, what, wanted in refers_to(thing):
                if wanted not in shelf[what]:
                    error = unknown(what, wanted, shelf[what])
                    raise FracasError(error.code, f"{group}.{name}.{place}: {error.what}", error.remedy)


# --- scenarios ----------------------------------------------------------------------------------------------------------------------


def single_fight(hero: models.Hero, enemy: str | models.Enemy, title: str, text: str) -> models.Adventure:
    """A fight as the shortest adventure there is."""
    own = {} if isinstance(enemy, str) else {"enemy": enemy}
    name = enemy if isinstance(enemy, str) else "enemy"
    who = named("enemy", enemy, library().enemies)
    ends = {
        end.name: models.Scene(title=end.name.capitalize(), text=OVER[end.name], ending=models.Ending(name=end.name, kind=end.kind))
        for end in FIGHT_ENDS[1:]
    }
    flight = models.Result(goto="fled") if who.dc.flee is not None else None
    fight = models.FightScene(enemy=name, won=models.Result(goto="victory"), parley=models.Result(goto="parley"), fled=flight)
    scenes = {"fight": models.Scene(title=who.name, text=who.text, fight=fight), **ends}
    return models.Adventure(title=title or who.name, text=text or who.text, hero=hero, start="fight", enemies=own, scenes=scenes)


def resolved(scenario: models.Scenario) -> tuple[models.Adventure, models.Hero]:
    """The adventure and the hero of a scenario."""
    if scenario.adventure is not None:
        adventure = adventure_named(scenario.adventure)
        if not isinstance(scenario.adventure, str):
            check_references("adventure", adventure)
        hero = named("hero", scenario.hero or adventure.hero, library().heroes)
    else:
        assert scenario.enemy is not None  # as the model says
        hero = named("hero", scenario.hero, library().heroes)
        adventure = single_fight(hero, scenario.enemy, scenario.title, scenario.text)
    if scenario.stats:
        hero = hero.model_copy(update={"stats": hero.stats.model_copy(update={str(stat): value for stat, value in scenario.stats.items()})})
    return adventure, hero


def make_book(adventure: models.Adventure, hero: models.Hero, options: models.Options) -> tuple[Array, Cast, tuple[End, ...]]:
    """The book of an adventure, what it refers to, and its ends."""
    cast = cast_of(adventure, hero)
    made = new(state.Book)
    book = made[0]
    put_rules(book.rules, options)
    for i, item in enumerate(cast.items.values(), 1):
        sheet = book.items[i]
        put(sheet, heal=item.heal, cures=item.cures, effect=cast.effect(item.effect), used_up=item.used_up)
        put_bonuses(sheet, item.bonus)
        if item.used_up:
            book.used_up |= state.MOST_OF_AN_ITEM << (2 * (i - 1))
    for i, effect in enumerate(cast.effects.values(), 1):
        put(book.effects[i], harm=effect.harm, turns=effect.turns)
        put_bonuses(book.effects[i], effect.bonus)
    for i, enemy in enumerate(cast.enemies.values(), 1):
        put_enemy(book.enemies[i], enemy, cast, options)
    ends = put_scenes(book, cast, options)
    book.start = cast.scene(adventure.start)
    return made, cast, ends


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """The state and the book of a scenario."""
    adventure, hero = resolved(scenario)
    made, cast, ends = make_book(adventure, hero, options)
    rules = made[0].rules
    most_hp = rules.hp_base + rules.hp_per_endurance * rules.stat_most + rules.hp_per_level * (rules.top_level - 1)
    most_foe = max((enemy.hp for enemy in cast.enemies.values()), default=1)
    against = next(iter(cast.enemies.values())).name if scenario.enemy is not None else adventure.title
    return Setup(
        scenario=scenario,
        options=options,
        state=made_hero(hero, cast, made),
        book=made,
        names=(hero.name, against),
        heading=f"{hero.name} {'against' if scenario.enemy is not None else 'in'} {against}",
        policies=(scenario.policy or DEFAULT_POLICY, "tale"),
        round_limit=scenario.turn_limit,
        most_health=(int(most_hp), int(most_foe)),
        details={"cast": cast, "hero": hero},
        ends=ends,
    )


def put_rules(record: Any, options: models.Options) -> None:
    """Write the rule options."""
    values = options.model_dump()
    for name in ("easy_dc", "medium_dc", "hard_dc"):
        values.pop(name)  # difficulties are numbers in the book
    put(
        record,
        ties_to_active=values.pop("contest_ties") == "active",
        middle_damage=values.pop("damage") == "middle",
        stat_most=CONFIG.stat.most,
        top_level=len(CONFIG.levels),
        **values,
    )
    for tier, (low, high) in CONFIG.tiers.items():
        record.tier_low[TIERS.index(tier)], record.tier_high[TIERS.index(tier)] = low, high
    for level, xp in enumerate(CONFIG.levels, 1):
        record.level_at[level] = xp


def put_bonuses(record: Any, bonus: Mapping[Any, int]) -> None:
    """Write what is added to stats."""
    for stat, value in bonus.items():
        record.bonus[STATS.index(stat)] = value


def put_row(row: Any, values: Sequence[int]) -> None:
    """Write numbers into a row from its beginning."""
    for i, value in enumerate(values):
        row[i] = value


def put_enemy(sheet: Any, enemy: models.Enemy, cast: Cast, options: models.Options) -> None:
    """Write an enemy."""
    moves = enemy.moves
    tiers = {**CONFIG.risks, **enemy.harm}
    for i, name in enumerate(APPROACHES):
        figures = CONFIG.approaches[name]
        dc = getattr(enemy.dc, name)
        sheet.can[i] = dc is not None
        sheet.dc[i] = options.dc(dc) if dc is not None else 0
        sheet.stat[i] = STATS.index(enemy.trick_stat if name == "trick" else figures.stat)
        sheet.tier[i] = TIERS.index(tiers[enemy.risk.get(name, figures.risk)])  # type: ignore[call-overload]  # names of approaches
    put(sheet, hp=enemy.hp, boss=enemy.boss, resolve=enemy.resolve, xp=enemy.xp)
    put(sheet, venom=cast.effect(moves.venom), dread=cast.effect(moves.dread))
    put(sheet, thorns=TIERS.index(moves.thorns), ambush=TIERS.index(moves.ambush))
    if moves.heavy is not None:
        put(sheet, heavy_every=moves.heavy.every, heavy_tier=TIERS.index(moves.heavy.tier))
    if moves.frenzy is not None:
        put(sheet, frenzy_at=enemy.hp * moves.frenzy.below // 100, frenzy_tiers=moves.frenzy.tiers)
    if moves.mending is not None:
        put(sheet, mend_at=enemy.hp * moves.mending.below // 100, mend_hp=moves.mending.hp)
    put_row(sheet.gives, [cast.item(name) for name in enemy.gives])


def put_scenes(book: Any, cast: Cast, options: models.Options) -> tuple[End, ...]:
    """Write scenes, choices and results; returns the ends."""
    adventure = cast.adventure
    ends = [FALLEN]
    kept = {step for quest in adventure.quests.values() for step in quest.steps}
    asked = {name: {f for _, n in needs_of(scene) for f in (*n.facts, *n.without)} for name, scene in adventure.scenes.items()}
    for number, (name, scene) in enumerate(adventure.scenes.items(), 1):
        sheet = book.scenes[number]
        later = reached_from(adventure, name)
        sheet.matters = cast.facts_mask(kept.union(*(asked[other] for other in later)))
        if scene.ending is not None:
            ends.append(End(scene.ending.name, scene.ending.kind))
            put(sheet, kind=state.ENDED, ending=len(ends))
        elif scene.fight is not None:
            fight = scene.fight
            put(sheet, kind=state.FIGHTING, enemy=cast.enemy(fight.enemy), won=put_result(book, cast, fight.won, fight.won))
            put(sheet, parley=put_result(book, cast, fight.parley, fight.won) if fight.parley else sheet.won)
            put(sheet, fled=put_result(book, cast, fight.fled, fight.won) if fight.fled else 0)
        else:
            put(sheet, kind=state.TELLING, first=len(cast.choices) + 1, count=len(scene.choices))
            for choice in scene.choices:
                put_choice(book, cast, name, choice, options)
    return tuple(ends)


def put_choice(book: Any, cast: Cast, scene: str, choice: models.Choice, options: models.Options) -> None:
    """Write a choice and its results."""
    cast.choices.append((scene, choice))
    if len(cast.choices) > state.CHOICES:
        raise FracasError("too-much", f"the adventure {cast.adventure.title!r} has more than {state.CHOICES} choices", "make it shorter")
    sheet = book.choices[len(cast.choices)]
    needs = choice.needs
    put(
        sheet,
        rolls=choice.requires_roll,
        stat=STATS.index(choice.rolled_stat or "valor"),
        dc=options.dc(choice.dc) if choice.dc is not None else 0,
        versus=choice.versus or 0,
        modifier=choice.modifier,
        keeping=choice.keeping,
        risk=RISKS.index(choice.risk_level),
        need_items=cast.items_mask(needs.items),
        need_facts=cast.facts_mask(needs.facts),
        without=cast.facts_mask(needs.without),
        need_gold=needs.gold,
        need_level=needs.level,
        own_critical=choice.critical is not None,
        own_fumble=choice.fumble is not None,
    )
    for stat, value in needs.stat.items():
        put(sheet, need_stat=STATS.index(stat), need_value=value)
    success = put_result(book, cast, choice.success, choice.success)
    failure = put_result(book, cast, choice.failure, choice.success) if choice.failure else success
    critical = put_result(book, cast, choice.critical, choice.success) if choice.critical else success
    fumble = put_result(book, cast, choice.fumble, choice.failure or choice.success, choice.success) if choice.fumble else failure
    put_row(sheet.result, (fumble, failure, success, critical))


def put_result(book: Any, cast: Cast, result: models.Result, *otherwise: models.Result) -> int:
    """Write a result, and return its number; one without a goto leads where the next that has one does."""
    goto = next(r.goto for r in (result, *otherwise) if r.goto is not None)
    cast.results.append(result)
    if len(cast.results) > state.RESULTS:
        raise FracasError("too-much", f"the adventure {cast.adventure.title!r} has more than {state.RESULTS} results", "make it shorter")
    sheet = book.results[len(cast.results)]
    put(
        sheet,
        goto=cast.scene(goto),
        tier=TIERS.index(result.damage),
        heal=result.heal,
        rest=RESTS.index(result.rest),
        xp=result.xp,
        gold=result.gold,
        learn=cast.facts_mask(result.learn),
        forget=cast.facts_mask(result.forget),
        effect=cast.effect(result.effect),
        cure=result.cure,
    )
    put_row(sheet.gains, [cast.item(name) for name in result.gain])
    put_row(sheet.loses, [cast.item(name) for name in result.lose])
    return len(cast.results)


def made_hero(hero: models.Hero, cast: Cast, book: Array) -> Array:
    """The hero before the first scene."""
    made = new(state.State)
    now = made[0]
    put(now, clock=1, level=hero.level, xp=CONFIG.levels[hero.level - 1], gold=hero.gold)
    put_row(now.natural, hero.stats.values())
    put_row(now.stats, hero.stats.values())
    quiet = Log()
    for name in hero.carries:
        changes.gain(quiet, now, book[0], cast.item(name))  # type: ignore[arg-type]  # it rolls nothing
    now.hp = changes.max_hp(now, book[0])
    return made


@lru_cache(maxsize=256)
def stats_with_gear(hero: models.Hero) -> Mapping[str, int]:
    """A hero's stats with what is carried: those with which an adventure begins."""
    over = models.Scene(title="-", text="-", ending=models.Ending(name="over", kind="win"))
    nothing = models.Adventure(title=hero.name, text="-", hero=hero, start="over", scenes={"over": over})
    made, cast, _ = make_book(nothing, hero, models.Options())
    values = made_hero(hero, cast, made)[0].stats.tolist()
    return MappingProxyType(dict(zip(STATS, values, strict=True)))
