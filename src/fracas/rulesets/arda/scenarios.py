"""Scenarios: building an adventure or a single fight."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from fracas.engine.content.models import named
from fracas.engine.content.reading import validated
from fracas.engine.contract.setup import End, Setup
from fracas.errors import FracasError, unknown
from fracas.rulesets.arda import models
from fracas.rulesets.arda.book import HERO_FALLS, hero_state, make_book
from fracas.rulesets.arda.cast import cast_of, refers_to
from fracas.rulesets.arda.checker import check_adventure
from fracas.rulesets.arda.library import adventure_named, hero_named, library

FIGHT_ENDS = (HERO_FALLS, End("victory", "win"), End("parley", "win"), End("fled", "draw", "you flee"))
"""The ends of a single fight."""
OVER = {"victory": "It is over, and you stand.", "parley": "It ends in words.", "fled": "You are out of its reach."}
DEFAULT_POLICY = "shrewd"


def build(scenario: models.Scenario, options: models.Options) -> Setup:
    """Build the state and the book of a scenario."""
    adventure, hero = resolved(scenario)
    made, cast, ends = make_book(adventure, hero, options)
    most_hp = options.hp_base + options.hp_per_endurance * models.MAX_STAT + options.hp_per_level * (len(models.CONFIG.levels) - 1)
    single = scenario.enemy is not None
    against = next(iter(cast.enemies.values())).name if single else adventure.title
    return Setup(
        scenario=scenario,
        options=options,
        state=hero_state(hero, cast, made),
        book=made,
        names=(hero.name, against),
        heading=f"{hero.name} {'against' if single else 'in'} {against}",
        policies=(scenario.policy or DEFAULT_POLICY, "tale"),
        round_limit=scenario.turn_limit,
        max_health=(most_hp, max((enemy.hp for enemy in cast.enemies.values()), default=1)),
        details={"cast": cast, "hero": cast.hero},
        ends=ends,
    )


def resolved(scenario: models.Scenario) -> tuple[models.Adventure, models.Hero]:
    """The adventure and the hero of a scenario."""
    if scenario.adventure is not None:
        adventure = adventure_named(scenario.adventure)
        if not isinstance(scenario.adventure, str):
            check_content("adventure", adventure)
        hero = hero_named(scenario.hero or adventure.hero)
    else:
        assert scenario.enemy is not None  # the model ensures both
        assert scenario.hero is not None
        hero = hero_named(scenario.hero)
        adventure = single_fight(hero, scenario.enemy, scenario.title, scenario.text)
    if scenario.stats:
        stats = hero.stats.model_copy(update={stat.slug: value for stat, value in scenario.stats.items()})
        hero = hero.model_copy(update={"stats": stats})
    return adventure, hero


def single_fight(hero: models.Hero, enemy: str | models.Enemy, title: str, text: str) -> models.Adventure:
    """A fight as the shortest possible adventure."""
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
    made = {"title": title or who.name, "text": text or who.text, "hero": hero, "start": "fight", "enemies": own, "scenes": scenes}
    return validated(models.Adventure, made, "the fight as an adventure")


def written_out(thing: BaseModel, options: BaseModel) -> BaseModel:
    """A scenario with its hero expanded, or an adventure with everything it refers to."""
    if isinstance(thing, models.Scenario) and thing.hero is None and thing.adventure is not None:
        return thing.model_copy(update={"hero": adventure_named(thing.adventure).hero})
    if isinstance(thing, models.Adventure):
        cast = cast_of(thing, hero_named(thing.hero))
        own = {"items": cast.items, "effects": cast.effects, "enemies": cast.enemies}
        return cast.adventure.model_copy(update={kind: {**getattr(cast.adventure, kind), **there} for kind, there in own.items()})
    return thing


def check_content(kind: str, content: Any) -> None:
    """Reject a content file with unknown references, or that cannot be played to an end."""
    if isinstance(content, models.Adventure):
        problems = check_adventure(content)
        if problems:
            raise FracasError(
                "bad-adventure", f"the adventure {content.title!r} does not hold together:\n  " + "\n  ".join(problems), "mend these places"
            )
        make_book(content, hero_named(content.hero), models.Options())  # raises an error if it exceeds the capacity
    elif isinstance(content, models.Scenario):
        resolved(content)
    elif kind == "scenarios":
        for scenario in content.scenarios.values():
            resolved(scenario)
    elif kind in ("heroes", "items", "enemies"):
        known = {"item": library().items, "effect": library().effects}
        for name, thing in getattr(content, kind).items():
            for place, what, wanted in refers_to(thing):
                if wanted not in known[what]:
                    error = unknown(what, wanted, known[what])
                    raise FracasError(error.code, f"{kind}.{name}.{place}: {error.what}", error.remedy)
