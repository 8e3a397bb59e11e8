"""HTML as values: text is escaped when it becomes HTML, here and nowhere else.

>>> tag("p", "1 < 2, ", tag("em", "always"), class_="note")
'<p class="note">1 &lt; 2, <em>always</em></p>'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape

from fracas.engine.content.texts import unprintable
from fracas.engine.contract.tables import Table

VOID = frozenset(("meta", "br", "hr"))
"""Void elements: no content and no end tag."""


class Html(str):
    """Text that is HTML: it is not escaped again."""


def html_of(part: object) -> Html:
    """Anything as HTML: HTML unchanged, everything else as escaped text; unprintable characters become question marks."""
    if isinstance(part, Html):
        return part
    text = str(part)
    plain = text if text.isprintable() else "".join("?" if unprintable(sign) and sign != "\t" else sign for sign in text)
    return Html(escape(plain))


def together(parts: Iterable[object]) -> Html:
    """Concatenate parts."""
    return Html("".join(map(html_of, parts)))


def tag(element: str, /, *parts: object, **attributes: object) -> Html:
    """An element with its parts and attributes: ``class_`` is ``class``; True is an attribute without a value, None omits the attribute."""
    given = "".join(
        _attribute(key.rstrip("_").replace("_", "-"), value)
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    end = "" if element in VOID else f"</{element}>"
    return Html(f"<{element}{given}>{together(parts)}{end}")


def _attribute(name: str, value: object) -> str:
    return f" {name}" if value is True else f' {name}="{html_of(value)}"'


def folded(summary: object, *parts: object, open_: bool = False) -> Html:
    """Parts that unfold when their summary is clicked."""
    return tag("details", tag("summary", summary), *parts, open=open_)


def table_of(table: Table) -> Html:
    """A table as on a screen, without its bars; it scrolls by itself if the page is too narrow."""
    shown = replace(table, columns=[column for column in table.columns if column.heading or column.only != "screen"])
    kinds = ["number" if i in shown.numbers else None for i in range(len(shown.headings))]
    head = tag("tr", *(tag("th", heading, class_=kind) for heading, kind in zip(shown.headings, kinds, strict=True)))
    rows = (tag("tr", *(tag("td", cell, class_=kind) for cell, kind in zip(row, kinds, strict=True))) for row in shown.shown())
    caption = tag("caption", table.title) if table.title else ""
    whole = tag("table", caption, tag("thead", head), tag("tbody", *rows))
    return tag("div", whole, class_="wide", tabindex=0, role="region", aria_label=table.title or "table")


def terms(rows: Iterable[tuple[object, object]]) -> Html:
    """A list of names and their descriptions."""
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in rows))
