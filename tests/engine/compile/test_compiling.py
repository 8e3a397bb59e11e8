"""The compile cache: an edited rule never runs its old code."""

import importlib
import subprocess
import sys

from fracas.engine.compile.compiling import digest_of
from fracas.engine.compile.keeping import cache_root


def test_the_cache_is_keyed_by_all_sources_of_the_ruleset(tmp_path):
    home = tmp_path / "some_ruleset"
    home.mkdir()
    (home / "__init__.py").write_text("from some_ruleset.rules import apply\n\n\nclass Some:\n    rules = (apply,)\n")
    (home / "rules.py").write_text("from some_ruleset.tables import BONUS\n\n\ndef apply(n):\n    return n + BONUS\n")
    (home / "tables.py").write_text("BONUS = 1\n")
    sys.path.insert(0, str(tmp_path))
    try:
        ruleset = importlib.import_module("some_ruleset").Some()
    finally:
        sys.path.remove(str(tmp_path))
    before = digest_of(ruleset)
    assert digest_of(ruleset) == before
    (home / "tables.py").write_text("BONUS = 2\n")  # a module the rules only import
    assert digest_of(ruleset) != before


def test_the_cache_can_be_put_elsewhere(monkeypatch, tmp_path):
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path))
    assert cache_root() == tmp_path


def test_help_needs_no_compiler():
    """Neither what compiles, nor what checks content, nor what draws tables is imported to show help."""
    heavy = ("numba", "numpy", "pydantic", "rich", "llvmlite")
    code = f"""
import sys
from fracas.cli import cli
cli.main(["--help"], standalone_mode=False)
sys.exit(", ".join(name for name in {heavy} if name in sys.modules))
"""
    shown = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert shown.stderr.strip() == ""
    assert "fracas solve" in shown.stdout


def test_rules_of_the_same_name_are_told_apart_by_their_modules():
    from fracas.dice.rule import FREQUENT, rule

    often, seldom = (lambda: 1), (lambda: 2)
    for function, module in ((often, "one.game"), (seldom, "another.game")):
        function.__qualname__ = "strike"
        function.__module__ = module
    rule(often)
    rule(rare=True)(seldom)
    try:
        assert "one.game.strike" in FREQUENT
        assert "another.game.strike" not in FREQUENT
    finally:
        FREQUENT.discard("one.game.strike")


def test_compiling_is_announced_to_whoever_watches_also_where_work_was_given_no_listener():
    from fracas.engine.contract.progress import ANNOUNCED, SILENT, Silence, listener_of_compiling, told_of_compiling

    watching, given = Silence(), Silence()
    assert listener_of_compiling(SILENT) is ANNOUNCED
    with told_of_compiling(watching):
        assert listener_of_compiling(SILENT) is watching
        assert listener_of_compiling(given) is given
    assert listener_of_compiling(SILENT) is ANNOUNCED


def test_it_is_said_how_long_compiling_took_the_last_time(monkeypatch, tmp_path):
    """Of rules that were compiled before, for other records or before they were changed."""
    from example_ruleset import Wrestlers
    from fracas.engine.compile.compiling import Compiled
    from fracas.engine.contract.progress import Silence

    class Listener(Silence):
        def say(self, text):
            said.append(text)

    def make():
        import numba

        @numba.njit
        def added(n):
            return n + 1

        return added

    said = []
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path))
    loop = Compiled(make, "add", Wrestlers())
    assert loop(("whole",), Listener(), 1) == 2
    assert loop(("whole",), Listener(), 2) == 3
    assert loop(("decimal",), Listener(), 0.5) == 1.5
    first, second = said
    assert first.endswith("to add (once)")
    assert " s last time)" in second
