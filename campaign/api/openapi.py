"""The OpenAPI 3.1 description of the API, made from its operations, their forms and the values that they return."""

import typing
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import forms

from base.folded import folded
from base.pages.fields import WholeNumberField
from campaign.api.operations import OPERATIONS, PARAMETER, Operation
from campaign.api.problems import CONTENT_TYPE
from campaign.api.shapes import Schema, columns, name_of, schema_of, schema_of_value
from campaign.api.words import BODY_WORDS, INTRODUCTION, PATH_WORDS

TITLES = {
    "war": "The war", "armies": "Armies", "money": "Points", "record": "Battles, chronicle, news, letters",
    "orders": "Orders", "sheet": "The sheet", "words": "Letters",
}  # fmt: skip
PROBLEMS = {
    "400": "An entry without Idempotency-Key, or an address that holds a NUL.",
    "401": "No token, or one that has ended.",
    "403": "The token's scope, or its member's role, does not allow it.",
    "404": "There is no such thing, or it is not for this reader.",
    "409": "The entry is meant for another turn.",
    "422": "Refused by a rule or a form: field and remedy are named.",
    "429": "Too many calls in this minute; Retry-After has the seconds.",
}
IF_READ = ("If-None-Match", "The ETag of an answer that you have: 304 if it still holds.")
IF_ENTERED = (
    "Idempotency-Key",
    "New for each entry; the same one again gets the same answer and enters nothing twice.",
)
ALWAYS, OF_ENTRIES = ("400", "401", "403", "404", "422", "429"), ("409",)


@dataclass(frozen=True)
class Line:
    """An operation as the page lists it."""

    operation: Operation
    address: str
    takes: tuple[tuple[str, str], ...]
    asks: tuple[tuple[str, str], ...]
    answers: str


class Schemas:
    """The schemas of the values that are met, each once."""

    def __init__(self) -> None:
        self.found: dict[str, Schema] = {}
        self.kinds: dict[str, type] = {}

    def see(self, kind: type) -> None:
        """Note a value and all values in it."""
        name = name_of(kind)
        if self.kinds.setdefault(name, kind) is not kind:
            raise ValueError(f"{name} is the name of two values: give one another name in words.py")
        if name not in self.found:
            self.found[name] = {}
            self.found[name] = schema_of_value(kind, self.see)

    def of(self, kind: Any) -> Schema:
        return schema_of(kind, self.see)


@cache
def document_text() -> str:
    """Return the document as text; made once in a process."""
    return folded(document()) + "\n"


def document() -> dict[str, Any]:
    """Return the document."""
    schemas, paths = Schemas(), dict[str, Any]()
    for one in OPERATIONS:
        paths.setdefault(f"/{address_of(one)}", {})[one.method.lower()] = _operation(one, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bivouac", "version": "1", "description": INTRODUCTION},
        "servers": [{"url": "/api/v1"}],
        "security": [{"token": []}],
        "tags": [{"name": TITLES[key]} for key in TITLES],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "responses": {f"Problem{status}": _problem(words) for status, words in PROBLEMS.items()},
            "schemas": {**dict(sorted(schemas.found.items())), "Problem": PROBLEM},
        },
    }


PROBLEM: Schema = {
    "type": "object",
    "description": "What is wrong, in which field, and what to do.",
    "properties": {
        "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
        "detail": {"type": "string"}, "field": {"type": ["string", "null"]}, "remedy": {"type": "string"},
    },
    "required": ["type", "title", "status", "detail", "field", "remedy"],
}  # fmt: skip


def _problem(words: str) -> Schema:
    return {"description": words, "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}


def address_of(operation: Operation) -> str:
    """Return its address as clients write it: ``campaigns/{slug}/turn``."""
    return PARAMETER.sub(r"{\2}", operation.path)


def _operation(one: Operation, schemas: Schemas) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": one.name,
        "tags": [TITLES[one.group]],
        "summary": one.words,
        "description": f"Scope: {one.scope}.",
        "parameters": [*_in_path(one), *_in_query(one), *_in_head(one)],
        "responses": {str(one.status): _answer(one, schemas), **_refusals(one)},
    }
    if one.body and one.body.base_fields:
        schema = body_schema(one.body)
        content = {"application/json": {"schema": schema}}
        found["requestBody"] = {"required": bool(schema["required"]), "content": content}
    return found


def _refusals(one: Operation) -> dict[str, Any]:
    codes = sorted((*ALWAYS, *(OF_ENTRIES if one.method != "GET" else ())))
    return {code: {"$ref": f"#/components/responses/Problem{code}"} for code in codes}


def _in_path(one: Operation) -> list[Schema]:
    kinds = {"int": {"type": "integer"}}
    return [
        {"name": name, "in": "path", "required": True, "schema": kinds.get(kind, {"type": "string"}),
         "description": _named(one, name)}
        for kind, name in one.parameters
    ]  # fmt: skip


def _named(one: Operation, name: str) -> str:
    """Return what a part of an address names: a key is that of the list before it."""
    before = one.path.partition(f":{name}>")[0].split("/")
    return PATH_WORDS.get(f"{before[-2]}.{name}", "") if len(before) > 1 else ""


def _in_query(one: Operation) -> list[Schema]:
    known = one.query.base_fields if one.query else {}
    return [
        {"name": name, "in": "query", "required": field.required, "schema": field_schema(field),
         "description": str(field.help_text)}
        for name, field in known.items()
    ]  # fmt: skip


def _in_head(one: Operation) -> list[Schema]:
    name, words = IF_READ if one.method == "GET" else IF_ENTERED
    schema = {"type": "string"} if one.method == "GET" else {"type": "string", "minLength": 1, "maxLength": 80}
    return [{"name": name, "in": "header", "required": one.method != "GET", "schema": schema, "description": words}]


def _answer(one: Operation, schemas: Schemas) -> Schema:
    if one.is_file:
        kind = "application/x-ndjson" if one.name == "get_journal" else "application/json"
        return {"description": one.words, "content": {kind: {"schema": {}}}}
    if not one.is_list:
        return {"description": "Done.", "content": {"application/json": {"schema": schemas.of(one.answer)}}}
    item = schemas.of(typing.get_args(one.answer)[0])
    properties = {"count": {"type": "integer", "description": "Items in all."},
                  "next": {"type": ["string", "null"], "description": "Address of the following part; null: the last."},
                  "items": {"type": "array", "items": item}}  # fmt: skip
    whole = {"type": "object", "properties": properties, "required": list(properties)}
    content = {"application/json": {"schema": whole}, "text/csv": {"schema": {"type": "string"}}}
    return {"description": "A part of the list.", "content": content}


def body_schema(form: type[forms.Form]) -> Schema:
    """Return the JSON that an entry takes: the fields of its form."""
    known: dict[str, forms.Field] = form.base_fields
    properties = {name: _described(form, name, field) for name, field in known.items()}
    required = [name for name, field in known.items() if field.required]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _described(form: type[forms.Form], name: str, field: forms.Field) -> Schema:
    words = BODY_WORDS.get(f"{form.__name__}.{name}", "") or str(field.help_text)
    return field_schema(field) | ({"description": words} if words else {})


def field_schema(field: forms.Field) -> Schema:
    """Return the schema of what a field takes."""
    if isinstance(field, WholeNumberField):
        return {"type": "integer", "minimum": field.least, "maximum": field.most}
    if isinstance(field, forms.BooleanField):
        return {"type": "boolean"}
    if isinstance(field, forms.MultipleChoiceField):
        return {"type": "array", "items": {"type": "string"}}
    if isinstance(field, forms.ChoiceField):
        return {"type": "string", "enum": [str(key) for key, _ in list(field.choices)]}  # type: ignore[arg-type]
    longest = {"maxLength": field.max_length} if isinstance(field, forms.CharField) and field.max_length else {}
    return {"type": "string", **longest}


def groups() -> list[tuple[str, list[Line]]]:
    """Return the operations as the page lists them, by what they are about."""
    return [(title, [_page_line(one) for one in OPERATIONS if one.group == key]) for key, title in TITLES.items()]


def _page_line(one: Operation) -> Line:
    takes = body_schema(one.body)["properties"] if one.body else {}
    asks = {name: str(field.help_text) for name, field in (one.query.base_fields if one.query else {}).items()}
    fields = tuple((name, str(schema.get("description", ""))) for name, schema in takes.items())
    return Line(one, address_of(one), fields, tuple(asks.items()), _shown(one))


def _shown(one: Operation) -> str:
    """List the fields of what it answers."""
    if one.is_file:
        return "a file"
    kind = typing.get_args(one.answer)[0] if one.is_list else one.answer
    return ", ".join(column.name for column in columns(kind))
