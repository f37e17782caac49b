"""Moments in the sentences of news."""

from datetime import datetime

from django.conf import settings

from campaign.models import Campaign, Schedule
from campaign.services.news.mail import local_text


def of_war(moment: datetime, campaign: Campaign) -> str:
    """Return a moment in the zone of a campaign's schedule, in which its deadlines are meant, else in the site's."""
    zones = Schedule.objects.filter(campaign=campaign).values_list("zone", flat=True)
    return local_text(moment, zones.first() or settings.TIME_ZONE)
