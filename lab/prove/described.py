"""Whether a value is as a schema of an OpenAPI text has it: as much of JSON Schema as ours uses."""

from collections.abc import Iterator, Mapping
from typing import Any

KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def resolved(text: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a reference of the text refers to; anything else as it is."""
    while "$ref" in schema:
        found: Any = text
        for part in schema["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        schema = found
    return schema


def misfit(text: Mapping[str, Any], schema: Mapping[str, Any], value: Any, place: str = "$") -> str:
    """Return the first place where a value is not as its schema has it, and why; empty if it is."""
    return next(_misfits(text, resolved(text, schema), value, place), "")


def _misfits(text: Mapping[str, Any], schema: Mapping[str, Any], value: Any, place: str) -> Iterator[str]:
    if choices := schema.get("anyOf"):
        if all(misfit(text, one, value, place) for one in choices):
            yield f"{place} is none of the kinds described"
        return
    if "type" in schema and not _is_of(schema["type"], value):
        yield f"{place} is no {schema['type']}"
    elif "enum" in schema and value not in schema["enum"]:
        yield f"{place} is none of {schema['enum']}"
    elif isinstance(value, dict):
        yield from _in_object(text, schema, value, place)
    elif isinstance(value, list) and "items" in schema:
        for number, one in enumerate(value):
            yield from filter(None, [misfit(text, schema["items"], one, f"{place}[{number}]")])


def _is_of(kinds: str | list[str], value: Any) -> bool:
    named = [kinds] if isinstance(kinds, str) else kinds
    return any(isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in named)


def _in_object(text: Mapping[str, Any], schema: Mapping[str, Any], value: dict[str, Any], place: str) -> Iterator[str]:
    described, more = schema.get("properties", {}), schema.get("additionalProperties", True)
    yield from (f"{place} lacks {name}" for name in schema.get("required", ()) if name not in value)
    for name, one in value.items():
        if name in described:
            yield from filter(None, [misfit(text, described[name], one, f"{place}.{name}")])
        elif isinstance(more, dict):
            yield from filter(None, [misfit(text, more, one, f"{place}.{name}")])
        elif described and not place.endswith("report"):
            yield f"{place}.{name} is not described"
