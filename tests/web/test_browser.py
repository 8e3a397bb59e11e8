"""The pages in a real browser: start, claims, packs, the API's own page; at both widths."""

import json

from web.conftest import fits
from web.test_api import a_pack


def test_the_start_page_offers_every_game(page):
    page.goto("/")
    for name in ("ARDA", "Ruins & Realms", "Rune & Rust", "Veinbreaker", "World Loop"):
        page.get_by_role("heading", name=name).wait_for()
    assert page.get_by_role("link", name="Play now").count() == 5
    assert fits(page)


def test_the_first_page_is_small(wide):
    sizes = []
    wide.on("response", lambda answer: sizes.append(int(answer.headers.get("content-length", 0))))
    wide.goto("/")
    wide.get_by_role("heading", name="World Loop").wait_for()
    assert 0 < sum(sizes) < 400_000


def test_claims_are_filtered_and_searched(page):
    page.goto("/claims/arda")
    page.get_by_role("button", name="All 137").wait_for()
    page.get_by_role("button", name="Wrong").click()
    page.get_by_text("3 of 137 claims").wait_for()
    page.goto("/claims/rune-and-rust?verdict=implied")
    page.get_by_role("button", name="Implied", pressed=True).wait_for()
    counts = [int(text.split()[-1]) for text in page.get_by_role("group", name="Verdict").get_by_role("button").all_inner_texts()]
    assert counts[0] == sum(counts[1:])
    page.goto("/claims/arda?search=the+modifier+of+stat+5&verdict=holds")
    page.get_by_text("of 137 claims").wait_for()
    page.get_by_text("the modifier of stat 5").first.click()
    page.get_by_text("The rules find").first.wait_for()
    assert fits(page)


def test_a_pack_is_uploaded_and_its_scenario_opened(page, tmp_path):
    for name, text in a_pack().items():
        (tmp_path / name).write_text(text)
    page.goto("/packs")
    page.get_by_label("or its files").set_input_files([tmp_path / name for name in a_pack()])
    page.get_by_text("hounds 1 is here").wait_for()
    page.get_by_role("link", name="Open own-fight").wait_for()
    assert fits(page)


def test_a_bad_pack_is_told(page, tmp_path):
    (tmp_path / "pack.toml").write_text('name = "hounds"\nruleset = "rune-and-rust"\nversion = "1"\n')
    (tmp_path / "enemies.json").write_text(json.dumps({"enemies": {"x": {"hp": "many"}}}))
    page.goto("/packs")
    page.get_by_label("or its files").set_input_files([tmp_path / "pack.toml", tmp_path / "enemies.json"])
    page.get_by_role("alert").wait_for()
    assert "enemies.json" in page.get_by_role("alert").inner_text()


def test_the_api_describes_itself_without_anything_from_elsewhere(page):
    page.goto("/api/docs")
    page.get_by_text("/api/ask/sweep").wait_for()
    page.get_by_text("/api/ask/sweep").click()
    page.get_by_text("PATH=20..40, PATH=1,2,5").first.wait_for()
    page.locator("details[open]").get_by_role("heading", name="Answer: JobTold").wait_for()
    page.get_by_text("JobTold A job: how far it is, or its answer.").click()
    page.locator("details[open]").get_by_text("Why it failed").last.wait_for()


def test_an_address_that_is_no_page_says_so(page):
    page.goto("/nothing")
    page.get_by_text("There is no such page").wait_for()
