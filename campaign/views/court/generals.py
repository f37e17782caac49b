"""Generals: where each is, and the orders that he can be given (HR-7)."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from base.refusal import Refusal
from campaign.entering import sheet
from campaign.entering.common import commander
from campaign.forms.orders import GENERAL_ACTS
from campaign.models import SheetLine
from campaign.views.access import Knowledge, member_page
from campaign.views.sheet.spending import answered, form_key, sentence
from campaign.visibility import armies as known
from campaign.visibility import sheets
from campaign.visibility.court.generals import own_generals

Kind = SheetLine.Kind
ABOUT_GENERALS = (Kind.BUY_LEADER, Kind.POST, Kind.SWAP, Kind.HOME, Kind.RECALL)


@member_page()
def generals(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the generals of the reader's faction."""
    return show_generals(request, knowledge)


def show_generals(
    request: HttpRequest, knowledge: Knowledge, *, status: int = 200, extra: dict[str, Any] | None = None
) -> HttpResponse:
    """Show the page, with what a form has to add (a refusal)."""
    lines = sheets.sheet_of(knowledge, knowledge.turn)
    context = {
        "knowledge": knowledge,
        "section": "rosters",
        "generals": own_generals(knowledge),
        "sheet": [line for line in lines if line.kind in ABOUT_GENERALS],
        "place": len(lines),
    }
    if knowledge.commands and knowledge.orders_open:
        context["armies"] = known.own_armies(knowledge)
    return render(request, "campaign/court/generals.html", context | (extra or {}), status=status)


@member_page("POST")
def order(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter an order for a general on the sheet."""
    commander(knowledge)
    try:
        sheet.general(knowledge, request.POST, partial(form_key, request, knowledge))
    except Refusal as refusal:
        act = request.POST.get("act", "")
        extra = {"refusal": sentence(refusal), "refused": act if act in GENERAL_ACTS else "", "typed": request.POST}
        return show_generals(request, knowledge, status=422, extra=extra)
    url = reverse("game:generals", args=[knowledge.campaign.slug])
    return answered(request, url, lambda: show_generals(request, knowledge))
