"""Invitations by mail, also to people who have no log-in here yet."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Dispatch, Invitation, MailAddress, Member
from campaign.services.news.mail import local_text
from campaign.services.news.sending.feeds import absolute

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
