"""Compiled code that is kept: damaged entries are never run, foreign folders never read, and only what is ours is removed."""

import os
import subprocess
import sys
import threading
import time

import numba
import pytest

from fracas.engine.compile.keeping import ENTRY, USED, KeptCode, is_private, kept_folder, one_at_a_time
from fracas.engine.compile.lean import lean

posix = pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
NAME = "0123456789abcdef01234567"


def twice(n):
    return 2 * n


@pytest.fixture
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path))
    return kept_folder(NAME)


def compiled(folder, function=twice):
    """A function compiled with what is kept; how often it was found there."""
    made = numba.njit(function)
    made._cache = KeptCode(function, folder)
    assert made(21) == 42
    return sum(made.stats.cache_hits.values())


def entry(folder):
    (only,) = folder.glob(f"*{ENTRY}")
    return only


def test_code_is_compiled_once_and_then_found(folder):
    assert compiled(folder) == 0
    assert compiled(folder) == 1


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:10],
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
        lambda data: bytes([data[0] ^ 1]) + data[1:],
        lambda data: bytes(len(data)),
    ],
)
def test_a_damaged_entry_is_not_run_but_compiled_and_kept_anew(folder, damage):
    compiled(folder)
    file = entry(folder)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert compiled(folder) == 0
    assert compiled(folder) == 1


@posix
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_that_others_can_write_is_not_read(folder, mode):
    compiled(folder)
    entry(folder).chmod(mode)
    assert compiled(folder) == 0


@posix
@pytest.mark.parametrize("mode", [0o770, 0o777, 0o702])
def test_a_folder_that_others_can_write_is_not_used(folder, mode):
    folder.chmod(mode)
    assert kept_folder(NAME) is None
    folder.chmod(0o700)
    folder.parent.chmod(mode)
    assert kept_folder(NAME) is None


@posix
def test_a_folder_is_made_for_this_user_alone_whatever_the_umask(monkeypatch, tmp_path):
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path / "new"))
    before = os.umask(0)
    try:
        made = kept_folder(NAME)
    finally:
        os.umask(before)
    assert made is not None
    assert is_private(made)


def test_without_a_place_nothing_is_kept_and_nothing_fails(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FRACAS_CACHE", str(tmp_path / "file"))
    assert kept_folder(NAME) is None


def test_a_full_disk_costs_the_entry_and_nothing_else(folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert compiled(folder) == 0
    assert list(folder.glob(f"*{ENTRY}")) == []
    assert list(folder.glob("*.tmp")) == []


def old(folder):
    folder.mkdir(exist_ok=True)
    (folder / USED).touch()
    month_ago = time.time() - 40 * 86400
    os.utime(folder / USED, (month_ago, month_ago))


def test_only_what_fracas_made_is_forgotten_after_a_month(folder):
    home = folder.parent
    forgotten, mixed, foreign = home / ("a" * 24), home / ("b" * 24), home / "photos"
    for each in (forgotten, mixed, foreign):
        old(each)
    (forgotten / ("c" * 32 + ENTRY)).touch()
    (mixed / "holiday.jpg").touch()
    (foreign / "holiday.jpg").touch()
    kept_folder(NAME)
    assert not forgotten.exists()
    assert [file.name for file in mixed.iterdir()] == ["holiday.jpg"], "a foreign file stays"
    assert (foreign / "holiday.jpg").exists()
    assert folder.exists()


def test_functions_that_hold_other_rules_are_told_apart(folder):
    def made(inner):
        def outer(n):
            return inner(n)

        return outer

    assert len({KeptCode(made(inner), folder)._name for inner in (twice, old, 1, 2)}) == 4


def test_other_code_compiled_meanwhile_is_compiled_as_always():
    """While rules are compiled, another thread's function gets its own machine code, and gives its own result."""
    found = []

    @numba.njit
    def inner(n):
        return n + 1

    @numba.njit
    def foreign(n):
        return inner(n) * 2

    entered, leave = threading.Event(), threading.Event()

    def hold():
        with lean("outermost", inline=True):
            entered.set()
            leave.wait(0.2)

    holding = threading.Thread(target=hold)
    holding.start()
    entered.wait()
    other = threading.Thread(target=lambda: found.append((foreign(20), inner(1))))
    other.start()
    other.join()
    holding.join()
    assert found == [(42, 2)]


@posix
def test_two_processes_at_once_compile_once(folder, tmp_path):
    """The second waits until the first is done, and loads what that has kept."""
    source = tmp_path / "slow.py"
    source.write_text(
        "import sys, time\n"
        "from pathlib import Path\n"
        "from fracas.engine.compile.compiling import kernel\n"
        "\n"
        "@kernel\n"
        "def twice(n):\n"
        "    return 2 * n\n"
        "\n"
        "save = twice._cache.save_overload\n"
        "def slowly(*given):\n"
        "    Path('compiling').touch()\n"
        "    sys.stdin.readline()\n"  # until the other has begun to wait
        "    save(*given)\n"
        "twice._cache.save_overload = slowly\n"
        "print('begun', flush=True)\n"
        "assert twice(21) == 42\n"
        "print('loaded' if sum(twice.stats.cache_hits.values()) else 'compiled')\n"
    )

    def begin():
        return subprocess.Popen([sys.executable, source], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    first = begin()
    while not (tmp_path / "compiling").exists():
        assert first.poll() is None
        time.sleep(0.01)
    second = begin()
    assert second.stdout.readline() == "begun\n"
    assert first.communicate("go on\n")[0] == "begun\ncompiled\n"
    assert second.communicate("go on\n")[0] == "loaded\n"


@posix
def test_a_process_that_was_killed_while_it_compiled_holds_nobody_up(folder):
    code = (
        "import os, sys; from pathlib import Path; from fracas.engine.compile.keeping import one_at_a_time\n"
        "with one_at_a_time(Path(sys.argv[1]), 'rules'):\n    os.kill(os.getpid(), 9)"
    )
    assert subprocess.run([sys.executable, "-c", code, folder], check=False).returncode == -9
    with one_at_a_time(folder, "rules"):
        pass
