"""Taking a seat and leaving it. The session keeps the seat that is taken, for each campaign separately."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from base.pages.found import found
from campaign.models import Campaign
from campaign.services.record.chronicle import Acting
from campaign.visibility import Knowledge, knowledge_for
from campaign.visibility.court.seats import ACT, VIEW, seat_offers, seated


def _name(campaign: Campaign) -> str:
    return f"seat:{campaign.pk}"


def has_seat(request: HttpRequest, campaign: Campaign) -> bool:
    """Return whether the reader has left his own place in a campaign."""
    return bool(request.session.get(_name(campaign)))


def in_seat(request: HttpRequest, knowledge: Knowledge) -> Knowledge:
    """Return the knowledge of the seat that the reader has taken; his own where there is none, or it is his no
    longer."""
    place = request.session.get(_name(knowledge.campaign))
    if not place:
        return knowledge
    found = seated(knowledge, request.user, tuple(place))
    if found is None:
        leave(request, knowledge)
    return found or knowledge


def leave(request: HttpRequest, knowledge: Knowledge) -> None:
    """Go back to one's own place."""
    request.session.pop(_name(knowledge.campaign), None)


def acting_in(request: HttpRequest, knowledge: Knowledge) -> Acting | None:
    """Return who acts, for the marks of what is entered; None for a player in his own place."""
    hand = knowledge.seat.hand if knowledge.seat else ""
    return Acting(request.user, hand, knowledge.own) if hand and knowledge.own else None  # type: ignore[arg-type]


def watching(knowledge: Knowledge) -> bool:
    """Return whether the reader looks at the war as somebody else, and therefore changes nothing."""
    return knowledge.seat is not None and knowledge.seat.mode == VIEW


def refused(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the answer to whatever a watching reader sends."""
    context = {"knowledge": knowledge, "section": ""}
    return render(request, "campaign/people/watching.html", context, status=403)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a seat; ``leave`` gives it up. The seats offered are always those of the reader himself."""
    own = found(knowledge_for(slug, request.user))  # type: ignore[arg-type]
    if request.method == "POST":
        return _take(request, own)
    context: dict[str, Any] = {
        "knowledge": in_seat(request, own),
        "offers": seat_offers(own, request.user),
        "section": "",
    }
    response = render(request, "campaign/people/seats.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


def _take(request: HttpRequest, own: Knowledge) -> HttpResponse:
    mode, _, key = request.POST.get("seat", "").partition(":")
    place = (mode, key[:40]) if mode in (ACT, VIEW) else None
    if place is None:
        leave(request, own)
        return redirect("game:map", slug=own.campaign.slug)
    if seated(own, request.user, place) is None:
        messages.error(request, "Seat: choose one of those that are listed.")
        return redirect("game:seats", slug=own.campaign.slug)
    request.session[_name(own.campaign)] = list(place)
    return redirect("game:map", slug=own.campaign.slug)
