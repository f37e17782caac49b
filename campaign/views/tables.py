"""Battles with the players: the choice of a method, results typed in, the referee's ruling."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from battles.models import Battle
from battles.resolvers.battle_file import BattleFile, parse
from battles.resolvers.entries import disagreements, first_entry
from battles.resolvers.typed import unhurt
from battles.result_forms import (
    ArmyForm,
    FoeForm,
    SharedForm,
    army_initial,
    read_result_csv,
    result_csv,
    shared_initial,
)
from battles.services.table import catalogue_of, entries_of, hand_in, save_draft
from campaign.forms.tables import ChoiceForm, RulingForm, TermsForm, WishForm
from campaign.services import methods
from campaign.views.access import Knowledge, found, member_page
from campaign.visibility.battles import BattleKnown, battle_known
from rosters.rules.refusal import Refusal

LARGEST_CSV = 100_000


@member_page("POST")
def wish(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """A side's wish, or its giving up the field."""
    seen, side = _own_side(knowledge, key)
    form = WishForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return _back(knowledge, key)
    try:
        methods.check_leads(engagement=seen.engagement, side=side, faction=knowledge.own)
        _carry_out(seen, side, form.cleaned_data["method"], str(request.user))
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return _back(knowledge, key)


def _carry_out(seen: BattleKnown, side: int, method: str, by: str) -> None:
    if method == "concede":
        methods.give_up(engagement=seen.engagement, side=side)
    else:
        methods.wish(engagement=seen.engagement, side=side, method=method, by=by)


@member_page("POST")
def choose(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """The referee's choice of a method."""
    seen = _as_referee(knowledge, key)
    form = ChoiceForm(request.POST)
    if form.is_valid():
        _try(request, lambda: methods.choose(engagement=seen.engagement, user=_person(request), **form.cleaned_data))
    else:
        messages.error(request, "Decided: choose one of the methods offered.")
    return _back(knowledge, key)


@member_page("POST")
def terms(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """The referee's terms for one battle."""
    seen = _as_referee(knowledge, key)
    form = TermsForm(request.POST)
    if form.is_valid():
        _try(
            request, lambda: methods.set_terms(engagement=seen.engagement, user=_person(request), **form.cleaned_data)
        )
    else:
        messages.error(request, "Play by: write a date and a time, such as 2026-12-24 20:00; patience in whole hours.")
    return _back(knowledge, key)


@member_page("GET", "HEAD", "POST")
def result(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """One side's result of a battle on the table."""
    seen, side = _own_side(knowledge, key)
    if request.method == "POST":
        return _take_result(request, knowledge, seen, side)
    return _result_page(request, knowledge, seen, side, _forms(seen, side, _kept(seen.battle, side)))


@member_page()
def result_table(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """The side's units as a table to fill in."""
    seen, side = _own_side(knowledge, key)
    own = parse(seen.battle.file).sides[side]
    answer = HttpResponse(result_csv(own, _kept(seen.battle, side)["units"]), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="result-{seen.battle.key}.csv"'
    return answer


@member_page("GET", "HEAD", "POST")
def ruling(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """The referee's own result; both accounts stand beside one another."""
    seen = _as_referee(knowledge, key)
    file = parse(seen.battle.file)
    if request.method == "POST":
        forms = _ruling_forms(file, None, request.POST)
        if _all_valid(forms) and _ruled(request, seen, file, forms):
            return _back(knowledge, key)
        return _ruling_page(request, knowledge, seen, file, forms, status=422)
    return _ruling_page(request, knowledge, seen, file, _ruling_forms(file, _both_kept(seen.battle, file), None))


def _try(request: HttpRequest, act: Any) -> bool:
    try:
        act()
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return False
    return True


def _back(knowledge: Knowledge, key: str) -> HttpResponse:
    return redirect("game:battle", slug=knowledge.campaign.slug, key=key)


def _person(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user


def _own_side(knowledge: Knowledge, key: str) -> tuple[BattleKnown, int]:
    """A battle in which the reader's own armies stand; to everybody else this door does not exist."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    return seen, found(seen.side)


def _as_referee(knowledge: Knowledge, key: str) -> BattleKnown:
    seen: BattleKnown = found(battle_known(knowledge, key))
    if not knowledge.is_referee:
        raise PermissionDenied
    return seen


def _kept(battle: Battle, side: int) -> dict[str, Any]:
    """What the side has typed so far, or what the form begins with."""
    begin = first_entry(parse(battle.file), side)
    row = battle.entries.filter(side=side).first()
    if row is None:
        return begin
    return begin | {key: value for key, value in row.values.items() if key in begin}


def _forms(seen: BattleKnown, side: int, values: Mapping[str, Any] | None, data: Any = None) -> dict[str, Any]:
    file = parse(seen.battle.file)
    own = file.sides[side]
    start: dict[str, Any] = {}
    if values is not None:
        start = shared_initial(values) | army_initial(side, values["units"], values["leaders"])
        start["foe_left"] = values["foe_left"]
    return {
        "shared": SharedForm(data, initial=start, file=file),
        "army": ArmyForm(data, initial=start, side=own, number=side, known=catalogue_of(file)),
        "foe": FoeForm(data, initial=start),
    }


def _all_valid(forms: Mapping[str, Any]) -> bool:
    judged = [form.is_valid() for form in forms.values()]
    return all(judged)


def _take_result(request: HttpRequest, knowledge: Knowledge, seen: BattleKnown, side: int) -> HttpResponse:
    forms = _forms(seen, side, _kept(seen.battle, side), request.POST)
    if not _all_valid(forms):
        return _result_page(request, knowledge, seen, side, forms, status=422)
    try:
        values = _values(request, seen, side, forms)
        if "draft" in request.POST:
            save_draft(battle=seen.battle, side=side, values=values, by=str(request.user))
            messages.success(request, "The draft is kept; nobody else sees it.")
        elif hand_in(battle=seen.battle, side=side, values=values, by=str(request.user)):
            messages.success(request, "Both sides say the same: the battle is settled.")
        else:
            messages.success(request, "Your result is handed in. You may change it until both sides agree.")
    except Refusal as refusal:
        forms["army"].add_error(None, str(refusal))
        return _result_page(request, knowledge, seen, side, forms, status=422)
    return _back(knowledge, seen.battle.key)


def _values(request: HttpRequest, seen: BattleKnown, side: int, forms: Mapping[str, Any]) -> dict[str, Any]:
    shared, army = forms["shared"], forms["army"]
    units = army.units_typed()
    if sent := request.FILES.get("table"):
        units = read_result_csv(_text(sent), parse(seen.battle.file).sides[side])
    return {
        "stage": shared.cleaned_data["stage"], "days": shared.cleaned_data["days"], "stayed": shared.stayed(),
        "leaders": army.leaders_typed(), "units": units, "foe_left": forms["foe"].cleaned_data["foe_left"],
    }  # fmt: skip


def _text(sent: Any) -> str:
    if sent.size > LARGEST_CSV:
        raise Refusal(f"Table: the file has {sent.size:,} bytes, at most {LARGEST_CSV:,} are read.")
    try:
        return str(sent.read().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Refusal("Table: this is not text in UTF-8; save it as CSV in UTF-8.") from None


def _result_page(
    request: HttpRequest, knowledge: Knowledge, seen: BattleKnown, side: int, forms: dict[str, Any], status: int = 200
) -> HttpResponse:
    row = seen.battle.entries.filter(side=side).first()
    context = {
        "knowledge": knowledge, "section": "battles", "line": seen.line, "battle": seen.battle, "entry": row,
        "side_name": parse(seen.battle.file).sides[side].name, **forms,
    }  # fmt: skip
    return render(request, "campaign/result.html", context, status=status)


def _both_kept(battle: Battle, file: BattleFile) -> dict[str, Any]:
    """What both sides have handed in, or nothing hurt: where the referee's form begins."""
    told = entries_of(battle)
    begin = unhurt(file).as_dict()
    made: dict[str, Any] = shared_initial({"stage": "before", "days": 1, "stayed": [True, True]})
    for number in (0, 1):
        entry = told.get(number)
        side = entry.as_dict() if entry else begin["sides"][number]
        made |= army_initial(number, side["units"], side["leaders"])
    if told:
        made |= shared_initial(told[min(told)].as_dict())
    return made


def _ruling_forms(file: BattleFile, start: Mapping[str, Any] | None, data: Any) -> dict[str, Any]:
    known = catalogue_of(file)
    return {
        "shared": SharedForm(data, initial=start, file=file),
        "first": ArmyForm(data, initial=start, side=file.sides[0], number=0, known=known),
        "second": ArmyForm(data, initial=start, side=file.sides[1], number=1, known=known),
        "reason": RulingForm(data),
    }


def _ruled(request: HttpRequest, seen: BattleKnown, file: BattleFile, forms: Mapping[str, Any]) -> bool:
    shared, stayed = forms["shared"].cleaned_data, forms["shared"].stayed()
    sides = [
        {"stayed": stayed[n], "leaders": forms[name].leaders_typed(), "units": forms[name].units_typed()}
        for n, name in enumerate(("first", "second"))
    ]
    typed = {"stage": shared["stage"], "days": shared["days"], "sides": sides}
    reason = forms["reason"].cleaned_data["reason"]
    try:
        methods.rule(engagement=seen.engagement, typed=typed, reason=reason, user=_person(request))
    except Refusal as refusal:
        forms["reason"].add_error(None, str(refusal))
        return False
    messages.success(request, f"{seen.battle} is settled by your ruling.")
    return True


def _ruling_page(
    request: HttpRequest, knowledge: Knowledge, seen: BattleKnown, file: BattleFile, forms: dict[str, Any],
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    told = entries_of(seen.battle)
    rows = disagreements(told[0], told[1], file) if len(told) == 2 else []
    context = {
        "knowledge": knowledge, "section": "battles", "line": seen.line, "battle": seen.battle, "told": sorted(told),
        "differences": rows, "names": [side.name for side in file.sides], **forms,
    }  # fmt: skip
    return render(request, "campaign/ruling.html", context, status=status)


def choice_context(knowledge: Knowledge, seen: BattleKnown) -> dict[str, Any]:
    """What the page of an open battle offers its reader: wishes, terms, entries."""
    battle = seen.battle
    if battle.state != Battle.State.OPEN:
        return {"with_players": False}
    on_the_table = battle.method in (Battle.Method.TABLE, Battle.Method.RULING)
    wishes = {row.side: row for row in battle.wishes.all()}
    names = [side["name"] for side in seen.engagement.details["sides"]]
    handed = set(battle.entries.exclude(handed_in_at=None).values_list("side", flat=True))
    return {
        "with_players": True,
        "reader_side": seen.side,
        "on_the_table": on_the_table,
        "terms": battle,
        "parties": [
            {"name": name, "wish": wishes.get(n), "handed_in": n in handed} for n, name in enumerate(names)
        ],
        "wish_form": WishForm(
            initial={"method": getattr(wishes.get(seen.side or 0), "method", "table")}, on_the_table=on_the_table
        ),
        "choice_form": ChoiceForm(initial={"method": battle.method}),
        "terms_form": TermsForm(
            initial={"play_by": battle.play_by, "fallback": battle.fallback, "patience": battle.patience}
        ),
    }
