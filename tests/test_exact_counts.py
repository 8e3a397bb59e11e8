"""Every built-in fight comes to exactly what `tests/counts` says: 2,000 fights each, exact solutions, fingerprints of worlds.

A change that must not change behaviour leaves these files as they are. One that is meant to writes them anew:
``python tests/exact_counts.py RULESET``, and says so in the changelog.
"""

import pytest
from tests.exact_counts import FOLDER, fights_line, label, pairs, solved_line, world_lines

import fracas

QUICK_STATES = 3_000
"""Solutions of more states are checked by `make test-all`."""
RULESETS = sorted(path.stem for path in FOLDER.glob("*.txt"))


def counted(name, kind):
    """The lines of one kind, by what they are about."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return {line.partition("  ")[0].removeprefix(f"{kind} "): line for line in lines if line.startswith(f"{kind} ")}


def states_of(line):
    return int(line.partition("  ")[2].split()[0])


def test_every_installed_ruleset_is_counted():
    assert fracas.ruleset_names() == RULESETS


@pytest.mark.parametrize("name", RULESETS)
def test_every_pair_of_policies_in_every_scenario_fights_the_same_fights(name):
    found = {label(ready): fights_line(ready) for ready in pairs(fracas.load_ruleset(name))}
    assert found == counted(name, "fights")


def solutions(quick):
    for name in RULESETS:
        lines = {what: line for what, line in counted(name, "solved").items() if (states_of(line) <= QUICK_STATES) == quick}
        if lines:
            yield pytest.param(name, lines, id=name)


def check_solutions(name, lines):
    for what, line in lines.items():
        scenario, a, b = what.split(" ")
        assert solved_line(fracas.encounter(name, scenario, None, (a, b)), states_of(line)) == line


@pytest.mark.parametrize(("name", "lines"), list(solutions(quick=True)))
def test_small_fights_have_the_same_states_outcomes_and_chances(name, lines):
    check_solutions(name, lines)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lines"), list(solutions(quick=False)))
def test_large_fights_have_the_same_states_outcomes_and_chances(name, lines):
    check_solutions(name, lines)


@pytest.mark.parametrize("name", RULESETS)
def test_worlds_have_the_same_fingerprints(name):
    assert list(world_lines(fracas.load_ruleset(name))) == list(counted(name, "world").values())
