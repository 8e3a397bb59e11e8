"""Errors over HTTP name fields of requests, not options of the command line."""

import pytest

from fracas.engine.solve.exploring import SMALLER, SMALLER_BEST
from fracas.web.wording import for_requests


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            SMALLER.removeprefix("simulate this fight instead, "),
            "prune unlikely branches ('within': 1e-6), or allow more ('max_states', the server's memory)",
        ),
        (SMALLER_BEST, "ask for bounds of best play ('best' 'within': 0.01), or allow more ('max_states', the server's memory)"),
        ("allow more (--memory, FRACAS_MEMORY)", "allow more (the server's memory)"),
        ("give at least one, as with --set option=value", "give at least one, as with 'options' option=value"),
        ("name others, or leave out --same-level", "name others, or leave out 'same_level'"),
        ("give one, like --target win=70%", "give one, like 'targets' win=70%"),
        ("add --best", "add 'best'"),
        ("-- Round 3 --", "-- Round 3 --"),
        ("a--b", "a--b"),
        ("plain words", "plain words"),
    ],
)
def test_options_become_fields(text, said):
    assert for_requests(text) == said


def test_an_error_of_a_job_names_fields(client):
    begun = client.post("/api/ask/solve", json={"ruleset": "rune-and-rust", "scenario": "duel", "max_states": 10}).json()
    with client.stream("GET", f"/api/jobs/{begun['id']}/events") as stream:
        told = "".join(stream.iter_lines())
    assert "'max_states'" in told
    assert "--" not in told
