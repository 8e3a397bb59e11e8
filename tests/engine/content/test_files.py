"""Files: read up to a limit, written whole or not at all, whoever else writes them and whatever is in their place."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fracas import FracasError
from fracas.engine.content import files
from fracas.engine.content.files import check_place, growing, locked, read_file, write_file

posix = pytest.mark.skipif(os.name != "posix", reason="links, devices and permissions as POSIX has them")


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- reading ------------------------------------------------------------------------------------------------------------------------


def test_no_more_is_read_than_the_limit(tmp_path):
    (tmp_path / "large").write_bytes(b"x" * 101)
    assert len(read_file(tmp_path / "large", 101)) == 101
    with pytest.raises(FracasError, match="larger than 100 bytes"):
        read_file(tmp_path / "large", 100)


@posix
def test_a_device_without_end_is_refused_at_the_limit():
    with pytest.raises(FracasError, match="larger than"):
        read_file("/dev/zero", 10_000)


@pytest.mark.parametrize(("name", "says"), [("none", "there is no file"), (".", "cannot be read"), ("a\0b", "cannot be read")])
def test_what_cannot_be_read_is_said_on_one_line(tmp_path, monkeypatch, name, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FracasError, match=says) as caught:
        read_file(name)
    assert "\n" not in str(caught.value)


# --- writing ------------------------------------------------------------------------------------------------------------------------


def test_a_file_is_written_and_nothing_else_is_left(tmp_path):
    write_file(tmp_path / "save.json", b"one", "fight")
    write_file(tmp_path / "save.json", b"two", "fight")
    assert (tmp_path / "save.json").read_bytes() == b"two"
    assert left(tmp_path) == ["save.json"]


@posix
def test_permissions_are_kept_and_those_of_a_new_file_are_as_usual(tmp_path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_file(tmp_path / "new", b"", "fight")
    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode
    plain.chmod(0o640)
    write_file(plain, b"x", "fight")
    assert stat.S_IMODE(plain.stat().st_mode) == 0o640


@posix
def test_a_link_stays_a_link_and_what_it_leads_to_is_written(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "save").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "there" / "save")
    write_file(tmp_path / "link", b"new", "fight")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "there" / "save").read_bytes() == b"new"


@posix
@pytest.mark.parametrize("write", [lambda path: write_file(path, b"x", "fight"), lambda path: check_place(path, "fight")])
def test_what_is_no_file_is_refused(tmp_path, write):
    os.mkfifo(tmp_path / "pipe")
    for place, says in ((tmp_path / "pipe", "a device or a pipe"), ("/dev/null", "a device or a pipe"), (tmp_path, "Is a directory")):
        with pytest.raises(FracasError, match=f"the fight cannot be saved to .*{says}"):
            write(place)
    assert left(tmp_path) == ["pipe"]


def test_checking_a_place_leaves_nothing_and_changes_nothing(tmp_path):
    (tmp_path / "save").write_bytes(b"old")
    for name in ("save", "new"):
        check_place(tmp_path / name, "fight")
    assert left(tmp_path) == ["save"]
    with pytest.raises(FracasError, match="No such file or directory"):
        check_place(tmp_path / "no" / "save", "fight")


@pytest.mark.parametrize("fails", ["fsync", "replace", "chmod"])
def test_a_failure_leaves_the_file_as_it_was(tmp_path, monkeypatch, fails):
    (tmp_path / "save").write_bytes(b"old")

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, fails, no_space)
    with pytest.raises(FracasError, match="No space left on device"):
        write_file(tmp_path / "save", b"new", "fight")
    assert (tmp_path / "save").read_bytes() == b"old"
    assert left(tmp_path) == ["save"]


def test_ctrl_c_while_writing_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    (tmp_path / "save").write_bytes(b"old")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(tmp_path / "save", b"new", "fight")
    assert (tmp_path / "save").read_bytes() == b"old"
    assert left(tmp_path) == ["save"]


def test_what_killed_writers_left_is_removed_and_nothing_else(tmp_path):
    for name in (".save.abc123.part", ".save2.abc123.part", "save.part", ".save.txt"):
        (tmp_path / name).write_bytes(b"")
    write_file(tmp_path / "save", b"", "fight")
    assert left(tmp_path) == [".save.txt", ".save2.abc123.part", "save", "save.part"]


def test_many_writers_at_once_never_fail_and_readers_find_a_whole_file(tmp_path):
    path = tmp_path / "save"
    write_file(path, b"0" * 5000, "fight")
    failed: list[Exception] = []

    def write(sign: int) -> None:
        try:
            for _ in range(40):
                write_file(path, b"%d" % sign * 5000, "fight")
        except Exception as error:
            failed.append(error)

    writers = [threading.Thread(target=write, args=(sign,)) for sign in range(4)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        found = path.read_bytes()
        assert len(found) == 5000
        assert len(set(found)) == 1
    assert failed == []
    assert left(tmp_path) == ["save"]


# --- locks --------------------------------------------------------------------------------------------------------------------------


def test_what_one_process_holds_another_cannot_have(tmp_path):
    program = "import sys; from fracas.engine.content.files import locked\nwith locked(sys.argv[1], 0): pass"
    with locked(tmp_path / "save") as held:
        if not held:
            pytest.skip("no locks here")
        other = subprocess.run([sys.executable, "-c", program, str(tmp_path / "save")], capture_output=True, text=True, check=False)
        assert "is in use by another process" in other.stderr
        with locked(tmp_path / "another", 0):
            pass
    assert subprocess.run([sys.executable, "-c", program, str(tmp_path / "save")], check=False).returncode == 0


def test_without_a_place_for_locks_files_are_written_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "user_cache_path", lambda _: Path("/dev/null/no"))
    write_file(tmp_path / "save", b"x", "fight")
    assert (tmp_path / "save").read_bytes() == b"x"


# --- a file that only grows ---------------------------------------------------------------------------------------------------------


def test_a_file_that_grows_is_added_to_in_place(tmp_path):
    file = tmp_path / "record"
    with growing(file, "record") as record:
        assert record.held == b""
        record.append(b"one\n", 0)
    made = file.stat().st_ino
    with growing(file, "record") as record:
        assert record.held == b"one\n"
        record.append(b"two\n", 4)
    assert (file.read_bytes(), file.stat().st_ino, left(tmp_path)) == (b"one\ntwo\n", made, ["record"])


@posix
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full disk", "Ctrl-C"])
def test_what_cannot_be_added_leaves_a_file_that_grows_as_it_was(tmp_path, monkeypatch, error):
    file, flush = tmp_path / "record", os.fsync
    file.write_bytes(b"one\ntw")
    failures = [error]

    def fails_once(handle: int) -> None:
        if failures:
            raise failures.pop()
        flush(handle)

    monkeypatch.setattr(os, "fsync", fails_once)
    with growing(file, "record") as record, pytest.raises((FracasError, KeyboardInterrupt)):
        record.append(b"two\n", 4)
    assert file.read_bytes() == b"one\n", "without the line that was cut short before"


@posix
def test_one_process_at_a_time_holds_a_file_that_grows_also_without_a_place_for_locks(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_lock_handle", lambda path: None)
    file = tmp_path / "record"
    with growing(file, "record"), pytest.raises(FracasError, match="in use"), growing(file, "record", wait=0):
        pass
    with growing(file, "record", wait=0):
        pass


@posix
def test_a_file_that_grows_is_an_ordinary_file_within_the_limit(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for where in (tmp_path, tmp_path / "pipe", "/dev/zero", "a\0b"):
        with pytest.raises(FracasError, match="cannot be saved"), growing(where, "record"):
            pass
    (tmp_path / "large").write_bytes(b"x" * 101)
    with pytest.raises(FracasError, match="larger than 100 bytes"), growing(tmp_path / "large", "record", 100):
        pass
