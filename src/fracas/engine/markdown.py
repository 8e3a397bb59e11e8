"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence


def markdown_table(columns: Sequence[object], rows: Iterable[Sequence[object]], numbers: Container[int] = ()) -> Iterator[str]:
    """The lines of a table, and an empty one after it; the columns in ``numbers`` are aligned to the right."""
    yield f"| {' | '.join(_cell(column) for column in columns)} |"
    yield "|" + "".join("---:|" if i in numbers else "---|" for i in range(len(columns)))
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"
    yield ""


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")
