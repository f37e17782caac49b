"""Factions and how they stand to one another."""

from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q

from base.rows.columns import known_values, one_of, within
from battles.resolvers.dispatch.sides import side_name
from campaign.models.game import Campaign
from campaign.rules.kinds import FactionCaretaker, FactionPattern, RelationKind


class Faction(models.Model):
    """A side in the war, with its colours. Its points are in its accounts."""

    Pattern = FactionPattern

    Caretaker = FactionCaretaker

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="factions")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    adjective = models.CharField(max_length=80, blank=True)
    colour = models.CharField(
        max_length=7, default="#445566", help_text="#rrggbb",
        validators=[RegexValidator(r"\A#[0-9a-f]{6}\Z", "Write a colour like #28457b, in small letters.")],
    )  # fmt: skip
    pattern = models.CharField(max_length=8, choices=Pattern.choices, default=Pattern.PLAIN)
    offmap_income = models.PositiveSmallIntegerField(default=0, help_text="points at each muster from beyond the map")
    opening_points = models.PositiveIntegerField(default=0, help_text="treasury before turn 1")
    caretaker = models.CharField(
        max_length=8, choices=Caretaker.choices, default=Caretaker.AUTO,
        help_text="whether a caretaker plays it while nothing is entered",
    )  # fmt: skip
    order = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(1000)])

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="faction_key_once"),
            known_values(
                "faction",
                one_of("pattern", FactionPattern),
                one_of("caretaker", FactionCaretaker),
                within("offmap_income", 0, 10_000),
                within("opening_points", 0, 100_000),
                within("order", 0, 1000),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def in_text(self) -> str:
        """Return the name as a sentence needs it: `the Grand Duchy of Avenne`."""
        return side_name(self.name).subject


class Relation(models.Model):
    """The relation of two factions (HR-3). Stored once a pair, with first.pk < second.pk."""

    Kind = RelationKind

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="relations")
    first = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Faction, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.NEUTRAL)
    since = models.PositiveSmallIntegerField(default=0, help_text="turn on which it took effect; 0: from the start")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="relation_once_a_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="relation_in_order"),
            known_values("relation", one_of("kind", RelationKind), within("since", 0, 520)),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}: {self.get_kind_display()}"
