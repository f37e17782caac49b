"""The armies of a war with their serving units (``station.army.serving``), leader and wings (``wing_rows``).

``pinned`` marks those whose battle is not decided yet.
"""

from collections import defaultdict
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery

from base.rows.prepared import prepared
from campaign.models import EngagementArmy, Leader, Sighting, Station
from campaign.models.engagements import Engagement
from rosters.models import Unit


def stations_of(campaign: int) -> list[Station]:
    """Return all armies in the war."""
    return _gathered(campaign, None, None, None)


def stations_known_to(campaign: int, turn: int, faction: int, province: int | None = None) -> list[Station]:
    """HR-22 Return the armies that a faction knows of: its own, and foreign ones that it sees on this turn.

    With ``province`` only those that stand there. All are primary keys.
    """
    return _gathered(campaign, turn, faction, province)


def _gathered(campaign: int, *known: int | None) -> list[Station]:
    """Return armies in the order of their primary keys, in three queries."""
    stations, units = _stations(campaign, *known), defaultdict[int, list[Unit]](list)
    wings = defaultdict[int, list[Leader]](list)
    for unit in _units(campaign, *known):
        units[unit.army_id].append(unit)
    for row in _wings(campaign, *known):
        wings[row.station_id].append(row.leader)
    for station in stations:
        station.army.serving, station.wing_rows = units[station.army_id], wings[station.pk]
        station.pinned = vars(station)["undecided"]
        for unit in station.army.serving:
            unit.army = station.army
    return stations


@prepared
def _stations(
    campaign: int, turn: int | None, viewer: int | None, province: int | None
) -> QuerySet[Station]:  # fmt: skip
    rows = _known(campaign, turn, viewer, province).annotate(undecided=in_battle("pk"))
    return rows.select_related("army", "leader").order_by("pk")


@prepared
def _units(
    campaign: int, turn: int | None, viewer: int | None, province: int | None
) -> QuerySet[Unit]:  # fmt: skip
    armies = _known(campaign, turn, viewer, province).order_by().values("army")
    return Unit.objects.filter(army__in=armies, status=Unit.Status.SERVING)


@prepared
def _wings(
    campaign: int, turn: int | None, viewer: int | None, province: int | None
) -> QuerySet[Any]:  # fmt: skip
    rows = Station.wings.through.objects.filter(station__in=_known(campaign, turn, viewer, province).order_by())
    return rows.select_related("leader").order_by("leader")


def _known(campaign: int, turn: int | None, viewer: int | None, province: int | None) -> QuerySet[Station]:
    rows = Station.objects.filter(campaign=campaign, province__isnull=False)
    if viewer is not None:
        seen = Sighting.objects.filter(turn=turn, viewer=viewer).values("station")
        rows = rows.filter(Q(faction=viewer) | Q(pk__in=seen))
    return rows if province is None else rows.filter(province=province)


def wings() -> "Prefetch[str]":
    """Wings to be read with stations, as ``wing_rows``: a list costs far less than a manager for each station."""
    return Prefetch("wings", Leader.objects.order_by("pk"), to_attr="wing_rows")


def in_battle(station: str) -> Exists:
    """Return whether the battle of the station with that primary key is not decided yet, as part of a query."""
    return Exists(_undecided().filter(station=OuterRef(station)))


@prepared
def engaged_in(campaign: int) -> QuerySet[EngagementArmy, int]:
    """Return primary keys of the stations whose battle is not decided yet."""
    return _undecided().filter(engagement__turn__campaign=campaign).values_list("station", flat=True)


def _undecided() -> QuerySet[EngagementArmy]:
    return EngagementArmy.objects.filter(engagement__state=Engagement.State.OPEN, engagement__battle__isnull=False)


def is_last(rows: QuerySet[Sighting]) -> Q:
    """Return the condition of a faction's last sighting of an army, among some rows."""
    same = rows.filter(viewer=OuterRef("viewer"), station=OuterRef("station"))
    return Q(pk=Subquery(same.order_by("-turn__number").values("pk")[:1]))
