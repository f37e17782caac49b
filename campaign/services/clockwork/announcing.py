"""Acts of the clock, in the chronicle and in everybody's news."""

from django.urls import reverse
from django.utils import timezone

from campaign.models import Notice, Turn
from campaign.services.news import Recipients, notify
from campaign.services.record.chronicle import write_entry


def announce(turn: Turn, kind: str, text: str) -> None:
    """Write a public line about the turn's deadline, and notify every member."""
    write_entry(turn=turn, phase="P5", kind=kind, text=text)
    notify(
        turn.campaign, Notice.Kind.CLOCK, fact=f"turn:{turn.pk}:{kind}:{timezone.now().isoformat()}", text=text,
        to=Recipients.everyone(), path=reverse("game:turn", args=[turn.campaign.slug]), public=text,
    )  # fmt: skip
