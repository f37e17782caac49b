"""The library: a referee publishes a war, others begin with it or take the file; nothing that follows harms anybody."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.models import Draft, SharedWar
from campaign.rules.drafts.starts import read_document
from campaign.rules.files.campaign_file import loads
from campaign.services.drafts.drafts import change_draft
from tests.campaign.drafts.hands import SHIPPED, browser, made, sent, text_of

pytestmark = pytest.mark.django_db


def published(client: Client, draft: Draft, **given: Any) -> SharedWar:
    sent(client, draft, "publish/", {"licence": "cc-by", "summary": "For two.", **given})
    return SharedWar.objects.get(draft=draft)


def test_others_begin_from_a_published_war_in_two_clicks_or_take_its_file() -> None:
    anna, bertha = browser("anna"), browser("bertha")
    shared = published(anna, made(anna, pack="two_valleys"))
    listed = bertha.get("/drafts/library/").text
    assert "For two." in listed
    assert "By anna, CC BY 4.0" in listed
    page = bertha.get(f"/drafts/library/{shared.key}/").text
    assert '<svg class="war-map' in page
    assert "Withdraw it" not in page
    mine = Draft.objects.get(key=bertha.post(f"/drafts/library/{shared.key}/begin/")["Location"].split("/")[2])
    assert [one.username for one in mine.referees.all()] == ["bertha"]
    wanted = json.loads(SHIPPED["two_valleys"])
    wanted.pop("slug", None)
    assert json.loads(text_of(bertha, mine)) == wanted
    file = bertha.get(f"/drafts/library/{shared.key}/war.json").content
    assert json.loads(file) == wanted
    assert loads(file)


def test_to_change_withdraw_or_delete_what_was_published_harms_nobody() -> None:
    anna, bertha = browser("anna"), browser("bertha")
    draft = made(anna, pack="two_valleys")
    shared = published(anna, draft)
    text = bertha.get(f"/drafts/library/{shared.key}/war.json").content
    mine = Draft.objects.get(key=bertha.post(f"/drafts/library/{shared.key}/begin/")["Location"].split("/")[2])
    draft.refresh_from_db()
    file = replace(read_document(text), summary="Changed")
    change_draft(draft=draft, seen=draft.version, file=file, said="Changed")
    assert bertha.get(f"/drafts/library/{shared.key}/war.json").content == text
    assert published(anna, draft).pk == shared.pk
    assert json.loads(bertha.get(f"/drafts/library/{shared.key}/war.json").content)["summary"] == "Changed"
    assert text_of(bertha, mine) == text
    assert "only its author" in bertha.post(f"/drafts/library/{shared.key}/withdraw/", follow=True).text
    sent(anna, draft, "drop/")
    assert bertha.get(f"/drafts/library/{shared.key}/").status_code == 200
    anna.post(f"/drafts/library/{shared.key}/withdraw/")
    assert not SharedWar.objects.exists()
    assert text_of(bertha, mine) == text
    sent(bertha, mine, "begin/", {"slug": "ours"})


def test_an_author_who_is_gone_leaves_his_war_under_his_name() -> None:
    anna, bertha = browser("anna"), browser("bertha")
    shared = published(anna, made(anna, pack="two_valleys"))
    User.objects.get(username="anna").delete()
    assert "By anna" in bertha.get(f"/drafts/library/{shared.key}/").text


def test_a_published_war_holds_no_secret_and_a_draft_that_cannot_begin_is_not_published(anna: Client) -> None:
    data = json.loads(SHIPPED["two_valleys"]) | {"secret": "a-secret-of-dice-0123456789", "slug": "hidden-name"}
    draft = made(anna, file=SimpleUploadedFile("war.json", json.dumps(data).encode()))
    shared = published(anna, draft)
    text = anna.get(f"/drafts/library/{shared.key}/war.json").text
    assert "a-secret-of-dice" not in text
    assert "hidden-name" not in text
    empty = made(anna, name="Bohemia")
    sent(anna, empty, "publish/", {"licence": "cc0"})
    assert "The map is empty" in anna.get(f"/drafts/{empty.key}/").text
    sent(anna, draft, "publish/", {"licence": "mine"})
    assert "choose a licence" in anna.get(f"/drafts/{draft.key}/").text
    assert SharedWar.objects.count() == 1


def test_visitors_see_no_library_and_what_is_not_there_is_not_found() -> None:
    assert Client().get("/drafts/library/").status_code == 302
    for page in ("", "war.json"):
        assert browser("bertha").get(f"/drafts/library/nothing/{page}").status_code == 404
    assert browser("bertha").post("/drafts/library/nothing/begin/").status_code == 404


def test_HR_30_the_checker_and_a_battle_take_the_types_of_a_published_war_from_those_who_are_logged_in(
    anna: Client,
) -> None:
    sent(anna, made(anna, pack="jena_1806"), "publish/", {"licence": "cc0", "summary": ""})
    key = SharedWar.objects.get().key
    assert f"/lists/check/?war={key}" in anna.get(f"/drafts/library/{key}/").text
    asked = {"war": key, "roster": "3 Linear inf, Line inf", "skill": "average", "base": "400", "wings": "0"}
    assert anna.get("/lists/check/", asked).context["check"].check.points == 3 * 27 + 30
    assert browser("bertha").get("/lists/check/", asked).status_code == 200
    assert Client().get("/lists/check/", asked).status_code == 422
    assert f'value="{key}"' in anna.get("/battles/new/", {"war": key}).text
    anna.post(f"/drafts/library/{key}/withdraw/")
    assert anna.get("/lists/check/", asked).status_code == 422
