"""Every fault of a file at once, and the JSON Schema that is made of the same rows."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from base.refusal import Refusal
from campaign.rules.files.campaign_file import loads
from campaign.rules.files.faults import faults_in
from campaign.rules.files.schema import campaign_schema
from tests.campaign.drafts.hands import SHIPPED, browser
from tests.campaign.files.drafts import draft
from tests.campaign.triggers.wars import CEDED, RELIEF, TRUCE

SCHEMA = campaign_schema()


def spoilt() -> dict[str, Any]:
    war = draft()
    war["provinces"][0]["value"] = 16
    war["provinces"][2]["colour"] = "red"
    war["armies"][1]["units"][1]["strength"] = "two"
    war["calendar"] = {"start": "May", "turn_days": 400}
    del war["factions"][1]["name"]
    war["triggers"] = [{"key": "one", "conditions": [{"kind": "rain"}]}]
    return war


SEVEN = {
    "calendar.start": "no date", "calendar.turn_days": "above 366", "factions[1].name": "missing",
    "provinces[0].value": "16 is above 15", "provinces[2].colour": "not known",
    "armies[1].units[1].strength": "a whole number is expected", "triggers[0].conditions[0].kind": "not known",
}  # fmt: skip


def test_every_wrong_value_is_listed_with_its_place() -> None:
    found = faults_in(json.dumps(spoilt()))
    told = {line.partition(": ")[0]: line.partition(": ")[2] for line in found}
    assert set(told) == set(SEVEN)
    assert all(words in told[place] for place, words in SEVEN.items())
    with pytest.raises(Refusal) as first:
        loads(json.dumps(spoilt()))
    assert str(first.value) in found


def test_when_all_values_can_be_read_what_holds_between_rows_is_listed() -> None:
    war = draft()
    war["provinces"][1]["capital"] = True
    war["armies"][0]["plan"] = {"posture": "dance"}
    found = faults_in(json.dumps(war))
    assert [line.partition(":")[0] for line in found] == ["provinces[1].capital", "armies[0].plan.posture"]
    assert faults_in(json.dumps(draft())) == []
    assert [faults_in(text) for text in SHIPPED.values()] == [[], []]


@pytest.mark.django_db
def test_they_are_shown_by_the_form_and_by_the_command(tmp_path: Any) -> None:
    data = json.dumps(spoilt()).encode()
    sent = {"part": "all", "file": SimpleUploadedFile("war.json", data)}
    page = browser("anna").post("/drafts/new/", sent)
    assert page.status_code == 422
    assert all(place in page.text for place in SEVEN)
    path = tmp_path / "war.json"
    path.write_bytes(data)
    with pytest.raises(CommandError) as refused:
        call_command("load_campaign", str(path))
    assert str(refused.value).splitlines() == faults_in(data)


KEYWORDS = {
    "type", "maxLength", "minLength", "pattern", "items", "minItems", "maxItems", "minimum", "maximum", "enum", "const",
    "anyOf", "$ref", "properties", "required", "additionalProperties",
}  # fmt: skip
TYPES: dict[str, Any] = {"string": str, "array": list, "object": dict, "boolean": bool, "null": type(None)}


def fits(schema: dict[str, Any], value: Any) -> bool:
    """Whether a value is valid by the keywords of JSON Schema 2020-12 that the schema uses, and by no others."""
    assert set(schema) <= KEYWORDS | {"$schema", "$defs", "title"}
    if "$ref" in schema:
        return fits(SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], value)
    if "anyOf" in schema:
        return any(fits(one, value) for one in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return value in schema.get("enum", [schema.get("const")])
    return _typed(schema, value) and _bounded(schema, value)


def _typed(schema: dict[str, Any], value: Any) -> bool:
    kind = schema["type"]
    if kind in ("integer", "number"):
        return isinstance(value, int | (float if kind == "number" else int)) and not isinstance(value, bool)
    return isinstance(value, TYPES[kind])


def _bounded(schema: dict[str, Any], value: Any) -> bool:
    if isinstance(value, str):
        long_enough = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
        return long_enough and bool(re.search(schema.get("pattern", ""), value))
    if isinstance(value, list):
        counted = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return counted and all(fits(schema["items"], item) for item in value if "items" in schema)
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        return set(schema["required"]) <= set(value) <= set(known) and all(fits(known[k], v) for k, v in value.items())
    return isinstance(value, bool | None | dict) or schema["minimum"] <= value <= schema["maximum"]


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_wars_are_valid_by_the_schema(name: str) -> None:
    assert fits(SCHEMA, json.loads(SHIPPED[name]))


def test_the_schema_takes_what_is_read_and_refuses_each_wrong_value() -> None:
    war = draft() | {"triggers": [RELIEF, CEDED, TRUCE]}
    assert loads(json.dumps(war))
    assert fits(SCHEMA, war)
    wrong = spoilt()
    for key in ("provinces", "armies", "calendar", "factions", "triggers"):
        assert not fits(SCHEMA, war | {key: wrong[key]}), key


@pytest.mark.django_db
def test_the_schema_is_published_for_everybody() -> None:
    answer = Client().get("/campaign-file.schema.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/schema+json")
    assert json.loads(answer.content) == SCHEMA
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
