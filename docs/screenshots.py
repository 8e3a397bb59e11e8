"""Pictures of the pages for README.md, made with a server of their own: python docs/screenshots.py. Needs Chromium and playwright."""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from web.serving import Server  # noqa: E402  the server of the tests

WIDE = {"width": 1280, "height": 800}


def workbench(page: Page) -> None:
    """A scenario as a form, one number changed, with the difference from what it was."""
    page.goto("/workbench/rune-and-rust/adept-and-crawler?with=enemies.0.hp=14&ask=best")
    page.get_by_text("(exact)").first.wait_for()
    page.locator(".chart svg").first.wait_for()
    page.get_by_text("Wins: the exact chance").wait_for()
    page.wait_for_timeout(2000)


def play(page: Page) -> None:
    """Ruins & Realms, at its table: a turn of a fight that was sampled, with what each choice is worth."""
    asked = {"ruleset": "ruins-and-realms", "scenario": "crypt-guard", "seed": 1, "fight": 12}
    made = page.request.post("/api/games/simulated", data=asked).json()
    page.goto(f"/game/{made['game']['id']}#{made['tokens']['a']}")
    page.get_by_role("button", name="One turn on").click()
    page.get_by_role("button", name="Worth").click()
    page.get_by_text("best: wins").first.wait_for()
    page.locator(".rr-move.open").first.click()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(1000)


def world(page: Page) -> None:
    """A world, watched."""
    page.goto("/world/world-loop/vale?tick=400")
    page.get_by_text("hero level").wait_for()
    page.wait_for_timeout(1500)


def campaign(page: Page) -> None:
    """What becomes of a hundred expeditions that policies travel."""
    page.goto("/campaign/ruins-and-realms?n=100&seed=1&ask=many")
    page.locator(".chart svg").wait_for()
    page.locator(".many").evaluate("place => scrollTo(0, place.offsetTop - 8)")
    page.wait_for_timeout(1000)


def main() -> None:
    """Make all pictures."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        server = Server(f"sqlite:///{folder}/shots.db")
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            context = browser.new_context(viewport=WIDE, base_url=f"http://127.0.0.1:{server.port}", reduced_motion="reduce")
            context.set_default_timeout(300_000)
            for each in (workbench, play, world, campaign):
                page = context.new_page()
                each(page)
                page.screenshot(path=HERE / "pictures" / f"web-{each.__name__}.png")
                page.close()
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
