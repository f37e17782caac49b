"""P1: events by the table of the campaign (HR-23)."""

from collections.abc import Sequence

from campaign.models import Account, Faction, Notice, WarEvent
from campaign.references import turn_reference
from campaign.rules.course.events import (
    EventRow,
    harvest_text,
    last_turn_of,
    read_events,
    row_for,
    text_with,
    windfall_text,
)
from campaign.rules.theatre import ArmyFacts
from campaign.rules.wording import army_in_text
from campaign.selectors.war import War
from campaign.services.news.events import announce_line
from campaign.services.record.chronicle import write_entry
from campaign.services.record.dice import CampaignCup
from campaign.services.record.points import account, post_points

Kind = WarEvent.Kind


def roll_events(*, war: War, actor: str) -> None:
    """P1, HR-23 A d100 for each faction, where the campaign plays with events."""
    table = read_events(war.campaign.events)
    for faction in war.factions.values() if table else ():
        cup = CampaignCup(war.turn, "event", faction.key)
        row = row_for(cup.roll(100, "event"), table)
        event = _event(war, faction, row, cup) if row else None
        if event is not None:
            _write(war, faction, event, cup, actor)


def _event(war: War, faction: Faction, row: EventRow, cup: CampaignCup) -> WarEvent | None:
    """Draw what a row brings a faction; None where the faction has nothing that this could befall.

    The row's sentence is followed by one that names what it befalls, and whose.
    """
    turn, days = war.turn, war.campaign.turn_days
    until = last_turn_of(row.holds, turn.number, turn.starts_on, days)
    event = WarEvent(
        campaign=war.campaign, kind=row.kind, turn=turn.number, until=min(until, 520), faction=faction, text=row.text,
        for_referee=row.for_referee,
    )  # fmt: skip
    armies = [army for army in war.armies if army.faction == faction.key and army.units]
    if row.kind in (Kind.EPIDEMIC, Kind.MUTINY):
        return _upon_army(war, event, armies, cup)
    if row.kind == Kind.HARVEST:
        return _upon_province(war, event, faction, cup)
    if row.kind == Kind.WINDFALL:
        event.points = cup.roll(10, "windfall")
        return _with_effect(event, windfall_text(faction.name, event.points))
    return _with_effect(event, f"This concerns {faction.in_text}.")


def _with_effect(event: WarEvent, whom: str) -> WarEvent:
    event.text = text_with(event.text, whom)
    return event


def _upon_army(war: War, event: WarEvent, armies: Sequence[ArmyFacts], cup: CampaignCup) -> WarEvent | None:
    if not armies:
        return None
    army = armies[cup.roll(len(armies), "army") - 1]
    event.station = war.stations[army.ref]
    name = f"{army_in_text(army.name)}, an army of {war.factions[army.faction].in_text}"
    if event.kind == Kind.MUTINY:
        unit = army.units[cup.roll(len(army.units), "unit") - 1]
        event.unit, name = war.units[unit.key], f"{army_in_text(str(war.units[unit.key]))} in {name}"
    return _with_effect(event, f"It concerns {name}.")


def _upon_province(war: War, event: WarEvent, faction: Faction, cup: CampaignCup) -> WarEvent | None:
    own = sorted(key for key, p in war.theatre.provinces.items() if p.controller == faction.key and p.value)
    if not own:
        return None
    event.province, event.points = war.provinces[own[cup.roll(len(own), "province") - 1]], 1
    return _with_effect(event, harvest_text(event.province.name, faction.name, 1))


def _write(war: War, faction: Faction, event: WarEvent, cup: CampaignCup, actor: str) -> None:
    event.save()
    if event.kind == Kind.WINDFALL:
        _pay(war, faction, event.points, actor)
    write_entry(
        turn=war.turn, phase="P1", kind="event", text=event.text, rule="HR-23", province=event.province,
        audience=[] if event.for_referee else [faction], details={"dice": cup.thrown, "faction": faction.key},
    )  # fmt: skip
    if not event.for_referee:
        announce_line(turn=war.turn, kind=Notice.Kind.EVENT, text=event.text, page="game:turn", factions=[faction])


def _pay(war: War, faction: Faction, points: int, actor: str) -> None:
    campaign, turn = war.campaign, war.turn
    post_points(
        source=account(campaign=campaign, kind=Account.Kind.EVENTS),
        target=account(campaign=campaign, faction=faction, kind=Account.Kind.TREASURY),
        amount=points, reason="Windfall", reference=turn_reference(campaign.slug, turn.number), actor=actor,
        rule="HR-23", turn=turn.number, key=f"c{campaign.pk}:t{turn.number}.{turn.attempt}:event:{faction.key}",
    )  # fmt: skip
