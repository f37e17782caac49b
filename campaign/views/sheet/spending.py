"""Lines of the sheet that a player enters at his treasury: gifts, generals, the order of payment (HR-6, HR-7, 21.4)."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from base.refusal import Refusal
from campaign.entering import treasury
from campaign.entering.common import Once, clean, commander
from campaign.forms.orders import PayForm
from campaign.models import SheetLine
from campaign.views.access import Knowledge, member_page
from campaign.views.sheet.sending import answered, form_key, sentence
from campaign.views.sheet.treasury import show_treasury
from campaign.visibility import armies as known


@member_page("POST")
def gift(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter a gift of points to an ally."""
    return _treasury_act(request, knowledge, partial(treasury.gift, knowledge, request.POST), "gift")


@member_page("POST")
def hire(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter the purchase of a general."""
    return _treasury_act(request, knowledge, partial(treasury.hire, knowledge, request.POST), "hire")


@member_page("POST")
def pay_first(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Enter which units are paid first should the points run short."""
    commander(knowledge)
    rows = {unit.key: unit for unit in known.own_units(knowledge)}
    form = PayForm(request.POST, units=[known.unit_view(row) for row in rows.values()])

    def act(once: Once) -> SheetLine:
        clean(form)
        return treasury.pay_first(knowledge, [rows[key] for key in form.keys], once)

    return _treasury_act(request, knowledge, act, "pay_first")


def _treasury_act(
    request: HttpRequest, knowledge: Knowledge, enter: Callable[[Once], SheetLine], name: str
) -> HttpResponse:
    """Carry out what a form of the treasury sent; show the refusal beside it."""
    faction = commander(knowledge)
    try:
        enter(partial(form_key, request, knowledge))
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_treasury(request, knowledge, faction, status=422, extra=extra)
    url = reverse("game:treasury", args=[knowledge.campaign.slug])
    return answered(request, url, lambda: show_treasury(request, knowledge, faction))
