"""Turns and wars whose end was lost with the process that had it in hand."""

import logging
from collections.abc import Callable

from django.db.models import Exists, OuterRef, QuerySet

from base.rows.outages import let_database_trouble_pass
from battles.models import Battle
from campaign.models import Campaign, Engagement, Turn
from campaign.models.turns import UNDER_WAY
from campaign.selectors.war import current_turn
from campaign.services.clockwork.budget import while_time_lasts
from campaign.services.record.halts import Halted
from campaign.services.turn import close_turn, end_war

log = logging.getLogger(__name__)
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
