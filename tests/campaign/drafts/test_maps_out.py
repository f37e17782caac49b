"""The map of a draft as GeoJSON and as SVG, for its referees alone."""

import json
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from shapely.geometry import shape

from campaign.rules.files.campaign_file import loads
from campaign.rules.files.drawing import loads_draft
from tests.campaign.drafts.hands import SHIPPED, browser, made, text_of

pytestmark = pytest.mark.django_db


def test_GeoJSON_has_the_provinces_where_they_are_and_no_army() -> None:
    anna = browser("anna")
    draft = made(anna, pack="saxony_1813")
    answer = anna.get(f"/drafts/{draft.key}/map.geojson")
    assert answer["Content-Type"] == "application/geo+json"
    features = answer.json()["features"]
    kinds = {
        kind: [one for one in features if one["properties"]["kind"] == kind] for kind in ("province", "town", "way")
    }
    file = loads(SHIPPED["saxony_1813"])
    assert [len(rows) for rows in kinds.values()] == [len(file.provinces), len(file.provinces), len(file.edges)]
    dresden = next(one for one in kinds["town"] if one["properties"]["key"] == "dresden")
    assert dresden["geometry"]["coordinates"] == pytest.approx([13.68, 51.07], abs=0.001)
    assert dresden["properties"]["owner"] == "France and the Confederation"
    assert all(shape(one["geometry"]).exterior.is_ccw for one in kinds["province"])
    assert not [row.name for row in file.armies if row.name in answer.text]


def test_a_draft_reads_the_map_that_a_draft_wrote() -> None:
    anna = browser("anna")
    written = anna.get(f"/drafts/{made(anna, pack='saxony_1813').key}/map.geojson").content
    again = made(anna, file=SimpleUploadedFile("map.geojson", written), name="Again")
    file, old = loads_draft(text_of(anna, again)), loads(SHIPPED["saxony_1813"])
    assert {row.name for row in file.provinces} == {row.name for row in old.provinces}
    assert {row.name for row in file.factions} == {row.name for row in old.factions}
    assert {row.name for row in file.map.rivers} == {row.name for row in old.map.rivers}


def test_SVG_stands_alone_and_shows_no_army() -> None:
    anna = browser("anna")
    draft = made(anna, pack="two_valleys")
    answer = anna.get(f"/drafts/{draft.key}/map.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)  # noqa: S314 (the program's own)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    names = [row["name"] for row in json.loads(text_of(anna, draft))["provinces"]]
    assert all(name.split()[-1] in answer.text for name in names)
    assert "--map-land" in answer.text
    assert 'href="#counter-' not in answer.text


@pytest.mark.parametrize("page", ["map.geojson", "map.svg"])
def test_nobody_else_has_the_map_of_a_draft(page: str) -> None:
    draft = made(browser("anna"), pack="two_valleys")
    assert browser("ben").get(f"/drafts/{draft.key}/{page}").status_code == 404
