"""A draft as the rules of the war see it: its theatre, its armies, its numbers. What cannot be read is left out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from base.refusal import Refusal
from campaign.rules.economy import by_dial, income
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import ArmyRow, LeaderRow, ProvinceRow
from campaign.rules.house import House, house_rules
from campaign.rules.theatre import EdgeFacts, ProvinceFacts, Theatre
from rosters.rules.catalogue import Catalogue, catalogue, skill, unit_type
from rosters.rules.notation import RosterItem, parse_roster
from rosters.rules.own_types import OwnTypes
from rosters.rules.purchase import maintenance_of, men_of, points_of


def house_of(file: CampaignFile) -> House:
    """Return the numbers of the rules; the shipped ones where the draft's cannot be read."""
    try:
        return house_rules(file.house_rules)
    except Refusal:
        return house_rules({})


def theatre_of(file: CampaignFile) -> Theatre:
    """Return the map and the relations, without ways to nowhere."""
    keys = {row.key for row in file.provinces}
    ways = (tuple(row.between) for row in file.edges if len(row.between) == 2 and set(row.between) <= keys)
    relations = {frozenset(row.between): row.kind for row in file.relations if len(row.between) == 2}
    return Theatre(
        provinces={row.key: _province(row) for row in file.provinces},
        edges=tuple(EdgeFacts(first, second) for first, second in ways),
        relations=relations,
        factions=tuple(row.key for row in file.factions),
    )


def _province(row: ProvinceRow) -> ProvinceFacts:
    return ProvinceFacts(
        key=row.key, name=row.name, region=row.region, value=row.value, home=row.home, controller=row.controller,
        depot=row.depot, capital=row.capital, fortress=row.fortress, town_size=row.town_size,
    )  # fmt: skip


def units_of(army: ArmyRow, own: OwnTypes) -> tuple[RosterItem, ...]:
    """Return the units of an army that can be read."""
    try:
        if army.roster:
            return parse_roster(army.roster, own)
        return tuple(
            RosterItem(row.type, row.strength or unit_type(row.type).full, row.guard, row.outriders, row.name, row.own)
            for row in army.units
        )
    except Refusal:
        return ()


@dataclass(frozen=True)
class Sums:
    """The forces of a faction and its money, in points; income and upkeep are those of a muster."""

    faction: str
    name: str
    armies: int
    units: int
    men: int
    points: int
    upkeep: int
    income: int
    opening: int

    @property
    def left(self) -> int:
        """Return the points that a muster leaves; below zero the treasury shrinks."""
        return self.income - self.upkeep

    def short_on(self, turns: Iterable[int]) -> int:
        """Return the first of these turns, each a muster, on which not everybody can be paid; 0 if all can."""
        held = self.opening
        for turn in turns:
            held += self.left
            if held < 0:
                return turn
        return 0


def sums_of(file: CampaignFile) -> list[Sums]:
    """HR-5, HR-6, HR-25 Add up each faction's forces and money, in the order of the factions."""
    house, theatre = house_of(file), theatre_of(file)
    land: dict[str, int] = {}
    for line in income(theatre, (), house):
        land[line.faction] = land.get(line.faction, 0) + line.points
    leaders = {row.ref: row for row in file.leaders}
    return [_sums(file, row.key, land.get(row.key, 0), house, leaders) for row in file.factions]


def _sums(file: CampaignFile, key: str, land: int, house: House, leaders: Mapping[str, LeaderRow]) -> Sums:
    row = next(faction for faction in file.factions if faction.key == key)
    armies = [army for army in file.armies if army.faction == key]
    units = [unit for army in armies for unit in units_of(army, file.own_types)]
    yearly, tables = land + row.offmap_income, replace(catalogue(), own=file.own_types)
    return Sums(
        faction=key, name=row.name, armies=len(armies), units=len(units), men=men_of(units),
        points=points_of(units, tables), upkeep=_upkeep(armies, house, leaders, tables), income=yearly,
        opening=row.opening_points or house["economy.opening_musters"] * yearly,
    )  # fmt: skip


def _upkeep(armies: Iterable[ArmyRow], house: House, leaders: Mapping[str, LeaderRow], tables: Catalogue) -> int:
    """REC-1, REC-3, HR-6 Return what units and generals in command cost a muster, each rounded by itself."""
    dial, total = house["economy.upkeep_percent"], 0
    for army in armies:
        total += sum(by_dial(maintenance_of([unit], tables), dial) for unit in units_of(army, tables.own))
        posts = [leaders[ref] for ref in (army.leader, *army.wings) if ref and ref in leaders]
        total += sum(by_dial(skill(row.skill).upkeep, dial) for row in posts)
    return total
