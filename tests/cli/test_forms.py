"""The forms a result is printed in: what --json prints is what Python gives; CSV and Markdown have the same figures."""

import ast
import csv
import json
import re
from pathlib import Path

import pytest
from tests.console import RULES, at_home, fracas, refused

import fracas as package
from example_ruleset import Wrestlers
from fracas.cli import cli, forms
from fracas.engine.contract.tables import Column, Table

__all__ = ["at_home"]  # a fixture: every test has a home of its own


def rows_of(said):
    return list(csv.DictReader(said.out.splitlines()))


def timeless(data):
    return {key: value for key, value in data.items() if key not in ("seconds", "fights_per_second", "workers")}


# Nothing steers a terminal


def test_every_command_prints_through_one_function():
    """`say` makes signs that steer a terminal harmless; only tables and live views are printed otherwise, and do the same."""
    for path in Path(forms.__file__).parent.glob("*.py"):
        calls = {ast.unparse(node.func) for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)}
        raw = calls & {"click.echo", "click.secho", "click.style", "print", "sys.stdout.write", "sys.stderr.write"}
        assert raw == ({"click.echo", "click.style"} if path.name == "forms.py" else set()), path.name


def test_a_text_is_said_without_what_steers_a_terminal(capsys):
    forms.say("a\tb\n\x1b[1m\u202e", bold=True)
    assert capsys.readouterr().out == "a\tb\n\\x1b[1m\\u202e\n"


def test_a_file_that_is_saved_under_a_name_that_steers_a_terminal():
    said = fracas("play", RULES, "duel", "--no-weigh", "--seed", "1", stdin="save x\x1b[31m.json\nquit\n")
    assert Path("x\x1b[31m.json").exists()
    assert "saved to x\\x1b[31m.json" in said.out
    assert "\x1b" not in said.out + said.err


def test_the_words_of_a_rulebook_that_steer_a_terminal(monkeypatch):
    monkeypatch.setattr(Wrestlers, "title", "W\x1b[2J")
    with package.registered(Wrestlers()):
        for words in (("play", "wrestlers", "even", "--auto"), ("options", "wrestlers")):
            said = fracas(*words)
            assert said.code == 0
            assert "W\\x1b[2J" in said.out
            assert "\x1b" not in said.out + said.err


WIDE = Table(
    "Wide",
    [
        Column("a rather long heading", 0, whole=True),
        Column("chance to win", 1, number=True),
        Column("change", 2, number=True),
        Column("what it is", 3),
    ],
    [(f"enemies.{i}.attributes.sturdiness", f"{50 + i}.25% ({49 + i}.11 to {51 + i}.99 %)", 10_000 + i, "words " * 12) for i in range(3)],
)


@pytest.mark.parametrize("columns", [200, 80, 60, 40])
def test_no_figure_of_a_table_is_cut_however_narrow_the_screen(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    forms.print_table(WIDE)
    shown = capsys.readouterr().out
    for path, chance, change, _ in WIDE.rows:
        figure, _, bounds = chance.partition(" ")
        whole = " ".join(shown.split())
        assert all(part in whole for part in (path, figure, bounds, str(change)))
    assert all(word in shown.split() for word in ("heading", "change")) or "change: 10000" in shown, "headings are not broken"
    assert all(len(line.rstrip()) <= columns for line in shown.splitlines())
    assert ("┃" in shown) == (columns > 60)


def test_two_tuned_paths_fit_eighty_columns():
    paths = ("enemies.0.hp=10..12", "hero.attributes.might=5,6")
    said = fracas("tune", RULES, "duel", *paths, "--target", "win=80..99%", columns=80).out
    table = said[said.index("The smallest") :].splitlines()
    assert all(len(line.rstrip()) <= 80 for line in table)
    assert "┃ hero.attributes.might ┃" in said
    assert "chan" not in {word for line in table for word in line.split()}


def test_a_solution():
    ready = package.encounter(RULES, "duel")
    said = fracas("solve", RULES, "duel", "--json")
    assert timeless(said.result) == timeless(json.loads(json.dumps(ready.solve().to_data())))
    assert {row["end"]: float(row["chance"]) for row in rows_of(fracas("solve", RULES, "duel", "--csv"))} == ready.solve().ends()
    assert "| end | chance |\n|---|---:|\n| victory | 54.960990% |" in fracas("solve", RULES, "duel", "--markdown").out


def test_a_simulation():
    batch = package.encounter(RULES, "duel").simulate(2_000)
    said = fracas("simulate", RULES, "duel", "-n", "2000", "--json")
    assert timeless(said.result) == timeless(json.loads(json.dumps(batch.to_data())))
    rows = rows_of(fracas("simulate", RULES, "duel", "-n", "2000", "--csv"))
    assert {row["end"]: int(row["fights"]) for row in rows} == {k: v for k, v in said.result["ends"].items() if v}


def test_a_replay():
    fight = package.encounter(RULES, "duel").replay(1, 5)
    said = fracas("replay", RULES, "duel", "--fight", "5", "--json")
    assert list(said.json) == ["ruleset", "version", "options", "input", "result"]
    assert said.json["input"] == {"scenario": "duel", "policies": list(fight.encounter.policies), "seed": 1, "fight": 5}
    assert said.result == json.loads(json.dumps(fight.view().to_data()))
    assert said.result["lines"] == fracas("replay", RULES, "duel", "--fight", "5").out.splitlines()[1:-1]
    assert said.result["outcome"]["end"] == fight.outcome
    assert [done["code"] for done in said.result["actions"]] == fight.actions


def test_a_search():
    found = package.search(package.encounter(RULES, "duel"), "closest", 2_000, most=3)
    words = ("find", RULES, "duel", "closest", "-n", "2000", "--most", "3")
    said = fracas(*words, "--json")
    assert said.result == found.to_data()
    assert said.json["input"]["kind"] == "closest"
    assert [int(row["fight"]) for row in rows_of(fracas(*words, "--csv"))] == list(found.numbers)
    assert [int(n) for n in re.findall(r"^  fight (\d+): ", fracas(*words).out, re.M)] == list(found.numbers)


def test_options():
    data = fracas("options", RULES, "--json").json
    assert data["ruleset"] == RULES
    face = next(option for option in data["options"] if option["name"] == "success_face")
    assert (face["default"], face["allowed"]) == (5, "2 to 6")
    assert data["policies"]["a"][0] == "sensible"
    assert "tuned" in data["variants"]
    world = fracas("world", "options", "--json").json
    assert "entity_cap" in [option["name"] for option in world]
    assert world == fracas("options", "world-loop", "--json").json["world_options"]


@pytest.mark.parametrize("words", [("rulesets",), ("scenarios", RULES)])
def test_lists(words):
    listed = fracas(*words, "--json").json
    assert [row["name"] for row in rows_of(fracas(*words, "--csv"))] == [each["name"] for each in listed]
    marked = fracas(*words, "--markdown").out
    assert all(f"| {each['name']} | {each['title']} |" in marked for each in listed)


@pytest.mark.slow
def test_the_levels_of_a_world():
    words = ("world", "levels", "levels=1-2")
    said = fracas(*words, "--json")
    rows = rows_of(fracas(*words, "--csv"))
    assert [{key: json.loads(value) for key, value in row.items()} for row in rows] == said.result["tables"]["xp"]
    assert fracas(*words, "--markdown").out.startswith(said.result["sentence"])


@pytest.mark.parametrize("words", ["solve rune-and-rust duel", "find rune-and-rust duel upset", "rulesets", "world levels"])
def test_a_result_is_printed_in_one_form(words):
    refused(*words.split(), "--json", "--csv", says=("--json and --csv: a result is printed in one form at a time",))


def test_a_chart_and_the_table_are_written_beside_what_is_printed():
    said = fracas("solve", RULES, "duel", "--csv", "--chart", "duel.svg", "--parquet", "duel.parquet")
    assert said.err == "the table is in duel.parquet\nthe chart is in duel.svg\n"
    assert said.out == fracas("solve", RULES, "duel", "--csv").out
    drawn = Path("duel.svg").read_text()
    assert all(words in drawn for words in ("duel: length", "HP left", "won by the enemies"))
    import pyarrow.parquet

    table = pyarrow.parquet.read_table("duel.parquet").to_pydict()
    assert table == package.encounter(RULES, "duel").solve().to_arrow().to_pydict()


def test_odds_are_drawn():
    said = fracas("odds", RULES, "attack=2", "defense=1", "--chart", "odds.svg")
    assert said.out.endswith("the chart is in odds.svg\n")
    assert "net" in Path("odds.svg").read_text()


def test_a_chart_can_be_on_the_screen():
    said = fracas("solve", RULES, "duel", "--chart", "screen").out
    assert "duel: length" in said
    assert "█" in said
    assert max(map(len, said.splitlines()[1:])) <= 80
    swept = fracas("sweep", RULES, "duel", "enemies.0.hp=3,4").out
    assert "% ┤" in swept
    assert "% ┤" not in fracas("sweep", RULES, "duel", "enemies.0.hp=3,4", "--csv").out


def test_decimals_are_as_asked_for_on_a_screen_and_in_markdown():
    words = ("solve", RULES, "duel", "--digits", "1")
    assert re.search(r"│ victory +│ +55.0% │", fracas(*words).out)
    assert "| victory | 55.0% |" in fracas(*words, "--markdown").out
    assert fracas(*words, "--csv").out == fracas(*words[:-2], "--csv").out


@pytest.mark.parametrize(
    ("option", "file", "says"),
    [
        ("--chart", "duel.bmp", "'duel.bmp' is none of .svg, .png, .html"),
        ("--chart", "nowhere/duel.svg", "the chart cannot be saved to 'nowhere/duel.svg'"),
        ("--parquet", "nowhere/duel.parquet", "the table cannot be saved to 'nowhere/duel.parquet'"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_the_work(option, file, says):
    refused("solve", RULES, "duel", option, file, says=(says,))


def test_lists_have_no_charts_and_what_cannot_be_drawn_is_said():
    refused("rulesets", "--chart", "list.svg", says=("--chart",))
    assert "there is nothing in this result to draw" in fracas("arda", "secret", "--chart", "list.svg").err


def test_every_command_that_prints_numbers_takes_every_form():
    full = {"--json", "--csv", "--markdown", "--parquet", "--digits", "--chart"}
    listing = {"--json", "--csv", "--markdown"}
    taken = {name: {o for p in command.params for o in p.opts} for name, command in cli.commands.items()}
    assert {name for name, opts in taken.items() if full <= opts} >= {"odds", "solve", "simulate", "compare", "loadout", "find"}
    assert {name for name, opts in taken.items() if listing <= opts and "--chart" not in opts} >= {
        "rulesets",
        "scenarios",
        "options",
        "claims",
    }


def test_every_command_about_numbers_takes_json():
    without = {name for name, command in cli.commands.items() if "--json" not in [o for p in command.params for o in p.opts]}
    assert without == {"play", "resume", "validate", "schema", "world", "new", "serve"}
