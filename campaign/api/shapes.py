"""Values of the reader's knowledge as JSON, and the schema of that JSON: both are read from the classes themselves."""

import datetime
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any

from campaign.api.words import ADDED, LEFT_OUT, NAMES, WORDS
from campaign.visibility.values import FactionView

PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    datetime.datetime: {"type": "string", "format": "date-time"},
    datetime.date: {"type": "string", "format": "date"},
    FactionView: {"type": "string", "description": "Key of a faction."},
    Any: {},
}
Schema = dict[str, Any]


@dataclass(frozen=True)
class Column:
    """A field of a value: its name, its type, its words."""

    name: str
    kind: Any
    words: str


def name_of(kind: type) -> str:
    """Return the name of a value's schema: ``ArmyView`` is called Army."""
    return NAMES.get(f"{kind.__module__}.{kind.__name__}") or kind.__name__.removesuffix("View")


@cache
def columns(kind: type) -> tuple[Column, ...]:
    """Return what is shown of a value, in order: its fields, then what is computed of them."""
    hints = typing.get_type_hints(kind)
    names = [one.name for one in fields(kind)] if is_dataclass(kind) else list(kind._fields)  # type: ignore[attr-defined]
    left = LEFT_OUT.get(name_of(kind), ())
    found = [(name, hints[name]) for name in names if name not in left]
    found += [(name, _returned(getattr(kind, name))) for name in ADDED.get(name_of(kind), ())]
    return tuple(Column(name, hint, _words(kind, name)) for name, hint in found)


def columns_of(value: Any) -> tuple[Column, ...]:
    """Return what is shown of a value."""
    kind: Any = type(value)
    return columns(kind)


def _returned(prop: property) -> Any:
    return typing.get_type_hints(prop.fget)["return"]


def _words(kind: type, name: str) -> str:
    return WORDS.get(f"{name_of(kind)}.{name}", "") or WORDS.get(name, "")


def is_value(kind: Any) -> bool:
    """Return whether a class is a value with fields: a dataclass or a named tuple."""
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))


def encoded(value: Any) -> Any:
    """Return a value as JSON has it; a faction by its key."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value.key if isinstance(value, FactionView) else _parts(value)


def _parts(value: Any) -> Any:
    if is_value(type(value)):
        return {column.name: encoded(getattr(value, column.name)) for column in columns_of(value)}
    if isinstance(value, Mapping):
        return {str(key): encoded(one) for key, one in value.items()}
    return [encoded(one) for one in value]


def schema_of(kind: Any, seen: Callable[[type], None]) -> Schema:
    """Return the schema of a type; ``seen`` is called with each value that gets a schema of its own."""
    if kind in PLAIN:
        return dict(PLAIN[kind])
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return _perhaps([one for one in parts if one is not type(None)], seen)
    if origin is typing.Literal:
        return {"type": "string", "enum": list(parts)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": schema_of(parts[1], seen)}
    if isinstance(origin, type) and issubclass(origin, Sequence):
        if origin is tuple and parts[-1] is not Ellipsis:
            return {"type": "array", "items": schema_of(parts[0], seen), "minItems": len(parts), "maxItems": len(parts)}
        return {"type": "array", "items": schema_of(parts[0], seen)}
    seen(kind)
    return {"$ref": f"#/components/schemas/{name_of(kind)}"}


def _perhaps(parts: list[Any], seen: Callable[[type], None]) -> Schema:
    """Return the schema of one type or null."""
    inner = schema_of(parts[0], seen)
    if "type" in inner:
        return inner | {"type": [inner["type"], "null"]}
    return {"anyOf": [inner, {"type": "null"}]}


def schema_of_value(kind: type, seen: Callable[[type], None]) -> Schema:
    """Return the schema of a value with all its fields."""
    properties = {column.name: _described(column, seen) for column in columns(kind)}
    words = " ".join((kind.__doc__ or "").partition("\n\n")[0].replace("``", "").split())
    return {"type": "object", "description": words, "properties": properties, "required": list(properties)}


def _described(column: Column, seen: Callable[[type], None]) -> Schema:
    schema = schema_of(column.kind, seen)
    return schema | {"description": column.words} if column.words else schema
