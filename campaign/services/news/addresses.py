"""Addresses for mail, confirmed by their owners, and the choice of each kind of news."""

import hashlib
import secrets
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Dispatch, MailAddress, Member, Notice
from campaign.services.news.sending.feeds import absolute

NOW, DIGEST, NONE = "now", "digest", "none"
HOW = ((NOW, "at once"), (DIGEST, "in the daily digest"), (NONE, "not by mail"))
BY_DEFAULT = {Notice.Kind.GAZETTE: DIGEST}
NEVER_MAILED = (Notice.Kind.TROUBLE,)
"""A mail about mail that does not arrive would be another one."""
ASKS_A_DAY = 10


def how_chosen(member: Member, kind: str) -> str:
    """Return a member's choice for a kind of news, or its default."""
    return str(member.news.get(kind) or BY_DEFAULT.get(Notice.Kind(kind), NOW))


def how_mailed(member: Member, kind: str) -> str:
    """Return how a notice of this kind is mailed to a member: now, digest, or empty where it is not."""
    address = getattr(member.user, "mail_address", None)
    barred = not member.user.is_active
    if not settings.MAIL_IS_SET_UP or address is None or address.confirmed_at is None or barred:
        return ""
    chosen = how_chosen(member, kind)
    return "" if chosen == NONE or kind in NEVER_MAILED else chosen


@transaction.atomic
def choose_news(*, member: int, choices: Mapping[str, str]) -> None:
    """Keep for each kind of news how a member wants it."""
    known = {kind: how for kind, how in choices.items() if kind in Notice.Kind.values and how in (NOW, DIGEST, NONE)}
    Member.objects.filter(pk=member).update(news=known)


@transaction.atomic
def give_address(*, user: User, email: str, zone: str, digest_hour: int) -> MailAddress:
    """Keep an address; where it is new, a mail with a link is sent there, and nothing else before it is followed."""
    User.objects.select_for_update().get(pk=user.pk)
    held = MailAddress.objects.filter(user=user).first() or MailAddress(user=user)
    changed = held.email.casefold() != email.casefold() or held.confirmed_at is None
    held.zone, held.digest_hour = zone, digest_hour
    if changed:
        _ask(held, email)
    held.save()
    return held


def _ask(held: MailAddress, email: str) -> None:
    """Send the link that confirms an address."""
    today = timezone.now() - timedelta(days=1)
    if Dispatch.objects.filter(fact=f"confirm:{held.user_id}", made_at__gte=today).count() >= ASKS_A_DAY:
        raise Refusal("Address: too many links were sent today; try again tomorrow.")
    code = secrets.token_urlsafe(24)
    held.email, held.confirmed_at, held.trouble = email, None, ""
    held.code_hash, held.asked_at = _hash(code), timezone.now()
    link = absolute(reverse("mail_confirm", args=[code]))
    Dispatch.objects.create(
        kind=Dispatch.Kind.MAIL, to=email, subject="Confirm your address", fact=f"confirm:{held.user_id}",
        body=f"Somebody with the name {held.user.get_username()} asked for news from Bivouac at this address.\n\n"
        f"If that is you, follow this link:\n{link}\n\nIf not, do nothing: no other mail is sent here.",
    )  # fmt: skip


@transaction.atomic
def confirm_address(*, code: str) -> MailAddress:
    """Confirm the address to which this code was sent. From then on it also serves for a new password."""
    held = MailAddress.objects.select_for_update().filter(code_hash=_hash(code)).first()
    if held is None:
        raise Refusal("This link has been used or replaced: ask for a new one under My news.")
    held.confirmed_at, held.code_hash = timezone.now(), ""
    held.save(update_fields=["confirmed_at", "code_hash"])
    User.objects.filter(pk=held.user_id).update(email=held.email)
    return held


@transaction.atomic
def drop_address(*, user: User) -> None:
    """Forget somebody's address; what waits for it is not mailed."""
    held = MailAddress.objects.filter(user=user).first()
    if held is not None:
        User.objects.filter(pk=user.pk, email=held.email).update(email="")
        held.delete()
    Notice.objects.filter(member__user=user, mail=None).update(how="")


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
