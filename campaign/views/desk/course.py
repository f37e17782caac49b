"""The course of the war: what the referee sets from the desk while it goes on."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.pages.found import found
from base.pages.person import person_of
from battles.replies.refusals import refused_on
from campaign.forms.course import KINDS, AmendForm, EventForm, HardshipForm, NumberForm, TableForm, VictoryForm, kind_of
from campaign.models import Campaign
from campaign.rules.triggers import PREFIX, conditions_in_words, effects_in_words
from campaign.selectors.desk import event_of
from campaign.selectors.making.amending import outline_of, waiting_amendments
from campaign.services.amending import amend, withdraw_amendment
from campaign.services.corrections import change_number, rule_victory
from campaign.services.events import lift_event, set_events, set_hardship, write_event
from campaign.views.desk.referee import desk_button, desk_page, referee_only
from campaign.visibility import knowledge_of
from campaign.visibility.court import aims as known

FORMS = {
    "number": NumberForm, "hardship": HardshipForm, "event": EventForm, "victory": VictoryForm,
}  # fmt: skip


@referee_only()
def course(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Everything that the referee may set while the war goes on."""
    return _show(request, campaign)


def _show(request: HttpRequest, campaign: Campaign, **refused: Form) -> HttpResponse:
    """Show the page; a form that was refused stands as it was sent."""
    knowledge = knowledge_of(campaign, request.user)
    forms = {name: made(campaign=campaign, prefix=name) for name, made in FORMS.items()} | refused
    forms.setdefault("table", TableForm(prefix="table", initial={"on": known.plays_with_events(knowledge)}))
    now = {"changes": known.house_changes(knowledge), "events": known.events_now(knowledge)}
    status = 422 if refused else 200
    return desk_page(request, campaign, "desk/course.html", status, knowledge=knowledge, forms=forms, **now)


Act = Callable[[Campaign, Any, Any], object]
ACTS: dict[str, tuple[Act, str]] = {
    "number": (
        lambda war, actor, form: change_number(campaign=war, actor=actor, **form.cleaned_data),
        "The change is announced; it holds from the next turn on.",
    ),
    "hardship": (
        lambda war, actor, form: set_hardship(
            campaign=war, reason=form.cleaned_data["reason"], turns=form.cleaned_data["turns"], region=form.region,
            station=form.station, actor=actor,
        ),
        "The condition counts from this turn on.",
    ),
    "event": (
        lambda war, actor, form: write_event(campaign=war, actor=actor, **form.cleaned_data),
        "The event has happened.",
    ),
    "table": (
        lambda war, actor, form: set_events(
            campaign=war, data=form.events, reason=form.cleaned_data["reason"], actor=actor
        ),
        "This holds from the next turn on.",
    ),
    "victory": (
        lambda war, actor, form: rule_victory(
            campaign=war, number=int(form.cleaned_data["aim"]), reason=form.cleaned_data["reason"], actor=actor,
            faction=war.factions.filter(key=form.cleaned_data["faction"]).first(),
        ),
        "The ruling counts when the turn is closed.",
    ),
}  # fmt: skip
"""By the name of a form: the act that it starts, and the sentence shown afterwards."""


@referee_only("POST")
def enter(request: HttpRequest, campaign: Campaign, name: str) -> HttpResponse:
    """Carry out what one of the forms sent, or show why not beside it."""
    form: Form = (
        FORMS[name](request.POST, campaign=campaign, prefix=name)
        if name in FORMS
        else TableForm(request.POST, prefix=name)
    )
    act, done = ACTS[name]
    if form.is_valid():
        with refused_on(form):
            act(campaign, person_of(request), form)
            messages.success(request, done)
            return redirect("desk_course", slug=campaign.slug)
    return _show(request, campaign, **{name: form})


@desk_button("desk_course")
def lift(request: HttpRequest, campaign: Campaign, event_id: int) -> str:
    """End an event or a condition before its time."""
    event = found(event_of(campaign=campaign, pk=event_id))
    lift_event(event=event, reason=request.POST.get("reason", ""), actor=person_of(request))
    return "It is over."


@referee_only("GET", "POST")
def amendments(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show what is to come, and add to the war."""
    kind = kind_of(request.POST.get("kind", "") or request.GET.get("kind", ""))
    form = AmendForm(request.POST or None, war=outline_of(campaign), kind=kind)
    if request.method == "POST" and form.is_valid():
        with refused_on(form):
            amend(campaign=campaign, given=form.cleaned_data, actor=person_of(request))
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
    kind = form.initial["kind"]
    return desk_page(request, campaign, "desk/amend.html", form=form, kinds=KINDS, kind=kind, rows=rows)


@desk_button("desk_amend")
def withdraw(request: HttpRequest, campaign: Campaign) -> str:
    """Take an amendment back that has not come yet."""
    withdraw_amendment(campaign=campaign, key=request.POST.get("key", ""), actor=person_of(request))
    return "The amendment is withdrawn."
