"""ENG-2 The numbers that a campaign is played with: the referee's choice, on the record."""

from django.contrib.auth.models import User
from django.db import transaction

from battles.models import RulesProfile
from battles.pages.profiles import sheet_of
from campaign.models import Campaign, Turn
from campaign.rules.profile import check_profile
from campaign.selectors.war import current_turn, war_of
from campaign.services.phases.maintenance import set_aside_anew
from campaign.services.record.acts import record_act
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
        key = f"profile:{campaign.referee_acts.count()}"
        set_aside_anew(war=war_of(turn), reason="Maintenance by the new profile", actor=str(actor), key=key)
    return campaign
