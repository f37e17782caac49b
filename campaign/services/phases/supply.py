"""P10, first half: guerrillas and supply (HR-18)."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse

from base.words import listed, sentence
from campaign.models import Notice, Province, Station
from campaign.rules.march.supply import guerrillas, guerrillas_roll, trace
from campaign.rules.orders.kinds import FORCED
from campaign.rules.theatre import ALLIED, TRANSIT, ArmyFacts
from campaign.rules.wording import army_in_text
from campaign.selectors.war import War
from campaign.services.news import Note, Recipients, notify_each
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup


def roll_guerrillas(*, war: War) -> War:
    """P10, HR-18 One d10 for each rated province that concerns a faction its guerrillas fight."""
    active = set()
    for key, province in sorted(war.theatre.provinces.items()):
        reach = {f for f in war.theatre.factions if war.theatre.relation(province.controller, f) in (ALLIED, TRANSIT)}
        if guerrillas_roll(province, war.armies, frozenset(reach)):
            cup = CampaignCup(war.turn, "guerrillas", key)
            if guerrillas(province, cup):
                active.add(key)
                _write_line(war, key, cup)
    rows = Province.objects.filter(campaign=war.campaign)
    rows.filter(guerrillas_active=True).exclude(key__in=active).update(guerrillas_active=False)
    rows.filter(key__in=active).update(guerrillas_active=True)
    facts = {key: replace(p, guerrillas_active=key in active) for key, p in war.theatre.provinces.items()}
    return replace(war, theatre=replace(war.theatre, provinces=facts))


def _write_line(war: War, key: str, cup: CampaignCup) -> None:
    fought = [war.factions[f] for f in war.theatre.provinces[key].guerrilla_fights if f in war.factions]
    text = f"Guerrillas are active at {war.provinces[key].name}."
    write_entry(turn=war.turn, phase="P10", kind="guerrillas", text=text,
                audience=fought, province=war.provinces[key], rule="HR-18", details={"dice": cup.thrown})  # fmt: skip


def _passed(war: War) -> dict[str, tuple[str, ...]]:
    """HR-18 The provinces that armies have entered and left this turn: the first ones of forced marches."""
    forced = [order for order in war.rows.orders if order.kind == FORCED and len(order.path) == 2]
    ways = {order.station.ref: tuple(order.path) for order in forced}
    return {
        army.ref: (way[0],)
        for army in war.armies
        if (way := ways.get(army.ref)) and (army.came_from, army.province, army.entered_impulse) == (*way, 2)
    }


def trace_supply(*, war: War) -> None:
    """P10, HR-18 Trace every army's supply; armies in a battle that is still open are passed over."""
    rows, passed = [], _passed(war)
    for army in war.armies:
        if army.engaged:
            continue
        station = war.stations[army.ref]
        supply = trace(army, war.armies, war.theatre, war.turn.number, war.house, passed.get(army.ref, ()))
        station.supply_path, station.in_supply = list(supply.path), supply.supplied
        station.turns_unsupplied = 0 if supply.supplied else station.turns_unsupplied + 1
        rows.append(station)
    Station.objects.bulk_update(rows, ["supply_path", "in_supply", "turns_unsupplied"])
    _announce(war, [army for army in war.armies if not army.engaged and war.stations[army.ref].turns_unsupplied == 1])


def _announce(war: War, cut_off: Sequence[ArmyFacts]) -> None:
    """Notify the players of each side of its armies that are out of supply since this turn."""
    path, notes = reverse("game:list", args=[war.campaign.slug]), []
    for key in sorted({army.faction for army in cut_off}):
        own = [f"{army_in_text(army.name)} at {war.provinces[army.province].name}"
               for army in cut_off if army.faction == key]  # fmt: skip
        text = sentence(f"{listed(own)} {'is' if len(own) == 1 else 'are'} out of supply.")
        fact = f"turn:{war.turn.pk}.{war.turn.attempt}:supply:{war.factions[key].pk}"
        notes.append(Note(Notice.Kind.EVENT, fact, text, Recipients.factions_of([war.factions[key]]), path))
    notify_each(war.campaign, notes)
