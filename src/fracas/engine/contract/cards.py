"""Cards: readable views of content entries, and lists of entries.

A card is built from the entry's model: field values and field descriptions. Default values are folded into one line.
A ruleset may provide its own wording for parts of its content (`Ruleset.words`).
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from fracas.engine.content.kinds import ID, Kind, singular
from fracas.engine.content.library import content_path
from fracas.engine.content.reading import read_content, validated
from fracas.engine.content.shapes import shape_of
from fracas.engine.contract.references import entry_data, names_in
from fracas.engine.contract.ruleset import Ruleset
from fracas.engine.contract.tables import Column, Table
from fracas.engine.records.codes import Codes
from fracas.errors import MUCH_ALIKE, unknown

WIDTH = 80
TITLES, TEXTS = ("title", "name"), ("text", "description")
"""Groups of fields for the heading of a card: the first field of each group that an entry has is used."""
HEADING = frozenset((*TITLES, *TEXTS, ID))
SHORT = 26
"""Values longer than this are shown without their description."""
MANY = 12
"""Above this number of named parts, only their names are listed."""
LISTED = 200
"""Maximum length in characters of a nested object shown on one line."""
CELL, TITLE = 22, 28
"""Maximum width of a list column, and of a title."""


# finding


def kind_of(ruleset: Ruleset, name: str) -> Kind:
    """Look up a kind of content by its name, plural or singular."""
    kinds = ruleset.kinds()
    for found in (name, f"{name}s", f"{name}es", f"{name[:-1]}ies" if name.endswith("y") else name):
        if found in kinds:
            return kinds[found]
    raise unknown("kind of content", name, kinds, MUCH_ALIKE)


def entry_of(ruleset: Ruleset, kind: Kind, name: str) -> BaseModel:
    """Look up an entry by name, as a model."""
    known = ruleset.entries(kind.name)
    if name not in known:
        raise unknown(singular(kind.name), name, known)
    return validated(kind.model, known[name], f"{kind.name}/{name}")


def title_of(entry: BaseModel, name: str = "") -> str:
    """The display title of an entry: its title, its name field, or its key."""
    return next((str(found) for key in TITLES if (found := getattr(entry, key, ""))), name or str(getattr(entry, ID, None) or ""))


# where something is used


def uses_of(ruleset: Ruleset, kind: Kind, name: str) -> dict[str, tuple[str, ...]]:
    """References to an entry: names of the referring entries by kind. A file without entries, such as the campaign, has no names."""
    found: dict[str, tuple[str, ...]] = {}
    for other in ruleset.kinds().values():
        held = {each: entry_data(entry) for each, entry in ruleset.entries(other.name).items() if (other, each) != (kind, name)}
        names = [each for each, data in held.items() if _refers(ruleset, other.model, data, kind, name)]
        if names:
            found[other.name] = tuple(names)
    for what, model, data in _other_files(ruleset):
        if _refers(ruleset, model, data, kind, name):
            found[what] = ()
    return found


def _refers(ruleset: Ruleset, model: type[BaseModel], data: Any, kind: Kind, name: str) -> bool:
    """True if the data of a model reference an entry."""
    return any(each.may_be(kind, name) for each in names_in(ruleset, data, shape_of(model)))


def _other_files(ruleset: Ruleset) -> Iterator[tuple[str, type[BaseModel], Any]]:
    """Content files without entries: name, model and data."""
    kinds = ruleset.kinds()
    for what, model in ruleset.content_models().items():
        path = content_path(ruleset.package, f"{what}.json")
        if what not in kinds and not {*kinds} & {*model.model_fields} and path.is_file():
            yield what, model, read_content(path)


# cards


@dataclass(frozen=True)
class Line:
    """A line of a card: a field, its value and its description; nested objects have a greater depth."""

    label: str
    value: str = ""
    text: str = ""
    depth: int = 0

    def to_data(self) -> dict[str, Any]:
        """The line as data for JSON."""
        return {"label": self.label, "value": self.value, "text": self.text, "depth": self.depth}


@dataclass(frozen=True)
class Card:
    """A readable view of a content entry."""

    ruleset: str
    kind: str
    name: str
    title: str
    text: str
    lines: tuple[Line, ...]
    usual: Mapping[str, str]
    """Fields that have their default value."""
    used_by: Mapping[str, Sequence[str]]
    entry: Mapping[str, Any] = field(repr=False)
    """The entry as JSON data."""

    def to_data(self) -> dict[str, Any]:
        """The card as data for JSON."""
        return {
            "ruleset": self.ruleset,
            "kind": self.kind,
            "name": self.name,
            "title": self.title,
            "text": self.text,
            "lines": [line.to_data() for line in self.lines],
            "usual": dict(self.usual),
            "used_by": {kind: list(names) for kind, names in self.used_by.items()},
            "entry": dict(self.entry),
        }

    def table(self) -> Table:
        """The lines of the card as a table."""
        columns = [Column("field", lambda line: f"{'  ' * line.depth}{line.label}"), Column("value", "value"), Column("what it is", "text")]
        return Table(self.title, columns, self.lines)

    def shown(self, width: int = WIDTH, usual: bool = True) -> list[str]:
        """The card as lines for a terminal; with ``usual``, it also says what is as by default."""
        out = [f"{self.title}  ({singular(self.kind)} {self.name})" if self.title != self.name else self.title]
        out += textwrap.wrap(self.text, width)
        out.append("")
        labels = {
            depth: max(len(line.label) for line in self.lines if line.depth == depth) for depth in {line.depth for line in self.lines}
        }
        values = max((len(line.value) for line in self.lines if not line.depth and len(line.value) <= SHORT), default=0)
        for line in self.lines:
            out += _wrapped(line, min(labels[line.depth], SHORT), 0 if line.depth else values, width)
        if usual and self.usual:
            out += ["", *_hanging("As by default: ", ", ".join(f"{label} {value}" for label, value in self.usual.items()), width)]
        if self.used_by:
            said = "; ".join(f"{kind} {', '.join(names)}".strip() for kind, names in self.used_by.items())
            out += ["", *_hanging("Used by: ", said, width)]
        return out


def _wrapped(line: Line, label: int, value: int, width: int) -> list[str]:
    """A line of a card, wrapped for a terminal. The description is shown beside a short value and omitted beside a long one."""
    head = f"{'  ' * line.depth}{line.label:<{label}}  "
    said = f"{line.value:<{value}}  {line.text}" if line.text and len(line.value) <= SHORT else line.value
    return _hanging(head, said.rstrip(), width, len(head) + (value + 2 if line.text and len(line.value) <= SHORT else 0))


def _hanging(head: str, text: str, width: int, indent: int = 2) -> list[str]:
    found = textwrap.wrap(text, width, initial_indent=head, subsequent_indent=" " * min(indent, width // 2), drop_whitespace=True)
    return [line.rstrip() for line in found] or [head.rstrip()]


def card(ruleset: Ruleset, kind: str, name: str, uses: bool = True) -> Card:
    """The card of an entry; ``kind`` may be singular. Without ``uses`` it is not looked up where the entry is used."""
    of = kind_of(ruleset, kind)
    entry = entry_of(ruleset, of, name)
    data = entry_data(ruleset.entries(of.name)[name])
    return replace(card_of(ruleset, entry, name), kind=of.name, used_by=uses_of(ruleset, of, name) if uses else {}, entry=data)


def card_of(ruleset: Ruleset, entry: BaseModel, name: str = "") -> Card:
    """The card of something that is written out, in a scenario say."""
    lines: list[Line] = []
    usual: dict[str, str] = {}
    for key, info in type(entry).model_fields.items():
        value = getattr(entry, key)
        if key in HEADING:
            continue
        if _is_default(value, info):
            usual[_label(key, info)] = _said(ruleset, value)
        else:
            lines += _lines(ruleset, _label(key, info), value, info.description or "", 0)
    text = next((str(found) for key in TEXTS if (found := getattr(entry, key, ""))), "")
    title = title_of(entry, name)
    return Card(ruleset.name, "", name or title, title, text, tuple(lines), usual, {}, {})


def _label(key: str, info: FieldInfo) -> str:
    return (info.alias or key).replace("_", " ")


def _is_default(value: Any, info: FieldInfo) -> bool:
    return not info.is_required() and value == info.get_default(call_default_factory=True)


def _lines(ruleset: Ruleset, label: str, value: Any, text: str, depth: int) -> Iterator[Line]:
    """The lines of a field: one, or, if it is too long, one for each part."""
    parts = _parts(value)
    if parts is None or (len(parts) < 2 and _is_short(ruleset, value)):
        yield Line(label, _said(ruleset, value), text, depth)
    elif len(parts) > MANY and isinstance(value, Mapping):
        yield Line(label, ", ".join(value), text, depth)
    else:
        yield Line(label, "", text, depth)
        for name, part in parts:
            if isinstance(part, BaseModel) and not _is_short(ruleset, part):
                yield Line(name or title_of(part), "", "", depth + 1)
                for key, info in type(part).model_fields.items():
                    if key not in HEADING - set(TEXTS) and not _is_default(getattr(part, key), info):
                        yield from _lines(ruleset, _label(key, info), getattr(part, key), "", depth + 2)
            else:
                called = name or (title_of(part) if isinstance(part, BaseModel) else "")
                yield Line(called or "–", _said(ruleset, part, called != ""), "", depth + 1)


def _parts(value: Any) -> list[tuple[str, Any]] | None:
    """The nested objects of a value, each with its name, if any; None for a plain value."""
    if isinstance(value, BaseModel):
        return [("", value)]
    if isinstance(value, Mapping) and any(isinstance(each, BaseModel) for each in value.values()):
        return [(str(key), each) for key, each in value.items()]
    if isinstance(value, (list, tuple)) and any(isinstance(each, BaseModel) for each in value):
        return [("", each) for each in value]
    return None


def _is_short(ruleset: Ruleset, value: Any) -> bool:
    return len(_said(ruleset, value)) <= LISTED


def _said(ruleset: Ruleset, value: Any, without_name: bool = False) -> str:
    """A value on one line; of an object, the fields that differ from their defaults."""
    if isinstance(value, BaseModel):
        own = ruleset.words(value)
        if own is not None:
            return own
        title = "" if without_name else title_of(value)
        said = ", ".join(_said_fields(ruleset, value)) or ("" if title else "nothing")
        text = next((f"“{found}”" for key in TEXTS if (found := getattr(value, key, ""))), "")
        return " ".join(part for part in (f"{title}:" if title and said else title, said, text) if part)
    if isinstance(value, Codes):
        return value.slug
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{_said(ruleset, key)} {_said(ruleset, each)}" for key, each in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        objects = any(isinstance(each, BaseModel) for each in value)
        return ("; " if objects else ", ").join(_said(ruleset, each) for each in value) or "none"
    return "none" if value is None or value == "" else f"{value:g}" if isinstance(value, float) else str(value)


def _said_fields(ruleset: Ruleset, value: BaseModel) -> Iterator[str]:
    """The fields of an object that differ from their defaults, without name and text; nested objects are in brackets."""
    for key, info in type(value).model_fields.items():
        held = getattr(value, key)
        if key not in HEADING and not _is_default(held, info):
            inner = _said(ruleset, held)
            said = f"({inner})" if _parts(held) is not None and "," in inner else inner
            yield _label(key, info) if held is True else f"{_label(key, info)} {said}"


# lists


def kind_table(ruleset: Ruleset) -> Table:
    """The kinds of content of a ruleset: number of entries and description."""
    columns = [
        Column("kind", "name", whole=True),
        Column("entries", lambda kind: len(ruleset.entries(kind.name))),
        Column("what it is", lambda kind: (kind.model.__doc__ or "").partition("\n")[0], key="text"),
    ]
    return Table(f"Content of {ruleset.title}", columns, list(ruleset.kinds().values()))


def entry_table(ruleset: Ruleset, kind: str) -> Table:
    """The entries of a kind: name, title, and as many plain fields as fit on a screen, preferring those whose values vary."""
    of = kind_of(ruleset, kind)
    rows = [(name, entry_of(ruleset, of, name)) for name in ruleset.entries(of.name)]
    columns = [
        Column("name", 0, whole=True),
        Column("title", lambda row: title_of(row[1]), lambda title: textwrap.shorten(title, TITLE, placeholder="…")),
    ]
    left = WIDTH - 1 - sum(_width(column, rows) for column in columns)
    for key, info in of.model.model_fields.items():
        column = _column(ruleset, key, _label(key, info))
        cells = [column.of(row) for row in rows]
        if key in HEADING or len({*map(str, cells)}) < 2 or not all(isinstance(cell, (int, float, str)) or cell is None for cell in cells):
            continue
        fits = _width(column, rows) <= min(left, CELL)
        left -= _width(column, rows) if fits else 0
        columns.append(column if fits else replace(column, only="data"))
    if len(columns) > 2 and all(column.only == "data" for column in columns[2:]):
        columns[2] = replace(columns[2], only="", show=lambda said: textwrap.shorten(str(said), left - 3, placeholder="…"))
    return Table(f"{of.name.capitalize()} of {ruleset.title}", columns, rows)


def _column(ruleset: Ruleset, key: str, label: str) -> Column:
    def cell(row: tuple[str, BaseModel]) -> Any:
        value = getattr(row[1], key)
        plain = isinstance(value, (int, float)) and not isinstance(value, (bool, Codes))
        if plain or value is None or isinstance(value, Mapping):
            return None if isinstance(value, Mapping) else value
        if isinstance(value, BaseModel):
            return title_of(value)
        parts = value if isinstance(value, (list, tuple)) else [value]
        return ", ".join((isinstance(part, BaseModel) and title_of(part)) or _said(ruleset, part) for part in parts)

    return Column(label, cell, key=key, empty="")


def _width(column: Column, rows: Sequence[Any]) -> int:
    """Column width in characters, including the border."""
    return max((len(text) for text in (column.heading, *(column.text(row) for row in rows))), default=0) + 3
