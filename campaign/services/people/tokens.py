"""The tokens of members' programs, what these send twice, and log-ins, ended by the host."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import write_if_free
from campaign.models import KeptAnswer, Member, Token
from campaign.rules.kinds import Role
from campaign.selectors.members.tokens import MADE, REVOKED, hash_of, mark_of_log_in
from campaign.services.record.chronicle import record_act

MOST = 10
BEGINS = "bivouac_"
NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def make_token(*, member: int, name: str, scope: str) -> tuple[Token, str]:
    """Make a token of a member, on the record; its text is returned once and not kept."""
    owner = Member.objects.select_for_update(of=("self",)).select_related("user", "campaign").get(pk=member)
    if scope == Token.Scope.ORDERS and owner.role != Role.PLAYER:
        raise Refusal("Scope: only a player gives orders; choose read.")
    if owner.tokens.count() >= MOST:
        raise Refusal(f"Program: you have {MOST} tokens for this campaign; revoke one of them first.")
    text = BEGINS + secrets.token_urlsafe(32)
    made = Token.objects.create(
        member=owner, name=name, scope=scope, token_hash=hash_of(text), log_in=mark_of_log_in(owner.user)
    )
    what = made.get_scope_display()
    record_act(campaign=owner.campaign, user=owner.user, act=f"{MADE} that may {what}")
    return made, text


@transaction.atomic
def revoke_token(*, member: int, key: str) -> bool:
    """End a token of a member at once, on the record; was there one?"""
    token = Token.objects.filter(member=member, key=key).select_related("member__user", "member__campaign").first()
    if token is None:
        return False
    record_act(campaign=token.member.campaign, user=token.member.user, act=REVOKED)
    token.delete()
    return True


def note_use(*, token: Token) -> None:
    """Note when a token was used last, once a minute; nobody waits for it."""
    now = timezone.now()
    if token.used_at is None or not timedelta() <= now - token.used_at < NOTED_EVERY:
        write_if_free(lambda: Token.objects.filter(pk=token.pk).update(used_at=now))


def note_entry(*, token: Token) -> None:
    """Note that orders were given by a token: from now on its member is marked as one who plays by a program."""
    if token.wrote_at is None:
        Token.objects.filter(pk=token.pk, wrote_at=None).update(wrote_at=timezone.now())


def end_log_ins(user: User | None) -> int:
    """Log somebody out on every device, or everybody; how many log-ins were ended."""
    if user is None:
        return Session.objects.all().delete()[0]
    own = [one.pk for one in Session.objects.iterator() if one.get_decoded().get(SESSION_KEY) == str(user.pk)]
    return Session.objects.filter(pk__in=own).delete()[0]


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
