"""A picture under the map of a draft: laid there, moved, removed and undone; only the draft's referees see it."""

import io
import re
from typing import Any

import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image, ImageChops

from campaign.models import Draft, DraftScan
from campaign.rules.drafts.outside.under import Place, fitting, joined, laid
from campaign.rules.drafts.starts import read_document
from campaign.services.drafts import drafts as service
from tests.campaign.drafts.hands import browser, made, sent, text_of

pytestmark = pytest.mark.django_db
PLACE = {"x": "500", "y": "350", "across": "800", "turn": "12.5", "strength": "40"}
TOWNS = """name,longitude,latitude,owner
Prague,14.42,50.09,Austria
Dresden,13.74,51.05,Saxony
Brno,16.61,49.19,Austria
"""


def scan(kind: str = "PNG", size: tuple[int, int] = (400, 300)) -> SimpleUploadedFile:
    """A picture as it is sent."""
    out = io.BytesIO()
    Image.new("RGB", size, (90, 120, 60)).save(out, kind)
    return SimpleUploadedFile(f"old map.{kind.lower()}", out.getvalue())


def image_of(page: str) -> dict[str, str]:
    """The picture as the map of a page has it."""
    found = re.search(r'<image id="under"([^>]*)/?>', page)
    return dict(re.findall(r'([\w-]+)="([^"]*)"', found[1])) if found else {}


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_lies_under_an_empty_map_and_towns_are_placed_on_it(anna: Client, kind: str) -> None:
    draft = made(anna, name="Bohemia")
    sent(anna, draft, "map/picture/", {"picture": scan(kind)})
    page = anna.get(f"/drafts/{draft.key}/map/").text
    image = image_of(page)
    assert (float(image["x"]), float(image["width"]), float(image["height"])) == (0, 1000, 750)
    assert 'viewBox="0 -25.0 1000 750' in page or 'viewBox="0.0 -25.0 1000.0 750.0"' in page
    shown = anna.get(image["href"])
    assert shown["Content-Type"] == "image/jpeg"
    assert shown["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert Image.open(io.BytesIO(shown.content)).size == (400, 300)
    sent(anna, draft, "map/", {"text": "name,x,y\nPrague,500,300\nBrno,800,600\n", "act": "enter"})
    assert image_of(anna.get(f"/drafts/{draft.key}/map/").text)


def test_it_is_moved_turned_and_faded_and_each_step_is_undone(anna: Client) -> None:
    draft = made(anna, name="Bohemia")
    sent(anna, draft, "map/picture/", {"picture": scan()})
    sent(anna, draft, "map/picture/place/", PLACE)
    image = image_of(anna.get(f"/drafts/{draft.key}/map/").text)
    assert [float(image[name]) for name in ("x", "y", "width", "height", "opacity")] == [100, 50, 800, 600, 0.4]
    assert image["transform"] == "rotate(12.5 500.0 350.0)"
    sent(anna, draft, "map/picture/remove/")
    assert not image_of(anna.get(f"/drafts/{draft.key}/map/").text)
    sent(anna, draft, "undo/")
    assert image_of(anna.get(f"/drafts/{draft.key}/map/").text) == image
    sent(anna, draft, "undo/")
    assert float(image_of(anna.get(f"/drafts/{draft.key}/map/").text)["width"]) == 1000
    sent(anna, draft, "redo/")
    assert image_of(anna.get(f"/drafts/{draft.key}/map/").text) == image
    before = Draft.objects.get().version
    sent(anna, draft, "map/picture/place/", PLACE)
    assert Draft.objects.get().version == before


def test_in_degrees_it_stays_with_its_towns_when_the_map_grows(anna: Client) -> None:
    draft = made(anna, name="Bohemia")
    sent(anna, draft, "map/", {"text": TOWNS, "ways": "on", "act": "enter"})
    sent(anna, draft, "map/picture/", {"picture": scan()})
    sent(anna, draft, "map/picture/place/", {**PLACE, "x": "14.42", "y": "50.09", "across": "2"})
    for more in ("", "Paris,2.35,48.86,France\n"):
        sent(anna, draft, "map/", {"text": TOWNS + more, "ways": "on", "act": "enter"})
        page = anna.get(f"/drafts/{draft.key}/map/").text
        image = image_of(page)
        town = re.search(r'data-name="Prague" cx="([-\d.]+)" cy="([-\d.]+)"', page)
        middle = (float(image["x"]) + float(image["width"]) / 2, float(image["y"]) + float(image["height"]) / 2)
        assert middle == pytest.approx((float(town[1]), float(town[2])), abs=1.0)


def test_nobody_else_sees_it_and_no_file_has_it(anna: Client) -> None:
    draft, other = made(anna, pack="two_valleys"), made(anna, name="Another")
    sent(anna, draft, "map/picture/", {"picture": scan()})
    address = image_of(anna.get(f"/drafts/{draft.key}/map/").text)["href"]
    assert anna.get(address).status_code == 200
    bertha = browser("bertha")
    assert bertha.get(address).status_code == 404
    made_of_berthas = made(bertha, name="Mine")
    for key in (other.key, made_of_berthas.key):
        assert anna.get(address.replace(draft.key, key)).status_code == 404
    assert bertha.get(address.replace(draft.key, made_of_berthas.key)).status_code == 404
    sent(anna, draft, "publish/", {"licence": "cc0", "summary": ""})
    sent(anna, draft, "copy/")
    scanned = DraftScan.objects.get().key
    for page in ("war.json", "map.svg", "map.geojson", "", "see/", "armies/"):
        assert scanned not in anna.get(f"/drafts/{draft.key}/{page}").text
    assert not image_of(anna.get(f"/drafts/{Draft.objects.latest('pk').key}/map/").text)
    draft.delete()
    assert not DraftScan.objects.exists()


@pytest.mark.parametrize(("page", "data", "sentence"), [
    ("", {}, "Picture: choose a file."),
    ("", {"picture": SimpleUploadedFile("a.png", b"no picture")}, "Picture: this file cannot be read"),
    ("", {"picture": SimpleUploadedFile("a.png", b"\0" * (5 * 1024 * 1024 + 1))}, "larger than 5 MB"),
    ("place/", PLACE, "there is none under the map"),
])  # fmt: skip
def test_what_is_no_picture_or_no_place_is_refused_and_changes_nothing(
    anna: Client, page: str, data: dict[str, Any], sentence: str
) -> None:
    draft = made(anna, name="Bohemia")
    before = text_of(anna, draft)
    assert sentence in sent(anna, draft, f"map/picture/{page}", data, status=422).text
    assert (text_of(anna, draft), Draft.objects.get().version) == (before, 1)
    assert not DraftScan.objects.exists()


@pytest.mark.parametrize(("field", "value", "sentence"), [
    ("x", "nan", "write a number from"), ("y", "1e7", "write a number from -100,000 to 100,000"),
    ("across", "0", "write a number from"), ("turn", "1e9", "write a number from -180 to 180"),
    ("strength", "0", "whole number from 5 to 100"),
])  # fmt: skip
def test_a_wrong_place_is_refused_beside_its_field(anna: Client, field: str, value: str, sentence: str) -> None:
    draft = made(anna, name="Bohemia")
    sent(anna, draft, "map/picture/", {"picture": scan()})
    kept = Draft.objects.get().under
    assert sentence in sent(anna, draft, "map/picture/place/", {**PLACE, field: value}, status=422).text
    assert Draft.objects.get().under == kept


def test_four_pictures_are_kept_and_an_older_step_shows_none(anna: Client) -> None:
    draft = made(anna, name="Bohemia")
    for _ in range(service.MOST_SCANS + 1):
        sent(anna, draft, "map/picture/", {"picture": scan()})
    assert DraftScan.objects.count() == service.MOST_SCANS
    for _ in range(service.MOST_SCANS):
        assert image_of(anna.get(f"/drafts/{draft.key}/map/").text)
        sent(anna, draft, "undo/")
    assert not image_of(anna.get(f"/drafts/{draft.key}/map/").text)


def test_a_frame_holds_a_turned_picture_and_is_not_lost_beside_one_far_away() -> None:
    file = read_document('{"format": "bivouac.campaign/1", "name": "x", "calendar": {"start": "1809-05-01"}, '
                         '"map": {"view": [0, 0, 1000, 700]}}')  # fmt: skip
    place = Place(500, 350, 1000, turn=90)
    assert joined(file.map.view, laid(place, file, (1000, 500), 1.0)) == (0, -150, 1000, 1000)
    assert joined(file.map.view, laid(Place(90_000, 0, 10), file, (10, 10), 1.0)) == (0, 0, 1000, 700)
    assert fitting(file, 350, 350) == Place(500, 350, 1000)
    assert fitting(file, 2000, 700) == Place(500, 350, 2000)


def test_PNG_and_poster_hold_the_picture_by_choice_alone(anna: Client) -> None:
    draft = made(anna, name="Bohemia")
    sent(anna, draft, "map/", {"text": TOWNS, "act": "enter"})
    plain = "?picture=1" in anna.get(f"/drafts/{draft.key}/map/").text
    sent(anna, draft, "map/picture/", {"picture": scan()})
    sent(
        anna, draft, "map/picture/place/", PLACE | {"x": "15", "y": "50", "across": "9", "turn": "0", "strength": "100"}
    )
    assert (plain, "map.png?picture=1" in anna.get(f"/drafts/{draft.key}/map/").text) == (False, True)
    shares = {}
    for asked in ("", "?picture=1"):
        png = Image.open(io.BytesIO(anna.get(f"/drafts/{draft.key}/map.png{asked}").content))
        poster = pypdfium2.PdfDocument(anna.get(f"/drafts/{draft.key}/poster.pdf{asked}").content)
        shares[asked] = [share_of(picture) for picture in (png, poster[0].render(scale=0.3).to_pil())]
    assert max(shares[""]) < 0.02
    assert min(shares["?picture=1"]) > 0.2


def share_of(picture: Image.Image) -> float:
    """The share of the pixels that have nearly the colour of the scan."""
    scan = Image.new("RGB", picture.size, (90, 120, 60))
    apart = ImageChops.difference(picture.convert("RGB"), scan).convert("L")
    return sum(apart.histogram()[:6]) / (picture.width * picture.height)
