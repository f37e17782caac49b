"""Celery's entry into the campaign: a call each."""

from celery import shared_task

from campaign.services.turn import close_due_turns


@shared_task
def tick() -> None:
    """Close the turns whose battles are all settled; the clock calls it every few seconds."""
    close_due_turns()
