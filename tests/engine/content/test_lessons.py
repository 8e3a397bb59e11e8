"""Lessons as content: a text, and when it is told."""

import pytest
from pydantic import ValidationError

from fracas import FracasError
from fracas.engine.content.lessons import Lesson, comparison


@pytest.mark.parametrize(
    ("text", "value", "holds"), [("x <= 3", 3, True), ("x < 3", 3, False), ("x == -1", -1, True), ("x != 2", 2, False), ("x>=2", 5, True)]
)
def test_a_condition_compares_a_number_of_the_state(text, value, holds):
    assert comparison(text).holds(value) == holds


@pytest.mark.parametrize("text", ["", "x", "x = 3", "x <= y", "3 <= x", "x <= 3 and y"])
def test_what_is_no_condition_is_refused_with_an_example(text):
    with pytest.raises(FracasError, match="write it like: fighters\\.0\\.hp <= 10"):
        comparison(text)


def test_a_lesson_needs_a_text_and_a_condition_that_can_be_read():
    assert Lesson(text="Stand back.").state == ""
    for wrong in ({"text": ""}, {"text": "Stand back.", "state": "hp is low"}, {"text": "Stand back.", "when": "now"}):
        with pytest.raises(ValidationError):
            Lesson.model_validate(wrong)
