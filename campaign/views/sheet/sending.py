"""The common part of a player's forms: one line for two clicks, the answer."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.refusal import Refusal
from campaign.views.access import Knowledge, wants_fragment

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
