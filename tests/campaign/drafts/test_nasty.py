"""Mutated pastes and files: each is entered whole or refused whole, and no page breaks."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.models import Campaign, Draft, DraftScan
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.campaign_file import print_file
from campaign.services.drafts.drafts import MOST_SCANS
from tests.campaign.drafts.bohemia import ORDER, TOWNS
from tests.campaign.drafts.hands import SHIPPED, browser, made, sent, text_of
from tests.campaign.drafts.test_under import scan

pytestmark = pytest.mark.django_db
NASTY = (
    "\0", "\ud7ff", "\u202e", "e" + "\u0301" * 9, '"', "'", ",", ";", "\t", "\n", "\r\n", "(", ")", ":", "-", "−", "°",
    "1e9", "-1", "nan", "99999999", "0", "½", "²", "٣", " ", "\u2028", "\x0b", "\x85", "sep=;", "name", "longitude",
    "yes", "=1+1", "<b>", "{{", "А" * 90,
)  # fmt: skip
ROOMS = ("", "war/", "map/", "powers/", "provinces/", "ways/", "armies/", "victory/", "war.json")
COURSES = "coast: 12 48, 18 48, 18 53, 12 53\nriver Elbe: 16 47, 15 50, 14 54\nridge Ore Mountains: 11 50.4, 14 50.7\n"
WAYS = "Prague - Kolin road\nPrague - Leitmeritz ferry Elbe\nGlatz - Königgrätz pass\n"
often = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def mutated(draw: Callable[..., Any], text: str) -> str:
    """A text with some pieces put in, taken out, doubled or moved."""
    for _ in range(draw(st.integers(1, 5))):
        first, second = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        piece = draw(st.sampled_from(("", text[first:second], *NASTY)))
        end = draw(st.sampled_from((first, min(first + 1, len(text)), min(second, first + 12))))
        text = text[:first] + piece + text[end:]
    return text


def begun(client: Any) -> Draft:
    draft = made(client, name="Bohemia 1757")
    sent(client, draft, "map/", {"text": TOWNS, "ways": "on", "act": "enter"})
    draft.refresh_from_db()
    return draft


def entered_or_refused(client: Any, draft: Draft, page: str, data: dict[str, Any]) -> None:
    """Send a form: it is a new version of the document, or the document is as it was."""
    draft.refresh_from_db()
    before, version = text_of(client, draft), draft.version
    answer = client.post(f"/drafts/{draft.key}/{page}", {"seen": version, **data})
    assert answer.status_code in (200, 302, 422)
    draft.refresh_from_db()
    after = text_of(client, draft)
    assert (after == before) == (draft.version == version)
    assert answer.status_code == 302 or after == before
    assert print_file(read_document(after)).encode() == after
    if draft.version != version:
        for room in ROOMS:
            assert client.get(f"/drafts/{draft.key}/{room}").status_code == 200
        sent(client, draft, "undo/")
        assert text_of(client, draft) == before


@often
@given(text=mutated(TOWNS), act=st.sampled_from(("look", "enter")), ways=st.sampled_from(({}, {"ways": "on"})))
def test_towns(text: str, act: str, ways: dict[str, str]) -> None:
    anna = browser("anna")
    draft = Draft.objects.first() or begun(anna)
    entered_or_refused(anna, draft, "map/", {"text": text, "act": act, **ways})


@pytest.mark.parametrize(("page", "text"), [("armies/", ORDER), ("ways/text/", WAYS), ("map/lines/", COURSES)])
@often
@given(data=st.data())
def test_lines(page: str, text: str, data: st.DataObject) -> None:
    anna = browser("anna")
    draft = Draft.objects.first() or begun(anna)
    entered_or_refused(anna, draft, page, {"text": data.draw(mutated(text)), "act": "enter"})


@often
@given(data=st.data())
def test_forms(data: st.DataObject) -> None:
    anna = browser("anna")
    draft = Draft.objects.first() or begun(anna)
    values = st.one_of(
        st.sampled_from(NASTY), st.sampled_from(("austria", "capitals", "prague", "5", "1757-04-18", "on"))
    )
    names = {
        "war/": ("name", "summary", "start", "turn_days", "last_turn", "muster_every"),
        "powers/": (
            "f0-name", "f0-colour", "f0-pattern", "f0-offmap_income", "f0-opening_points", "f2-name", "r0-kind",
            "f1-gone",
        ),
        "provinces/": ("p0-name", "p0-home", "p0-value", "p0-terrain", "p0-town_size", "p1-capital"),
        "ways/": ("w0-kind", "w0-river", "w1-gone"),
        "victory/": ("kind", "number", "turns", "provinces", "text", "by", "sides", "percent", "at_least"),
        "victory/end/": ("at_the_end", "gone"),
    }  # fmt: skip
    page = data.draw(st.sampled_from(sorted(names)))
    entered_or_refused(anna, draft, page, {name: data.draw(values) for name in names[page]})


@often
@given(kind=st.sampled_from(("PNG", "JPEG", "WEBP")), data=st.data())
def test_pictures(kind: str, data: st.DataObject) -> None:
    anna = browser("anna")
    draft, whole = Draft.objects.first() or begun(anna), bytearray(scan(kind, (64, 48)).read())
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at : at + data.draw(st.integers(0, 6))] = data.draw(st.binary(max_size=8))
    draft.refresh_from_db()
    picture = SimpleUploadedFile("map.png", bytes(whole) or b"-")
    answer = anna.post(f"/drafts/{draft.key}/map/picture/", {"seen": draft.version, "picture": picture})
    assert answer.status_code in (302, 422)
    assert DraftScan.objects.count() <= MOST_SCANS
    assert anna.get(f"/drafts/{draft.key}/map/").status_code == 200


def spoilt(value: Any, draw: Callable[..., Any]) -> Any:
    """A document with one value of it replaced, taken out or doubled."""
    replaced = draw(st.sampled_from((None, True, -1, 1e9, 10**18, "", [], {}, [[0, 0]], "x" * 200, *NASTY)))
    if isinstance(value, dict) and value and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: spoilt(value[key], draw)}
    if isinstance(value, list) and value and draw(st.booleans()):
        place = draw(st.integers(0, len(value) - 1))
        return [*value[:place], spoilt(value[place], draw), *value[place + draw(st.integers(0, 1)) :]]
    return replaced


@often
@given(data=st.data())
def test_files(data: st.DataObject) -> None:
    anna, document = browser("anna"), json.loads(SHIPPED["two_valleys"])
    for _ in range(data.draw(st.integers(1, 4))):
        key = data.draw(st.sampled_from(sorted(document)))
        document[key] = spoilt(document[key], data.draw)
    text, before = json.dumps(document, ensure_ascii=True).encode(), Draft.objects.count()
    part = data.draw(st.sampled_from(("all", "powers", "map")))
    answer = anna.post("/drafts/new/", {"part": part, "file": SimpleUploadedFile("war.json", text)})
    assert answer.status_code in (302, 422)
    assert Draft.objects.count() == before + (answer.status_code == 302)
    if answer.status_code == 302:
        draft = Draft.objects.get(key=answer["Location"].split("/")[2])
        for room in ROOMS:
            assert anna.get(f"/drafts/{draft.key}/{room}").status_code == 200
        preview = anna.post(f"/drafts/{draft.key}/map/", {"seen": 1, "text": TOWNS, "act": "look"})
        assert preview.status_code in (200, 422)
        with transaction.atomic():
            answer = anna.post(f"/drafts/{draft.key}/begin/", {"seen": 1, "slug": "spoilt"})
            assert answer.status_code in (302, 422)
            assert Campaign.objects.filter(slug="spoilt").exists() == (answer.status_code == 302)
            transaction.set_rollback(True)
        draft.delete()
