"""What a worker does with a piece: the result with its seconds, or why it was refused; and whether versions agree."""

from fracas import FracasError, encounter
from fracas.engine.sample.simulate import Fights
from fracas.engine.work.carrying import Refused, carried, stamp
from fracas.engine.work.executors import Watch
from fracas.engine.work.parcels import Sender

DUEL = encounter("rune-and-rust", "duel")


def refusing(piece, watch):
    raise FracasError("no-such", f"there is no {piece}", "take another", "it")


def test_a_piece_is_done_or_refused_as_it_would_be_here():
    sender = Sender()
    job = sender.pack_job(Fights(DUEL, 5, each=True))
    chunk, seconds = carried(job, sender.pack((10, 20)), sender.parcels, Watch(1 << 20))
    assert chunk.done == 20
    assert seconds > 0
    assert (chunk.fights == DUEL.simulate(30, 5, each=True).fights[10:]).all()
    refused = carried(sender.pack_job(refusing), sender.pack("thing"), sender.parcels, Watch(1 << 20))
    assert refused == Refused("no-such", "there is no thing", "take another", "it")
    assert str(refused.error()) == "there is no thing; take another"


def test_versions_that_differ_are_named():
    ours = stamp()
    assert ours.differences(ours) == ""
    theirs = ours._replace(numba="0.1", files="others")
    assert ours.differences(theirs) == f"its source files of Fracas are others; numba 0.1 instead of {ours.numba}"
