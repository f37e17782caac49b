"""More than one referee of a draft: a link lets another user in, until it is withdrawn."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from base.rows.keys import new_key
from campaign.models import Draft

MOST_REFEREES = 8


@transaction.atomic
def open_door(*, draft: Draft) -> str:
    """Draw a fresh key for the link by which another referee comes in; an older link leads nowhere."""
    row = Draft.objects.select_for_update().get(pk=draft.pk)
    row.guest_key = new_key()
    row.save(update_fields=["guest_key"])
    return row.guest_key


@transaction.atomic
def close_door(*, draft: Draft) -> None:
    """Withdraw the link; those who came in by it stay."""
    Draft.objects.filter(pk=draft.pk).update(guest_key="")


@transaction.atomic
def come_in(*, guest_key: str, user: User) -> Draft:
    """Make the user a referee of the draft to which the link leads. Refusal where it leads nowhere, or all seats are
    taken."""
    row = Draft.objects.select_for_update().filter(guest_key=guest_key, begun_at=None).exclude(guest_key="").first()
    if row is None:
        raise Refusal("Link: it leads to no draft any more; ask for a new one.")
    if not row.referees.filter(pk=user.pk).exists() and row.referees.count() >= MOST_REFEREES:
        raise Refusal(f"Link: the draft has {MOST_REFEREES} referees already; ask one of them to leave.")
    row.referees.add(user)
    return row
