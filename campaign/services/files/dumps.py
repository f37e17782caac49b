"""Campaign files written in the background: asked for by a referee, claimed by one worker, kept until they are old."""

import logging
import uuid
import zlib
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from base.rows.outages import let_database_trouble_pass
from battles.services.claiming import claim_row, exhausted, free_the_dead, held
from battles.services.publishing import publish_rows
from campaign.models import Campaign, CampaignDump, Engagement, Turn
from campaign.services.files.files import dump_pieces, pieces_without_secret
from campaign.services.files.tables import TABLES

log = logging.getLogger(__name__)
State = CampaignDump.State
TASK, QUEUE = "campaign.tasks.write_dump", "bulk"
WRITTEN_AT_ONCE, COPIED_AT_ONCE = 10_000, 2_000
"""Rows of a history that are written, or copied, while the referee waits: well under a second."""
A_BATTLE = 50
"""As many rows as a battle with its report takes the time of."""
KEPT_FOR = timedelta(days=7)
PIECE = 65_536
EXHAUSTED = "The file was tried too often without a result; the host finds more in the worker's log."
BROKEN = "The file could not be written ({}). Tell the host, who finds more in the log."


def rows_of(campaign: Campaign) -> int:
    """Count the rows of a campaign's history, a battle counted as the rows whose time it takes."""
    lists = [table for table in TABLES if table.name in ("orders", "sightings", "points", "strength", "chronicle")]
    rows = sum(table.model._default_manager.filter(**{table.owner: campaign}).count() for table in lists)
    return rows + A_BATTLE * Engagement.objects.filter(turn__campaign=campaign).count()


@transaction.atomic
def ask_dump(*, campaign: Campaign, sealed: bool = False) -> CampaignDump:
    """Have the campaign's file written; call ``publish_dumps()`` after the commit. One that is under way is enough.

    A ``sealed`` one is without the secret of the dice.
    """
    Campaign.objects.select_for_update().get(pk=campaign.pk)
    same = CampaignDump.objects.filter(campaign=campaign, sealed=sealed, state__in=[State.PENDING, State.RUNNING])
    return same.defer("data").first() or CampaignDump.objects.create(campaign=campaign, sealed=sealed)


def publish_dumps(*, everything: bool = False) -> int:
    """Send a message for each file that waits for a worker and was not sent lately; how many were sent."""
    return publish_rows(CampaignDump, task=TASK, queue=QUEUE, everything=everything)


def run_dump(dump_id: int) -> bool:
    """Claim a file and write it; True if this call ended it."""
    token = claim_row(CampaignDump.objects.filter(pk=dump_id), begun_at=timezone.now())
    if token is None:
        return False
    dump = CampaignDump.objects.select_related("campaign").defer("data").get(pk=dump_id)
    try:
        written = _written(dump)
    except Exception as error:
        let_database_trouble_pass(error)
        log.exception("campaign dump %s went wrong", dump.pk)
        return _end(dump, token, state=State.FAILED, problem=BROKEN.format(type(error).__name__))
    if not _end(dump, token, state=State.DONE, **written):
        return False
    older = CampaignDump.objects.filter(campaign=dump.campaign, sealed=dump.sealed, pk__lt=dump.pk)
    older.exclude(state=State.RUNNING).delete()
    return True


def _written(dump: CampaignDump) -> dict[str, object]:
    """Return the columns of a file that is written: packed piece by piece, as long as it is the text is never whole."""
    campaign, pieces = dump.campaign, pieces_without_secret if dump.sealed else dump_pieces
    closed = campaign.turns.filter(state=Turn.State.CLOSED).order_by("-number").values_list("number", flat=True)
    last, packer, digest, size = closed.first() or 0, zlib.compressobj(6), sha256(), 0
    packed = []
    for piece in pieces(campaign):
        data = piece.encode()
        digest.update(data)
        size += len(data)
        packed.append(packer.compress(data))
    return {
        "data": b"".join([*packed, packer.flush()]), "size": size, "digest": digest.hexdigest(), "closed": last,
    }  # fmt: skip


def _end(dump: CampaignDump, token: uuid.UUID, **how: object) -> bool:
    return held(dump, token).update(ended_at=timezone.now(), lease_until=None, **how) == 1


def written_dump(*, campaign: Campaign, key: str) -> CampaignDump | None:
    """Return a file of the campaign that is written, without its bytes."""
    return CampaignDump.objects.filter(campaign=campaign, key=key, state=State.DONE).defer("data").first()


def fetched(*, campaign: Campaign, key: str) -> Iterator[bytes] | None:
    """Return the bytes of a campaign's file, piece by piece, and that it was fetched; None where there is none such."""
    dump = CampaignDump.objects.filter(campaign=campaign, key=key, state=State.DONE).first()
    if dump is None:
        return None
    CampaignDump.objects.filter(pk=dump.pk, fetched_at=None).update(fetched_at=timezone.now())
    return _unpacked(bytes(dump.data))


def _unpacked(data: bytes) -> Iterator[bytes]:
    tool = zlib.decompressobj()
    while data or not tool.eof:
        if not (piece := tool.decompress(data, PIECE)):
            return
        data = tool.unconsumed_tail
        yield piece


def reconcile_dumps(*, everything: bool = False) -> int:
    """Take up files of dead processes and lost messages, give up what was tried too often, tidy; how many were sent."""
    now = timezone.now()
    free_the_dead(CampaignDump)
    exhausted(CampaignDump).update(state=State.FAILED, problem=EXHAUSTED, ended_at=now)
    CampaignDump.objects.filter(ended_at__lt=now - KEPT_FOR).delete()
    return publish_dumps(everything=everything)
