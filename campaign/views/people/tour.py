"""The tour: three steps on the map, for a player who comes to a campaign for the first time, and again when he asks."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from base.refusal import Refusal
from campaign.selectors.members.people import newest_campaign_led
from campaign.services.people.tour import STEPS, note_step
from campaign.views.access import Knowledge, member_page


def step_of(request: HttpRequest, knowledge: Knowledge) -> int:
    """The step to show on this page; 0 for none. Only a player in his own place has a tour."""
    if not knowledge.commands or knowledge.seat is not None or knowledge.war_is_over:
        return 0
    asked = request.GET.get("tour", "")
    return int(asked) if asked in map(str, range(1, STEPS + 1)) else knowledge.tour_step


@member_page("POST")
def tour(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Go to a step of the tour, or close it; the map shows it."""
    try:
        note_step(member=knowledge.member_pk or 0, step=request.POST.get("step", ""))
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return redirect("game:map", slug=knowledge.campaign.slug)


@login_required
@require_safe
def again(request: HttpRequest) -> HttpResponse:
    """Begin the tour again in the newest campaign in which the reader leads a faction."""
    slug = newest_campaign_led(request.user)
    if slug:
        return redirect(f"/c/{slug}/?tour=1")
    messages.info(request, "The tour is shown on the map of a campaign in which you lead a faction. You lead none yet.")
    return redirect("home")
