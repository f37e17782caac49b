"""Calendar and Atom feed: what their member may see, by a secret address that can be closed."""

import datetime
import xml.etree.ElementTree as ET

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from campaign.models import Campaign, Member, Turn
from campaign.services.news.sending.feeds import change_feeds, feed_token
from tests.campaign.worlds import Valley, held_on_the_ridge
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def feed(valley: Valley, name: str, kind: str):
    key = Member.objects.get(user=valley.people[name], campaign=valley.campaign).feed_key
    return Client().get(reverse(f"feed_{kind}", args=[feed_token(key)]))


def events(valley: Valley, name: str) -> dict[str, datetime.datetime]:
    found = Calendar.from_ical(feed(valley, name, "calendar").content).walk("VEVENT")
    return {str(event["UID"]): event.decoded("DTSTART") for event in found}


def test_deadlines_and_the_readers_own_play_by_dates_with_ids_that_stay():
    valley = held_on_the_ridge()
    due = timezone.now().replace(microsecond=0) + datetime.timedelta(days=3)
    Turn.objects.filter(number=2).update(deadline=due)
    south, west = events(valley, "south"), events(valley, "west")
    assert west == {"turn-2.long-valley@bivouac": due}
    assert len(south) == 2
    Turn.objects.filter(number=2).update(deadline=due + datetime.timedelta(hours=5))
    assert set(events(valley, "south")) == set(south)


def test_the_chronicle_is_the_readers_own(valley):
    root = ET.fromstring(feed(valley, "south", "chronicle").content)  # noqa: S314
    other = feed(valley, "north", "chronicle").content
    ids = [entry.find(f"{ATOM}id").text for entry in root.iter(f"{ATOM}entry")]
    assert ids
    assert len(set(ids)) == len(ids)
    own = set(ids) - {entry.find(f"{ATOM}id").text for entry in ET.fromstring(other).iter(f"{ATOM}entry")}  # noqa: S314
    assert own, "its income is its own"
    assert feed(valley, "south", "chronicle").content == feed(valley, "south", "chronicle").content


def test_an_address_that_was_closed_or_guessed_leads_nowhere(valley):
    member = Member.objects.get(user=valley.people["south"], campaign=valley.campaign)
    old = feed_token(member.feed_key)
    assert Client().get(reverse("feed_calendar", args=[old])).status_code == 200
    change_feeds(member=member.pk, wanted=True)
    for token in (old, member.feed_key, f"{member.feed_key}-", "-", "x"):
        assert Client().get(reverse("feed_calendar", args=[token])).status_code == 404
    client = logged_in(valley.people["south"])
    page = client.get(reverse("game:news_settings", args=["long-valley"])).text
    member.refresh_from_db()
    assert feed_token(member.feed_key) in page
    client.post(reverse("game:news_feeds", args=["long-valley"]), {"feeds": "0"})
    assert Client().get(reverse("feed_calendar", args=[feed_token(member.feed_key)])).status_code == 404


@pytest.mark.parametrize("kind", ["calendar", "chronicle"])
def test_the_address_of_somebody_who_is_removed_or_barred_or_of_a_deleted_campaign_shows_nothing(valley, kind):
    token = feed_token(Member.objects.get(user=valley.people["north"], campaign=valley.campaign).feed_key)

    def shown() -> int:
        return Client().get(reverse(f"feed_{kind}", args=[token])).status_code

    assert shown() == 200
    User.objects.filter(username="north").update(is_active=False)
    assert shown() == 404
    User.objects.filter(username="north").update(is_active=True)
    Campaign.objects.filter(pk=valley.campaign.pk).update(deleted_at=timezone.now())
    assert shown() == 404
    Campaign.objects.filter(pk=valley.campaign.pk).update(deleted_at=None)
    assert shown() == 200
    Member.objects.filter(user=valley.people["north"]).delete()
    assert shown() == 404
