"""Absences, deputies, caretakers and the hand-over brief."""

from functools import partial

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from base.pages.person import person_of
from base.refusal import Refusal
from battles.replies.refusals import carried_out, refusals_shown
from campaign.entering.common import commander
from campaign.forms.people import AbsenceForm, CaretakerForm
from campaign.models import Campaign
from campaign.services.people.absences import enter_absence, set_caretaker, withdraw_absence
from campaign.views.access import Knowledge, member_page
from campaign.views.desk.referee import referee_only
from campaign.visibility.court.absences import absence_row, brief_of, may_deputise
from campaign.visibility.court.absences import absences as known_absences


@member_page("GET", "HEAD", "POST")
def absences(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the absences of the reader's faction; a new one is entered here."""
    faction = commander(knowledge)
    form = AbsenceForm(request.POST or None, members=may_deputise(knowledge))
    act = partial(enter_absence, faction=faction, actor=knowledge.user_name)
    if done := carried_out(request, form, act, "game:absences", slug=knowledge.campaign.slug):
        return done
    context = {"knowledge": knowledge, "section": "", "form": form, "absences": known_absences(knowledge)}
    return render(request, "campaign/people/absences.html", context, status=422 if form.errors else 200)


@member_page("POST")
def absence_withdraw(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Take an absence back."""
    faction = commander(knowledge)
    row = absence_row(knowledge, number)
    with refusals_shown(request):
        withdraw_absence(faction=faction, absence_id=row.pk if row else 0)
    return redirect("game:absences", slug=knowledge.campaign.slug)


@member_page()
def brief(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Write what the new player of a faction must know."""
    found = brief_of(knowledge)
    if found is None:
        raise PermissionDenied
    return render(request, "campaign/people/brief.html", {"knowledge": knowledge, "section": "", "brief": found})


@referee_only("POST")
def caretaker(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Set whether a caretaker plays a faction."""
    form = CaretakerForm(request.POST)
    with refusals_shown(request):
        if not form.is_valid():
            raise Refusal("Caretaker: choose one of the ways offered.")
        set_caretaker(campaign=campaign, actor=person_of(request), **form.cleaned_data)
        messages.success(request, "The choice of who leads it is kept.")
    return redirect("members" if request.POST.get("page") == "members" else "desk_schedule", slug=campaign.slug)
