"""Orders and sheets: a faction's own, and nobody else's."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from base.rows.prepared import prepared
from campaign.models import ArmyOrder, Leader, SheetLine, Station, Turn
from campaign.rules.diplomacy import ORDERS
from campaign.visibility.armies import own_station, whose
from campaign.visibility.plan_values import HAND_TEXTS
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import GivenOrder, SheetView
from rosters.rules.catalogue import catalogue

Kind = SheetLine.Kind


def orders_of(knowledge: Knowledge, turn: Turn) -> list[GivenOrder]:
    """Return the orders that the reader's armies had on a turn; the referee reads all of them."""
    return given_orders(knowledge, order_rows(knowledge, turn))


def order_rows(knowledge: Knowledge, turn: Turn) -> QuerySet[ArmyOrder]:
    """Their rows, by faction."""
    rows = ArmyOrder.objects.filter(turn=turn, station__campaign=knowledge.campaign)
    if not knowledge.is_referee:
        rows = rows.filter(station__faction=knowledge.own, station__faction__isnull=False)
    return rows.select_related("station__army").order_by("station__faction__order", "station_id")


def given_orders(knowledge: Knowledge, rows: Iterable[ArmyOrder]) -> list[GivenOrder]:
    """Return rows of orders as plain values."""
    names = {key: shape.name for key, shape in knowledge.places.land.shapes.items()}
    return [_given(knowledge, row, names) for row in rows]


def _given(knowledge: Knowledge, row: ArmyOrder, names: dict[str, str]) -> GivenOrder:
    return GivenOrder(
        army_key=row.station.army.key,
        army_name=row.station.army.name,
        faction=knowledge.factions[row.station.faction_id],
        text=row.text([names.get(key, key) for key in row.path]),
        outcome=row.outcome,
        hand=HAND_TEXTS.get(row.hand, ""),
    )


def sheet_rows(knowledge: Knowledge, turn: Turn | None) -> QuerySet[SheetLine]:
    """Return rows of the reader's own sheet of a turn, in the order of entry; the referee's are those of all
    factions."""
    return _rows(turn.pk if turn else None, knowledge.campaign.pk, *whose(knowledge))


@prepared
def _sheet(turn: int, campaign: int, own: int | None, every_sheet: bool) -> QuerySet[SheetLine]:
    return _rows(turn, campaign, own, every_sheet)


def _rows(turn: int | None, campaign: int, own: int | None, every_sheet: bool) -> QuerySet[SheetLine]:
    rows = SheetLine.objects.filter(turn=turn, faction__campaign=campaign)
    if not every_sheet:
        rows = rows.filter(faction=own, faction__isnull=False)
    return rows.select_related("faction").order_by("faction__order", "pk")


def lines_now(knowledge: Knowledge) -> list[SheetLine]:
    """Return rows of the reader's own sheet of the turn in hand."""
    if knowledge.turn is None:
        return []
    return _sheet(knowledge.turn.pk, knowledge.campaign.pk, *whose(knowledge))


def lines_about(knowledge: Knowledge, lines: Sequence[SheetLine], army: str) -> list[SheetView]:
    """Return those lines of the sheet in hand that are still to be carried out and change an army, named by its key."""
    if not any(row.details.get("station") or row.details.get("into") for row in lines):
        return []
    station = own_station(knowledge, army)
    ref = station.ref if station else None
    views = zip(lines, sheet_of(knowledge, knowledge.turn, lines), strict=True)
    named = [(row.details.get("station"), row.details.get("into"), view) for row, view in views if view.is_pending]
    return [view for changed, into, view in named if ref in (changed, into)]


def length(knowledge: Knowledge) -> int:
    """Count the lines entered on the reader's own sheet of the turn in hand, withdrawn ones included."""
    return sheet_rows(knowledge, knowledge.turn).count()


def sheet_of(knowledge: Knowledge, turn: Turn | None, lines: Iterable[SheetLine] | None = None) -> list[SheetView]:
    """Return the reader's own sheet of a turn; each line bears its number on the sheet.

    ``lines`` are its rows where they have been read already.
    """
    rows = list(sheet_rows(knowledge, turn) if lines is None else lines)
    names = _names(knowledge) if rows else {}
    return [_line(knowledge, number, row, names) for number, row in enumerate(rows, start=1)]


def _names(knowledge: Knowledge) -> dict[str, str]:
    """Return names of provinces and factions by key, of the reader's armies and of the generals on his lines by
    reference."""
    names = {view.key: view.name for view in knowledge.factions.values()}
    names |= {key: shape.name for key, shape in knowledge.places.land.shapes.items()}
    armies = Station.objects.filter(campaign=knowledge.campaign)
    if not knowledge.is_referee:
        armies = armies.filter(faction=knowledge.own)
    names |= {f"army:{ref}": name for ref, name in armies.values_list("ref", "army__name")}
    leaders = Leader.objects.filter(campaign=knowledge.campaign)
    return names | {f"leader:{ref}": name for ref, name in leaders.values_list("ref", "name")}


def sheet_row(knowledge: Knowledge, number: int) -> SheetLine | None:
    """Return a line of the reader's own sheet of the turn in hand by its number; None where there is none."""
    rows = list(sheet_rows(knowledge, knowledge.turn))
    return rows[number - 1] if 1 <= number <= len(rows) else None


def _line(knowledge: Knowledge, number: int, row: SheetLine, names: dict[str, str]) -> SheetView:
    return SheetView(
        number, knowledge.factions[row.faction_id], row.kind, _words(row, names), row.cost, row.state,
        row.get_state_display(), row.outcome, HAND_TEXTS.get(row.hand, ""),
    )  # fmt: skip


def _words(row: SheetLine, names: dict[str, str]) -> str:
    """Return a line of the sheet in words."""
    details, title = row.details, row.get_kind_display()
    army = names.get(f"army:{details.get('station')}", "")
    place = names.get(str(details.get("province")), "")
    into = names.get(f"army:{details.get('into')}", "")
    units = len(details.get("units", ()))
    counted = f"{units} unit{'' if units == 1 else 's'} of {army}"
    texts = {
        Kind.BUY_UNIT: f"Buy {_bought(details)} in {place}" + (f" for {army}" if army else ""),
        Kind.BUY_LEADER: f"Hire {_hired(details)} for {army}",
        Kind.PAY_FIRST: f"Pay {units} unit{'' if units == 1 else 's'} first",
        Kind.BUILD_DEPOT: f"Build a depot in {place}",
        Kind.REPLACEMENTS: f"Replacements for {army}",
        Kind.AMALGAMATE: f"Amalgamate {counted}",
        Kind.SPLIT: f"Split {counted} off",
        Kind.MERGE: f"Merge {army} into {into}",
        Kind.DISBAND: f"Disband {counted}",
        **_between(details, names),
        Kind.GIFT: f"Give {details.get('points')} points to {names.get(str(details.get('faction')), '')}",
    }
    return texts.get(Kind(row.kind), title)


def _between(details: dict[str, Any], names: dict[str, str]) -> dict[str, str]:
    """Return lines about generals, relations and captives in words (HR-3, HR-7, HR-17)."""
    army, faction = names.get(f"army:{details.get('station')}", ""), names.get(str(details.get("faction")), "")
    leader, other = (names.get(f"leader:{details.get(field)}", "a general") for field in ("leader", "other"))
    before_and_then = (str(details.get("before", "")), str(details.get("relation", "")))
    return {
        Kind.POST: f"{leader} goes to {army} {'as a wing' if details.get('wing') else 'to command it'}",
        Kind.SWAP: f"{leader} and {other} change places",
        Kind.HOME: f"Send {leader} home",
        Kind.RECALL: f"Call {leader} back",
        Kind.RELATION: ORDERS.get(before_and_then, "A change with {}").format(faction),
        Kind.CAPTIVES: f"Exchange {other} for {leader} with {faction}",
        Kind.RANSOM: f"Ransom of {details.get('points')} points for {leader}, with {faction}",
        Kind.PAROLE: f"Free {leader} on parole",
    }


def _hired(details: dict[str, Any]) -> str:
    skill = catalogue().skills.get(details.get("skill", ""))
    return f"{details.get('name') or 'a general'} ({skill.name if skill else 'of no known skill'})"


def _bought(details: dict[str, Any]) -> str:
    kind = catalogue().unit_types.get(details.get("type", ""))
    name = details.get("own") or (kind.name if kind else "a unit")
    return name + " Guard" * bool(details.get("guard")) + " Outriders" * bool(details.get("outriders"))
