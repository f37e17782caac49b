"""A war's kept past: its state at each seal, and what was rolled back."""

from django.db import models
from django.utils import timezone

from base.rows.columns import known_values, one_of, within
from campaign.models.game import Campaign
from campaign.rules.kinds import KeptStateKind


class RollBack(models.Model):
    """Turns of a war that were taken back. The undone version is kept. Append-only."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="roll_backs")
    number = models.PositiveSmallIntegerField(help_text="1, 2, 3 … within the campaign")
    back_to = models.PositiveSmallIntegerField(help_text="the turn that was opened again")
    reached = models.PositiveSmallIntegerField(help_text="the newest turn that was undone")
    battle = models.CharField(max_length=120, blank=True, help_text="the one battle that was taken back")
    new_dice = models.BooleanField(default=False, help_text="its turns are run with other dice than the first time")
    by_seal = models.BooleanField(
        default=True, help_text="dice that were read come again for the same orders alone; not so in older versions"
    )
    by_decision = models.BooleanField(
        default=True, help_text="dice of battles held open that were read come again for the same decision alone"
    )
    reason = models.CharField(max_length=300)
    by = models.CharField(max_length=150)
    undone = models.JSONField(default=list, help_text="what went back, in sentences that everybody may read")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="roll_back_number_once"),
            known_values("roll_back", within("back_to", 1, 500), within("reached", 1, 500)),
        ]

    def __str__(self) -> str:
        return f"Roll-back {self.number}: to turn {self.back_to}"


class KeptPiece(models.Model):
    """Some lines of a campaign's file, packed. States share the pieces that they have in common."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="kept_pieces")
    digest = models.CharField(max_length=64)
    data = models.BinaryField(help_text="zlib of the lines")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "digest"], name="kept_piece_once")]

    def __str__(self) -> str:
        return self.digest[:12]


class KeptState(models.Model):
    """A campaign's file as it was at one moment, without the secret of the dice."""

    Kind = KeptStateKind

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="kept_states")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    turn = models.PositiveSmallIntegerField(help_text="the newest turn at that moment")
    battle_key = models.CharField(max_length=12, blank=True, help_text="the battle that was about to be settled")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the file")
    pieces = models.JSONField(help_text="digests of its pieces, in order")
    scene = models.JSONField(default=dict, help_text="where the armies stood, read from the file")
    undone_by = models.ForeignKey(
        RollBack, null=True, blank=True, on_delete=models.CASCADE, related_name="states",
        help_text="the roll-back that made it a thing of the undone version",
    )  # fmt: skip
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["campaign", "turn", "kind"], name="kept_state_of_a_turn")]
        constraints = [known_values("kept_state", one_of("kind", KeptStateKind), within("turn", 1, 500))]

    def __str__(self) -> str:
        return f"Turn {self.turn}, {self.get_kind_display()}"
