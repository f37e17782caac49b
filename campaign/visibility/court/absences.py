"""Absences of the reader's own faction, and the hand-over brief for the next player."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from campaign.models import Absence, Member
from campaign.rules.kinds import Role
from campaign.visibility import armies, money, sheets
from campaign.visibility.battles.battles import battle_lines
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import ArmyView, BattleLine, GivenOrder, SeenArmy, SheetView


@dataclass(frozen=True)
class AbsenceView:
    """An absence as its faction sees it; ``number`` counts those that were ever entered for the faction."""

    number: int
    starts: datetime
    ends: datetime
    deputy: str
    now: bool


def absences(knowledge: Knowledge) -> list[AbsenceView]:
    """Return the absences of the reader's faction that are not over."""
    now = timezone.now()
    return [
        AbsenceView(number, row.starts, row.ends, row.deputy_name, row.starts <= now)
        for number, row in _numbered(knowledge) if not row.withdrawn and row.ends > now
    ]  # fmt: skip


def absence_row(knowledge: Knowledge, number: int) -> Absence | None:
    """Return an absence of the reader's faction by its number; None where there is none."""
    return dict(_numbered(knowledge)).get(number)


def _numbered(knowledge: Knowledge) -> list[tuple[int, Absence]]:
    """Number what was ever entered for the reader's faction, in the order of the page: rows' own numbers count what
    other factions have entered, too."""
    rows = Absence.objects.filter(faction=knowledge.own, faction__isnull=False).order_by("pk")
    return sorted(enumerate(rows, start=1), key=lambda one: (one[1].starts, one[0]))


def may_deputise(knowledge: Knowledge) -> list[Member]:
    """List the possible deputies of the reader's faction: every other member. Membership is public."""
    rows = Member.objects.filter(campaign=knowledge.campaign).exclude(role=Role.PLAYER, faction=knowledge.own)
    return list(rows.select_related("user", "faction").order_by("role", "pk"))


@dataclass(frozen=True)
class Brief:
    """The brief for a faction's new player, by what the faction knows; each army with the name of its province."""

    treasury: int
    reserved: int
    armies: tuple[tuple[ArmyView, str], ...]
    enemies: tuple[tuple[SeenArmy, str], ...]
    relations: tuple[tuple[str, str], ...]
    orders: tuple[GivenOrder, ...]
    sheet: tuple[SheetView, ...]
    battles: tuple[BattleLine, ...]

    @property
    def strength(self) -> int:
        """Strength points in all."""
        return sum(army.strength for army, _ in self.armies)


def brief_of(knowledge: Knowledge) -> Brief | None:
    """Return the hand-over brief of the reader's faction; None for a reader without one."""
    if knowledge.own is None:
        return None
    treasury, reserved = money.balances(knowledge.own)
    turn = knowledge.turn
    open_battles = [line for line in battle_lines(knowledge) if line.part and not line.settled]
    shapes = knowledge.places.land.shapes
    own = ((army, shapes[army.province].name) for army in armies.own_armies(knowledge))
    seen = ((army, shapes[army.province].name) for army in armies.seen_armies(knowledge))
    return Brief(
        treasury, reserved, tuple(own), tuple(seen), _relations(knowledge),
        tuple(sheets.orders_of(knowledge, turn)) if turn else (), tuple(sheets.sheet_of(knowledge, turn)),
        tuple(open_battles),
    )  # fmt: skip


def _relations(knowledge: Knowledge) -> tuple[tuple[str, str], ...]:
    """Return how every other faction stands to the reader's. Relations are public."""
    assert knowledge.own is not None
    found = []
    for row in knowledge.campaign.relations.all():
        other = {row.first_id: row.second_id, row.second_id: row.first_id}.get(knowledge.own.pk)
        if other is not None:
            found.append((knowledge.factions[other].name, row.get_kind_display()))
    return tuple(sorted(found))
