"""The source files of a ruleset that is not installed: found, sent, imported elsewhere, and imported anew when they change."""

import subprocess
import sys

import pytest
from tests.engine.descent import Cave

from fracas import FracasError, load_ruleset
from fracas.engine.work.sources import MAIN, Sources, imported, sources_of

GAME = "from {helper} import answer\n\ndef asked():\n    return answer()\n"


def test_the_modules_of_a_ruleset_and_their_own_imports_are_found():
    sources = sources_of(Cave())
    assert sources.modules == ("tests.engine.descent", "tests.engine.pit")
    assert {"tests/engine/descent.py", "tests/engine/pit.py"} <= set(sources.files)
    assert not any(path.startswith("fracas") for path in sources.files)


def test_an_installed_ruleset_needs_none():
    assert sources_of(load_ruleset("arda")).files == {}


def test_sources_are_imported_and_again_when_they_have_changed():
    for number in (1, 2, 1):
        files = {
            "sent_helper.py": f"def answer():\n    return {number}\n".encode(),
            "sent_game.py": GAME.format(helper="sent_helper").encode(),
        }
        imported(Sources(("sent_game",), files))
        assert sys.modules["sent_game"].asked() == number


def test_a_module_that_is_missing_on_the_worker_is_named():
    with pytest.raises(FracasError, match="no module 'no_such_helper'"):
        imported(Sources(("sent_broken",), {"sent_broken.py": GAME.format(helper="no_such_helper").encode()}))


def test_a_path_out_of_the_folder_is_refused():
    with pytest.raises(FracasError, match="leads out of its folder"):
        imported(Sources(("sent_evil",), {"../sent_evil.py": b""}))


def test_the_script_that_runs_is_sent_under_another_name(tmp_path):
    script = tmp_path / "game.py"
    script.write_text(
        "from tests.engine.descent import Cave\n"
        "from fracas.engine.work.sources import sources_of\n"
        "class Own(Cave):\n    name = 'own'\n"
        "if __name__ == '__main__':\n    print(*sources_of(Own()).modules)\n"
    )
    path = {"PYTHONPATH": ":".join(sys.path)}
    said = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=path, check=True)
    assert said.stdout.split() == [MAIN, "tests.engine.descent", "tests.engine.pit"]
