"""A new password by mail: a request is answered later, alike for every address, so that nobody learns who is here."""

import hashlib
from datetime import timedelta

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaign.models import Dispatch
from campaign.services.news.mail import hand_over
from campaign.services.news.passwords import mailed_link

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
    link = origin + mailed_link(user)
    return f"{user.get_username()}: this link sets a new password. It works once, within three days.\n{link}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.casefold().encode()).hexdigest()[:32]
