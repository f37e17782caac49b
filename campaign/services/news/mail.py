"""Mails: what stands in them, how they are handed to the mail server, and the addresses that their owners confirm."""

import secrets
import smtplib
import zoneinfo
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.utils import formatdate

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from base.refusal import Refusal
from campaign.models import Dispatch, MailAddress, Member, Notice
from campaign.selectors.members.tokens import hash_of
from campaign.services.news.sending.feeds import absolute
from campaign.services.news.sending.outside import NotSent

PERMANENT = range(500, 600)
Kind = Notice.Kind
URGENT = (Kind.PATIENCE, Kind.RESULT, Kind.REMINDER, Kind.BATTLE, Kind.TURN, Kind.MESSAGE)
"""News that ask for something, the most urgent first."""
ASKED, HAPPENED = "For you to do:", "What has happened:"


def deliver_mail(dispatch: Dispatch) -> None:
    """Hand a mail to the server; NotSent where it does not take it. The same mail has the same Message-ID each time."""
    if not settings.MAIL_IS_SET_UP:
        raise NotSent("This site has no mail server.", final=True)
    if dispatch.member is None or dispatch.campaign is None:
        hand_over(dispatch, dispatch.to, dispatch.subject, dispatch.body)
        return
    address = MailAddress.objects.filter(user=dispatch.member.user_id).first()
    if address is None or address.confirmed_at is None:
        raise NotSent("Its reader has no confirmed address any more.", final=True)
    notices = [one for one in dispatch.notices.order_by("pk") if one.until is None or one.until > timezone.now()]
    if notices:
        name = dispatch.campaign.name
        hand_over(dispatch, address.email, subject_of(name, notices), body_of(dispatch, address, notices))


def subject_of(name: str, notices: Sequence[Notice]) -> str:
    """Return the subject: the news itself, of several the most urgent one and how many there are besides."""
    first = next(one for part in sorted_out(notices) for one in part)
    more = f" (and {len(notices) - 1} more)" if len(notices) > 1 else ""
    return f"{name}: {first.text}"[: 180 - len(more)] + more


def sorted_out(notices: Sequence[Notice]) -> tuple[list[Notice], list[Notice], list[Notice]]:
    """Return what nobody may miss of the war's end, what the reader is to do, the most urgent first, and what has
    happened; a turn that was followed by another, or by the end, has happened."""
    turns = [one for one in notices if one.kind == Kind.TURN]
    opened = [place for place, one in enumerate(turns) if _opens(one)]
    now = turns[opened[-1] :] if opened else turns
    lead = [one for one in now if one.fact.endswith(":ended") or ":near:" in one.fact][-1:]
    past = [one for one in turns if one not in now or (lead and lead[0].fact.endswith(":ended"))]
    asked = [one for one in notices if _asks(one) and one not in past]
    asked.sort(key=lambda one: URGENT.index(Kind(one.kind)))
    return lead, asked, [one for one in notices if one not in [*lead, *asked]]


def _opens(notice: Notice) -> bool:
    return notice.fact.endswith(":opened")


def _asks(notice: Notice) -> bool:
    """Return whether a piece of news asks for something: of battles those that are still to be fought, of turns those
    that were opened."""
    return notice.kind in URGENT and (notice.kind not in (Kind.BATTLE, Kind.TURN) or _opens(notice))


def body_of(dispatch: Dispatch, address: MailAddress, notices: Sequence[Notice]) -> str:
    """Return each piece of news with its time and where it leads, what is to be done first, then how to change what is
    mailed."""
    assert dispatch.campaign is not None
    slug = dispatch.campaign.slug
    lead, asked, happened = ([_paragraph(one, address.zone) for one in part] for part in sorted_out(notices))
    parts = [*lead, ASKED, *asked, HAPPENED, *happened] if asked and happened else [*lead, *asked, *happened]
    change = f"Your mail settings: {absolute(reverse('game:news_settings', args=[slug]))}"
    return "\n\n".join([f"{dispatch.campaign.name}", *parts, f"-- \n{change}"]) + "\n"


def _paragraph(notice: Notice, zone: str) -> str:
    lines = [notice.text, f"({local_text(notice.at, zone)})"]
    return "\n".join([*lines, *([absolute(notice.path)] if notice.path else [])])


def local_text(moment: datetime, zone: str) -> str:
    """Return a moment in a named zone."""
    return date_format(timezone.localtime(moment, zone_of(zone)), "j F Y, H:i e")


def zone_of(name: str) -> zoneinfo.ZoneInfo:
    """Return a zone by its name; UTC where the name is not known."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError):
        return zoneinfo.ZoneInfo("UTC")


def hand_over(dispatch: Dispatch, to: str, subject: str, body: str) -> None:
    """Give a mail to the server; NotSent where it does not take it."""
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
    headers = {
        "Message-ID": f"<{dispatch.key}@{domain}>",
        "Date": formatdate(dispatch.made_at.timestamp()),
        "Auto-Submitted": "auto-generated",
    }
    try:
        connection = get_connection(timeout=settings.EMAIL_TIMEOUT)
        EmailMessage(" ".join(subject.split()), body, to=[to], headers=headers, connection=connection).send()
    except smtplib.SMTPRecipientsRefused as error:
        code, answer = next(iter(error.recipients.values()))
        raise NotSent(
            f"The mail server refuses the address ({code} {_short(answer)}).", final=code in PERMANENT
        ) from None
    except smtplib.SMTPResponseException as error:
        raise NotSent(f"The mail server answers {error.smtp_code} {_short(error.smtp_error)}.") from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"The mail server does not answer ({type(error).__name__}).") from None


def _short(answer: bytes | str) -> str:
    text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return " ".join(text.split())[:120]


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
    held.code_hash, held.asked_at = hash_of(code), timezone.now()
    link = absolute(reverse("mail_confirm", args=[code]))
    Dispatch.objects.create(
        kind=Dispatch.Kind.MAIL, to=email, subject="Confirm your address", fact=f"confirm:{held.user_id}",
        body=f"Somebody with the name {held.user.get_username()} asked for news from Bivouac at this address.\n\n"
        f"If that is you, follow this link:\n{link}\n\nIf not, do nothing: no other mail is sent here.",
    )  # fmt: skip


@transaction.atomic
def confirm_address(*, code: str) -> MailAddress:
    """Confirm the address to which this code was sent. From then on it also serves for a new password."""
    held = MailAddress.objects.select_for_update().filter(code_hash=hash_of(code)).first()
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
