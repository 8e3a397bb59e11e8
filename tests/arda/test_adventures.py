"""Adventures: those that ship hold together, and what is said about any adventure is exact."""

from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from tests.arda.tale import adventure, hero, plain, ready, rolled, scene

from fracas import encounter, load_fight, load_ruleset
from fracas.engine.contract.progress import SILENT
from fracas.engine.solve.exact import MAX_STATES, exact_graph
from fracas.lab.actions import actions
from fracas.lab.points import Budget
from fracas.lab.weighing import weights
from fracas.rulesets.arda import models
from fracas.rulesets.arda.book import stats_with_gear
from fracas.rulesets.arda.cast import cast_of
from fracas.rulesets.arda.checker import check_adventure
from fracas.rulesets.arda.codes import Stat
from fracas.rulesets.arda.labels import cast_in
from fracas.rulesets.arda.library import library
from fracas.rulesets.arda.scenarios import resolved

ADVENTURES = sorted(library().adventures)
MAIN, TEACHING = "toll-of-winter", "first-light"
WON = {"title": "Won", "text": "Won.", "ending": {"name": "won", "kind": "win"}}
LOST = {"title": "Lost", "text": "Lost.", "ending": {"name": "lost", "kind": "lose"}}


def tale_of(*choices: dict, **scenes: dict) -> dict:
    """An adventure of these choices that is won or lost."""
    story = adventure(*choices)
    story["scenes"] = {"first": story["scenes"]["first"], **scenes, "won": WON, "lost": LOST}
    return story


def check(name: str, stat: str, dc: int, won: str = "won", lost: str = "lost") -> dict:
    """A choice that wins or loses by a check, and does nothing else."""
    return rolled(name, stat=stat, dc=dc, success={"goto": won}, failure={"goto": lost})


# --- what ships -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ADVENTURES)
def test_every_reference_exists_and_there_are_no_dead_ends(name):
    assert check_adventure(library().adventures[name]) == []


@pytest.mark.parametrize("name", ADVENTURES)
def test_every_scene_is_reached_by_some_play(name):
    ready = encounter("arda", name)
    graph = exact_graph(ready, 0, MAX_STATES, None, SILENT)
    ids = cast_in(ready.setup).scene_ids
    assert {ids[int(number) - 1] for number in np.unique(graph.states["scene"])} == set(library().adventures[name].scenes)


def test_the_main_adventure_is_of_the_size_it_should_be():
    scenes = library().adventures[MAIN].scenes.values()
    assert len(scenes) >= 25
    assert sum(s.fight is not None for s in scenes) >= 3
    kinds = Counter(s.ending.kind for s in scenes if s.ending is not None)
    assert kinds["win"] >= 2
    assert kinds["draw"] >= 1
    assert kinds["lose"] >= 1


def test_every_stat_has_its_moments():
    stats = Counter(c.rolled_stat for s in library().adventures[MAIN].scenes.values() for c in s.choices if c.requires_roll)
    assert set(stats) == set(Stat)
    assert min(stats.values()) >= 3


def test_choices_remember_what_was_done():
    choices = [c for s in library().adventures[MAIN].scenes.values() for c in s.choices]
    assert sum(not c.needs.always() for c in choices) >= 8
    assert sum(c.critical is not None or c.fumble is not None for c in choices) >= 8
    assert any(c.versus is not None for c in choices)


def test_the_teaching_adventure_has_eight_scenes():
    story = library().adventures[TEACHING]
    assert len(story.scenes) == 8
    assert sum(s.fight is not None for s in story.scenes.values()) >= 1


@pytest.mark.parametrize("name", library().heroes)
def test_ready_made_heroes_are_built_of_27_points(name):
    assert sum(library().heroes[name].stats.values()) == models.CONFIG.creation_points == 27


def test_no_hero_is_above_8_with_what_it_carries_so_that_all_of_it_counts():
    assert max(value for hero in library().heroes.values() for value in stats_with_gear(hero).values()) == 8


def test_heroes_differ():
    lines = [hero.stats.values() for hero in library().heroes.values()]
    assert len(set(lines)) == len(lines) >= 6


def test_enemies_differ():
    enemies = library().enemies.values()
    assert len(enemies) >= 12
    moves = {move for e in enemies for move, value in e.moves.model_dump(exclude_defaults=True).items() if value}
    assert moves == {"heavy", "frenzy", "mending", "venom", "thorns", "ambush", "dread"}
    assert any(e.boss for e in enemies)
    assert {bool(e.resolve) for e in enemies} == {True, False}
    assert {e.trick_stat.slug for e in enemies} == {"lore", "wisdom"}


def test_every_item_effect_and_enemy_that_ships_is_used():
    shelf = library()
    casts = [cast_of(*resolved(s)) for s in (models.Scenario.model_validate(data) for data in load_ruleset("arda").scenarios().values())]
    casts += [cast_of(story, who) for story, who in product(shelf.adventures.values(), shelf.heroes.values())]
    for kind in ("enemies", "effects", "items"):
        used = {name for cast in casts for name in getattr(cast, kind)}
        assert set(getattr(shelf, kind)) <= used, kind


# --- solved -----------------------------------------------------------------------------------------------------------------------


def test_chances_follow_from_the_dice():
    two = tale_of(check("one", "craft", 12, won="second"), second=scene(check("two", "lore", 16)))
    found = ready(two).solve().ends()
    assert found["won"] == pytest.approx(0.55 * 0.35, abs=1e-12)
    assert found["lost"] == pytest.approx(1 - 0.55 * 0.35, abs=1e-12)


def test_each_choice_is_a_turn():
    two = tale_of(check("one", "craft", 12, won="second"), second=scene(check("two", "lore", 16)))
    assert ready(two).solve().rounds() == {1: pytest.approx(0.45), 2: pytest.approx(0.55)}


def test_best_play_takes_the_better_choice_and_goes_where_it_aims():
    story = tale_of(check("craft", "craft", 12), check("lore", "lore", 10), plain("give-up", "lost"))
    found = ready(story, hero(craft=8, lore=5)).best()
    assert found.value == pytest.approx(0.70)
    assert found.usage == {"craft": pytest.approx(1)}
    assert ready(story).best(aim="lost").value == pytest.approx(1)


@pytest.mark.parametrize("name", [TEACHING, pytest.param(MAIN, marks=pytest.mark.slow)])
def test_endings_are_chances_and_every_one_can_be_had(name):
    ready = encounter("arda", name)
    best = ready.best()
    aimed = {end.name: best.towards(end.name).upper_bound for end in ready.ends}
    assert min(aimed.values()) > 0.05, "every ending can be had"
    for policy in load_ruleset("arda").policies_of[0]:
        found = ready.with_policies(policy).solve()
        assert sum(found.ends().values()) == pytest.approx(1, abs=1e-9)
        assert found.win <= best.upper_bound + 1e-9
        assert all(p <= aimed.get(end, 1) + 1e-9 for end, p in found.ends().items())


def test_the_main_adventure_is_neither_hopeless_nor_easy(winter_best):
    found = encounter("arda", MAIN)
    assert 0.6 <= winter_best.upper_bound <= 0.92
    assert 0.05 <= found.with_policies("random").simulate(20_000, 1).win <= 0.3
    assert 0.25 <= found.with_policies("shrewd").solve().win <= 0.7


# --- what stats and choices are worth -------------------------------------------------------------------------------------------------


def test_a_stat_is_worth_what_the_solution_with_one_more_says():
    story = {"adventure": tale_of(check("one", "craft", 12, won="second"), second=scene(check("two", "lore", 16))), "hero": hero()}
    found = weights("arda", story, "hero.stats.*")
    gains = {each.stat.path: each.more.by for each in found.found}
    assert gains == {"hero.stats.craft": pytest.approx(0.05 * 0.35), "hero.stats.lore": pytest.approx(0.55 * 0.05)}
    assert found.found[0].stat.path == "hero.stats.lore"


def test_under_best_play_no_point_of_any_stat_hurts():
    found = weights("arda", TEACHING, "hero.stats.*", budget=Budget(best_play=True))
    assert {each.stat.path for each in (*found.found, *found.idle)} == {f"hero.stats.{stat}" for stat in Stat.slugs()}
    for each in found.found:
        assert each.more is None or each.more.by >= -1e-9, each.stat.path


def test_a_choice_that_is_never_best_is_a_trap():
    story = tale_of(check("craft", "craft", 12), check("harder", "craft", 14), check("lore", "lore", 12), plain("give-up", "lost"))
    corners = {"hero.stats.craft": (3, 8), "hero.stats.lore": (3, 8)}
    found = {each.action: each for each in actions("arda", {"adventure": story, "hero": hero()}, corners).found}
    assert {name for name, each in found.items() if each.never_best} == {"harder", "give-up"}
    assert found["harder"].least_loss == pytest.approx(0.10)
    assert found["give-up"].least_loss == pytest.approx(0.45)
    assert found["craft"].best_in == 3, "at one corner lore is better"


# --- played, saved, resumed ---------------------------------------------------------------------------------------------------------


def test_an_adventure_left_anywhere_goes_on_as_it_would_have(tmp_path):
    whole = encounter("arda", MAIN).replay(11, 3)
    for stop in range(0, len(whole.actions), 4):
        fight = encounter("arda", MAIN).fight(11, 3)
        for _ in range(stop):
            fight.auto()
        fight.save(tmp_path / "left.json")
        again = load_fight(tmp_path / "left.json").finish()
        assert again.lines() == whole.lines()
        assert again.digest() == whole.digest()


# --- the README ---------------------------------------------------------------------------------------------------------------------


def test_the_adventure_in_the_readme_can_be_played_and_solved(tmp_path):
    text = (Path(models.__file__).parent / "README.md").read_text(encoding="utf-8")
    file = tmp_path / "ford.json"
    file.write_text(text.partition("```json\n")[2].partition("```")[0])
    found = encounter("arda", file).with_policies("bold").solve().ends()  # endurance +2 against DC 12; a natural 1 leads astray
    assert found["across"] == pytest.approx(0.95)
    assert found["downstream"] == pytest.approx(0.05)
    assert encounter("arda", file).replay(1, 0).over
