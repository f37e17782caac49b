"""The result form filled in from the table (EX-5): units and generals of a side, and what both sides enter alike."""

from typing import Any

from base.refusal import Refusal
from battles.resolvers.by_hand.fights import knows
from battles.resolvers.by_hand.table import FIGHTING, MORNING, OVER, SETUP, TableState
from battles.resolvers.by_hand.units import FATE
from battles.resolvers.common.codes import SIDE_UNITS
from battles.resolvers.contract.notes import Reader
from battles.resolvers.values.entries import Entry, Part, whole_part
from battles.resolvers.values.typed import TypedUnit


def entry_of(table: TableState, side: int, part: Part | None = None) -> dict[str, Any]:
    """Return a side's entry, or that of one of its parties, as the result form holds it; Refusal before the first day.

    The fighting is over then, the evening is not: the program goes on from here. The enemy's strength is filled in once
    all his units have fought; who stayed, when the fighting is over.
    """
    if table.stage in (SETUP, MORNING):
        raise Refusal("Nothing has been fought yet: begin the first day, or type the result in by hand.")
    part = part or whole_part(table.file, side)
    units = _units(table, side)
    own = {key: unit for key, unit in units.items() if key in part.units}
    leaders = {role: "lost" if role in table.lost[side] else "unhurt" for role in part.leaders}
    foe = _foe_left(table, Reader(side, frozenset(part.units)))
    entry = Entry(part, "before", int(table.battle.day), (True, True), own, leaders, foe).as_dict()
    return entry | {"stayed": [stayed(table, 0), stayed(table, 1)]}


def stayed(table: TableState, side: int) -> bool | None:
    """COM-15 Return whether a side stays: as it has chosen, else as the day was judged; None before its end."""
    if table.stage == FIGHTING:
        return False if table.battle.broken[side] else None
    if table.stage != OVER:
        return None
    chosen = table.stays[side]
    return bool(table.battle.stays[side]) if chosen is None else chosen


def _units(table: TableState, side: int) -> dict[str, TypedUnit]:
    """COM-06 COM-07 Return every unit of the file with what is left of it, by the rule system's own reckoning."""
    kept = {name: list(getattr(table.battle, name)) for name in ("roll_sp", "roll_status", "roll_was_broken")}
    table.game.write_back(table.battle)
    rows = enumerate(table.file.sides[side].units)
    made = {unit.id: _typed(table, side * SIDE_UNITS + n) for n, unit in rows}
    for name, column in kept.items():
        getattr(table.battle, name)[:] = column
    return made


def _typed(table: TableState, row: int) -> TypedUnit:
    status, strength = int(table.battle.roll_status[row]), int(table.battle.roll_sp[row])
    fate = FATE.get(status, "stands")
    if fate in ("stands", "exited"):
        return TypedUnit(strength, fate) if strength else TypedUnit(0, "destroyed")
    return TypedUnit(0, fate)


def _foe_left(table: TableState, reader: Reader) -> int | None:
    """Return the enemy's strength as this reader knows it; None where one of his units has not fought."""
    other = 1 - (reader.side or 0)
    if not all(knows(table, slot, reader) for slot in table.units_of(other)):
        return None
    if any(unit.type in ("engineer", "pontoon") for unit in table.file.sides[other].units):
        return None
    return sum(unit.strength for unit in _units(table, other).values())
