"""Points: a faction's own treasury, and nobody else's."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q, QuerySet

from campaign.models import Account, Faction, PointsEntry, Relation
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import FactionView, LedgerLine, signed


def treasury_faction(knowledge: Knowledge, key: str = "") -> Faction | None:
    """Return the faction whose treasury is shown: the reader's own; a referee names one, or gets the first."""
    if not knowledge.is_referee:
        return knowledge.own
    rows = knowledge.campaign.factions.order_by("order", "pk")
    return rows.filter(key=key).first() if key else rows.first()


def balances(faction: Faction) -> tuple[int, int]:
    """Return points in the treasury, and points set aside for the sheet."""
    held = dict(Account.objects.filter(faction=faction).values_list("kind", "balance"))
    return held.get(Account.Kind.TREASURY, 0), held.get(Account.Kind.RESERVED, 0)


def allies(knowledge: Knowledge) -> list[FactionView]:
    """Return the allies of the reader's faction, in the order of the factions. Alliances are public."""
    rows = knowledge.campaign.relations.filter(kind=Relation.Kind.ALLIED).filter(
        Q(first=knowledge.own) | Q(second=knowledge.own)
    )
    theirs = {pk for pair in rows.values_list("first", "second") for pk in pair}
    return [view for pk, view in knowledge.factions.items() if pk in theirs and view != knowledge.faction]


def faction_row(knowledge: Knowledge, key: str) -> Faction | None:
    """Return a faction of the war by its key; who takes part is public."""
    return knowledge.campaign.factions.filter(key=key).first()


def ledger(faction: Faction, *, turn: int | None = None, direction: str = "") -> QuerySet[PointsEntry]:
    """Return the postings that touch a faction's treasury, newest first. ``direction`` is in, out or empty."""
    mine = {"in": Q(target__faction=faction), "out": Q(source__faction=faction)}
    rows = PointsEntry.objects.filter(mine.get(direction, mine["in"] | mine["out"]))
    if turn is not None:
        rows = rows.filter(turn=turn)
    return rows.select_related("source", "target").order_by("-pk")


def ledger_line(faction: Faction, row: PointsEntry) -> LedgerLine:
    """Return a posting as the owner reads it: what it did to his treasury and to the points set aside."""
    change = {Account.Kind.TREASURY: 0, Account.Kind.RESERVED: 0}
    for side, sign in ((row.source, -1), (row.target, 1)):
        if side.faction_id == faction.pk:
            change[Account.Kind(side.kind)] += sign * row.amount
    outside = row.target if row.source.faction_id == faction.pk else row.source
    return LedgerLine(
        row.turn, change[Account.Kind.TREASURY], change[Account.Kind.RESERVED], outside.get_kind_display(),
        row.reason, row.rule, row.actor, row.reference,
    )  # fmt: skip


@dataclass(frozen=True)
class LedgerRow:
    """A row of the ledger: one posting, or the postings of a turn with one account of the world outside together."""

    lines: tuple[LedgerLine, ...]

    @property
    def turn(self) -> int:
        """The turn of its postings."""
        return self.lines[0].turn

    @property
    def title(self) -> str:
        """The account of several postings, the reason of one."""
        first = self.lines[0]
        return first.account.capitalize() if len(self.lines) > 1 else first.reason

    @property
    def treasury_text(self) -> str:
        """The change of the treasury by all of them, with its sign."""
        return signed(sum(line.treasury for line in self.lines))

    @property
    def reserved_text(self) -> str:
        """The points set aside or given back by all of them, with their sign."""
        return signed(sum(line.reserved for line in self.lines))


def ledger_rows(lines: Iterable[LedgerLine]) -> list[LedgerRow]:
    """Return rows for some postings: income, and maintenance, of a turn are one row each."""
    groups = groupby(lines, key=lambda line: (line.turn, line.account, line.rule))
    return [LedgerRow(tuple(group)) for _, group in groups]
