"""A draft is made, looked at, undone, downloaded, begun and thrown away."""

import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from base.refusal import Refusal
from campaign.models import Campaign, Draft, DraftStep
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.campaign_file import print_file
from campaign.services.drafts import drafts as service
from campaign.services.files.files import dump_text, load_campaign
from tests.campaign.drafts.hands import SHIPPED, made, sent, text_of
from tests.campaign.files.drafts import draft as small_war

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", SHIPPED)
def test_load_open_and_save_gives_the_same_bytes(anna: Client, name: str) -> None:
    for how in ({"pack": name}, {"file": SimpleUploadedFile("war.json", SHIPPED[name])}):
        draft = made(anna, **how)
        assert (anna.get(f"/drafts/{draft.key}/").status_code, text_of(anna, draft)) == (200, SHIPPED[name])


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_war_has_no_fault_and_begins(anna: Client, name: str) -> None:
    draft = made(anna, pack=name)
    page = anna.get(f"/drafts/{draft.key}/").text
    assert "Nothing is missing." in page
    assert '<svg class="war-map' in page
    assert sent(anna, draft, "begin/", {"slug": "ours"})["Location"] == "/c/ours/desk/"
    war = Campaign.objects.get(slug="ours")
    assert (war.state, war.turns.get().number) == ("running", 1)
    assert list(war.members.values_list("user__username", "role")) == [("anna", "referee")]


def test_a_begun_draft_is_closed_and_can_be_copied(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    sent(anna, draft, "begin/", {"slug": "ours"})
    page = anna.get(f"/drafts/{draft.key}/").text
    assert "This draft has begun" in page
    assert "Begin the war" not in page
    sent(anna, draft, "begin/", {"slug": "again"})
    assert "has become a campaign and is closed" in anna.get(f"/drafts/{draft.key}/").text
    sent(anna, draft, "undo/")
    assert not Campaign.objects.filter(slug="again").exists()
    sent(anna, draft, "copy/")
    copy = Draft.objects.exclude(pk=draft.pk).get()
    assert text_of(anna, copy) == SHIPPED["two_valleys"]
    sent(anna, copy, "begin/", {"slug": "again"})


def test_what_cannot_begin_makes_no_campaign_and_stays_open(anna: Client) -> None:
    draft = made(anna, name="Bohemia 1757")
    page = anna.get(f"/drafts/{draft.key}/").text
    assert "The map is empty; paste a table of towns." in page
    assert "A war needs two factions at least; add one." in page
    many = page.count("must be mended</span>")
    assert many > 1
    assert f'The war cannot begin yet: <a href="#check">{many} faults must be mended</a> first.' in page
    assert "The war cannot begin yet." in sent(anna, draft, "begin/", {"slug": "ours"}, status=422).text
    assert not Campaign.objects.exists()
    taken = made(anna, pack="two_valleys")
    load_campaign(data=small_war(), slug="mine", actor="x")
    assert "is taken by another campaign" in sent(anna, taken, "begin/", {"slug": "mine"}, status=422).text
    taken.refresh_from_db()
    assert taken.begun_at is None


def test_the_map_alone_has_nobody_on_it_and_the_powers_no_army(anna: Client) -> None:
    bare = json.loads(text_of(anna, made(anna, pack="saxony_1813", part="map", name="Elbe")))
    assert bare["name"] == "Elbe"
    assert not {"factions", "armies", "leaders", "victory"} & set(bare)
    assert len(bare["provinces"]) == 48
    assert not any({"home", "controller", "depot", "capital"} & set(row) for row in bare["provinces"])
    powers = json.loads(text_of(anna, made(anna, pack="saxony_1813", part="powers")))
    assert len(powers["factions"]) == 5
    assert sum(row.get("capital", False) for row in powers["provinces"]) == 5
    assert not {"armies", "leaders"} & set(powers)


def test_a_war_under_way_gives_its_map_but_is_no_draft(anna: Client) -> None:
    war = dump_text(load_campaign(data=small_war(), slug="small", actor="x"))
    file = {"file": SimpleUploadedFile("war.json", war.encode())}
    refused = anna.post("/drafts/new/", {"part": "all", **file})
    assert refused.status_code == 422
    assert "A draft has no history." in refused.text
    assert not Draft.objects.exists()
    taken = json.loads(text_of(anna, made(anna, part="powers", file=SimpleUploadedFile("war.json", war.encode()))))
    assert [row["key"] for row in taken["factions"]] == ["red", "blue"]
    assert not {"history", "secret", "state"} & set(taken)


def test_steps_are_undone_one_by_one_and_fifty_are_kept(anna: Client) -> None:
    draft = made(anna, name="Bohemia")
    file, texts = read_document(text_of(anna, draft)), []
    for day in range(1, 61):
        changed = replace(file, summary=f"Day {day}")
        texts.append(print_file(changed).encode())
        draft = service.change_draft(draft=draft, seen=draft.version, file=changed, said=f"Change {day}")
    assert DraftStep.objects.filter(draft=draft).count() == service.STEPS_KEPT
    for text in reversed(texts[9:]):
        assert text_of(anna, draft) == text
        if text != texts[9]:
            sent(anna, draft, "undo/")
    sent(anna, draft, "undo/")
    assert not DraftStep.objects.filter(undone=False).exists()
    draft.refresh_from_db()
    refused = anna.post(f"/drafts/{draft.key}/undo/", {"seen": draft.version}, follow=True)
    assert "There is nothing to undo." in refused.text


def test_undo_and_redo_lead_back_to_the_page_on_which_they_were_pressed(anna: Client) -> None:
    draft, file = made(anna, pack="two_valleys"), read_document(SHIPPED["two_valleys"])
    draft = service.change_draft(draft=draft, seen=draft.version, file=replace(file, summary="x"), said="x")
    for step, room, page in (
        ("undo/", "draft_ways", "ways/"), ("redo/", "draft_map", "map/"), ("undo/", "desk", ""), ("redo/", "x" * 9, ""),
        ("undo/", "draft_way_text", "ways/"), ("redo/", "draft_courses", "map/"), ("undo/", "draft_picture", "map/"),
        ("redo/", "draft_picture_place", "map/"), ("undo/", "draft_end", "victory/"), ("redo/", "draft_begin", ""),
    ):  # fmt: skip
        assert sent(anna, draft, step, {"room": room})["Location"] == f"/drafts/{draft.key}/{page}"
    refused = anna.post(f"/drafts/{draft.key}/redo/", {"seen": draft.version, "room": "draft_way_text"})
    assert refused["Location"] == f"/drafts/{draft.key}/ways/"


def test_an_older_page_changes_nothing(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    with pytest.raises(Refusal, match="as it was before another change"):
        service.change_draft(draft=draft, seen=draft.version + 1, file=read_document(SHIPPED["saxony_1813"]), said="x")
    answer = anna.post(f"/drafts/{draft.key}/begin/", {"seen": draft.version + 1, "slug": "ours"})
    assert answer.status_code == 422
    assert not Campaign.objects.exists()


def test_a_referee_has_forty_drafts_at_most(anna: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_DRAFTS", 2)
    for _ in range(2):
        made(anna, name="One")
    assert "throw one of them away first" in anna.post("/drafts/new/", {"name": "Third"}).text
    assert Draft.objects.count() == 2
    sent(anna, Draft.objects.first(), "drop/")
    assert Draft.objects.count() == 1
    made(anna, name="Third")


def test_what_was_undone_is_redone_until_something_else_changes(anna: Client) -> None:
    draft = made(anna, name="Bohemia")
    file, texts = read_document(text_of(anna, draft)), [text_of(anna, draft)]
    for day in range(1, 4):
        changed = replace(file, summary=f"Day {day}")
        draft = service.change_draft(draft=draft, seen=draft.version, file=changed, said=f"Change {day}")
        texts.append(print_file(changed).encode())
    for text in (texts[2], texts[1], texts[0]):
        sent(anna, draft, "undo/")
        assert text_of(anna, draft) == text
    assert "Redo: Change 1" in anna.get(f"/drafts/{draft.key}/").text
    for text in (texts[1], texts[2]):
        sent(anna, draft, "redo/")
        assert text_of(anna, draft) == text
    sent(anna, draft, "undo/")
    assert text_of(anna, draft) == texts[1]
    draft.refresh_from_db()
    service.change_draft(draft=draft, seen=draft.version, file=replace(file, summary="Other"), said="Another change")
    sent(anna, draft, "redo/")
    assert "There is nothing to redo." in anna.get(f"/drafts/{draft.key}/").text
    sent(anna, draft, "undo/")
    assert text_of(anna, draft) == texts[1]
