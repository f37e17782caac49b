"""Diplomacy: how the factions stand, what is offered, and captives (HR-3, HR-17)."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from base.refusal import Refusal
from campaign.entering import sheet
from campaign.entering.common import commander
from campaign.models import SheetLine
from campaign.selectors.members.tokens import led_by_program
from campaign.views.access import Knowledge, member_page
from campaign.views.sheet.spending import answered, form_key, sentence
from campaign.visibility import sheets
from campaign.visibility.court import diplomacy as known
from campaign.visibility.news.letters import PEACE, led_by_program_alone

Kind = SheetLine.Kind


@member_page()
def diplomacy(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the relations between all factions, and what the reader may do about them."""
    return show_diplomacy(request, knowledge)


def show_diplomacy(
    request: HttpRequest, knowledge: Knowledge, *, status: int = 200, extra: dict[str, Any] | None = None
) -> HttpResponse:
    """Show the page, with what a form has to add (a refusal)."""
    lines, captives = sheets.sheet_of(knowledge, knowledge.turn), known.captives(knowledge)
    pairs = known.standings(knowledge)
    context = {
        "knowledge": knowledge,
        "section": "diplomacy",
        "grid": known.grid(knowledge, pairs),
        "relations": known.own_relations(knowledge, pairs),
        "bots": [knowledge.factions[pk] for pk in led_by_program(knowledge.campaign)],
        "by_program": led_by_program_alone(knowledge),
        "program_peace": PEACE,
        "captives": captives,
        "sheet": lines,
        "place": len(lines),
    }
    if knowledge.commands and knowledge.orders_open:
        held = [one for one in captives if one.captor == knowledge.faction]
        swaps = known.exchanges(captives, knowledge.faction) if knowledge.faction else []
        context |= {"exchanges": swaps, "held": held, "parole": known.parole_turns(knowledge)}
        context |= {"offers": known.offers_to(knowledge)}
    return render(request, "campaign/court/diplomacy.html", context | (extra or {}), status=status)


@member_page("POST")
def relation(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter a declaration or an offer on the sheet."""
    return _act(request, knowledge, sheet.relation, Kind.RELATION)


@member_page("POST")
def captive(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter an exchange, a ransom or a parole on the sheet."""
    return _act(request, knowledge, sheet.captive, request.POST.get("act", ""))


def _act(request: HttpRequest, knowledge: Knowledge, enter: Callable[..., SheetLine], name: str) -> HttpResponse:
    """Carry out what a form sent; show the refusal beside it."""
    commander(knowledge)
    try:
        enter(knowledge, request.POST, partial(form_key, request, knowledge))
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_diplomacy(request, knowledge, status=422, extra=extra)
    url = reverse("game:diplomacy", args=[knowledge.campaign.slug])
    return answered(request, url, lambda: show_diplomacy(request, knowledge))
