"""Arrivals and triggers (HR-29): whether a trigger's conditions hold, where an army arrives, and both in words."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from base.refusal import Refusal
from base.words import counted, listed
from campaign.rules.drafts.pasted import key_for
from campaign.rules.drafts.triggers import effects_of
from campaign.rules.drafts.ways import KINDS
from campaign.rules.ending.aims import Moment
from campaign.rules.ending.victory import alliances
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.checking.trigger_checks import trigger_faults
from campaign.rules.files.trigger_rows import ConditionRow, EffectRow, TriggerRow
from campaign.rules.theatre import ArmyFacts, Theatre, standing_in
from rosters.rules.notation import parse_roster, print_roster

Places = Mapping[str, tuple[float, float]]
"""Province → where it is on the map; y runs down."""


@dataclass(frozen=True)
class Now:
    """The war when triggers are looked at: what victory looks at, and the armies that were and are no more."""

    moment: Moment
    destroyed: Collection[str] = ()

    @property
    def theatre(self) -> Theatre:
        """The land at this moment."""
        return self.moment.theatre


def holds(row: TriggerRow, now: Now) -> bool:
    """HR-29 Whether all conditions of a trigger hold, and it has not happened yet."""
    return not row.fired and all(_holds(condition, now) for condition in row.conditions)


def _holds(row: ConditionRow, now: Now) -> bool:
    theatre, moment = now.theatre, now.moment
    if row.kind == "date":
        return row.on is not None and moment.date >= row.on
    if row.kind in ("held", "lost"):
        return _control(row, moment)
    if row.kind == "capital_lost":
        capitals = [p for p in theatre.provinces.values() if p.capital and p.home in row.factions]
        return bool(capitals) and all(p.controller != p.home for p in capitals)
    if row.kind == "destroyed":
        return row.army in now.destroyed
    if row.kind == "relation":
        return theatre.relation(*row.between) == row.relation
    return any(moment.score(one).tenths >= 10 * row.at_least for one in alliances(theatre) if {*one} & {*row.factions})


def _control(row: ConditionRow, moment: Moment) -> bool:
    """HR-29 Whether one of the factions holds a province, or none of them does, at so many turn ends running."""
    province = moment.theatre.provinces[row.province or ""]
    long_enough = moment.turn - province.controlled_since >= row.turns - 1
    return (province.controller in row.factions) == (row.kind == "held") and long_enough


def place_of(effect: EffectRow, theatre: Theatre, armies: Iterable[ArmyFacts], places: Places) -> str | None:
    """HR-29 The province where an army arrives; None where all of them are taken.

    The provinces of the effect come first, in their order, then those nearest to its edge of the map. A province is
    taken while an enemy army is there, or a neutral holds it who lets nobody through. ``nearest`` goes on from the
    first of them to the nearest province that the faction or a friend holds.
    """
    armies, faction = list(armies), effect.faction or ""
    wanted = [*effect.provinces, *_along(effect.edge, places)]
    found = next((key for key in wanted if _free(key, faction, theatre, armies)), None)
    if found is None and effect.if_taken == "nearest" and wanted:
        ring = _outwards(wanted[0], theatre)
        own = (key for key in ring if theatre.friends(theatre.provinces[key].controller, faction))
        return next((key for key in own if _free(key, faction, theatre, armies)), None)
    return found


def _along(edge: str, places: Places) -> list[str]:
    """Return the provinces from an edge of the map inwards; none where no edge is named."""
    ways = {"north": (1, 1), "south": (1, -1), "west": (0, 1), "east": (0, -1)}
    if edge not in ways:
        return []
    axis, sign = ways[edge]
    return sorted(places, key=lambda key: (sign * places[key][axis], key))


def _free(key: str, faction: str, theatre: Theatre, armies: Iterable[ArmyFacts]) -> bool:
    here = [army for army in standing_in(key, armies) if army.units]
    hostile = any(theatre.at_war(army.faction, faction) for army in here)
    return not hostile and theatre.lets_through(theatre.provinces[key].controller, faction)


def _outwards(start: str, theatre: Theatre) -> list[str]:
    """Return the provinces in the order of the steps from one, then of their keys."""
    found, ring = [start], [start]
    while ring:
        ring = sorted({key for one in ring for key in theatre.neighbours(one)} - {*found})
        found += ring
    return found


def blocked(row: TriggerRow, theatre: Theatre, armies: Sequence[ArmyFacts], places: Places) -> bool:
    """HR-29 Whether a trigger waits, since an army that is to arrive finds no place."""
    coming = [effect for effect in row.effects if effect.kind == "army" and effect.if_taken != "never"]
    return any(place_of(effect, theatre, armies, places) is None for effect in coming)


Names = Mapping[str, str]


def conditions_in_words(row: TriggerRow, provinces: Names, factions: Names, armies: Names) -> str:
    """Return when a trigger happens: `from 8 October 1813 on, and if France does not hold Hof`."""
    return ", and ".join(_condition_in_words(one, provinces, factions, armies) for one in row.conditions)


def _condition_in_words(row: ConditionRow, provinces: Names, factions: Names, armies: Names) -> str:
    who = listed([factions.get(key, key) for key in row.factions])
    where, both = provinces.get(row.province or "", ""), [factions.get(key, key) for key in row.between]
    running = f" at the end of {counted(row.turns, 'turn')} in a row" if row.turns > 1 else ""
    return {
        "date": f"from {row.on.day} {row.on:%B %Y} on" if row.on else "",
        "held": f"if {who} holds {where}{running}",
        "lost": f"if {where} is not in the hands of {who}{running}",
        "capital_lost": f"if {who} has lost the capital",
        "destroyed": f"if {armies.get(row.army, row.army)} is destroyed",
        "relation": f"if {listed(both)} are {STANDING[row.relation]}",
        "points": f"if the alliance of {who} has {row.at_least} points",
    }[row.kind]


STANDING = {"war": "at war", "neutral": "neutral", "transit": "on terms of free passage", "allied": "allied"}


def effects_in_words(row: TriggerRow, provinces: Names, factions: Names, *, whole: bool = False) -> list[str]:
    """Return what a trigger brings, a sentence for each effect; ``whole`` names units and land too, for the referee."""
    words = [_effect_in_words(one, provinces, factions) for one in row.effects]
    more = [_of_what(one, provinces) if whole else "" for one in row.effects]
    return [f"{text}: {what}" if what else text for text, what in zip(words, more, strict=True)]


def _of_what(row: EffectRow, provinces: Names) -> str:
    """Return the units that come with an effect, or the land of a new faction, its capital first."""
    if row.kind == "faction":
        return ", ".join(provinces.get(key, key) for key in row.provinces)
    units = row.roster or (counted(len(row.units), "unit") if row.units else "")
    return " ".join(units.split()) if row.kind in ("army", "units") else ""


def _effect_in_words(row: EffectRow, provinces: Names, factions: Names) -> str:
    who, places = factions.get(row.faction or "", ""), [provinces.get(key, key) for key in row.provinces]
    where = " or ".join([*places, *([f"from the {row.edge}"] if row.edge else [])])
    both = listed([factions.get(key, key) for key in row.between])
    return {
        "army": f"{row.name} ({who}) arrives at {where}",
        "general": f"{listed([one.name for one in row.generals])} ({who}) joins the war",
        "points": f"{who} has {row.points} points more",
        "relation": f"{both} are {STANDING[row.relation]}",
        "province": f"{listed(places)} goes over to {who} if no enemy of it is there",
        "story": "nothing else",
        "way": f"a {'bridge' if row.bridge else row.way} joins {listed([provinces.get(key, key) for key in row.ends])}",
        "faction": f"{row.name} enters the war",
        "units": f"units join {row.name or 'an army'} ({who})",
        "end": f"the war ends with the victory of {listed([factions.get(k, k) for k in row.winners])}"
        if row.winners else "the war ends without a victor",
    }[row.kind]  # fmt: skip


Given = Mapping[str, Any]
PREFIX = "amended"
PUBLIC = ("way", "faction")
"""Kinds of amendments that everybody reads; of others the faction alone does."""


def amendment(file: CampaignFile, given: Given, on: datetime.date, taken: Collection[str]) -> TriggerRow:
    """HR-29 Return the trigger that brings an amendment on a day. Refusal, by field, for what a draft would refuse."""
    effect = _effect(file, given)
    row = TriggerRow(
        key=key_for(f"{PREFIX} 1", taken, PREFIX), text=given["reason"],
        readers=() if effect.kind in PUBLIC else (effect.faction or "",),
        conditions=(ConditionRow(kind="date", on=on),), effects=(effect,),
    )  # fmt: skip
    for place, sentence in trigger_faults((row,), (), file.own_types):
        raise Refusal(f"{place.rpartition('.')[2]}: {sentence}")
    return row


def _effect(file: CampaignFile, given: Given) -> EffectRow:
    kind = given["kind"]
    if kind == "way":
        return _way(file, given)
    if kind == "faction":
        return _faction(file, given)
    if kind == "units":
        return _units(file, given)
    blank = {"provinces": [], "edge": "", "if_taken": "nearest"}
    return effects_of(file, {**given, **blank, "effect": kind, "between2": [], "relation2": ""})[0]


def _way(file: CampaignFile, given: Given) -> EffectRow:
    ends = (given["first"], given["second"])
    if not all(ends) or ends[0] == ends[1]:
        raise Refusal("Provinces: choose two different ones.")
    if any(set(row.between) == set(ends) for row in file.edges):
        raise Refusal("Provinces: a way joins these two already; choose others.")
    kind, bridge = KINDS[given["way"]]
    return EffectRow(kind="way", ends=ends, way=kind, bridge=bridge, river=given["river"] if kind == "river" else "")


def _faction(file: CampaignFile, given: Given) -> EffectRow:
    name, homes = given["name"], tuple(given["homes"])
    capital = given["capital"] or (homes[0] if len(homes) == 1 else "")
    capitals = [row.name for row in file.provinces if row.capital and row.key in homes]
    if not name or name in {row.name for row in file.factions}:
        raise Refusal("Name: write one that no faction has.")
    if not homes:
        raise Refusal("Home provinces: choose at least one.")
    if capital not in homes:
        raise Refusal("Capital: choose one of the home provinces.")
    if capitals:
        raise Refusal(f"Home provinces: {capitals[0]} is the capital of another faction; leave it out.")
    if set(given["enemies"]) & set(given["allies"]):
        raise Refusal("Allies: nobody is an ally and an enemy.")
    return EffectRow(
        kind="faction", ref=key_for(name, {row.key for row in file.factions}, "faction"), name=name,
        adjective=given["adjective"] or name, colour=given["colour"], pattern=given["pattern"],
        provinces=(capital, *(key for key in homes if key != capital)),
        income=given["income"] or 0, points=given["points"] or 0, enemies=tuple(given["enemies"]),
        allies=tuple(given["allies"]),
    )  # fmt: skip


def _units(file: CampaignFile, given: Given) -> EffectRow:
    army = next((row for row in file.armies if row.ref == given["army"]), None)
    if army is None:
        raise Refusal("Army: choose the army that they join.")
    items = parse_roster(given["roster"], file.own_types)
    return EffectRow(kind="units", faction=army.faction, ref=army.ref, name=army.name, roster=print_roster(items))
