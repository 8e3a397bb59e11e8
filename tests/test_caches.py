"""Caches: what a stranger can ask for again and again with other figures fills no memory."""

import ast
from pathlib import Path

import fracas

ROOT = Path(fracas.__file__).parent
UNBOUNDED = ("cache", "functools.cache")
TO_MEND = ("rulesets/veinbreaker/stage.py: _built",)


def unbounded():
    """Functions that remember every answer for ever, with their parameters and annotations."""
    for path in sorted(ROOT.rglob("*.py")):
        if "claims" in path.parts or path.name == "claims.py":  # they are asked with the variants that ship
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(ast.unparse(each) in UNBOUNDED for each in node.decorator_list):
                given = {each.arg: ast.unparse(each.annotation) for each in node.args.args if each.annotation is not None}
                yield f"{path.relative_to(ROOT)}: {node.name}", given


def test_no_cache_without_bound_is_keyed_by_options_or_scenarios():
    found = list(unbounded())
    assert len(found) > 5
    for name, given in found:
        for parameter, kind in given.items():
            if name in TO_MEND:
                continue
            assert "Options" not in kind, f"{name} remembers an answer for every set of options"
            assert parameter not in ("options", "scenario", "settings", "data", "text"), f"{name} remembers every {parameter}"
