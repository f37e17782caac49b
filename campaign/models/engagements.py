"""Meetings of armies: contacts in a province, sightings as they were (HR-22), standing wishes about battles."""

from django.db import models
from django.db.models import Q

from base.rows.columns import known_values, one_of, within
from battles.models import Battle
from campaign.models.armies import Station
from campaign.models.factions import Faction
from campaign.models.game import Campaign
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


class StandingWish(models.Model):
    """A faction's wish about how its battles are decided: against one enemy, or (``against`` empty) against all
    others."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="standing_wishes")
    faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="standing_wishes")
    against = models.ForeignKey(Faction, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    method = models.CharField(max_length=8, choices=[("table", "on the table"), ("auto", "by the program")])
    by = models.CharField(max_length=150)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["faction", "against"], name="standing_wish_once_an_enemy"),
            models.UniqueConstraint(
                fields=["faction"], condition=Q(against__isnull=True), name="standing_wish_once_for_the_rest"
            ),
            known_values("standing_wish", one_of("method", ("table", "auto"))),
        ]

    def __str__(self) -> str:
        return f"{self.faction} against {self.against or 'the rest'}: {self.get_method_display()}"


class Sighting(models.Model):
    """A foreign army as one faction saw it on one turn: never a live join."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="sightings")
    viewer = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="sightings")
    station = models.ForeignKey(Station, on_delete=models.CASCADE, related_name="sightings")
    seen_faction = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="+")
    province = models.ForeignKey(Province, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80, help_text="the army's name as it was then")
    units_low = models.PositiveSmallIntegerField(help_text="least number of units it may have")
    units_high = models.PositiveSmallIntegerField(help_text="greatest number of units it may have")
    units_shown = models.PositiveSmallIntegerField(help_text="number reported")
    gone_on = models.PositiveSmallIntegerField(
        default=0, help_text="turn on which the viewer's armies saw the place without it; 0 if they have not"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["turn", "viewer", "station"], name="sighting_once_a_turn")]

    def __str__(self) -> str:
        return f"{self.viewer} saw {self.name} in {self.province}"
