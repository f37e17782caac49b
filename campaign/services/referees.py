"""Referees of a campaign."""

from django.contrib.auth.models import User

from campaign.models import Campaign, Member
from campaign.models.people import Role


def make_referee(*, campaign: Campaign, user: User) -> Member:
    """Make the user a referee; one who took another part keeps it no longer."""
    member, _ = Member.objects.update_or_create(
        campaign=campaign, user=user, defaults={"role": Role.REFEREE, "faction": None}
    )
    return member
