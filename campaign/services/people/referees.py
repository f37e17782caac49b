"""Referees of a campaign."""

from django.contrib.auth.models import User

from campaign.models import Campaign, Member
from campaign.rules.kinds import Role


def make_referee(*, campaign: Campaign, user: User) -> Member:
    """Make the user a referee, with a way into the admin; one who took another part keeps it no longer."""
    member, _ = Member.objects.update_or_create(
        campaign=campaign, user=user, defaults={"role": Role.REFEREE, "faction": None}
    )
    allow_the_admin(user)
    return member


def forbid_the_admin(user: User) -> None:
    """Keep somebody who referees no campaign any more out of the admin; whom the host gave rights keeps them."""
    rights = user.is_superuser or user.groups.exists() or user.user_permissions.exists()
    if not rights and not Member.objects.filter(user=user, role=Role.REFEREE).exists():
        User.objects.filter(pk=user.pk).update(is_staff=False)


def allow_the_admin(user: User) -> None:
    """Let a referee into the admin, where he sees the rows of his own campaigns only."""
    if not user.is_staff:
        User.objects.filter(pk=user.pk).update(is_staff=True)
