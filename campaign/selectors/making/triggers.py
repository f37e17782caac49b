"""Arrivals and triggers of a campaign (HR-29), as rows of its file, and the facts that they are held against."""

from base.place import JsonPlace
from campaign.models import Campaign, Station
from campaign.rules.ending.aims import Moment
from campaign.rules.files.fields import CampaignFileError, read_row
from campaign.rules.files.trigger_rows import TriggerRow
from campaign.rules.triggers import Now
from campaign.selectors.battles import battle_balance
from campaign.selectors.war import War
from rosters.models import Unit


def triggers_of(campaign: Campaign) -> tuple[TriggerRow, ...]:
    """Return the triggers of a campaign in the order of its file."""
    place = JsonPlace(campaign.triggers, "triggers", CampaignFileError)
    return tuple(read_row(TriggerRow, item) for item in place.items(most=1000)) if campaign.triggers else ()


def now_of(war: War) -> Now:
    """HR-29 Return the war as its triggers look at it."""
    campaign, turn = war.campaign, war.turn
    moment = Moment(war.theatre, war.armies, turn.number, turn.starts_on, battle_balance(campaign), war.house)
    return Now(moment, _destroyed(campaign))


def _destroyed(campaign: Campaign) -> set[str]:
    """Return the armies that have lost units, and have none left; a merged army's units serve on elsewhere."""
    rows = Station.objects.filter(campaign=campaign)
    serving = rows.filter(army__units__status=Unit.Status.SERVING).values_list("pk", flat=True)
    lost = rows.filter(army__units__status=Unit.Status.LOST).exclude(pk__in=serving)
    return set(lost.values_list("ref", flat=True))
