"""The treasury: balance, sheet, next turn, ledger."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from base.pages.paging import filters_of, page_of
from base.pages.texts import drawn_text
from base.refusal import Refusal
from campaign.entering.common import position_now
from campaign.forms.orders import LedgerFilter
from campaign.models import Account, Faction, PointsEntry
from campaign.services.record.points import balances
from campaign.services.sheet.case import Position
from campaign.services.sheet.forecast import preview
from campaign.services.sheet.leaders import generals_for_hire
from campaign.views.access import Knowledge, member_page
from campaign.visibility import armies as known
from campaign.visibility import money, sheets
from campaign.visibility.values import FactionView

PER_PAGE = 200


@member_page()
def treasury(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show what the reader's faction has, what it will have, and every posting behind it."""
    faction = money.treasury_faction(knowledge, request.GET.get("faction", ""))
    return show_treasury(request, knowledge, faction)


def show_treasury(
    request: HttpRequest, knowledge: Knowledge, faction: Faction | None, *, status: int = 200,
    extra: dict[str, Any] | None = None,
) -> HttpResponse:  # fmt: skip
    """Show the page, with the refusal of a form if there is one. An observer reads that treasuries are secret."""
    context = {"knowledge": knowledge, "section": "treasury", **(extra or {})}
    if faction is not None:
        now = position_now(knowledge, faction)
        context |= _books(request, knowledge, faction, now)
        if knowledge.commands and knowledge.orders_open and now is not None:
            context |= _spending(knowledge, now, context.get("typed", {}))
    return render(request, "campaign/sheet/treasury.html", context, status=status)


def _books(request: HttpRequest, knowledge: Knowledge, faction: Faction, now: Position | None) -> dict[str, object]:
    chosen = LedgerFilter(request.GET or None)
    wanted, codes = chosen.cleaned_data if chosen.is_valid() else {}, request.GET.get("codes") == "1"
    rows = money.ledger(faction, turn=wanted.get("turn"), direction=wanted.get("direction", ""))
    page = page_of(rows, request.GET.get("page"), PER_PAGE)
    held = now.held if now else balances(factions=[faction])
    return {
        "faction": faction,
        "treasury": held.get((faction.pk, Account.Kind.TREASURY), 0),
        "reserved": held.get((faction.pk, Account.Kind.RESERVED), 0),
        "postings": _postings(faction, page, codes=codes), "page": page, "filter": chosen, "codes": codes,
        "preview": preview(faction=faction, position=now) if now else None,
        "sheet": sheets.sheet_of(knowledge, knowledge.turn, now.lines if now and knowledge.commands else None),
        "query": filters_of(request),
    }  # fmt: skip


def _postings(faction: Faction, page: Iterable[PointsEntry], *, codes: bool) -> str:
    lines = [money.ledger_line(faction, row) for row in page]
    return drawn_text("campaign/postings.html", rows=money.ledger_rows(lines), codes=codes) if lines else ""


def _spending(knowledge: Knowledge, now: Position, typed: Mapping[str, str]) -> dict[str, object]:
    """Return what the treasury's forms offer to its owner while orders are open; ``typed``: the values typed before."""
    own = [station for station in now.war.stations.values() if station.faction_id == now.faction.pk]
    armies = known.commands_of(own)
    options = drawn_text("campaign/armies_to_lead.html", armies=armies, chosen=typed.get("army", "")) if armies else ""
    found: dict[str, object] = {"armies": options, "allies": _allies(knowledge, now), "place": len(now.lines)}
    if now.war.turn.muster:
        views = known.views_of(knowledge, own, (), {})
        found["payees"] = drawn_text("campaign/payees.html", armies=views, typed=typed)
    try:
        return found | {"generals": generals_for_hire(faction=now.faction, turn=now.war.turn, position=now)}
    except Refusal as refusal:
        return found | {"no_generals": str(refusal)}


def _allies(knowledge: Knowledge, now: Position) -> list[FactionView]:
    """Return the allies of the reader's faction, in the order of the factions. Alliances are public."""
    friends = (view for view in knowledge.factions.values() if view != knowledge.faction)
    return [view for view in friends if now.war.theatre.friends(view.key, now.faction.key)]
