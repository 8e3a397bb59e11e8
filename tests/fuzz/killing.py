"""Killing players with ``kill -9`` while they save: what was acknowledged is there, every file is whole, nothing else stays.

Usage: python -m tests.fuzz.killing KILLS [SEED]. A player is a fork of this process that runs the command line. After each kill the save
is loaded and compared with the way that the same answers lead without any kill; then another player goes on from it. Runs of a world save
checkpoints and are asked nothing: what was seen in the file counts as acknowledged.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from tests.engine.descent import Cave

import fracas
from fracas import load_ruleset
from fracas.cli import main
from fracas.engine.compile.keeping import cache_root
from fracas.engine.journey import campaign_of, with_campaign
from fracas.engine.travel import travels
from fracas.engine.world.worlds import World, load_world

PROMPT, SAVED = b"> ", b"saved to "
HANG = 300
WAYS = 40
"""Answers that a way has before another one begins."""
TICKS, CHECKPOINT = 100_000, 5
"""How long a world is run, and how often it is saved on the way."""
RUNS = 25
"""Runs that take a world on, one after another, before another one begins."""


class Player:
    """A process of ``fracas`` that is typed to."""

    alive: ClassVar[set[int]] = set()

    def __init__(self, *words: str) -> None:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.close(ours_out)
                os.close(ours_in)
                os.dup2(theirs_in, 0)
                os.dup2(theirs_out, 1)
                os.dup2(theirs_out, 2)
                sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w")
                sys.stderr = sys.stdout
                sys.argv = ["fracas", *words]
                main()
            finally:
                os._exit(0)
        self.alive.add(self.pid)
        os.close(theirs_in)
        os.close(theirs_out)
        self._typed, self._heard = ours_out, ours_in
        self.said = bytearray()
        self.ended = False

    def type(self, line: str) -> None:
        try:
            os.write(self._typed, f"{line}\n".encode())
        except BrokenPipeError:
            self.ended = True

    def hear(self, seconds: float) -> bool:
        """Listen that long; returns whether something was said."""
        if self.ended or not select.select([self._heard], [], [], seconds)[0]:
            return False
        some = os.read(self._heard, 65536)
        self.said += some
        self.ended = not some
        return bool(some)

    def hear_until(self, count: Callable[[], int], n: int) -> bool:
        """Listen until something has been said so often; returns whether it was, before the end."""
        until = time.monotonic() + HANG
        while count() < n and not self.ended:
            assert time.monotonic() < until, f"it hangs: {bytes(self.said)!r}"
            self.hear(0.5)
        return count() >= n

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.alive.discard(self.pid)
        while self.hear(1):
            pass
        os.close(self._typed)
        os.close(self._heard)
        assert b"Traceback" not in self.said, bytes(self.said).decode(errors="replace")


class Playing:
    """A fight that is saved after every action: acknowledged is what was said to be saved."""

    def __init__(self, file: Path, seed: int) -> None:
        self.file, self.seed = file, seed
        self.new = ("play", "cave", "blow-by-blow", "--no-weigh", "--seed", str(seed))
        self.going_on = ("play", "--no-weigh", "--load", file.name)
        self.way = self._way()

    def answer(self, number: int) -> str:
        return f"1\nsave {self.file.name}"

    def _way(self) -> dict[Any, int]:
        fight = fracas.encounter("cave", "blow-by-blow").fight(self.seed)
        found = {}
        for number in range(1, WAYS):
            fight.act(fight.legal()[0])
            if fight.over:  # then nothing is asked, and nothing saved
                break
            found[fight.digest()] = number
        return found

    def standing(self) -> int | None:
        """How many answers the save holds; it must be whole."""
        return self.way.get(fracas.load_fight(self.file).digest())

    def acknowledged(self, said: bytes) -> int:
        return said.count(SAVED)


class Journeying:
    """A campaign, which is saved after everything: acknowledged is every answer behind which something is asked again.

    Between fights the campaign's policy chooses, in them chance. Where a defeat can be survived it is, so that the way goes on.
    """

    def __init__(self, ruleset: str, file: Path, seed: int) -> None:
        self.ruleset, self.file, self.seed = load_ruleset(ruleset), file, seed
        own = campaign_of(self.ruleset).options_model
        self.options = {} if own is None or "defeat" not in own.model_fields else {"defeat": "rescue"}
        settings = [word for name, value in self.options.items() for word in ("--set", f"{name}={value}")]
        self.new = ("campaign", ruleset, "--save", file.name, "--seed", str(seed), *settings)
        self.going_on = ("campaign", ruleset, "--save", file.name)
        self.answers: list[str] = []
        self.way = self._way()

    def answer(self, number: int) -> str:
        return self.answers[min(number, len(self.answers) - 1)]

    def _way(self) -> dict[Any, int]:
        journey = fracas.new_journey(self.ruleset, self.seed, options=self.options)
        ready, chance = travels(self.ruleset, None, self.options), Random(self.seed)
        found = {journey.digest(): 0}
        while len(self.answers) < WAYS and not journey.over:
            if journey.fight is None:
                taken = ready.step(journey)
                assert taken is not None
                self.answers.append(taken.name)
            else:
                self.answers.append(journey.fight.act(chance.choice(journey.fight.legal())).name)
            found[journey.digest()] = len(self.answers)
            while (fight := journey.fight) is not None and (fight.over or fight.to_act == 1):
                if fight.over:
                    journey.settle()
                else:
                    fight.auto()
                found[journey.digest()] = len(self.answers)
        return found

    def standing(self) -> int | None:
        return self.way.get(fracas.load_journey(self.file).digest())

    def acknowledged(self, said: bytes) -> int:
        return max(said.count(PROMPT) - 1, 0)


def _ready_to_play(ruleset: str) -> None:
    """Have what the players of a campaign need imported and compiled before they are forked."""
    journey = fracas.new_journey(ruleset, 1)
    ready = travels(journey.ruleset)
    while journey.fight is None:
        ready.step(journey)
    journey.fight.view(odds=True)


def one_writer(begin: Callable[[Path, int], Playing | Journeying], folder: Path, kills: int, rng: Random) -> int:
    """Kill so many players, each of whom goes on where the one before was killed; returns how many answers were acknowledged."""
    done = total = 0
    while done < kills:
        file = folder / "one.json"
        file.unlink(missing_ok=True)
        way, at = begin(file, rng.randrange(10**6)), 0
        last = max(way.way.values())
        while done < kills and at < last:
            player = Player(*(way.going_on if file.exists() else way.new))
            goal = rng.randrange(1, 4)
            began = at
            for n in range(1, goal + 1):
                player.type(way.answer(began + n - 1))
                if not player.hear_until(lambda: way.acknowledged(bytes(player.said)), n):  # noqa: B023  used at once
                    break
            player.type(way.answer(began + goal))  # it is killed while it answers
            if rng.random() < 0.8:
                time.sleep(rng.random() * 0.012)
            player.kill()
            done += 1
            acknowledged = way.acknowledged(bytes(player.said))
            total += acknowledged
            if not file.exists():
                assert not acknowledged + began, "an acknowledged save is gone"
                continue
            stands = way.standing()
            assert stands is not None, f"{way.seed}: the save is none that the answers lead to"
            assert stands >= min(began + acknowledged, last), f"{began} + {acknowledged} were acknowledged, {stands} are there"
            at = stands
        _nothing_else(folder, way)
    return total


def _nothing_else(folder: Path, way: Playing | Journeying) -> None:
    """What killed writers left goes with the next save."""
    if way.file.exists():
        _sweeps(folder, way.file, fracas.load_fight(way.file) if isinstance(way, Playing) else fracas.load_journey(way.file))


def _sweeps(folder: Path, file: Path, loaded: Any) -> None:
    """What was saved is saved again, and nothing is left beside it."""
    loaded.save(file)
    left = [path.name for path in folder.iterdir() if path.name.endswith(".part") and file.name in path.name]
    assert not left, f"temporary files stay: {left}"


def two_writers(folder: Path, kills: int, rng: Random) -> int:
    """Two players save to the same file, and both are killed: it holds one of the two, not older than acknowledged."""
    done = total = 0
    while done < kills:
        file = folder / "both.json"
        file.unlink(missing_ok=True)
        ways = [Playing(file, rng.randrange(10**6)) for _ in range(2)]
        players = [Player(*way.new) for way in ways]
        saves = rng.randrange(1, 6)
        for _ in range(saves):
            for way, player in zip(ways, players, strict=True):
                player.type(way.answer(0))
        players[0].hear_until(lambda: players[0].said.count(SAVED), rng.randrange(1, min(saves, 2) + 1))  # noqa: B023  used at once
        time.sleep(rng.random() * 0.012)
        for player in players:
            player.kill()
        done += 2
        acknowledged = [way.acknowledged(bytes(player.said)) for way, player in zip(ways, players, strict=True)]
        total += sum(acknowledged)
        if file.exists():
            stands = [way.standing() for way in ways]
            assert any(n is not None and n >= said for n, said in zip(stands, acknowledged, strict=True)), (stands, acknowledged)
        else:
            assert not any(acknowledged), "an acknowledged save is gone"
        _nothing_else(folder, ways[0])
    return total


class Living:
    """A world that is run from checkpoint to checkpoint."""

    def __init__(self, file: Path, seed: int) -> None:
        self.file = file
        self.seen = 0
        saving = ("--ticks", str(TICKS), "--save", file.name, "--checkpoint", str(CHECKPOINT))
        self.new = ("world", "run", "--world", "vale", "--seed", str(seed), *saving)
        self.going_on = ("world", "run", "--from", file.name, *saving)
        self._true = World("world-loop", "vale", seed=seed)
        self._true.checkpoint_every = CHECKPOINT

    def is_there(self, found: World) -> bool:
        """Whether this world was found, as it would be without any kill; what is seen once is acknowledged, and never gone again."""
        if found.seed != self._true.seed:
            return False
        assert found.tick % CHECKPOINT == 0, f"{found.tick} is no checkpoint"
        self._true.go_to(found.tick)
        assert found.fingerprint() == self._true.fingerprint(), f"seed {found.seed}: the world of tick {found.tick} is another"
        assert found.tick >= self.seen, f"tick {self.seen} was saved, {found.tick} is there"
        self.seen = found.tick
        return True


def running_worlds(folder: Path, kills: int, rng: Random) -> int:
    """Kill so many runs of worlds, each of which goes on where the one before was killed; returns how many checkpoints were seen."""
    file = folder / "world.json"
    seen: set[tuple[Any, int]] = set()
    for done in range(kills):
        if done % RUNS == 0:
            file.unlink(missing_ok=True)
            world = Living(file, rng.randrange(10**6))
        player = Player(*(world.going_on if file.exists() else world.new))
        _wait_for_saves(player, file, rng.randrange(1, 4), rng)
        for kill in (False, True):
            if kill:
                player.kill()
            assert world.is_there(load_world(file)), "the world is another"
            seen.add((world, world.seen))
    _sweeps(folder, file, load_world(file))
    return len(seen)


def _wait_for_saves(player: Player, file: Path, saves: int, rng: Random) -> None:
    """Wait until a file was replaced so often, and a moment longer."""
    until = time.monotonic() + HANG
    was = _stamp(file)
    while saves:
        assert time.monotonic() < until, f"it hangs: {bytes(player.said)!r}"
        player.hear(0.001)
        assert not player.ended, bytes(player.said).decode(errors="replace")
        now = _stamp(file)
        saves, was = saves - (now != was), now
    time.sleep(rng.random() * 0.012)


def _stamp(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def two_worlds(folder: Path, kills: int, rng: Random) -> int:
    """Two worlds are saved to the same file, and both runs are killed: it holds one of them at any time; returns how often it did."""
    file = folder / "worlds.json"
    seen = 0
    for _ in range(0, kills, 2):
        file.unlink(missing_ok=True)
        seeds = rng.sample(range(10**6), 2)
        worlds = [Living(file, seed) for seed in seeds]
        players = [Player(*world.new) for world in worlds]
        _wait_for_saves(players[0], file, rng.randrange(1, 6), rng)
        for killed in (None, *rng.sample(players, 2)):
            if killed is not None:
                killed.kill()
            found = load_world(file)
            assert any(world.is_there(found) for world in worlds), "the file holds neither world"
            seen += 1
    _sweeps(folder, file, load_world(file))
    return seen


def run(kills: int, seed: int) -> str:
    """Kill so many players in all; returns what was done, in a sentence."""
    rng = Random(seed)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name, fracas.registered(Cave()):
        folder = Path(name) / "work"
        folder.mkdir()
        os.environ |= {"FRACAS_CACHE": str(cache_root()), "HOME": name, "XDG_STATE_HOME": name, "XDG_CACHE_HOME": name}
        os.chdir(folder)
        fracas.encounter("cave", "blow-by-blow").fight(1).view(odds=True)  # what every player needs is imported before they are forked
        World("world-loop", "vale").advance(1)
        having = with_campaign()
        for ruleset in having:
            _ready_to_play(ruleset)
        part = -(-kills // (4 + len(having)))
        fights = one_writer(Playing, folder, part, rng)
        campaigns = {ruleset: one_writer(partial(Journeying, ruleset), folder, part, rng) for ruleset in having}
        both = two_writers(folder, part, rng)
        worlds = running_worlds(folder, part, rng)
        both_worlds = two_worlds(folder, part, rng)
        os.chdir("/")
    assert 2 * min(fights, *campaigns.values(), both, worlds, both_worlds) >= part, "too little was saved before it was killed"
    steps = ", ".join(f"{steps} of {ruleset}" for ruleset, steps in campaigns.items())
    return (
        f"{(4 + len(having)) * part} kills in {time.monotonic() - began:,.0f} s: {fights} saved fights, steps of campaigns ({steps}), "
        f"{both} saves of two players, {worlds} checkpoints of worlds, {both_worlds} of two worlds acknowledged, none lost"
    )


if __name__ == "__main__":
    try:
        print(run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
    finally:
        for pid in Player.alive:  # something was wrong
            os.kill(pid, signal.SIGKILL)
