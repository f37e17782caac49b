"""A player's posts: orders, lines of the sheet, Ready. A refusal is a sentence in the panel it came from (422)."""

from collections.abc import Callable

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse

from campaign.forms.orders import (
    BuyForm,
    GroupForm,
    MergeForm,
    OrderForm,
    PlanForm,
    ReplacementsForm,
    SplitForm,
    StandingForm,
    UnitsForm,
)
from campaign.models import SheetLine, Station
from campaign.selectors.war import war_around
from campaign.services.clockwork.running import run_when_ready
from campaign.services.sheet import orders as order_services
from campaign.services.sheet import sheet as sheet_services
from campaign.services.sheet.plans import give_plan
from campaign.services.sheet.standing import give_standing
from campaign.views.access import Knowledge, found, member_page, wants_fragment
from campaign.views.army_panel import Reading
from campaign.views.battle_doors import person
from campaign.views.maps import show_army, show_province
from campaign.views.sending import answered, clean, commander, form_key, sentence
from campaign.views.treasury import show_treasury
from campaign.visibility import armies as known
from campaign.visibility import land, sheets
from rosters.models import Unit
from rosters.rules.refusal import Refusal

PAGE_OF = {
    **dict.fromkeys(("order", "plan", "standing", "amalgamate", "disband", "split", "merge", "replacements"), "army"),
    **dict.fromkeys(("buy", "depot", "order_all"), "province"),
    **dict.fromkeys(("withdraw", "gift", "hire", "pay_first"), "treasury"),
    **dict.fromkeys(("relation", "captive"), "diplomacy"),
    "general_order": "generals",
    "ready": "map",
}  # fmt: skip


def _own_army(knowledge: Knowledge, key: str) -> Station:
    """Return an army of the reader's own; 404 for absent and foreign ones alike."""
    station: Station = found(known.own_station(knowledge, key))
    commander(knowledge)
    return station


@member_page("POST")
def order(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Give an army its order, change it, or take it back."""
    station, form, reading = _own_army(knowledge, key), OrderForm(request.POST), Reading(knowledge)
    reads = reading.for_an_order if wants_fragment(request) else war_around

    def act() -> None:
        actor = knowledge.user_name
        if form.withdrawn:
            order_services.withdraw_order(station=station, actor=actor)
        else:
            order_services.give_order(station=station, kind=form.kind, path=form.path, actor=actor, reads=reads)

    entered = "withdrawn" if request.POST.get("order") == "none" else "order"
    return _army_act(request, knowledge, key, form, act, "order", entered, reading)


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
def amalgamate(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter an amalgamation of worn units."""
    return _units_act(request, knowledge, key, sheet_services.amalgamate, "amalgamate")


@member_page("POST")
def disband(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Send units home, without a refund."""
    return _units_act(request, knowledge, key, sheet_services.disband, "disband")


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
            key=form_key(request, knowledge, details),
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
def standing(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Give an army the order that it has whenever nothing is entered for it, or take it back."""
    station = _own_army(knowledge, key)
    names = {key: shape.name for key, shape in knowledge.places.land.shapes.items()}
    form = StandingForm(request.POST, names=names)

    def act() -> None:
        give_standing(station=station, actor=knowledge.user_name, **form.cleaned_data)

    entered = "standing" if request.POST.get("kind") else "no standing"
    return _army_act(request, knowledge, key, form, act, "standing", entered)


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
            key=form_key(request, knowledge, ["merge", key, into.army.key]),
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
            key=form_key(request, knowledge, ["rest", unit.key, points]),
        )  # fmt: skip

    return _army_act(request, knowledge, key, form, act, "replacements")


@member_page("POST")
def buy(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter the purchase of a unit in a province."""
    province = found(land.province_row(knowledge, key))
    faction, form = commander(knowledge), BuyForm(request.POST)
    try:
        data = clean(form)
        station = known.own_station(knowledge, data["army"]) if data["army"] else None
        if data["army"] and station is None:
            raise Refusal("army: choose one of your armies in this province, or a new garrison.")
        sheet_services.buy_unit(
            faction=faction, province=province, type_key=data["type"], guard=data["guard"],
            outriders=data["outriders"], name=data["name"], station=station, actor=knowledge.user_name,
            key=form_key(request, knowledge, ["buy", key, data]),
        )  # fmt: skip
    except Refusal as refusal:
        return show_province(request, knowledge, key, status=422, extra={"refusal": sentence(refusal)})
    return answered(request, reverse("game:province", args=[knowledge.campaign.slug, key]),
                 lambda: show_province(request, knowledge, key, extra={"entered": True}))  # fmt: skip


@member_page("POST")
def depot(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Enter a depot in a province."""
    province, faction = found(land.province_row(knowledge, key)), commander(knowledge)
    try:
        sheet_services.build_depot(
            faction=faction,
            province=province,
            actor=knowledge.user_name,
            key=form_key(request, knowledge, ["depot", key]),
        )
    except Refusal as refusal:
        return show_province(request, knowledge, key, status=422, extra={"refusal": sentence(refusal)})
    return answered(request, reverse("game:province", args=[knowledge.campaign.slug, key]),
                    lambda: show_province(request, knowledge, key, extra={"entered": True}))  # fmt: skip


@member_page("POST")
def withdraw(request: HttpRequest, knowledge: Knowledge, number: int) -> HttpResponse:
    """Take a line off the sheet; the form brings the turn of its page, for numbers begin anew with every turn."""
    faction = commander(knowledge)
    try:
        _check_turn(request, knowledge)
        line = found(sheets.sheet_row(knowledge, number))
        sheet_services.withdraw_line(line=line, actor=knowledge.user_name)
    except Refusal as refusal:
        return show_treasury(request, knowledge, faction, status=422, extra={"refusal": sentence(refusal)})
    return redirect("game:treasury", slug=knowledge.campaign.slug)


def _check_turn(request: HttpRequest, knowledge: Knowledge) -> None:
    if request.POST.get("turn", "") != str(knowledge.turn_number):
        raise Refusal("That page showed the sheet of another turn: look at this turn's sheet and withdraw there.")


@member_page("POST")
def ready(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Say Ready, or that it is a draft again. In a war against the program Ready runs the turn."""
    faction = commander(knowledge)
    act = order_services.set_ready if request.POST.get("ready") == "1" else order_services.unset_ready
    try:
        act(faction=faction, user=person(request))
    except Refusal as refusal:
        return show_treasury(request, knowledge, faction, status=422, extra={"refusal": sentence(refusal)})
    run_when_ready(campaign=knowledge.campaign)
    return redirect(_back(request, knowledge))


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


def _units_act(
    request: HttpRequest, knowledge: Knowledge, key: str, enter: Callable[..., SheetLine], name: str
) -> HttpResponse:
    """Enter a line that is about some units of an army and nothing else."""
    station = _own_army(knowledge, key)
    form = UnitsForm(request.POST, units=known.units_of(station))

    def act() -> None:
        units = _chosen(station, form)
        details = [name, key, *sorted(unit.key for unit in units)]
        enter(station=station, units=units, actor=knowledge.user_name, key=form_key(request, knowledge, details))

    return _army_act(request, knowledge, key, form, act, name)


def _army_act(
    request: HttpRequest, knowledge: Knowledge, key: str, form: Form, act: Callable[[], None], name: str,
    entered: str = "", reading: Reading | None = None,
) -> HttpResponse:  # fmt: skip
    """Carry out what an army's panel sent; show the refusal beside the form it belongs to.

    ``reading`` is what ``act`` reads for it.
    """
    try:
        clean(form)
        act()
    except Refusal as refusal:
        extra = {"refusal": sentence(refusal), "refused": name, "typed": request.POST}
        return show_army(request, knowledge, key, status=422, extra=extra)
    extra = {"entered": entered or name}
    return answered(request, reverse("game:army", args=[knowledge.campaign.slug, key]),
                 lambda: show_army(request, knowledge, key, extra=extra, reading=reading), entered)  # fmt: skip


def _chosen(station: Station, form: Form) -> list[Unit]:
    rows = {unit.key: unit for unit in known.serving(station)}
    return [rows[key] for key in form.cleaned_data["units"]]
