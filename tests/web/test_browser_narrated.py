"""A game that an outside narrator tells, in a real browser: the prose takes the place of our own."""

import shlex
import sys

import pytest

from web.serving import Server

NARRATOR = f"{shlex.quote(sys.executable)} -m fracas.rulesets.arda.narrator"


@pytest.fixture
def narrated(tmp_path):
    """The address of a server with a narrator."""
    server = Server(f"sqlite:///{tmp_path / 'told.db'}", "--narrator", NARRATOR)
    yield f"http://127.0.0.1:{server.port}"
    server.kill()


def test_the_prose_of_the_narrator_is_read(chromium, narrated):
    context = chromium.new_context(base_url=narrated, reduced_motion="reduce")
    context.set_default_timeout(60_000)
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto("/play/arda/first-light")
    page.get_by_role("button", name="Begin").click()
    page.locator(".arda-choice, .pick").first.wait_for()
    page.locator(".arda-choice, .pick").first.click()
    seat = page.evaluate("JSON.parse(localStorage.getItem('fracas.games'))[0]")
    number, token = seat["id"], seat.get("token") or seat["tokens"]["a"]
    told = []
    while not told:
        answer = page.request.get(f"/api/games/{number}", headers={"Authorization": f"Bearer {token}"})
        told = [each["text"] for each in answer.json()["told"]]
    page.wait_for_function("(text) => document.querySelector('.arda-came').innerText.includes(text)", arg=told[0].splitlines()[0])
    assert faults == []
    context.close()
