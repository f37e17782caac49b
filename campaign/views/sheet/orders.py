"""A player's posts: orders, lines of the sheet, Ready. A refusal is a sentence in the panel it came from (422)."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse

from base.pages.found import found
from base.pages.person import person_of
from base.refusal import Refusal
from campaign.entering import orders, sheet
from campaign.entering.common import clean, commander
from campaign.forms.orders import GroupForm
from campaign.models import SheetLine
from campaign.selectors.war import war_around
from campaign.services.sheet import orders as order_services
from campaign.views.access import Knowledge, member_page, wants_fragment
from campaign.views.map.maps import show_army, show_province
from campaign.views.sheet.army_panel import Reading
from campaign.views.sheet.spending import answered, form_key, sentence
from campaign.views.sheet.treasury import show_treasury
from campaign.visibility import armies as known
from campaign.visibility import land

LINES: dict[str, Callable[..., SheetLine]] = {
    **{name: partial(sheet.of_units, name=name) for name in sheet.OF_UNITS},
    "split": sheet.split, "merge": sheet.merge, "replacements": sheet.replacements,
}  # fmt: skip
"""Lines of the sheet that are about an army."""
PAGE_OF = {
    **dict.fromkeys(("order", "plan", "standing", *LINES), "army"),
    **dict.fromkeys(("buy", "depot", "order_all"), "province"),
    **dict.fromkeys(("withdraw", "gift", "hire", "pay_first"), "treasury"),
    **dict.fromkeys(("relation", "captive"), "diplomacy"),
    "general_order": "generals",
    "ready": "map",
}  # fmt: skip


@member_page("POST")
def order(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Give an army its order, change it, or take it back."""
    reading = Reading(knowledge)
    reads = reading.for_an_order if wants_fragment(request) else war_around

    def act() -> object:
        return orders.order(knowledge, key, request.POST, reads)

    entered = "withdrawn" if request.POST.get("order") == "none" else "order"
    return _army_act(request, knowledge, key, act, "order", entered, reading)


@member_page("POST")
def order_all(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Give several own armies of a province the same order: all of them, or none."""
    found(land.province_row(knowledge, key))
    commander(knowledge)
    stations = {row.army.key: row for row in known.own_stations(knowledge).filter(province__key=key)}
    form = GroupForm(request.POST, keys=stations)
    try:
        chosen = [stations[army] for army in clean(form)["armies"]]
        order_services.give_one_to_all(stations=chosen, kind=form.kind, path=form.path, actor=knowledge.user_name)
    except Refusal as refusal:
        typed = {"group_refusal": sentence(refusal), "group_chosen": request.POST.getlist("armies")}
        return show_province(request, knowledge, key, status=422, extra=typed)
    given = {"group_given": len(chosen)}
    return answered(request, reverse("game:province", args=[knowledge.campaign.slug, key]),
                    lambda: show_province(request, knowledge, key, extra=given), "order_all")  # fmt: skip


@member_page("POST")
def line(request: HttpRequest, knowledge: Knowledge, key: str, name: str) -> HttpResponse:
    """Enter a line of the sheet about an army; ``name`` is that of its form."""
    once = partial(form_key, request, knowledge)
    return _army_act(request, knowledge, key, lambda: LINES[name](knowledge, key, request.POST, once), name)


@member_page("POST")
def plan(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Tell the general what to try in the next battle, or leave it to him."""
    return _army_act(request, knowledge, key, lambda: orders.plan(knowledge, key, request.POST), "plan")


@member_page("POST")
def standing(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Give an army the order that it has whenever nothing is entered for it, or take it back."""
    entered = "standing" if request.POST.get("kind") else "no standing"
    act = partial(orders.standing, knowledge, key, request.POST)
    return _army_act(request, knowledge, key, act, "standing", entered)


@member_page("POST")
def buy(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter the purchase of a unit in a province."""
    return _province_act(request, knowledge, key, partial(sheet.buy, knowledge, key, request.POST))


@member_page("POST")
def depot(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter a depot in a province."""
    return _province_act(request, knowledge, key, partial(sheet.depot, knowledge, key))


@member_page("POST")
def withdraw(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Take a line off the sheet; the form brings the turn of its page."""
    faction = commander(knowledge)
    try:
        sheet.withdraw(knowledge, number, request.POST.get("turn", ""))
    except Refusal as refusal:
        return show_treasury(request, knowledge, faction, status=422, extra={"refusal": sentence(refusal)})
    return redirect("game:treasury", slug=knowledge.campaign.slug)


@member_page("POST")
def ready(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Say Ready, or that it is a draft again. In a war against the program Ready runs the turn."""
    faction = commander(knowledge)
    try:
        orders.ready(knowledge, person_of(request), is_ready=_says_ready(request))
    except Refusal as refusal:
        return show_treasury(request, knowledge, faction, status=422, extra={"refusal": sentence(refusal)})
    return redirect(_back(request, knowledge))


def _says_ready(request: HttpRequest) -> bool:
    """Return whether a form says Ready or not ready; refused where it says neither, as one that was cut off does."""
    said = request.POST.get("ready", "")
    if said not in ("0", "1"):
        raise Refusal("Ready: the form was damaged on its way and changed nothing; load the page, then press again.")
    return said == "1"


def _back(request: HttpRequest, knowledge: Knowledge) -> str:
    """Return the page of the campaign that the reader came from, else the map.

    A panel that answered a form was sent from the form's address: its own page is meant then.
    """
    home = reverse("game:map", args=[knowledge.campaign.slug])
    wanted = request.POST.get("next", "")
    safe = wanted.startswith(home) and "//" not in wanted and "\\" not in wanted and wanted.isprintable()
    try:
        match = resolve(wanted if safe else home)
    except Resolver404:
        return home
    if match.url_name not in PAGE_OF:
        return wanted if safe else home
    named = {name: value for name, value in match.kwargs.items() if name in ("slug", "key")}
    return reverse(f"game:{PAGE_OF[match.url_name]}", kwargs=named)


def _army_act(
    request: HttpRequest, knowledge: Knowledge, key: str, act: Callable[[], object], name: str, entered: str = "",
    reading: Reading | None = None,
) -> HttpResponse:  # fmt: skip
    """Carry out what an army's panel sent; show the refusal beside the form it belongs to.

    ``reading`` is what ``act`` reads for it.
    """
    try:
        act()
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_army(request, knowledge, key, status=422, extra=extra)
    extra = {"entered": entered or name}
    return answered(request, reverse("game:army", args=[knowledge.campaign.slug, key]),
                 lambda: show_army(request, knowledge, key, extra=extra, reading=reading), entered)  # fmt: skip


def _province_act(
    request: HttpRequest, knowledge: Knowledge, key: str, enter: Callable[..., SheetLine]
) -> HttpResponse:
    """Enter a line of the sheet about a province; show the refusal in its panel."""
    try:
        enter(once=partial(form_key, request, knowledge))
    except Refusal as refusal:
        return show_province(request, knowledge, key, status=422, extra={"refusal": sentence(refusal)})
    return answered(request, reverse("game:province", args=[knowledge.campaign.slug, key]),
                 lambda: show_province(request, knowledge, key, extra={"entered": True}))  # fmt: skip
