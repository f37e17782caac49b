"""Armies as rosters of units, and the ledger that explains every strength."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from base.rows.columns import LENGTH, known_values, new_key, one_of, within
from rosters.known import kind_of
from rosters.rules.catalogue import UnitType, unit_type
from rosters.rules.own_types import BASES as TYPES
from rosters.rules.own_types import LONGEST as OWN_LENGTH

CAUSES = ("raised", "battle", "pursuit", "attrition", "desertion", "retreat", "replacements", "amalgamation",
          "disbanded", "event", "correction")  # fmt: skip


class Army(models.Model):
    """A roster. Where it stands and whom it serves is not known here."""

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=80)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    serving: "list[Unit]"
    """Its serving units, where a selector has read them along with it."""

    class Meta:
        ordering = ["name", "pk"]
        verbose_name_plural = "armies"

    def __str__(self) -> str:
        return self.name


class Unit(models.Model):
    """One division. ``strength`` is guarded: only ``post_strength`` writes it, together with its ledger line."""

    class Status(models.TextChoices):
        SERVING = "serving", "serving"
        LOST = "lost", "lost"
        MERGED = "merged", "merged into another unit"
        DISBANDED = "disbanded", "disbanded"

    key = models.CharField(max_length=LENGTH, unique=True, default=new_key, editable=False)
    army = models.ForeignKey(Army, on_delete=models.PROTECT, related_name="units")
    name = models.CharField(max_length=80, blank=True)
    type = models.CharField(max_length=20, help_text="key of the unit type in the catalogue (REC-1)")
    own = models.CharField(
        max_length=OWN_LENGTH, blank=True, default="", help_text="short name of its type in its war (HR-30)"
    )
    guard = models.BooleanField(default=False)
    outriders = models.BooleanField(default=False)
    full = models.PositiveSmallIntegerField(help_text="full strength of the type, in strength points")
    strength = models.PositiveSmallIntegerField(default=0, editable=False, help_text="sum of its ledger lines")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.SERVING)
    merged_into = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged_from")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(strength__lte=F("full")), name="unit_strength_within_full"),
            models.CheckConstraint(condition=Q(full__gte=1, full__lte=6), name="unit_full_1_to_6"),
            models.CheckConstraint(
                condition=Q(status="serving") | Q(strength=0), name="unit_that_left_has_no_strength"
            ),
            known_values("unit", one_of("status", ("serving", "lost", "merged", "disbanded")), one_of("type", TYPES)),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.strength}/{self.full} {self.kind}"

    @property
    def row(self) -> UnitType:
        """The unit's row of the catalogue (REC-1)."""
        return unit_type(self.type)

    @property
    def kind(self) -> str:
        """The short name of its type with its statuses, such as "Elite inf Guard"."""
        return kind_of(self)


class StrengthLine(models.Model):
    """One change of one unit's strength. Append-only; a unit's strength is the sum of its lines."""

    class Cause(models.TextChoices):
        RAISED = "raised", "raised"
        BATTLE = "battle", "battle"
        PURSUIT = "pursuit", "pursuit"
        ATTRITION = "attrition", "attrition"
        DESERTION = "desertion", "desertion for want of pay"
        RETREAT = "retreat", "retreat"
        REPLACEMENTS = "replacements", "rest and replacements"
        AMALGAMATION = "amalgamation", "amalgamation"
        DISBANDED = "disbanded", "disbanded"
        EVENT = "event", "event"
        CORRECTION = "correction", "correction by the referee"

    unit = models.ForeignKey(Unit, on_delete=models.PROTECT, related_name="lines")
    delta = models.SmallIntegerField(help_text="strength points gained or lost")
    after = models.PositiveSmallIntegerField(help_text="strength after this line")
    cause = models.CharField(max_length=14, choices=Cause.choices)
    reference = models.CharField(max_length=120, blank=True, help_text="opaque text of the caller: a turn, a battle")
    actor = models.CharField(max_length=80, blank=True, help_text="who did it, as a name")
    rule = models.CharField(max_length=40, blank=True, help_text="rule id, such as LGG-10.0-d")
    note = models.CharField(max_length=300, blank=True, help_text="dice or reason")
    at = models.DateTimeField(default=timezone.now, editable=False)
    idempotency = models.CharField(max_length=160, null=True, blank=True, editable=False)  # noqa: DJ001 (none: no key)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(delta=0), name="strength_line_changes_something"),
            models.UniqueConstraint(fields=["unit", "idempotency"], name="strength_key_once_a_unit"),
            known_values("strength_line", one_of("cause", CAUSES), within("delta", -6, 6), within("after", 0, 6)),
        ]

    def __str__(self) -> str:
        return f"{self.delta:+d} {self.get_cause_display()}"
