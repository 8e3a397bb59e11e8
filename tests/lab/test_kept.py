"""Kept results: found again, never used when damaged, bounded, and no trouble where nothing can be kept."""

import os
from pathlib import Path

import pytest

from example_ruleset import Wrestlers
from fracas.lab import kept
from fracas.lab.kept import Shelf, key_of

RULES = Wrestlers()
THIRD = 1 / 3


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path)
    return tmp_path / kept.HOME


def shelf(topic="even", **more):
    return Shelf(RULES, topic, **more)


def test_what_is_put_on_a_shelf_is_there_the_next_time_to_the_last_bit():
    with shelf() as first:
        assert first.get("a") is None
        first.put("a", {"value": THIRD})
    assert shelf().get("a") == {"value": THIRD}
    assert len(shelf()) == 1
    assert shelf("another topic").get("a") is None


def test_a_fresh_shelf_forgets_and_what_it_finds_replaces_the_old():
    with shelf() as first:
        first.put("a", 1)
        first.put("b", 2)
    with shelf(fresh=True) as second:
        assert second.get("a") is None
        second.put("a", 3)
    assert (shelf().get("a"), shelf().get("b")) == (3, 2)


def test_another_version_of_the_rules_finds_nothing():
    with shelf() as first:
        first.put("a", 1)
    other = Wrestlers()
    other.version = "another"
    assert Shelf(other, "even").get("a") is None


@pytest.mark.parametrize(
    "damage", [lambda data: b"", lambda data: data[:-1], lambda data: data + b" ", lambda data: b"[" * 10**5, lambda data: b"\n{}"]
)
def test_a_damaged_shelf_is_empty_and_written_anew(home, damage):
    with shelf() as first:
        first.put("a", 1)
    (file,) = home.iterdir()
    file.write_bytes(damage(file.read_bytes()))
    with shelf() as second:
        assert second.get("a") is None
        second.put("a", 2)
    assert shelf().get("a") == 2


def test_ctrl_c_keeps_what_is_done():
    def stopped():
        with shelf() as first:
            first.put("a", 1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert shelf().get("a") == 1


def test_two_at_once_both_keep_what_they_found():
    one, two = shelf(), shelf()
    one.put("a", 1)
    two.put("b", 2)
    one.save()
    two.save()
    assert (shelf().get("a"), shelf().get("b")) == (1, 2)


def test_where_nothing_can_be_kept_nothing_is(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(kept, "cache_root", lambda: tmp_path / "file")
    with shelf() as first:
        first.put("a", 1)
        assert first.get("a") == 1
    assert shelf().get("a") is None


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_a_folder_that_others_can_write_is_not_used(home):
    home.mkdir(mode=0o777)
    home.chmod(0o777)
    with shelf() as first:
        first.put("a", 1)
    assert not list(home.iterdir())


def test_a_shelf_and_all_of_them_are_bounded_the_oldest_go(monkeypatch, home):
    monkeypatch.setattr(kept, "MAX_RESULTS", 3)
    monkeypatch.setattr(kept, "MAX_SHELVES", 2)
    for topic in ("first", "second", "third"):
        with shelf(topic) as each:
            for k in range(5):
                each.put(str(k), k)
        for file in home.iterdir():
            os.utime(file, (file.stat().st_mtime - 100, file.stat().st_mtime - 100))
    (home / "mine.txt").write_text("")
    assert [len(shelf(topic)) for topic in ("first", "second", "third")] == [0, 3, 3]
    assert shelf("third").get("0") is None
    assert shelf("third").get("4") == 4
    assert Path(home / "mine.txt").exists()


def test_the_key_depends_on_everything_asked():
    keys = {key_of("solved", ["x"], 1), key_of("solved", ["x"], 2), key_of("solved", ["y"], 1), key_of("sampled", ["x"], 1)}
    assert len(keys) == 4
    assert key_of("solved", ["x"], 1) in keys
