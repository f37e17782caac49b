"""Campaign files loaded in the background: sent once, claimed by one worker, written whole or refused."""

import logging
import uuid
from dataclasses import replace
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import let_database_trouble_pass
from battles.services.claiming import claim_row, exhausted, free_the_dead, held
from battles.services.publishing import publish_rows
from campaign.models import Campaign, CampaignUpload
from campaign.rules.files import campaign_file
from campaign.rules.files.campaign_file import UPLOAD_LIMIT, CampaignFile
from campaign.rules.files.faults import faults_in
from campaign.rules.files.fields import CampaignFileError
from campaign.rules.files.past.history_rows import LISTS
from campaign.services.files.files import dump_text, fork_file, load_file, origin, record_fork, slug_of

log = logging.getLogger(__name__)
State, Step = CampaignUpload.State, CampaignUpload.Step
TASK, QUEUE = "campaign.tasks.load_upload", "bulk"
AT_ONCE = 131_072
"""Bytes of a file that is loaded while its sender waits, if it has no history."""
UNFINISHED_AT_ONCE = 3
KEPT_FOR = timedelta(days=30)
EXHAUSTED = "The file was tried too often without a result; the host finds more in the worker's log."
BROKEN = "The file could not be loaded ({}). Tell the host, who finds more in the log."


class _NoLongerMine(Exception):
    """Another process has taken the file up meanwhile."""


def loads_at_once(data: bytes) -> bool:
    """Return whether a file is small and fresh enough to be loaded while its sender waits."""
    return len(data) <= AT_ONCE and b'"history"' not in data


@transaction.atomic
def send_upload(*, user: User, name: str, data: bytes, slug: str) -> CampaignUpload:
    """Keep a file for the workers; call ``publish_uploads()`` after the commit. Refusal for too many or too long."""
    if len(data) > UPLOAD_LIMIT:
        raise Refusal(f"The file has {len(data):,} bytes, at most {UPLOAD_LIMIT:,} are taken here.")
    _check_unfinished(user)
    return CampaignUpload.objects.create(owner=user, name=name[:120], data=data, slug=slug)


@transaction.atomic
def send_copy(*, user: User, source: Campaign, name: str, slug: str) -> CampaignUpload:
    """Have a campaign copied by the workers, as from a file that it has written itself; else like ``send_upload``."""
    _check_slug_is_free(slug)
    _check_unfinished(user)
    return CampaignUpload.objects.create(owner=user, name=name.strip()[:120], slug=slug, source=source, data=b"")


@transaction.atomic
def send_fork(*, user: User, source: Campaign, turn: int | None, name: str, slug: str) -> CampaignUpload:
    """Have a what-if made by the workers; else like ``send_copy``. It is on the campaign's record from now on."""
    _check_slug_is_free(slug)
    User.objects.select_for_update().get(pk=user.pk)
    named = {"owner": user, "name": name.strip()[:120], "source": source, "what_if": True, "turn": turn}
    if same := CampaignUpload.objects.filter(state__in=[State.PENDING, State.RUNNING], **named).first():
        return same
    _check_unfinished(user)
    record_fork(campaign=source, turn=turn, user=user)
    return CampaignUpload.objects.create(slug=slug, data=b"", **named)


def _check_slug_is_free(slug: str) -> None:
    if Campaign.objects.filter(slug=slug).exists():
        raise Refusal(f'Address: "{slug}" is taken by another campaign; choose another one.')


def _check_unfinished(user: User) -> None:
    User.objects.select_for_update().get(pk=user.pk)
    unfinished = CampaignUpload.objects.filter(owner=user, state__in=[State.PENDING, State.RUNNING]).count()
    if unfinished >= UNFINISHED_AT_ONCE:
        raise Refusal(f"{unfinished} of your files are still being loaded; wait until one of them is.")


def publish_uploads(*, everything: bool = False) -> int:
    """Send a message for each file that waits for a worker and was not sent lately; how many were sent."""
    return publish_rows(CampaignUpload, task=TASK, queue=QUEUE, everything=everything)


def run_upload(upload_id: int) -> bool:
    """Claim a file and load it; True if this call ended it, with a campaign or a refusal."""
    token = claim_row(CampaignUpload.objects.filter(pk=upload_id), step=Step.READING)
    if token is None:
        return False
    upload = CampaignUpload.objects.select_related("owner", "source").get(pk=upload_id)
    try:
        _load(upload, token)
    except Refusal as refusal:
        return _end(upload, token, state=State.REFUSED, problem=_problem(upload, refusal))
    except _NoLongerMine:
        return False
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("campaign upload %s went wrong", upload.pk)
        return _end(upload, token, state=State.REFUSED, problem=BROKEN.format(type(error).__name__))
    return True


def _problem(upload: CampaignUpload, refusal: Refusal) -> str:
    """Return every fault of the file that was sent, a line each, if it has several; else why it was refused."""
    if not isinstance(refusal, CampaignFileError) or upload.source is not None:
        return str(refusal)
    found = faults_in(bytes(upload.data), limit=UPLOAD_LIMIT)
    return "\n".join(found) if found[1:] else str(refusal)


def _load(upload: CampaignUpload, token: uuid.UUID) -> None:
    """Read outside of any transaction; campaign and the end of the upload are written together, or neither."""
    file = _read(upload)
    held(upload, token).update(step=Step.WRITING, rows=_rows(file))
    with transaction.atomic():
        slug = upload.slug or slug_of(file, upload.name)
        campaign = load_file(file, slug, actor=str(upload.owner), referee=upload.owner)
        if upload.source is not None:
            what_if = origin(upload.source, upload.turn) if upload.what_if else campaign.what_if
            Campaign.objects.filter(pk=campaign.pk).update(name=upload.name or campaign.name, what_if=what_if)
        if not _end(upload, token, state=State.DONE, campaign=campaign):
            raise _NoLongerMine


def _read(upload: CampaignUpload) -> CampaignFile:
    """Return the file that was sent, or the one that the campaign to be copied makes."""
    if upload.source is not None and upload.what_if:
        return fork_file(upload.source, upload.turn)
    if upload.source is not None:
        return replace(campaign_file.loads(dump_text(upload.source)), schedule=None)
    return campaign_file.loads(bytes(upload.data), limit=UPLOAD_LIMIT)


def _rows(file: CampaignFile) -> int:
    parts = [file.provinces, file.edges, file.leaders, file.armies]
    return sum(map(len, parts)) + (sum(len(getattr(file.history, name)) for name in LISTS) if file.history else 0)


def _end(upload: CampaignUpload, token: uuid.UUID, **how: object) -> bool:
    return held(upload, token).update(data=b"", ended_at=timezone.now(), lease_until=None, **how) == 1


def reconcile_uploads(*, everything: bool = False) -> int:
    """Take up files of dead processes and lost messages, refuse what was tried too often, tidy; how many were sent."""
    now = timezone.now()
    free_the_dead(CampaignUpload)
    exhausted(CampaignUpload).update(state=State.REFUSED, problem=EXHAUSTED, data=b"", ended_at=now)
    CampaignUpload.objects.filter(ended_at__lt=now - KEPT_FOR).delete()
    return publish_uploads(everything=everything)
