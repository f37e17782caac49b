"""Arrivals and triggers of a draft (HR-29), from what a form asks."""

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from typing import Any

from base.refusal import Refusal
from campaign.rules.drafts.battle_order import ArmyLine, BattleOrder, General, read_order
from campaign.rules.drafts.pasted import key_for
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.checking.trigger_checks import trigger_faults
from campaign.rules.files.trigger_rows import ConditionRow, EffectRow, GeneralRow, TriggerRow
from rosters.rules.notation import print_roster

Given = Mapping[str, Any]
OF_CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "held": ("province", "factions", "turns"), "lost": ("province", "factions", "turns"),
    "capital_lost": ("factions",), "destroyed": ("army",), "relation": ("between", "relation"),
    "points": ("factions", "at_least"),
}  # fmt: skip
"""Kind of a condition → the keys that it takes; a date has a field of its own."""


def with_trigger(file: CampaignFile, given: Given) -> CampaignFile:
    """Return the draft with one more trigger, or with a further condition and effect of one that it has."""
    old = next((row for row in file.triggers if row.key == given["to"]), None)
    row = old or _new(file, given)
    row = replace(
        row, conditions=(*row.conditions, *_conditions(given)), effects=(*row.effects, *effects_of(file, given))
    )
    rows = tuple(row if one.key == row.key else one for one in file.triggers) if old else (*file.triggers, row)
    place = f"triggers[{[one.key for one in rows].index(row.key)}]"
    for where, sentence in trigger_faults(rows, {one.ref for one in file.armies}, file.own_types):
        if where.startswith(place):
            raise Refusal(f"{where.removeprefix(place).strip('.') or 'Trigger'}: {sentence}")
    return replace(file, triggers=rows)


def without_triggers(file: CampaignFile, gone: Collection[str]) -> CampaignFile:
    """Return the draft without some of its triggers."""
    return replace(file, triggers=tuple(row for row in file.triggers if row.key not in gone))


def _new(file: CampaignFile, given: Given) -> TriggerRow:
    taken = {row.key for row in file.triggers}
    return TriggerRow(
        key=key_for(given["text"] or given["army_line"].partition("(")[0], taken, "trigger"), text=given["text"],
        readers=tuple(given["readers"]), for_referee=given["for_referee"], foretold=given["foretold"],
    )  # fmt: skip


def _conditions(given: Given) -> list[ConditionRow]:
    found = [ConditionRow(kind="date", on=given["on"])] if given["on"] else []
    if given["condition"]:
        found.append(_row(ConditionRow, given["condition"], OF_CONDITIONS[given["condition"]], given))
    return found


def _row(row: type[Any], kind: str, keys: Collection[str], given: Given) -> Any:
    """Return a row with the keys of its kind; what was left empty has its default."""
    known = {field.name for field in fields(row)}
    taken = {key: given[key] for key in keys if key in known and given[key] not in (None, "", [])}
    return row(kind=kind, **{key: tuple(v) if isinstance(v, list) else v for key, v in taken.items()})


def effects_of(file: CampaignFile, given: Given) -> list[EffectRow]:
    """Return the effect that was chosen, if any, from what a form has of it."""
    kind = given["effect"]
    if kind == "army":
        return [_army(file, given)]
    if kind == "general":
        generals = _read(file, given["faction"], f"Generals: {given['generals_line']}", "Generals").spare
        return [EffectRow(kind=kind, faction=given["faction"], generals=tuple(_general(one) for _, one in generals))]
    keys = {
        "points": ("faction", "points"), "relation": ("between2", "relation2"), "province": ("faction", "provinces"),
        "end": ("winners",), "story": (),
    }  # fmt: skip
    if not kind:
        return []
    pair = {"between": given["between2"], "relation": given["relation2"]}
    return [_row(EffectRow, kind, [key.rstrip("2") for key in keys[kind]], {**given, **pair})]


def _army(file: CampaignFile, given: Given) -> EffectRow:
    """Return an army that comes, from a line of an order of battle; the further provinces follow its own."""
    order = _read(file, given["faction"], given["army_line"])
    if len(order.armies) != 1:
        raise Refusal("Army: write one line, such as Army of Poland (Bennigsen, average; Lissa): 6 Line inf.")
    line: ArmyLine = order.armies[0]
    refs = {row.ref for row in file.armies} | {one.ref for row in file.triggers for one in row.effects}
    generals = [_general(one) for one in (line.leader, *line.wings) if one is not None]
    return EffectRow(
        kind="army", faction=line.faction, ref=key_for(line.name, refs, "army", 60), name=line.name,
        provinces=tuple(dict.fromkeys((line.province, *given["provinces"]))), edge=given["edge"],
        if_taken=given["if_taken"], generals=tuple(generals), roster=print_roster(line.units),
    )  # fmt: skip


def _general(one: General) -> GeneralRow:
    return GeneralRow(name=one.name, skill=one.skill or "average")


def _read(file: CampaignFile, faction: str, line: str, field: str = "Army") -> BattleOrder:
    """Return what a line of an order of battle holds. Refusal that names the ``field`` where it was written."""
    name = next((row.name for row in file.factions if row.key == faction), "")
    if not name:
        raise Refusal("Faction: choose whose army or general comes.")
    order = read_order(f"{name}:\n{line}", file)
    if order.troubles:
        raise Refusal(str(order.troubles[0]).replace("Line 2", field, 1))
    return order
