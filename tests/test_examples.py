"""The notebooks in ``examples``: small, without outputs, a sentence before every cell, and what they say runs."""

import ast
import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
MOST_LINES = 20


def cells(path):
    return json.loads(path.read_text())["cells"]


def code_of(path):
    return ["".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "code"]


def run(code, names):
    """Run a cell as a notebook does: what its last line is worth is shown."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return ""
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    for form in ("_repr_mimebundle_", "_repr_html_"):
        if hasattr(value, form):
            return str(getattr(value, form)())
    return repr(value)


def test_there_are_the_four_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["a-world-over-time", "compare-rules", "odds-and-a-duel", "tune-a-monster"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_small_and_says_what_each_cell_does(path):
    assert json.loads(path.read_text())["nbformat"] == 4
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells(path) if cell["cell_type"] == "code")
    lines = [line for code in code_of(path) for line in code.splitlines() if line.strip()]
    assert len(lines) < MOST_LINES
    kinds = [cell["cell_type"] for cell in cells(path)]
    assert kinds[:1] + kinds[1::2] == ["markdown"] * (len(kinds) // 2 + 1)
    assert all("".join(cell["source"]).rstrip().endswith(".") for cell in cells(path) if cell["cell_type"] == "markdown")
    assert len({cell["id"] for cell in cells(path)}) == len(kinds)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("odds-and-a-duel", ["the hero wins 54.960990%", "vega-lite", "0.5496"]),
        ("tune-a-monster", ["0.5496", "vega-lite", "The hero wins 70.35 % (exact)"]),
        ("compare-rules", ["criticals", "vega-lite", "With glancing blows, "]),
        ("a-world-over-time", ["tick", "vega-lite"]),
    ],
)
def test_a_notebook_runs(name, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    shown = "\n".join(run(code, names) for code in code_of(EXAMPLES / f"{name}.ipynb")) + capsys.readouterr().out
    for text in says:
        assert text in shown
