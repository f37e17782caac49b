"""The chronicle, and the referee's log."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.models.map import Province


class ChronicleEntry(models.Model):
    """A line of the campaign's record. ``audience`` empty is public; otherwise only the factions named read it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="chronicle")
    turn = models.PositiveSmallIntegerField()
    phase = models.CharField(max_length=3, blank=True, help_text="P1 to P12")
    kind = models.SlugField(max_length=30)
    text = models.TextField()
    public = models.BooleanField(default=True)
    audience = models.ManyToManyField(Faction, blank=True, related_name="+")
    province = models.ForeignKey(Province, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    battle_key = models.CharField(max_length=12, blank=True)
    rule = models.CharField(max_length=60, blank=True)
    details = models.JSONField(default=dict, blank=True, help_text="dice and numbers behind the text")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "chronicle entries"

    def __str__(self) -> str:
        return self.text[:80]


class RefereeAct(models.Model):
    """Something the referee did by hand. Append-only and readable by every member."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="referee_acts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    by = models.CharField(max_length=150, blank=True, help_text="the name of somebody who is no user here")
    turn = models.PositiveSmallIntegerField(default=0)
    act = models.CharField(max_length=200, help_text="public sentence")
    reason = models.CharField(max_length=300, blank=True)
    secret = models.BooleanField(default=False, help_text="shown to the players only when the war is over")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.act
