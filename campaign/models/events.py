"""Events that befall factions, armies and provinces, by the table of events or by the referee's word (HR-19, HR-23)."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from base.rows.columns import known_values, one_of, within
from campaign.models.armies import Station
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.models.map import Province
from campaign.rules.kinds import WarEventKind
from rosters.models import Unit


class WarEvent(models.Model):
    """Something that holds from one turn to another. Without army, region and faction it is meant for everybody."""

    Kind = WarEventKind

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="war_events")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    turn = models.PositiveSmallIntegerField(help_text="first turn on which it holds")
    until = models.PositiveSmallIntegerField(help_text="last turn on which it holds")
    faction = models.ForeignKey(Faction, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    station = models.ForeignKey(Station, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    province = models.ForeignKey(Province, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    unit = models.ForeignKey(Unit, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    region = models.CharField(max_length=40, blank=True)
    points = models.PositiveSmallIntegerField(default=0)
    text = models.CharField(max_length=300)
    for_referee = models.BooleanField(default=False, help_text="no player reads it; its effect is his to carry out")
    by = models.CharField(max_length=150, blank=True, help_text="the referee who set it; empty for the table")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(until__gte=F("turn")), name="war_event_ends_after_it_begins"),
            known_values(
                "war_event",
                one_of("kind", WarEventKind),
                within("turn", 1, 500),
                within("until", 1, 520),
                within("points", 0, 1000),
            ),
        ]

    def __str__(self) -> str:
        return self.text[:80]
