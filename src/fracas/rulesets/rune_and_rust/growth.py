"""What a hero on a descent becomes: Legend and milestones, points spent, stress and what it leaves behind."""

from __future__ import annotations

from collections.abc import Sequence

from fracas.dice import Dice, successes
from fracas.engine.contract.campaign import Choice
from fracas.engine.contract.story import by_chance, one_of
from fracas.rulesets.rune_and_rust import models
from fracas.rulesets.rune_and_rust.book import library
from fracas.rulesets.rune_and_rust.codes import Attribute
from fracas.rulesets.rune_and_rust.descent import MILESTONES, DescentOptions, JourneyState, Trauma, descent, options_in_force
from fracas.rulesets.rune_and_rust.kit import abilities_of, hero_of, taught
from fracas.rulesets.rune_and_rust.rules.fighters import D6

RAISE, RANK, SPECIALIZE = "raise ", "rank ", "specialize "
BROKEN = "broken"


def threshold(milestone: int, own: DescentOptions) -> int:
    """Legend in all that a milestone (1 is the first) asks for: 100, 250 and 450, or 100, 150 and 200 where it does not add up."""
    rules = descent().progress
    steps = [rules.first + rules.more * each for each in range(milestone)]
    return sum(steps) if own.legend_adds_up else steps[-1]


def earned(now: JourneyState, legend: int) -> JourneyState:
    """Legend, and the milestones it brings: more HP and stamina, all of both restored, a point."""
    _, own = options_in_force(now.options)
    now = now.telling(f"{legend} Legend." if legend else "", legend=now.legend + legend)
    while now.milestones < MILESTONES and now.legend >= threshold(now.milestones + 1, own):
        known = abilities_of(now)
        points = descent().progress.points_a_milestone
        now = restored(now.model_copy(update={"milestones": now.milestones + 1, "points": now.points + points}))
        learnt = [library().abilities[slug].name for slug in abilities_of(now) if slug not in known]
        more = f" You learn {', '.join(learnt)}." if learnt else ""
        now = now.telling(f"Milestone {now.milestones}: {now.hp} HP, {now.stamina} stamina, {points} PP, and you are whole again.{more}")
    return now


def restored(now: JourneyState) -> JourneyState:
    """All HP and stamina restored."""
    hero = hero_of(now)
    return now.model_copy(update={"hp": hero.max_hp, "stamina": hero.max_stamina})


# --- points -----------------------------------------------------------------------------------------------------------------


def score(now: JourneyState, name: str) -> int:
    """An attribute, gear and traumas apart."""
    kind = library().classes[now.character_class or ""]
    return int(getattr(kind.attributes, name) + getattr(now.raised, name))


def spending(now: JourneyState) -> list[Choice]:
    """What points can be spent on."""
    rules, content = descent().progress, library()
    found = []
    if now.points >= rules.attribute_points:
        for each in Attribute:
            value = score(now, each.slug)
            if value < rules.attribute_cap:
                found.append(Choice(RAISE + each.slug, f"{rules.attribute_points} PP: {each.slug.upper()} {value} → {value + 1}"))
    if now.points >= rules.rank_points:
        for slug in abilities_of(now):
            if content.abilities[slug].rank_2 is not None and slug not in now.rank_2:
                found.append(Choice(RANK + slug, f"{rules.rank_points} PP: {content.abilities[slug].name} at rank 2"))
    if now.points >= rules.specialization_points and now.specialization is None:
        for slug in rules.specializations.get(now.character_class or "", ()):
            names = ", ".join(content.abilities[a].name for a in taught(slug, now.milestones))
            found.append(Choice(SPECIALIZE + slug, f"{rules.specialization_points} PP: {names}"))
    return found


def spent(now: JourneyState, name: str) -> JourneyState:
    """Points spent on one of `spending`."""
    rules = descent().progress
    before = hero_of(now)
    if name.startswith(RAISE):
        what = name.removeprefix(RAISE)
        raised = models.AttributeChanges(**{**dict(now.raised), what: getattr(now.raised, what) + 1})
        now = now.telling(f"{what.upper()} is {score(now, what) + 1} now.", raised=raised, points=now.points - rules.attribute_points)
    elif name.startswith(RANK):
        slug = name.removeprefix(RANK)
        told = f"{library().abilities[slug].name} is of rank 2 now."
        now = now.telling(told, rank_2=(*now.rank_2, slug), points=now.points - rules.rank_points)
    else:
        slug = name.removeprefix(SPECIALIZE)
        told = f"You are a {slug.replace('-', ' ')} now."
        now = now.telling(told, specialization=slug, points=now.points - rules.specialization_points)
    after = hero_of(now)  # rule options may give HP for STURDINESS
    more = {"hp": now.hp + after.max_hp - before.max_hp, "stamina": now.stamina + after.max_stamina - before.max_stamina}
    return now.model_copy(update=more)


# --- stress ---------------------------------------------------------------------------------------------------------------


def traumas_of(now: JourneyState) -> list[Trauma]:
    """The traumas of a hero."""
    return [descent().traumas[slug] for slug in now.traumas]


def will_shaken(now: JourneyState, foes: Sequence[models.Enemy], dice: Dice) -> int:
    """Stress from the Forlorn in a fight: each asks for successes on WILL, and each that is missing is stress."""
    rules, _ = options_in_force(now.options)
    asked, will = descent().stress, hero_of(now).attributes[Attribute.WILL]
    made = [successes(dice, will, rules.success_face, D6) for foe in foes if foe.forlorn]
    return sum(max(asked.needs - each, 0) * asked.missing for each in made)


def stressed(now: JourneyState, amount: int) -> JourneyState:
    """More stress; at the most there can be, a trauma, or the end if there is none left to be had."""
    _, own = options_in_force(now.options)
    amount = amount * (100 + sum(trauma.stress_percent for trauma in traumas_of(now))) // 100 if own.stress else 0
    if not amount:
        return now
    rules = descent().stress
    now = now.telling(f"Stress {amount} more: {now.stress + amount} of {rules.most}.", stress=now.stress + amount)
    if now.stress < rules.most:
        return now
    left = [slug for slug in descent().traumas if slug not in now.traumas]
    if not left:
        return now.telling(f"There is nothing in {now.name} that could still break.", stage="over", end=BROKEN, stress=rules.most)
    now, dice = by_chance(now)
    slug = one_of(dice, left)
    trauma = descent().traumas[slug]
    now = now.telling(f"{trauma.name}: {trauma.text}", traumas=(*now.traumas, slug), stress=rules.after_trauma)
    hero = hero_of(now)
    return now.model_copy(update={"hp": min(now.hp, hero.max_hp), "stamina": min(now.stamina, hero.max_stamina)})
