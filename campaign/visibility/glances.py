"""Armies as the map and its lists show them: where they stand and how strong they are, summed in the database."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet, Sum

from base.rows.prepared import prepared
from campaign.models import Station
from campaign.rules.orders.fortify import works_left
from campaign.visibility.armies import engaged_stations, orders_now, stations_of, whose
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import ArmyView, FactionView, OrderView, SeenArmy
from rosters.models import Unit
from rosters.rules.catalogue import catalogue


@dataclass(frozen=True)
class ArmyGlance:
    """An army known exactly, at a glance: its size in units, its strength of so many points, the arms it has."""

    key: str
    name: str
    faction: FactionView
    province: str
    engaged: bool
    order: OrderView | None
    own: bool
    size: int
    strength: int
    full: int
    arms: tuple[str, ...]
    garrison: bool = False
    standing: bool = False
    """Whether it has a standing order for turns without another one."""
    field_works: int = 0

    @property
    def waits_for_orders(self) -> bool:
        """Whether it would hold because nobody has given it an order."""
        return not (self.order or self.standing or self.engaged or self.garrison)


ArmyOnMap = ArmyGlance | SeenArmy
ARM_NAMES = {"foot": "foot", "cav": "horse", "art": "guns"}
Sums = tuple[int, int, int, frozenset[str]]


def own_glances(knowledge: Knowledge) -> list[ArmyGlance]:
    """Return the reader's armies at a glance, for the referee all armies; in a fixed number of queries."""
    read = knowledge.campaign.pk, *whose(knowledge)
    sums, orders, engaged = _sums(_units(*read)), orders_now(knowledge), engaged_stations(knowledge)
    return [
        _glance(knowledge, facts, pk in engaged, orders.get(pk), sums.get(army, NOBODY))
        for pk, army, *facts in _stations(*read)
    ]


@prepared
def _stations(campaign: int, own: int | None, all_armies: bool) -> QuerySet[Station, tuple[Any, ...]]:
    rows = stations_of(campaign, own, all_armies)
    return rows.values_list(
        "pk",
        "army_id",
        "army__key",
        "army__name",
        "faction_id",
        "province_id",
        "garrison",
        "standing",
        "field_works",
        "works_raised_on",
        "entered_on_turn",
    )


@prepared
def _units(campaign: int, own: int | None, all_armies: bool) -> QuerySet[Unit, tuple[Any, ...]]:
    armies = stations_of(campaign, own, all_armies).order_by().values("army")
    rows = Unit.objects.filter(army__in=armies, status=Unit.Status.SERVING).order_by()
    return rows.values_list("army_id", "type").annotate(Count("pk"), Sum("strength"), Sum("full"))


NOBODY: Sums = (0, 0, 0, frozenset())


def _glance(knowledge: Knowledge, row: Sequence[Any], engaged: bool, order: OrderView | None, sums: Sums) -> ArmyGlance:
    key, name, faction, province, garrison, standing, *works = row
    size, strength, full, arms = sums
    own = knowledge.own is not None and faction == knowledge.own.pk
    has = tuple(word for arm, word in ARM_NAMES.items() if arm in arms)
    where = knowledge.province_key(province)
    return ArmyGlance(key, name, knowledge.factions[faction], where, engaged, order, own, size, strength, full, has,
                      garrison, bool(standing), works_left(*works))  # fmt: skip


def _sums(counted: Iterable[tuple[Any, ...]]) -> dict[int, Sums]:
    """Army → number of serving units, strength points, strength points if all were whole, arms."""
    found: dict[int, Sums] = {}
    for army, kind, *numbers in counted:
        known = catalogue().unit_types.get(kind)
        size, strength, full = (old + new for old, new in zip(found.get(army, NOBODY)[:3], numbers, strict=True))
        arms = found.get(army, NOBODY)[3] | ({known.arm} if known else set())
        found[army] = (size, strength, full, arms)
    return found


def glance_of(army: ArmyView) -> ArmyGlance:
    """Return an army that is known in full, at a glance."""
    has = tuple(word for arm, word in ARM_NAMES.items() if army.count(arm))
    return ArmyGlance(army.key, army.name, army.faction, army.province, army.engaged, army.order, army.own,
                      len(army.units), army.strength, army.full, has, army.garrison,
                      bool(army.standing.kind), army.field_works)  # fmt: skip


def by_province(armies: Iterable[ArmyOnMap]) -> dict[str, list[ArmyOnMap]]:
    """Province key → armies there."""
    found: dict[str, list[ArmyOnMap]] = defaultdict(list)
    for army in armies:
        found[army.province].append(army)
    return dict(found)
