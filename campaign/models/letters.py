"""Letters between the people of a war, the Gazette, the chronicle and the referee's log."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from base.rows.columns import known_values, one_of, within
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.models.map import Province
from campaign.models.people import Member
from campaign.rules.kinds import GazetteState


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
