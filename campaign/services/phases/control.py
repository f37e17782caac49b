"""P11: control (HR-20); and the sightings of each faction when a turn opens, stored as they were seen."""

from django.db.models import Q

from campaign.models import Notice, Province, Sighting
from campaign.rules.march.contact import control
from campaign.rules.march.sighting import in_sight, sight, uncertainty, watched
from campaign.rules.theatre import ProvinceFacts
from campaign.rules.wording import opening
from campaign.selectors.stations import is_last
from campaign.selectors.war import War
from campaign.services.news.events import announce_line
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.together import save_row


def settle_control(*, war: War) -> None:
    """P11, HR-20 Provinces change hands where the occupier alone has infantry; captured depots start later."""
    for key, facts in sorted(war.theatre.provinces.items()):
        found = control(facts, war.armies, war.theatre, war.house)
        if found.controller != facts.controller:
            hand_over(war, war.provinces[key], found.controller or "", why=_why(facts))
        elif found.held_by != facts.fortress_held_by:
            holder = war.factions[found.held_by] if found.held_by else None
            war.provinces[key].fortress_held_by = holder
            save_row(war.provinces[key], "fortress_held_by")


def _why(facts: ProvinceFacts) -> str:
    """HR-20 Return by what a province changes hands; it is silent about which ally stands there, which is no rival's to
    know."""
    return "no enemy is left in the fortress" if facts.fortress else "that side alone is there, with infantry"


def hand_over(war: War, province: Province, to: str, phase: str = "P11", why: str = "") -> None:
    """HR-20 Give a province a new controller, and say ``why``; a captured depot works later."""
    new, turn = war.factions[to], war.turn
    works_from = turn.number + war.house["supply.captured_depot_turns"] if province.depot else province.depot_works_from
    old = next((f for f in war.factions.values() if f.pk == province.controller_id), None)
    province.controller, province.controlled_since = new, turn.number
    province.depot_works_from, province.fortress_held_by = works_from, None
    save_row(province, "controller", "controlled_since", "depot_works_from", "fortress_held_by")
    back = province.home_id == new.pk
    verb = opening(new.name, "wins back", "win back") if back else opening(new.name, "takes", "take")
    taken = f"{verb} {province.name}"
    text = f"{taken}{f' from {old.in_text}' if old else ''}{f': {why}' if why else ''}."
    write_entry(turn=turn, phase=phase, kind="control", text=text, province=province, rule="HR-20",
                details={"to": new.key, "from": old.key if old else None})  # fmt: skip
    if old is not None and province.depot:
        lost = f"The depot at {province.name} is lost to {new.in_text}."
        announce_line(turn=turn, kind=Notice.Kind.EVENT, text=lost, page="game:map", factions=[old])


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
