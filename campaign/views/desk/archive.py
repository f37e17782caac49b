"""A referee archives, deletes and brings back a campaign."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from base.pages.person import person_of
from base.refusal import Refusal
from battles.replies.refusals import carried_out, refusals_shown
from campaign.forms.desk import DeleteForm, PutAwayForm
from campaign.forms.orders import first_error
from campaign.models import Campaign
from campaign.services.archive import KEPT_DAYS, archive_campaign, delete_campaign, restore_campaign, unarchive_campaign
from campaign.views.desk.referee import desk_button, desk_page, referee_only


@referee_only("GET", "HEAD")
def ending(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Put the campaign away, or delete it."""
    return _show(request, campaign, DeleteForm())


def _show(request: HttpRequest, campaign: Campaign, form: DeleteForm) -> HttpResponse:
    return desk_page(request, campaign, "desk/ending.html", form=form, archive_form=PutAwayForm(), days=KEPT_DAYS)


@desk_button("desk_ending")
def archive(request: HttpRequest, campaign: Campaign) -> str:
    """Put it into the archive, or take it out."""
    if campaign.archived_at is None:
        form = PutAwayForm(request.POST)
        if not form.is_valid():
            raise Refusal(first_error(form))
        archive_campaign(campaign=campaign, reason=form.cleaned_data["reason"], actor=person_of(request))
    else:
        unarchive_campaign(campaign=campaign, actor=person_of(request))
    return ""


@referee_only("POST")
def delete(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Delete it; it can be brought back for some days."""
    form = DeleteForm(request.POST)
    said = f"{campaign.name} is deleted. You can bring it back for {KEPT_DAYS} days."
    act = lambda name: delete_campaign(campaign=campaign, typed=name, actor=person_of(request))  # noqa: E731
    return carried_out(request, form, act, "home", said, field="name") or _show(request, campaign, form)


@login_required
@require_POST
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring a deleted campaign back."""
    with refusals_shown(request):
        campaign = restore_campaign(slug=slug, actor=person_of(request))
        messages.success(request, f"{campaign.name} is back.")
        return redirect("desk", slug=campaign.slug)
    return redirect("home")
