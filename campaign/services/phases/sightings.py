"""Sightings of each faction when a turn opens, stored as they were seen (HR-22)."""

from django.db.models import Q

from campaign.models import Sighting
from campaign.rules.march.sighting import in_sight, sight, uncertainty, watched
from campaign.selectors.stations import is_last
from campaign.selectors.war import War
from campaign.services.record.dice import CampaignCup


def store_sightings(*, war: War) -> None:
    """HR-22 Roll and keep each faction's reports of the foreign armies in its sight, and note which are gone."""
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
    _note_gone(war)


def _note_gone(war: War) -> None:
    """HR-22 Note the armies of earlier reports whose place a faction sees without them."""
    rows = Sighting.objects.filter(turn__campaign=war.campaign)
    old = rows.filter(is_last(rows), turn__number__lt=war.turn.number, gone_on=0)
    empty = Q(pk__in=[])
    for viewer in war.factions.values():
        places = watched(viewer.key, war.armies, war.theatre)
        empty |= Q(viewer=viewer, province__in=[war.provinces[key] for key in sorted(places)])
    gone = list(old.filter(empty).values_list("pk", flat=True))
    Sighting.objects.filter(pk__in=gone).update(gone_on=war.turn.number)
