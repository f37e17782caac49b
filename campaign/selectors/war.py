"""Rows read into the plain values that the rules work on."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import count
from typing import Any

from django.db.models import OuterRef, QuerySet

from base.rows.prepared import prepared
from battles.resolvers.contract.registry import resolver
from campaign.models import (
    ArmyOrder,
    Campaign,
    ChronicleEntry,
    Faction,
    FactionTurn,
    Leader,
    Province,
    Relation,
    SheetLine,
    Station,
    Turn,
    WarEvent,
)
from campaign.models.engagements import Engagement
from campaign.rules.course.events import EventFacts
from campaign.rules.fighting.plan import free_name
from campaign.rules.files.unit_type_rows import own_types
from campaign.rules.house import House, house_rules
from campaign.rules.orders.fortify import works_left
from campaign.rules.theatre import Armies, ArmyFacts, LeaderFacts, ProvinceFacts, Theatre, UnitFacts
from campaign.selectors.campaigns import factions_of, last_turn
from campaign.selectors.land import Fights, Provinces, State, provinces_near, provinces_of
from campaign.selectors.own_types import rows_of
from campaign.selectors.stations import engaged_in, stations_known_to, stations_of
from rosters.models import Unit
from rosters.rules import catalogue
from rosters.rules.catalogue import Catalogue


class Rows:
    """Rows that not every reader of a war wants: read when they are asked for, once for all copies of the war."""

    def __init__(self, turn: Turn) -> None:
        self._turn, self._campaign = turn, turn.campaign

    @cached_property
    def provinces(self) -> dict[str, Province]:
        """The provinces by key, without their outlines."""
        return {row.key: row for row in self._campaign.provinces.defer("polygon")}

    @cached_property
    def leaders(self) -> dict[str, Leader]:
        """The leaders by reference."""
        return {leader.ref: leader for leader in self._campaign.leaders.all()}

    @cached_property
    def orders(self) -> list[ArmyOrder]:
        """The orders of the turn."""
        return list(ArmyOrder.objects.filter(turn=self._turn).select_related("station").order_by("pk"))

    @cached_property
    def _sequence(self) -> Iterator[int]:
        return count(self._turn.engagements.count() + 1)

    def next_sequence(self) -> int:
        """Return the place of the next engagement of the turn in the order of fighting."""
        return next(self._sequence)

    @cached_property
    def _names(self) -> set[str]:
        battles = Engagement.objects.filter(turn__campaign=self._campaign, battle__isnull=False)
        return set(battles.values_list("battle__name", flat=True))

    def next_battle_name(self, province: Province, siege: str) -> str:
        """Return a name that no battle of the war has yet."""
        name = free_name(province.name, self._names, siege)
        self._names.add(name)
        return name


@dataclass(frozen=True)
class War:
    """A campaign at one moment: the facts for the rules and, by their names, the rows behind them."""

    campaign: Campaign
    turn: Turn
    theatre: Theatre
    armies: Armies
    house: House
    stations: dict[str, Station]
    rows: Rows
    factions: dict[str, Faction]
    tables: Catalogue
    events: tuple[EventFacts, ...] = ()

    @property
    def provinces(self) -> dict[str, Province]:
        """The rows of the provinces by key."""
        return self.rows.provinces

    @property
    def leaders(self) -> dict[str, Leader]:
        """The rows of the leaders by reference."""
        return self.rows.leaders

    @cached_property
    def by_ref(self) -> dict[str, ArmyFacts]:
        """Army facts by their reference."""
        return {army.ref: army for army in self.armies}

    @cached_property
    def unpaid(self) -> frozenset[str]:
        """HR-6 References of the armies of which some units are not paid."""
        return frozenset(ref for ref, station in self.stations.items() if station.turns_unpaid)

    @cached_property
    def units(self) -> dict[str, Unit]:
        """Serving units by key."""
        return {unit.key: unit for station in self.stations.values() for unit in station.army.serving}

    @cached_property
    def numbers(self) -> dict[str, str]:
        """Unit key → its number in the campaign, such as ``u17``: the same in every copy, so dice can hang on it."""
        keys = Unit.objects.filter(army__station__campaign=self.campaign).order_by("pk").values_list("key", flat=True)
        return {key: f"u{place}" for place, key in enumerate(keys, 1)}

    @cached_property
    def recruiting(self) -> set[str]:
        """References of the armies that a line of the sheet sends recruits to this turn."""
        return recruiting(SheetLine.objects.filter(turn=self.turn, kind=SheetLine.Kind.BUY_UNIT))

    def take_recruiting(self, lines: Iterable[SheetLine]) -> None:
        """Take these references from lines of the sheet that have been read already."""
        self.__dict__["recruiting"] = recruiting(lines)

    def army(self, station: Station) -> ArmyFacts:
        """Return the facts of a station."""
        return self.by_ref[station.ref]

    def moved_to(self, armies: Iterable[ArmyFacts]) -> "War":
        """Return the same war with other army facts."""
        return replace(self, armies=Armies(armies))


def recruiting(lines: Iterable[SheetLine]) -> set[str]:
    """Return references of the armies to which the entered lines of a sheet send recruits."""
    bought = [line for line in lines if (line.kind, line.state) == (SheetLine.Kind.BUY_UNIT, SheetLine.State.ENTERED)]
    return {line.details.get("station") or "" for line in bought}


def current_turn(campaign: Campaign) -> Turn | None:
    """Return the turn that is being played: the last one."""
    return last_turn(campaign)


def open_engagements(campaign: Campaign) -> QuerySet[Engagement]:
    """Return the engagements whose battle is not decided yet, in the order of fighting."""
    rows = Engagement.objects.filter(turn__campaign=campaign, state=Engagement.State.OPEN, battle__isnull=False)
    return rows.select_related("battle", "province").order_by("turn__number", "sequence")


def waits_to_end(campaign: Campaign, turn: Turn | None) -> bool:
    """HR-21 Whether the last turn has been run and the war waits for its open battles."""
    return turn is not None and turn.state == Turn.State.CLOSED and campaign.state == Campaign.State.RUNNING


def turns_left(campaign: Campaign, turn: Turn | None) -> int:
    """Return the number of turns to be played, with the open one."""
    return max(0, campaign.last_turn - turn.number + 1) if turn else campaign.last_turn


def chronicle_of(turn: Turn) -> QuerySet[ChronicleEntry]:
    """Return every line of the record of a turn, secret ones too: for the referee."""
    return ChronicleEntry.objects.filter(campaign=turn.campaign, turn=turn.number).order_by("pk")


def war_of(turn: Turn) -> War:
    """Everything the rules need about a campaign, in a fixed number of queries."""
    war = _read(turn, stations_of(turn.campaign_id), rolled=True)
    by_pk = {row.pk: row for row in war.provinces.values()}
    for station in war.stations.values():
        station.province = by_pk[station.province_id or 0]
        station.previous_province = by_pk.get(station.previous_province_id or 0)
    return war


def war_known_to(turn: Turn, faction: Faction, provinces: Provinces | None = None) -> War:
    """HR-22 The war with the armies that a faction knows of: its own, and foreign ones that it sees this turn.

    Pass ``provinces`` where they have been read already. Nothing of another army is read from the database.
    """
    return _read(turn, stations_known_to(turn.campaign_id, turn.pk, faction.pk), provinces)


def war_to_judge(turn: Turn) -> War:
    """Read every army with what a faction knows of the land: ``part_known_to`` makes each faction's war of it."""
    return _read(turn, stations_of(turn.campaign_id))


def part_known_to(war: War, faction: Faction, seen: Collection[int]) -> War:
    """HR-22 Return what ``war_known_to`` reads, from a war with every army.

    ``seen`` are primary keys of the stations that the faction sees this turn.
    """
    stations = {ref: row for ref, row in war.stations.items() if row.faction_id == faction.pk or row.pk in seen}
    return replace(war, armies=Armies(army for army in war.armies if army.ref in stations), stations=stations)


def war_around(turn: Turn, station: Station) -> War:
    """HR-22 Read what the owner of one army needs for an order: two steps of land, and the armies seen there."""
    here = station.province
    if here is None:
        raise ValueError(f"{station} stands nowhere")
    provinces = provinces_near(turn.campaign, here.key)
    return _read(turn, stations_known_to(turn.campaign_id, turn.pk, station.faction_id, here.pk), provinces)


def _read(
    turn: Turn, rows: Iterable[Station], provinces: Provinces | None = None, *, rolled: bool = False
) -> War:  # fmt: skip
    """Read some armies with the whole land; whom guerrillas fight is read where they are active or ``rolled`` for."""
    campaign = turn.campaign
    provinces = provinces or provinces_of(campaign)
    factions = {f.pk: f for f in factions_of(campaign)}
    keys = {state.pk: state.key for state in provinces.states.values()}
    stations = {s.ref: s for s in rows}
    for station in stations.values():
        station.faction, station.campaign = factions[station.faction_id], campaign
    tables, events = tables_of(campaign), events_on(turn)
    mutinous = {event.unit for event in events if event.kind == "mutiny"}
    return War(
        campaign=campaign,
        turn=turn,
        theatre=_theatre(turn, factions, provinces, _harvests(events), provinces.fights_now(rolled=rolled)),
        armies=Armies(_army(s, keys, tables, mutinous) for s in stations.values()),
        house=house_rules(campaign.house_rules),
        stations=stations,
        rows=Rows(turn),
        factions={f.key: f for f in factions.values()},
        tables=tables,
        events=events,
    )


def land_at(turn: Turn, provinces: Provinces) -> Theatre:
    """Return what everybody knows of the land: who controls what, and how the factions stand; no guerrillas."""
    return _theatre(turn, {f.pk: f for f in factions_of(turn.campaign)}, provinces, {}, {})


def events_on(turn: Turn) -> tuple[EventFacts, ...]:
    """HR-19, HR-23 What holds on a turn; what is the referee's alone has no effect."""
    found = _events(turn.campaign_id, turn.number)
    return tuple(
        EventFacts(kind, text, army or "", unit or "", province or "", region or "", points)
        for kind, text, army, unit, province, region, points in found
    )


@prepared
def _events(campaign: int, turn: int) -> QuerySet[WarEvent, tuple[Any, ...]]:
    rows = WarEvent.objects.filter(campaign=campaign, turn__lte=turn, until__gte=turn, for_referee=False)
    names = ("kind", "text", "station__ref", "unit__key", "province__key", "region", "points")
    return rows.order_by("pk").values_list(*names)


def _harvests(events: Iterable[EventFacts]) -> dict[str, int]:
    """Province → by how much its yield is less (HR-23)."""
    lost: dict[str, int] = {}
    for event in events:
        if event.kind == "harvest":
            lost[event.province] = lost.get(event.province, 0) + event.points
    return lost


def tables_of(campaign: Campaign) -> Catalogue:
    """ENG-1, HR-30 The unit types, Guard and skills of a campaign: the shipped ones under its profile, and its own."""
    if not campaign.profile and not campaign.unit_types:
        return catalogue.catalogue()
    return _tables(campaign.rules, json.dumps(campaign.profile, sort_keys=True), json.dumps(campaign.unit_types))


@lru_cache(maxsize=64)
def _tables(rules: str, profile: str, own: str) -> Catalogue:
    known = resolver(rules).tables(json.loads(profile))
    return replace(known, own=own_types(rows_of(json.loads(own)), known))


def engaged_stations(campaign: Campaign) -> set[int]:
    """Return primary keys of the stations whose battle is not decided yet."""
    return set(engaged_in(campaign.pk))


def unpaid_before(turn: Turn, faction: Faction) -> set[str]:
    """Return keys of the units that drew no pay at the muster before this turn."""
    row = musters_before(turn, faction).first()
    return set(row.unpaid) if row else set()


def musters_before(turn: Turn, faction: Faction | OuterRef) -> QuerySet[FactionTurn]:
    """Return a faction's musters before this turn, the latest first."""
    rows = FactionTurn.objects.filter(faction=faction, turn__number__lt=turn.number, turn__muster=True)
    return rows.order_by("-turn__number")


def unpaid_on(turn: Turn, faction: Faction) -> set[str]:
    """Return keys of the units that drew no pay in this turn's P3."""
    row = FactionTurn.objects.filter(faction=faction, turn=turn).first()
    return set(row.unpaid) if row else set()


def _theatre(
    turn: Turn, factions: dict[int, Faction], provinces: Provinces, harvests: dict[str, int], fights: Fights
) -> Theatre:  # fmt: skip
    names = {pk: faction.key for pk, faction in factions.items()}
    rows = _relations(turn.campaign_id)
    pairs = [(frozenset((names[first], names[second])), kind, since) for first, second, kind, since in rows]
    return Theatre(
        provinces={
            key: _province(state, provinces, names, harvests.get(key, 0), fights.get(state.pk, frozenset()))
            for key, state in provinces.states.items()
        },
        edges=provinces.edges,
        relations={pair: kind for pair, kind, _ in pairs},
        fresh=frozenset(pair for pair, _, since in pairs if since == turn.number),
        changed=frozenset(pair for pair, _, since in pairs if since),
        weather={region: entry["weather"] for region, entry in turn.weather.items()},
        factions=tuple(names.values()),
        sieges=bool(house_rules(turn.campaign.house_rules)["siege.on"]),
    )


@prepared
def _relations(campaign: int) -> QuerySet[Relation, tuple[int, int, str, int]]:
    return Relation.objects.filter(campaign=campaign).values_list("first_id", "second_id", "kind", "since")


def _province(
    state: State, provinces: Provinces, names: dict[int, str], harvest: int, fights: frozenset[int]
) -> ProvinceFacts:  # fmt: skip
    shape = provinces.land.shapes[state.key]
    return ProvinceFacts(
        key=state.key, name=shape.name, region=shape.region, value=state.value, home=names.get(state.home or 0),
        controller=names.get(state.controller or 0), controlled_since=state.since, depot=state.depot,
        depot_works_from=state.depot_works_from, capital=state.capital, fortress=state.fortress,
        fortress_held_by=names.get(state.fortress_held_by or 0), town_size=state.town_size,
        guerrilla_rating=state.guerrilla_rating,
        guerrilla_fights=frozenset(names[pk] for pk in fights),
        guerrillas_active=state.guerrillas_active,
        harvest=harvest,
        besieged_since=state.besieged_since, stores=state.stores, breach=state.breach,
    )  # fmt: skip


def _army(row: Station, keys: dict[int, str], tables: Catalogue, mutinous: Collection[str]) -> ArmyFacts:
    return ArmyFacts(
        ref=row.ref, faction=row.faction.key, province=keys[row.province_id or 0], name=row.army.name,
        units=tuple(_in_mood(unit_facts(u, tables), mutinous) for u in row.army.serving if u.strength),
        leader=leader_facts(row.leader), wings=tuple(filter(None, map(leader_facts, row.wing_rows))),
        came_from=keys.get(row.previous_province_id or 0),
        entered_turn=row.entered_on_turn, entered_impulse=row.entered_impulse,
        engaged=row.pinned, garrison=row.garrison,
        field_works=works_left(row.field_works, row.works_raised_on, row.entered_on_turn),
    )  # fmt: skip


def _in_mood(unit: UnitFacts, mutinous: Collection[str]) -> UnitFacts:
    """HR-23 A mutiny costs a unit one of Morale."""
    return replace(unit, morale=max(0, unit.morale - 1)) if unit.key in mutinous else unit


def unit_facts(row: Unit, tables: Catalogue | None = None) -> UnitFacts:
    """Return a unit's row as the rules count it, with its Guard status worked in."""
    kind = catalogue.unit_type(row.type)
    return UnitFacts(
        key=row.key, type=row.type, arm=kind.arm, guard=row.guard, outriders=row.outriders, strength=row.strength,
        full=row.full, morale=catalogue.morale(row.type, row.guard, tables, row.own),
        buy=catalogue.price(row.type, row.guard, tables, row.own),
        maintenance=catalogue.upkeep(row.type, row.guard, tables, row.own), name=row.name, own=row.own,
    )  # fmt: skip


def leader_facts(row: Leader | None) -> LeaderFacts | None:
    """Return a leader's row as the rules count it; None unless he is with his army."""
    if row is None or row.status != Leader.Status.PRESENT:
        return None
    return LeaderFacts(row.ref, row.name, row.skill)
