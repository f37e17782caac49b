"""The treasury: balance, sheet, next turn, ledger."""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaign.forms.orders import LedgerFilter
from campaign.models import Faction, Turn
from campaign.services.sheet.forecast import preview
from campaign.services.sheet.leaders import generals_for_hire
from campaign.views.access import Knowledge, member_page
from campaign.views.links import reference_links
from campaign.visibility import armies as known
from campaign.visibility import money, sheets
from campaign.visibility.battles import battle_names
from rosters.rules.refusal import Refusal

PER_PAGE = 30


@member_page()
def treasury(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """What the reader's faction has, what it will have, and every posting that made it so."""
    faction = money.treasury_faction(knowledge, request.GET.get("faction", ""))
    return show_treasury(request, knowledge, faction)


def show_treasury(
    request: HttpRequest, knowledge: Knowledge, faction: Faction | None, *, status: int = 200,
    extra: dict[str, Any] | None = None,
) -> HttpResponse:  # fmt: skip
    """The page, with what a form has to add (a refusal). An observer is told that treasuries are secret."""
    context = {"knowledge": knowledge, "section": "treasury", **(extra or {})}
    if faction is not None:
        context |= _books(request, knowledge, faction)
        if knowledge.commands and knowledge.orders_open and knowledge.turn is not None:
            context |= _spending(knowledge, faction, knowledge.turn, context.get("typed", {}))
    return render(request, "campaign/treasury.html", context, status=status)


def _books(request: HttpRequest, knowledge: Knowledge, faction: Faction) -> dict[str, object]:
    chosen = LedgerFilter(request.GET or None)
    wanted = chosen.cleaned_data if chosen.is_valid() else {}
    rows = money.ledger(faction, turn=wanted.get("turn"), direction=wanted.get("direction", ""))
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page"))
    links = reference_links(knowledge, battle_names(knowledge))
    lines = [(money.ledger_line(faction, row), links(row.reference)) for row in page]
    treasury, reserved = money.balances(faction)
    return {
        "faction": faction, "treasury": treasury, "reserved": reserved, "lines": lines, "page": page, "filter": chosen,
        "preview": preview(faction=faction) if knowledge.turn else None,
        "sheet": sheets.sheet_of(knowledge, knowledge.turn),
        "query": _query(request),
    }  # fmt: skip


def _spending(knowledge: Knowledge, faction: Faction, turn: Turn, typed: Mapping[str, str]) -> dict[str, object]:
    """What the forms of the treasury offer to its owner while orders are open; ``typed``: what stood in them."""
    armies = known.own_armies(knowledge)
    found: dict[str, object] = {"armies": armies, "allies": money.allies(knowledge), "place": sheets.length(knowledge)}
    if turn.muster:
        found["payees"] = [(army.name, [(unit, typed.get(f"rank-{unit.key}", "")) for unit in army.units])
                           for army in armies if army.units]  # fmt: skip
    try:
        return found | {"generals": generals_for_hire(faction=faction, turn=turn)}
    except Refusal as refusal:
        return found | {"no_generals": str(refusal)}


def _query(request: HttpRequest) -> str:
    """The filters as the links between pages carry them on."""
    kept = request.GET.copy()
    kept.pop("page", None)
    return kept.urlencode()
