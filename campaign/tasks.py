"""Celery's entry into the campaign: a call each."""

from celery import shared_task
from django.conf import settings

from campaign.services.files.uploads import reconcile_uploads, run_upload
from campaign.services.turn import close_due_turns


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def load_upload(upload_id: int) -> None:
    """Load one campaign file that somebody has sent, unless another process has it."""
    run_upload(upload_id)


@shared_task
def tick() -> None:
    """Close the turns whose battles are all settled, and take up files that wait; called every few seconds."""
    close_due_turns()
    reconcile_uploads()
