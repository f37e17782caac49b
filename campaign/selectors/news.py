"""Reads about what leaves the site."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from campaign.models import Campaign, Dispatch, Hook, MailAddress, Member


def address_of(user: User) -> MailAddress | None:
    """Somebody's address."""
    return MailAddress.objects.filter(user=user).first()


def member_row(pk: int | None) -> Member | None:
    """Return a member by his primary key."""
    return Member.objects.filter(pk=pk or 0).first()


def hooks_of(campaign: Campaign) -> list[Hook]:
    """Return the webhooks of a campaign."""
    return list(Hook.objects.filter(campaign=campaign))


def hook_by_key(campaign: Campaign, key: str) -> Hook | None:
    """Return one of them."""
    return Hook.objects.filter(campaign=campaign, key=key).first()


def not_arrived(campaign: Campaign) -> QuerySet[Dispatch]:
    """List messages that were given up, or failed at the last try, the newest first."""
    rows = Dispatch.objects.filter(campaign=campaign).exclude(trouble="").exclude(state=Dispatch.State.DONE)
    return rows.select_related("hook", "member__user").order_by("-pk")
