"""Reads of tokens."""

import hashlib

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from base.rows.prepared import prepared
from campaign.models import Campaign, Token

MADE, REVOKED = "made a token for a program", "revoked the token of a program"
ACTS_OF_MEMBERS = (MADE, REVOKED)
"""Acts on the record that members do themselves, as they begin."""


def hash_of(text: str) -> str:
    """Return what is kept of a token: 256 random bits need no slow hash."""
    return hashlib.sha256(text.encode()).hexdigest()


def mark_of_log_in(user: User) -> str:
    """Return a mark of somebody's password: a new password ends the tokens that were made before."""
    return salted_hmac("bivouac.token", user.password, algorithm="sha256").hexdigest()


def token_of(text: str) -> Token | None:
    """Return the token of this text; None where there is none, where its member is barred or has a new password."""
    token = next(iter(_of_hash(hash_of(text))), None)
    if token is None or not constant_time_compare(token.log_in, mark_of_log_in(token.member.user)):
        return None
    return token


@prepared
def _of_hash(token_hash: str) -> QuerySet[Token]:
    rows = Token.objects.filter(token_hash=token_hash, member__user__is_active=True)
    return rows.filter(member__campaign__deleted_at=None).select_related("member__user", "member__campaign").defer(
        "member__campaign__map"
    )  # fmt: skip


def tokens_of(member: int) -> list[Token]:
    """Return the tokens of a member, the newest first."""
    return list(Token.objects.filter(member=member).order_by("-pk"))


def played_by_program(campaign: Campaign) -> set[int]:
    """Return the members, by primary key, who have a token by which orders were given."""
    rows = Token.objects.filter(member__campaign=campaign, member__role="player", wrote_at__isnull=False)
    return set(rows.values_list("member", flat=True))


def led_by_program(campaign: Campaign) -> list[int]:
    """Return the factions, by primary key and in their order, that such a member leads."""
    rows = Token.objects.filter(member__campaign=campaign, member__role="player", wrote_at__isnull=False)
    factions = rows.order_by("member__faction__order", "member__faction").values_list("member__faction", flat=True)
    return [pk for pk in dict.fromkeys(factions) if pk]
