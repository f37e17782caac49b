"""Wars that are still being made: a campaign file that its referees change, and the documents before it."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from base.rows.columns import LENGTH, known_values, new_key, one_of, within
from base.rows.holder import Claimed
from campaign.models.game import Campaign
from campaign.rules.kinds import RehearsalState, SharedWarLicence


class Draft(models.Model):
    """A war that is being made. Only its referees see it; nothing of it is sealed or secret from them."""

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    referees = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="drafts")
    name = models.CharField(max_length=120, help_text="of the war, as its document has it")
    packed = models.BinaryField(help_text="the document: a campaign file, packed by zlib")
    version = models.PositiveIntegerField(default=1, help_text="rises with each change, undone or not")
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    begun_at = models.DateTimeField(null=True, blank=True, help_text="when it became a campaign; no change since")
    campaign = models.ForeignKey(Campaign, null=True, blank=True, on_delete=models.SET_NULL, related_name="drafts")
    under = models.JSONField(null=True, blank=True, help_text="the scan under the map, and its place; null: none")
    guest_key = models.CharField(
        max_length=LENGTH, blank=True, help_text="of the link that makes a second referee; empty: none"
    )

    class Meta:
        ordering = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class DraftStep(models.Model):
    """A document of a draft before a change, or after one that was undone, kept to be taken again."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="steps")
    version = models.PositiveIntegerField(help_text="of the draft with this document")
    said = models.CharField(max_length=80, help_text="what was changed")
    packed = models.BinaryField()
    under = models.JSONField(null=True, help_text="the scan under the map then, and its place")
    undone = models.BooleanField(default=False, help_text="taken back: a document after the present one, to be redone")

    class Meta:
        ordering = ["draft", "-version"]
        constraints = [models.UniqueConstraint(fields=["draft", "version"], name="draft_step_once_a_version")]

    def __str__(self) -> str:
        return self.said


class DraftScan(models.Model):
    """A picture that was sent to lie under the map of a draft. It goes with no file, and only its referees see it."""

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="scans")
    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    data = models.BinaryField(help_text="JPEG, written anew")
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()

    class Meta:
        ordering = ["draft", "pk"]

    def __str__(self) -> str:
        return self.key


class SharedWar(models.Model):
    """A war in the library of the site: a copy of a draft, with its author and licence, for others to begin with."""

    Licence = SharedWarLicence

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="shared")
    author_name = models.CharField(max_length=150)
    draft = models.ForeignKey(Draft, null=True, on_delete=models.SET_NULL, related_name="shared")
    name = models.CharField(max_length=120)
    licence = models.CharField(max_length=8, choices=Licence.choices)
    summary = models.CharField(max_length=1000, blank=True)
    facts = models.CharField(max_length=200, help_text="how many provinces, factions, armies and turns it has")
    packed = models.BinaryField(help_text="the document: a campaign file, packed by zlib")
    published_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-published_at", "-pk"]
        constraints = [
            known_values("shared_war", one_of("licence", SharedWarLicence)),
            models.UniqueConstraint(fields=["draft", "author"], name="shared_war_once_a_draft"),
        ]

    def __str__(self) -> str:
        return self.name


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
