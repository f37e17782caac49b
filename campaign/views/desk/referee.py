"""Access to the referee's rooms: referees; to everybody else the rooms do not exist."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from base.pages.found import found
from battles.replies.refusals import refusals_shown
from campaign.models import Campaign
from campaign.selectors.members.people import refereed_campaign
from campaign.views.access import mark_refereed, not_kept
from campaign.views.people.seats import has_seat, in_seat, refused, watching
from campaign.visibility import knowledge_of

P = ParamSpec("P")
RefereeView = Callable[Concatenate[HttpRequest, Campaign, P], HttpResponseBase]


def referee_only(*methods: str) -> Callable[[RefereeView[P]], Callable[..., HttpResponseBase]]:
    """Give the view the campaign instead of its slug, if the reader is its referee; otherwise 404.

    Without methods it answers GET alone. No copy of the answer is kept: it may hold the secret of the dice or a link
    that works once.
    """

    def decorate(view: RefereeView[P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def inner(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            campaign = found(refereed_campaign(slug=slug, user=request.user))
            mark_refereed(request, referee=True)
            if request.method not in ("GET", "HEAD") and has_seat(request, campaign):
                now = in_seat(request, knowledge_of(campaign, request.user))
                if watching(now):
                    return not_kept(refused(request, now))
            return not_kept(view(request, campaign, *args, **kwargs))

        return require_http_methods(methods or ("GET",))(login_required(inner))

    return decorate


def desk_button(
    to: str,
) -> Callable[[Callable[Concatenate[HttpRequest, Campaign, P], str]], Callable[..., HttpResponseBase]]:
    """Make a button of an act: the referee reads what it returns, or why it is refused, on the page ``to``."""

    def decorate(act: Callable[Concatenate[HttpRequest, Campaign, P], str]) -> Callable[..., HttpResponseBase]:
        def view(request: HttpRequest, campaign: Campaign, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            with refusals_shown(request):
                if said := act(request, campaign, *args, **kwargs):
                    messages.success(request, said)
            return redirect(to, slug=campaign.slug)

        return wraps(act)(referee_only("POST")(view))

    return decorate


def desk_page(
    request: HttpRequest, campaign: Campaign, template: str, status: int = 200, **context: object
) -> HttpResponse:
    """Return a page of the desk; one whose ``form`` is wrong has the status 422."""
    common = {"campaign": campaign, "section": "desk"} | context
    if "knowledge" not in common:
        common["knowledge"] = knowledge_of(campaign, request.user)
    form = context.get("form")
    wrong = status == 200 and isinstance(form, BaseForm) and form.errors
    return render(request, template, common, status=422 if wrong else status)
