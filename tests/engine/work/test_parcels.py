"""Parcels: what is unpacked elsewhere is the same, rulesets and packs travel by digest, and each is unpacked once."""

import pickle
from pathlib import Path

import pytest
from tests.engine.descent import Cave

import fracas
from fracas import FracasError, encounter, load_ruleset
from fracas.engine.content.additions import NOTHING, in_force
from fracas.engine.work.parcels import Sender, portable, unpacked, unpacked_job

DUEL = encounter("rune-and-rust", "duel")


def there_and_back(sender, thing):
    return unpacked(sender.pack(thing), sender.parcels)


@pytest.mark.parametrize("name", fracas.ruleset_names())
def test_a_fight_of_every_ruleset_is_the_same_when_it_is_unpacked(name):
    rules = load_ruleset(name)
    scenario = next(iter(rules.scenarios()))
    ready = encounter(name, scenario)
    again = there_and_back(Sender(), ready)
    assert again.ruleset is rules
    assert again.setup.digest() == ready.setup.digest()
    assert again.setup.book.dtype == ready.setup.book.dtype
    assert again.title == ready.title
    assert again.replay(3, 5).lines() == ready.replay(3, 5).lines()


def test_a_ruleset_is_sent_once_and_unpacked_once():
    sender = Sender()
    with fracas.registered(Cave()) as cave:
        first, second = (sender.pack(encounter(cave, "blow-by-blow")) for _ in range(2))
        assert first.needs == second.needs
        assert len(sender.parcels) == 2  # its sources, and itself
        found = [unpacked(parcel, sender.parcels) for parcel in (first, second)]
    assert found[0].ruleset is found[1].ruleset
    assert type(found[0].ruleset) is Cave  # of the same files: they are not imported again where they came from
    assert len(first.data) < len(sender.parcels[first.needs[0]].data) + len(pickle.dumps(found[0].setup.book))


def test_packs_that_were_active_are_active_where_a_job_is_done(tmp_path):
    folder = tmp_path / "hounds"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "hounds"\nruleset = "rune-and-rust"\nversion = "1"\n')
    sender = Sender()
    with fracas.using(Path(folder)):
        job = sender.pack_job("work")
        active = in_force()
    additions, work = unpacked_job(job, sender.parcels)
    assert work == "work"
    assert additions.digest == active.digest != NOTHING.digest
    assert list(additions.packs) == ["hounds"]
    assert unpacked_job(job, sender.parcels)[0] is additions
    assert unpacked_job(sender.pack_job("work"), sender.parcels)[0] is NOTHING


def test_what_other_processes_cannot_find_is_refused():
    class Hole(Cave):
        name = "hole"

    assert not portable(Hole())
    assert portable(Cave())
    with pytest.raises(FracasError, match="define it at the top of a module"):
        Sender().pack(Hole())
    with pytest.raises(FracasError, match="cannot be sent"):
        Sender().pack(lambda: 1)


def test_another_version_of_an_installed_ruleset_is_refused():
    sender = Sender()
    parcel = sender.pack(DUEL)
    digest = sender.reference(DUEL.ruleset)[2]
    other = parcel._replace(data=parcel.data.replace(digest.encode(), b"0" * len(digest)))
    with pytest.raises(FracasError, match="differ on the worker"):
        unpacked(other, sender.parcels)
