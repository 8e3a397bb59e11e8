"""What packs in force add to a library, and results that are kept for each set of packs."""

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from fracas import Model
from fracas.engine.content.additions import KEPT, Additions, adding, in_force, kept_for_packs, with_additions


class Beast(Model):
    """A beast."""

    hp: int


@dataclass(frozen=True)
class Library:
    beasts: Mapping[str, Beast]
    depth: int = 3


SHIPPED = Library({"rat": Beast(hp=3), "wolf": Beast(hp=9)})


def added(digest, **beasts):
    return Additions(digest, {"cave": {"beasts": {name: Beast(hp=hp) for name, hp in beasts.items()}}})


def test_an_entry_is_added_and_one_of_the_same_name_replaces_what_ships():
    with adding(added("a", bear=20, rat=4)):
        found = with_additions("cave", SHIPPED)
        assert {name: beast.hp for name, beast in found.beasts.items()} == {"rat": 4, "wolf": 9, "bear": 20}
        assert found.depth == 3
        assert with_additions("another", SHIPPED) is SHIPPED
    assert SHIPPED.beasts["rat"].hp == 3


def test_additions_are_in_force_inside_the_block_alone_also_if_it_fails():
    before = in_force()
    with adding(added("a", bear=20)):
        assert in_force().digest == "a"
    assert in_force() is before
    with pytest.raises(ZeroDivisionError), adding(added("b")):
        1 / 0  # noqa: B018
    assert in_force() is before


def test_what_is_kept_is_kept_for_each_set_of_packs():
    computed = []

    @kept_for_packs
    def hp(name):
        computed.append(name)
        return with_additions("cave", SHIPPED).beasts[name].hp

    assert (hp("rat"), hp("rat")) == (3, 3)
    with adding(added("b", rat=7)):
        assert (hp("rat"), hp("rat")) == (7, 7)
    assert hp("rat") == 3
    assert computed == ["rat", "rat"]


def test_no_more_is_kept_than_the_limit_and_the_oldest_goes_first():
    computed = []

    @kept_for_packs
    def squared(n):
        computed.append(n)
        return n * n

    for n in range(2 * KEPT):
        squared(n)
    squared(2 * KEPT - 1)
    assert len(computed) == 2 * KEPT
    squared(0)
    assert len(computed) == 2 * KEPT + 1
