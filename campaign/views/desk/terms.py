"""The terms of battles to come: their rules, their numbers, and when they are fought."""

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from base.pages.person import person_of
from base.refusal import Refusal
from battles.pages.profiles import number_sheet_of, profile_choices
from battles.replies.refusals import refusals_shown
from battles.selectors import own_profile, own_profiles
from campaign.forms.desk import KEEP, ProfileForm
from campaign.forms.tables import PolicyForm, RulesForm
from campaign.models import Campaign
from campaign.selectors.war import current_turn, turns_left
from campaign.services.phases.fighting.methods import set_battle_policy, set_battle_rules
from campaign.services.profiles import choose_profile, choose_rules
from campaign.views.desk.referee import desk_button, desk_page, referee_only


@referee_only()
def terms(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Show the rules, the numbers and the terms of battles to come, each in its form."""
    return _terms(request, campaign)


def _terms(request: HttpRequest, campaign: Campaign, **refused: BaseForm) -> HttpResponse:
    """Show the page; a form that was refused keeps what was sent."""
    forms = {
        "rules_form": RulesForm(initial={"rules": campaign.rules}),
        "profile_form": _profile_form(request, campaign),
        "policy": policy_form(campaign),
        "turns_left": turns_left(campaign, current_turn(campaign)),
    }
    return desk_page(request, campaign, "desk/terms.html", status=422 if refused else 200, **forms | refused)


def _profile_form(request: HttpRequest, campaign: Campaign) -> ProfileForm:
    own = [one for one in own_profiles(user=person_of(request)) if one.rules == campaign.rules]
    return ProfileForm(profiles=profile_choices(own), now=number_sheet_of(campaign.profile, campaign.rules).name)


def policy_form(campaign: Campaign) -> PolicyForm:
    """Return the form with the terms in force."""
    names = ("days", "fallback", "patience", "max_days")
    initial = {name: getattr(campaign, f"battle_{name}") for name in names}
    return PolicyForm(initial=initial, rules=campaign.rules, values=campaign.rule_options)


@referee_only("POST")
def rules(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Have the battles to come fought by another rule system."""
    form = RulesForm(request.POST)
    if not form.is_valid():
        return _terms(request, campaign, rules_form=form)
    with refusals_shown(request):
        choose_rules(campaign=campaign, actor=person_of(request), **form.cleaned_data)
        messages.success(request, "Battles that are opened from now on are fought by these rules.")
    return redirect("desk_terms", slug=campaign.slug)


@desk_button("desk_terms")
def profile(request: HttpRequest, campaign: Campaign) -> str:
    """Take the numbers of a profile over, or go back to the shipped ones."""
    user, chosen = person_of(request), request.POST.get("profile", KEEP)
    if chosen == KEEP:
        return ""
    profile = own_profile(user=user, key=chosen) if chosen else None
    if chosen and profile is None:
        raise Refusal("Profile: choose one of those listed.")
    choose_profile(campaign=campaign, profile=profile, actor=user)
    return "Battles that are opened from now on use these numbers."


@referee_only("POST")
def policy(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """Set how the battles to come are decided."""
    form = PolicyForm(request.POST, rules=campaign.rules)
    if not form.is_valid():
        return _terms(request, campaign, policy=form)
    terms = {name: form.cleaned_data[name] for name in ("days", "fallback", "patience")}
    days, user = form.cleaned_data["max_days"], person_of(request)
    set_battle_policy(campaign=campaign, user=user, **terms)
    set_battle_rules(campaign=campaign, user=user, options=campaign.rule_options | form.chosen(), max_days=days)
    messages.success(request, "Saved for future battles; open ones keep their terms.")
    return redirect("desk_terms", slug=campaign.slug)
