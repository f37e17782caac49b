"""The facts that the campaign's rules work on: provinces, edges, relations, armies. Plain values, no rows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations

WAR, NEUTRAL, TRANSIT, ALLIED = "war", "neutral", "transit", "allied"


@dataclass(frozen=True)
class ProvinceFacts:
    """HR-2 A province as it is at one moment. Factions are named by their keys."""

    key: str
    name: str = ""
    region: str = "map"
    value: int = 5
    home: str | None = None
    controller: str | None = None
    controlled_since: int = 0
    depot: bool = False
    depot_works_from: int = 0
    capital: bool = False
    fortress: bool = False
    fortress_held_by: str | None = None
    besieged_since: int = 0
    stores: int = 0
    breach: int = 0
    town_size: int = 1
    guerrilla_rating: int = 0
    guerrilla_fights: frozenset[str] = frozenset()
    guerrillas_active: bool = False
    harvest: int = 0
    """HR-23 By how much a failed harvest lowers what it yields."""


@dataclass(frozen=True)
class EdgeFacts:
    """HR-2 A way between two provinces: road, track, pass or river."""

    first: str
    second: str
    kind: str = "road"
    bridge: bool = False


@dataclass(frozen=True)
class UnitFacts:
    """A unit as the campaign counts it. ``arm`` is foot, cav, art, eng or veh."""

    key: str
    type: str = "line_inf"
    arm: str = "foot"
    guard: bool = False
    outriders: bool = False
    strength: int = 4
    full: int = 4
    morale: int = 7
    buy: int = 30
    maintenance: int = 3
    name: str = ""
    own: str = ""

    @property
    def fights(self) -> bool:
        """Infantry and cavalry fight; guns, engineers and vehicles alone do not (21.4)."""
        return self.arm in ("foot", "cav")


@dataclass(frozen=True)
class LeaderFacts:
    ref: str
    name: str
    skill: str = "poor"


@dataclass(frozen=True)
class ArmyFacts:
    """An army in its province. ``ref`` names it; impulse 0 means that it stood there when the turn began."""

    ref: str
    faction: str
    province: str
    name: str = ""
    units: tuple[UnitFacts, ...] = ()
    leader: LeaderFacts | None = None
    wings: tuple[LeaderFacts, ...] = ()
    came_from: str | None = None
    entered_turn: int = 0
    entered_impulse: int = 0
    engaged: bool = False
    garrison: bool = False
    out: bool = False
    """HR-28 It fights at the works or before them this turn: a storm or a sally."""
    field_works: int = 0
    """HR-31 Field works that it has raised where it stands."""
    arrives: int = 0
    """HR-13 The mark at which it comes onto the table of its battle; 0 is there from the start."""

    @cached_property
    def strength(self) -> int:
        """Strength points in all."""
        return sum(unit.strength for unit in self.units)

    @property
    def fights(self) -> bool:
        """Whether any infantry or cavalry is there."""
        return any(unit.fights and unit.strength for unit in self.units)

    @property
    def has_foot(self) -> bool:
        """Whether any infantry is there."""
        return any(unit.arm == "foot" and unit.strength for unit in self.units)

    def strength_of(self, *types: str) -> int:
        """Strength points of some unit types."""
        return sum(unit.strength for unit in self.units if unit.type in types)

    @property
    def crosses_rivers(self) -> bool:
        """HR-11 A pontoon train or engineers are with the army."""
        return any(unit.arm in ("eng", "veh") for unit in self.units)


class Armies(tuple[ArmyFacts, ...]):
    """Armies in a fixed order that also know who stands where, so that no question looks through all of them."""

    @cached_property
    def by_province(self) -> Mapping[str, tuple[ArmyFacts, ...]]:
        """Province → the armies there, in their order."""
        found: dict[str, list[ArmyFacts]] = {}
        for army in self:
            found.setdefault(army.province, []).append(army)
        return {key: tuple(here) for key, here in found.items()}


def standing_in(province: str, armies: Iterable[ArmyFacts]) -> Iterable[ArmyFacts]:
    """Return the armies that stand in a province."""
    if isinstance(armies, Armies):
        return armies.by_province.get(province, ())
    return (army for army in armies if army.province == province)


@dataclass(frozen=True)
class Theatre:
    """The map and how the factions stand to one another."""

    provinces: Mapping[str, ProvinceFacts]
    edges: tuple[EdgeFacts, ...]
    relations: Mapping[frozenset[str], str]
    weather: Mapping[str, str] = field(default_factory=dict)
    factions: tuple[str, ...] = ()
    sieges: bool = False
    """HR-28 Whether garrisons are besieged instead of met."""
    fresh: frozenset[frozenset[str]] = frozenset()
    """HR-3 The pairs between whom something has changed this turn."""
    changed: frozenset[frozenset[str]] = frozenset()
    """HR-3 The pairs between whom something has changed in this war."""

    @cached_property
    def _ways(self) -> dict[str, dict[str, EdgeFacts]]:
        ways: dict[str, dict[str, EdgeFacts]] = {key: {} for key in self.provinces}
        for edge in self.edges:
            ways[edge.first][edge.second] = edge
            ways[edge.second][edge.first] = edge
        return ways

    def neighbours(self, key: str) -> list[str]:
        """Return the provinces next to one, lowest key first."""
        return sorted(self._ways[key])

    def marches(self, goals: Iterable[str], most: int | None = None) -> dict[str, int]:
        """Return the marches from each province to the nearest of some, up to a number."""
        found = dict.fromkeys(sorted(goals), 0)
        edge, step = set(found), 0
        while edge and step != most:
            step += 1
            edge = {near for key in edge for near in self._ways[key]} - found.keys()
            found |= dict.fromkeys(sorted(edge), step)
        return found

    def edge(self, first: str, second: str) -> EdgeFacts | None:
        """Return the way between two provinces, or None."""
        return self._ways[first].get(second)

    def relation(self, first: str | None, second: str | None) -> str:
        """HR-3 How two factions stand; a faction is allied with itself, and unknown pairs are neutral."""
        if first is not None and first == second:
            return ALLIED
        return self._kinds.get((first or "", second or ""), NEUTRAL)

    @cached_property
    def _kinds(self) -> dict[tuple[str, str], str]:
        """The relations of ordered pairs, either way round."""
        return {pair: kind for both, kind in self.relations.items() for pair in permutations(both, 2)}

    def at_war(self, first: str | None, second: str | None) -> bool:
        """Return whether two factions are at war."""
        return self.relation(first, second) == WAR

    def friends(self, first: str | None, second: str | None) -> bool:
        """Return whether two factions are the same or allied."""
        return self.relation(first, second) == ALLIED

    def lets_through(self, controller: str | None, faction: str) -> bool:
        """HR-3 Whether a province's controller is no bar to a faction: everybody but a neutral without transit."""
        return controller is None or self.relation(controller, faction) != NEUTRAL

    def grouped(self, factions: Iterable[str]) -> list[tuple[str, ...]]:
        """21.4 Group factions with their allies, in their order; nobody is in a group with an enemy."""
        groups: list[tuple[str, ...]] = []
        for faction in factions:
            place = next((n for n, group in enumerate(groups) if self._joins(faction, group)), None)
            if place is None:
                groups.append((faction,))
            else:
                groups[place] += (faction,)
        return groups

    def _joins(self, faction: str, group: Iterable[str]) -> bool:
        allied = any(self.friends(faction, other) for other in group)
        return allied and not any(self.at_war(faction, other) for other in group)

    def enemies_in(self, province: str, faction: str, armies: Iterable[ArmyFacts]) -> list[ArmyFacts]:
        """Return the armies in a province that are at war with a faction; HR-28: not those behind walls."""
        here = standing_in(province, armies)
        return [a for a in here if a.units and self.at_war(a.faction, faction) and not self.behind_walls(a)]

    def behind_walls(self, army: ArmyFacts) -> bool:
        """HR-28 Whether an army is besieged, not met: a garrison, or any army that is shut up in its fortress."""
        return self.sieges and not army.out and (self.holds_fortress(army) or self.shut_up(army))

    def shut_up(self, army: ArmyFacts) -> bool:
        """HR-28 Whether an army stands in a besieged fortress of its side, with a general or without."""
        province = self.provinces[army.province]
        within = bool(province.besieged_since) and not army.entered_impulse and not army.engaged
        return within and self.friends(province.controller, army.faction)

    def holds_fortress(self, army: ArmyFacts) -> bool:
        """HR-16 Whether an army is a garrison: without a general, in a fortress of its side, since before this turn."""
        province = self.provinces[army.province]
        stays = army.leader is None and not army.wings and not army.entered_impulse
        return stays and province.fortress and self.friends(province.controller, army.faction)

    def pinned(self, army: ArmyFacts, armies: Iterable[ArmyFacts], *, first: bool = True) -> bool:
        """HR-11 Whether an enemy in its province keeps an army there.

        A garrison keeps nobody from passing its fortress. HR-3: in the first impulse of a war nobody is pinned by it.
        """
        enemies = self.enemies_in(army.province, army.faction, armies)
        held = [a for a in enemies if not (first and frozenset((a.faction, army.faction)) in self.fresh)]
        return any(not self.holds_fortress(enemy) for enemy in held)


SKILLS = ("poor", "average", "good", "great")


def skill_rank(leader: LeaderFacts | None) -> int:
    """0 for Poor or nobody, up to 3 for Great."""
    return SKILLS.index(leader.skill) if leader else 0
