"""Access for members only. Absent and foreign campaigns answer alike."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods
from django_htmx.http import HTMX_STOP_POLLING, HttpResponseClientRefresh

from campaign.models import Campaign
from campaign.selectors.war import current_turn
from campaign.services.record.chronicle import acting
from campaign.services.record.once import TurnIsOver, meant_for
from campaign.views.people.seats import acting_in, in_seat, refused, watching
from campaign.visibility import Knowledge, knowledge_for

Page = Callable[..., HttpResponse]
REFEREED = "bivouac.refereed"
Answer = TypeVar("Answer", bound=HttpResponseBase)


def member_page(*methods: str) -> Callable[[Page], Page]:
    """Return a page of a campaign: ``view(request, knowledge, …)`` for members, 404 for everybody else.

    A reader in another seat gets the knowledge of that seat. Visitors
    who are not logged in are sent to the log-in before anything is looked up. No copy is kept, since a
    page holds secrets and a fragment shares its address with the whole page.
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def inner(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            own = knowledge_for(slug, request.user)  # type: ignore[arg-type]
            if own is None:
                raise Http404
            mark_refereed(request, referee=own.is_referee)
            knowledge = in_seat(request, own)
            if watching(knowledge) and request.method not in ("GET", "HEAD"):
                return not_kept(refused(request, knowledge))
            return not_kept(_answer(request, knowledge, lambda: view(request, knowledge, *args, **kwargs)))

        return require_http_methods(methods or ("GET", "HEAD"))(login_required(inner))

    return decorate


def _answer(request: HttpRequest, knowledge: Knowledge, view: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer a request of a member, unless its form was drawn for another turn than the one that takes orders.

    A turn may be run between this look and the entry: ``open_turn_of`` looks again with the turn locked. A form that
    names no turn is for the one that was found at this look.
    """
    seen = str(knowledge.turn_number)
    if request.POST.get("shown_turn", seen) not in ("", seen):
        return sent_back(request, knowledge.campaign)
    try:
        with acting(acting_in(request, knowledge)), meant_for(seen):
            return view()
    except TurnIsOver:
        return sent_back(request, knowledge.campaign)


def mark_refereed(request: HttpRequest, *, referee: bool) -> None:
    """Note whether the reader referees the campaign whose page he asks for."""
    request.META[REFEREED] = referee


def refereed(request: HttpRequest) -> bool:
    """Return whether the page is one of a campaign that its reader referees."""
    return request.META.get(REFEREED) is True


def sent_back(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Enter nothing of an old page's form: show the page anew, with what happened meanwhile."""
    turn = current_turn(campaign)
    messages.error(
        request,
        f"This page showed an earlier turn; it is turn {turn.number if turn else 0} now, and nothing was entered. "
        "Look at this turn, and give it again.",
    )
    if wants_fragment(request):
        return HttpResponseClientRefresh()
    return redirect("game:map", campaign.slug)


def not_kept(response: Answer) -> Answer:
    """An answer of which neither the browser nor anything on the way keeps a copy."""
    response.headers.setdefault("Cache-Control", "private, no-store")
    patch_vary_headers(response, ("HX-Request",))
    return response


def drawn_anew() -> HttpResponse:
    """Answer a poll whose reason is over: the browser stops it and loads the page again."""
    response = HttpResponseClientRefresh()
    response.status_code = HTMX_STOP_POLLING
    return response


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part of the page, not for the page as the browser's history wants it back."""
    htmx = request.htmx  # type: ignore[attr-defined]
    return bool(htmx) and not htmx.history_restore_request


__all__ = ["Knowledge", "drawn_anew", "member_page", "not_kept", "wants_fragment"]
