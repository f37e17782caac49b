"""Entries of programs that are sent twice: one deed, and the same answer both times."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import KeptAnswer, Token

KEPT_FOR = timedelta(days=2)


@dataclass(frozen=True)
class Answered:
    """The answer to an entry; ``again``: it was given before."""

    status: int
    body: str
    again: bool = False


def answer_once(*, token: Token, key: str, digest: str, act: Callable[[], tuple[int, str]]) -> Answered:
    """Carry an entry out and keep its answer, or return the answer that was kept; a refused one leaves nothing."""
    kept = _kept(token, key, digest)
    if kept is not None:
        return kept
    try:
        return _carry_out(token, key, digest, act)
    except IntegrityError:
        kept = _kept(token, key, digest)
        if kept is None:
            raise
        return kept


@transaction.atomic
def _carry_out(token: Token, key: str, digest: str, act: Callable[[], tuple[int, str]]) -> Answered:
    """Take the key before the deed: another call with the same key waits for this one."""
    KeptAnswer.objects.filter(token=token, at__lt=timezone.now() - KEPT_FOR).delete()
    row = KeptAnswer.objects.create(token=token, key=key, digest=digest, status=200, body="")
    row.status, row.body = act()
    row.save(update_fields=["status", "body"])
    return Answered(row.status, row.body)


def _kept(token: Token, key: str, digest: str) -> Answered | None:
    row = KeptAnswer.objects.filter(token=token, key=key).first()
    if row is None:
        return None
    if row.digest != digest:
        raise Refusal("idempotency_key: another entry was sent with this key; choose a new one.")
    return Answered(row.status, row.body, again=True)
