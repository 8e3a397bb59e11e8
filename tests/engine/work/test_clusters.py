"""A cluster gives the same bits as this process: for any number of workers, any order, and where workers are killed."""

import os
import signal
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests.console import HANG, posix, refused
from tests.console import fracas as console
from tests.engine.descent import Cave

import fracas
from fracas import SILENT, Budget, Cluster, FracasError, encounter, load_ruleset, many_worlds
from fracas.engine.contract import extras
from fracas.engine.travel import travels
from fracas.engine.work import clusters
from fracas.engine.work.carrying import stamp
from fracas.engine.work.clusters import _task
from fracas.engine.work.executors import Watch
from fracas.lab.campaigns import Journeys, simulate_campaigns
from fracas.lab.claims import judge_claims
from fracas.lab.loadouts import loadouts
from fracas.lab.matching import matrix
from fracas.lab.sweeping import sweep
from fracas.lab.tuning import tune

DUEL = encounter("rune-and-rust", "duel")


@pytest.fixture(scope="module")
def cluster():
    """Two local workers for all tests of this module."""
    with Cluster("local:2") as found:
        found.connect(SILENT)
        yield found


def pids(cluster):
    return cluster.client.run(os.getpid)


def kill_all_but(cluster, left):
    for pid in sorted(pids(cluster).values())[left:]:
        os.kill(pid, signal.SIGKILL)


def same(a, b):
    return (a.n, a.asked) == (b.n, b.asked) and all(
        (getattr(a, part) == getattr(b, part)).all() for part in ("end_counts", "rounds", "left")
    )


class KillsAWorker:
    """A progress listener that kills workers when the first piece is done."""

    def __init__(self, cluster, left=1):
        self.cluster, self.left, self.killed = cluster, left, False

    def say(self, text):
        pass

    def at(self, done, total, what):
        if done and not self.killed:
            self.killed = True
            kill_all_but(self.cluster, self.left)


def test_fights_are_the_same_and_so_are_their_records(cluster):
    here, there = (DUEL.simulate(150_000, 7, each=True, progress=SILENT, cluster=place) for place in (None, cluster))
    assert same(here, there)
    assert (here.fights == there.fights).all()
    assert there.workers == 2


def test_an_interval_is_reached_at_the_same_fight(cluster):
    here, there = (DUEL.simulate(until="±0.4%", progress=SILENT, cluster=place) for place in (None, cluster))
    assert same(here, there)
    assert here.to_data()["until"] == 0.004


@posix
@pytest.mark.parametrize("left", [1, 0], ids=["one is left", "all are killed"])
def test_fights_are_the_same_when_workers_are_killed(cluster, left):
    killing = KillsAWorker(cluster, left)
    there = DUEL.simulate(400_000, 7, progress=killing, cluster=cluster)
    assert killing.killed
    assert same(there, DUEL.simulate(400_000, 7))


@dataclass(frozen=True)
class Deadly:
    """A job that kills its worker."""

    def __call__(self, piece, watch: Watch):
        os.kill(os.getpid(), signal.SIGKILL)


@posix
@pytest.mark.slow
def test_a_piece_that_kills_every_worker_is_given_up(monkeypatch):
    monkeypatch.setattr(clusters, "GONE_SECONDS", 1)
    with Cluster("local:1") as mine, pytest.raises(FracasError, match=r"ended again and again|are gone"):
        list(mine.as_done(Deadly(), [1], SILENT))


def test_points_are_the_same_solved_and_sampled(cluster, empty):
    axes = {"enemies.0.hp": range(20, 26)}
    for states in (None, 0):
        asked = {"measures": ("win", "rounds"), "fresh": True, "progress": SILENT}
        here, there = (
            sweep("rune-and-rust", "duel", axes, budget=Budget(states, fights=3_000, cluster=place), **asked) for place in (None, cluster)
        )
        assert here.to_data() == there.to_data()
        assert here.sampled == (0 if states is None else 6)


def test_campaigns_and_worlds_are_the_same(cluster):
    here, there = (
        simulate_campaigns(Cave(), 30, 3, progress=SILENT, workers=workers, cluster=place)
        for workers, place in ((1, None), (None, cluster))
    )
    assert here.journeys == there.journeys
    worlds = [many_worlds("world-loop", "realm", None, range(5, 9), 20, progress=SILENT, cluster=place) for place in (None, cluster)]
    assert worlds[0] == worlds[1]


def test_a_ruleset_that_is_not_installed_is_sent_and_packs_are_in_force(cluster, tmp_path):
    with fracas.registered(Cave()) as cave:
        ready = encounter(cave, "blow-by-blow")
        assert same(ready.simulate(5_000), ready.simulate(5_000, cluster=cluster))
    (tmp_path / "pack.toml").write_text('name = "hounds"\nruleset = "rune-and-rust"\nversion = "1"\n')
    with fracas.using(Path(tmp_path)):
        [there] = cluster.as_done(active_packs, [0], SILENT)
    [without] = cluster.as_done(active_packs, [0], SILENT)
    assert (there.result, without.result) == (["hounds"], [])


def active_packs(piece, watch):
    from fracas.engine.contract.packs import packs_in_force

    return list(packs_in_force())


def test_an_error_of_a_piece_is_told_here(cluster):
    with pytest.raises(FracasError, match="there is no campaign number -5") as error:
        list(cluster.as_done(Journeys(travels(load_ruleset("veinbreaker")), 1), [(-5, 1)], SILENT))
    assert error.value.code == "bad-campaign"


def test_ctrl_c_cancels_what_is_left_and_keeps_what_is_done(cluster):
    class Stops:
        def say(self, text):
            pass

        def at(self, done, total, what):
            if done:
                raise KeyboardInterrupt

    stopped = DUEL.simulate(10**10, 7, progress=Stops(), cluster=cluster)
    assert stopped.interrupted
    assert stopped.n > 0
    assert (stopped.rounds == DUEL.simulate(stopped.n, 7).rounds).all()
    ends = time.monotonic() + HANG
    while any(cluster.client.processing().values()) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not any(cluster.client.processing().values())


def test_a_worker_of_another_version_refuses():
    other = stamp()._replace(numba="0.1")

    class Worker:
        address = "tcp://here:1"

    import distributed

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(distributed, "get_worker", Worker)
        refused = _task(tuple(other), "", ("", b"", ()), {}, None)
    assert refused.code == "versions-differ"
    assert "numba" in refused.what
    assert "tcp://here:1" in refused.what


def test_without_dask_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert extras.EXTRAS["distributed"][0] == "cluster"
    with pytest.raises(FracasError, match=r"pip install 'fracas\[cluster\]'"):
        Cluster("local:2")


def test_no_scheduler_is_an_error_that_says_where(monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 0.2)
    with pytest.raises(FracasError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        DUEL.simulate(10, cluster="tcp://127.0.0.1:9")


def test_tls_without_certificates_is_refused():
    with pytest.raises(FracasError, match="none are configured") as refused:
        DUEL.simulate(10, cluster="tls://127.0.0.1:9")
    assert refused.value.code == "no-certificates"


@posix
def test_no_worker_is_left_behind():
    with Cluster("local:1") as mine:
        DUEL.simulate(1_000, cluster=mine)
        [pid] = pids(mine).values()
    ends = time.monotonic() + HANG
    while time.monotonic() < ends:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail(f"the worker {pid} is left")


# --- every ruleset, every command -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_fights_of_every_ruleset_are_the_same(cluster, name):
    for scenario in list(load_ruleset(name).scenarios())[:3]:
        ready = encounter(name, scenario)
        here, there = (ready.simulate(3_000, 5, each=True, progress=SILENT, cluster=place) for place in (None, cluster))
        assert same(here, there)
        assert (here.fights == there.fights).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_claims_of_every_ruleset_are_the_same(cluster, name):
    here, there = (judge_claims(name, cluster=place).to_data() for place in (None, cluster))
    assert here == there


@posix
@pytest.mark.slow
def test_every_long_question_has_the_same_answer_when_workers_are_killed(cluster, empty):
    def asked(ask):
        def without_times(data):
            return {name: value for name, value in data.items() if name not in ("seconds", "workers")}

        killing = KillsAWorker(cluster)
        there = ask(cluster, killing)
        assert killing.killed
        assert without_times(there.to_data()) == without_times(ask(None, SILENT).to_data())

    few = Budget(0, fights=2_000)

    def of(place):
        return replace(few, cluster=place)

    hp = {"enemies.0.hp": range(15, 40)}
    asked(lambda place, told: sweep("rune-and-rust", "duel", hp, budget=of(place), progress=told, fresh=True))
    asked(lambda place, told: tune("rune-and-rust", "duel", hp, ["win=70%"], budget=of(place), progress=told, fresh=True))
    asked(lambda place, told: matrix("ruins-and-realms", "monk-1*", "skeleton*", budget=of(place), progress=told, fresh=True))
    asked(lambda place, told: loadouts("ruins-and-realms", "monk-1", "skeleton", max_solved=3, progress=told, cluster=place))
    asked(lambda place, told: simulate_campaigns("veinbreaker", 40, 3, most_steps=40, progress=told, cluster=place))
    asked(lambda place, told: judge_claims("rune-and-rust", progress=told, cluster=place))


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        "simulate rune-and-rust duel -n 20000",
        "simulate rune-and-rust duel --until ±1%",
        "sweep rune-and-rust duel enemies.0.hp=20..24 --fresh",
        "tune rune-and-rust duel enemies.0.hp=20..40 --target win=70% --fresh",
        "matrix ruins-and-realms --heroes monk-1 --enemies skeleton* -n 500 --sample --fresh",
        "loadout ruins-and-realms monk-1 skeleton",
        "campaign veinbreaker --auto -n 4 --most-steps 20",
        "world run --seed 1 --seeds 3 --ticks 20",
        "claims rune-and-rust",
    ],
    ids=lambda command: " ".join(command.split()[:1]),
)
def test_every_command_prints_the_same(command):
    def printed(*more):
        said = console(*command.split(), *more, "--json")
        assert said.code == 0, said.err
        found = said.json
        for name in ("seconds", "workers", "fights_per_second"):
            found.get("result", {}).pop(name, None)
        return found

    assert printed("--cluster", "local:2") == printed()


def test_commands_refuse_what_does_not_go_together():
    refused("simulate", "rune-and-rust", "duel", "--cluster", "local:2", "--workers", "2", says=("a cluster has its own workers",))
    refused("simulate", "rune-and-rust", "duel", "--cluster", "dask", says=("'dask'", "tcp://HOST:8786"))
    refused("simulate", "rune-and-rust", "duel", "--until", "±70%", says=("±70%",))
    refused("simulate", "rune-and-rust", "duel", "--until", "±1e-9", says=("would take about", "fights", "ask for"))
    refused("campaign", "veinbreaker", "--auto", "--log", "--cluster", "local:2", says=("no workers",))
    refused("world", "run", "--cluster", "local:2", says=("--seeds",))
    refused("claims", "rune-and-rust", "--changes", "--cluster", "local:2", says=("leave out",))
