"""The land of a campaign as far as a war does not change it: shapes, towns, ways. Read once and kept by its digest."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.db.models import QuerySet

from base.at_hand import AtHand
from base.rows.prepared import prepared
from campaign.models import Campaign, Edge, Province
from campaign.rules.theatre import EdgeFacts

SHARED_FOR = 7 * 24 * 3600
AT_HAND = 96
T = TypeVar("T")

_near = AtHand(AT_HAND)


def kept(name: str, make: Callable[[], T]) -> T:
    """Return the value of a name, made once."""
    return _near.get(name, lambda: _shared(name, make))


def keep(name: str, value: object) -> None:
    """Keep a value that has been made already."""
    cache.set(name, value, SHARED_FOR)
    _near.put(name, value)


def _shared(name: str, make: Callable[[], T]) -> T:
    found: T | None = cache.get(name)
    if found is None:
        found = make()
        cache.set(name, found, SHARED_FOR)
    return found


EDITION = 10
"""Rises when what is kept, or how it is drawn, changes with the program."""


@dataclass(frozen=True)
class Shape:
    """The part of a province that never changes in a war."""

    key: str
    name: str
    polygon: tuple[tuple[float, float], ...]
    x: float
    y: float
    terrain: str
    terrain_text: str
    region: str


@dataclass(frozen=True)
class Line:
    """A way between two provinces, by their keys; ``text`` describes it."""

    first: str
    second: str
    kind: str
    kind_text: str
    bridge: bool
    river: str

    def other(self, key: str) -> str:
        """Return the province at the other end."""
        return self.second if key == self.first else self.first


@dataclass(frozen=True)
class Land:
    """The shapes by key in the order of their names, the ways, and what the campaign has for its drawing."""

    token: str
    shapes: Mapping[str, Shape]
    lines: tuple[Line, ...]
    drawing: Mapping[str, Any]

    @cached_property
    def edges(self) -> tuple[EdgeFacts, ...]:
        """The ways as the rules want them."""
        return tuple(EdgeFacts(line.first, line.second, line.kind, line.bridge) for line in self.lines)

    @cached_property
    def beside(self) -> Mapping[str, frozenset[str]]:
        """Province → its neighbours."""
        found: dict[str, set[str]] = {key: set() for key in self.shapes}
        for line in self.lines:
            found[line.first].add(line.second)
            found[line.second].add(line.first)
        return {key: frozenset(others) for key, others in found.items()}

    def within_two_steps(self, key: str) -> frozenset[str]:
        """Return a province, its neighbours and theirs."""
        near = self.beside.get(key, frozenset())
        return near.union({key}, *(self.beside[other] for other in near))


class State(NamedTuple):
    """The part of a province that a war changes, or that is as quickly read. Factions by primary key."""

    key: str
    pk: int
    value: int
    home: int | None
    controller: int | None
    since: int
    depot: bool
    depot_works_from: int
    capital: bool
    fortress: bool
    fortress_held_by: int | None
    town_size: int
    guerrilla_rating: int
    guerrillas_active: bool
    besieged_since: int = 0
    stores: int = 0
    breach: int = 0


Fights = Mapping[int, frozenset[int]]
COLUMNS = (
    "key", "pk", "value", "home_id", "controller_id", "controlled_since", "depot", "depot_works_from", "capital",
    "fortress", "fortress_held_by_id", "town_size", "guerrilla_rating", "guerrillas_active",
    "besieged_since", "stores", "breach",
)  # fmt: skip


@dataclass(frozen=True)
class Provinces:
    """The provinces of a campaign as they are now: the land, the state of each, and whom guerrillas fight where.

    ``campaign`` is the primary key of the campaign, or 0 where guerrillas are left out.
    """

    land: Land
    states: Mapping[str, State]
    campaign: int

    @cached_property
    def fights(self) -> Fights:
        """Province → the factions that its guerrillas fight, by primary keys; read when it is asked for."""
        return _fights(self.campaign) if self.campaign else {}

    def fights_now(self, *, rolled: bool) -> Fights:
        """Return the same; empty where no guerrillas are active, unless they are to be ``rolled`` for."""
        return self.fights if rolled or any(state.guerrillas_active for state in self.states.values()) else {}

    @property
    def edges(self) -> tuple[EdgeFacts, ...]:
        """The ways between these provinces."""
        if len(self.states) == len(self.land.shapes):
            return self.land.edges
        return tuple(e for e in self.land.edges if e.first in self.states and e.second in self.states)


def provinces_of(campaign: Campaign) -> Provinces:
    """Return the provinces in one query, where the land is kept."""
    states = {row[0]: State._make(row) for row in _states(campaign.pk)}
    land = land_of(campaign)
    if land.shapes.keys() != states.keys():
        land = read_land(campaign)
    return Provinces(land, states, campaign.pk)


@prepared
def _states(campaign: int) -> QuerySet[Province, tuple[Any, ...]]:
    return Province.objects.filter(campaign=campaign).order_by("pk").values_list(*COLUMNS)


def provinces_near(campaign: Campaign, key: str) -> Provinces:
    """Return a province with those within two steps of it, without the targets of guerrillas there."""
    land = land_of(campaign)
    if key not in land.shapes:
        land = read_land(campaign)
    near = land.within_two_steps(key)
    rows = Province.objects.filter(campaign=campaign, key__in=near).order_by("pk").values_list(*COLUMNS)
    return Provinces(land, {row[0]: State._make(row) for row in rows}, 0)


def _fights(campaign: int) -> dict[int, frozenset[int]]:
    found: dict[int, set[int]] = {}
    for province, faction in _pairs(campaign):
        found.setdefault(province, set()).add(faction)
    return {province: frozenset(factions) for province, factions in found.items()}


@prepared
def _pairs(campaign: int) -> QuerySet[Any, tuple[int, int]]:
    rows = Province.guerrilla_fights.through.objects.filter(province__campaign=campaign)
    return rows.values_list("province_id", "faction_id")


def land_of(campaign: Campaign) -> Land:
    """Return the land of a campaign, by its token; read from the rows where it has none yet."""
    if not campaign.map_token:
        return read_land(campaign)
    return kept(_name(campaign.map_token), lambda: read_land(campaign))


def keep_at_hand(land: Land) -> None:
    """Keep a land that has been read already, so that its first reader finds it."""
    keep(_name(land.token), land)


def _name(token: str) -> str:
    return f"land:{EDITION}:{token}"


def read_land(campaign: Campaign) -> Land:
    """Return the land as the rows have it now."""
    shapes = {row.key: _shape(row) for row in _provinces(campaign)}
    lines = tuple(map(_line, _edges(campaign)))
    token = hashlib.sha256(repr((list(shapes.values()), lines, campaign.map)).encode()).hexdigest()
    return Land(token, shapes, lines, campaign.map)


def _provinces(campaign: Campaign) -> list[Province]:
    rows = Province.objects.filter(campaign=campaign).order_by("name", "pk")
    return list(rows.only("key", "name", "polygon", "x", "y", "terrain", "region"))


def _edges(campaign: Campaign) -> list[Edge]:
    rows = Edge.objects.filter(campaign=campaign).select_related("first", "second").order_by("pk")
    return list(rows.only("kind", "bridge", "river", "first__key", "second__key"))


def _shape(row: Province) -> Shape:
    outline = tuple((float(x), float(y)) for x, y in row.polygon)
    terrain = row.get_terrain_display()
    return Shape(row.key, row.name, outline, row.x, row.y, row.terrain, terrain, row.region)


def _line(row: Edge) -> Line:
    text = row.get_kind_display()
    if row.kind == Edge.Kind.RIVER:
        text = f"{row.river or 'river'}, {'bridge' if row.bridge else 'no bridge'}"
    return Line(row.first.key, row.second.key, row.kind, text, row.bridge, row.river)
