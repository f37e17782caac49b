"""The referee's page of what leaves the site: webhooks, and what did not arrive."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from base.pages.found import found
from base.pages.person import person_of
from battles.replies.refusals import refused_on
from campaign.forms.news import HookForm
from campaign.models import Campaign
from campaign.selectors.news import hook_by_key, hooks_of, not_arrived
from campaign.services.corrections import add_hook, remove_hook
from campaign.services.news.outbox import publish_dispatches, try_hook_again
from campaign.views.desk.referee import desk_button, desk_page, referee_only

PER_PAGE = 40


@referee_only()
def outgoing(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Webhooks and failures."""
    return _page(request, campaign, HookForm())


def _page(request: HttpRequest, campaign: Campaign, form: HookForm, **more: Any) -> HttpResponse:
    page = Paginator(not_arrived(campaign), PER_PAGE).get_page(request.GET.get("page"))
    return desk_page(request, campaign, "desk/news/news.html", hooks=hooks_of(campaign), form=form, page=page, **more)


@referee_only("POST")
def hook_add(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Add a webhook; the secret of a signed one is shown once."""
    form = HookForm(request.POST)
    if form.is_valid():
        with refused_on(form):
            hook = add_hook(campaign=campaign, actor=person_of(request), **form.cleaned_data)
            return _page(request, campaign, HookForm(), added=hook)
    return _page(request, campaign, form)


@desk_button("desk_news")
def hook_remove(request: HttpRequest, campaign: Campaign, key: str) -> str:
    """Remove a webhook."""
    remove_hook(campaign=campaign, key=key, actor=person_of(request))
    return ""


@desk_button("desk_news")
def hook_again(request: HttpRequest, campaign: Campaign, key: str) -> str:
    """Send what waits for a webhook now."""
    waiting = try_hook_again(hook=found(hook_by_key(campaign, key)))
    publish_dispatches()
    return f"{waiting} waiting post{'s' * (waiting != 1)} will be tried at once."
