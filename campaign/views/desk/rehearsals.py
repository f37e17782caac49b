"""Before a turn is run: the preflight, and the rehearsal."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.pages.person import person_of
from battles.replies.refusals import refusals_shown
from campaign.models import Campaign, Turn
from campaign.selectors.desk import desk_of
from campaign.services.rehearsal.preflight import preflight
from campaign.services.rehearsal.rehearse import rehearse
from campaign.views.desk.referee import desk_page, referee_only
from campaign.visibility.reader import knowledge_of


@referee_only()
def before(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show who has entered what, doubtful orders, battles to come; and the button that runs the turn."""
    return _preflight(request, campaign)


@referee_only("POST")
def rehearsal(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the same with what would come of it."""
    with refusals_shown(request):
        return _preflight(request, campaign, rehearsed=rehearse(campaign=campaign, user=person_of(request)))
    return redirect("desk", slug=campaign.slug)


def _preflight(request: HttpRequest, campaign: Campaign, **more: Any) -> HttpResponse:
    desk, knowledge = desk_of(campaign), knowledge_of(campaign, request.user)
    knowledge.take_turn(desk.turn)
    knowledge.take_ready(desk.ready)
    is_open = desk.turn is not None and desk.turn.state == Turn.State.OPEN and not campaign.winner
    found = preflight(desk.turn) if desk.turn and is_open else None
    return desk_page(
        request, campaign, "desk/rehearsed/preflight.html", desk=desk, found=found, knowledge=knowledge, **more
    )
