"""Rows read into the plain values that the rules work on."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from django.db.models import Prefetch, QuerySet

from battles.resolvers.registry import resolver
from campaign.models import (
    Campaign,
    ChronicleEntry,
    Edge,
    EngagementArmy,
    Faction,
    FactionTurn,
    Leader,
    Province,
    Relation,
    SheetLine,
    Station,
    Turn,
)
from campaign.models.engagements import Engagement
from campaign.rules.house import House, house_rules
from campaign.rules.theatre import ArmyFacts, EdgeFacts, LeaderFacts, ProvinceFacts, Theatre, UnitFacts
from rosters.models import Unit
from rosters.rules import catalogue
from rosters.rules.catalogue import Catalogue

RULES = "lgg"


@dataclass(frozen=True)
class War:
    """A campaign at one moment: the facts for the rules and, by their names, the rows behind them."""

    campaign: Campaign
    turn: Turn
    theatre: Theatre
    armies: tuple[ArmyFacts, ...]
    house: House
    stations: dict[str, Station]
    provinces: dict[str, Province]
    factions: dict[str, Faction]
    leaders: dict[str, Leader]
    tables: Catalogue

    @cached_property
    def by_ref(self) -> dict[str, ArmyFacts]:
        """Army facts by their reference."""
        return {army.ref: army for army in self.armies}

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
        lines = SheetLine.objects.filter(turn=self.turn, kind=SheetLine.Kind.BUY_UNIT, state=SheetLine.State.ENTERED)
        return {line.details.get("station") or "" for line in lines}

    def army(self, station: Station) -> ArmyFacts:
        """The facts of a station."""
        return self.by_ref[station.ref]

    def moved_to(self, armies: Iterable[ArmyFacts]) -> "War":
        """The same war with other army facts."""
        return replace(self, armies=tuple(armies))


def current_turn(campaign: Campaign) -> Turn | None:
    """The turn that is being played: the last one."""
    return campaign.turns.order_by("-number").first()


def open_engagements(campaign: Campaign) -> QuerySet[Engagement]:
    """The engagements whose battle is not decided yet, in the order of fighting."""
    rows = Engagement.objects.filter(turn__campaign=campaign, state=Engagement.State.OPEN, battle__isnull=False)
    return rows.select_related("battle", "province").order_by("turn__number", "sequence")


def waits_to_end(campaign: Campaign, turn: Turn | None) -> bool:
    """HR-21 Whether the last turn has been run and the war waits for its open battles."""
    return turn is not None and turn.state == Turn.State.CLOSED and campaign.state == Campaign.State.RUNNING


def entries_of(turn: Turn) -> QuerySet[ChronicleEntry]:
    """Every line of the record of a turn, secret ones too: for the referee."""
    return ChronicleEntry.objects.filter(campaign=turn.campaign, turn=turn.number).order_by("pk")


def war_of(turn: Turn) -> War:
    """Everything the rules need about a campaign, in a fixed number of queries."""
    campaign = turn.campaign
    factions = {f.pk: f for f in campaign.factions.all()}
    provinces = {p.key: p for p in campaign.provinces.prefetch_related("guerrilla_fights")}
    stations = {s.ref: s for s in stations_of(campaign)}
    tables = tables_of(campaign)
    engaged = engaged_stations(campaign)
    return War(
        campaign=campaign,
        turn=turn,
        theatre=_theatre(campaign, turn, factions, provinces),
        armies=tuple(_army(s, factions, s.pk in engaged, tables) for s in stations.values()),
        house=house_rules(campaign.house_rules),
        stations=stations,
        provinces=provinces,
        factions={f.key: f for f in factions.values()},
        leaders={leader.ref: leader for leader in campaign.leaders.all()},
        tables=tables,
    )


def tables_of(campaign: Campaign) -> Catalogue:
    """ENG-1 The unit types, Guard and skills of a campaign: the shipped ones under its profile."""
    return _tables(json.dumps(campaign.profile, sort_keys=True)) if campaign.profile else catalogue.catalogue()


@lru_cache(maxsize=64)
def _tables(profile: str) -> Catalogue:
    return resolver(RULES).tables(json.loads(profile))


def stations_of(campaign: Campaign) -> Iterable[Station]:
    """The armies in the war with their serving units (``station.army.serving``), leader and wings."""
    serving = Prefetch("army__units", Unit.objects.filter(status=Unit.Status.SERVING), to_attr="serving")
    rows = Station.objects.filter(campaign=campaign, province__isnull=False)
    rows = rows.select_related("army", "province", "previous_province", "leader", "faction")
    return rows.prefetch_related(serving, "wings").order_by("pk")


def engaged_stations(campaign: Campaign) -> set[int]:
    """Primary keys of the stations whose battle is not decided yet."""
    rows = EngagementArmy.objects.filter(
        engagement__turn__campaign=campaign, engagement__state=Engagement.State.OPEN, engagement__battle__isnull=False
    )
    return set(rows.values_list("station", flat=True))


def unpaid_before(turn: Turn, faction: Faction) -> set[str]:
    """Keys of the units that drew no pay at the muster before this turn."""
    last = FactionTurn.objects.filter(faction=faction, turn__number__lt=turn.number, turn__muster=True)
    row = last.order_by("-turn__number").first()
    return set(row.unpaid) if row else set()


def unpaid_on(turn: Turn, faction: Faction) -> set[str]:
    """Keys of the units that drew no pay in this turn's P3."""
    row = FactionTurn.objects.filter(faction=faction, turn=turn).first()
    return set(row.unpaid) if row else set()


def _theatre(campaign: Campaign, turn: Turn, factions: dict[int, Faction], provinces: dict[str, Province]) -> Theatre:
    keys = {p.pk: p.key for p in provinces.values()}
    edges = Edge.objects.filter(campaign=campaign)
    relations = Relation.objects.filter(campaign=campaign)
    return Theatre(
        provinces={p.key: _province(p, factions) for p in provinces.values()},
        edges=tuple(EdgeFacts(keys[e.first_id], keys[e.second_id], e.kind, e.bridge) for e in edges),
        relations={frozenset((factions[r.first_id].key, factions[r.second_id].key)): r.kind for r in relations},
        weather={region: entry["weather"] for region, entry in turn.weather.items()},
        factions=tuple(f.key for f in factions.values()),
    )


def _province(row: Province, factions: dict[int, Faction]) -> ProvinceFacts:
    def key(pk: int | None) -> str | None:
        return factions[pk].key if pk else None

    return ProvinceFacts(
        key=row.key, name=row.name, region=row.region, value=row.value, home=key(row.home_id),
        controller=key(row.controller_id), controlled_since=row.controlled_since, depot=row.depot,
        depot_works_from=row.depot_works_from, capital=row.capital, fortress=row.fortress,
        fortress_held_by=key(row.fortress_held_by_id), town_size=row.town_size,
        guerrilla_rating=row.guerrilla_rating,
        guerrilla_fights=frozenset(f.key for f in row.guerrilla_fights.all()),
        guerrillas_active=row.guerrillas_active,
    )  # fmt: skip


def _army(row: Station, factions: dict[int, Faction], engaged: bool, tables: Catalogue) -> ArmyFacts:
    return ArmyFacts(
        ref=row.ref, faction=factions[row.faction_id].key, province=row.province.key, name=row.army.name,
        units=tuple(unit_facts(u, tables) for u in row.army.serving if u.strength),
        leader=leader_facts(row.leader), wings=tuple(filter(None, map(leader_facts, row.wings.all()))),
        came_from=row.previous_province.key if row.previous_province else None,
        entered_turn=row.entered_on_turn, entered_impulse=row.entered_impulse,
        engaged=engaged, garrison=row.garrison,
    )  # fmt: skip


def unit_facts(row: Unit, tables: Catalogue | None = None) -> UnitFacts:
    """A unit's row as the rules count it, with its Guard status worked in."""
    kind = catalogue.unit_type(row.type)
    return UnitFacts(
        key=row.key, type=row.type, arm=kind.arm, guard=row.guard, outriders=row.outriders, strength=row.strength,
        full=row.full, morale=catalogue.morale(row.type, row.guard, tables),
        buy=catalogue.price(row.type, row.guard, tables),
        maintenance=catalogue.upkeep(row.type, row.guard, tables), name=row.name,
    )  # fmt: skip


def leader_facts(row: Leader | None) -> LeaderFacts | None:
    """A leader's row as the rules count it; None unless he is with his army."""
    if row is None or row.status != Leader.Status.PRESENT:
        return None
    return LeaderFacts(row.ref, row.name, row.skill)


def free_leader_ref(campaign: int, wanted: str) -> str:
    """A general's reference that nobody in the campaign has: the wanted one, or the first free number behind it."""
    alike = Leader.objects.filter(campaign=campaign, ref__startswith=wanted)
    taken = set(alike.values_list("ref", flat=True))
    return next(ref for ref in (wanted, *(f"{wanted}-{n}" for n in range(2, len(taken) + 3))) if ref not in taken)
