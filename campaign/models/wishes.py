"""Standing wishes of factions about how their battles are decided."""

from django.db import models
from django.db.models import Q

from base.rows.limits import known_values, one_of
from campaign.models.factions import Faction
from campaign.models.game import Campaign


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
