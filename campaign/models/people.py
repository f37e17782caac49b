"""Members, and the invitations by which they join."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from base.rows.keys import LENGTH
from base.rows.limits import known_values, one_of
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.rules.kinds import Role


class Member(models.Model):
    """A person's part in a campaign. Several players may share a faction; a player has one."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=Role.choices)
    faction = models.ForeignKey(Faction, null=True, blank=True, on_delete=models.CASCADE, related_name="members")
    news = models.JSONField(
        default=dict, blank=True, help_text="kind of notice → now, digest or none, where it differs from the default"
    )
    here_turn = models.PositiveSmallIntegerField(default=0, help_text="newest turn at the last visit")
    since_turn = models.PositiveSmallIntegerField(default=0, help_text="newest turn at the visit before")
    feed_key = models.CharField(
        max_length=LENGTH, blank=True, default="", editable=False, help_text="of the secret address of his feeds"
    )
    tour_step = models.PositiveSmallIntegerField(default=1, help_text="step of the tour that is next; 0: none any more")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["role", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="member_once_a_campaign"),
            models.CheckConstraint(
                condition=(Q(role="player") & Q(faction__isnull=False)) | (~Q(role="player") & Q(faction__isnull=True)),
                name="member_player_has_faction",
            ),
            known_values("member", one_of("role", Role)),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class Invitation(models.Model):
    """A one-use link. Only the hash of its token is kept."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=8, choices=Role.choices, default=Role.PLAYER)
    faction = models.ForeignKey(
        Faction, null=True, blank=True, on_delete=models.CASCADE, related_name="+",
        help_text="empty: the guest chooses among the factions without a player",
    )  # fmt: skip
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    note = models.CharField(max_length=120, blank=True, help_text="for whom, seen by the referee only")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [known_values("invitation", one_of("role", Role))]

    def __str__(self) -> str:
        return f"{self.get_role_display()} {self.note}".strip()
