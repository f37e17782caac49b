"""Wars that the program plays many times before anybody begins them, and the notes of each."""

from django.db import models
from django.utils import timezone

from base.rows.claims import Claimed
from base.rows.keys import LENGTH, new_key
from base.rows.limits import known_values, one_of, within
from campaign.models.drafts import Draft
from campaign.rules.kinds import RehearsalState

MOST_WARS = 200


class Rehearsal(Claimed):
    """A draft that workers play so many times. The row is the truth; a message to the workers is a hint."""

    State = RehearsalState

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="rehearsals")
    version = models.PositiveIntegerField(help_text="of the draft that is played")
    packed = models.BinaryField(help_text="the document that is played, packed by zlib")
    wars = models.PositiveSmallIntegerField(help_text="how many are wanted")
    state = models.CharField(max_length=8, choices=State.choices, default=State.PENDING, db_index=True)
    problem = models.TextField(blank=True)
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            known_values(
                "rehearsal", one_of("state", RehearsalState),
                within("wars", 1, MOST_WARS),
            )
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"a rehearsal of {self.draft}"

    @property
    def under_way(self) -> bool:
        """Whether wars are still to be played."""
        return self.state in (self.State.PENDING, self.State.RUNNING)


class RehearsedWar(models.Model):
    """The notes of one war of a rehearsal; of one war its film as well."""

    rehearsal = models.ForeignKey(Rehearsal, on_delete=models.CASCADE, related_name="played")
    number = models.PositiveSmallIntegerField()
    notes = models.JSONField()
    film = models.JSONField(default=list, help_text="its turns, one shot each; empty if it was not filmed")

    class Meta:
        ordering = ["rehearsal", "number"]
        constraints = [models.UniqueConstraint(fields=["rehearsal", "number"], name="rehearsed_war_once")]

    def __str__(self) -> str:
        return f"war {self.number} of {self.rehearsal}"
