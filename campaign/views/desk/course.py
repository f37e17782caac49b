"""The course of the war: what the referee sets from the desk while it goes on."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from base.pages.person import person_of
from battles.replies.refusals import refusals_shown, refused_on
from campaign.forms.course import KINDS, AmendForm, EventForm, HardshipForm, NumberForm, TableForm, VictoryForm, kind_of
from campaign.models import Campaign
from campaign.rules.triggers import PREFIX, conditions_in_words, effects_in_words
from campaign.selectors.desk import event_of
from campaign.selectors.making.amending import outline_of, waiting_amendments
from campaign.services.amending import amend, withdraw_amendment
from campaign.services.corrections import change_number, rule_victory
from campaign.services.events import lift_event, set_events, set_hardship, write_event
from campaign.views.desk.referee import referee_only
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
    context = {
        "knowledge": knowledge,
        "campaign": campaign,
        "section": "desk",
        "forms": forms,
        "changes": known.house_changes(knowledge),
        "events": known.events_now(knowledge),
    }
    return render(request, "desk/course.html", context, status=422 if refused else 200)


def _act(
    request: HttpRequest, campaign: Campaign, name: str, form: Form, act: Callable[[], object], done: str
) -> HttpResponse:
    """Carry out what one of the forms sent, or show why not beside it."""
    if form.is_valid():
        with refused_on(form):
            act()
            messages.success(request, done)
            return redirect("desk_course", slug=campaign.slug)
    return _show(request, campaign, **{name: form})


@referee_only("POST")
def number(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Change a number of the house rules, from the next turn on."""
    form = NumberForm(request.POST, campaign=campaign, prefix="number")

    def act() -> None:
        change_number(campaign=campaign, actor=person_of(request), **form.cleaned_data)

    return _act(request, campaign, "number", form, act, "The change is announced; it holds from the next turn on.")


@referee_only("POST")
def hardship(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Set a sixth condition of attrition."""
    form = HardshipForm(request.POST, campaign=campaign, prefix="hardship")

    def act() -> None:
        data = form.cleaned_data
        set_hardship(
            campaign=campaign, reason=data["reason"], turns=data["turns"], region=form.region, station=form.station,
            actor=person_of(request),
        )  # fmt: skip

    return _act(request, campaign, "hardship", form, act, "The condition counts from this turn on.")


@referee_only("POST")
def event(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Write an event."""
    form = EventForm(request.POST, campaign=campaign, prefix="event")

    def act() -> None:
        write_event(campaign=campaign, actor=person_of(request), **form.cleaned_data)

    return _act(request, campaign, "event", form, act, "The event has happened.")


@referee_only("POST")
def table(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Turn events on or off, or bring a table."""
    form = TableForm(request.POST, prefix="table")

    def act() -> None:
        set_events(
            campaign=campaign, data=form.events, reason=form.cleaned_data["reason"], actor=person_of(request)
        )  # fmt: skip

    return _act(request, campaign, "table", form, act, "This holds from the next turn on.")


@referee_only("POST")
def victory(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Rule on a condition of victory."""
    form = VictoryForm(request.POST, campaign=campaign, prefix="victory")

    def act() -> None:
        data = form.cleaned_data
        faction = campaign.factions.filter(key=data["faction"]).first()
        rule_victory(
            campaign=campaign, number=int(data["aim"]), faction=faction, reason=data["reason"], actor=person_of(request)
        )  # fmt: skip

    return _act(request, campaign, "victory", form, act, "The ruling counts when the turn is closed.")


@referee_only("POST")
def lift(request: HttpRequest, campaign: Campaign, event_id: int) -> HttpResponse:
    """End an event or a condition before its time."""
    found = event_of(campaign=campaign, pk=event_id)
    if found is None:
        raise Http404
    with refusals_shown(request):
        lift_event(event=found, reason=request.POST.get("reason", ""), actor=person_of(request))
        messages.success(request, "It is over.")
    return redirect("desk_course", slug=campaign.slug)


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
    context = {"knowledge": knowledge_of(campaign, request.user), "campaign": campaign, "section": "desk",
               "form": form, "kinds": KINDS, "kind": form.initial["kind"], "rows": rows}  # fmt: skip
    return render(request, "desk/amend.html", context, status=422 if form.errors else 200)


@referee_only("POST")
def withdraw(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Take an amendment back that has not come yet."""
    with refusals_shown(request):
        withdraw_amendment(campaign=campaign, key=request.POST.get("key", ""), actor=person_of(request))
        messages.success(request, "The amendment is withdrawn.")
    return redirect("desk_amend", slug=campaign.slug)
