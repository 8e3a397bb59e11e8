"""Limits: memory, threads and fights that may be asked for, checked before the work begins."""

import pytest

from fracas.engine.content import limits
from fracas.engine.content.limits import check_fights, check_memory, check_workers, memory_limit, parse_size, set_memory_limit, shown_size
from fracas.errors import FracasError


@pytest.fixture(autouse=True)
def no_limit_set(monkeypatch):
    monkeypatch.delenv(limits.MEMORY_VARIABLE, raising=False)
    yield
    set_memory_limit(None)


@pytest.mark.parametrize(
    ("text", "size"), [("512", 512 << 20), ("512M", 512 << 20), ("1.5 GiB", 3 << 29), ("64k", 64 << 10), ("2tb", 2 << 40)]
)
def test_a_size_is_read_with_its_unit_and_alone_it_is_in_mib(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize(
    ("size", "text"), [(100, "100 bytes"), (64 << 10, "64.0 KiB"), (64 << 20, "64.0 MiB"), (3 << 29, "1.5 GiB"), (5 << 50, "5,120.0 TiB")]
)
def test_a_size_is_shown_in_the_unit_that_fits(size, text):
    assert shown_size(size) == text


@pytest.mark.parametrize("text", ["", "much", "-4G", "0", "4X", "1e9", "9" * 50])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(FracasError, match="is not a memory size"):
        parse_size(text)


def test_the_bound_is_half_of_what_the_machine_has(monkeypatch):
    monkeypatch.setattr(limits, "_amounts", lambda: iter([16 << 30]))
    assert memory_limit() == 8 << 30


def test_or_half_of_what_its_control_group_may_use(monkeypatch, tmp_path):
    (tmp_path / "jobs" / "mine").mkdir(parents=True)
    (tmp_path / "jobs" / "memory.max").write_text("1073741824\n")
    (tmp_path / "jobs" / "mine" / "memory.max").write_text("max\n")
    (tmp_path / "own").write_text("0::/jobs/mine\n")
    monkeypatch.setattr(limits, "CGROUP", tmp_path)
    monkeypatch.setattr(limits, "OWN_CGROUP", tmp_path / "own")
    assert memory_limit() == 512 << 20


def test_the_environment_changes_the_bound_and_what_is_set_counts_for_more(monkeypatch):
    monkeypatch.setenv(limits.MEMORY_VARIABLE, "3G")
    assert memory_limit() == 3 << 30
    set_memory_limit(1 << 30)
    assert memory_limit() == 1 << 30
    set_memory_limit(None)
    monkeypatch.setenv(limits.MEMORY_VARIABLE, "plenty")
    with pytest.raises(FracasError, match="FRACAS_MEMORY: 'plenty' is not a memory size"):
        memory_limit()


def test_what_would_take_more_is_refused_with_an_estimate_and_what_to_do():
    set_memory_limit(1 << 30)
    check_memory(1 << 30, "a book")
    with pytest.raises(FracasError, match=r"a library would take about 3\.0 GiB, and 1\.0 GiB may be taken; borrow, or allow more"):
        check_memory(3 << 30, "a library", "borrow")


def test_workers_are_one_for_each_core_and_not_a_million(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 100)
    assert check_workers(None) == 100
    assert check_workers(400) == 400
    for many in (0, 401, 1_000_000):
        with pytest.raises(FracasError, match="workers"):
            check_workers(many)


@pytest.mark.parametrize("n", [0, -1, 10**21, 10**400, True])
def test_fights_are_at_least_one_and_no_more_than_can_be_fought(n):
    with pytest.raises(FracasError, match="fights") as refused:
        check_fights(n)
    assert len(str(refused.value)) < 200
    assert check_fights(10**12) == 10**12
