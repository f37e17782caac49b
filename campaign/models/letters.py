"""Letters between the people of a war."""

from django.db import models
from django.utils import timezone

from base.rows.limits import known_values, within
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.models.people import Member


class Letter(models.Model):
    """A letter. It belongs to factions, not to persons: the next player of a faction reads its letters.

    ``thread`` shows between whom, by keys of factions: ``all``, ``press``, ``referee.france``, ``pair.france.prussia``,
    ``allies.austria.prussia``. ``readers`` are the factions that read it, as ``,france,prussia,``.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="letters")
    turn = models.PositiveSmallIntegerField(default=0, help_text="when it was written")
    arrives = models.PositiveSmallIntegerField(default=0, help_text="turn from which others than its writer read it")
    thread = models.CharField(max_length=900)
    readers = models.CharField(max_length=900, blank=True)
    sender = models.ForeignKey(
        Faction, null=True, blank=True, on_delete=models.CASCADE, related_name="+", help_text="empty: the referee"
    )
    by = models.CharField(max_length=150, help_text="who wrote it, as a name")
    text = models.TextField()
    referee_reads = models.BooleanField(default=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [known_values("letter", within("turn", 0, 500), within("arrives", 0, 1000))]
        indexes = [models.Index(fields=["campaign", "thread"], name="letter_thread")]

    def __str__(self) -> str:
        return f"{self.by}: {self.text[:40]}"


class LetterRead(models.Model):
    """That a member has read a letter."""

    letter = models.ForeignKey(Letter, on_delete=models.CASCADE, related_name="reads")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["letter", "member"], name="letter_read_once_a_member")]

    def __str__(self) -> str:
        return f"{self.letter} read"
