"""Reminders before a deadline: 24 and 3 hours before, to those alone who have entered nothing."""

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from campaign.models import ArmyOrder, FactionTurn, Notice, SheetLine, Turn
from campaign.services.news.events import moment_text
from campaign.services.news.notes import To
from campaign.services.news.notify import notify

BEFORE = (3, 24)
FRESH = timedelta(hours=1)
"""A turn that was not open so long before a reminder's time needs none: its opening was the news."""


def send_reminders() -> int:
    """Remind the players of every faction that has entered nothing, as the clock does; how many heard of it anew."""
    now = timezone.now()
    due = Turn.objects.filter(
        state=Turn.State.OPEN, deadline__gt=now, deadline__lte=now + timedelta(hours=max(BEFORE))
    ).select_related("campaign")
    return sum(_remind(turn) for turn in due)


def _remind(turn: Turn) -> int:
    left = turn.deadline - timezone.now()
    hours = next(hours for hours in BEFORE if left <= timedelta(hours=hours))
    if turn.opened_at > turn.deadline - timedelta(hours=hours) - FRESH:
        return 0
    fact = f"turn:{turn.pk}:due:{turn.deadline.isoformat()}:{hours}h"
    if Notice.objects.filter(campaign=turn.campaign_id, fact=fact).exists():
        return 0
    silent = silent_factions(turn)
    if not silent:
        return 0
    made = notify(
        turn.campaign, Notice.Kind.REMINDER, fact=fact, to=To.factions_of(silent), until=turn.deadline,
        text=f"You have entered no orders for turn {turn.number}. They are due on {moment_text(turn.deadline)}.",
        path=reverse("game:map", args=[turn.campaign.slug]),
    )  # fmt: skip
    return len(made)


def silent_factions(turn: Turn) -> list[int]:
    """Factions that have entered nothing at all: no order, no line of the sheet, not ready."""
    heard = set(ArmyOrder.objects.filter(turn=turn).values_list("station__faction_id", flat=True))
    heard |= set(
        SheetLine.objects.filter(turn=turn, state=SheetLine.State.ENTERED).values_list("faction_id", flat=True)
    )
    heard |= set(FactionTurn.objects.filter(turn=turn, ready=True).values_list("faction_id", flat=True))
    return [pk for pk in turn.faction_turns.values_list("faction_id", flat=True) if pk not in heard]
