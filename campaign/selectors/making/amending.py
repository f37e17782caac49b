"""A war under way as far as its amendments are checked against it; its arrivals and triggers (HR-29)."""

from base.place import JsonPlace
from campaign.models import Campaign, Station
from campaign.rules.ending.aims import Moment
from campaign.rules.files.campaign_file import FORMAT, CampaignFile
from campaign.rules.files.fields import CampaignFileError, read_row
from campaign.rules.files.map import MapRow
from campaign.rules.files.rows import ArmyRow, CalendarRow, EdgeRow, FactionRow, ProvinceRow
from campaign.rules.files.trigger_rows import TriggerRow
from campaign.rules.triggers import Now
from campaign.selectors.race import battle_balance
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


def outline_of(campaign: Campaign) -> CampaignFile:
    """Return names and keys of a war, as a campaign file without its drawing, its generals and its history."""
    factions = {row.pk: row for row in campaign.factions.order_by("order", "pk")}
    provinces = {row.pk: row for row in campaign.provinces.defer("polygon").order_by("name")}
    keys = {pk: row.key for pk, row in factions.items()}
    ways = campaign.edges.order_by("pk").values_list("first_id", "second_id", "kind")
    armies = campaign.stations.filter(province__isnull=False).select_related("army").order_by("faction__order", "pk")
    return CampaignFile(
        format=FORMAT, name=campaign.name,
        calendar=CalendarRow(start=campaign.start_date), map=MapRow(view=(0, 0, 1, 1)),
        factions=tuple(FactionRow(key=row.key, name=row.name) for row in factions.values()),
        provinces=tuple(
            ProvinceRow(key=row.key, name=row.name, controller=keys.get(row.controller_id or 0),
                        home=keys.get(row.home_id or 0), capital=row.capital)
            for row in provinces.values()
        ),
        edges=tuple(EdgeRow(between=(provinces[a].key, provinces[b].key), kind=kind) for a, b, kind in ways),
        armies=tuple(ArmyRow(ref=row.ref, faction=keys[row.faction_id], name=row.army.name) for row in armies),
    )  # fmt: skip


def waiting_amendments(campaign: Campaign) -> list[TriggerRow]:
    """Return what is still to come of a war's triggers."""
    return [row for row in triggers_of(campaign) if not row.fired]
