"""The Gazette: a page of the war for each turn."""

from django.db import models
from django.utils import timezone

from base.rows.limits import known_values, one_of, within
from campaign.models.game import Campaign
from campaign.rules.kinds import GazetteState


class Gazette(models.Model):
    """The issue about one turn: drafted by the program, edited and published by the referee."""

    State = GazetteState

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="gazettes")
    turn = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=160)
    text = models.TextField(help_text="paragraphs; a line with ## begins a section, with > a letter to the paper")
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    edited = models.BooleanField(default=False)
    plate = models.JSONField(default=dict, help_text="what everybody knew then: who held what, and the battle shown")
    drafted_at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["turn"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "turn"], name="gazette_once_a_turn"),
            known_values("gazette", one_of("state", GazetteState), within("turn", 1, 500)),
        ]

    def __str__(self) -> str:
        return self.title
