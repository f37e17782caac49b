"""The numbers that a campaign and its battles are played with: open to every member."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from base.pages.found import found
from base.refusal import Refusal
from battles.pages.profiles import number_sheet_of, number_sheet_page, profile_file, unit_tables
from battles.replies.battle import download
from battles.resolvers.contract.registry import name_of
from battles.services.profiles import create_profile
from campaign.rules.files.schema import campaign_schema
from campaign.views.access import Knowledge, member_page
from campaign.visibility.battles.battles import BattleKnown, battle_known


@member_page()
def numbers(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the numbers in force, the shipped ones beside them."""
    return _sheet(request, knowledge, knowledge.campaign.profile, knowledge.campaign.rules)


@member_page()
def units(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """ENG-1 The units with the numbers in force."""
    campaign = knowledge.campaign
    context = {"knowledge": knowledge, "tables": unit_tables(campaign.profile, campaign.rules)}
    return render(request, "rosters/units.html", context)


@member_page()
def battle_numbers(request: HttpRequest, knowledge: Knowledge, key: str) -> HttpResponse:
    """Show the numbers that one battle carries."""
    seen: BattleKnown = found(battle_known(knowledge, key))
    battle = seen.battle
    return _sheet(request, knowledge, battle.file.get("profile") or {}, battle.rules, line=seen.line)


@member_page()
def numbers_file(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Show the numbers in force as a profile's file."""
    campaign = knowledge.campaign
    sheet = number_sheet_of(campaign.profile, campaign.rules)
    return download(profile_file(sheet.name, campaign.rules, campaign.profile, sheet.digest))


@member_page("POST")
def copy(request: HttpRequest, knowledge: Knowledge) -> HttpResponse:
    """Copy the numbers in force into a profile of one's own."""
    if not isinstance(request.user, User):
        raise Http404
    campaign = knowledge.campaign
    name = f"{number_sheet_of(campaign.profile, campaign.rules).name} ({campaign.name})"[:80].strip()
    try:
        made = create_profile(owner=request.user, name=name, values=campaign.profile, rules=campaign.rules)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("game:numbers", slug=knowledge.campaign.slug)
    messages.success(request, f"{made.name} is one of your profiles now.")
    return redirect("profiles")


def _sheet(
    request: HttpRequest, knowledge: Knowledge, values: dict[str, Any], rules: str, **more: object
) -> HttpResponse:
    numbers = {"rules_name": name_of(rules), **number_sheet_page(number_sheet_of(values, rules)), **more}
    context = {"knowledge": knowledge, "section": "battles", **numbers}
    return render(request, "campaign/numbers.html", context)


@require_GET
def campaign_file_schema(request: HttpRequest) -> JsonResponse:
    """Return the schema of the campaign file as this site reads it."""
    return JsonResponse(campaign_schema(), content_type="application/schema+json", json_dumps_params={"indent": 1})
