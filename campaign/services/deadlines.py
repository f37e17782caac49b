"""Deadlines of orders."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Campaign, Schedule, Turn
from campaign.services.clockwork.schedules import extend
from campaign.services.news.events import announce_deadline
from campaign.services.record.acts import record_act
from campaign.services.record.moments import on_record


@transaction.atomic
def set_deadline(*, campaign: Campaign, deadline: datetime | None, actor: User, reason: str = "") -> Turn:
    """Set, move or lift the time when the open turn's orders are due.

    Without a schedule the turn is still run by the referee. With one, the turn can only be given more time, with a
    reason.
    """
    if Schedule.objects.filter(campaign=campaign).exists():
        if deadline is None:
            raise Refusal("Orders due: the schedule sets a deadline; pause the war, or end the schedule first.")
        return extend(campaign=campaign, deadline=deadline, reason=reason, actor=actor)
    if deadline is not None and deadline <= timezone.now():
        raise Refusal("Orders due: that time is past; choose a later one.")
    turn = campaign.turns.select_for_update().filter(state=Turn.State.OPEN).order_by("-number").first()
    if turn is None:
        raise Refusal("No turn is open for orders: wait until the running one is closed.")
    turn.deadline = deadline
    turn.save(update_fields=["deadline"])
    act = f"set the orders of turn {turn.number} due on {on_record(deadline)}" if deadline else "lifted the deadline"
    record_act(campaign=campaign, user=actor, act=act)
    announce_deadline(turn=turn)
    return turn
