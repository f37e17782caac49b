"""A campaign file with a history is loaded by a worker: once, whole, or refused with its sentence on the page."""

import json
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from base.refusal import Refusal
from battles.services.claiming import claim_row
from campaign.models import Campaign, CampaignUpload
from campaign.services.files import uploads
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.files.uploads import loads_at_once, reconcile_uploads, run_upload, send_upload
from tests.campaign.files.drafts import draft
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna")


@pytest.fixture
def text() -> str:
    return dump_text(load_campaign(data=draft(), slug="small", actor="x"))


def sent(user: User, text: str, slug: str = "mine") -> CampaignUpload:
    return send_upload(user=user, name="war.json", data=text.encode(), slug=slug)


def test_a_file_with_a_history_waits_for_a_worker_and_says_so(anna: User, text: str) -> None:
    client = logged_in(anna)
    answer = client.post("/campaigns/new/", {"file": SimpleUploadedFile("war.json", text.encode()), "slug": "mine"})
    upload = CampaignUpload.objects.get()
    assert answer["Location"] == f"/campaigns/new/{upload.key}/"
    assert not Campaign.objects.filter(slug="mine").exists()
    page = client.get(answer["Location"]).text
    assert "The file waits for a worker." in page
    assert f'hx-get="/campaigns/new/{upload.key}/"' in page
    assert run_upload(upload.pk)
    made = Campaign.objects.get(slug="mine")
    assert list(made.members.values_list("user__username", "role")) == [("anna", "referee")]
    upload.refresh_from_db()
    assert (upload.state, upload.campaign, bytes(upload.data)) == ("done", made, b"")
    part = client.get(answer["Location"], headers={"HX-Request": "true"}).text
    assert '<a href="/c/mine/desk/">Open the desk</a>' in part
    assert "<html" not in part
    assert "hx-get" not in part


def test_a_refusal_is_shown_and_nothing_is_written(anna: User, text: str) -> None:
    data = json.loads(text)
    data["history"]["strength"][0]["after"] = 1
    upload, before = sent(anna, json.dumps(data)), Campaign.objects.count()
    assert run_upload(upload.pk)
    page = logged_in(anna).get(f"/campaigns/new/{upload.key}/").text
    assert "history.strength[0].after: 1 is not the sum of the lines so far" in page
    assert "Nothing was written." in page
    assert Campaign.objects.count() == before


def test_an_address_that_was_taken_meanwhile_is_refused(anna: User, text: str) -> None:
    upload = sent(anna, text, slug="small")
    assert run_upload(upload.pk)
    upload.refresh_from_db()
    assert upload.state == "refused"
    assert upload.problem.startswith('Address: "small" is taken by another campaign')


def test_two_workers_load_one_file_once(anna: User, text: str) -> None:
    upload = sent(anna, text)
    assert [run_upload(upload.pk), run_upload(upload.pk)] == [True, False]
    assert Campaign.objects.count() == 2


def test_what_a_worker_wrote_whose_claim_was_lost_is_rolled_back(anna: User, text: str) -> None:
    upload = sent(anna, text)
    assert claim_row(CampaignUpload.objects.filter(pk=upload.pk)) is not None
    with pytest.raises(uploads._NoLongerMine):
        uploads._load(upload, uuid.uuid4())
    assert not Campaign.objects.filter(slug="mine").exists()


def test_a_file_whose_worker_died_is_taken_up_again(anna: User, text: str) -> None:
    upload = sent(anna, text)
    claim_row(CampaignUpload.objects.filter(pk=upload.pk))
    assert not run_upload(upload.pk)
    CampaignUpload.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert run_upload(upload.pk)
    assert Campaign.objects.filter(slug="mine").count() == 1


def test_a_file_that_was_tried_too_often_is_refused(anna: User, text: str, settings) -> None:
    upload = sent(anna, text)
    CampaignUpload.objects.update(attempt=settings.BIVOUAC_BATTLE_ATTEMPTS)
    reconcile_uploads()
    upload.refresh_from_db()
    assert (upload.state, upload.problem, bytes(upload.data)) == ("refused", uploads.EXHAUSTED, b"")


def test_nobody_sends_more_than_three_files_at_once(anna: User, text: str) -> None:
    for _ in range(3):
        sent(anna, text)
    with pytest.raises(Refusal, match="3 of your files are still being loaded"):
        sent(anna, text)
    sent(User.objects.create_user("berta"), text)


def test_a_file_is_its_sender_s_own(anna: User, text: str) -> None:
    upload, stranger = sent(anna, text), logged_in(User.objects.create_user("berta"))
    assert stranger.get(f"/campaigns/new/{upload.key}/").status_code == 404
    assert stranger.get("/campaigns/new/absent/").status_code == 404
    assert Client().get(f"/campaigns/new/{upload.key}/").status_code == 302


def test_only_small_and_fresh_files_are_loaded_while_one_waits(text: str) -> None:
    assert loads_at_once(json.dumps(draft()).encode())
    assert not loads_at_once(text.encode())
    assert not loads_at_once(b" " * 131_073)
