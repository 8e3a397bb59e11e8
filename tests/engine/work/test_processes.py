"""Worker processes of this machine: a killed one is replaced, and an error comes back as it was."""

import os
import signal

import pytest
from tests.console import posix
from tests.engine.descent import Cave

from fracas import SILENT, FracasError
from fracas.engine.travel import travels
from fracas.engine.work.processes import Processes
from fracas.lab.campaigns import Journeys


@posix
def test_pieces_are_done_by_processes_and_again_where_one_was_killed():
    ready = travels(Cave())
    job = Journeys(ready, 1)
    with Processes(2) as place:
        before = place.pids
        os.kill(before[0], signal.SIGKILL)
        done = {each.piece: each.result for each in place.as_done(job, [(0, 2), (2, 1), (3, 2)], SILENT)}
        assert place.pids[0] != before[0]
        assert place.pids[1] == before[1]
        assert [one for piece in sorted(done) for one in done[piece]] == [ready.travelled(1, number) for number in range(5)]
        with pytest.raises(FracasError, match="there is no campaign number -5"):
            list(place.as_done(job, [(-5, 1), (0, 400)], SILENT))
        [after] = place.as_done(job, [(4, 1)], SILENT)  # what was stopped with the error is ready again
        assert after.result == done[3, 2][1:]
    for pid in place.pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
