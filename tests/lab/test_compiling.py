"""Compiling in advance: a job for every kind of question and every shape of records; what is ready is not compiled again."""

import json

import pytest

from console import fracas
from fracas.engine.contract.facets import HasWorld
from fracas.engine.contract.registry import load_ruleset, ruleset_names
from fracas.engine.encounter import encounter
from fracas.lab.compiling import KINDS, USUAL, Job, jobs_of, run_here


@pytest.mark.parametrize("name", ruleset_names())
def test_there_are_jobs_for_every_shape_that_the_records_of_a_scenario_have(name):
    ruleset = load_ruleset(name)
    shape = {each: encounter(ruleset, each).setup.state.dtype for each in ruleset.scenarios()}
    for kind in ("simulate", "solve", "explain"):
        assert {shape[job.scenario] for job in jobs_of(ruleset) if job.kind == kind} == set(shape.values())


@pytest.mark.parametrize("name", ruleset_names())
def test_a_world_is_compiled_where_there_is_one(name):
    ruleset = load_ruleset(name)
    assert any(job.kind == "world" for job in jobs_of(ruleset)) == isinstance(ruleset, HasWorld)


@pytest.mark.parametrize(
    "kind",
    [*sorted({*USUAL} - {"world", "explain"}), *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("explain", "learn", "own"))],
)
def test_what_a_job_compiled_is_ready_for_the_next(kind):
    job = Job("rune-and-rust", "duel", kind)
    run_here(job)
    assert run_here(job).ready


@pytest.mark.slow
def test_the_command_compiles_in_processes_and_says_what_was_ready():
    first = fracas("compile", "arda", "--json")
    assert first.code == 0
    jobs = [each["kind"] for each in json.loads(first.out)["compiled"]]
    assert jobs == ["simulate", "solve", "explain"]
    again = fracas("compile", "arda", "--workers", "1", "--json")
    assert all(each["ready"] for each in json.loads(again.out)["compiled"])
    assert "everything was ready before" in fracas("compile", "arda").out


def test_what_programs_run_is_compiled_only_where_it_is_asked_for():
    ruleset = load_ruleset("rune-and-rust")
    assert not {"learn", "own"} & {job.kind for job in jobs_of(ruleset)}
    assert {job.kind for job in jobs_of(ruleset, tuple(KINDS.keys() - {*USUAL}))} == {"learn", "own"}
    said = fracas("compile", "rune-and-rust", "--for", "lern")
    assert said.code == 2
    assert "did you mean 'learn'" in said.err


def test_a_misspelt_ruleset_is_not_compiled():
    said = fracas("compile", "ardaa")
    assert said.code == 2
    assert "did you mean 'arda'" in said.err
