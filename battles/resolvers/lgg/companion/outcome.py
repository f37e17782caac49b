"""The result form filled in from the table (EX-5): a side's own units and generals, and what both enter alike."""

from typing import Any

from base.refusal import Refusal
from battles.resolvers.contract.notes import Reader
from battles.resolvers.lgg.companion.forces import knows
from battles.resolvers.lgg.companion.state import TableState
from battles.resolvers.lgg.day.evening import STAYS, UNDECIDED_YET
from battles.resolvers.lgg.files.table import STATUS
from battles.resolvers.lgg.record.codes import Phase, Status
from battles.resolvers.values.entries import Entry, Part, whole_part
from battles.resolvers.values.typed import TypedUnit

_FATES = {status: fate for fate, status in STATUS.items()} | {Status.WAITING: "stands", Status.AS_BRIDGE: "stands"}


def entry_of(table: TableState, side: int, part: Part | None = None) -> dict[str, Any]:
    """Return a side's entry of a battle on the table, or that of one of its parties, as the result form holds it.

    After the last step of the evening the strengths are final, otherwise the program goes on from here. The enemy's
    strength is filled in once all his units have fought; who stayed, once both sides have chosen.
    """
    if table.battle.day == 0:
        raise Refusal("Nothing has been fought yet: begin the first day, or type the result in by hand.")
    stage = "after" if table.phase == Phase.OVER else "before"
    stayed = [_stayed(table, 0), _stayed(table, 1)]
    part = part or whole_part(table.file, side)
    units, fates = _units(table, side), _leaders(table, side)
    own = {key: unit for key, unit in units.items() if key in part.units}
    leaders = {role: fates[role] for role in part.leaders}
    foe = _foe_left(table, Reader(side, frozenset(part.units)))
    entry = Entry(part, stage, int(table.battle.day), (True, True), own, leaders, foe).as_dict()
    return entry | {"stayed": stayed}


def _foe_left(table: TableState, reader: Reader) -> int | None:
    """Return the enemy's strength points left as this reader knows them; None where one of his units has not fought.

    What was shown in combats is known. A guess would contradict what the enemy hands in.
    """
    foes = [unit.id for unit in table.side(1 - (reader.side or 0)).units]
    left = [key for key in foes if key in table.late or _unit(table, key).strength]
    known = all(key not in table.late and knows(table, key, reader) for key in left)
    return sum(_unit(table, key).strength for key in left) if known else None


def _stayed(table: TableState, side: int) -> bool | None:
    """LGG-15.1-a Return whether a side stayed, once both have chosen; None before."""
    choice = int(table.battle.stays[side])
    return None if table.phase == Phase.STAY_LEAVE or choice == UNDECIDED_YET else choice == STAYS


def _leaders(table: TableState, side: int) -> tuple[str, ...]:
    return tuple(
        "lost" if person in table.lost[side] else "unhurt" for person in range(1 + len(table.side(side).wings))
    )


def _units(table: TableState, side: int) -> dict[str, TypedUnit]:
    made = {unit.id: _unit(table, unit.id) for unit in table.side(side).units}
    for group in table.groups:
        if table.side_of(group[0]) == side:
            made |= _dissolved(table, group)
    return made


def _unit(table: TableState, key: str) -> TypedUnit:
    if key in table.late:
        return TypedUnit(table.unit(key).strength)
    fate = _FATES.get(table.status(key), "destroyed")
    return TypedUnit(table.strength(key) if fate in ("stands", "exited") else 0, fate)


def _dissolved(table: TableState, group: tuple[str, ...]) -> dict[str, TypedUnit]:
    """LGG-15.5 Return what a group of a night has left, shared out among those that went into it, the first first.

    A result names the units that came to the battle; their owner amalgamates them again on his order sheet.
    """
    left = sum(table.strength(key) for key in group if _FATES.get(table.status(key)) in ("stands", "exited"))
    made = {}
    for key in group:
        share = min(left, table.unit(key).strength)
        left -= share
        made[key] = TypedUnit(share) if share else TypedUnit(0, "destroyed")
    return made
