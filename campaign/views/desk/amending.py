"""The referee's page on which a war under way is amended."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from base.pages.person import person_of
from base.refusal import Refusal
from campaign.forms.amending import KINDS, AmendForm, kind_of
from campaign.models import Campaign
from campaign.rules.amending import PREFIX
from campaign.rules.triggers import conditions_in_words, effects_in_words
from campaign.selectors.making.amending import outline_of, waiting_amendments
from campaign.services.amending import amend, withdraw_amendment
from campaign.views.desk.referee import referee_only
from campaign.visibility import knowledge_of


@require_http_methods(["GET", "POST"])
@referee_only
def amendments(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show what is to come, and add to the war."""
    kind = kind_of(request.POST.get("kind", "") or request.GET.get("kind", ""))
    form = AmendForm(request.POST or None, war=outline_of(campaign), kind=kind)
    if request.method == "POST" and form.is_valid():
        try:
            amend(campaign=campaign, given=form.cleaned_data, actor=person_of(request))
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The amendment is on your record and comes when the next turn opens.")
            return redirect("desk_amend", slug=campaign.slug)
    return _page(request, campaign, form)


def _page(request: HttpRequest, campaign: Campaign, form: AmendForm) -> HttpResponse:
    file = outline_of(campaign)
    towns, powers = {row.key: row.name for row in file.provinces}, {row.key: row.name for row in file.factions}
    armies = {row.ref: row.name for row in file.armies}
    rows = [
        (row.key if row.key.startswith(PREFIX) else "", conditions_in_words(row, towns, powers, armies),
         effects_in_words(row, towns, powers, whole=True), row.text)
        for row in waiting_amendments(campaign)
    ]  # fmt: skip
    context = {"knowledge": knowledge_of(campaign, request.user), "campaign": campaign, "section": "desk",
               "form": form, "kinds": KINDS, "kind": form.initial["kind"], "rows": rows}  # fmt: skip
    return render(request, "desk/amend.html", context, status=422 if form.errors else 200)


@require_POST
@referee_only
def withdraw(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Take an amendment back that has not come yet."""
    try:
        withdraw_amendment(campaign=campaign, key=request.POST.get("key", ""), actor=person_of(request))
    except Refusal as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "The amendment is withdrawn.")
    return redirect("desk_amend", slug=campaign.slug)
