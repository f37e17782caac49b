"""The map of a draft as GeoJSON and as SVG, for its referees alone."""

import io
import json
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from shapely.geometry import shape

from battles.pack.printing import print_pictures
from campaign.rules.files.campaign_file import loads
from campaign.rules.files.drawing import loads_draft
from tests.campaign.drafts.hands import SHIPPED, browser, made, sent, text_of

pytestmark = pytest.mark.django_db


def test_GeoJSON_has_the_provinces_where_they_are_and_no_army(anna: Client) -> None:
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


def test_a_draft_reads_the_map_that_a_draft_wrote(anna: Client) -> None:
    written = anna.get(f"/drafts/{made(anna, pack='saxony_1813').key}/map.geojson").content
    again = made(anna, file=SimpleUploadedFile("map.geojson", written), name="Again")
    file, old = loads_draft(text_of(anna, again)), loads(SHIPPED["saxony_1813"])
    assert {row.name for row in file.provinces} == {row.name for row in old.provinces}
    assert {row.name for row in file.factions} == {row.name for row in old.factions}
    assert {row.name for row in file.map.rivers} == {row.name for row in old.map.rivers}


def test_SVG_stands_alone_and_shows_no_army(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    answer = anna.get(f"/drafts/{draft.key}/map.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)  # noqa: S314 (the program's own)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    names = [row["name"] for row in json.loads(text_of(anna, draft))["provinces"]]
    assert all(name.split()[-1] in answer.text for name in names)
    assert "var(" not in answer.text
    assert "calc(" not in answer.text
    assert 'href="#counter-' not in answer.text


def test_PNG_shows_the_land_and_the_colours_of_its_holders(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    answer = anna.get(f"/drafts/{draft.key}/map.png")
    assert answer["Content-Type"] == "image/png"
    picture = Image.open(io.BytesIO(answer.content)).convert("RGB")
    assert max(picture.size) == 2400
    seen = {colour for _, colour in picture.getcolors(picture.width * picture.height) or []}
    land, paper = (0xF7, 0xF1, 0xE2), (0xEF, 0xE7, 0xD3)
    assert paper in seen
    assert len(seen) > 100
    assert picture.getpixel((2, 2)) == paper
    assert picture.getpixel((picture.width // 2, picture.height // 2)) not in (paper, (255, 255, 255))
    assert land != paper


def test_PNG_of_the_same_map_is_printed_once_and_of_another_one_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, printed = browser("anna"), list[int]()

    def counted(*given: Any, **more: Any) -> list[bytes]:
        printed.append(1)
        return print_pictures(*given, **more)

    monkeypatch.setattr("campaign.views.map.posters.print_pictures", counted)
    draft = made(anna, pack="two_valleys", name="Printed once")
    first, again = (anna.get(f"/drafts/{draft.key}/map.png").content for _ in range(2))
    assert (first == again, len(printed)) == (True, 1)
    sent(anna, draft, "map/", {"text": "name,x,y,owner\nHere,200,200,One\nThere,600,500,Two\n", "act": "enter"})
    assert anna.get(f"/drafts/{draft.key}/map.png").content != first
    assert len(printed) == 2


@pytest.mark.parametrize(("paper", "size"), [("a1", (841, 594)), ("a2", (594, 420)), ("nonsense", (594, 420))])
def test_a_poster_has_the_map_and_a_counter_of_each_army(anna: Client, paper: str, size: tuple[int, int]) -> None:
    draft = made(anna, pack="two_valleys")
    answer = anna.get(f"/drafts/{draft.key}/poster.pdf", {"paper": paper})
    assert answer["Content-Type"] == "application/pdf"
    pdf = pypdfium2.PdfDocument(answer.content)
    width, height = pdf[0].get_size()
    assert sorted(round(side / 72 * 25.4) for side in (width, height)) == sorted(size)
    first, *sheets = [pdf[n].get_textpage().get_text_range() for n in range(len(pdf))]
    war = json.loads(text_of(anna, draft))
    assert war["name"] in first
    counters = " ".join(" ".join(sheets).split())
    for army in war["armies"]:
        assert army["name"] in counters


@pytest.mark.parametrize("page", ["map.svg", "map.png", "poster.pdf"])
def test_a_draft_without_land_has_no_picture_of_it(anna: Client, page: str) -> None:
    assert anna.get(f"/drafts/{made(anna, name='Empty').key}/{page}").status_code == 404
