"""Masks: what was found for one state holds for every other that is the same in the numbers that were read."""

import numpy as np
import pytest

from fracas.engine.solve.masks import LISTS, MASKS, list_of, mask_for, masked_hash, served

U = np.uint64
ALL = 2**64 - 1


@pytest.fixture
def room():
    """Masks of two words, with the first of each list having all bits."""
    masks, order = np.zeros((LISTS * MASKS, 2), np.uint64), np.arange(LISTS * MASKS)
    masks[::MASKS] = ALL
    return masks, order, np.ones(LISTS, np.int64), np.zeros(LISTS * MASKS, np.int64)


def read(low, high=0):
    return np.array([[low, high]], np.uint64)


def test_a_set_of_numbers_read_is_kept_once(room):
    masks, order, lengths, _ = room
    first = mask_for(read(0b0110), 3, masks, order, lengths)
    assert masks[first].tolist() == [0b0110, 0]
    assert mask_for(read(0b0110), 3, masks, order, lengths) == first
    assert mask_for(read(0b0111), 3, masks, order, lengths) != first
    assert (lengths[3], lengths[4]) == (3, 1)


def test_where_there_are_too_many_a_larger_one_serves(room):
    masks, order, lengths, _ = room
    for n in range(1, MASKS):
        mask_for(read(n), 0, masks, order, lengths)
    assert lengths[0] == MASKS
    assert mask_for(read(0b100000), 0, masks, order, lengths) == 0, "the mask with all bits, since no other has this one"
    assert lengths[0] == MASKS


def test_states_that_agree_in_what_was_read_have_the_same_hash(room):
    masks, order, lengths, _ = room
    m = mask_for(read(0xFF, 0xF0), 1, masks, order, lengths)
    packed = np.array([[0x1AB, 0x3C], [0x2AB, 0x33], [0x1AC, 0x3C]], np.uint64)
    hashes = [masked_hash(packed, i, masks, m, 7) for i in range(3)]
    assert hashes[0] == hashes[1] != hashes[2]
    assert masked_hash(packed, 0, masks, m, 8) != hashes[0]


def test_masks_that_serve_often_are_tried_first(room):
    masks, order, lengths, hits = room
    second = mask_for(read(1), 2, masks, order, lengths)
    served(2, 1, order, hits)
    assert order[2 * MASKS] == second
    assert sorted(order[2 * MASKS : 3 * MASKS]) == list(range(2 * MASKS, 3 * MASKS))


def test_verdicts_have_a_list_of_their_own():
    assert {list_of(action) for action in range(-1, 500)} == set(range(1, LISTS))
