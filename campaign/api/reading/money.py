"""Points: the treasury, its ledger, the sheet, and what can be had."""

from django.http import Http404

from base.pages.found import found
from base.refusal import Refusal
from campaign.api.operations import Call, Listed, reads
from campaign.api.values import Treasury
from campaign.entering.common import commander, position_now
from campaign.forms.api import LedgerQuery, OfAFaction, OfATurn
from campaign.models import Account, Faction
from campaign.services.record.points import balances
from campaign.services.sheet.case import Position
from campaign.services.sheet.forecast import preview
from campaign.services.sheet.leaders import General, generals_for_hire
from campaign.services.sheet.offers import Market, market_of
from campaign.visibility import land, money, sheets
from campaign.visibility.news import record
from campaign.visibility.reader import Knowledge
from campaign.visibility.values import LedgerLine, SheetView


@reads("campaigns/<slug:slug>/treasury", OfAFaction)
def get_treasury(call: Call) -> Treasury:
    """Show the points of one's own faction, and what the next turn does to them."""
    faction = _faction(call)
    now = position_now(call.knowledge, faction)
    held = now.held if now else balances(factions=[faction])
    free, reserved = (held.get((faction.pk, kind), 0) for kind in (Account.Kind.TREASURY, Account.Kind.RESERVED))
    view = call.knowledge.factions[faction.pk]
    return Treasury(view, free, reserved, preview(faction=faction, position=now) if now else None)


def _faction(call: Call) -> Faction:
    """Return whose treasury is shown; an observer has none, and a referee is shown the one that he names."""
    return found(money.treasury_faction(call.knowledge, call.query.get("faction") or ""))


@reads("campaigns/<slug:slug>/ledger", LedgerQuery)
def list_postings(call: Call) -> Listed[LedgerLine]:
    """List the postings of the treasury, the newest first."""
    faction = _faction(call)
    rows = money.ledger(faction, turn=call.query["turn"], direction=call.query["direction"])
    return Listed(rows, lambda some: [money.ledger_line(faction, row) for row in some])


@reads("campaigns/<slug:slug>/sheet", OfATurn)
def list_sheet(call: Call) -> Listed[SheetView]:
    """List the lines of one's own sheet of a turn; of the turn in hand unless one is named."""
    number = call.query["turn"]
    turn = found(call.knowledge.turn if number is None else record.turn_row(call.knowledge, number))
    return Listed(sheets.sheet_of(call.knowledge, turn))


@reads("campaigns/<slug:slug>/provinces/<slug:key>/offers")
def get_offers(call: Call, key: str) -> Market:
    """Show the units and the depot that can be bought in a province that one controls, with what forbids each."""
    if key not in land.provinces(call.knowledge):
        raise Http404
    now = _buying(call.knowledge)
    return market_of(faction=now.faction, province=key, turn=now.war.turn, position=now)


@reads("campaigns/<slug:slug>/generals/for-hire")
def list_generals_for_hire(call: Call) -> Listed[General]:
    """List the generals that can be hired now, with what forbids each."""
    now = _buying(call.knowledge)
    return Listed(generals_for_hire(faction=now.faction, turn=now.war.turn, position=now))


def _buying(knowledge: Knowledge) -> Position:
    """Return the position of a player's faction while orders are taken."""
    faction = commander(knowledge)
    now = position_now(knowledge, faction) if knowledge.orders_open else None
    if now is None:
        raise Refusal("No turn takes orders now: ask again when the next one opens.")
    return now
