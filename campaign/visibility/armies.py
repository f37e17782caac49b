"""Armies: the reader's own exactly, others only as they were sighted (HR-22)."""

from collections.abc import Container, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Count, Prefetch, Q, QuerySet

from base.rows.prepared import prepared
from campaign.models import ArmyOrder, Engagement, EngagementArmy, Leader, Sighting, Station
from campaign.rules.orders.fortify import works_left
from campaign.rules.orders.kinds import ORDERS
from campaign.rules.standing import KINDS
from campaign.selectors.stations import is_last, wings
from campaign.visibility.plan_values import HAND_TEXTS, StandingView
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import ArmyView, LeaderView, OrderView, SeenArmy, UnitView, plan_view
from rosters.models import Unit
from rosters.rules.catalogue import catalogue

KnownArmy = ArmyView | SeenArmy


def whose(knowledge: Knowledge) -> tuple[int | None, bool]:
    """Return whose armies the reader commands: his faction's primary key, or that he commands all of them."""
    return (None, True) if knowledge.is_referee else (knowledge.own_pk, False)


def own_stations(knowledge: Knowledge) -> QuerySet[Station]:
    """Return rows of the armies that the reader commands; for the referee of all armies."""
    return stations_of(knowledge.campaign.pk, *whose(knowledge))


def stations_of(campaign: int, own: int | None, all_armies: bool) -> QuerySet[Station]:
    """Return the same for a prepared query: all of a campaign, or those of one faction."""
    rows = Station.objects.filter(campaign=campaign, province__isnull=False)
    if not all_armies:
        rows = rows.filter(faction=own, faction__isnull=False)
    rows = rows.select_related("army", "faction", "province", "leader").defer("province__polygon")
    return rows.order_by("faction__order", "faction_id", "pk")


def own_station(knowledge: Knowledge, key: str) -> Station | None:
    """Return one of them by its key; None for an absent and for a foreign army alike."""
    return own_stations(knowledge).filter(army__key=key).first()


def own_armies(knowledge: Knowledge) -> list[ArmyView]:
    """Return the reader's armies exactly, with their orders of the turn in hand."""
    return armies_of(knowledge, own_stations(knowledge))


def own_army(knowledge: Knowledge, key: str) -> ArmyView | None:
    """Return one of them by its key; None for an absent and for a foreign army alike."""
    found = armies_of(knowledge, own_stations(knowledge).filter(army__key=key))
    return found[0] if found else None


def armies_of(knowledge: Knowledge, rows: QuerySet[Station]) -> list[ArmyView]:
    """Exact views of some stations, in a fixed number of queries."""
    serving = Prefetch("army__units", Unit.objects.filter(status=Unit.Status.SERVING), to_attr="serving")
    stations = list(rows.prefetch_related(serving, wings()))
    return views_of(knowledge, stations, engaged_stations(knowledge))


def views_of(
    knowledge: Knowledge, stations: Iterable[Station], engaged: Container[int],
    orders: Mapping[int, OrderView] | None = None,
) -> list[ArmyView]:  # fmt: skip
    """Exact views of stations that the reader commands, read with their serving units, leaders and wings.

    Pass ``orders`` where they have been read already, or are not wanted.
    """
    orders = orders_now(knowledge) if orders is None else orders
    return [_army(knowledge, row, orders.get(row.pk), row.pk in engaged) for row in stations]


class Command(NamedTuple):
    """An army of the reader's that a general could take over, and the name of the general who has it."""

    key: str
    name: str
    leader: str
    in_supply: bool


def commands_of(own: Iterable[Station]) -> list[Command]:
    """Return the commands of stations that the reader commands, read with their leaders."""
    return [Command(s.army.key, s.army.name, s.leader.name if s.leader else "", s.in_supply) for s in own]


def orders_now(knowledge: Knowledge) -> dict[int, OrderView]:
    """station pk → its order for the turn in hand, of stations that the reader may command."""
    if knowledge.turn is None:
        return {}
    given = _orders(knowledge.turn.pk, knowledge.campaign.pk, *whose(knowledge))
    return {
        station: OrderView(army, kind, ORDERS[kind].label, tuple(path), outcome, HAND_TEXTS.get(hand, ""))
        for station, army, kind, path, outcome, hand in given
    }


@prepared
def _orders(turn: int, campaign: int, own: int | None, all_armies: bool) -> QuerySet[ArmyOrder, tuple[Any, ...]]:
    rows = ArmyOrder.objects.filter(turn=turn, station__campaign=campaign)
    if not all_armies:
        rows = rows.filter(station__faction=own, station__faction__isnull=False)
    return rows.values_list("station_id", "station__army__key", "kind", "path", "outcome", "hand")


def engaged_stations(knowledge: Knowledge) -> set[int]:
    """Return primary keys of the reader's armies that are in a battle which is not decided yet."""
    return set(_engaged(knowledge.campaign.pk, *whose(knowledge)))


@prepared
def _engaged(campaign: int, own: int | None, all_armies: bool) -> QuerySet[EngagementArmy, int]:
    rows = EngagementArmy.objects.filter(station__campaign=campaign, engagement__state=Engagement.State.OPEN)
    if not all_armies:
        rows = rows.filter(station__faction=own, station__faction__isnull=False)
    return rows.values_list("station_id", flat=True)


def _army(knowledge: Knowledge, row: Station, order: OrderView | None, engaged: bool) -> ArmyView:
    units = tuple(unit_view(unit) for unit in row.army.serving)
    return ArmyView(
        key=row.army.key,
        name=row.army.name,
        faction=knowledge.factions[row.faction_id],
        province=knowledge.province_key(row.province_id),
        leader=leader_view(row.leader) if row.leader else None,
        wings=tuple(leader_view(wing) for wing in row.wing_rows),
        units=units,
        in_supply=row.in_supply,
        supply_path=tuple(row.supply_path),
        turns_unsupplied=row.turns_unsupplied,
        turns_unpaid=row.turns_unpaid,
        garrison=row.garrison,
        fought=row.fought,
        rested=row.rested,
        engaged=engaged,
        order=order,
        own=knowledge.own is not None and row.faction_id == knowledge.own.pk,
        plan=plan_view(row.plan, [unit.key for unit in units]),
        standing=standing_view(knowledge, row),
        field_works=works_left(row.field_works, row.works_raised_on, row.entered_on_turn),
    )


def standing_view(knowledge: Knowledge, row: Station) -> StandingView:
    """Return the standing order of a station that the reader commands."""
    kind = str(row.standing.get("kind", ""))
    if kind not in KINDS:
        return StandingView()
    shapes = knowledge.places.land.shapes
    path = tuple(shapes[key].name for key in row.standing.get("path", []) if key in shapes)
    return StandingView(kind, KINDS[kind].label, path)


def leader_view(row: Leader) -> LeaderView:
    """Return a general with his skill in the catalogue's words."""
    skill = catalogue().skills.get(row.skill)
    name = skill.name if skill else row.skill
    return LeaderView(row.ref, row.name, name, row.get_status_display(), row.status == Leader.Status.PRESENT)


def unit_view(row: Unit) -> UnitView:
    """Return a unit exactly."""
    kind = catalogue().unit_types.get(row.type)
    return UnitView(
        row.key, row.name, row.type, row.own or (kind.name if kind else row.type), kind.arm if kind else "", row.guard,
        row.outriders, row.strength, row.full, row.get_status_display(), row.own,
    )  # fmt: skip


def seen_armies(knowledge: Knowledge, read: Iterable[SeenArmy] | None = None) -> list[SeenArmy]:
    """Foreign armies, each as it was last seen by the reader's faction, and not seen gone. Never a live join.

    In the umpire mode and after the war they lie open instead. The referee has them all among his own. Pass
    ``sightings`` where they have been read already.
    """
    if knowledge.is_referee:
        return []
    if knowledge.sees_armies:
        return _open_armies(knowledge)
    latest: dict[str, SeenArmy] = {}
    for sight in sightings(knowledge) if read is None else read:
        if sight.key not in latest or sight.turn > latest[sight.key].turn:
            latest[sight.key] = sight
    return [sight for sight in latest.values() if not sight.gone_on]


def _sightings(knowledge: Knowledge) -> QuerySet[Sighting]:
    """Return the sightings of the reader's faction, without the rows behind them."""
    return Sighting.objects.filter(viewer=knowledge.own, viewer__isnull=False, turn__campaign=knowledge.campaign)


def sightings(knowledge: Knowledge, since: int | None = None) -> list[SeenArmy]:
    """Return the last sighting of each foreign army that the reader's faction ever saw, and all sightings from a
    turn on."""
    if knowledge.own is None:
        return []
    return [_seen(knowledge, row) for row in _last_sightings(knowledge.own.pk, knowledge.campaign.pk, since)]


@prepared
def _last_sightings(viewer: int, campaign: int, since: int | None) -> QuerySet[Sighting, tuple[Any, ...]]:
    rows = Sighting.objects.filter(viewer=viewer, turn__campaign=campaign)
    rows = rows.filter(is_last(rows) if since is None else is_last(rows) | Q(turn__number__gte=since))
    return rows.order_by("seen_faction__order", "seen_faction_id", "name", "pk").values_list(*_SIGHT)


_SIGHT = ("station__army__key", "name", "seen_faction_id", "province_id", "turn__number", "units_low", "units_high",
          "units_shown", "gone_on")  # fmt: skip


def _seen(knowledge: Knowledge, row: tuple[Any, ...]) -> SeenArmy:
    key, name, faction, province, turn, *sizes = row
    current = turn >= knowledge.turn_number
    return SeenArmy(
        key, name, knowledge.factions[faction], knowledge.province_key(province), turn, current, *sizes
    )  # fmt: skip


def _open_armies(knowledge: Knowledge) -> list[SeenArmy]:
    rows = Station.objects.filter(campaign=knowledge.campaign, province__isnull=False)
    if knowledge.own is not None:
        rows = rows.exclude(faction=knowledge.own)
    rows = rows.select_related("army").order_by("faction__order", "pk")
    serving = Count("army__units", filter=Q(army__units__status=Unit.Status.SERVING))
    return [_laid_open(knowledge, row, row.size) for row in rows.annotate(size=serving)]


def _laid_open(knowledge: Knowledge, row: Station, size: int) -> SeenArmy:
    return SeenArmy(
        row.army.key, row.army.name, knowledge.factions[row.faction_id], knowledge.province_key(row.province_id),
        knowledge.turn_number, True, size, size, size,
    )  # fmt: skip


def sightings_of(knowledge: Knowledge, key: str) -> list[SeenArmy]:
    """Return every sighting of one foreign army by the reader's faction, newest first; empty if it was never seen."""
    if knowledge.sees_armies:
        return [army for army in seen_armies(knowledge) if army.key == key]
    rows = _sightings(knowledge).filter(station__army__key=key).order_by("-turn__number")
    return [_seen(knowledge, row) for row in rows.values_list(*_SIGHT)]


def own_unit(knowledge: Knowledge, key: str) -> Unit | None:
    """Return a unit of the reader's faction by its key, serving or not; the referee reads all. None for all others
    alike."""
    rows = Unit.objects.filter(key=key, army__station__campaign=knowledge.campaign)
    if not knowledge.is_referee:
        rows = rows.filter(army__station__faction=knowledge.own, army__station__faction__isnull=False)
    return rows.select_related("army__station__faction", "merged_into").first()


def own_units(knowledge: Knowledge) -> list[Unit]:
    """Return all serving units of the reader's armies, army by army."""
    rows = Unit.objects.filter(army__station__in=own_stations(knowledge), status=Unit.Status.SERVING)
    return list(rows.order_by("army__station__faction__order", "army__station", "pk"))


def serving(station: Station) -> list[Unit]:
    """Return the serving units of a station that the reader commands."""
    return list(Unit.objects.filter(army=station.army_id, status=Unit.Status.SERVING).order_by("pk"))


def units_of(station: Station) -> list[UnitView]:
    """Return the same as plain values."""
    return [unit_view(row) for row in serving(station)]
