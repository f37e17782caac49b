"""Rules profiles: the shipped numbers for everybody who is logged in, one's own to change, to compare, to give away."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from base.pages.found import found
from base.pages.person import person_of
from base.refusal import Refusal
from battles.forms.profiles import CopyForm, UploadForm
from battles.models import RulesProfile
from battles.pages.profiles import (
    SHIPPED,
    difference_page,
    number_sheet_of,
    number_sheet_page,
    profile_file,
    shipped_key,
    shipped_rules,
    source_choices,
    unit_tables,
)
from battles.replies.battle import download
from battles.replies.refusals import refused_on
from battles.resolvers.contract.numbers import NumberSheet
from battles.resolvers.contract.registry import DEFAULT, name_of, offered
from battles.selectors import own_profile, own_profiles
from battles.services.profiles import change_profile, create_profile, delete_profile


@require_GET
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the shipped numbers and my profiles."""
    return _index(request)


@require_POST
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Copy the shipped numbers, or one of my profiles, under a new name."""
    user = person_of(request)
    form = CopyForm(request.POST, choices=source_choices(own_profiles(user=user)))
    if form.is_valid():
        key = form.cleaned_data["source"] or SHIPPED
        source = own_profile(user=user, key=key)
        try:
            made = create_profile(
                owner=user, name=form.cleaned_data["name"], values=source.values if source else {},
                rules=source.rules if source else shipped_rules(key) or DEFAULT,
            )  # fmt: skip
        except Refusal as refusal:
            form.add_error("name", _sentence(refusal))
        else:
            return redirect("profile_edit", key=made.key)
    return _index(request, copy=form)


@require_POST
@login_required
def upload(request: HttpRequest) -> HttpResponse:
    """Show a profile from a file."""
    form = UploadForm(request.POST, request.FILES)
    if form.is_valid():
        with refused_on(form, "upload"):
            made = create_profile(owner=person_of(request), name=form.name, values=form.values, rules=form.rules)
            if form.warning:
                messages.warning(request, form.warning)
            return redirect("profile", key=made.key)
    return _index(request, upload=form)


@require_GET
@login_required
def profile(request: HttpRequest, key: str) -> HttpResponse:
    """Show all numbers of a profile, what differs from the shipped ones marked."""
    found, rules = _numbers(request, key)
    context = {
        "profile": found,
        "shipped_key": key,
        "rules_name": name_of(rules),
        **number_sheet_page(_sheet(found, rules)),
    }
    return render(request, "battles/numbers/profile.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Type in one's own numbers."""
    found = _own(request, key)
    if request.method != "POST":
        return _form(request, found, name=found.name)
    texts = {path: text for path, text in request.POST.items() if isinstance(text, str)}
    name = texts.get("name", "")
    try:
        change_profile(profile=found, name=name, texts=texts, digest=texts.get("digest", ""))
    except Refusal as refusal:
        return _form(request, found, name=name, typed=texts, refusal=str(refusal))
    messages.success(request, "The profile is saved. Campaigns and battles that already use its numbers keep theirs.")
    return redirect("profile", key=key)


@require_POST
@login_required
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Put a profile away."""
    found = _own(request, key)
    delete_profile(profile=found)
    messages.success(request, f"{found.name} is archived. Campaigns and battles keep the numbers they took from it.")
    return redirect("profiles")


@require_GET
@login_required
def file(request: HttpRequest, key: str) -> HttpResponse:
    """Show a profile as a file."""
    found, rules = _numbers(request, key)
    sheet = _sheet(found, rules)
    return download(profile_file(sheet.name, rules, found.values if found else {}, sheet.digest))


@require_GET
@login_required
def compare(request: HttpRequest) -> HttpResponse:
    """Show where two profiles differ."""
    own = own_profiles(user=person_of(request))
    first, second = (request.GET.get(name, "") for name in ("first", "second"))
    other, others = _numbers(request, second or SHIPPED)
    first = first or shipped_key(others)
    one, rules = _numbers(request, first)
    context: dict[str, Any] = {
        "choices": source_choices(own), "chosen_first": first, "chosen_second": second or SHIPPED,
    }  # fmt: skip
    if rules != others:
        names = {"first_rules": name_of(rules), "second_rules": name_of(others)}
        return render(request, "battles/numbers/profile_compare.html", context | names, status=422)
    page = difference_page(_sheet(one, rules), _sheet(other, rules))
    return render(request, "battles/numbers/profile_compare.html", context | page)


def _index(request: HttpRequest, *, copy: CopyForm | None = None, upload: UploadForm | None = None) -> HttpResponse:
    own = own_profiles(user=person_of(request))
    context = {
        "profiles": [(one, len(number_sheet_of(one.values, one.rules).changes())) for one in own],
        "shipped": [(shipped_key(slug), name, number_sheet_of({}, slug)) for slug, name in offered()],
        "copy": copy or CopyForm(choices=source_choices(own)),
        "upload": upload or UploadForm(),
    }
    return render(request, "battles/numbers/profiles.html", context, status=422 if copy or upload else 200)


def _form(request: HttpRequest, found: RulesProfile, *, name: str, typed: dict[str, str] | None = None,
          refusal: str = "") -> HttpResponse:  # fmt: skip
    page = number_sheet_page(_sheet(found, found.rules), typed, refusal)
    context = {"profile": found, "rules_name": name_of(found.rules), "name": name, "refusal": refusal, **page}
    return render(request, "battles/numbers/profile_form.html", context, status=422 if refusal else 200)


def _numbers(request: HttpRequest, key: str) -> tuple[RulesProfile | None, str]:
    """Return a profile of the reader's, or None for shipped numbers, and the rule system that it belongs to."""
    rules = shipped_rules(key)
    found = _own(request, key) if rules is None else None
    return found, found.rules if found else rules or DEFAULT


def _sheet(found: RulesProfile | None, rules: str) -> NumberSheet:
    return number_sheet_of(found.values if found else {}, rules)


def _sentence(refusal: Refusal) -> str:
    text = str(refusal).removeprefix("name: ")
    return text[:1].upper() + text[1:]


def _own(request: HttpRequest, key: str) -> RulesProfile:
    return found(own_profile(user=person_of(request), key=key))


@require_safe
def unit_list(request: HttpRequest) -> HttpResponse:
    """Show every number of the catalogue with its tag, and those that the default rules fight with."""
    return render(request, "rosters/units.html", {"tables": unit_tables({}, DEFAULT)})
