"""The schedule of a campaign: its page on the desk, and what the referee does with it."""

from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from base.pages.person import person_of
from battles.replies.refusals import carried_out, refused_on
from campaign.forms.schedule import PauseForm, ScheduleForm, schedule_initial
from campaign.models import Campaign, Faction
from campaign.selectors.campaigns import schedule_of
from campaign.services.clockwork import schedules
from campaign.views.desk.referee import desk_button, desk_page, referee_only
from campaign.visibility import knowledge_of
from campaign.visibility.schedule import due_dates


@referee_only()
def schedule(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the forms."""
    return _page(request, campaign)


def _page(request: HttpRequest, campaign: Campaign, **refused: BaseForm) -> HttpResponse:
    knowledge, now = knowledge_of(campaign, request.user), schedule_of(campaign)
    tomorrow = timezone.localdate() + timedelta(days=1)
    zone = timezone.get_current_timezone_name()
    start = {"first_on": tomorrow, "at": "20:00", "zone": zone, "grace_hours": "6", "misses": "2", "every": "1"}
    forms = {"form": ScheduleForm(initial=schedule_initial(now) if now else start), "pause_form": PauseForm()}
    context: dict[str, Any] = {"knowledge": knowledge, "due": due_dates(knowledge), "factions": campaign.factions.all()}
    context |= {"ways": Faction.Caretaker.choices, "schedule": now, **forms, **refused}
    return desk_page(request, campaign, "desk/schedule.html", 422 if refused else 200, **context)


@referee_only("POST")
def save(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Set the schedule, or change it."""
    form = ScheduleForm(request.POST)
    if form.is_valid():
        with refused_on(form):
            schedules.set_schedule(
                campaign=campaign, rhythm=form.cleaned_data["plan"], actor=person_of(request), **form.terms
            )
            messages.success(request, "The schedule is set. The present deadline stays; the schedule begins after it.")
            return redirect("desk_schedule", slug=campaign.slug)
    return _page(request, campaign, form=form)


@desk_button("desk_schedule")
def drop(request: HttpRequest, campaign: Campaign) -> str:
    """End the schedule."""
    schedules.drop_schedule(campaign=campaign, actor=person_of(request))
    return ""


@referee_only("POST")
def pause(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Pause the war."""
    form, act = PauseForm(request.POST), partial(schedules.pause, campaign=campaign, actor=person_of(request))
    said = "The war is paused, and everybody is notified. Orders can still be entered."
    done = carried_out(request, form, act, "desk_schedule", said, slug=campaign.slug)
    return done or _page(request, campaign, pause_form=form)


@desk_button("desk_schedule")
def resume(request: HttpRequest, campaign: Campaign) -> str:
    """End the pause."""
    schedules.resume(campaign=campaign, actor=person_of(request))
    return "The pause is over."
