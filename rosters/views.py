"""Public pages: the units, and the list checker. Armies of a campaign have their pages in the campaign."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from rosters.catalogue_page import own_rows
from rosters.forms import ListForm, note_encoding
from rosters.pages import list_page
from rosters.rules.catalogue import catalogue
from rosters.rules.notation import print_roster
from rosters.rules.purchase import check_list
from rosters.war_types import WarTypes, types_of_wars

LONGEST_LINK = 3_000
EXAMPLES = {
    "A400": ("average", "Elite, 5 Line, 2 Militia, 2 Heavy cav, 2 Light cav, 2 Heavy art"),
    "G360": ("good", "Elite, 6 Line, Heavy cav, 2 Light cav, Heavy art, Horse art, Engineer"),
    "P440": ("poor", "Elite, 6 Line, 3 Militia, 2 Heavy cav, Light cav, Irregular cav, 2 Heavy art"),
    "X320": ("great", "Elite Guard, 5 Line, Heavy cav, Light cav, Heavy art Guard, Horse art, Engineer"),
}


@require_http_methods(["GET", "HEAD", "POST"])
def list_checker(request: HttpRequest) -> HttpResponse:
    """REC-8: a list against every criterion. A list that fits into a link is shown at its link."""
    if request.method == "POST":
        form = ListForm(request.POST, request.FILES, wars=_wars(request))
        if form.is_valid():
            note_encoding(request, form.cleaned_data["table"])
            if len(link := _link(form)) <= LONGEST_LINK:
                return redirect(f"{link}#verdict")
        return _page(request, form)
    if "roster" in request.GET:
        return _page(request, ListForm(_defaults() | request.GET.dict(), wars=_wars(request)))
    return _page(request, ListForm(initial={"war": request.GET.get("war", "")}, wars=_wars(request)))


def _wars(request: HttpRequest) -> tuple[WarTypes, ...]:
    """Return the wars whose unit types a list may have."""
    key = (request.POST or request.GET).get("war", "")
    return types_of_wars(reader=request.user, key=key)


def _page(request: HttpRequest, form: ListForm) -> HttpResponse:
    tables = replace(catalogue(), own=form.own)
    context = {"form": form, "examples": _examples(), "check": None, "own": own_rows(tables)}
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        check = check_list(data["roster"], data["skill"], data["base"], data["wings"], tables)
        context |= {"check": list_page(data["roster"], check, tables), "link": _link(form)}
    return render(request, "rosters/list_checker.html", context, status=422 if form.errors else 200)


def _link(form: ListForm) -> str:
    data = form.cleaned_data
    return _checker_link(print_roster(data["roster"]), data["skill"], data["base"], data["wings"], data.get("war", ""))


def _checker_link(roster: str, skill: str, base: int = 400, wings: int = 0, war: str = "") -> str:
    query: dict[str, str | int] = {"roster": roster, "skill": skill, "base": base, "wings": wings}
    query |= {"war": war} if war else {}
    return f"{reverse('list_checker')}?{urlencode(query)}"


def _defaults() -> dict[str, str]:
    return {name: str(field.initial) for name, field in ListForm.base_fields.items() if field.initial is not None}


def _examples() -> list[tuple[str, str]]:
    return [(name, _checker_link(roster, skill)) for name, (skill, roster) in EXAMPLES.items()]
