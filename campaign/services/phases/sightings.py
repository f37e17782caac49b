"""Sightings of each faction when a turn opens, stored as they were seen (HR-22)."""

from campaign.models import Sighting
from campaign.rules.sighting import in_sight, sight, uncertainty
from campaign.selectors.war import War
from campaign.services.record.dice import CampaignCup


def store_sightings(*, war: War) -> None:
    """HR-22 Roll and keep each faction's reports of the foreign armies in its sight."""
    rows = []
    for viewer in war.factions.values():
        for army in in_sight(viewer.key, war.armies, war.theatre):
            cup = CampaignCup(war.turn, "sighting", f"{viewer.key}:{army.ref}")
            report = sight(army, uncertainty(viewer.key, army, war.armies, war.theatre, war.house), cup)
            rows.append(Sighting(
                turn=war.turn, viewer=viewer, station=war.stations[army.ref], seen_faction=war.factions[army.faction],
                province=war.provinces[army.province], name=army.name, units_low=report.low,
                units_high=report.high, units_shown=report.shown,
            ))  # fmt: skip
    Sighting.objects.bulk_create(rows)
