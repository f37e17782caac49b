"""ENG-2 The numbers that a campaign is played with: the referee's choice, on the record."""

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import RulesProfile
from battles.pages.profiles import sheet_of
from campaign.models import Account, Campaign, Faction, Turn
from campaign.references import turn_reference
from campaign.rules.profile import check_profile
from campaign.selectors.war import War, current_turn, war_of
from campaign.services.acts import record_act
from campaign.services.maintenance import upkeep_of, upkeep_reserved
from campaign.services.points import balances, release, reserve
from rosters.rules.refusal import Refusal

FROM_NOW_ON = "The profile is changed while orders are open, so that everybody sees it before the seal: wait for that."


@transaction.atomic
def choose_profile(*, campaign: Campaign, profile: RulesProfile | None, actor: User) -> Campaign:
    """Take a profile's numbers over as they stand now, or go back to the shipped ones (None).

    Each battle that is opened from then on carries them; an open one keeps its own. A later change of the profile
    does not reach the campaign until it is chosen again.
    """
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    turn = current_turn(campaign)
    if turn is not None and turn.state != Turn.State.OPEN:
        raise Refusal(f"profile: {FROM_NOW_ON}")
    values = profile.values if profile else {}
    check_profile(values)
    campaign.profile = values
    campaign.save(update_fields=["profile"])
    sheet = sheet_of(values)
    record_act(campaign=campaign, user=actor, act=f"chose the profile “{sheet.name}” ({sheet.digest[:19]}…)")
    if turn is not None and turn.muster:
        _set_aside_anew(war_of(turn), actor)
    return campaign


def _set_aside_anew(war: War, actor: User) -> None:
    """HR-6 Upkeep was set aside by the old numbers when the turn opened."""
    number = war.campaign.referee_acts.count()
    held = balances(factions=war.factions.values())
    for faction in war.factions.values():
        missing = upkeep_of(war, faction) - upkeep_reserved(faction, war.turn.pk)
        _post(war, faction, min(missing, held[faction.pk, Account.Kind.TREASURY]), str(actor), number)


def _post(war: War, faction: Faction, amount: int, actor: str, number: int) -> None:
    post, at = reserve if amount > 0 else release, f"t{war.turn.number}.{war.turn.attempt}"
    if amount:
        post(faction=faction, amount=abs(amount), reason="Maintenance by the new profile", actor=actor, rule="HR-6",
             reference=turn_reference(war.campaign.slug, war.turn.number), turn=war.turn.number,
             key=f"c{war.campaign.pk}:{at}:profile:{number}:{faction.key}")  # fmt: skip
