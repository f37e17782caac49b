"""ENG-2 The rules and numbers that a campaign is played with: the referee's choice, on the record."""

from django.contrib.auth.models import User
from django.db import transaction

from base.refusal import Refusal
from battles.models import RulesProfile
from battles.pages.profiles import number_sheet_of
from battles.resolvers.contract.registry import name_of, system
from campaign.models import Campaign, Turn
from campaign.rules.fighting.plan import check_profile
from campaign.selectors.war import current_turn, war_of
from campaign.services.phases.maintenance import set_aside_anew
from campaign.services.record.chronicle import record_act

_OPEN = "only while orders are open, so that everybody sees it before the seal: wait for the next turn."
FROM_NOW_ON = {"profile": f"The profile can be changed {_OPEN}", "rules": f"The rules can be changed {_OPEN}"}


@transaction.atomic
def choose_profile(*, campaign: Campaign, profile: RulesProfile | None, actor: User) -> Campaign:
    """Take a profile's numbers over as they stand now, or go back to the shipped ones (None).

    Each battle that is opened from then on carries them; an open one keeps its own. A later change of the profile
    does not reach the campaign until it is chosen again.
    """
    campaign, turn = _locked(campaign, "profile")
    if profile is not None and profile.rules != campaign.rules:
        raise Refusal(f"profile: “{profile.name}” belongs to {name_of(profile.rules)}; battles here are fought by "
                      f"{name_of(campaign.rules)}. Choose a profile of these rules, or the rules first.")  # fmt: skip
    values = profile.values if profile else {}
    check_profile(values, campaign.rules)
    campaign.profile = values
    campaign.save(update_fields=["profile"])
    sheet = number_sheet_of(values, campaign.rules)
    record_act(campaign=campaign, user=actor, act=f"chose the profile “{sheet.name}” ({sheet.digest[:19]}…)")
    _maintain_anew(campaign, turn, actor)
    return campaign


@transaction.atomic
def choose_rules(*, campaign: Campaign, rules: str, actor: User) -> Campaign:
    """Have the battles to come fought by another rule system, with its shipped numbers and its own options at rest.

    Battles that are open keep their rules; the referee may change those of one that is not laid out yet.
    """
    campaign, turn = _locked(campaign, "rules")
    name = system(rules).name
    if rules == campaign.rules:
        return campaign
    had_profile = bool(campaign.profile)
    campaign.rules, campaign.profile, campaign.rule_options, campaign.rules_offered = rules, {}, {}, False
    campaign.save(update_fields=["rules", "profile", "rule_options", "rules_offered"])
    act = f"decided that battles are fought by {name}, with its numbers as shipped"
    record_act(campaign=campaign, user=actor, act=act)
    if had_profile:
        _maintain_anew(campaign, turn, actor)
    return campaign


def _locked(campaign: Campaign, field: str) -> tuple[Campaign, Turn | None]:
    """Return the campaign for writing and its turn; Refusal while a turn is run."""
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    turn = current_turn(campaign)
    if turn is not None and turn.state != Turn.State.OPEN:
        raise Refusal(f"{field}: {FROM_NOW_ON[field]}")
    return campaign, turn


def _maintain_anew(campaign: Campaign, turn: Turn | None, actor: User) -> None:
    """Reckon the upkeep of the units anew."""
    if turn is not None and turn.muster:
        key = f"profile:{campaign.referee_acts.count()}"
        set_aside_anew(war=war_of(turn), reason="Maintenance by the new profile", actor=str(actor), key=key)
