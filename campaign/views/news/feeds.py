"""Calendar and Atom feed by a secret address, as the member whose address it is may see them."""

import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe
from icalendar import Calendar, Event

from base.pages.found import found
from campaign.services.news.sending.feeds import member_of_feed
from campaign.views.access import not_kept
from campaign.visibility import Knowledge, knowledge_of
from campaign.visibility.news.record import entry_rows
from campaign.visibility.news.to_do import Date, dates, digest

LATEST = 100
PROGRAM = "-//Bivouac//Campaign//EN"


def _reader(token: str) -> Knowledge:
    member = found(member_of_feed(token))
    return knowledge_of(member.campaign, member.user)


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Deadlines and play-by dates."""
    knowledge = _reader(token)
    made = Calendar()
    made.add("prodid", PROGRAM)
    made.add("version", "2.0")
    made.add("x-wr-calname", knowledge.campaign.name)
    for date in dates(knowledge):
        made.add_component(_event(request, date))
    return not_kept(HttpResponse(made.to_ical(), content_type="text/calendar; charset=utf-8"))


def _event(request: HttpRequest, date: Date) -> Event:
    event = Event()
    event.add("uid", f"{date.uid}@bivouac")
    event.add("summary", date.title)
    event.add("dtstart", date.at.astimezone(datetime.UTC))
    event.add("dtend", date.at.astimezone(datetime.UTC))
    event.add("dtstamp", date.stamp.astimezone(datetime.UTC))
    event.add("transp", "TRANSPARENT")
    event.add("url", _absolute(request, date.path))
    return event


@require_safe
def chronicle(request: HttpRequest, token: str) -> HttpResponse:
    """Show the latest lines of the chronicle."""
    knowledge = _reader(token)
    slug, name = knowledge.campaign.slug, knowledge.campaign.name
    home = _absolute(request, f"/c/{slug}/chronicle/")
    feed = Atom1Feed(title=name, link=home, description=f"Chronicle of {name}", language="en-GB",
                     feed_guid=f"urn:bivouac:{slug}")  # fmt: skip
    for row in entry_rows(knowledge).order_by("-pk")[:LATEST]:
        place = f"{row.province.name}: " if row.province else ""
        feed.add_item(
            title=f"Turn {row.turn}", link=_absolute(request, f"/c/{slug}/turns/{row.turn}/"),
            description="".join(filter(str.isprintable, place + row.text)), pubdate=row.at, updateddate=row.at,
            unique_id=f"urn:bivouac:{slug}:{digest(row.turn, row.phase, row.kind, row.text, row.at.isoformat())}",
        )  # fmt: skip
    return not_kept(HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8"))


def _absolute(request: HttpRequest, path: str) -> str:
    return f"{settings.SITE_ADDRESS}{path}" if settings.SITE_ADDRESS else request.build_absolute_uri(path)
