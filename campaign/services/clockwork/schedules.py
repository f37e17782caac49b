"""A campaign's schedule: set, dropped, paused, resumed; after an outage nobody loses the time that he was promised."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from battles.models import Pulse
from battles.services import record_heartbeat
from campaign.models import Campaign, Notice, Schedule, Turn
from campaign.rules.course.schedule import LATE, Rhythm, after_outage, in_words, next_deadline
from campaign.services.news import Recipients, notify
from campaign.services.news.events import announce_deadline
from campaign.services.record.chronicle import on_record, record_act, write_entry
from campaign.services.record.due import due_after


def announce(turn: Turn, kind: str, text: str) -> None:
    """Write a public line about the turn's deadline, and notify every member."""
    write_entry(turn=turn, phase="P5", kind=kind, text=text)
    notify(
        turn.campaign, Notice.Kind.CLOCK, fact=f"turn:{turn.pk}:{kind}:{timezone.now().isoformat()}", text=text,
        to=Recipients.everyone(), path=reverse("game:turn", args=[turn.campaign.slug]), public=text,
    )  # fmt: skip


LONGEST_PAUSE = timedelta(days=100)
NO_TURN = "No turn is open for orders: wait until the running one is closed."


def open_turn_locked(campaign: Campaign) -> Turn | None:
    """Return the turn that takes orders, locked until the transaction ends: the clock and the desk wait for one
    another."""
    rows = Turn.objects.select_for_update(of=("self",)).filter(campaign=campaign, state=Turn.State.OPEN)
    return rows.select_related("campaign").order_by("-number").first()


@transaction.atomic
def set_schedule(*, campaign: Campaign, rhythm: Rhythm, actor: User, **terms: Any) -> Schedule:
    """Set or change the rhythm of a campaign, on the record.

    The open turn keeps a deadline that is still to come; without one it gets the first of the rhythm. ``terms`` are
    early, after_outage and grace_hours.
    """
    first = next_deadline(rhythm, timezone.now())
    turn = open_turn_locked(campaign)
    columns = {
        "rhythm": rhythm.kind, "every": rhythm.every, "zone": rhythm.zone, "at": rhythm.at, "first_on": rhythm.first,
        "quiet_weekdays": sorted(rhythm.quiet_weekdays),
        "quiet_days": [[first.isoformat(), last.isoformat()] for first, last in rhythm.quiet_days],
    }  # fmt: skip
    schedule, _ = Schedule.objects.update_or_create(campaign=campaign, defaults=columns | terms)
    if turn is not None and (turn.deadline is None or turn.deadline <= timezone.now()):
        _move(turn, first)
        announce_deadline(turn=turn)
    record_act(campaign=campaign, user=actor, act=f"set the turns due {in_words(rhythm)}"[:200])
    return schedule


@transaction.atomic
def drop_schedule(*, campaign: Campaign, actor: User) -> None:
    """End the schedule, on the record: from now on turns are run from the desk. The open turn keeps its deadline."""
    open_turn_locked(campaign)
    if not Schedule.objects.filter(campaign=campaign).delete()[0]:
        raise Refusal("This campaign has no schedule.")
    record_act(campaign=campaign, user=actor, act="ended the schedule: turns are run from the desk")


@transaction.atomic
def extend(*, campaign: Campaign, deadline: datetime, reason: str, actor: User) -> Turn:
    """Give the open turn more time, with a reason for all to read. Nobody loses time that was promised to him."""
    turn, schedule = _scheduled(campaign)
    if not reason.strip():
        raise Refusal("Reason: write why; everybody reads it.")
    if deadline <= timezone.now():
        raise Refusal("Orders due: that time is past; choose a later one.")
    if turn.deadline is not None and deadline <= turn.deadline:
        raise Refusal("Orders due: a turn can only be given more time; choose a later time than the one that is set.")
    _move(turn, deadline)
    Schedule.objects.filter(pk=schedule.pk).update(asked_at=None)
    due = on_record(deadline, schedule.zone)
    record_act(campaign=campaign, user=actor, act=f"extended turn {turn.number} to {due}", reason=reason)
    announce(turn, "extension", f"The orders of turn {turn.number} are now due on {due}: {closed(reason)}")
    return turn


@transaction.atomic
def pause(*, campaign: Campaign, until: datetime, reason: str, actor: User) -> Schedule:
    """Let the clock rest until a moment, with a reason for all to read. Orders are taken meanwhile.

    Afterwards the open turn has at least the time that it had left.
    """
    turn, schedule = _scheduled(campaign)
    now = timezone.now()
    if not reason.strip():
        raise Refusal("Reason: write why; everybody reads it.")
    if not now < until <= now + LONGEST_PAUSE:
        raise Refusal(f"Until: choose a time to come, at most {LONGEST_PAUSE.days} days from now.")
    _move(turn, _with_time_left(schedule, turn, max(now, schedule.paused_until or now), until))
    schedule.paused_until, schedule.pause_reason = until, reason.strip()[:200]
    schedule.save(update_fields=["paused_until", "pause_reason"])
    end = on_record(until, schedule.zone)
    record_act(campaign=campaign, user=actor, act=f"paused the war until {end}", reason=reason)
    announce(turn, "pause", f"The war is paused until {end}: {closed(reason)}{_due(turn, schedule)}")
    return schedule


@transaction.atomic
def resume(*, campaign: Campaign, actor: User) -> Schedule:
    """End a pause before its time. The open turn keeps at least the time that it was to have after the pause."""
    turn, schedule = _scheduled(campaign)
    now = timezone.now()
    if schedule.paused_until is None or schedule.paused_until <= now:
        raise Refusal("The war is not paused.")
    _move(turn, _with_time_left(schedule, turn, schedule.paused_until, now))
    schedule.paused_until, schedule.pause_reason = None, ""
    schedule.save(update_fields=["paused_until", "pause_reason"])
    record_act(campaign=campaign, user=actor, act="ended the pause")
    announce(turn, "pause", f"The pause is over.{_due(turn, schedule)}")
    return schedule


def _scheduled(campaign: Campaign) -> tuple[Turn, Schedule]:
    turn = open_turn_locked(campaign)
    if turn is None:
        raise Refusal(NO_TURN)
    schedule = Schedule.objects.select_for_update().filter(campaign=campaign).first()
    if schedule is None:
        raise Refusal("This campaign has no schedule: set one first.")
    return turn, schedule


def _with_time_left(schedule: Schedule, turn: Turn, counted_from: datetime, begins: datetime) -> datetime | None:
    """Return the first deadline that leaves from ``begins`` on what a turn had left from ``counted_from`` on."""
    left = max(timedelta(0), turn.deadline - counted_from) if turn.deadline else timedelta(0)
    return due_after(schedule, begins + left - timedelta(microseconds=1))


def _move(turn: Turn, deadline: datetime | None) -> None:
    turn.deadline = deadline
    turn.save(update_fields=["deadline"])


def closed(reason: str) -> str:
    """Return a reason as it was typed, with the full stop that it may lack."""
    text = reason.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _due(turn: Turn, schedule: Schedule) -> str:
    due = turn.deadline
    return f" The orders of turn {turn.number} are due on {on_record(due, schedule.zone)}." if due else ""


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
