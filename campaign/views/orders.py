"""What a player sends: orders, lines of the sheet, Ready. A refusal is a sentence in the panel it came from (422)."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse

from campaign.forms.orders import (
    BuyForm,
    MergeForm,
    OrderForm,
    PlanForm,
    ReplacementsForm,
    SplitForm,
    UnitsForm,
    first_error,
)
from campaign.models import Faction, Station
from campaign.services import orders as order_services
from campaign.services import sheet as sheet_services
from campaign.services.plans import give_plan
from campaign.views.access import Knowledge, found, member_page, wants_fragment
from campaign.views.maps import show_army, show_province
from campaign.views.treasury import show_treasury
from campaign.visibility import armies as known
from campaign.visibility import land, sheets
from rosters.models import Unit
from rosters.rules.refusal import Refusal

FIELD = re.compile(r"^[a-z_]+: ")
PAGE_OF = {
    **dict.fromkeys(("order", "plan", "amalgamate", "split", "merge", "replacements"), "army"),
    "buy": "province", "withdraw": "treasury", "ready": "map",
}  # fmt: skip
STAND = {"order": "The order stands.", "plan": "The plan stands until you change it."}
ENTERED = "Entered on the sheet: it is carried out when the turn is sealed."


def sentence(refusal: Refusal | str) -> str:
    """A refusal as it stands beside its form: without the field's name in front, which the form shows itself."""
    text = FIELD.sub("", str(refusal))
    return text[:1].upper() + text[1:]


def _commander(knowledge: Knowledge) -> Faction:
    """The faction that the reader commands; observers and referees give no orders."""
    if not knowledge.commands or knowledge.own is None:
        raise PermissionDenied
    return knowledge.own


def _own_army(knowledge: Knowledge, key: str) -> Station:
    """An army of the reader's own; 404 for absent and foreign ones alike."""
    station: Station = found(known.own_station(knowledge, key))
    _commander(knowledge)
    return station


@member_page("POST")
def order(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Give an army its order, change it, or take it back."""
    station, form = _own_army(knowledge, key), OrderForm(request.POST)

    def act() -> None:
        if form.withdrawn:
            order_services.withdraw_order(station=station, actor=knowledge.user_name)
        else:
            order_services.give_order(station=station, kind=form.kind, path=form.path, actor=knowledge.user_name)

    return _army_act(request, knowledge, key, form, act, "order")


@member_page("POST")
def amalgamate(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter an amalgamation of worn units."""
    station = _own_army(knowledge, key)
    form = UnitsForm(request.POST, units=known.units_of(station))

    def act() -> None:
        units = _chosen(station, form)
        details = ["amalgamate", key, *sorted(unit.key for unit in units)]
        sheet_services.amalgamate(
            station=station, units=units, actor=knowledge.user_name, key=_once(request, knowledge, details)
        )

    return _army_act(request, knowledge, key, form, act, "amalgamate")


@member_page("POST")
def split(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter a split: the chosen units become an army of their own."""
    station = _own_army(knowledge, key)
    form = SplitForm(request.POST, units=known.units_of(station))

    def act() -> None:
        units, data = _chosen(station, form), form.cleaned_data
        details = ["split", key, data["name"], data["leader"], *sorted(unit.key for unit in units)]
        sheet_services.split(
            station=station, units=units, name=data["name"], leader=data["leader"], actor=knowledge.user_name,
            key=_once(request, knowledge, details),
        )  # fmt: skip

    return _army_act(request, knowledge, key, form, act, "split")


@member_page("POST")
def plan(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Tell the general what to try in the next battle, or leave it to him."""
    station = _own_army(knowledge, key)
    form = PlanForm(request.POST, units=known.units_of(station))

    def act() -> None:
        give_plan(station=station, plan=form.plan, actor=knowledge.user_name)

    return _army_act(request, knowledge, key, form, act, "plan")


@member_page("POST")
def merge(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter a merger with another own army of the province."""
    station, form = _own_army(knowledge, key), MergeForm(request.POST)

    def act() -> None:
        into = known.own_station(knowledge, form.cleaned_data["into"])
        if into is None:
            raise Refusal("into: choose one of your armies in the same province.")
        sheet_services.merge(
            station=station, into=into, actor=knowledge.user_name,
            key=_once(request, knowledge, ["merge", key, into.army.key]),
        )  # fmt: skip

    return _army_act(request, knowledge, key, form, act, "merge")


@member_page("POST")
def replacements(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter replacements for a worn unit of an army that rested."""
    station = _own_army(knowledge, key)
    form = ReplacementsForm(request.POST, units=known.units_of(station))

    def act() -> None:
        unit, points = _chosen(station, form)[0], form.cleaned_data["points"]
        sheet_services.buy_replacements(
            station=station, unit=unit, points=points, actor=knowledge.user_name,
            key=_once(request, knowledge, ["rest", unit.key, points]),
        )  # fmt: skip

    return _army_act(request, knowledge, key, form, act, "replacements")


@member_page("POST")
def buy(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter the purchase of a unit in a province."""
    province = found(land.province_row(knowledge, key))
    faction, form = _commander(knowledge), BuyForm(request.POST)
    try:
        data = _clean(form)
        station = known.own_station(knowledge, data["army"]) if data["army"] else None
        if data["army"] and station is None:
            raise Refusal("army: choose one of your armies in this province, or a new garrison.")
        sheet_services.buy_unit(
            faction=faction, province=province, type_key=data["type"], guard=data["guard"],
            outriders=data["outriders"], name=data["name"], station=station, actor=knowledge.user_name,
            key=_once(request, knowledge, ["buy", key, data]),
        )  # fmt: skip
    except Refusal as refusal:
        return show_province(request, knowledge, key, status=422, extra={"refusal": sentence(refusal)})
    return _done(request, knowledge, reverse("game:province", args=[knowledge.campaign.slug, key]),
                 lambda: show_province(request, knowledge, key, extra={"entered": True}))  # fmt: skip


@member_page("POST")
def withdraw(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Take a line off the sheet."""
    faction = _commander(knowledge)
    line = found(sheets.sheet_row(knowledge, number))
    try:
        sheet_services.withdraw_line(line=line, actor=knowledge.user_name)
    except Refusal as refusal:
        return show_treasury(request, knowledge, faction, status=422, refusal=sentence(refusal))
    return redirect("game:treasury", slug=knowledge.campaign.slug)


@member_page("POST")
def ready(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Say Ready, or that it is a draft again."""
    faction = _commander(knowledge)
    act = order_services.set_ready if request.POST.get("ready") == "1" else order_services.unset_ready
    try:
        act(faction=faction, user=request.user)
    except Refusal as refusal:
        return show_treasury(request, knowledge, faction, status=422, refusal=sentence(refusal))
    return redirect(_back(request, knowledge))


def _back(request: HttpRequest, knowledge: Knowledge) -> str:
    """The page of the campaign that the reader came from, else the map.

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
    known = {name: value for name, value in match.kwargs.items() if name in ("slug", "key")}
    return reverse(f"game:{PAGE_OF[match.url_name]}", kwargs=known)


def _army_act(
    request: HttpRequest, knowledge: Knowledge, key: str, form: Form, act: Callable[[], None], name: str
) -> HttpResponse:
    """Carry out what an army's panel sent; show the refusal beside the form it belongs to."""
    try:
        _clean(form)
        act()
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_army(request, knowledge, key, status=422, extra=extra)
    return _done(request, knowledge, reverse("game:army", args=[knowledge.campaign.slug, key]),
                 lambda: show_army(request, knowledge, key, extra={"entered": name}))  # fmt: skip


def _clean(form: Form) -> dict[str, Any]:
    if not form.is_valid():
        raise Refusal(first_error(form))
    return form.cleaned_data


def _done(request: HttpRequest, knowledge: Knowledge, url: str, fragment: Callable[[], HttpResponse]) -> HttpResponse:
    """Back to the page, or the panel anew for htmx."""
    if wants_fragment(request):
        return fragment()
    messages.success(request, STAND.get(request.resolver_match.url_name, ENTERED))
    return redirect(url)


def _chosen(station: Station, form: Form) -> list[Unit]:
    rows = {unit.key: unit for unit in known.serving(station)}
    return [rows[key] for key in form.cleaned_data["units"]]


def _once(request: HttpRequest, knowledge: Knowledge, details: list[Any]) -> str | None:
    """A key that two clicks on one form share, so that its line is entered once.

    The form brings the number of lines that stood on the sheet when it was drawn; without it every click counts.
    """
    place = request.POST.get("place", "")
    if not (place.isascii() and place.isdigit() and len(place) < 6):
        return None
    text = json.dumps([knowledge.turn_number, place, details], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:40]
