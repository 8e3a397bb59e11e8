"""No page has a serious accessibility fault, as axe finds them, in light and dark, wide and narrow."""

from pathlib import Path

import pytest

from fracas.engine.contract.registry import load_ruleset
from web.conftest import NARROW, WIDE, fits

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
PAGES = {
    "/": "World Loop",
    "/claims/arda": "All 137",
    "/workbench": f"{len(load_ruleset('rune-and-rust').scenarios())} scenarios",
    "/workbench/rune-and-rust/duel?with=enemies.0.hp=25": "from the scenario as written",
    "/workbench/rune-and-rust/duel?ask=claim&claim=defence-three-3": "The rules find",
    "/workbench/rune-and-rust/duel?ask=sweep&axis=enemies.0.hp%3D28..32": "in the table each is a link",
    "/play/veinbreaker": "Set out",
    "/campaign/veinbreaker?set=chain_repeats%3Dtrue&n=2&ask=many": "2 campaigns, seed 1",
    "/play/rune-and-rust/duel": "How do you want to play?",
    "/packs": "The pack's folder",
    "/api/docs": "/api/ask/sweep",
    "/world/world-loop/vale": "Whose story?",
}
SERIOUS = ("serious", "critical")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_serious_fault(chromium, site, path, scheme):
    context = chromium.new_context(viewport=WIDE, base_url=site, color_scheme=scheme, bypass_csp=True)  # axe is not one of our scripts
    context.set_default_timeout(180_000)
    page = context.new_page()
    page.goto(path)
    page.get_by_text(PAGES[path]).first.wait_for()
    told = serious_faults(page)
    context.close()
    assert not told


def serious_faults(page):
    """What axe finds on a page at both widths, and whether it fits."""
    page.add_script_tag(path=AXE)
    told = []
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        told += [
            f"{each['id']}: {node['html'][:120]}" for each in found["violations"] if each["impact"] in SERIOUS for node in each["nodes"]
        ]
        told += [] if fits(page) else [f"wider than {size['width']} pixels"]
    return told
