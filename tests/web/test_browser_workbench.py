"""The workbench in a real browser: numbers are changed, the answer follows, and the link shows the same to whoever opens it."""

import re

import pytest

import fracas
from fracas.engine.contract.registry import load_ruleset
from web.conftest import fits
from web.test_api import a_pack

playwright = pytest.importorskip("playwright.sync_api")
DUEL = "/workbench/rune-and-rust/duel"
WAIT = 120_000
"""Milliseconds that a machine with much else to do may take."""

playwright.expect.set_options(timeout=WAIT)


def wins(options=None, **changes):
    """The chance to win the duel as the page shows it, from the rules themselves; ``enemies__0__hp`` is enemies.0.hp."""
    ready = fracas.encounter("rune-and-rust", "duel", options, changes={path.replace("__", "."): value for path, value in changes.items()})
    return f"{100 * ready.solve().win:.2f} %"


def said(page, words):
    """Wait until the sentence on top says this, and is no longer dimmed."""
    playwright.expect(page.locator(".sentence:not(.dim) .said")).to_contain_text(words, timeout=WAIT)


def field(page, path):
    return page.locator(f'[id="at-{path}"]')


def test_a_number_is_changed_by_keys_and_the_answer_follows(page):
    page.goto(DUEL)
    said(page, f"The hero wins {wins()} (exact), 7.1 rounds on average")
    field(page, "enemies.0.hp").focus()
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    said(page, wins(enemies__0__hp=25))
    playwright.expect(page.locator(".delta")).to_contain_text(f"points from the scenario as written ({wins()})")
    page.keyboard.press("Shift+ArrowUp")
    said(page, wins(enemies__0__hp=35))
    field(page, "enemies.0.hp").dblclick()
    said(page, wins())


def test_the_link_shows_the_same_to_whoever_opens_it(page):
    page.goto(f"{DUEL}?with=enemies.0.hp=25")
    said(page, wins(enemies__0__hp=25))
    page.get_by_role("button", name="Make reference").click()
    field(page, "hero.hp").fill("32")
    said(page, wins(enemies__0__hp=25, hero__hp=32))
    playwright.expect(page).to_have_url(re.compile("hero.hp"))
    page.goto(page.url)
    said(page, wins(enemies__0__hp=25, hero__hp=32))
    playwright.expect(page.locator(".delta")).to_contain_text(f"points from the reference ({wins(enemies__0__hp=25)})")


def test_an_error_stands_at_its_field_and_the_old_answer_is_dimmed(page):
    page.goto(DUEL)
    said(page, wins())
    field(page, "enemies.0.hp").fill("5000")
    playwright.expect(page.locator(".field.wrong .field-error")).to_have_text(
        "enemies.0.hp cannot be 5000. Allowed: a whole number from 1 to 1000."
    )
    playwright.expect(page.locator(".sentence.dim .said")).to_contain_text(wins())
    page.get_by_role("button", name="Reset enemies.0.hp to 30").first.click()
    said(page, wins())


def test_a_number_is_swept_and_a_point_of_the_chart_is_taken(page):
    page.goto(DUEL)
    said(page, wins())
    field(page, "enemies.0.hp").press("t")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("from").fill("24")
    dialog.get_by_label("to", exact=True).fill("26")
    dialog.get_by_role("button", name="Sweep").click()
    study = page.get_by_role("region", name="Sweep")
    playwright.expect(study.get_by_role("status")).to_contain_text("(24); all 3 points exact")
    assert "ask=sweep&axis=enemies.0.hp%3D24..26" in page.url
    study.locator("svg path[aria-roledescription=point]").first.click()
    said(page, wins(enemies__0__hp=24))


def test_of_two_numbers_swept_a_cell_takes_both_and_the_table_has_links(wide):
    wide.goto(f"{DUEL}?ask=sweep&axis=enemies.0.hp%3D24,25&axis=hero.hp%3D29,31&measure=win")
    study = wide.get_by_role("region", name="Sweep")
    playwright.expect(study.get_by_role("status")).to_contain_text("all 4 points exact")
    study.locator("svg .mark-text.role-mark text").nth(1).click()
    said(wide, wins(enemies__0__hp=24, hero__hp=31))
    study.get_by_text("Table", exact=True).click()
    row = study.get_by_role("row", name=wins(enemies__0__hp=25, hero__hp=29))
    row.get_by_role("link", name="25").click()
    said(wide, wins(enemies__0__hp=25, hero__hp=29))
    assert "with=enemies.0.hp%3D25&with=hero.hp%3D29" in wide.url


def test_a_figure_shows_all_its_digits_its_command_and_opens_as_a_fight(page):
    page.goto(f"{DUEL}?with=enemies.0.hp=25")
    said(page, wins(enemies__0__hp=25))
    ready = fracas.encounter("rune-and-rust", "duel", changes={"enemies.0.hp": 25})
    page.get_by_role("button", name=f"The hero wins: {wins(enemies__0__hp=25)}").focus()
    shown = page.get_by_role("group", name=f"The hero wins: {wins(enemies__0__hp=25)}")
    playwright.expect(shown).to_contain_text(f"{100 * ready.solve().win:.6f} %")
    playwright.expect(shown).to_contain_text("fracas solve rune-and-rust duel --with enemies.0.hp=25")
    assert fits(page)
    page.keyboard.press("Escape")
    playwright.expect(shown).to_have_count(0)
    page.get_by_role("button", name=f"The hero wins: {wins(enemies__0__hp=25)}").click()
    shown.get_by_role("button", name="Open as fight").click()
    playwright.expect(page.get_by_role("region", name="Turn by turn").get_by_role("status")).to_contain_text("Turn 1 of")


def test_the_odds_of_an_opening_action_are_shown_as_a_fraction(wide):
    wide.goto(DUEL)
    wide.get_by_role("button", name="attack hurts: 54.1 %").hover()
    shown = wide.get_by_role("group", name="attack hurts: 54.1 %")
    playwright.expect(shown).to_contain_text("10655/19683 = 54.133008 %")
    playwright.expect(shown).to_contain_text("fracas odds rune-and-rust scenario=duel action=attack")


def test_a_number_is_tuned_and_the_value_is_used(page):
    page.goto(f"{DUEL}?ask=tune&axis=enemies.0.hp%3D20..40&target=win%3D70%25")
    page.get_by_role("button", name="Use 24").click()
    said(page, wins(enemies__0__hp=24))


def test_rules_are_searched_and_a_variant_is_applied(page):
    page.goto(DUEL)
    said(page, wins())
    page.get_by_role("searchbox", name="Search numbers and rules").fill("success face")
    field(page, "options.success_face").fill("4")
    playwright.expect(page.locator(".changes")).to_contain_text("options.success_face 5 → 4")
    page.get_by_role("button", name="Reset all").click()
    page.get_by_role("button", name="Rules: tuned").click()
    said(page, wins(load_ruleset("rune-and-rust").variants()["tuned"]["options"]))


def test_a_link_that_is_wrong_shows_the_form_with_the_error_at_its_field(wide):
    wide.goto(f"{DUEL}?with=enemies.0.hp=5000")
    playwright.expect(wide.locator(".field.wrong .field-error")).to_contain_text("enemies.0.hp cannot be 5000")
    field(wide, "enemies.0.hp").fill("25")
    said(wide, wins(enemies__0__hp=25))


def test_a_text_that_is_wrong_is_told_with_the_sign_that_is_wrong(wide):
    wide.goto(f"{DUEL}?with=enemies.0.damage=2x6")
    error = wide.locator(".field.wrong .field-error")
    playwright.expect(error).to_contain_text("'x' is not expected in the dice '2x6', at character 2")
    assert error.locator("code").inner_text() == "\n    2x6\n     ^ (got '2x6')"


def test_opening_actions_have_their_odds_and_their_worth(wide):
    wide.goto(f"{DUEL}?with=enemies.0.hp=25")
    row = wide.get_by_role("region", name="Odds of the opening actions").get_by_role("row", name="attack")
    playwright.expect(row).to_contain_text(f"54.1 %3.79{wins(enemies__0__hp=25)}")


def test_fights_are_found_read_and_opened_in_play(page):
    page.goto(f"{DUEL}?ask=find")
    page.get_by_label("Of 20,000 fights the").select_option("closest")
    page.get_by_role("button", name=re.compile("^Fight 12:")).click()
    dialog = page.get_by_role("dialog", name="Fight 12")
    playwright.expect(dialog.locator(".log")).to_contain_text("--- Round 1 ---")
    end = dialog.locator("b").first.inner_text()
    dialog.get_by_role("button", name="Open in Play").click()
    steps = page.get_by_role("region", name="Turn by turn")
    playwright.expect(steps.get_by_role("status")).to_contain_text("Turn 1 of")
    page.get_by_role("button", name="One turn on").click()
    playwright.expect(steps.get_by_role("status")).to_contain_text("Turn 2 of")
    assert fits(page)
    page.get_by_role("button", name="To the end").click()
    playwright.expect(page.locator(".outcome p")).to_contain_text(re.sub(r" in (\d+) rounds$", r" in round \1", end))


def test_a_claim_is_opened_with_its_computation(wide):
    wide.goto("/claims/rune-and-rust?search=defence-three-3")
    wide.locator("summary", has_text="STURDINESS 3 makes 3 successes").click()
    wide.get_by_role("link", name="Open in the workbench").click()
    claim = wide.get_by_role("region", name="Claim")
    playwright.expect(claim.get_by_role("status")).to_contain_text("wrong The rules find: 3.7 % (1/27)")
    claim.get_by_label("Low").fill("2")
    playwright.expect(claim.get_by_role("status")).to_contain_text("7/27")
    wide.get_by_role("searchbox", name="Search numbers and rules").fill("success face")
    field(wide, "options.success_face").fill("4")
    playwright.expect(claim.get_by_role("status")).to_contain_text("1/2")
    assert "claim=defence-three-3&given=low%3D2" in wide.url


def copied(page, name):
    """What a button of the menu copies."""
    page.get_by_text("Copy", exact=True).click()
    page.get_by_role("button", name=name).click()
    page.keyboard.press("Escape")
    return page.evaluate("navigator.clipboard.readText()")


def test_packs_are_in_force_and_named_in_what_is_copied(wide):
    wide.context.grant_permissions(["clipboard-read", "clipboard-write"])
    pack = wide.request.post("/api/packs", data={"files": a_pack()}).json()
    wide.goto(f"/workbench/rune-and-rust/wanderer-and-sentry?pack={pack['id']}")
    playwright.expect(wide.get_by_role("combobox", name="Scenario").locator("option").first).to_have_text("own-fight (hounds)")
    field(wide, "enemies.0").select_option("own-hound", timeout=WAIT)
    playwright.expect(wide.locator(".changes")).to_contain_text("own-hound")
    assert copied(wide, "As command line").endswith("--with enemies.0=own-hound --pack hounds")
    assert 'packs=[Path("hounds")]' in copied(wide, "As Python")
    wide.get_by_role("checkbox", name="hounds").uncheck()
    playwright.expect(wide.locator(".field.wrong .field-error")).to_contain_text("own-hound")


def test_the_answer_is_copied_as_a_report(wide):
    wide.context.grant_permissions(["clipboard-read", "clipboard-write"])
    wide.goto(f"{DUEL}?with=enemies.0.hp=25")
    said(wide, wins(enemies__0__hp=25))
    report = copied(wide, "As report")
    assert f"| the hero wins | {wins(enemies__0__hp=25)} | +" in report
    assert "- enemies.0.hp = 25" in report
    assert "`fracas solve rune-and-rust duel --with enemies.0.hp=25`" in report


def test_a_long_job_is_stopped(page):
    page.goto(f"{DUEL}?ask=sweep&axis=hero.hp%3D1..1000&axis=hero.attributes.might%3D1..20")
    study = page.get_by_role("region", name="Sweep")
    study.get_by_role("button", name="Stop").click()
    playwright.expect(study.get_by_role("button", name="Ask again")).to_be_visible()


def test_the_page_is_never_wider_than_the_screen(page):
    page.goto(f"{DUEL}?with=enemies.0.hp=25&ask=weights")
    playwright.expect(page.locator(".worth")).to_be_visible()
    assert fits(page)


def test_a_question_about_odds_is_opened_by_a_link(page):
    page.goto("/workbench/rune-and-rust?odds=attack%3D6%20defense%3D4")
    playwright.expect(page.locator("details.section[open]")).to_contain_text("6d6 against 4d6: hits 54.1330%")


def test_best_play_of_a_fight_too_large_for_it_is_bounded(wide):
    def too_large(route):
        asked = route.request.post_data_json
        if asked.get("best") and "within" not in asked:
            route.fulfill(json={"state": "failed", "error": {"code": "too-many-states", "what": "it has too many states", "remedy": ""}})
        else:
            route.continue_()

    wide.route("**/api/ask/solve", too_large)
    wide.goto(DUEL)
    wide.get_by_role("button", name="Between what bounds it lies").click()
    wide.get_by_text("with best play, for certain").wait_for()
    low, high = (float(text) for text in re.findall(r"[\d.]+(?= %)", wide.get_by_label("Best play").locator("p b").inner_text()))
    best = 100 * fracas.encounter("rune-and-rust", "duel").best().value
    assert low - 0.005 <= best <= high + 0.005
    assert high - low <= 1
    wide.wait_for_url("**ask=bounds**")
