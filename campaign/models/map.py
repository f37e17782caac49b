"""The map: provinces and the edges between them."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import F, Q

from base.rows.columns import known_values, one_of, within
from campaign.models.factions import Faction
from campaign.models.game import Campaign
from campaign.rules.kinds import EdgeKind, ProvinceTerrain

DRAWN = frozenset(
    ("name", "polygon", "x", "y", "terrain", "region", "kind", "bridge", "river", "map", "first", "second")
)
"""The columns from which the land is drawn."""


def forget_drawn(campaigns: Iterable[int] | models.QuerySet[Any]) -> None:
    """Forget the digests of lands of which something drawn has changed: they are computed anew at the next look."""
    Campaign.objects.filter(pk__in=campaigns).exclude(map_token="").update(map_token="")  # nosec B106


class DrawnRows(models.QuerySet[Any]):
    """Rows of the land: whatever changes what is drawn of them forgets the digest of their campaign."""

    def update(self, **values: Any) -> int:
        if DRAWN & values.keys():
            forget_drawn(self.order_by().values("campaign"))
        return super().update(**values)

    update.alters_data = True  # type: ignore[attr-defined]

    def bulk_create(self, objs: Iterable[Any], *args: Any, **kwargs: Any) -> list[Any]:
        made = super().bulk_create(objs, *args, **kwargs)
        forget_drawn({row.campaign_id for row in made})
        return made


class Province(models.Model):
    """A province (HR-2) with its geometry in map units, y downwards."""

    Terrain = ProvinceTerrain

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="provinces")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=80)
    polygon = models.JSONField(help_text="[[x, y], …] in map units")
    x = models.FloatField(help_text="the town, in map units")
    y = models.FloatField()
    region = models.CharField(max_length=40, default="map", help_text="provinces of a region share their weather")
    terrain = models.CharField(max_length=8, choices=Terrain.choices, default=Terrain.ROLLING)
    value = models.PositiveSmallIntegerField(default=5, help_text="points a muster, 0 to 15")
    home = models.ForeignKey(Faction, null=True, blank=True, on_delete=models.SET_NULL, related_name="home_provinces")
    controller = models.ForeignKey(Faction, null=True, blank=True, on_delete=models.SET_NULL, related_name="controlled")
    controlled_since = models.PositiveSmallIntegerField(default=0, help_text="turn number")
    depot = models.BooleanField(default=False)
    depot_works_from = models.PositiveSmallIntegerField(default=0, help_text="turn from whose P10 the depot supplies")
    capital = models.BooleanField(default=False, help_text="capital of its home faction")
    fortress = models.BooleanField(default=False)
    fortress_held_by = models.ForeignKey(
        Faction, null=True, blank=True, on_delete=models.SET_NULL, related_name="+",
        help_text="who met the conditions of control at the last P11 (a fortress needs two running, HR-20)",
    )  # fmt: skip
    besieged_since = models.PositiveSmallIntegerField(default=0, help_text="turn of its investment (HR-28); 0: none")
    stores = models.PositiveSmallIntegerField(default=0, help_text="turn ends for which a besieged garrison can live")
    breach = models.PositiveSmallIntegerField(default=0, help_text="steps of its breach (HR-28)")
    town_size = models.PositiveSmallIntegerField(default=1)
    guerrilla_rating = models.PositiveSmallIntegerField(default=0)
    guerrilla_fights = models.ManyToManyField(Faction, blank=True, related_name="+")
    guerrillas_active = models.BooleanField(default=False, help_text="result of the last P10")
    objects = DrawnRows.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="province_key_once"),
            models.CheckConstraint(condition=Q(value__lte=15), name="province_value_0_to_15"),
            models.CheckConstraint(condition=Q(town_size__lte=3), name="province_town_size_0_to_3"),
            models.CheckConstraint(condition=Q(guerrilla_rating__lte=9), name="province_guerrilla_rating_0_to_9"),
            known_values(
                "province",
                one_of("terrain", ProvinceTerrain),
                within("controlled_since", 0, 500),
                within("depot_works_from", 0, 510),
                within("besieged_since", 0, 500),
                within("stores", 0, 1000),
                within("breach", 0, 1000),
            ),
            models.CheckConstraint(
                condition=Q(capital=False) | Q(home__isnull=False),
                name="province_capital_has_a_home",
                violation_error_message="A capital is one of its home faction: give the province a home.",
            ),
            models.UniqueConstraint(
                fields=["home"],
                condition=Q(capital=True),
                name="province_one_capital_a_faction",
                violation_error_message="Its home faction has a capital already: take that away first.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Edge(models.Model):
    """A way between two neighbouring provinces. Stored once, with first.pk < second.pk."""

    Kind = EdgeKind

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="edges")
    first = models.ForeignKey(Province, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Province, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=6, choices=Kind.choices, default=Kind.ROAD)
    bridge = models.BooleanField(default=False, help_text="of a river crossing")
    river = models.CharField(max_length=40, blank=True, help_text="its name")
    objects = DrawnRows.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="edge_once_a_pair"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="edge_in_order"),
            models.CheckConstraint(condition=Q(kind="river") | Q(bridge=False), name="edge_bridge_needs_river"),
            known_values("edge", one_of("kind", EdgeKind)),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}"
