"""The occasion of a battle: the contact in a province."""

from django.db import models

from base.rows.limits import known_values, one_of, within
from battles.models import Battle
from campaign.models.armies import Station
from campaign.models.factions import Faction
from campaign.models.map import Province
from campaign.models.turns import Turn
from campaign.rules.kinds import EngagementState


class Engagement(models.Model):
    """A contact of two sides in a province on a turn, and the battle that decides it."""

    State = EngagementState

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="engagements")
    province = models.ForeignKey(Province, on_delete=models.CASCADE, related_name="engagements")
    sequence = models.PositiveSmallIntegerField(help_text="order of fighting within the turn (P8)")
    battle = models.OneToOneField(Battle, null=True, blank=True, on_delete=models.PROTECT, related_name="engagement")
    after = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="followers",
        help_text="the engagement that must be settled first",
    )  # fmt: skip
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    meeting = models.BooleanField(default=False, help_text="both sides came in this turn (HR-T3)")
    winner_side = models.PositiveSmallIntegerField(null=True, blank=True, help_text="0 or 1; empty for a draw")
    details = models.JSONField(default=dict, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["turn", "sequence"]
        indexes = [models.Index(fields=["state", "turn"], name="engagement_state")]
        constraints = [
            models.UniqueConstraint(fields=["turn", "sequence"], name="engagement_sequence_once"),
            known_values("engagement", one_of("state", EngagementState), within("winner_side", 0, 1, empty=True)),
        ]

    def __str__(self) -> str:
        return f"{self.province}, {self.turn}"


class EngagementArmy(models.Model):
    """An army on one side of an engagement."""

    engagement = models.ForeignKey(Engagement, on_delete=models.CASCADE, related_name="armies")
    station = models.ForeignKey(Station, on_delete=models.CASCADE, related_name="engagements")
    faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="+")
    side = models.PositiveSmallIntegerField(help_text="0 or 1, in the order of the battle file")
    mark = models.PositiveSmallIntegerField(default=0, help_text="arrival mark (HR-13); 0 starts on the table")
    came_from = models.ForeignKey(Province, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    retreated_to = models.ForeignKey(Province, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["engagement", "station"], name="engagement_army_once"),
            known_values("engagement_army", within("side", 0, 1)),
        ]

    def __str__(self) -> str:
        return f"{self.station} at {self.engagement}"
