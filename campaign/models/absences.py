"""Absences of players, and their deputies."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from campaign.models.factions import Faction


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
