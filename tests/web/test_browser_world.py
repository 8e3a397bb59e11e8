"""A world in the browser: it is played, gone back in, and says who is on its map."""

import re

from web.conftest import fits


def shown(page):
    """The tick that the map shows."""
    return int(re.search(r"tick (\d+)", page.locator("canvas.map:not(.dim)").get_attribute("aria-label")).group(1))


def test_a_world_is_watched_and_gone_back_in(page):
    from playwright.sync_api import expect

    page.goto("/world/world-loop/vale?seed=7&tick=40")
    page.locator("canvas.map:not(.dim)").wait_for()
    assert shown(page) == 40
    first = page.locator("pre").inner_text()
    page.get_by_role("button", name="Play").click()
    expect(page.locator("canvas.map")).to_have_attribute("aria-label", re.compile(r"tick ([6-9]\d|\d{3,})$"), timeout=120_000)
    page.get_by_role("button", name="Pause").click()
    assert page.locator("pre").inner_text() != first
    page.locator("input[type=range]").fill("5")
    page.locator("canvas.map[aria-label$='tick 5']:not(.dim)").wait_for()
    assert fits(page)


def test_the_legend_names_who_is_on_the_map(wide):
    wide.goto("/world/world-loop/vale?seed=7&tick=40")
    wide.locator("canvas.map:not(.dim)").wait_for()
    wide.locator(".legend").get_by_text("hero", exact=False).first.wait_for()
    assert wide.locator(".legend span").count() > 3
