"""The right of one process to a row of work: a conditional UPDATE with row count 1, for a time (docs/decisions.md)."""

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from battles.services.holder import this_process


def unclaimed() -> Q:
    """Rows that no process holds now: those that wait, and those whose lease is over."""
    return Q(state="pending") | Q(state="running", lease_until__lt=timezone.now())


def claim_row(rows: QuerySet[Any], **more: Any) -> uuid.UUID | None:
    """Take the one row of ``rows`` for this process, and write ``more`` into it: the claim's token.

    None when it is taken, done, or was tried too often.
    """
    token = uuid.uuid4()
    won = rows.filter(unclaimed(), attempt__lt=settings.BIVOUAC_BATTLE_ATTEMPTS).update(
        state="running",
        claim=token,
        holder=this_process(),
        lease_until=timezone.now() + timedelta(seconds=settings.BIVOUAC_BATTLE_LEASE),
        attempt=F("attempt") + 1,
        **more,
    )
    return token if won == 1 else None
