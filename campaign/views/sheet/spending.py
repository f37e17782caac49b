"""Lines of the sheet that a player enters at his treasury: gifts, generals, the order of payment (HR-6, HR-7, 21.4)."""

import hashlib
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from base.refusal import Refusal
from campaign.entering import sheet
from campaign.entering.common import Once, clean, commander
from campaign.forms.orders import PayForm
from campaign.models import SheetLine
from campaign.views.access import Knowledge, member_page, wants_fragment
from campaign.views.sheet.treasury import show_treasury
from campaign.visibility import armies as known

STAND = {
    "order": "The order is given.",
    "order_all": "The order is given to all of them.",
    "withdrawn": "The order is withdrawn.",
    "plan": "The plan is kept until you change it.",
    "standing": "The standing order is kept until you change it.",
    "no standing": "The army has no standing order: without an order it holds.",
}
ENTERED = "Entered on the sheet. It is carried out when the turn is sealed."


def sentence(refusal: Refusal) -> str:
    """Return a refusal as it stands beside its form."""
    text = refusal.sentence
    return text[:1].upper() + text[1:]


def answered(request: HttpRequest, url: str, fragment: Callable[[], HttpResponse], act: str = "") -> HttpResponse:
    """Go back to the page, or show the panel again for htmx; ``act`` names what was done, if the address does not."""
    if wants_fragment(request):
        return fragment()
    name = request.resolver_match.url_name if request.resolver_match else None
    messages.success(request, STAND.get(act or name or "", ENTERED))
    return redirect(url)


def form_key(request: HttpRequest, knowledge: Knowledge, details: list[Any]) -> str | None:
    """Return a key that two clicks on one form share, so that its line is entered once.

    The form brings the number of lines that stood on the sheet when it was drawn; without it every click counts.
    """
    place = request.POST.get("place", "")
    if not (place.isascii() and place.isdigit() and len(place) < 6):
        return None
    text = json.dumps([knowledge.turn_number, place, details], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:40]


@member_page("POST")
def gift(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter a gift of points to an ally."""
    return _treasury_act(request, knowledge, partial(sheet.gift, knowledge, request.POST), "gift")


@member_page("POST")
def hire(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter the purchase of a general."""
    return _treasury_act(request, knowledge, partial(sheet.hire, knowledge, request.POST), "hire")


@member_page("POST")
def pay_first(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter which units are paid first should the points run short."""
    commander(knowledge)
    rows = {unit.key: unit for unit in known.own_units(knowledge)}
    form = PayForm(request.POST, units=[known.unit_view(row) for row in rows.values()])

    def act(once: Once) -> SheetLine:
        clean(form)
        return sheet.pay_first(knowledge, [rows[key] for key in form.keys], once)

    return _treasury_act(request, knowledge, act, "pay_first")


def _treasury_act(
    request: HttpRequest, knowledge: Knowledge, enter: Callable[[Once], SheetLine], name: str
) -> HttpResponse:
    """Carry out what a form of the treasury sent; show the refusal beside it."""
    faction = commander(knowledge)
    try:
        enter(partial(form_key, request, knowledge))
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_treasury(request, knowledge, faction, status=422, extra=extra)
    url = reverse("game:treasury", args=[knowledge.campaign.slug])
    return answered(request, url, lambda: show_treasury(request, knowledge, faction))
