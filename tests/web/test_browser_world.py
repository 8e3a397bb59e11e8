"""A world in the browser: it is played, gone back in, and says who is on its map."""

import re

from web.conftest import fits
from web.test_worlds import unpacked


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


def test_a_link_holds_changed_rules_and_whose_story_is_read(page):
    page.goto("/world/world-loop/vale?seed=7&tick=40&set=heroes%3D3&who=hero")
    page.get_by_role("dialog", name="The story of #").locator("pre").wait_for()
    page.keyboard.press("Escape")
    assert page.locator(".rules .tag").inner_text().startswith("heroes = 3")
    page.wait_for_function("!location.search.includes('who')")
    page.get_by_label("Rule", exact=True).fill("wall_share")
    page.get_by_label("Value").fill("0.2")
    page.get_by_role("button", name="Change").click()
    page.get_by_text("2 changed").wait_for()
    page.locator("canvas.map:not(.dim)").wait_for()
    assert page.url.endswith("?set=heroes%3D3&set=wall_share%3D0.2&seed=7&tick=0")
    assert fits(page)


def test_a_rule_that_is_wrong_says_what_it_may_be(wide):
    wide.goto("/world/world-loop/vale?set=heroes%3Dmany")
    assert "heroes" in wide.get_by_role("alert").inner_text()
    wide.get_by_role("button", name="Leave the changed rules out").click()
    wide.locator("canvas.map:not(.dim)").wait_for()


def test_a_click_on_the_map_tells_the_story_of_who_stands_there(wide):
    wide.goto("/world/world-loop/vale?seed=7&tick=40")
    canvas = wide.locator("canvas.map:not(.dim)")
    canvas.wait_for()
    asked = {"ruleset": "world-loop", "plan": "vale", "seed": 7, "first": 40, "frames": 1}
    [frame] = unpacked(wide.request.post("/api/worlds/frames", data=asked).body())
    number, x, y, *_ = frame["standing"][-1]
    box, (columns, rows) = canvas.bounding_box(), map(int, re.findall(r"\d+", canvas.get_attribute("aria-label"))[:2])
    canvas.click(position={"x": (x + 0.5) * box["width"] / columns, "y": (y + 0.5) * box["height"] / rows})
    wide.get_by_role("dialog", name=f"The story of #{number}").locator("pre").wait_for()
    assert f"who={number}" in wide.url
