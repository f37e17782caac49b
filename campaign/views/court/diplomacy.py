"""Diplomacy: how the factions stand, what is offered, and captives (HR-3, HR-17)."""

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from campaign.forms.court import CaptiveForm, RelationForm
from campaign.models import SheetLine
from campaign.services.sheet.court import change_relation, treat_captive
from campaign.views.access import Knowledge, member_page
from campaign.views.sending import answered, clean, commander, form_key, sentence
from campaign.visibility import diplomacy as known
from campaign.visibility import sheets
from rosters.rules.refusal import Refusal

Kind = SheetLine.Kind
CAPTIVE_KINDS = (Kind.CAPTIVES, Kind.RANSOM, Kind.PAROLE)


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
        "captives": captives,
        "sheet": lines,
        "place": len(lines),
    }
    if knowledge.commands and knowledge.orders_open:
        held = [one for one in captives if one.captor == knowledge.faction]
        swaps = known.exchanges(captives, knowledge.faction) if knowledge.faction else []
        context |= {"exchanges": swaps, "held": held, "parole": known.parole_turns(knowledge)}
        context |= {"offers": known.offers_to(knowledge)}
    return render(request, "campaign/diplomacy.html", context | (extra or {}), status=status)


@member_page("POST")
def relation(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter a declaration or an offer on the sheet."""
    faction, form = commander(knowledge), RelationForm(request.POST)

    def act(data: dict[str, Any]) -> SheetLine:
        to, then = form.pair
        key = form_key(request, knowledge, ["relation", to, then])
        return change_relation(faction=faction, to=to, relation=then, actor=knowledge.user_name, key=key)

    return _act(request, knowledge, form, act, Kind.RELATION)


@member_page("POST")
def captive(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter an exchange, a ransom or a parole on the sheet."""
    faction, form, kind = commander(knowledge), CaptiveForm(request.POST), request.POST.get("act", "")

    def act(data: dict[str, Any]) -> SheetLine:
        if kind not in CAPTIVE_KINDS:
            raise Refusal("act: choose exchange, ransom or parole.")
        return treat_captive(
            faction=faction,
            kind=kind,
            leader=form.pair[0],
            to=data["faction"] or _other_side(knowledge, form.pair[0]),
            other=form.pair[1],
            points=data["points"] or 0,
            actor=knowledge.user_name,
            key=form_key(request, knowledge, [kind, data]),
        )

    return _act(request, knowledge, form, act, kind)


def _other_side(knowledge: Knowledge, leader: str) -> str:
    """Return the other faction that a captive concerns, as far as he concerns the reader."""
    for one in known.captives(knowledge):
        if one.ref == leader:
            return one.captor.key if one.faction == knowledge.faction else one.faction.key
    return ""


def _act(
    request: HttpRequest, knowledge: Knowledge, form: Form, act: Callable[[dict[str, Any]], SheetLine], name: str
) -> HttpResponse:
    """Carry out what a form sent; show the refusal beside it."""
    try:
        act(clean(form))
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_diplomacy(request, knowledge, status=422, extra=extra)
    url = reverse("game:diplomacy", args=[knowledge.campaign.slug])
    return answered(request, url, lambda: show_diplomacy(request, knowledge))
