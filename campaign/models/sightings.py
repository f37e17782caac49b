"""Sightings of a faction, kept as they were (HR-22)."""

from django.db import models

from campaign.models.armies import Station
from campaign.models.factions import Faction
from campaign.models.map import Province
from campaign.models.turns import Turn


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
