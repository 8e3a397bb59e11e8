"""Codes: each word of a game declared once, as a number for rules, a slug for files and a type for models.

::

    class Status(Codes):
        GUARDED = auto()        # 0, "guarded"
        BATTLE_RAGE = auto()    # 1, "battle-rage"

A rule compares and indexes with ``Status.BATTLE_RAGE``, which compiles to the number itself. A model's field of type ``Status`` is read and
written as the slug, and holds the member. A record's field of type ``Status`` stores the number.
"""
# Numba has no type stubs: its registration decorators are untyped.
# mypy: disable-error-code="misc, no-untyped-def, no-untyped-call, no-any-return"

from __future__ import annotations

from enum import EnumMeta, IntEnum
from functools import cached_property
from typing import Any, TypeVar

from numba.core import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, lower_getattr_generic, models, register_model, typeof_impl
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from fracas.errors import nearest, unknown

C = TypeVar("C", bound="Codes")


class _CodesMeta(EnumMeta):
    """The metaclass of all families of codes; lets Numba distinguish them from other enums."""


class Codes(IntEnum, metaclass=_CodesMeta):
    """A family of codes, numbered from 0 in the order of declaration (``auto()``) or as given."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[Any]) -> int:
        return last_values[-1] + 1 if last_values else 0

    @cached_property
    def slug(self) -> str:
        """The code in files and on the command line: ``battle-rage``."""
        return self.name.lower().replace("_", "-")

    @property
    def title(self) -> str:
        """The code in a log: ``Battle Rage``."""
        return self.name.replace("_", " ").title()

    @classmethod
    def slugs(cls) -> tuple[str, ...]:
        """All slugs, in the order of declaration."""
        return tuple(member.slug for member in cls)

    @classmethod
    def of(cls: type[C], slug: str) -> C:
        """The member with this slug; the error for an unknown one suggests the closest known one."""
        try:
            return cls[slug.upper().replace("-", "_")]
        except KeyError:
            raise unknown(cls.__name__.lower(), slug, cls.slugs()) from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        def read(value: Any) -> Any:
            if isinstance(value, cls):
                return value
            if isinstance(value, str) and value in known:
                return known[value]
            guess = nearest(value, known) if isinstance(value, str) else None
            hint = f"; did you mean '{guess}'?" if guess else ""
            raise PydanticCustomError("unknown_code", "{words}", {"words": f"must be one of {', '.join(known)}{hint}"})

        known = {member.slug: member for member in cls}
        return core_schema.no_info_plain_validator_function(
            read, serialization=core_schema.plain_serializer_function_ser_schema(lambda member: member.slug)
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"enum": list(cls.slugs()), "type": "string"}


class _CodesType(types.Dummy):
    """The Numba type of a family of codes: its attributes are integer constants."""

    def __init__(self, family: type[Codes]) -> None:
        self.family = family
        super().__init__(f"codes({family.__module__}.{family.__qualname__})")


register_model(_CodesType)(models.OpaqueModel)


@typeof_impl.register(_CodesMeta)
def _type_of_family(value, context):
    return _CodesType(value)


@typeof_impl.register(Codes)
def _type_of_member(value, context):
    return types.int64


@infer_getattr
class _Members(AttributeTemplate):
    key = _CodesType

    def generic_resolve(self, kind, name):  # type: ignore[override]
        return types.int64 if name in kind.family.__members__ else None


@lower_getattr_generic(_CodesType)
def _member_number(context, builder, kind, value, name):
    return context.get_constant(types.int64, int(kind.family.__members__[name]))
