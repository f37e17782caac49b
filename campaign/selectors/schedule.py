"""Reads about schedules."""

from campaign.models import Campaign, Schedule


def schedule_of(campaign: Campaign) -> Schedule | None:
    """Return the schedule of a campaign, if it has one."""
    return Schedule.objects.filter(campaign=campaign).first()
