"""Worlds at the command line, as their user would try them: run, look, ask why, save, go on, stop; and what cannot be done."""

import csv
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.console import HANG, PROGRAM, SOME_DONE, fracas, interrupted, posix, process, refused, terminal, wait_until
from tests.console import at_home as at_home

from fracas import World

ENDLESS = "2000000000"
RULES = "world-loop"


def last_fingerprint(said):
    return re.findall(r"fingerprint (?:is )?([0-9a-f]{16})$", said.out.strip())[-1]


def test_a_run_ends_with_what_became_of_every_kind_and_tier_and_with_the_fingerprint():
    said = fracas("world", "run", "--ticks", "300", "--seed", "4")
    assert said.code == 0
    for part in ("goblin-chief", "heroes", "elite", "spawned", "Hero #1: level", "300 ticks"):
        assert part in said.out
    world = World(RULES, seed=4)
    world.advance(300)
    assert last_fingerprint(said) == world.fingerprint()


def test_the_same_command_says_the_same_twice():
    one, two = (fracas("world", "run", "--ticks", "200", "--json") for _ in range(2))
    assert one.out == two.out


def test_json_has_the_summary_the_series_and_the_fingerprint():
    said = fracas("world", "run", "--ticks", "100", "--every", "50", "--world", "march", "--json").json
    assert said["input"] == {"world": "march", "seed": 1, "tick": 100}
    assert said["options"]["width"] == 64
    assert [row["tick"] for row in said["result"]["series"]] == [0, 50, 100]
    assert said["result"]["by_tier"]["heroes"]["spawned"] == 1
    assert len(said["result"]["fingerprint"]) == 16


def test_a_world_at_a_tick_is_the_world_that_was_run_to_it():
    run = fracas("world", "run", "--ticks", "250", "--seed", "9")
    at = fracas("world", "at", "--tick", "250", "--seed", "9")
    assert last_fingerprint(at) == last_fingerprint(run)
    assert "@" in at.out
    assert fracas("world", "at", "--tick", "250", "--seed", "9", "--json").result["fingerprint"] == last_fingerprint(run)


def test_the_time_series_is_written_as_csv():
    assert "the time series is in series.csv" in fracas("world", "run", "--ticks", "100", "--every", "20", "--out", "series.csv").out
    rows = list(csv.DictReader(Path("series.csv").read_text().splitlines()))
    assert [row["tick"] for row in rows] == ["0", "20", "40", "60", "80", "100"]
    assert int(rows[-1]["spawned"]) >= int(rows[0]["spawned"])


def test_the_time_series_is_written_as_parquet():
    parquet = pytest.importorskip("pyarrow.parquet")
    fracas("world", "run", "--ticks", "100", "--every", "20", "--out", "series.parquet")
    assert parquet.read_table("series.parquet").column("tick").to_pylist() == [0, 20, 40, 60, 80, 100]


def test_without_pyarrow_parquet_is_refused_before_the_world_is_run(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert "fracas[parquet]" in refused("world", "run", "--out", "series.parquet")


def test_a_saved_world_goes_on_as_if_it_had_never_stopped():
    fracas("world", "run", "--ticks", "120", "--seed", "3", "--save", "world.json")
    went_on = fracas("world", "run", "--from", "world.json", "--ticks", "80")
    assert last_fingerprint(went_on) == last_fingerprint(fracas("world", "run", "--ticks", "200", "--seed", "3"))


def test_checkpoints_are_saved_on_the_way_and_change_nothing():
    with_them = fracas("world", "run", "--ticks", "130", "--seed", "3", "--save", "world.json", "--checkpoint", "50")
    assert last_fingerprint(with_them) == last_fingerprint(fracas("world", "run", "--ticks", "130", "--seed", "3"))
    assert json.loads(Path("world.json").read_text())["tick"] == 130


@posix
def test_a_run_killed_on_the_way_has_left_its_last_checkpoint():
    command = [*PROGRAM, "world", "run", "--ticks", "2000000000", "--save", "world.json", "--checkpoint", "20000"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(Path("world.json").exists, running)
    running.kill()
    running.wait()
    tick = json.loads(Path("world.json").read_text())["tick"]
    assert tick % 20000 == 0
    saved = fracas("world", "at", "--from", "world.json", "--tick", str(tick))
    assert last_fingerprint(saved) == last_fingerprint(fracas("world", "at", "--tick", str(tick)))


@posix
def test_ctrl_c_stops_a_run_and_says_how_far_it_came():
    said = interrupted("world", "run", "--ticks", "2000000000", "--save", "stopped.json", at=SOME_DONE)
    assert said.code == 130
    assert "(stopped; 2,000,000,000 were asked for)" in said.out
    tick = json.loads(Path("stopped.json").read_text())["tick"]
    assert 0 < tick < 2_000_000_000


@posix
def test_ctrl_c_stops_many_worlds_and_keeps_those_that_are_done():
    said = interrupted("world", "run", "--ticks", "1000", "--seeds", "100000", at=SOME_DONE)
    assert said.code == 130
    assert "(stopped; 100,000 were asked for)" in said.out


@posix
def test_ctrl_c_does_not_wait_for_worlds_that_would_take_days():
    said = interrupted("world", "run", "--ticks", ENDLESS, "--seeds", "4", at=b"worlds")
    assert said.code == 130
    assert said.out == ""
    assert "no world was finished" in said.err


ABSURD = {
    "more worlds than can be compared": (("--seeds", "1000000000000"), "1,000,000,000,000 worlds cannot be compared", "1,000,000"),
    "worlds beyond number": (("--seeds", "1" + "0" * 40), "so many worlds cannot be compared", "ask for"),
    "seeds beyond the last": (("--seed", str(2**63 - 2), "--seeds", "3"), "seed", "give such a number"),
    "more workers than cores can use": (("--seeds", "2", "--workers", "1000000"), "1,000,000 workers", "leave it out"),
    "nobody finds room": (("--set", "entities=100000"), "100,000 monsters", "a larger map"),
    "more rows than fit into memory": (("--ticks", ENDLESS, "--every", "1"), "2,000,000,002 rows would take", "--every"),
}


@pytest.mark.parametrize(("words", "reason", "remedy"), ABSURD.values(), ids=ABSURD)
def test_what_nobody_can_mean_is_refused_before_the_run(words, reason, remedy, monkeypatch):
    monkeypatch.setattr(World, "advance", lambda *_, **__: pytest.fail("a world was run"))
    refused("world", "run", *words, says=(reason, remedy))


def test_many_worlds_are_the_same_with_any_number_of_workers():
    one, two = (fracas("world", "run", "--ticks", "150", "--seeds", "6", "--workers", str(n), "--json") for n in (1, 2))
    assert one.out == two.out
    worlds = one.result["worlds"]
    assert [row["seed"] for row in worlds] == [1, 2, 3, 4, 5, 6]
    assert worlds[2]["fingerprint"] == fracas("world", "run", "--ticks", "150", "--seed", "3", "--json").result["fingerprint"]
    mean = sum(row["hero_kills"] for row in worlds) / 6
    assert one.result["measures"]["hero_kills"]["mean"] == pytest.approx(mean)


def test_many_worlds_are_told_in_a_table_and_written_a_row_each():
    said = fracas("world", "run", "--ticks", "50", "--seeds", "3", "--out", "worlds.csv")
    assert "3 worlds of 50 ticks each, seeds 1 to 3" in said.out
    assert len(list(csv.DictReader(Path("worlds.csv").read_text().splitlines()))) == 3


def test_the_story_of_a_hero_is_told_with_and_without_every_blow():
    short = fracas("world", "why", "hero", "--ticks", "60", "--seed", "1")
    long = fracas("world", "why", "hero", "--ticks", "60", "--seed", "1", "--blows")
    assert short.out.startswith("     0  Hero #1 appears at (3, 3)")
    assert len(long.out.splitlines()) > len(short.out.splitlines())
    assert fracas("world", "why", "hero #1", "--ticks", "60", "--json").result["entity"] == 1


def test_one_who_appears_later_has_a_story_too():
    said = fracas("world", "why", "30", "--ticks", "400", "--json").result
    assert said["entity"] == 30
    assert "appears at" in said["story"][0]


def test_a_world_is_watched_without_a_terminal_too():
    said = fracas("world", "run", "--ticks", "40", "--watch")
    assert "tick 40" in said.out
    assert "@" in said.out
    assert last_fingerprint(said) == last_fingerprint(fracas("world", "run", "--ticks", "40"))


@posix
def test_a_world_is_watched_live_on_a_terminal():
    with terminal() as (theirs, screen, news):
        running = subprocess.Popen(
            [*PROGRAM, "world", "run", "--ticks", "30", "--watch"],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "50"},
        )
        assert running.wait(timeout=HANG) == 0
        with news:
            assert news.wait_for(lambda: b"its fingerprint is" in screen, HANG)
    assert re.search(rb"tick 1\b", screen)
    assert b"tick 30" in screen


def test_worlds_and_their_options_are_listed():
    listed = fracas("world", "list").out
    assert all(name in listed for name in ("vale", "march", "realm", "frontier", "continent"))
    assert "entity_cap = 30" in fracas("world", "options").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("run", "--world", "vail"), "did you mean"),
        (("run", "--set", "entitties=3"), "did you mean"),
        (("run", "--set", "width=7"), "width"),
        (("run", "--set", "town_x=40"), "outside the map"),
        (("run", "--set", "sanctuary_radius=1"), "smaller than town_radius"),
        (("run", "--set", "hero_kind=goblin"), "is no hero"),
        (("run", "--set", "hero_kind=heroo"), "did you mean"),
        (("run", "--ticks", "0"), "ticks"),
        (("run", "--seed", "-1"), "seed"),
        (("run", "--out", "series.txt"), "neither .csv nor .parquet"),
        (("run", "--checkpoint", "10"), "--save"),
        (("run", "--seeds", "3", "--watch"), "--watch"),
        (("run", "--seeds", "3", "--workers", "0"), "workers"),
        (("run", "--from", "nothing.json"), "nothing.json"),
        (("run", "--ruleset", "rune-and-rust"), "has no world"),
        (("at",), "--tick"),
        (("at", "--tick", "-3"), "tick"),
        (("why", "dragon"), "dragon"),
        (("why", "heroo"), "did you mean"),
        (("why", "999999"), "no entity 999999"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(words, says):
    assert says in refused("world", *words)


def test_a_saved_world_keeps_its_own_seed_and_options():
    fracas("world", "run", "--ticks", "20", "--save", "world.json")
    for more in (("--seed", "2"), ("--world", "march"), ("--set", "vision=7")):
        assert "leave out" in refused("world", "run", "--from", "world.json", *more)
    assert "at tick 20 already" in refused("world", "at", "--from", "world.json", "--tick", "10")


@pytest.mark.parametrize("change", [{"seed": 2}, {"tick": 21}, {"fingerprint": "0" * 16}, {"version": "0.1"}, {"format": 9}])
def test_a_saved_world_that_was_changed_is_refused(change):
    fracas("world", "run", "--ticks", "20", "--save", "world.json")
    data = json.loads(Path("world.json").read_text())
    Path("world.json").write_text(json.dumps({**data, **change}))
    assert "is refused" in refused("world", "run", "--from", "world.json")


PLACES = {
    "a folder that is not there": ("nowhere/series.csv", "nowhere/world.json"),
    "a folder itself": ("folder.csv", "folder.csv"),
    "a file as a folder": ("file/series.csv", "file/world.json"),
    "no name": (".csv/series.csv", ""),
}


@pytest.mark.parametrize(("series", "save"), PLACES.values(), ids=PLACES)
def test_a_place_that_cannot_be_written_is_refused_before_the_run_not_after_it(series, save, monkeypatch):
    Path("folder.csv").mkdir()
    Path("file").touch()
    monkeypatch.setattr(World, "advance", lambda *_: pytest.fail("the world was run"))
    remedy = "give a writable location"
    for more in ((), ("--checkpoint", "10"), ("--watch",)):
        refused("world", "run", "--save", save, *more, says=(f"the world cannot be saved to {save!r}", remedy))
    for more in ((), ("--watch",), ("--seeds", "2")):
        refused("world", "run", "--out", series, *more, says=(f"the table cannot be saved to {series!r}", remedy))
    refused("world", "levels", "--out", series, says=(f"the table cannot be saved to {series!r}",))
    assert sorted(path.name for path in Path.cwd().iterdir() if path.is_file()) == ["file"]


def test_looking_whether_a_place_can_be_written_changes_nothing_there():
    for name in ("series.csv", "world.json", "world.json.part"):
        Path(name).write_text("what was there")
    refused("world", "run", "--out", "series.csv", "--save", "world.json", "--world", "vail")
    assert [Path(name).read_text() for name in ("series.csv", "world.json", "world.json.part")] == ["what was there"] * 3


def test_what_cannot_be_written_after_all_does_not_cost_the_summary(monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said = fracas("world", "run", "--ticks", "50", "--save", "world.json", "--checkpoint", "20")
    assert said.code == 2
    assert "50 ticks in" in said.out
    assert "is saved in" not in said.out
    assert re.findall(r"no checkpoint at tick (\d+): .* No space left", said.err) == ["20", "40"]
    assert said.err.splitlines()[-1].startswith("error: the world cannot be saved to 'world.json': No space left on device")


def test_the_world_is_the_same_in_a_process_of_its_own_with_any_hash_seed():
    here = fracas("world", "run", "--ticks", "90", "--json").result["fingerprint"]
    for seed in ("0", "1"):
        assert process("world", "run", "--ticks", "90", "--json", PYTHONHASHSEED=seed).result["fingerprint"] == here


def test_a_duel_under_shared_keys_is_simulated_and_not_solved():
    error = refused("solve", RULES, "hero-and-chief")
    assert "--set draws=independent" in error
    assert "simulate" in error
    assert fracas("simulate", RULES, "hero-and-chief", "-n", "2000").code == 0
    assert "exact to" in fracas("solve", RULES, "hero-and-chief", "--set", "draws=independent", "--set", "lag=forgiven").out


def test_a_duel_is_played_at_the_table():
    typed = "attack\nundo\nattack\ndrink\nworth\nquit\n"
    said = fracas("play", RULES, "hero-and-warrior", "--seed", "3", "--set", "drink_at_any_hp=true", stdin=typed)
    assert "hits 95.6%" in said.out
    assert "taken back" in said.out
    assert "drinks a Small HP Potion" in said.out
    assert "one draw decides the evasion of a tick" in said.out


def test_odds_of_an_attack_at_the_command_line():
    said = fracas("odds", RULES, "attacker=hero", "defender=goblin_chief")
    assert "Hero against Goblin Chief: misses 4.400%" in said.out
    result = fracas(
        "odds", RULES, "attacker=hero", "defender=goblin", "atk=20", "def=10", "str=0", "vit=0", "crit=0", "luck=0", "--json"
    ).result
    assert result["base_damage"] == 15
    assert result["damage"]["12"]["fraction"] == "1/18"  # of 12.75 to 17.25, the part below 13
    assert result["damage"]["13"]["fraction"] == "2/9"
    assert result["crit"] == {"p": 0.0, "fraction": "0"}


# --- the time series ----------------------------------------------------------------------------------------------------


def ticks_of(file):
    return [int(row["tick"]) for row in csv.DictReader(Path(file).read_text().splitlines())]


def test_a_hundredth_of_a_run_is_a_row_by_default():
    fracas("world", "run", "--ticks", "500", "--out", "series.csv")
    assert ticks_of("series.csv") == list(range(0, 501, 5))


def test_the_last_tick_has_a_row_even_if_it_is_not_its_turn():
    fracas("world", "run", "--ticks", "50", "--every", "20", "--out", "series.csv")
    assert ticks_of("series.csv") == [0, 20, 40, 50]


def test_the_series_of_a_world_that_goes_on_begins_where_it_stopped():
    fracas("world", "run", "--ticks", "30", "--save", "world.json")
    fracas("world", "run", "--from", "world.json", "--ticks", "50", "--every", "20", "--out", "series.csv")
    assert ticks_of("series.csv") == [30, 40, 60, 80]


def test_a_row_of_the_series_is_the_world_at_that_tick():
    rows = fracas("world", "run", "--ticks", "120", "--every", "40", "--seed", "3", "--json").result["series"]
    for row in rows:
        assert fracas("world", "at", "--tick", str(row["tick"]), "--seed", "3", "--json").result["measures"] == row


@pytest.mark.parametrize(
    "more", [("--save", "world.json", "--checkpoint", "20"), ("--watch",), ("--watch", "--save", "world.json", "--checkpoint", "7")]
)
def test_neither_checkpoints_nor_watching_change_the_series(more):
    fracas("world", "run", "--ticks", "110", "--every", "50", "--out", "plain.csv")
    fracas("world", "run", "--ticks", "110", "--every", "50", "--out", "series.csv", *more)
    assert ticks_of("series.csv") == [0, 50, 100, 110]
    assert Path("series.csv").read_text() == Path("plain.csv").read_text()


def test_a_world_that_is_watched_is_saved_on_the_way_too(monkeypatch):
    saved, save = [], World.save
    monkeypatch.setattr(World, "save", lambda self, path: (saved.append(self.tick), save(self, path)))
    fracas("world", "run", "--ticks", "50", "--watch", "--save", "world.json", "--checkpoint", "20")
    assert saved == [20, 40, 50]


# --- stopping -----------------------------------------------------------------------------------------------------------


@posix
def test_ctrl_c_keeps_the_series_the_world_and_the_summary():
    said = interrupted("world", "run", "--seed", "3", "--ticks", ENDLESS, "--out", "series.csv", "--save", "world.json", at=SOME_DONE)
    assert said.code == 130
    assert "(stopped; 2,000,000,000 were asked for)" in said.out
    assert "Hero #1: level" in said.out
    tick = int(re.search(r"at tick ([\d,]+) its fingerprint", said.out)[1].replace(",", ""))
    assert json.loads(Path("world.json").read_text())["tick"] == tick == ticks_of("series.csv")[-1]
    saved = fracas("world", "at", "--from", "world.json", "--tick", str(tick))
    assert last_fingerprint(saved) == last_fingerprint(said)


@posix
def test_ctrl_c_leaves_the_world_that_was_run_to_that_tick():
    said = interrupted("world", "run", "--ticks", ENDLESS, "--world", "frontier", at=SOME_DONE)
    tick = re.search(r"at tick ([\d,]+) its fingerprint", said.out)[1].replace(",", "")
    assert last_fingerprint(fracas("world", "at", "--world", "frontier", "--tick", tick)) == last_fingerprint(said)


def pressed(monkeypatch, what, tick=60):
    """Ctrl-C while a world does something, the first time at or after a tick: what is compiled goes on to its end, then Python stops."""
    done, once = getattr(World, what), iter([True])

    def doing(self, *given, **named):
        found = done(self, *given, **named)
        if self.tick >= tick and next(once, False):
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(World, what, doing)


LONG = ("run", "--ticks", "400", "--out", "series.csv")


@pytest.mark.parametrize(
    "more", [("--every", "400"), ("--every", "1"), ("--watch",), ("--save", "w.json", "--checkpoint", "20")], ids=lambda words: words[0]
)
def test_ctrl_c_is_never_lost(more, monkeypatch):
    pressed(monkeypatch, "_stretch")
    said = fracas("world", *LONG, *more)
    assert said.code == 130
    assert "(stopped; 400 were asked for)" in said.out


@pytest.mark.parametrize("what", ["measures", "save"])
def test_ctrl_c_between_ticks_keeps_what_is_done_too(what, monkeypatch):
    pressed(monkeypatch, what)
    said = fracas("world", *LONG, "--save", "world.json", "--checkpoint", "20")
    assert said.code == 130
    assert "60 ticks (stopped; 400 were asked for)" in said.out
    assert ticks_of("series.csv")[-1] == json.loads(Path("world.json").read_text())["tick"] == 60
    assert sorted(path.name for path in Path.cwd().iterdir() if path.is_file()) == ["series.csv", "world.json"]


@posix
@pytest.mark.parametrize("tick", [40, 60])
def test_ctrl_c_waits_until_a_save_is_done(tick, monkeypatch):
    """A key pressed while the file is being written, at a checkpoint or at the end."""
    replace = os.replace

    def replacing(part, target):
        if target.name == "world.json" and json.loads(Path(part).read_text())["tick"] == tick:
            os.kill(os.getpid(), signal.SIGINT)
        return replace(part, target)

    monkeypatch.setattr(os, "replace", replacing)
    said = fracas("world", "run", "--ticks", "60", "--save", "world.json", "--checkpoint", "40", "--out", "series.csv")
    assert said.code == 130
    assert f"{tick} ticks" in said.out
    assert ("stopped; 60 were asked for" in said.out) == (tick < 60)
    assert json.loads(Path("world.json").read_text())["tick"] == ticks_of("series.csv")[-1] == tick
    assert not list(Path.cwd().glob("*.part"))


def test_a_save_that_is_broken_off_leaves_the_file_that_was_there(monkeypatch):
    found = World(RULES)
    found.save("world.json")
    found.advance(20)

    def broken_off(part, target):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", broken_off)
    with pytest.raises(KeyboardInterrupt):
        found.save("world.json")
    assert json.loads(Path("world.json").read_text())["tick"] == 0
    assert not list(Path.cwd().glob("*.part"))


STOPPED = [("run", "--ticks", "400", "--every", "400"), ("at", "--tick", "400"), ("why", "hero", "--ticks", "400")]


@pytest.mark.parametrize("words", STOPPED, ids=lambda words: words[0])
def test_in_json_a_part_says_that_it_is_one(words, monkeypatch):
    assert fracas("world", *words, "--json").result["interrupted"] is False
    pressed(monkeypatch, "_stretch")
    said = fracas("world", *words, "--json")
    assert said.code == 130
    assert said.result["interrupted"] is True
    assert 60 <= said.json["input"]["tick"] < 400


@pytest.mark.parametrize("words", STOPPED, ids=lambda words: words[0])
def test_a_part_is_not_shown_as_the_whole(words, monkeypatch):
    pressed(monkeypatch, "_stretch")
    said = fracas("world", *words)
    assert said.code == 130
    last = said.out.splitlines()[-1]
    assert "stopped" in last
    assert "400" in last
    assert 60 <= int(re.search(r"tick (\d+)", last)[1]) < 400


def test_ctrl_c_while_somebody_is_looked_for_shows_nobody(monkeypatch):
    """No wolf lives at the start: the world is run to find the first, and stopped before that."""
    pressed(monkeypatch, "_stretch")
    empty = ("--set", "entities=0", "--set", "camps=0", "--set", "spawn_all_races=true")
    said = fracas("world", "why", "wolf", "--ticks", "400", *empty)
    assert (said.code, said.out, said.err.strip()) == (130, "", "stopped")


def test_many_worlds_that_were_all_done_are_no_part():
    assert fracas("world", "run", "--ticks", "5", "--seeds", "2", "--json").result["interrupted"] is False


@pytest.mark.parametrize("more", [(), ("--watch",), ("--seeds", "2"), ("--save", "world.json", "--checkpoint", "1000")], ids=str)
def test_more_ticks_than_there_can_be_are_refused_at_once(more, monkeypatch):
    monkeypatch.setattr(World, "_stretch", lambda *_: pytest.fail("the world was run"))
    refused("world", "run", "--ticks", "3000000000", *more, says=("3000000000 ticks", "2,147,483,647", "32 bits", "ask for 0 to"))


def test_a_saved_world_has_so_many_ticks_fewer():
    fracas("world", "run", "--ticks", "47", "--save", "world.json")
    says = ("from tick 47", "ask for 0 to 2147483600")
    for command in (("run",), ("why", "hero")):
        refused("world", *command, "--from", "world.json", "--ticks", "2147483647", says=says)


# --- names --------------------------------------------------------------------------------------------------------------

NAMELESS = re.compile(r"(?:^ *\d+ |fights|kills|by|to|from|,|and) #\d+", re.M)


def test_in_the_story_of_a_saved_world_everybody_has_a_name():
    for seed in range(1, 6):
        fracas("world", "run", "--seed", str(seed), "--ticks", "200", "--save", "world.json")
        told = fracas("world", "why", "hero", "--from", "world.json", "--ticks", "200", "--blows").out
        assert "fights" in told
        assert not NAMELESS.search(told)


@pytest.mark.parametrize("who", ["hero", "goblin"])
def test_the_story_of_a_saved_world_begins_where_it_was_saved_and_goes_on_as_that_of_the_whole(who):
    fracas("world", "run", "--seed", "5", "--ticks", "300", "--save", "world.json")
    later = fracas("world", "why", who, "--from", "world.json", "--ticks", "200", "--json").result
    whole = fracas("world", "why", str(later["entity"]), "--seed", "5", "--ticks", "500", "--json").result["story"]
    assert re.fullmatch(rf"   300  (Hero|Goblin) #{later['entity']} is at \(\d+, \d+\)", later["story"][0])
    assert later["story"][-1] == whole[-1]
    assert not any("appears" in line for line in later["story"])


def test_everybody_in_the_live_view_has_a_name():
    for seed in range(1, 4):
        shown = fracas("world", "run", "--ticks", "300", "--seed", str(seed), "--watch").out
        assert "kills" in shown
        assert not NAMELESS.search(shown)


# --- the map ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("at", "--tick", "300"), ("run", "--ticks", "300", "--watch")], ids=lambda words: words[0])
def test_the_map_has_a_legend_of_the_signs_on_it(words):
    shown = fracas("world", *words).out
    drawn = set("".join(line for line in shown.splitlines() if re.fullmatch(r"[@a-zA-Z*·#=+^~]{32}", line)))
    meanings = {"@": "hero", "g": "goblin", "G": "strong goblin", "*": "loot", "·": "floor", "#": "wall", "=": "town", "+": "sanctuary"}
    assert "@" in drawn
    for sign, meaning in meanings.items():
        assert (f"{sign} {meaning}" in shown) == (sign in drawn)
    assert "o orc" not in shown


def test_every_sign_that_can_be_on_a_map_has_a_meaning():
    from fracas.rulesets.world_loop.world import COLOURS, GLYPHS, SIGNS

    assert set(SIGNS) == set(GLYPHS) | {"@", "*"} | set("gwbuoGWBUO")
    assert set(COLOURS) <= set(SIGNS)


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
def test_a_world_can_be_looked_at_on_any_width(columns):
    said = fracas("world", "at", "--tick", "30", columns=columns)
    assert said.code == 0
    rows = [line for line in said.out.splitlines() if re.fullmatch(r"[@gG*·#=+^~':,%a-zA-Z]+", line) and "·" in line]
    assert {len(row) for row in rows} == {min(32, columns - 1)}
