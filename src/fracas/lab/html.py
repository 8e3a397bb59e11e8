"""HTML as values: a text is escaped where it becomes HTML, here and nowhere else.

>>> tag("p", "1 < 2, ", tag("em", "always"), class_="note")
'<p class="note">1 &lt; 2, <em>always</em></p>'
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from fracas.engine.content.texts import unprintable
from fracas.engine.contract.tables import Table

VOID = frozenset(("meta", "br", "hr"))
"""Elements that have no content and no end."""


class Html(str):
    """A text that is HTML: it is not escaped again."""


def html_of(part: object) -> Html:
    """Anything as HTML: HTML as it is, all else as the text that it is shown as, escaped; signs that are never shown are question marks."""
    if isinstance(part, Html):
        return part
    text = str(part)
    plain = text if text.isprintable() else "".join("?" if unprintable(sign) and sign != "\t" else sign for sign in text)
    return Html(escape(plain))


def together(parts: Iterable[object]) -> Html:
    """Parts one after another."""
    return Html("".join(map(html_of, parts)))


def tag(element: str, /, *parts: object, **attributes: object) -> Html:
    """An element with its parts and attributes: ``class_`` is ``class``; one that is True has no value, one that is None is left out."""
    given = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items() if value not in (None, False))
    end = "" if element in VOID else f"</{element}>"
    return Html(f"<{element}{given}>{together(parts)}{end}")


def _attribute(name: str, value: object) -> str:
    return f" {name}" if value is True else f' {name}="{html_of(value)}"'


def folded(summary: object, *parts: object, open_: bool = False) -> Html:
    """Parts that are shown when their summary is clicked."""
    return tag("details", tag("summary", summary), *parts, open=open_)


def table_of(table: Table) -> Html:
    """A table that scrolls by itself where the page is too narrow for it."""
    return tag("div", Html(table.html()), class_="wide", tabindex=0, role="region", aria_label=table.title or "table")


def terms(rows: Iterable[tuple[object, object]]) -> Html:
    """Names and what stands for each."""
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in rows))
