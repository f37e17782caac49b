"""Lines of the sheet that a player enters at his treasury: gifts, generals, the order of payment (HR-6, HR-7, 21.4)."""

from collections.abc import Callable
from typing import Any

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from campaign.forms.orders import GiftForm, HireForm, PayForm
from campaign.models import SheetLine
from campaign.services.sheet import sheet as sheet_services
from campaign.views.access import Knowledge, member_page
from campaign.views.sending import answered, clean, commander, form_key, sentence
from campaign.views.treasury import show_treasury
from campaign.visibility import armies as known
from campaign.visibility import money
from rosters.rules.refusal import Refusal


@member_page("POST")
def gift(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter a gift of points to an ally."""
    form = GiftForm(request.POST)

    def act(data: dict[str, Any]) -> SheetLine:
        to = money.faction_row(knowledge, data["faction"])
        if to is None:
            raise Refusal("faction: choose an ally of yours.")
        return sheet_services.give_points(
            faction=commander(knowledge), to=to, points=data["points"], actor=knowledge.user_name,
            key=form_key(request, knowledge, ["gift", data]),
        )  # fmt: skip

    return _treasury_act(request, knowledge, form, act, "gift")


@member_page("POST")
def hire(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter the purchase of a general."""
    form = HireForm(request.POST)

    def act(data: dict[str, Any]) -> SheetLine:
        station = known.own_station(knowledge, data["army"])
        if station is None:
            raise Refusal("army: choose one of your armies.")
        return sheet_services.hire_leader(
            faction=commander(knowledge), station=station, skill=data["skill"], name=data["name"],
            actor=knowledge.user_name, key=form_key(request, knowledge, ["hire", data]),
        )  # fmt: skip

    return _treasury_act(request, knowledge, form, act, "hire")


@member_page("POST")
def pay_first(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter which units are paid first should the points run short."""
    commander(knowledge)
    rows = {unit.key: unit for unit in known.own_units(knowledge)}
    form = PayForm(request.POST, units=[known.unit_view(row) for row in rows.values()])

    def act(_: dict[str, Any]) -> SheetLine:
        return sheet_services.pay_first(
            faction=commander(knowledge), units=[rows[key] for key in form.keys], actor=knowledge.user_name,
            key=form_key(request, knowledge, ["pay", form.keys]),
        )  # fmt: skip

    return _treasury_act(request, knowledge, form, act, "pay_first")


def _treasury_act(
    request: HttpRequest, knowledge: Knowledge, form: Form, act: Callable[[dict[str, Any]], SheetLine], name: str
) -> HttpResponse:
    """Carry out what a form of the treasury sent; show the refusal beside it."""
    faction = commander(knowledge)
    try:
        act(clean(form))
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_treasury(request, knowledge, faction, status=422, extra=extra)
    url = reverse("game:treasury", args=[knowledge.campaign.slug])
    return answered(request, url, lambda: show_treasury(request, knowledge, faction))
