"""The tables of Ruins & Realms, Veinbreaker and ARDA in a real browser: each is played to its end by clicking, at both widths."""

import re

import pytest

from web.conftest import WIDE, fits
from web.test_accessible import serious_faults

STEPS = 400


def begin(page, ruleset, scenario, **more):
    """Begin a game and open it."""
    begun = page.request.post("/api/games", data={"ruleset": ruleset, "scenario": scenario, "takes_back": True, **more}).json()
    page.goto(f"/game/{begun['game']['id']}#{begun['tokens']['a']}")
    return begun


def look(page, begun):
    """The game as the server has it."""
    return page.request.get(f"/api/games/{begun['game']['id']}", headers={"Authorization": f"Bearer {begun['tokens']['a']}"}).json()


def acted(page, click):
    """Click something that sends an action, and wait until its answer is shown; returns the answer."""
    with page.expect_response(re.compile("/actions")) as sent:
        click()
    page.locator(f'[data-turn="{sent.value.json()["turn"]}"][aria-busy="false"]').wait_for()
    return sent.value.json()


def played_out(page, begun, act):
    """Act until the game is over."""
    for _ in range(STEPS):
        if look(page, begun)["over"]:
            break
        acted(page, lambda: act(page))
    page.get_by_text("Were the dice fair?").wait_for()
    assert look(page, begun)["over"]


# --- Ruins & Realms ---------------------------------------------------------------------------------------------------------------


def strike_or_roll(page):
    """The first manoeuvre in reach, else whatever the button offers."""
    reachable = page.locator(".rr-move.open")
    if reachable.count():
        reachable.first.click()
    page.locator(".rr-main").click()


def dice_on_the_table(page, begun):
    """Roll, turn by turn, until the dice lie on the table and are not locked; a fight that ends before is begun again."""
    for _ in range(STEPS):
        game = look(page, begun)
        table = game["view"]["state"]["table"]
        if table["dice"] and table["costs"]:
            return begun, table
        if game["over"]:
            begun = begin(page, "ruins-and-realms", "sword-and-shield-1")
            page.locator(".rr-main").wait_for()
        acted(page, lambda: strike_or_roll(page))
    raise AssertionError("no roll in all these turns")


@pytest.fixture
def rolled(page):
    """A hero with a sword and a shield, whose dice lie on the table."""
    begun = begin(page, "ruins-and-realms", "sword-and-shield-1")
    page.locator(".rr-main").wait_for()
    return dice_on_the_table(page, begun)


def test_ruins_and_realms_is_played_to_its_end(page):
    begun = begin(page, "ruins-and-realms", "rat-nest")
    page.locator(".rr-main").wait_for()
    assert page.locator(".die-name").all_inner_texts() == ["Primary", "Secondary"]
    assert page.locator(".cell.zone").count() == 6
    assert fits(page)
    played_out(page, begun, strike_or_roll)
    assert fits(page)


def face(page, die):
    return int(page.locator(f'.die-box[data-die="{die}"] [role=spinbutton]').get_attribute("aria-valuenow"))


def test_nothing_is_sent_until_the_strike(page, rolled):
    begun, table = rolled
    before = look(page, begun)["turn"]
    for cell, cost in table["costs"].items():
        if 0 < cost <= table["shift"]:
            page.locator(f'[data-cell="{cell[1]}{cell[3]}"]').click()
            assert [face(page, 0), face(page, 1)] == [int(cell[1]), int(cell[3])]
            points = "shift point" if table["shift"] == 1 else "shift points"
            page.get_by_text(f"{cost} of {table['shift']} {points} spent").wait_for()
    assert look(page, begun)["turn"] == before


def test_an_impossible_shift_says_why_and_moves_nothing(page, rolled):
    _, table = rolled
    far = next(cell for cell, cost in table["costs"].items() if cost > table["shift"])
    page.locator(f'[data-cell="{far[1]}{far[3]}"]').click()
    page.get_by_text(f"{far} takes {table['costs'][far]} shift points; you have {table['shift']}.").wait_for()
    page.locator('[data-cell="88"]').click()
    page.get_by_text("[8,8] is locked (Critical Prime)").wait_for()
    assert [face(page, 0), face(page, 1)] == table["dice"]


def test_dice_are_shifted_by_arrows_keys_and_dragging(page, rolled):
    _, table = rolled
    primary, secondary = table["dice"]
    open_to = {(p, s) for p in range(1, 9) for s in range(1, 9) if table["costs"].get(f"[{p},{s}]", 99) <= table["shift"]}
    for die, step, by in [(0, (1, 0), "up"), (0, (-1, 0), "down"), (1, (0, 1), "up"), (1, (0, -1), "down")]:
        to = (primary + step[0], secondary + step[1])
        box = page.locator(f'.die-box[data-die="{die}"]')
        box.get_by_role("button", name=f"one {by}").click()
        assert (face(page, 0), face(page, 1)) == (to if to in open_to else (primary, secondary))
        page.locator(f'[data-cell="{primary}{secondary}"]').click()
        key = {(1, 0): "ArrowUp", (-1, 0): "ArrowDown", (0, 1): "ArrowRight", (0, -1): "ArrowLeft"}[step]
        page.locator(".rr-main").press(key)
        assert (face(page, 0), face(page, 1)) == (to if to in open_to else (primary, secondary))
        page.locator(f'[data-cell="{primary}{secondary}"]').click()
        box.get_by_role("spinbutton").scroll_into_view_if_needed()  # the mouse moves in the window, not in the page
        at = box.get_by_role("spinbutton").bounding_box()
        page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        page.mouse.down()
        page.mouse.move(at["x"] + at["width"] / 2 + 30 * sum(step), at["y"] + at["height"] / 2, steps=6)
        page.mouse.up()
        assert (face(page, 0), face(page, 1)) == (to if to in open_to else (primary, secondary))
        page.locator(f'[data-cell="{primary}{secondary}"]').click()


def test_a_manoeuvre_in_reach_moves_the_dice_and_is_struck(page):
    begun = begin(page, "ruins-and-realms", "sword-and-shield-1")
    page.locator(".rr-main").wait_for()
    for _ in range(STEPS):
        begun, table = dice_on_the_table(page, begun)
        if any(move["way"] for move in table["manoeuvres"]):
            break
        acted(page, lambda: page.locator(".rr-main").click())
    slot, move = next((i, move) for i, move in enumerate(table["manoeuvres"]) if move["way"])
    page.locator(f'[data-slot="{slot}"]').click()
    assert [face(page, 0), face(page, 1)] == move["dice"]
    acted(page, lambda: page.get_by_role("button", name=f"Strike: {move['name']}").click())
    assert any(done["name"] == move["name"].lower() for done in look(page, begun)["view"]["actions"])


def test_two_people_play_the_hero_and_the_enemies(wide, chromium, site):
    """Each window has its own side below; the enemies roll, and choose among the strikes in reach."""
    begun = begin(wide, "ruins-and-realms", "crypt-guard", takes_back=False, both=True)
    other = chromium.new_context(base_url=site).new_page()
    other.goto(f"/game/{begun['game']['id']}#{begun['tokens']['b']}")
    wide.locator(".at-you").get_by_role("heading", name="Aldith").wait_for()
    other.locator(".at-you").get_by_role("heading", name="Skeleton Warrior").wait_for()
    struck = 0
    for _ in range(STEPS):
        game = look(wide, begun)
        if game["over"]:
            break
        if game["view"]["to_act"] == "a":
            acted(wide, lambda: strike_or_roll(wide))
            continue
        button = other.locator(".rr-foes-turn .rr-move.open, .rr-foes-turn .rr-main").first
        button.wait_for()
        struck += "rr-move" in button.get_attribute("class")
        acted(other, button.click)
    wins = {page.locator(".outcome h2").inner_text() for page in (wide, other)}
    assert wins == {"You won", "You lost"}
    assert struck
    other.context.close()


def test_ruins_and_realms_by_keyboard_alone(wide):
    """Enter rolls and strikes; a letter picks a manoeuvre and moves the dice there, if they can get there."""
    wide.goto("/play/ruins-and-realms/rat-nest")
    wide.get_by_role("button", name="Begin").wait_for()
    wide.keyboard.press("Enter")
    wide.locator(".rr-main").wait_for()
    for _ in range(STEPS):
        before = wide.locator(".play").get_attribute("data-turn")
        reachable = wide.locator(".rr-move.open").first
        if reachable.count():
            wide.keyboard.press(reachable.locator(".rr-letter").inner_text())
            wide.locator(".rr-move.chosen").wait_for()
        wide.keyboard.press("Enter")
        wide.wait_for_function("turn => document.querySelector('.play').dataset.turn !== turn", arg=before)
        if wide.locator(".outcome").count():
            break
    assert wide.evaluate("document.activeElement.closest('.outcome') !== null")


# --- Veinbreaker ------------------------------------------------------------------------------------------------------------------


def link_or_answer(page):
    """A chain of two links, then go; whatever is offered first otherwise."""
    if page.locator(".vb-declare").count():
        abilities = page.locator(".vb-ability:not([aria-disabled=true])")
        if page.locator(".vb-link.set").count() < 2 and abilities.count():
            return abilities.first.click()
        return page.locator(".vb-go button").last.click()
    return page.locator(".t-choice").last.click()


def test_veinbreaker_is_played_to_its_end(page):
    begun = begin(page, "veinbreaker", "duel")
    page.get_by_role("heading", name="Build a chain against Brumklin Skitter").wait_for()
    assert fits(page)
    played_out(page, begun, lambda page: (page.keyboard.press("Escape"), link_or_answer(page)))
    assert fits(page)


def test_veinbreaker_by_keyboard_alone(wide):
    """A number goes to a choice, Enter takes it: a link, then the chain is let go."""
    wide.goto("/play/veinbreaker/duel")
    wide.get_by_role("button", name="Begin").wait_for()
    wide.keyboard.press("Enter")
    wide.get_by_role("heading", name="Build a chain").wait_for()
    for _ in range(STEPS):
        if wide.locator(".outcome").count():
            break
        before = wide.locator(".play").get_attribute("data-turn")
        links = wide.locator(".vb-link.set").count()
        wide.keyboard.press("1" if links or not wide.locator(".vb-declare").count() else "2")
        wide.keyboard.press("Enter")
        wide.wait_for_function(
            "turn => document.querySelector('.outcome') || document.querySelector('.play').dataset.turn !== turn", arg=before
        )
        if wide.locator(".vb-parry").count():
            wide.keyboard.press("Enter")
    wide.wait_for_function("document.activeElement.closest('.outcome') !== null")
    assert re.fullmatch(r"\d+/28", wide.locator(".at-you .t-health span").inner_text())


def test_the_chain_is_built_link_by_link_with_its_dangers(page):
    begin(page, "veinbreaker", "duel")
    acted(page, lambda: page.get_by_role("button", name="Basic Strike").click())
    assert page.locator(".vb-link.set").all_inner_texts() == ["1\nBasic Strike\nattack"]
    page.get_by_role("button", name="Basic Strike is in the chain already").wait_for()
    page.get_by_role("img", name="Danger before: 100 % after a miss; after: 85 % after a miss").wait_for()


def test_a_perfect_parry_is_shown_over_everything(page):
    """An enemy that cannot hold its chain, and any success is perfect."""
    changes = {"enemies.0.dv": 0, "enemies.0.hp": 40, "character.idf": 10}
    begin(page, "veinbreaker", "duel", changes=changes, options={"perfect_margin": 1})
    for _ in range(STEPS):
        interrupt = page.locator(".t-choice", has_text=re.compile("^Interrupt"))
        answer = acted(page, lambda: interrupt.first.click() if interrupt.count() else link_or_answer(page))  # noqa: B023  called at once
        if any(entry.get("event") == "parry-heals" for entry in answer["view"]["log"]):
            break
    page.locator(".vb-parry.still").get_by_text("Perfect parry").wait_for()
    page.keyboard.press("Escape")
    page.locator(".vb-parry").wait_for(state="detached")


# --- ARDA -------------------------------------------------------------------------------------------------------------------------


def test_arda_is_read_to_an_end(page):
    begun = begin(page, "arda", "first-light")
    page.get_by_role("heading", name="The Landing").wait_for()
    assert fits(page)
    played_out(page, begun, lambda page: page.locator(".arda-choice").first.click())
    assert fits(page)


def test_the_map_holds_the_scenes_seen_and_no_others(page):
    begun = begin(page, "arda", "toll-of-winter")
    page.get_by_role("heading", name="The Empty Belfry").wait_for()
    for _ in range(3):
        acted(page, lambda: page.locator(".arda-choice").last.click())
    seen = {entry["a"] for entry in look(page, begun)["view"]["log"] if entry.get("event") == "scene"}
    assert page.locator(".arda-map .spot").count() == len(seen) > 1
    page.get_by_role("button", name="The Empty Belfry").click()
    page.get_by_role("dialog").get_by_text("You climb the last ladder in Cairnhollow").wait_for()


def test_a_choice_tells_its_stat_its_dc_and_its_odds(page):
    begin(page, "arda", "toll-of-winter")
    choice = page.locator(".arda-choice", has_text="Examine the empty mount")
    choice.get_by_text("Wisdom +3 against DC 9").wait_for()
    choice.get_by_text("75 %").wait_for()


def test_arda_by_keyboard_alone(wide):
    """A number goes to a choice, Enter takes it."""
    wide.goto("/play/arda/first-light")
    wide.get_by_role("button", name="Begin").wait_for()
    wide.keyboard.press("Enter")
    wide.locator(".arda-choice").first.wait_for()
    for _ in range(STEPS):
        before = wide.locator(".play").get_attribute("data-turn")
        wide.keyboard.press("1")
        wide.keyboard.press("Enter")
        wide.wait_for_function("turn => document.querySelector('.play').dataset.turn !== turn", arg=before)
        if wide.locator(".outcome").count():
            break
    assert wide.evaluate("document.activeElement.closest('.outcome') !== null")


def test_of_an_adventure_that_is_skipped_through_only_the_last_choice_is_told(wide):
    begun = wide.request.post("/api/games/simulated", data={"ruleset": "arda", "scenario": "first-light", "seed": 1, "fight": 3}).json()
    wide.goto(f"/game/{begun['game']['id']}#{begun['tokens']['a']}")
    wide.get_by_role("button", name="To the end").click()
    wide.locator(".outcome").wait_for()
    assert wide.locator(".arda-chosen").count() <= 1


# --- all three --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("scenario", "next_button"),
    [("ruins-and-realms/sword-and-shield-1", ".rr-main"), ("veinbreaker/duel", ".vb-ability"), ("arda/toll-of-winter", ".arda-choice")],
)
def test_a_table_has_no_serious_fault(chromium, site, scenario, next_button, scheme):
    context = chromium.new_context(viewport=WIDE, base_url=site, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(180_000)
    page = context.new_page()
    begin(page, *scenario.split("/"))
    acted(page, lambda: page.locator(next_button).first.click())
    told = serious_faults(page)
    context.close()
    assert not told


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_that_is_over_has_no_serious_fault(chromium, site, scheme):
    context = chromium.new_context(viewport=WIDE, base_url=site, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    context.set_default_timeout(180_000)
    page = context.new_page()
    begun = page.request.post("/api/games/simulated", data={"ruleset": "rune-and-rust", "scenario": "duel", "seed": 1, "fight": 3}).json()
    page.goto(f"/game/{begun['game']['id']}#{begun['tokens']['a']}")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Work it out").click()
    page.locator(".luck-meter").wait_for()
    told = serious_faults(page)
    context.close()
    assert not told
