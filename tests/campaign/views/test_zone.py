"""Times are told and read in the reader's zone."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Turn
from tests.scenarios import World

pytestmark = pytest.mark.django_db
SUMMER, WINTER = datetime(2100, 7, 24, 18, tzinfo=UTC), datetime(2100, 1, 24, 18, tzinfo=UTC)


def due(world: World, referee: Client, moment: datetime) -> str:
    """What the head of the map says about a deadline."""
    Turn.objects.filter(pk=world.turn.pk).update(deadline=moment)
    page = referee.get(reverse("game:map", args=[world.campaign.slug])).text
    start = page.index("<time")
    return page[page.index(">", start) + 1 : page.index("</time>", start)]


def set_due(world: World, referee: Client, text: str) -> tuple[str, datetime | None]:
    """Type a deadline in; the answer and what then stands."""
    answer = referee.post(reverse("desk_due", args=[world.campaign.slug]), {"deadline": text})
    return answer.text, Turn.objects.get(pk=world.turn.pk).deadline


def test_without_a_cookie_the_zone_of_the_site_is_named(world: World, referee: Client) -> None:
    assert due(world, referee, SUMMER) == "Sat 24 July 2100, 18:00 UTC"


def test_the_browsers_zone_is_followed_through_summer_and_winter_time(world: World, referee: Client) -> None:
    referee.cookies["zone"] = "Europe/Berlin"
    assert due(world, referee, SUMMER) == "Sat 24 July 2100, 20:00 CEST"
    assert due(world, referee, WINTER) == "Sun 24 January 2100, 19:00 CET"


@pytest.mark.parametrize("name", ["Mars/Olympus", "Europe", "../../etc/passwd", "Europe/K\xf6ln", "a" * 5000])
def test_a_zone_that_is_none_is_passed_over(world: World, referee: Client, name: str) -> None:
    referee.cookies["zone"] = name
    assert due(world, referee, SUMMER).endswith("18:00 UTC")


def test_a_chosen_zone_goes_before_the_browsers_until_it_is_given_up(world: World, referee: Client) -> None:
    referee.cookies["zone"] = "Europe/Berlin"
    desk = reverse("desk", args=[world.campaign.slug])
    assert referee.post(reverse("zone"), {"zone": "America/New_York", "next": desk}).headers["Location"] == desk
    assert due(world, referee, SUMMER).endswith("14:00 EDT")
    referee.post(reverse("zone"), {"zone": ""})
    assert due(world, referee, SUMMER).endswith("20:00 CEST")


def test_the_choice_of_a_zone_leads_nowhere_else(client: Client, db: None) -> None:
    for elsewhere in ("https://example.org/", "//example.org/", "javascript:alert(1)"):
        assert client.post(reverse("zone"), {"zone": "UTC", "next": elsewhere}).headers["Location"] == "/"
    refused = client.post(reverse("zone"), {"zone": "Mars/Olympus"})
    assert refused.status_code == 422
    assert "zone_chosen" not in refused.cookies


def test_a_deadline_is_read_in_the_zone_that_its_label_names(world: World, referee: Client) -> None:
    referee.cookies["zone"] = "America/New_York"
    assert "Orders due (America/New_York)" in referee.get(reverse("desk", args=[world.campaign.slug])).text
    assert set_due(world, referee, "2100-07-24T14:00")[1] == SUMMER
    assert set_due(world, referee, "2100-01-24T13:00")[1] == WINTER


@pytest.mark.parametrize("text", ["2100-03-28T02:30", "2100-10-31T02:30"])
def test_a_time_that_a_change_of_clocks_skips_or_repeats_is_refused_and_stays_typed(
    world: World, referee: Client, text: str
) -> None:
    referee.cookies["zone"] = "Europe/Berlin"
    page, stands = set_due(world, referee, text)
    assert stands is None
    assert "is not a clear time; choose one some hours earlier or later" in page
    assert f'value="{text}"' in page


@pytest.mark.parametrize("text", ["tomorrow", "9999-12-31T23:59", "0001-01-01T00:00", "2100-02-30T10:00"])
def test_what_is_no_date_is_refused_by_the_fields_name_and_stays_typed(
    world: World, referee: Client, text: str
) -> None:
    referee.cookies["zone"] = "America/New_York"
    page, stands = set_due(world, referee, text)
    assert stands is None
    assert "Orders due: " in page
    assert f'value="{text}"' in page
