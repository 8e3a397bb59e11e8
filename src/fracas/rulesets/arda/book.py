"""Builds records from content: the book of an adventure, and the initial state of its hero."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from fracas.dice.log import Log
from fracas.engine.contract.setup import End
from fracas.engine.records.filling import fill
from fracas.engine.records.record import Array, new
from fracas.errors import FracasError
from fracas.rulesets.arda import codes, models, state
from fracas.rulesets.arda.cast import Cast, cast_of, facts_needed, number_of, reached_from
from fracas.rulesets.arda.checker import FALLEN
from fracas.rulesets.arda.codes import Approach, SceneKind, Stat, Tier
from fracas.rulesets.arda.models import CONFIG, MAX_STAT
from fracas.rulesets.arda.rules.healing import max_hp
from fracas.rulesets.arda.rules.items import gain_item

HERO_FALLS = End(FALLEN, "lose", "you fall")


def make_book(adventure: models.Adventure, hero: models.Hero, options: models.Options) -> tuple[Array, Cast, tuple[End, ...]]:
    """The book of an adventure, its cast, and its ends."""
    cast = cast_of(adventure, hero)
    made = new(state.Book)
    book = made[0]
    fill(book.options, options)
    for tier, (low, high) in CONFIG.tiers.items():
        book.tier_low[tier], book.tier_high[tier] = low, high
    book.level_at[1:] = CONFIG.levels
    book.top_level, book.stat_most = len(CONFIG.levels), MAX_STAT
    for i, item in enumerate(cast.items.values(), 1):
        fill(book.items[i], item, effect=number_of(item.effect, cast.effects))
        if item.used_up:
            book.used_up |= codes.ITEM_LIMIT << (2 * (i - 1))
    for i, effect in enumerate(cast.effects.values(), 1):
        fill(book.effects[i], effect)
    for i, enemy in enumerate(cast.enemies.values(), 1):
        _fill_enemy(book.enemies[i], enemy, cast, options)
    book.start = number_of(adventure.start, adventure.scenes)
    return made, cast, _fill_scenes(book, cast, options)


def _fill_enemy(sheet: Any, enemy: models.Enemy, cast: Cast, options: models.Options) -> None:
    moves, heavy, frenzy, mending = enemy.moves, enemy.moves.heavy, enemy.moves.frenzy, enemy.moves.mending
    dcs = {approach: getattr(enemy.dc, approach.slug) for approach in Approach}
    tiers = {**CONFIG.risks, **enemy.harm}
    stats = {approach: figures.stat for approach, figures in CONFIG.approaches.items()}
    fill(
        sheet,
        enemy,
        dc={approach: options.dc(dc) for approach, dc in dcs.items() if dc is not None},
        can={approach: dc is not None for approach, dc in dcs.items()},
        stat={**stats, Approach.TRICK: enemy.trick_stat},
        tier={approach: tiers[enemy.risk.get(approach, figures.risk)] for approach, figures in CONFIG.approaches.items()},
        venom=number_of(moves.venom, cast.effects),
        dread=number_of(moves.dread, cast.effects),
        thorns=moves.thorns,
        ambush=moves.ambush,
        heavy_every=heavy.every if heavy else 0,
        heavy_tier=heavy.tier if heavy else Tier.NONE,
        frenzy_at=enemy.hp * frenzy.below // 100 if frenzy else 0,
        frenzy_tiers=frenzy.tiers if frenzy else 0,
        mend_at=enemy.hp * mending.below // 100 if mending else 0,
        mend_hp=mending.hp if mending else 0,
        gives=[number_of(name, cast.items) for name in enemy.gives],
    )


def _fill_scenes(book: Any, cast: Cast, options: models.Options) -> tuple[End, ...]:
    """Write scenes, choices and results; returns the ends."""
    adventure = cast.adventure
    ends = [HERO_FALLS]
    always = {step for quest in adventure.quests.values() for step in quest.steps}
    asked = {name: {fact for _, fact in facts_needed(scene)} for name, scene in adventure.scenes.items()}
    for number, (name, scene) in enumerate(adventure.scenes.items(), 1):
        sheet = book.scenes[number]
        sheet.matters = cast.facts_mask(always.union(*(asked[later] for later in reached_from(adventure, name))))
        if scene.ending is not None:
            ends.append(End(scene.ending.name, scene.ending.kind))
            sheet.kind, sheet.ending = SceneKind.ENDING, len(ends)
        elif scene.fight is not None:
            fight = scene.fight
            sheet.kind, sheet.enemy = SceneKind.FIGHT, number_of(fight.enemy, cast.enemies)
            sheet.won = _add_result(book, cast, fight.won)
            sheet.parley = _add_result(book, cast, fight.parley, fight.won) if fight.parley else sheet.won
            sheet.fled = _add_result(book, cast, fight.fled, fight.won) if fight.fled else codes.NOTHING
        else:
            sheet.kind, sheet.first, sheet.count = SceneKind.CHOICES, len(cast.choices) + 1, len(scene.choices)
            for choice in scene.choices:
                _add_choice(book, cast, name, choice, options)
    return tuple(ends)


def _check_capacity(cast: Cast, what: str, count: int, capacity: int) -> None:
    if count > capacity:
        raise FracasError("too-much", f"the adventure {cast.adventure.title!r} has more than {capacity} {what}", "make it shorter")


def _add_choice(book: Any, cast: Cast, scene: str, choice: models.Choice, options: models.Options) -> None:
    """Add a choice and its results to the book."""
    cast.choices.append((scene, choice))
    _check_capacity(cast, "choices", len(cast.choices), codes.CHOICES)
    needs = choice.needs
    stat_needed, value_needed = next(iter(needs.stat.items()), (Stat.VALOR, 0))
    success = _add_result(book, cast, choice.success)
    failure = _add_result(book, cast, choice.failure, choice.success) if choice.failure else success
    critical = _add_result(book, cast, choice.critical, choice.success) if choice.critical else success
    fumble = _add_result(book, cast, choice.fumble, choice.failure or choice.success, choice.success) if choice.fumble else failure
    fill(
        book.choices[len(cast.choices)],
        choice,
        rolls=choice.requires_roll,
        stat=choice.rolled_stat or Stat.VALOR,
        dc=options.dc(choice.dc or 0),
        versus=choice.versus or 0,
        advantage=choice.advantage or 0,
        risk=choice.risk_level,
        need_items=cast.items_mask(needs.items),
        need_facts=cast.facts_mask(needs.facts),
        without=cast.facts_mask(needs.without),
        need_gold=needs.gold,
        need_level=needs.level,
        need_stat=stat_needed,
        need_value=value_needed,
        result=(fumble, failure, success, critical),
        own_critical=choice.critical is not None,
        own_fumble=choice.fumble is not None,
    )


def _add_result(book: Any, cast: Cast, result: models.Result, *fallbacks: models.Result) -> int:
    """Add a result to the book and return its number; one without a goto continues where the first fallback with one does."""
    cast.results.append(result)
    _check_capacity(cast, "results", len(cast.results), codes.RESULTS)
    fill(
        book.results[len(cast.results)],
        result,
        goto=number_of(next(each.goto for each in (result, *fallbacks) if each.goto is not None), cast.adventure.scenes),
        learn=cast.facts_mask(result.learn),
        forget=cast.facts_mask(result.forget),
        effect=number_of(result.effect, cast.effects),
        gain=[number_of(name, cast.items) for name in result.gain],
        lose=[number_of(name, cast.items) for name in result.lose],
    )
    return len(cast.results)


def hero_state(hero: models.Hero, cast: Cast, book: Array) -> Array:
    """The hero before the first scene."""
    made = new(state.State)
    now = made[0]
    now.clock, now.level, now.xp, now.gold = 1, hero.level, CONFIG.levels[hero.level - 1], hero.gold
    now.natural[:] = now.stats[:] = hero.stats.values()
    silent = Log()
    for name in cast.hero.carries:
        gain_item(silent, now, book[0], number_of(name, cast.items))  # type: ignore[arg-type]  # it rolls nothing
    now.hp = max_hp(now, book[0])
    return made


def stats_with_gear(hero: models.Hero) -> Mapping[Stat, int]:
    """A hero's stats with gear, at the start of an adventure."""
    return _stats_with_gear(hero.model_dump_json())


@lru_cache(maxsize=256)
def _stats_with_gear(data: str) -> Mapping[Stat, int]:
    hero = models.Hero.model_validate_json(data)
    over = models.Scene(title="-", text="-", ending=models.Ending(name="over", kind="win"))
    nothing = models.Adventure(title=hero.name, text="-", hero=hero, start="over", scenes={"over": over})
    made, cast, _ = make_book(nothing, hero, models.Options())
    return MappingProxyType(dict(zip(Stat, hero_state(hero, cast, made)[0].stats.tolist(), strict=True)))
