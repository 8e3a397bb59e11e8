"""What was made of a model once is made once."""

from fracas import Model
from fracas.engine.content.additions import Additions, adding
from fracas.engine.content.keeping import kept_by_identity


class Thing(Model):
    size: int


def test_the_same_model_is_asked_for_once_and_an_equal_one_again():
    asked = []
    grown = kept_by_identity(100)(lambda thing, by: asked.append(thing) or thing.size + by)
    one, equal = Thing(size=1), Thing(size=1)
    assert [grown(one, 2), grown(one, 2), grown(one, 3), grown(equal, 2)] == [3, 3, 4, 3]
    assert [id(thing) for thing in asked] == [id(one), id(one), id(equal)]


def test_a_model_that_is_gone_is_not_taken_for_another():
    size = kept_by_identity(100)(lambda thing: thing.size)
    assert [size(Thing(size=n)) for n in range(500)] == list(range(500))


def test_no_more_is_kept_than_was_said():
    asked = []
    size = kept_by_identity(2)(lambda thing: asked.append(thing.size) or thing.size)
    things = [Thing(size=n) for n in range(3)]
    for thing in (*things, *things[1:], things[0]):
        size(thing)
    assert asked == [0, 1, 2, 0]


def test_packs_have_results_of_their_own():
    asked = []
    size = kept_by_identity(100)(lambda thing: asked.append(thing.size) or thing.size)
    thing = Thing(size=1)
    size(thing)
    with adding(Additions(digest="other")):
        size(thing)
        size(thing)
    assert asked == [1, 1]
