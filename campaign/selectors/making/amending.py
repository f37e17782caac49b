"""A war under way as far as its amendments are checked against it: factions, provinces, ways and armies."""

from campaign.models import Campaign
from campaign.rules.files.campaign_file import FORMAT, CampaignFile
from campaign.rules.files.map import MapRow
from campaign.rules.files.rows import ArmyRow, CalendarRow, EdgeRow, FactionRow, ProvinceRow
from campaign.rules.files.trigger_rows import TriggerRow
from campaign.selectors.making.triggers import triggers_of


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
