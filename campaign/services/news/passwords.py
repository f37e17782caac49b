"""Mails to people outside: links for a new password, and invitations."""

import hashlib
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import base36_to_int, int_to_base36, urlsafe_base64_encode

from base.refusal import Refusal
from campaign.models import Dispatch, Invitation, MailAddress, Member
from campaign.rules.kinds import Role
from campaign.services.news.mail import hand_over, local_text
from campaign.services.news.sending.feeds import absolute

BY = "."
"""Between the number of the referee who made a link and its token."""


class MailedTokens(PasswordResetTokenGenerator):
    """Tokens of the links that go to a confirmed address."""

    key_salt = "bivouac.password.mailed"


class RefereesTokens(PasswordResetTokenGenerator):
    """Tokens of the links that one referee makes; no other one can use them as his."""

    key_salt = "bivouac.password.by-a-referee"

    def __init__(self, referee: int) -> None:
        super().__init__()
        self._referee = referee

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        return f"{self._referee}|{super()._make_hash_value(user, timestamp)}"


class Links(PasswordResetTokenGenerator):
    """The tokens of both kinds. A referee's is good for as long as he has the right to make it."""

    def check_token(self, user: User | None, token: str | None) -> bool:
        """Return whether a token sets this user's password now."""
        maker, by, inner = (token or "").partition(BY)
        if not by:
            return bool(MailedTokens().check_token(user, token))
        referee = _user(maker)
        if user is None or referee is None or not RefereesTokens(referee.pk).check_token(user, inner):
            return False
        return not why_not(user, referee)


LINKS = Links()


def _user(number: str) -> User | None:
    try:
        return User.objects.filter(pk=base36_to_int(number), is_active=True).first()
    except (ValueError, OverflowError):
        return None


def link_by(*, referee: User, user: User) -> str:
    """Return the path of a link that a referee hands to a member; Refusal where he has no right to."""
    if reason := why_not(user, referee):
        raise Refusal(reason)
    return _path(user, f"{int_to_base36(referee.pk)}{BY}{RefereesTokens(referee.pk).make_token(user)}")


def _path(user: User, token: str) -> str:
    return reverse("password_reset_confirm", args=[urlsafe_base64_encode(force_bytes(user.pk)), token])


def why_not(user: User, referee: User) -> str:
    """Return why a referee may not have a member's password set anew, as a sentence; empty if he may.

    He may where the member has nothing on this site but parts in his campaigns, and no address to which a link goes.
    """
    refereed = Member.objects.filter(user=referee, role=Role.REFEREE).values("campaign")
    parts = Member.objects.filter(user=user)
    elsewhere = not parts.exists() or parts.exclude(campaign__in=refereed).exists()
    if not referee.is_active:
        return "Your own account is closed."
    if user.is_staff or user.is_superuser or user == referee or elsewhere or parts.filter(role=Role.REFEREE).exists():
        return "This person has other duties on this site: only the host can reset the password."
    if user.email or MailAddress.objects.filter(user=user, confirmed_at__isnull=False).exists():
        return "This person has a confirmed mail address: the page of the log-in sends a link there."
    return ""


SUBJECT = "Your new password"
TO_AN_ADDRESS, BY_A_VISITOR = 5, 20
"""Links that are asked for in a day."""


@transaction.atomic
def ask_for_link(*, email: str, visitor: str, origin: str) -> None:
    """Put it into the outbox, whether anybody has this address or not; nothing where it was asked for too often.

    ``visitor`` is the address that asks. ``origin`` is that of the site in the link, such as https://war.example.org.
    """
    whom, by = f"forgotten:{_digest(email)}", f":{_digest(visitor)}"
    asked = Dispatch.objects.filter(kind=Dispatch.Kind.LINK, made_at__gte=timezone.now() - timedelta(days=1))
    often = asked.filter(fact__startswith=whom).count() >= TO_AN_ADDRESS
    if asked.filter(fact__endswith=by).count() >= BY_A_VISITOR or often:
        return
    Dispatch.objects.create(kind=Dispatch.Kind.LINK, to=email, fact=whom + by, subject=SUBJECT, body=origin)


def deliver_links(dispatch: Dispatch) -> None:
    """Mail a link for each log-in of an address; none where nobody has it. NotSent where the server takes no mail."""
    users = list(PasswordResetForm().get_users(dispatch.to))
    if not users:
        return
    to = users[0].email
    links = [_paragraph(user, dispatch.body) for user in users if user.email == to]
    end = "If you have not asked for it, do nothing: the old password stays."
    hand_over(dispatch, to, dispatch.subject, "\n\n".join([*links, end]) + "\n")


def _paragraph(user: User, origin: str) -> str:
    link = origin + _path(user, MailedTokens().make_token(user))
    return f"{user.get_username()}: this link sets a new password. It works once, within three days.\n{link}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.casefold().encode()).hexdigest()[:32]


A_DAY = 30
"""Mails to strangers that one person may send in a day."""
NO_MAIL = "Mail to: this site sends no mail; leave it empty and hand the link on yourself."
TOO_MANY = f"Mail to: {A_DAY} invitations were mailed today; leave it empty and hand the link on, or try tomorrow."


def mail_invitation(*, invitation: Invitation, token: str, email: str, actor: User) -> None:
    """Put a mail with the link into the outbox; its text goes when it is sent. The referee is notified if it fails."""
    if not settings.MAIL_IS_SET_UP:
        raise Refusal(NO_MAIL)
    User.objects.select_for_update().get(pk=actor.pk)
    since = timezone.now() - timedelta(days=1)
    if Dispatch.objects.filter(fact__startswith=_by(actor), made_at__gte=since).count() >= A_DAY:
        raise Refusal(TOO_MANY)
    campaign = invitation.campaign
    Dispatch.objects.create(
        kind=Dispatch.Kind.MAIL, campaign=campaign, to=email, fact=f"{_by(actor)}{invitation.pk}",
        subject=f"Invitation to {campaign.name}"[:200], body=_body(invitation, absolute(reverse("join", args=[token]))),
    )  # fmt: skip


def _by(actor: User) -> str:
    return f"invitation:{actor.pk}:"


def _body(invitation: Invitation, link: str) -> str:
    part = f"as {invitation.get_role_display()}"
    part += f" of {invitation.faction.name}" if invitation.faction else ""
    ends = local_text(invitation.expires_at, settings.TIME_ZONE)
    return (
        f"You are invited to take part in the campaign {invitation.campaign.name} {part}.\n\n"
        f"Follow this link; it works once, until {ends}:\n{link}\n\n"
        "If you do not want to take part, do nothing: no other mail is sent to you.\n"
    )


def drop_invitation_mail(*, invitation_id: int) -> None:
    """An invitation that is withdrawn is not mailed any more."""
    mails = Dispatch.objects.filter(fact__startswith="invitation:", fact__endswith=f":{invitation_id}")
    mails.filter(state=Dispatch.State.PENDING).delete()


def mail_end_of_part(*, member: Member) -> None:
    """Notify somebody whose part has ended, if he has an address; his first page shows it in any case."""
    address = MailAddress.objects.filter(user=member.user, confirmed_at__isnull=False).first()
    if address is None or not settings.MAIL_IS_SET_UP:
        return
    name = member.campaign.name
    Dispatch.objects.create(
        kind=Dispatch.Kind.MAIL, campaign=member.campaign, to=address.email, fact=f"part-ended:{member.pk}",
        subject=f"{name}: your part has ended"[:200],
        body=f"A referee of {name} has ended your part in it. Your log-in stays; ask the referee for the reason.\n",
    )  # fmt: skip
