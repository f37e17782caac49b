"""P1 and P12: arrivals and triggers (HR-29), each once."""

from collections.abc import Callable, Mapping

from django.utils.text import slugify

from base.words import listed
from campaign.models import Campaign, Faction, Leader, Notice, Relation, Station, Turn
from campaign.references import turn_reference
from campaign.rules.diplomacy import NEWS
from campaign.rules.ending.victory import Verdict
from campaign.rules.files.trigger_rows import EffectRow, TriggerRow
from campaign.rules.files.unit_type_rows import effect_items
from campaign.rules.theatre import standing_in
from campaign.rules.triggers import Places, blocked, holds, place_of
from campaign.rules.wording import army_in_text, army_opens
from campaign.selectors.making.amending import now_of, triggers_of
from campaign.selectors.own_types import own_types_of
from campaign.selectors.references import free_army_ref, free_leader_ref
from campaign.selectors.war import War, war_of
from campaign.services.news.events import announce_line
from campaign.services.phases.control import hand_over
from campaign.services.phases.opening.newcomers import add_faction, add_points, add_units, add_way, write_arrival
from campaign.services.record.chronicle import write_entry
from rosters.services import raise_army

RULE = "HR-29"


def run_triggers(*, turn: Turn, actor: str) -> None:
    """P1, HR-29 What is due happens, in the order of the file and each trigger once; later ones see what earlier ones
    brought. Triggers that end the war are looked at in P12."""
    for number, row in enumerate(triggers_of(turn.campaign)):
        if row.fired or row.ends:
            continue
        war = war_of(turn)
        if holds(row, now_of(war)) and not _waits(war, row):
            note_fired(turn, number)
            _happen(war, row, actor)


def ending(war: War) -> tuple[int, Verdict] | None:
    """P12, HR-29 The trigger that ends the war now, by its place, and its verdict; None while none does."""
    for number, row in enumerate(triggers_of(war.campaign)):
        if row.ends and holds(row, now_of(war)):
            winners = next(effect.winners for effect in row.effects if effect.kind == "end")
            return number, Verdict(winners, row.text.rstrip(".") or "the war was to end so")
    return None


def note_fired(turn: Turn, number: int) -> None:
    """Note on which turn a trigger happened: it never does again, unless that turn is taken back."""
    campaign = turn.campaign
    campaign.triggers[number] = {**campaign.triggers[number], "fired": turn.number}
    Campaign.objects.filter(pk=campaign.pk).update(triggers=campaign.triggers)


def _waits(war: War, row: TriggerRow) -> bool:
    """HR-29 Whether a trigger waits for room on the map, or for a faction that is still to come."""
    named = {key for effect in row.effects for key in (effect.faction, *effect.between) if key}
    missing = named - war.factions.keys() - {effect.ref for effect in row.effects if effect.kind == "faction"}
    return bool(missing) or blocked(row, war.theatre, war.armies, _places(war))


def _places(war: War) -> Places:
    return {key: (row.x, row.y) for key, row in war.provinces.items()}


def _happen(war: War, row: TriggerRow, actor: str) -> None:
    readers = _readers(war, row)
    text = row.text or f"The trigger {row.key} has happened."
    write_entry(turn=war.turn, phase="P1", kind="trigger", text=text, audience=readers, rule=RULE,
                details={"trigger": row.key})  # fmt: skip
    if readers is None or readers:
        announce_line(turn=war.turn, kind=Notice.Kind.EVENT, text=text, page="game:turn", factions=readers)
    for nth, effect in enumerate(row.effects):
        if bring := BRINGS.get(effect.kind):
            bring(war_of(war.turn) if nth else war, effect, f"{row.key}-{nth}", actor)


def _readers(war: War, row: TriggerRow) -> list[Faction] | None:
    """Return who reads the text: None for everybody, nobody where it is the referee's or there is none."""
    if row.for_referee or not row.text:
        return []
    return [war.factions[key] for key in row.readers] or None


def _army(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-29 An army comes with its units and generals; where no place is left for it, it never does."""
    faction, place = war.factions[effect.faction or ""], place_of(effect, war.theatre, war.armies, _places(war))
    if place is None:
        return write_arrival(war, faction, f"{army_opens(effect.name, 'finds', 'find')} no way into the war.")
    army = raise_army(
        name=effect.name, items=effect_items(effect, own_types_of(war.campaign)), reference=_reference(war), actor=actor
    )
    made = _generals(war, faction, effect)
    station = Station.objects.create(
        campaign=war.campaign, faction=faction, army=army,
        ref=free_army_ref(war.campaign, effect.ref or f"{faction.key}-{key}"), province=war.provinces[place],
        leader=made[0] if made else None, entered_on_turn=war.turn.number,
    )  # fmt: skip
    station.wings.add(*made[1:])
    where = war.provinces[place]
    return write_arrival(war, faction, f"{army_opens(army.name, 'arrives', 'arrive')} at {where.name}.", where)


def _reference(war: War) -> str:
    return turn_reference(war.campaign.slug, war.turn.number)


def _generals(war: War, faction: Faction, effect: EffectRow) -> list[Leader]:
    return [
        Leader.objects.create(
            campaign=war.campaign, faction=faction, name=one.name, skill=one.skill,
            ref=free_leader_ref(war.campaign.pk, slugify(one.name)[:52].strip("-_") or faction.key),
        )
        for one in effect.generals
    ]  # fmt: skip


def _general(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-29, HR-7 Generals come without an army, and wait for a post like others; or go to an army that is named."""
    faction = war.factions[effect.faction or ""]
    meant = war.stations.get(effect.ref)
    own = meant is not None and meant.faction_id == faction.pk
    for leader in _generals(war, faction, effect):
        if own:
            leader.bound_for, leader.back_on_turn = effect.ref, war.turn.number
            leader.save(update_fields=["bound_for", "back_on_turn"])
    names = listed([one.name for one in effect.generals])
    to = f" and goes to {army_in_text(str(meant))}" if own else ""
    write_arrival(war, faction, f"{names} {'joins' if len(effect.generals) == 1 else 'join'} the war{to}.")


def _relation(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-3 From this turn on; public, as every change of a relation."""
    first, second = sorted((war.factions[one] for one in effect.between), key=lambda row: row.pk)
    rows = Relation.objects.filter(campaign=war.campaign, first=first, second=second).exclude(kind=effect.relation)
    if rows.update(kind=effect.relation, since=war.turn.number):
        text = f"From now on {first.in_text} and {second.in_text} {NEWS[effect.relation]}."
        write_entry(turn=war.turn, phase="P1", kind="relation", text=text, rule="HR-3")


def _provinces(war: War, effect: EffectRow, key: str, actor: str) -> None:
    """HR-20 Provinces go over in which no army of an enemy of the new master is."""
    taker = effect.faction or ""
    for name in effect.provinces:
        here = [army for army in standing_in(name, war.armies) if army.units]
        held = any(war.theatre.at_war(army.faction, taker) for army in here)
        if not held and war.theatre.provinces[name].controller != taker:
            hand_over(war, war.provinces[name], taker, phase="P1")


Bring = Callable[[War, EffectRow, str, str], None]
BRINGS: Mapping[str, Bring] = {
    "army": _army, "general": _general, "points": add_points, "relation": _relation, "province": _provinces,
    "way": add_way, "faction": add_faction, "units": add_units,
}  # fmt: skip
"""Kind of an effect → how it is brought about; a story has its text alone, an end its verdict in P12."""
