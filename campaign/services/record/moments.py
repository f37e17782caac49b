"""Moments as the record writes them, for readers in many zones."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from campaign.models import Campaign, Schedule


def on_record(moment: datetime, zone: str = "") -> str:
    """Return a moment in a named zone, else in the zone of the site."""
    place = ZoneInfo(zone) if zone else timezone.get_default_timezone()
    return date_format(timezone.localtime(moment, place), "j F Y, H:i e")


def of_war(moment: datetime, campaign: Campaign) -> str:
    """Return a moment in the zone of a campaign's schedule, in which its deadlines are meant, else in the site's."""
    zones = Schedule.objects.filter(campaign=campaign).values_list("zone", flat=True)
    return on_record(moment, zones.first() or "")
