"""Amendments of a war under way (HR-29): what a referee adds comes when the next turn opens, by a trigger."""

import datetime
from collections.abc import Collection, Mapping
from typing import Any

from base.refusal import Refusal
from campaign.rules.drafts.pasted import key_for
from campaign.rules.drafts.triggers import effects_of
from campaign.rules.drafts.ways import KINDS
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.checking.trigger_checks import trigger_faults
from campaign.rules.files.trigger_rows import ConditionRow, EffectRow, TriggerRow
from rosters.rules.notation import parse_roster, print_roster

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
