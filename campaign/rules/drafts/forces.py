"""The armies and generals of a draft from its order of battle, and how one faction sees them when turn 1 opens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from campaign.rules.drafts.battle_order import ArmyLine, BattleOrder, General
from campaign.rules.drafts.facts import house_of, theatre_of, units_of
from campaign.rules.drafts.pasted import folded, key_for
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import ArmyRow, LeaderRow
from campaign.rules.march.sighting import in_sight, uncertainty
from campaign.rules.theatre import Armies, ArmyFacts, UnitFacts
from rosters.rules.catalogue import unit_type
from rosters.rules.notation import canonical, print_roster
from rosters.rules.own_types import OwnTypes

LONG = 60


def with_order(file: CampaignFile, order: BattleOrder) -> CampaignFile:
    """Return the draft with exactly these armies and generals; what is known of them by name stays."""
    staff = _Staff(file)
    armies: list[ArmyRow] = []
    known = {(row.faction, folded(row.name)): row for row in file.armies}
    refs = {row.ref for row in file.armies}
    for line in order.armies:
        old = known.get((line.faction, folded(line.name)))
        ref = old.ref if old else key_for(line.name, refs, "army", LONG)
        refs.add(ref)
        armies.append(_army(old or ArmyRow(ref=ref, faction=line.faction, name=line.name), line, staff, file.own_types))
    for faction, general in order.spare:
        staff.ref(faction, general)
    return replace(file, leaders=tuple(staff.rows()), armies=tuple(armies))


def _army(row: ArmyRow, line: ArmyLine, staff: _Staff, own: OwnTypes) -> ArmyRow:
    row = replace(
        row, name=line.name, province=line.province,
        leader=staff.ref(line.faction, line.leader) if line.leader else None,
        wings=tuple(dict.fromkeys(staff.ref(line.faction, wing) for wing in line.wings)),
    )  # fmt: skip
    if canonical(units_of(row, own)) != line.units:
        row = replace(row, roster=print_roster(line.units), units=())
    return row


class _Staff:
    """The generals that an order of battle names, each once."""

    def __init__(self, file: CampaignFile) -> None:
        self._known = {(row.faction, folded(row.name)): row for row in file.leaders}
        self._taken = {row.ref for row in file.leaders}
        self._order = [row.ref for row in file.leaders]
        self._named: dict[str, LeaderRow] = {}

    def ref(self, faction: str, general: General) -> str:
        who = faction, folded(general.name)
        row = self._known.get(who)
        if row is None:
            ref = key_for(general.name, self._taken, "general", LONG)
            row = LeaderRow(ref=ref, faction=faction, name=general.name, skill=general.skill or "average")
            self._taken.add(ref)
            self._order.append(ref)
        row = replace(row, skill=general.skill or row.skill)
        self._known[who] = self._named[row.ref] = row
        return row.ref

    def rows(self) -> Iterable[LeaderRow]:
        return (self._named[ref] for ref in self._order if ref in self._named)


def order_lines(file: CampaignFile) -> str:
    """Return the armies and generals of a draft as text that ``read_order`` reads back."""
    towns = {row.key: row.name for row in file.provinces}
    leaders = {row.ref: row for row in file.leaders}
    lines: list[str] = []
    for faction in file.factions:
        own = [row for row in file.armies if row.faction == faction.key]
        posted = {ref for row in own for ref in (row.leader, *row.wings)}
        spare = [row for row in file.leaders if row.faction == faction.key and row.ref not in posted]
        if own or spare:
            lines += [f"{faction.name}:", *(_line(row, towns, leaders, file.own_types) for row in own)]
            lines += [f"Generals: {'; '.join(map(_general, spare))}"] if spare else []
            lines.append("")
    return "\n".join(lines)


def _line(row: ArmyRow, towns: dict[str, str], leaders: dict[str, LeaderRow], own: OwnTypes) -> str:
    wings = [_general(leaders[ref]) for ref in row.wings if ref in leaders]
    leader = _general(leaders[row.leader]) if row.leader in leaders and row.leader else "-"
    where = _plain(towns.get(row.province or "", ""))
    return f"{row.name} ({'; '.join([leader, where, *wings])}): {print_roster(units_of(row, own))}"


def _general(row: LeaderRow) -> str:
    return f"{_plain(row.name)}, {row.skill}"


def _plain(name: str) -> str:
    """Return a name without the signs that part names in an order of battle."""
    return " ".join("".join(" " if sign in ",;()" else sign for sign in name).split())


@dataclass(frozen=True)
class Seen:
    """An army that a faction sees; of a foreign one between ``low`` and ``high`` units are reported."""

    ref: str
    name: str
    faction: str
    province: str
    low: int
    high: int
    own: bool


def seen_by(file: CampaignFile, faction: str) -> list[Seen]:
    """HR-22 Return the armies that a faction knows of: its own, and those beside them; without fog all of them."""
    theatre, house = theatre_of(file), house_of(file)
    armies = Armies(_facts(row, file.own_types) for row in file.armies if row.province in theatre.provinces)
    sighted = {army.ref for army in in_sight(faction, armies, theatre)}
    found = []
    for army in armies:
        own = army.faction == faction
        if own or file.show_all or army.ref in sighted:
            error = 0 if own or file.show_all else uncertainty(faction, army, armies, theatre, house)
            units = len(army.units)
            low, high = max(1, units - 2 * error), units + 2 * error
            found.append(Seen(army.ref, army.name, army.faction, army.province, low, high, own))
    return found


def _facts(row: ArmyRow, own: OwnTypes) -> ArmyFacts:
    units = tuple(
        UnitFacts(key=f"{row.ref}:{n}", type=item.type, arm=unit_type(item.type).arm, strength=item.strength)
        for n, item in enumerate(units_of(row, own))
    )
    return ArmyFacts(ref=row.ref, faction=row.faction, province=row.province or "", name=row.name, units=units)
