"""Moments as the record writes them, for readers in many zones."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format


def on_record(moment: datetime, zone: str = "") -> str:
    """Return a moment in a named zone, else in the zone of the site."""
    place = ZoneInfo(zone) if zone else timezone.get_default_timezone()
    return date_format(timezone.localtime(moment, place), "j F Y, H:i e")
