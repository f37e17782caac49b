"""Reads about schedules."""

from campaign.models import Campaign, Schedule


def schedule_of(campaign: Campaign) -> Schedule | None:
    """The schedule of a campaign, if it has one."""
    return Schedule.objects.filter(campaign=campaign).first()
