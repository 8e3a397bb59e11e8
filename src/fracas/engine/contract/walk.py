"""Walking a scenario's data along paths: references are replaced by the content they resolve to, values are set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from fracas.engine.content.kinds import ID, noun, singular
from fracas.engine.content.path_syntax import EVERY, Key, Part, Where, path_text, read_value, word
from fracas.engine.content.reading import validated
from fracas.engine.content.shapes import Shape, shape_of
from fracas.engine.content.texts import shown
from fracas.engine.contract.ruleset import Ruleset
from fracas.errors import FracasError, nearest, unknown

OPTIONS, COUNT, NAME = "options", "count", "name"
Data = dict[str, Any] | list[Any] | str | int | float | None


def dumped(model: BaseModel) -> dict[str, Any]:
    """A model as data for JSON, in the format of files."""
    return model.model_dump(mode="json", by_alias=True)


@dataclass
class Place:
    """A place in a scenario's data: its container, its key there, and its shape."""

    path: tuple[Key, ...]
    holder: Any
    key: Key
    shape: Shape
    within: Place | None = None
    """The place of its container."""

    @property
    def value(self) -> Any:
        """The value there; None if there is none."""
        return self.holder.get(self.key) if isinstance(self.holder, dict) else self.holder[self.key]

    def __str__(self) -> str:
        return path_text(self.path) or "the scenario"


class Walk:
    """Scenario data, with references inlined as far as paths lead into them."""

    def __init__(self, ruleset: Ruleset, scenario: Mapping[str, Any] | BaseModel) -> None:
        model = validated(ruleset.scenario_model, scenario, "the scenario")
        self.ruleset = ruleset
        data = dumped(model)
        self._own = dict(data.get(OPTIONS) or {})
        self._names: dict[tuple[Key, ...], str] = {}
        self._content: dict[type[BaseModel], bool] = {}
        self.root = Place((), {"": data}, "", shape_of(ruleset.scenario_model))

    @property
    def options(self) -> BaseModel:
        """The rule options of the scenario."""
        return validated(self.ruleset.options_model, self.root.value.get(OPTIONS) or {}, "the rule options")

    def open(self, place: Place) -> None:
        """Replace the value at a place by an object, if possible: a name is replaced by the content it resolves to."""
        if place.path == (OPTIONS,):
            place.shape = shape_of(self.ruleset.options_model)
        if place.value is None and place.within is not None:
            self._take(place, place.within)
        model, value = self._model(place), place.value
        if model is None or isinstance(value, Mapping):
            return
        if isinstance(value, str):
            self._names[place.path] = value
        place.holder[place.key] = {} if value is None else self._named(model, place)

    def _take(self, place: Place, within: Place) -> None:
        """Fill an empty place with the value it inherits."""
        full = self.written_out(within)
        if isinstance(full, Mapping):
            place.holder[place.key] = full.get(str(place.key))

    def written_out(self, place: Place) -> Data:
        """The value at a place, with everything it inherits inlined."""
        model = self._model(place)
        value: Data = place.value
        if model is None or value is None or not self._is_content(model):
            return value
        found = validated(model, value if isinstance(value, Mapping) else self._named(model, place), str(place))
        return dumped(self.options if model is self.ruleset.options_model else self.ruleset.written_out(found, self.options))

    def _is_content(self, model: type[BaseModel]) -> bool:
        """True if objects of a model can inherit numbers: content, the scenario itself, or its options."""
        if model not in self._content:
            own = (self.ruleset.scenario_model, self.ruleset.options_model)
            self._content[model] = model in own or bool(self.ruleset.names_for(model))
        return self._content[model]

    def _model(self, place: Place) -> type[BaseModel] | None:
        """The model of the object at a place, or of the object that a name or number there refers to."""
        value, models = place.value, place.shape.models
        if isinstance(value, Mapping):
            return next((model for model in models if {*value} <= {*shape_of(model).field_names()}), None)
        return models[0] if models and not isinstance(value, (list, bool)) else None

    def _named(self, model: type[BaseModel], place: Place) -> dict[str, Any]:
        """Resolve the name at a place; if a number is there, it is a count of what its key names."""
        value = place.value
        name = value if isinstance(value, str) else str(place.key)
        own = self._own_content(model, place).get(name)
        data = dumped(self.ruleset.named(model, name)) if own is None else own
        return {**data, COUNT: value} if isinstance(value, int) else data

    def _own_content(self, model: type[BaseModel], place: Place) -> dict[str, Any]:
        """Content defined by the objects enclosing a place, in fields named after its kind, such as an adventure's items."""
        kinds = [kind.name for kind in self.ruleset.kinds_of_model(model)]
        found: dict[str, Any] = {}
        around = place.within
        while around is not None:
            held = [around.value.get(kind) for kind in kinds] if isinstance(around.value, Mapping) else []
            own = [(name, entry) for content in held if isinstance(content, Mapping) for name, entry in content.items()]
            found = {**{name: entry for name, entry in own if isinstance(entry, Mapping)}, **found}
            around = around.within
        return found

    def knows(self, place: Place) -> bool:
        """True if the name at a place resolves."""
        model = self._model(place)
        return model is not None and (place.value in self._own_content(model, place) or place.value in self.names_at(place.shape))

    def children(self, place: Place) -> list[Place]:
        """The places inside the object or list at a place."""
        self.open(place)
        value = place.value
        keys = range(len(value)) if isinstance(value, list) else value if isinstance(value, Mapping) else ()
        return [child for key in keys if (child := self._at(place, key)) is not None]

    def write_out(self, place: Place) -> None:
        """Inline everything at a place."""
        self.open(place)
        place.holder[place.key] = self.written_out(place)

    def _at(self, place: Place, key: Key) -> Place | None:
        shape = place.shape.into(key)
        return None if shape is None else Place((*place.path, key), place.value, key, shape, place)

    def found(self, place: Place, part: Part) -> list[Place]:
        """The places that one part of a path leads to."""
        self.open(place)
        value = place.value
        if not isinstance(value, (Mapping, list)):
            raise FracasError("path-too-long", f"{place} is {shown(value)}, which has no parts", f"end the path at {place}")
        if isinstance(part, Where):
            return self._matching(place, part)
        if part == EVERY:
            return self.children(place)
        return [self._in_list(place, part) if isinstance(value, list) else self._in_object(place, str(part))]

    def _in_list(self, place: Place, part: Key) -> Place:
        n = len(place.value)
        found = self._at(place, part) if isinstance(part, int) and part < n else None
        if found is None:
            there = f"{place} is a list of {n}" if n else f"{place} is an empty list"
            what = f"it has no item {part}" if isinstance(part, int) else f"{part!r} is not an index"
            raise FracasError("bad-index", f"{there}: {what}", f"{f'give 0 to {n - 1}, ' if n else ''}* for all, or a filter like [name=…]")
        return found

    def _in_object(self, place: Place, part: str) -> Place:
        known = {key.replace("-", "_"): key for key in (*place.shape.keys(), *place.value)}
        key = part if part in place.value else known.get(part.replace("-", "_"), part)
        found = self._at(place, key)
        if found is not None and (key in known.values() or self._taken_over(found)):
            return found
        error = unknown("field", part, known.values())
        raise FracasError(error.code, f"{error.what} in {place}", error.remedy)

    def _taken_over(self, place: Place) -> bool:
        """Copy content into the scenario, where the scenario can define it by name; returns whether it can."""
        if not any(self.ruleset.kinds_of_model(model) for model in place.shape.models):
            return False
        place.holder[place.key] = place.key
        self.open(place)
        return True

    def _matching(self, place: Place, where: Where) -> list[Place]:
        children = self.children(place)
        found = [child for child in children if self._matches(child, where)]
        if not found:
            raise self._no_match(place, where, children)
        return found

    def _matches(self, child: Place, where: Where) -> bool:
        names = [child.key, child.value, self._names.get(child.path)] if where.field in (NAME, ID) else []
        if where.value in names or not child.shape.models:
            return where.value in names
        value = self.written_out(child)
        if not isinstance(value, Mapping):
            return False
        wanted, field = where.value.lower(), value.get(where.field, value.get(where.field.replace("-", "_")))
        return wanted == word(field).lower() or (where.field == NAME and wanted in (value.get(ID), word(field).lower().replace(" ", "-")))

    def _name(self, place: Place) -> str:
        """The name by which an item of a list is matched."""
        if isinstance(place.value, str) or place.path in self._names:
            return self._names.get(place.path, word(place.value))
        return str(place.value.get(NAME, place.key) if isinstance(place.value, Mapping) else place.key)

    def _no_match(self, place: Place, where: Where, children: Sequence[Place]) -> FracasError:
        opened = [value for child in children if isinstance(value := self.written_out(child), Mapping)]
        if where.field != NAME and opened and not any(where.field.replace("-", "_") in (*value, ID) for value in opened):
            error = unknown("field", where.field, {key for value in opened for key in value})
            return FracasError(error.code, f"{error.what} in {place}", error.remedy)
        has = [self._name(child) for child in children] if where.field == NAME else [word(value.get(where.field)) for value in opened]
        guess = nearest(where.value, has)
        remedy = f"did you mean {guess!r}? " if guess else ""
        what = f"nothing in {place} has the {where.field} {where.value!r}"
        return FracasError("no-match", what, f"{remedy}there is: {', '.join(dict.fromkeys(has)) or 'nothing at all'}")

    # changing

    def places(self, parts: Sequence[Part]) -> list[Place]:
        """All places that a path leads to."""
        places = [self.root]
        for part in parts:
            places = [found for place in places for found in self.found(place, part)]
        return places

    def put(self, place: Place, value: Any) -> None:
        """Set the value at a place, if it is allowed there."""
        place.holder[place.key] = _Fitting(self, place)(value)
        at = len(place.path)
        self._names = {path: name for path, name in self._names.items() if path[:at] != place.path}

    def changed(self) -> dict[str, Any]:
        """The data, with those rule options that were set or differ from their defaults."""
        data: dict[str, Any] = self.root.value
        usual = dumped(validated(self.ruleset.options_model, {}, "the rule options")) if data.get(OPTIONS) else {}
        for name in [name for name in data.get(OPTIONS) or () if name not in self._own and data[OPTIONS][name] == usual.get(name)]:
            del data[OPTIONS][name]
        return data

    def names_at(self, shape: Shape) -> tuple[str, ...]:
        """The names of content allowed at a place."""
        if not shape.text:
            return ()
        return tuple(self.ruleset.names_for(shape.models[0])) if shape.models else ()

    def references_at(self, place: Place) -> tuple[str, ...]:
        """The names allowed at a place that accepts only names, including content defined by the scenario."""
        if not place.shape.named or place.shape.models:
            return ()
        held = place
        while held.within is not None and not isinstance(held.within.value, Mapping):
            held = held.within
        model = None if held.within is None else self._model(held.within)
        if model is None:
            return ()
        field = str(held.key)
        called = [kind.model for kind in self.ruleset.kinds().values() if field in (kind.name, singular(kind.name))]
        own = (name for kind in called for name in self._own_content(kind, place))
        return tuple(dict.fromkeys((*self.ruleset.names_in(model, field), *own)))


@dataclass
class _Fitting:
    """Converts a typed value to fit a place, or rejects it."""

    walk: Walk
    place: Place

    def __call__(self, value: Any) -> Any:
        shape = self.place.shape
        if isinstance(value, str):
            if value in shape.choices or self._is_text(value):
                return value
            value = read_value(value)
        if value is None:
            return self._none()
        if isinstance(value, (bool, str)):
            return self._choice(value)
        if isinstance(value, (int, float)):
            return self._number(value)
        if isinstance(value, BaseModel):
            return value.model_dump(mode="json", by_alias=True)
        if not shape.holds_more:
            raise self._refused(value)
        return value

    def _is_text(self, text: str) -> bool:
        """True if a text is meant literally."""
        shape, names = self.place.shape, self.walk.names_at(self.place.shape)
        if not shape.text or (shape.none and text.lower() == "none"):
            return False
        if names and text not in names:
            error = unknown(noun(shape.models[0]), text, [*shape.choices, *names])
            raise FracasError(error.code, f"{self.place}: {error.what}", error.remedy)
        return bool(names) or not (shape.ranges or shape.choices)

    def _none(self) -> Any:
        shape = self.place.shape
        if shape.none or "none" in shape.choices:
            return "none" if "none" in shape.choices else None  # where none is a choice, an empty value means something else: the default
        raise self._refused(None)

    def _choice(self, value: bool | str) -> Any:
        shape = self.place.shape
        if value in shape.choices and isinstance(value, bool) == any(choice is value for choice in shape.choices):
            return value
        if shape.choices and not shape.ranges:
            error = unknown("choice", word(value), [word(choice) for choice in shape.choices])
            raise FracasError("bad-value", f"{self.place}: {error.what}", error.remedy)
        if isinstance(value, str) and shape.text:
            return value
        raise self._refused(value)

    def _number(self, value: int | float) -> Any:
        shape = self.place.shape
        fits = [each for each in shape.ranges if each.holds(value)]
        if fits:
            return int(value) if fits[0].whole else value
        if value in [choice for choice in shape.choices if not isinstance(choice, bool)]:
            return value
        if shape.text and not shape.ranges and not shape.models:
            return str(value)
        raise self._refused(value)

    def _refused(self, value: Any) -> FracasError:
        shape, there = self.place.shape, self.place.value
        if shape.holds_more and not shape.ranges and not shape.choices:
            keys = range(len(there)) if isinstance(there, list) else there if isinstance(there, Mapping) else shape.field_names()
            inner = [f"{self.place}.{key}" for key in keys]
            names = self.walk.names_at(shape)
            what = f"{self.place} is {'a list' if isinstance(there, list) else 'an object'}, not a number or a choice"
            remedy = f"continue the path with: {', '.join(inner[:16])}" + (f"; or give a name: {', '.join(names[:16])}" if names else "")
            return FracasError("ends-at-object", what, remedy)
        allowed = [*(str(each) for each in shape.ranges), *(word(choice) for choice in shape.choices), *(["none"] if shape.none else [])]
        return FracasError(
            "bad-value", f"{self.place} cannot be {'none' if value is None else shown(value)}", f"allowed: {', '.join(allowed) or 'a text'}"
        )
