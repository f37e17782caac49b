"""The tour of a new player: how far he has come with it."""

from base.refusal import Refusal
from campaign.models import Member

STEPS = 3


def note_step(*, member: int, step: str) -> None:
    """Remember which step of the tour a member is shown next; 0 closes the tour."""
    if step not in map(str, range(STEPS + 1)):
        raise Refusal(f"Tour: choose a step from 1 to {STEPS}, or close it.")
    Member.objects.filter(pk=member).update(tour_step=int(step))


def end_tour(*, member: int) -> None:
    """End the tour of a member who has done what it shows."""
    Member.objects.filter(pk=member).exclude(tour_step=0).update(tour_step=0)
