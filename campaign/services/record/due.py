"""The due date of the turn that opens."""

from datetime import datetime

from django.db.models import Max
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Campaign, Schedule
from campaign.rules.course.schedule import next_deadline


def due_of_new_turn(*, campaign: Campaign) -> datetime | None:
    """Return the deadline of the turn that opens now: the next one of the schedule, or none without a schedule.

    It is later than that of the turn before, which may have been run early, and than the end of a pause.
    """
    schedule = Schedule.objects.filter(campaign=campaign).first()
    if schedule is None:
        return None
    if schedule.asked_at is not None:
        Schedule.objects.filter(pk=schedule.pk).update(asked_at=None)
    last = campaign.turns.aggregate(last=Max("deadline"))["last"]
    after = max(moment for moment in (timezone.now(), last, schedule.paused_until) if moment)
    return due_after(schedule, after)


def due_after(schedule: Schedule, after: datetime) -> datetime | None:
    """Return the first deadline of a schedule later than a moment; None where its days leave none."""
    try:
        return next_deadline(schedule.plan, after)
    except Refusal:
        return None
