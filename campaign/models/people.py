"""Members, the invitations by which they join, their absences and deputies, and the tokens of their programs."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from base.rows.columns import LENGTH, known_values, new_key, one_of, within
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.rules.kinds import Role, TokenScope


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


class Token(models.Model):
    """A token of a member for one campaign. Only the hash of its text is kept; it ends with the membership."""

    Scope = TokenScope

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="tokens")
    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=60, help_text="the program that uses it")
    scope = models.CharField(max_length=6, choices=Scope.choices, default=Scope.READ)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    log_in = models.CharField(max_length=64, editable=False, help_text="mark of the password it was made with")
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True, help_text="last call, to the minute")
    wrote_at = models.DateTimeField(null=True, blank=True, help_text="first entry; its member plays by a program since")

    class Meta:
        ordering = ["pk"]
        constraints = [known_values("token", one_of("scope", TokenScope))]

    def __str__(self) -> str:
        return f"{self.name} of {self.member.user}"


class KeptAnswer(models.Model):
    """The answer to an entry, for the case that the same one is sent again with its key."""

    token = models.ForeignKey(Token, on_delete=models.CASCADE, related_name="answers")
    key = models.CharField(max_length=80)
    digest = models.CharField(max_length=64, help_text="of method, address and body")
    status = models.PositiveSmallIntegerField()
    body = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["token", "key"], name="kept_answer_once_a_key"),
            known_values("kept_answer", within("status", 200, 299)),
        ]

    def __str__(self) -> str:
        return self.key


class Absence(models.Model):
    """A faction's player is away from a moment to another; a deputy, if there is one, has the faction's powers."""

    faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="absences")
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    deputy_name = models.CharField(max_length=150, blank=True, help_text="kept when the user is no user here")
    entered_by = models.CharField(max_length=150, blank=True)
    withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["starts", "pk"]
        constraints = [models.CheckConstraint(condition=Q(starts__lt=F("ends")), name="absence_ends_after_it_begins")]

    def __str__(self) -> str:
        return f"{self.faction} is away"
