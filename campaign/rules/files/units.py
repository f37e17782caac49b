"""The units that a file lists, or has as a roster in the notation (LGG-C1-a)."""

from campaign.rules.files.trigger_rows import EffectRow
from rosters.rules.catalogue import unit_type
from rosters.rules.notation import RosterItem, parse_roster
from rosters.rules.own_types import OwnTypes


def effect_items(row: EffectRow, own: OwnTypes) -> tuple[RosterItem, ...]:
    """LGG-C1-a Return the units of an army that arrives."""
    if row.roster:
        return parse_roster(row.roster, own)
    return tuple(
        RosterItem(one.type, one.strength or unit_type(one.type).full, one.guard, one.outriders, one.name, one.own)
        for one in row.units
    )
