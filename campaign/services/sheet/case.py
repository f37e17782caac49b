"""The common part of the kinds of sheet lines."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from base.refusal import Refusal
from campaign.models import Account, Faction, Leader, SheetLine, Station, Turn
from campaign.references import turn_reference
from campaign.rules.theatre import ArmyFacts, ProvinceFacts
from campaign.selectors.war import War, musters_before, unpaid_before, war_known_to
from campaign.services.record.points import balances
from rosters.models import Unit

STANDING = (SheetLine.State.ENTERED, SheetLine.State.DONE)


@dataclass(frozen=True)
class Case:
    """A line of a faction's sheet, entered or about to be; ``earlier`` are the lines before it that still stand."""

    war: War
    faction: Faction
    details: dict[str, Any]
    earlier: tuple[SheetLine, ...]
    actor: str
    held: Mapping[tuple[int, str], int] | None = None
    """The points of the faction's accounts where they have been read already."""
    unpaid: bool | None = None
    """Whether units drew no pay at the muster before, where that has been read already."""

    @property
    def owes_pay(self) -> bool:
        """Whether units of the faction drew no pay at the muster before this turn."""
        return bool(unpaid_before(self.war.turn, self.faction)) if self.unpaid is None else self.unpaid

    def points(self, kind: str) -> int:
        """Return the points in one of the faction's accounts: its treasury or its reserve."""
        return (self.held or balances(factions=[self.faction]))[self.faction.pk, kind]

    @property
    def reference(self) -> str:
        """The turn, for ledgers."""
        return turn_reference(self.war.campaign.slug, self.war.turn.number)

    def province(self) -> ProvinceFacts:
        """Return the province of the line, controlled by the faction. Refusal otherwise."""
        found = self.war.theatre.provinces.get(self.details.get("province", ""))
        if found is None:
            raise Refusal("province: choose a province of this map.")
        if found.controller != self.faction.key:
            raise Refusal(f"province: {found.name} is not yours; choose a province that you control.")
        return found

    def station(self, field: str = "station") -> Station:
        """Return an own army of the line. Foreign and absent armies are refused alike."""
        station = self.war.stations.get(self.details.get(field) or "")
        if station is None or station.faction_id != self.faction.pk:
            raise Refusal(f"{field}: choose one of your armies.")
        return station

    def idle_army(self, field: str = "station") -> ArmyFacts:
        """Return an own army that is not in contact with an enemy (HR-8)."""
        army = self.war.army(self.station(field))
        if army.engaged or self.war.theatre.enemies_in(army.province, army.faction, self.war.armies):
            raise Refusal(f"{field}: {army.name} is in contact with the enemy; wait until the battle is over.")
        return army

    def general(self, field: str = "leader") -> Leader:
        """Return an own general of the line. Foreign and absent ones are refused alike."""
        ref = self.details.get(field) or ""
        general = Leader.objects.filter(campaign=self.war.campaign, faction=self.faction, ref=ref).first()
        if general is None:
            raise Refusal(f"{field}: choose one of your generals.")
        return general

    def post_of(self, general: Leader) -> Station | None:
        """Return the army that a general commands, or serves as a wing."""
        own = (s for s in self.war.stations.values() if s.faction_id == self.faction.pk)
        return next((s for s in own if s.leader_id == general.pk or general in s.wing_rows), None)

    def units(self, army: ArmyFacts) -> list[Unit]:
        """Return the units of the line, all of them serving in the army."""
        keys = list(dict.fromkeys(self.details.get("units", [])))
        own = {unit.key for unit in army.units}
        if not keys or any(key not in own for key in keys):
            raise Refusal(f"units: choose units that serve in {army.name}.")
        return [self.war.units[key] for key in keys]

    def of_kind(self, *kinds: str) -> list[SheetLine]:
        """Return the earlier lines of some kinds."""
        return [line for line in self.earlier if line.kind in kinds]


@dataclass(frozen=True)
class Position:
    """A faction's position in the turn in hand: the war as it knows it, all lines of its sheet, its accounts.

    A page that offers several things reads it once.
    """

    faction: Faction
    war: War
    lines: tuple[SheetLine, ...]
    held: Mapping[tuple[int, str], int]
    unpaid: bool
    """Whether units drew no pay at the muster before this turn."""

    @property
    def free(self) -> int:
        """Return the points that may be spent."""
        return self.held[self.faction.pk, Account.Kind.TREASURY]

    def entered(self, *kinds: str) -> list[SheetLine]:
        """Return the lines of some kinds that are still to be carried out."""
        return [line for line in self.lines if line.kind in kinds and line.state == SheetLine.State.ENTERED]

    @property
    def unclaimed(self) -> int:
        """Return the points of the reserve that no line of the sheet has claimed."""
        claimed = sum(line.cost for line in self.lines if line.state == SheetLine.State.ENTERED)
        return self.held[self.faction.pk, Account.Kind.RESERVED] - claimed

    def case(self, details: dict[str, Any]) -> Case:
        """Return a line about to be entered."""
        standing = tuple(line for line in self.lines if line.state in STANDING)
        return Case(self.war, self.faction, details, standing, "", self.held, self.unpaid)


def position_of(*, faction: Faction, turn: Turn, war: War | None = None) -> Position:
    """Return where a faction is; pass ``war`` (from ``war_known_to``) where it has been read already."""
    lines = tuple(SheetLine.objects.filter(turn=turn, faction=faction).order_by("pk"))
    return Position(faction, war or war_known_to(turn, faction), lines, *_purse(faction, turn))


def _purse(faction: Faction, turn: Turn) -> tuple[dict[tuple[int, str], int], bool]:
    """Return the points of a faction's accounts, and whether it owes pay since the last muster, in one query."""
    points, unpaid = _purses(Account.objects.filter(faction=faction), turn)[faction.pk]
    return {(faction.pk, kind): balance for kind, balance in points.items()}, unpaid


def purses_of(turn: Turn) -> Mapping[int, tuple[dict[str, int], bool]]:
    """Return the same of every faction, by its primary key: points by the kind of account, and whether pay is owed."""
    return _purses(Account.objects.filter(faction__campaign=turn.campaign_id), turn)


def _purses(accounts: QuerySet[Account], turn: Turn) -> Mapping[int, tuple[dict[str, int], bool]]:
    unpaid = Subquery(musters_before(turn, OuterRef("faction")).values("unpaid")[:1])
    found: dict[int, tuple[dict[str, int], bool]] = defaultdict(lambda: ({}, False))
    for faction, kind, balance, keys in accounts.values_list("faction_id", "kind", "balance", unpaid):
        points, owed = found[faction or 0]
        points[kind] = balance
        found[faction or 0] = points, owed or bool(keys)
    return found
