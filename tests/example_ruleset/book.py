"""From content to records: the state and the book of a bout."""

from __future__ import annotations

from example_ruleset.models import Options, Scenario
from example_ruleset.state import Book, State
from fracas import Setup, fill, new


def build(scenario: Scenario, options: Options) -> Setup:
    """Make the state and the book of a bout."""
    book, start = new(Book), new(State)
    pair = (scenario.red, scenario.blue)
    fill(book[0], options=options, sheets=pair)
    for fighter, wrestler in zip(start[0].wrestlers, pair, strict=True):
        fill(fighter, wrestler, ready=False)
    return Setup(
        scenario=scenario,
        options=options,
        state=start,
        book=book,
        names=tuple(wrestler.name for wrestler in pair),
        policies=(scenario.policies[0].slug, scenario.policies[1].slug),
        round_limit=scenario.round_limit,
    )
