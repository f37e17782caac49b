"""The unit types of a draft's war (HR-30): changed, renamed or removed, with the units that are of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from base.refusal import Refusal
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import ArmyRow, NewUnitRow
from campaign.rules.files.trigger_rows import EffectRow, TriggerRow
from campaign.rules.files.unit_type_rows import UnitTypeRow
from rosters.rules.notation import RosterItem, parse_roster, print_roster
from rosters.rules.own_types import OwnTypes

Raised = TypeVar("Raised", ArmyRow, EffectRow)
Kind = TypeVar("Kind", RosterItem, NewUnitRow)
Renamed = Mapping[str, UnitTypeRow | None]
"""Short name as it was → the type as it is now; None where it is removed."""


def with_types(file: CampaignFile, changed: Renamed, more: Sequence[UnitTypeRow] = ()) -> CampaignFile:
    """Return the draft with its types changed, and more of them. Units of a removed type are of its base again."""
    rows = [changed.get(row.short, row) for row in file.unit_types]
    kept = tuple(row for row in rows if row is not None)
    own = file.own_types
    return replace(
        file, unit_types=(*kept, *more),
        armies=tuple(_units(row, own, changed) for row in file.armies),
        triggers=tuple(_trigger(row, own, changed) for row in file.triggers),
    )  # fmt: skip


def _units(row: Raised, own: OwnTypes, changed: Renamed) -> Raised:
    roster = _roster(row.roster, own, changed) if row.roster else row.roster
    return replace(row, roster=roster, units=tuple(_kind(unit, changed) for unit in row.units))


def _trigger(row: TriggerRow, own: OwnTypes, changed: Renamed) -> TriggerRow:
    return replace(row, effects=tuple(_units(effect, own, changed) for effect in row.effects))


def _roster(text: str, own: OwnTypes, changed: Renamed) -> str:
    """Return a roster under the new names; one that cannot be read, or names no changed type, stays as it is."""
    try:
        items = parse_roster(text, own)
    except Refusal:
        return text
    made = [_kind(item, changed) for item in items]
    return text if made == list(items) else print_roster(made)


def _kind(unit: Kind, changed: Renamed) -> Kind:
    """Return a unit with its type and its own type under the new names."""
    if unit.own not in changed:
        return unit
    now = changed[unit.own]
    return replace(unit, own="") if now is None else replace(unit, type=now.base, own=now.short)
