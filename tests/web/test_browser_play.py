"""Play in a real browser, by clicking and by keyboard: every ruleset at the plain table, undo, what if, luck, fairness, two people."""

import json
import re

import pytest

from fracas.lab.fairness import check_proof
from web.conftest import fits
from web.test_api import a_pack

FIGHTS = [
    ("arda", "first-light"),
    ("ruins-and-realms", "crypt-guard"),
    ("rune-and-rust", "demo-2-drones"),
    ("veinbreaker", "duel"),
    ("world-loop", "ambush"),
]
READY = ".pick:not([aria-disabled]), .outcome"

MOMENT = "document.querySelector('.play').dataset.turn + (document.querySelector('.picks h3')?.innerText || '')"
"""The turn, and whether a target is being chosen."""


def at_the_plain_table(page):
    """Play as a ruleset is played that has no table of its own."""
    page.route("**/play/tables/index.js", lambda route: route.fulfill(content_type="text/javascript", body="export const TABLES = {};"))


def begun(page, ruleset, scenario, mode="practice", query=""):
    page.goto(f"/play/{ruleset}/{scenario}{query}")
    page.locator(f"input[value={mode}]").check()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector(READY)


def act(page, number=0):
    """Take a choice; returns whether the game goes on."""
    page.wait_for_selector(READY)
    if page.locator(".outcome").count():
        return False
    before = page.evaluate(MOMENT)
    picks = page.locator(".pick")
    picks.nth(min(number, picks.count() - 1)).click()
    page.wait_for_function(f"before => {MOMENT} !== before", arg=before)
    return True


def finish(page):
    while act(page):
        pass


def who_is_to_act(*pages):
    """The page that has something to choose, or shows the end."""
    while True:
        for page in pages:
            if page.locator(READY).count():
                return page
        pages[0].wait_for_timeout(20)


def log(page):
    return page.locator(".at-log .said").all_inner_texts()


@pytest.mark.parametrize(("ruleset", "scenario"), FIGHTS)
def test_a_fight_is_played_to_its_end_by_clicking(page, ruleset, scenario):
    at_the_plain_table(page)
    begun(page, ruleset, scenario)
    assert act(page)
    assert log(page)
    assert fits(page)
    finish(page)
    assert re.search(r"\w+ in \w+ \d+: \d+ HP", page.locator(".outcome p").inner_text())
    assert fits(page)


def test_a_fight_is_found_by_a_word(page):
    page.goto("/play/rune-and-rust")
    page.get_by_label("Find a fight").fill("drones ceiling")
    page.get_by_text("1 fight", exact=True).wait_for()
    page.get_by_role("link", name="The Drone Nest").click()
    page.get_by_role("heading", name="The Drone Nest").wait_for()
    assert fits(page)


def test_the_fights_of_a_pack_come_first(wide):
    pack = wide.request.post("/api/packs", data={"files": a_pack()}).json()
    wide.goto(f"/play/rune-and-rust?pack={pack['id']}")
    wide.locator(".fight").first.click()
    wide.get_by_role("heading", name="own-fight").wait_for()
    wide.get_by_role("button", name="Begin").click()
    wide.wait_for_selector(READY)
    assert "Own Hound" in wide.get_by_label("The enemies").inner_text()


def test_a_table_that_fails_is_replaced_by_the_plain_one(wide):
    broken = "export const TABLES = { 'rune-and-rust': async () => ({ default() { throw new Error('broken'); } }) };"
    wide.route("**/play/tables/index.js", lambda route: route.fulfill(content_type="text/javascript", body=broken))
    begun(wide, "rune-and-rust", "duel")
    assert act(wide)


def test_a_link_with_changes_begins_that_fight(wide):
    begun(wide, "rune-and-rust", "duel", query="?with=enemies.0.hp=7")
    assert "7/7 HP" in wide.get_by_label("The enemies").inner_text()


def test_a_link_that_is_wrong_says_what_is_wrong(wide):
    wide.goto("/play/rune-and-rust/duel?with=enemies.0.hpp=7")
    wide.get_by_role("button", name="Begin").click()
    assert "Did you mean 'hp'?" in wide.get_by_role("alert").inner_text()


def test_odds_come_with_each_choice(wide):
    begun(wide, "rune-and-rust", "duel")
    wide.get_by_text("Hurts 54.1 %, 3.79 damage on average").wait_for()
    wide.get_by_text("6 dice against 4").wait_for()
    assert "exact" in wide.locator(".odds").first.inner_text()


def test_where_only_the_target_differs_the_action_is_chosen_first(wide):
    begun(wide, "rune-and-rust", "demo-2-drones")
    wide.get_by_role("button", name="Attack").click()
    wide.get_by_role("heading", name="Attack: at whom?").wait_for()
    assert wide.locator(".pick-name").all_inner_texts() == [f"Blight-Drone {n} 25/25 HP" for n in (1, 2, 3)]
    wide.keyboard.press("Escape")
    wide.get_by_role("button", name="Defend").wait_for()
    assert not wide.get_by_role("heading", name="Attack: at whom?").count()


def test_every_die_is_shown(wide):
    begun(wide, "rune-and-rust", "duel")
    act(wide)
    lines = [line for line in wide.locator(".at-log .said").all() if line.inner_text().startswith("Rolled")]
    assert len(lines) >= 2
    for line in lines:
        dice = line.locator("svg[role=img]")
        assert dice.count() == int(re.match(r"Rolled (\d+)d6", line.inner_text())[1])
        said = re.search(r"= (\d+) success", line.inner_text())
        if said:
            assert line.locator("svg.good").count() == int(said[1])


def test_an_opposed_roll_shows_the_dice_of_both_sides(wide):
    begun(wide, "rune-and-rust", "duel")
    act(wide)
    clash = wide.locator(".recap .clash", has_text="A attacks B!").first
    assert [row.locator("svg[role=img]").count() for row in clash.locator(".clash-row").all()] == [6, 4]
    assert [row.locator(".clash-who").inner_text() for row in clash.locator(".clash-row").all()] == ["A", "B"]


def test_a_game_that_is_over_is_watched_again_and_tried_otherwise(page):
    begun(page, "rune-and-rust", "demo-2-drones")
    for _ in range(2):
        act(page, 1)
    lines = log(page)
    finish(page)
    page.get_by_role("button", name="Watch it again").click()
    page.get_by_text("Turn 1 of").wait_for()
    for turn in (2, 3):
        page.get_by_role("button", name="One turn on").click()
        page.get_by_text(f"Turn {turn} of").wait_for()
    page.wait_for_function("n => document.querySelectorAll('.at-log .said').length === n", arg=len(lines))
    assert log(page) == lines
    assert fits(page)
    assert "?turn=3#" in page.url
    page.reload()
    page.get_by_text("Turn 3 of").wait_for()
    page.locator(".pick", has_text="Shield wall").click()
    page.locator(".compared").wait_for()
    assert "(what if, turn 3)" in page.locator("h1").inner_text()


@pytest.mark.parametrize(("ruleset", "scenario"), [("rune-and-rust", "demo-2-drones"), ("world-loop", "ambush")])
def test_a_whole_fight_by_keyboard(wide, ruleset, scenario):
    wide.goto(f"/play/{ruleset}/{scenario}")
    wide.get_by_role("button", name="Begin").wait_for()
    wide.keyboard.press("Enter")
    for _ in range(400):
        wide.wait_for_selector(READY)
        if wide.locator(".outcome").count():
            break
        before = wide.evaluate(MOMENT)
        wide.keyboard.press("1")
        wide.keyboard.press("Enter")
        wide.wait_for_function(f"before => {MOMENT} !== before", arg=before)
    assert wide.locator(".outcome").count() == 1
    assert wide.evaluate("document.activeElement.closest('.outcome') !== null")


def test_a_campaign_is_begun_fought_and_gone_on_with(page):
    page.goto("/play/veinbreaker")
    page.get_by_label("Name").fill("Ash")
    page.get_by_role("button", name="Set out").click()
    page.get_by_role("heading", name="Under Hollowmere", exact=True).wait_for()
    page.get_by_text("0 fights fought").wait_for()
    page.locator(".pick", has_text="POW +2, martial pool").click()
    for told in ("resolve ability", "3 more abilities", "2 more abilities", "1 more ability"):
        page.get_by_role("region", name="The story").get_by_text(told).wait_for()
        page.locator(".pick").first.click()
    page.locator(".pick", has_text="Fight").click()
    page.get_by_role("heading", name="Build a chain").wait_for()
    assert fits(page)
    while not page.locator(".outcome").count():
        before = page.locator(".play").get_attribute("data-turn")
        links, ability = page.locator(".vb-link.set").count(), page.locator(".vb-ability:not([aria-disabled=true])")
        choices = page.locator(".vb-go button") if links else ability if ability.count() else page.locator(".t-choice")
        choices.last.click()
        page.wait_for_function("turn => document.querySelector('.play').dataset.turn !== turn", arg=before)
        if page.locator(".vb-parry").count():
            page.keyboard.press("Escape")
    page.get_by_role("button", name="Go on").click()
    page.get_by_text("1 fight fought").wait_for()
    hero = page.get_by_role("region", name="Your character")
    hero.get_by_role("heading", name="Ash").wait_for()
    hero.get_by_text("Abilities: ").wait_for()
    assert fits(page)
    page.goto("/")
    page.get_by_label("Continue").get_by_role("link", name="Under Hollowmere: Ash").click()
    page.get_by_text("1 fight fought").wait_for()


def test_an_expedition_from_its_rules_to_its_end(page):
    page.goto("/campaign/ruins-and-realms")
    page.get_by_text("Rules of this campaign").click()
    page.get_by_label("Rule", exact=True).fill("defeat")
    page.get_by_role("status").get_by_text("death, rescue").wait_for()
    page.get_by_label("Value").fill("rescue")
    page.get_by_role("button", name="Change").click()
    page.get_by_text("Rules of this campaign: 1 changed").wait_for()
    page.get_by_label("Name").fill("Ash")
    page.get_by_role("button", name="Set out").click()

    def take(what):
        before = page.locator(".play").get_attribute("data-turn")
        what.first.click()
        page.wait_for_function("turn => document.querySelector('.play').dataset.turn !== turn", arg=before)

    take(page.locator(".pick", has_text="Monk / Unarmed"))
    for _ in range(3):
        take(page.locator(".pick", has_text="Learn "))
    take(page.locator(".pick", has_text="Hunt"))
    if page.get_by_label("The story").count():  # else it falls upon you
        take(page.locator(".pick", has_text="Fight"))
    page.get_by_role("button", name="Flee").wait_for()
    assert fits(page)
    leads_out = [page.get_by_role("button", name="Flee"), *(page.locator(".pick", has_text=name) for name in ("Go on", "Leave"))]
    retire = page.locator(".pick", has_text="Retire")
    while not retire.count():  # what was fled from may wait on the way back
        take(next(way for way in leads_out if way.count()))
        page.locator("button", has_text="Flee").or_(page.locator(".pick")).first.wait_for()
    assert re.search(r"› Hunt\s.*in round \d+", page.get_by_role("region", name="What happened so far").first.inner_text(), re.DOTALL)
    take(retire)
    page.get_by_text("checked: the commitment fits").wait_for()
    page.get_by_role("link", name="Set out again").click()
    page.get_by_text("Rules of this campaign: 1 changed").wait_for()
    assert fits(page)


def test_what_becomes_of_many_campaigns_and_one_of_them_is_read(page):
    page.goto("/campaign/veinbreaker?n=3&seed=5&ask=many")
    page.get_by_text("3 campaigns, seed 5").wait_for()
    page.locator(".chart svg").first.wait_for()
    assert fits(page)
    page.get_by_label("Campaign number").fill("2")
    page.get_by_role("button", name="Read it").click()
    told = page.get_by_role("dialog", name="Campaign 2 of seed 5")
    told.get_by_text("Under Hollowmere", exact=True).wait_for()
    assert told.locator("details").count() > 3
    assert page.url.endswith("/campaign/veinbreaker?n=3&seed=5&ask=many&number=2")


def test_undo_takes_the_last_choice_back(page):
    begun(page, "rune-and-rust", "duel")
    at_first = log(page)
    act(page)
    once = log(page)
    act(page)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("n => document.querySelectorAll('.at-log .said').length === n", arg=len(once))
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("n => document.querySelectorAll('.at-log .said').length === n", arg=len(at_first))
    assert log(page) == at_first
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_a_game_for_real_cannot_be_taken_back(wide):
    begun(wide, "rune-and-rust", "duel", "real")
    act(wide)
    assert not wide.get_by_role("button", name="Undo").count()
    assert not wide.get_by_role("button", name="What if").count()


def test_a_game_goes_on_where_it_was_left(wide):
    begun(wide, "rune-and-rust", "duel")
    act(wide)
    left = log(wide)
    wide.goto("/")
    wide.get_by_label("Continue").get_by_role("link", name="A against B").click()
    wide.wait_for_selector(READY)
    assert log(wide) == left


def test_worth_is_off_at_first_and_remembered(wide):
    at_the_plain_table(wide)
    begun(wide, "ruins-and-realms", "crypt-guard")
    assert not wide.locator(".pick-worth").count()
    wide.get_by_role("button", name="Worth").click()
    wide.locator(".pick-worth b").first.wait_for()
    assert re.fullmatch(r"wins \d+\.\d %", wide.locator(".pick-worth b").first.inner_text())
    assert wide.locator(".pick-worth.best").count() >= 1
    wide.reload()
    wide.locator(".pick-worth b").first.wait_for()


def test_after_the_end_luck_fairness_and_a_save_that_loads(page, tmp_path):
    at_the_plain_table(page)
    begun(page, "ruins-and-realms", "crypt-guard", "real")
    finish(page)
    page.get_by_role("button", name="Work it out").click()
    page.locator(".luck-meter").wait_for()
    shares = [
        float(text.replace("−", "-").removesuffix(" %").removesuffix(" points"))
        for text in page.locator(".luck-meter dd").all_inner_texts()
    ]
    assert sum(shares[:3]) == pytest.approx(shares[3], abs=0.2)
    page.get_by_text("checked: the commitment fits").wait_for()
    with page.expect_download() as coming:
        page.locator(".outcome").get_by_role("button", name="Save the fight").click()
    coming.value.save_as(tmp_path / "game.json")
    proven = check_proof(tmp_path / "game.json")
    assert proven.holds
    assert proven.played.over
    page.get_by_text("Were the dice fair?").click()
    assert page.locator(".proof dd").nth(1).inner_text() == str(json.loads((tmp_path / "game.json").read_text())["seed"])
    assert fits(page)


def test_what_if_stands_beside_what_happened(page):
    begun(page, "rune-and-rust", "duel")
    finish(page)
    played = page.locator(".outcome p").inner_text().rstrip(".")
    page.locator(".outcome").get_by_role("button", name="What if").click()
    page.get_by_role("button", name="Go back to turn 2", exact=True).click()
    page.locator(".compared").wait_for()
    assert page.locator(".compared .played dd").inner_text() == played
    assert "against" in page.locator(".compared .new dd").inner_text()
    assert page.locator(".played-line .said").count() > 0
    assert fits(page)
    finish(page)
    assert page.locator(".compared .new dd").inner_text() == played, "the same choices and the same dice"


def test_two_people_play_and_somebody_watches(wide, chromium, site):
    begun(wide, "world-loop", "small-duel", "both")
    wide.get_by_role("button", name="Share").click()
    links = [given.input_value() for given in wide.locator(".given input").all()]
    wide.keyboard.press("Escape")
    other, watcher = (chromium.new_context(base_url=site).new_page() for _ in range(2))
    other.goto(links[0])
    watcher.goto(links[1])
    watcher.get_by_text("you watch").wait_for()
    while (acting := who_is_to_act(wide, other)).locator(".outcome").count() == 0:
        waiting = other if acting is wide else wide
        assert not waiting.locator(".pick").count()
        acting.locator(".pick").first.click()
        acting.wait_for_selector(".waiting, .outcome")
    ends = []
    for page in (wide, other, watcher):
        page.locator(".outcome").wait_for()
        ends.append(page.locator(".outcome p").inner_text())
        assert page is not watcher or not page.locator(".pick").count()
    assert len(set(ends)) == 1
    other.context.close()
    watcher.context.close()


def test_a_lesson_is_the_first_fight_offered_and_explains_while_it_is_played(page):
    page.goto("/play/arda")
    first = page.locator(".fight").first
    first.get_by_text("Lesson", exact=True).wait_for()
    first.click()
    page.get_by_role("button", name="Begin").click()
    lesson = page.get_by_role("region", name="Lesson")
    lesson.get_by_text("Each choice tells you its stat and its DC").wait_for()
    page.locator(".arda-choice").first.click()
    lesson.get_by_text("Nothing is rolled here").wait_for()
    assert not lesson.get_by_text("Each choice tells you its stat and its DC").is_visible()
    lesson.get_by_text("Explained before").click()
    assert lesson.get_by_text("Each choice tells you its stat and its DC").is_visible()
    assert fits(page)
