"""Maps of other programs become drafts that can be begun once they have armies."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given, settings
from hypothesis import strategies as st

from base.refusal import Refusal
from campaign.models import Draft
from campaign.rules.drafts.outside.imports import read_foreign
from campaign.rules.files.campaign_file import print_file
from campaign.views.drafts.pages import FIRST_DAY
from tests.campaign.drafts.hands import browser, made, sent, text_of
from tests.campaign.drafts.test_nasty import spoilt

STATES = ((1, "Arvel", 300), (2, "Bromm", 700))


def azgaar() -> dict[str, Any]:
    """A small full export: a square island of 10 by 10 cells with two states, a river, and an islet beside it."""
    cells: list[dict[str, Any]] = []
    vertices: list[dict[str, Any]] = []
    for number in range(100):
        x, y = 50 + 100 * (number % 10), 50 + 80 * (number // 10)
        height, biome = (75, 4) if number % 10 == 9 else (30, 6 if number < 50 else 4)
        cells.append({"i": number, "p": [x, y], "h": height, "biome": biome, "f": 2, "state": 1 if x < 500 else 2})
    for number, (x, y) in enumerate(((0, 0), (500, -10), (1000, 0), (1010, 400), (1000, 800), (0, 800))):
        vertices.append({"i": number, "p": [x, y], "v": [], "c": []})
    burgs: list[dict[str, Any]] = [{}]
    for number, cell in enumerate(cells[::7], 1):
        place = {"cell": cell["i"], "x": cell["p"][0] + 3, "y": cell["p"][1], "feature": 2, "state": cell["state"]}
        burgs.append(place | {"i": number, "name": f"Burg {number}", "population": number, "capital": number in (2, 4)})
    burgs.append(
        {"i": 50, "name": "Islet", "cell": 0, "x": 5000, "y": 5000, "state": 1, "feature": 3, "population": 99}
    )
    burgs.append({"i": 51, "name": "Ruin", "cell": 0, "x": 1, "y": 1, "feature": 2, "removed": True})
    return {
        "info": {"version": "1.99", "mapName": "Arvelia"},
        "pack": {
            "cells": cells, "vertices": vertices, "burgs": burgs,
            "features": [0, {"i": 1, "type": "ocean"}, {"i": 2, "type": "island", "vertices": [0, 1, 2, 3, 4, 5]}],
            "states": [{"i": 0, "name": "Neutrals"}, *({"i": i, "name": name, "center": c} for i, name, c in STATES)],
            "rivers": [{"i": 1, "name": "Arv", "discharge": 9, "cells": [4, 14, 24, 34, 44, 54, 64, 74, 84, 94, -1]}],
        },
    }  # fmt: skip


def geojson() -> dict[str, Any]:
    """Towns, a coast and a river in degrees."""
    towns = (("Prague", 14.42, 50.09, "Austria", 12), ("Dresden", 13.74, 51.05, "Prussia", 11),
             ("Brünn", 16.6, 49.2, "Austria", 6), ("Breslau", 17.03, 51.1, "Prussia", 8))  # fmt: skip
    points = [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [east, north, 200.0]},
         "properties": {"NAME": name, "owner": owner, "value": float(value), "fortress": value > 10}}
        for name, east, north, owner, value in towns
    ]  # fmt: skip
    ring = [[12.5, 48.5], [18.0, 48.5], [18.0, 52.0], [12.5, 52.0], [12.5, 48.5]]
    land = {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [ring]}, "properties": None}
    course = [[15.9, 52.4], [15.4, 50.6], [15.3, 48.2]]
    river = {
        "type": "Feature",
        "geometry": {"type": "LineString", "coordinates": course},
        "properties": {"name": "Elbe"},
    }
    return {"type": "FeatureCollection", "name": "Bohemia", "features": [*points, land, river]}


def sent_as_file(document: dict[str, Any]) -> SimpleUploadedFile:
    return SimpleUploadedFile("map.json", json.dumps(document).encode())


@pytest.mark.django_db
def test_a_map_of_azgaars_generator_becomes_a_war() -> None:
    anna = browser("anna")
    draft = made(anna, file=sent_as_file(azgaar()))
    war = json.loads(text_of(anna, draft))
    assert war["name"] == "Arvelia"
    assert [row["name"] for row in war["factions"]] == ["Arvel", "Bromm"]
    assert len(war["provinces"]) == 15
    names = {row["name"]: row for row in war["provinces"]}
    assert not {"Islet", "Ruin"} & set(names)
    assert sum(row.get("capital", False) and row.get("depot", False) for row in names.values()) == 2
    assert {row.get("terrain", "rolling") for row in names.values()} >= {"wooded", "open"}
    assert all(row["polygon"] for row in names.values())
    assert war["map"]["rivers"][0]["name"] == "Arv"
    assert len(war["map"]["rivers"][0]["line"]) > 1
    assert len(war["edges"]) > 15
    capitals = [row for row in names.values() if row.get("capital")]
    order = "\n".join(f"Army {n} (General {n}, good; {row['name']}): 3 Line inf" for n, row in enumerate(capitals))
    sent(anna, draft, "armies/", {"text": order, "act": "enter"})
    sent(anna, draft, "begin/", {"slug": "arvelia"})


@pytest.mark.django_db
def test_geojson_becomes_a_draft() -> None:
    anna = browser("anna")
    war = json.loads(text_of(anna, made(anna, name="My war", file=sent_as_file(geojson()))))
    assert war["name"] == "My war"
    names = {row["name"]: row for row in war["provinces"]}
    assert set(names) == {"Prague", "Dresden", "Brünn", "Breslau"}
    assert names["Prague"]["lon_lat"] == [14.42, 50.09]
    assert names["Prague"]["fortress"] is True
    assert names["Brünn"]["controller"] == "austria"
    assert {tuple(sorted(row["between"])) for row in war["edges"] if row.get("river") == "Elbe"}
    assert len(war["map"]["outline"]) > 3


@pytest.mark.django_db
def test_a_map_without_towns_is_refused() -> None:
    anna = browser("anna")
    empty: tuple[dict[str, Any], ...] = ({"type": "FeatureCollection", "features": []}, {"pack": {"burgs": [{}]}})
    for document in empty:
        answer = anna.post("/drafts/new/", {"file": sent_as_file(document), "part": "all"})
        assert answer.status_code == 422
        assert "it has no town that could be read" in answer.text
    assert not Draft.objects.exists()


@pytest.mark.django_db
def test_each_faction_sees_its_own_and_what_is_near() -> None:
    anna = browser("anna")
    draft = made(anna, pack="two_valleys")
    page = anna.get(f"/drafts/{draft.key}/see/?faction=birkenfeld").text
    assert "Army of the Birke," in page
    assert "Army of the Aven " not in page
    assert anna.get(f"/drafts/{draft.key}/see/?faction=nobody").status_code == 200


@settings(max_examples=150, deadline=None)
@given(data=st.data(), which=st.sampled_from((azgaar, geojson)))
def test_spoilt_maps_are_read_or_refused(data: st.DataObject, which: Any) -> None:
    document = which()
    for _ in range(data.draw(st.integers(1, 3))):
        document = spoilt_inside(document, data)
    try:
        file = read_foreign(json.dumps(document).encode(), "War", FIRST_DAY)
    except Refusal:
        return
    assert file is None or print_file(file)


def spoilt_inside(document: dict[str, Any], data: st.DataObject) -> dict[str, Any]:
    key = data.draw(st.sampled_from(sorted(document)))
    inner = document[key]
    if isinstance(inner, dict) and inner:
        part = data.draw(st.sampled_from(sorted(inner)))
        return {**document, key: {**inner, part: spoilt(inner[part], data.draw)}}
    return {**document, key: spoilt(inner, data.draw)}
