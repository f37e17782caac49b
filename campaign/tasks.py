"""Celery's entry into the campaign: a call each."""

from collections.abc import Callable

from celery import shared_task
from django.conf import settings

from battles.services import through_outages
from campaign.services.archive import purge_deleted
from campaign.services.clockwork.running import close_due_turns, keep_time, run_sealed
from campaign.services.clockwork.schedules import notice_outage
from campaign.services.files.dumps import reconcile_dumps, run_dump
from campaign.services.files.uploads import reconcile_uploads, run_upload
from campaign.services.gazette import draft_due
from campaign.services.news.clock import STEPS as NEWS
from campaign.services.news.outbox import run_dispatch
from campaign.services.rehearsal.asked import reconcile_rehearsals, run_rehearsal


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def load_upload(upload_id: int) -> None:
    """Load one campaign file that somebody has sent, unless another process has it."""
    run_upload(upload_id)


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def run_turn(turn_id: int) -> None:
    """Run one sealed turn, unless another process has run it."""
    through_outages(lambda: run_sealed(turn_id))


@shared_task
def waken() -> None:
    """See whether the clock was away, before it gives a sign of life."""
    notice_outage()


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def write_dump(dump_id: int) -> None:
    """Write one campaign file that a referee has asked for, unless another process has it."""
    run_dump(dump_id)


@shared_task(time_limit=settings.BIVOUAC_BATTLE_TIME_LIMIT)
def rehearse_wars(rehearsal_id: int) -> None:
    """Play some wars of a rehearsal, unless another process plays them."""
    run_rehearsal(rehearsal_id)


STEPS: tuple[Callable[[], object], ...] = (
    keep_time,
    close_due_turns,
    reconcile_uploads,
    reconcile_dumps,
    reconcile_rehearsals,
    purge_deleted,
    draft_due,
    *NEWS,
)
"""The clock's work every few seconds, each step separately: seal the turns that are due, close those whose battles are
all settled, take up files and rehearsals that wait, forget what was deleted long ago, draft the Gazette, take up
news."""


@shared_task(soft_time_limit=40, time_limit=60)
def deliver(dispatch_id: int) -> None:
    """Send one mail or post, unless another process has it."""
    run_dispatch(dispatch_id)
