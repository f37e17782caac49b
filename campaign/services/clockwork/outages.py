"""After an outage nobody loses the time that was promised to him."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from base.rows.outages import let_database_trouble_pass
from battles.models import Pulse
from battles.services import record_heartbeat
from campaign.models import Schedule, Turn
from campaign.rules.course.schedule import LATE, after_outage
from campaign.services.clockwork.schedules import announce, open_turn_locked
from campaign.services.record.chronicle import on_record

log = logging.getLogger(__name__)
LONGEST_GRACE = timedelta(hours=336)


@transaction.atomic
def notice_outage() -> int:
    """See by its own last sign of life how long the clock was away, and give time to the turns that it concerns.

    How many turns got time. The sign of life is renewed in the same transaction, so that an outage counts once, however
    many clocks there are and wherever one is killed.
    """
    now = timezone.now()
    pulse = Pulse.objects.select_for_update().filter(part=Pulse.Part.CLOCK).first()
    away_since = pulse.at if pulse and now - pulse.at > LATE else None
    given = _give_time_to_all(away_since, now) if away_since else 0
    record_heartbeat(Pulse.Part.CLOCK)
    return given


def _give_time_to_all(away_since: datetime, now: datetime) -> int:
    turns = Turn.objects.filter(
        Q(campaign__schedule__paused_until=None) | Q(campaign__schedule__paused_until__lte=now),
        state=Turn.State.OPEN, deadline__isnull=False, campaign__schedule__asked_at=None,
        deadline__lt=now + LONGEST_GRACE,
    )  # fmt: skip
    schedules = Schedule.objects.filter(campaign__turns__in=turns).select_related("campaign").order_by("pk")
    return sum(_given(schedule, away_since, now) for schedule in schedules)


def _given(schedule: Schedule, away_since: datetime, now: datetime) -> bool:
    """One campaign that cannot be given time does not take it from the others; the log shows why."""
    try:
        with transaction.atomic():
            return give_time(schedule, away_since, now)
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("campaign %s cannot be given the time of an outage", schedule.campaign_id)
        return False


def give_time(schedule: Schedule, away_since: datetime, now: datetime) -> bool:
    """Move the deadline of the open turn as the campaign has set, or ask its referee; whether anything was done."""
    turn = open_turn_locked(schedule.campaign)
    if turn is None or turn.deadline is None:
        return False
    grace = timedelta(hours=schedule.grace_hours)
    due = after_outage(turn.deadline, away_since, now, grace)
    if due <= turn.deadline:
        return False
    if schedule.after_outage == Schedule.Outage.ASK:
        Schedule.objects.filter(pk=schedule.pk).update(asked_at=now)
        text = "The site was down: the clock waits for the referee, who gives more time or runs the turn."
    else:
        turn.deadline = due
        turn.save(update_fields=["deadline"])
        text = f"The site was down: the orders of turn {turn.number} are now due on {on_record(due, schedule.zone)}."
    announce(turn, "extension", text)
    return True
