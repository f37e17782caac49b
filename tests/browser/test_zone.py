"""Deadlines are typed and read in the zone of the reader's browser."""

from datetime import UTC, datetime

from playwright.sync_api import expect

from campaign.models import Campaign, Turn
from tests.browser.conftest import NARROW, Visit

DESK = "/c/two-valleys/desk/"
BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


def test_two_readers_read_one_moment_each_in_his_zone(war: Campaign, visit: Visit) -> None:
    desk = visit("referee", DESK, timezone_id=BERLIN)
    desk.goto(DESK)  # from the second page on the browser has said where it is
    expect(desk.get_by_text(f"Orders due ({BERLIN})")).to_be_visible()
    desk.get_by_label("Orders due").fill("2099-07-24T20:00")
    desk.get_by_role("region", name="Deadline").get_by_role("button", name="Set").click()
    expect(desk.get_by_label("Orders due")).to_have_value("2099-07-24T20:00")
    assert Turn.objects.get().deadline == datetime(2099, 7, 24, 18, tzinfo=UTC)
    player = visit("avenne", "/c/two-valleys/", viewport=NARROW, timezone_id=NEW_YORK)
    player.reload()
    due = player.locator("time").filter(has_text="July 2099").first
    expect(due).to_contain_text("14:00 EDT")
    expect(due).to_have_attribute("datetime", "2099-07-24T14:00:00-04:00")


def test_without_a_script_times_are_those_of_the_site(war: Campaign, visit: Visit) -> None:
    Turn.objects.update(deadline=datetime(2099, 7, 24, 18, tzinfo=UTC))
    page = visit("avenne", "/c/two-valleys/", timezone_id=BERLIN, java_script_enabled=False)
    page.reload()
    expect(page.locator("time").filter(has_text="July 2099").first).to_contain_text("18:00 UTC")
