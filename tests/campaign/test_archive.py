"""A campaign in the archive, deleted, brought back, and gone for good after thirty days."""

from datetime import timedelta

import pytest
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle
from campaign.models import Campaign, Station
from campaign.services.archive import archive_campaign, purge_deleted, unarchive_campaign
from campaign.services.audit import audit, orphans
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import StrengthLine, Unit
from tests.campaign.worlds import PLAIN, after_a_battle, as_, fresh, long_valley

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
DESK = "/c/long-valley/desk/"


def test_an_archived_campaign_is_read_and_not_played_until_it_is_taken_out() -> None:
    valley = long_valley()
    referee = as_(valley, "referee")
    assert referee.post(f"{DESK}ending/archive/", {"reason": "Summer"}).status_code == 302
    assert b"in the archive" in as_(valley, "north").get("/c/long-valley/").content
    campaign = Campaign.objects.get(slug="long-valley")
    with pytest.raises(Refusal, match="is in the archive and takes no orders"):
        give_order(station=fresh(valley, "north-main"), kind="rest", actor="north")
    with pytest.raises(Refusal, match="take it out before a turn is run"):
        advance_turn(campaign=campaign, actor="referee")
    with pytest.raises(Refusal, match="in the archive already"):
        archive_campaign(campaign=campaign, reason="", actor=valley.people["referee"])
    unarchive_campaign(campaign=campaign, actor=valley.people["referee"])
    give_order(station=fresh(valley, "north-main"), kind="rest", actor="north")


def test_a_reason_that_is_too_long_archives_nothing() -> None:
    valley = long_valley()
    answer = as_(valley, "referee").post(f"{DESK}ending/archive/", {"reason": "x" * 201}, follow=True)
    assert "Reason: shorten it to 200 characters; it has 201." in answer.text
    valley.campaign.refresh_from_db()
    assert valley.campaign.archived_at is None


def test_a_deleted_campaign_is_found_by_nobody_and_comes_back() -> None:
    valley = long_valley()
    referee = as_(valley, "referee")
    assert referee.post(f"{DESK}ending/delete/", {"name": "The Long Vale"}).status_code == 422
    assert referee.post(f"{DESK}ending/delete/", {"name": "The Long Valley"}).status_code == 302
    for name in ("north", "referee", "observer"):
        assert as_(valley, name).get("/c/long-valley/").status_code == 404
    assert referee.get(DESK).status_code == 404
    assert b"The Long Valley" in referee.get("/").content
    assert b"The Long Valley" not in as_(valley, "north").get("/").content
    as_(valley, "north").post("/campaigns/restore/long-valley/")
    assert as_(valley, "north").get("/c/long-valley/").status_code == 404
    assert referee.post("/campaigns/restore/long-valley/").status_code == 302
    assert as_(valley, "north").get("/c/long-valley/").status_code == 200


def test_after_thirty_days_a_deleted_campaign_is_gone_with_all_that_was_its_own() -> None:
    valley = after_a_battle(PLAIN)
    other = Campaign.objects.exclude(pk=valley.campaign.pk).get()
    rows = Campaign.objects.filter(pk=valley.campaign.pk)
    rows.update(deleted_at=timezone.now() - timedelta(days=29))
    assert purge_deleted() == 0
    rows.update(deleted_at=timezone.now() - timedelta(days=31))
    assert purge_deleted() == 1
    left = [model.objects.count() for model in (Battle, Station, Unit, StrengthLine)]
    assert (left, list(Campaign.objects.all()), audit() + orphans()) == ([0] * 4, [other], [])
