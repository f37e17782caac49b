"""The clock seals the turns that are due, hands them to the workers, and closes what a lost process left open."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from battles.models import Battle
from battles.services import site_health
from battles.services.claiming import SLACK
from battles.services.publishing import REPUBLISH_AFTER, send_each
from campaign.models import Absence, Campaign, Engagement, FactionTurn, Schedule, Turn
from campaign.models.turns import UNDER_WAY
from campaign.rules.course.schedule import LATE
from campaign.rules.kinds import Role
from campaign.selectors.members.people import away_now
from campaign.selectors.members.silence import WITHOUT_A_PLAYER
from campaign.selectors.war import current_turn
from campaign.services.clockwork.schedules import announce, give_time, open_turn_locked
from campaign.services.record.chronicle import write_entry
from campaign.services.record.halts import Halted
from campaign.services.turn import advance_turn, close_turn, end_war, seal_turn, unseal_turn

Row = TypeVar("Row")
HERE_FOR = 2.0
"""Seconds of a tick for each kind of work that many wars may need at once."""


def while_time_lasts(rows: Iterable[Row], seconds: float = HERE_FOR) -> Iterator[Row]:
    """Yield the first row in any case, and others until the time is over; the next tick goes on."""
    until = time.monotonic() + seconds
    for row in rows:
        yield row
        if time.monotonic() > until:
            return


log = logging.getLogger(__name__)
TASK = "campaign.tasks.run_turn"
CLOCK = "the clock"


def keep_time() -> int:
    """Seal what is due, hand it to the workers, take up what was lost; how many turns were sealed."""
    _end_pauses()
    sealed = [pk for pk in _candidates() if _sealed(pk)]
    send_turns(sealed)
    send_turns(_lost().values_list("pk", flat=True))
    if not site_health().worker:
        _run_here()
    return len(sealed)


def _candidates() -> list[int]:
    """Return primary keys of the campaigns whose turn may be due: the deadline has passed, or all may be ready."""
    now = timezone.now()
    turns = Turn.objects.filter(
        state=Turn.State.OPEN, trouble="", campaign__state=Campaign.State.RUNNING, campaign__archived_at=None
    )
    turns = turns.filter(campaign__schedule__asked_at=None, campaign__schedule__isnull=False)
    turns = turns.filter(Q(campaign__schedule__paused_until=None) | Q(campaign__schedule__paused_until__lte=now))
    early = Q(campaign__schedule__early=True, faction_turns__ready=True)
    turns = turns.filter(Q(deadline__lte=now) | early).order_by("deadline", "pk")
    return list(dict.fromkeys(turns.values_list("campaign_id", flat=True)))


def _sealed(campaign_id: int) -> int:
    """Seal the open turn of one campaign if it is due; one that goes wrong keeps no other waiting."""
    try:
        return _seal(campaign_id)
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("the turn of campaign %s cannot be sealed by the clock", campaign_id)
        return 0


@transaction.atomic
def _seal(campaign_id: int) -> int:
    """Seal under the turn's lock, by what holds then: the primary key of the turn, or 0 where it is not due."""
    turn = open_turn_locked(Campaign(pk=campaign_id))
    schedule = Schedule.objects.filter(campaign=campaign_id, asked_at=None).select_related("campaign").first()
    now = timezone.now()
    if turn is None or schedule is None or (schedule.paused_until and schedule.paused_until > now):
        return 0
    why = _why_due(turn, schedule, now)
    if not why or not seal_turn(turn=turn):
        return 0
    write_entry(turn=turn, phase="P5", kind="sealed", text=f"The orders of turn {turn.number} are sealed: {why}.")
    return turn.pk


def _why_due(turn: Turn, schedule: Schedule, now: datetime) -> str:
    """Return the reason to seal the turn now; empty if there is none. A deadline that passed long ago passed in an
    outage."""
    if turn.deadline is not None and turn.deadline <= now:
        if now - turn.deadline > LATE and give_time(schedule, turn.deadline, now):
            return ""
        return "the deadline has passed"
    return "all are ready" if schedule.early and all_ready(turn) else ""


def all_ready(turn: Turn) -> bool:
    """Return whether every faction that has a player is ready, and there is one.

    Nobody waits for those who are away, nor for a side that a caretaker or the program leads by the referee's choice:
    the choice is public, and whether anything is entered for the side is not.
    """
    away = Absence.objects.filter(away_now(), deputy=None).values("faction")
    rows = FactionTurn.objects.filter(turn=turn, faction__members__role=Role.PLAYER)
    rows = rows.exclude(faction__in=away, ready=False).exclude(faction__caretaker__in=WITHOUT_A_PLAYER, ready=False)
    ready = list(rows.values_list("ready", flat=True))
    return bool(ready) and all(ready)


def run_when_ready(*, campaign: Campaign) -> bool:
    """Seal the open turn of a war against the program if all its players are ready, and hand it to the workers; was it
    sealed by this call?"""
    sealed = _sealed_by_ready(campaign)
    transaction.on_commit(lambda: send_turns([sealed]) if sealed else 0)
    return bool(sealed)


@transaction.atomic
def _sealed_by_ready(campaign: Campaign) -> int:
    turn = open_turn_locked(campaign) if campaign.ready_runs and campaign.archived_at is None else None
    if turn is None or not all_ready(turn) or not seal_turn(turn=turn):
        return 0
    return turn.pk


def send_turns(ids: Iterable[int]) -> int:
    """Hand sealed turns to the workers, those that were not sent lately; how many were sent."""
    return send_each(ids, task=TASK, rows=_unsent)


def _unsent() -> QuerySet[Turn]:
    now = timezone.now()
    lately = Q(published_at__gte=now - REPUBLISH_AFTER, published_at__lte=now + SLACK)
    return Turn.objects.filter(state=Turn.State.SEALED).filter(Q(published_at=None) | ~lately)


def _lost(after: timedelta = REPUBLISH_AFTER) -> QuerySet[Turn]:
    """Turns that were sealed a while ago and have not marched: their process died, or the message was lost.

    One that was sealed at a time yet to come was sealed before the clock was set back.
    """
    now = timezone.now()
    lately = Q(sealed_at__gte=now - after, sealed_at__lte=now + SLACK)
    return _unsent().exclude(lately).order_by("pk")


def run_sealed(turn_id: int) -> bool:
    """Run a sealed turn; True for the one caller who did. Where it cannot march it is open again, with the reason."""
    turn = Turn.objects.filter(pk=turn_id, state=Turn.State.SEALED).select_related("campaign").first()
    if turn is None:
        return False
    try:
        done = advance_turn(campaign=turn.campaign, actor=CLOCK, wait=False, number=turn.number)
    except Halted:
        unseal_turn(turn=turn)
        return False
    except Refusal:
        return False
    return done.did == "ran"


def _run_here() -> None:
    """Run sealed turns in this process, as many as a tick has time for."""
    clocked = Q(campaign__schedule__isnull=False) | Q(campaign__ready_runs=True)
    turns = Turn.objects.filter(clocked, state=Turn.State.SEALED).order_by("sealed_at", "pk")
    for pk in while_time_lasts(turns.values_list("pk", flat=True)):
        run_sealed(pk)


def _end_pauses() -> None:
    """Forget pauses that are over, once, and report it."""
    over = Schedule.objects.filter(paused_until__lte=timezone.now()).select_related("campaign")
    for schedule in over:
        with transaction.atomic():
            rows = Schedule.objects.filter(pk=schedule.pk, paused_until=schedule.paused_until)
            turn = open_turn_locked(schedule.campaign)
            if rows.update(paused_until=None, pause_reason="") and turn:
                announce(turn, "pause", "The pause is over.")


WITH_THE_WORKERS = (Battle.State.PENDING, Battle.State.RUNNING)


def close_due_turns() -> int:
    """Close every turn, and end every war, whose end was lost with its process; return how many.

    Workers close the turns of the battles that they settle. The clock has a few seconds of each tick for the rest, so
    that many wars at once hold back no deadline.
    """
    waiting = Campaign.objects.filter(state=Campaign.State.RUNNING)
    waiting = waiting.exclude(pk__in=Turn.objects.filter(state__in=UNDER_WAY).values("campaign"))
    fought = Engagement.objects.filter(turn__campaign=OuterRef("pk"), state=Engagement.State.OPEN)
    waiting = waiting.exclude(Exists(fought.filter(battle__isnull=False))).order_by("pk")
    last = [turn for campaign in waiting if (turn := current_turn(campaign))]
    return sum(_done(close_turn, turn) for turn in while_time_lasts(_perhaps_over())) + sum(
        _done(end_war, turn) for turn in while_time_lasts(last)
    )


def _perhaps_over() -> QuerySet[Turn]:
    """Turns of which no battle is on its way through the workers."""
    fought = Engagement.objects.filter(
        turn=OuterRef("pk"), state=Engagement.State.OPEN,
        battle__method=Battle.Method.AUTO, battle__state__in=WITH_THE_WORKERS,
    )  # fmt: skip
    rows = Turn.objects.filter(state=Turn.State.FIGHTING).exclude(Exists(fought))
    return rows.select_related("campaign").order_by("pk")


def _done(act: Callable[..., bool], turn: Turn) -> bool:
    """One campaign that cannot be closed does not keep the others waiting; its desk or the log shows why."""
    try:
        return act(turn=turn, actor="the clock")
    except Halted:
        return False
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("%s of %s cannot be closed", turn, turn.campaign.slug)
        return False
