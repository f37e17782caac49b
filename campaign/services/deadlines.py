"""When orders are due."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from campaign.models import Campaign, Turn
from campaign.services.news.events import announce_deadline
from campaign.services.record.acts import record_act
from rosters.rules.refusal import Refusal


@transaction.atomic
def set_deadline(*, campaign: Campaign, deadline: datetime | None, actor: User) -> Turn:
    """Set, move or lift the time when the open turn's orders are due. The turn is still run by the referee."""
    if deadline is not None and deadline <= timezone.now():
        raise Refusal("Orders due: that time is past; choose a later one.")
    turn = campaign.turns.select_for_update().filter(state=Turn.State.OPEN).order_by("-number").first()
    if turn is None:
        raise Refusal("No turn is open for orders: wait until the running one is closed.")
    turn.deadline = deadline
    turn.save(update_fields=["deadline"])
    act = f"set the orders of turn {turn.number} due on {_on_record(deadline)}" if deadline else "lifted the deadline"
    record_act(campaign=campaign, user=actor, act=act)
    announce_deadline(turn=turn)
    return turn


def _on_record(moment: datetime) -> str:
    """The moment in the zone of the site, for readers in many."""
    return date_format(timezone.localtime(moment, timezone.get_default_timezone()), "j F Y, H:i e")
