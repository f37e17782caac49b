"""Conditions that the arrivals and triggers of a campaign file have to meet (HR-29)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from base.refusal import Refusal
from campaign.rules.files.fields import CampaignFileError
from campaign.rules.files.trigger_rows import ConditionRow, EffectRow, TriggerRow
from rosters.rules.notation import parse_roster
from rosters.rules.own_types import OwnTypes

NEEDED = {
    "date": ("on",), "held": ("province", "factions"), "lost": ("province", "factions"), "capital_lost": ("factions",),
    "destroyed": ("army",), "relation": ("between",), "points": ("factions", "at_least"),
    "army": ("faction", "name"), "general": ("faction", "generals"), "province": ("faction", "provinces"),
    "faction": ("ref", "name"), "units": ("faction", "ref"),}  # fmt: skip
"""Kind of a condition or an effect → the keys that it cannot do without. Effects on money and relations are below."""
PAIRS = ("relation",)


def trigger_faults(rows: Collection[TriggerRow], armies: Collection[str], own: OwnTypes) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with each trigger, as its place and a sentence; references are looked at elsewhere."""
    coming = {effect.ref for row in rows for effect in row.effects if effect.ref}
    for number, row in enumerate(rows):
        place = f"triggers[{number}]"
        if not row.conditions:
            yield f"{place}.conditions", "give at least one, such as a date."
        if not row.effects and not row.text:
            yield f"{place}.effects", "give at least one, or a text."
        for nth, condition in enumerate(row.conditions):
            yield from _condition(f"{place}.conditions[{nth}]", condition, {*armies, *coming})
        for nth, effect in enumerate(row.effects):
            yield from _effect(f"{place}.effects[{nth}]", effect, own)


def _condition(place: str, row: ConditionRow, armies: Collection[str]) -> Iterator[tuple[str, str]]:
    yield from _missing(place, row.kind, row)
    if row.kind == "relation" and len(row.between) != 2:
        yield f"{place}.between", "name two factions."
    if row.kind == "destroyed" and row.army and row.army not in armies:
        yield f"{place}.army", f'there is no army "{row.army}"; name one of the file.'


def _missing(place: str, kind: str, row: Any) -> Iterator[tuple[str, str]]:
    for key in NEEDED.get(kind, ()):
        if not getattr(row, key):
            yield f"{place}.{key}", "this key is missing."


def _effect(place: str, row: EffectRow, own: OwnTypes) -> Iterator[tuple[str, str]]:
    if row.kind == "points" and not (row.faction and row.points):
        yield f"{place}.points", "give a faction and points, 1 at least."
    elif row.kind == "relation" and len(row.between) != 2:
        yield f"{place}.between", "name two factions."
    elif row.kind not in ("points", "relation"):
        yield from _missing(place, row.kind, row)
    if row.kind == "way" and len(row.ends) != 2:
        yield f"{place}.ends", "name two provinces."
    if row.bridge and row.way != "river":
        yield f"{place}.bridge", "only a river crossing has a bridge; make the way river."
    if row.kind in ("army", "units"):
        yield from _units(place, row, own)


def _units(place: str, row: EffectRow, own: OwnTypes) -> Iterator[tuple[str, str]]:
    if row.kind == "army" and not row.provinces and not row.edge:
        yield f"{place}.provinces", "name the province where it comes, or an edge of the map."
    if bool(row.units) == bool(row.roster):
        yield place, "give the units either as units or as a roster, and at least one."
    if row.roster:
        try:
            parse_roster(row.roster, own)
        except Refusal as refusal:
            yield f"{place}.roster", str(refusal)


def check_triggers(rows: Collection[TriggerRow], armies: Collection[str], own: OwnTypes) -> None:
    """Refuse the file for the first fault of its triggers."""
    for place, sentence in trigger_faults(rows, armies, own):
        raise CampaignFileError(f"{place}: {sentence}")


def factions_to_come(rows: Collection[TriggerRow]) -> set[str]:
    """Return the keys of factions that triggers bring: later effects may name them."""
    return {effect.ref for row in rows for effect in row.effects if effect.kind == "faction"}


def nested_rows(rows: Collection[TriggerRow]) -> Iterator[tuple[str, Any]]:
    """Yield the rows within triggers, with their places."""
    parts: Mapping[str, Any]
    for number, row in enumerate(rows):
        parts = {"conditions": row.conditions, "effects": row.effects}
        for name, found in parts.items():
            yield from ((f"triggers[{number}].{name}[{nth}]", one) for nth, one in enumerate(found))
