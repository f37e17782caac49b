"""The unit types of a draft's war (HR-30): changed, renamed or removed, with the units that are of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from base.refusal import Refusal
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.rows import ArmyRow, NewUnitRow
from campaign.rules.files.trigger_rows import EffectRow, TriggerRow
from campaign.rules.files.unit_type_rows import UnitTypeRow
from rosters.rules.notation import RosterItem, parse_roster, print_roster
from rosters.rules.own_types import OwnTypes

Renamed = Mapping[str, UnitTypeRow | None]
"""Short name as it was → the type as it is now; None where it is removed."""


def with_types(file: CampaignFile, changed: Renamed, more: Sequence[UnitTypeRow] = ()) -> CampaignFile:
    """Return the draft with its types changed, and more of them. Units of a removed type are of its base again."""
    rows = [changed.get(row.short, row) for row in file.unit_types]
    kept = tuple(row for row in rows if row is not None)
    own = file.own_types
    return replace(
        file, unit_types=(*kept, *more),
        armies=tuple(_army(row, own, changed) for row in file.armies),
        triggers=tuple(_trigger(row, own, changed) for row in file.triggers),
    )  # fmt: skip


def _army(row: ArmyRow, own: OwnTypes, changed: Renamed) -> ArmyRow:
    roster = _roster(row.roster, own, changed) if row.roster else row.roster
    return replace(row, roster=roster, units=_units(row.units, changed))


def _trigger(row: TriggerRow, own: OwnTypes, changed: Renamed) -> TriggerRow:
    return replace(row, effects=tuple(_effect(effect, own, changed) for effect in row.effects))


def _effect(row: EffectRow, own: OwnTypes, changed: Renamed) -> EffectRow:
    roster = _roster(row.roster, own, changed) if row.roster else row.roster
    return replace(row, roster=roster, units=_units(row.units, changed))


def _roster(text: str, own: OwnTypes, changed: Renamed) -> str:
    """Return a roster under the new names; one that cannot be read, or names no changed type, stays as it is."""
    try:
        items = parse_roster(text, own)
    except Refusal:
        return text
    made = [_item(item, changed) for item in items]
    return text if made == list(items) else print_roster(made)


def _item(item: RosterItem, changed: Renamed) -> RosterItem:
    base, own = _kind(item.type, item.own, changed)
    return replace(item, type=base, own=own)


def _unit(row: NewUnitRow, changed: Renamed) -> NewUnitRow:
    base, own = _kind(row.type, row.own, changed)
    return replace(row, type=base, own=own)


def _units(rows: Sequence[NewUnitRow], changed: Renamed) -> tuple[NewUnitRow, ...]:
    return tuple(_unit(row, changed) for row in rows)


def _kind(base: str, own: str, changed: Renamed) -> tuple[str, str]:
    """Return the type of a unit and its own type, under the new names."""
    if own not in changed:
        return base, own
    now = changed[own]
    return (base, "") if now is None else (now.base, now.short)
