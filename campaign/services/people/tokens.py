"""Tokens of members: made, used, revoked."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from base.refusal import Refusal
from base.rows.outages import write_if_free
from campaign.models import Member, Token
from campaign.rules.kinds import Role
from campaign.selectors.members.tokens import MADE, REVOKED, hash_of, mark_of_log_in
from campaign.services.record.acts import record_act

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
