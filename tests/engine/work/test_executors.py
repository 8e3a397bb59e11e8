"""Executors: pieces done once each, in any order, with the errors of their jobs; and pieces sized by what they cost."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fracas import SILENT, FracasError
from fracas.engine.work.executors import FASTER, PIECE_SECONDS, Here, Pieces, Threads, Watch, by_number


def negative(piece, watch):
    return -piece


@given(st.lists(st.integers(-99, 99), max_size=12), st.integers(1, 4), st.booleans())
def test_every_piece_is_done_once(items, workers, alone):
    for place in (Threads(workers, alone), Here()):
        done = [(each.piece, each.result) for each in place.as_done(negative, items, SILENT)]
        assert sorted(done) == sorted((item, -item) for item in items)


def test_no_more_than_twice_the_workers_are_handed_out():
    taken = iter(range(40))
    found = Threads(2).as_done(negative, taken, SILENT)
    next(found)
    assert next(taken) <= 6
    found.close()


def test_the_first_piece_runs_alone_where_it_may_have_to_be_compiled():
    where = []
    list(Threads(3, alone=True).as_done(lambda piece, watch: where.append((piece, threading.current_thread().name)), range(4), SILENT))
    assert where[0] == (0, threading.current_thread().name)
    assert all("fracas-work" in name for _, name in where[1:])


def test_an_error_of_a_piece_comes_to_the_caller_and_stops_the_others():
    begun, stopped = threading.Event(), threading.Event()

    def job(piece, watch):
        if piece == 0:
            assert begun.wait(60)
            raise ValueError("zero")
        with watch.stopping(stopped.set):
            begun.set()
            assert stopped.wait(60)

    with pytest.raises(ValueError, match="zero"):
        list(Threads(2).as_done(job, range(2), SILENT))
    assert stopped.wait(60)


def test_stopped_work_ends_at_its_next_report_of_progress():
    watch = Watch(1 << 20)
    watch.at(1, 2, "things")
    watch.stop()
    assert watch.halt[0] == 1
    for report in (lambda: watch.at(2, 2, "things"), lambda: watch.say("more"), watch.check):
        with pytest.raises(FracasError, match="stopped"):
            report()


@given(st.integers(0, 50), st.integers(0, 500), st.integers(1, 4), st.integers(1, 20), st.lists(st.floats(0, 10), max_size=8))
def test_pieces_cover_all_numbers_in_order_whatever_they_cost(first, total, workers, least, seconds):
    pieces, at, costs = Pieces(first, first + total, workers, least), first, iter(seconds)
    for start, count in pieces:
        assert start == at
        assert count >= 1
        at += count
        pieces.took(count, next(costs, 1.0))
    assert at == first + total


def test_pieces_grow_until_they_take_as_long_as_they_should():
    pieces, sizes = Pieces(0, 10**9, 2, 10), []
    for _, count in pieces:
        sizes.append(count)
        pieces.took(count, count / 10_000)  # ten thousand a second
        if len(sizes) == 10:
            break
    assert sizes[:3] == [10, 10 * FASTER, 10 * FASTER**2]
    assert sizes[-1] == PIECE_SECONDS * 10_000


def test_a_slow_first_piece_which_was_compiling_makes_none_smaller():
    pieces = Pieces(0, 10**6, 2, 100)
    pieces.took(next(pieces)[1], 60)
    assert next(pieces)[1] == 100


def test_ranges_come_in_the_order_of_their_numbers_whoever_is_first():
    late = threading.Event()

    def job(piece, watch):
        start, count = piece
        if start == 0:
            assert late.wait(60)
        elif start == 6:
            late.set()
        return list(range(start, start + count))

    found = list(by_number(Threads(3), job, Pieces(0, 12, 3, 3, 3), SILENT))
    assert [start for start, _ in found] == [0, 3, 6, 9]
    assert [number for _, some in found for number in some] == list(range(12))
