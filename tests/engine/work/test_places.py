"""Where work runs, as it was asked for."""

import pytest

from fracas import FracasError
from fracas.engine.work.executors import Here, Threads
from fracas.engine.work.places import executor, opened, processes


def test_without_a_cluster_work_runs_on_threads_of_this_process():
    with executor(3) as place:
        assert isinstance(place, Threads)
        assert place.workers == 3
    with executor(3, most=2) as place:
        assert place.workers == 2
    with executor(3, most=0) as place:
        assert place.workers == 1


def test_one_process_is_this_one():
    for workers, most in ((1, None), (4, 1)):
        with processes(workers, most=most) as place:
            assert isinstance(place, Here)


def test_an_executor_that_is_open_is_used_and_stays_open():
    class Place(Threads):
        closed = connected = 0

        def connect(self, progress):
            self.connected += 1

        def close(self):
            self.closed += 1

    mine = Place(2)
    for choose in (executor, processes):
        with choose(cluster=mine) as place:
            assert place is mine
    with opened(mine) as place:
        assert place is mine
    assert (mine.connected, mine.closed) == (2, 0)


def test_a_cluster_has_its_own_workers():
    with pytest.raises(FracasError, match="a cluster has its own workers"), executor(2, "local:2"):
        pass


@pytest.mark.parametrize("address", ["foo", "local:", "local:0", "tcp://host", "http://host:80", "ws://host:80"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(FracasError, match=r"is not the address of a cluster|number of workers"), opened(address):
        pass
