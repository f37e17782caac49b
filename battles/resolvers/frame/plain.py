"""Events and reports for a rule system without the common record and without an evening (``coin`` in the tests)."""

from collections.abc import Sequence

from battles.resolvers.values.battle import BattleFile, BattleSide, BattleUnit
from battles.resolvers.values.report import Event, LeaderReport, SideReport, UnitReport
from battles.resolvers.values.typed import Typed, TypedSide

SAFE = ("stands", "exited")


def event(
    journal: Sequence[Event], ev: str, side: str | None, rule: str, dice: list[dict[str, object]], **more: object
) -> Event:
    """Make the next event of a journal."""
    head = {"n": len(journal) + 1, "ev": ev, "day": 1, "round": 1, "side": side, "rule": [rule], "dice": dice}
    return head | more


def as_typed(file: BattleFile, typed: Typed, journal: list[Event]) -> tuple[SideReport, SideReport]:
    """Return both sides as they were typed; each unit gets its event."""
    first, second = (_typed(side, result, journal) for side, result in zip(file.sides, typed.sides, strict=True))
    return first, second


def _typed(side: BattleSide, result: TypedSide, journal: list[Event]) -> SideReport:
    units = []
    for unit in side.units:
        typed = result.units[unit.id]
        journal.append(event(journal, "typed", side.name, "EX-5", [], unit=unit.id, **typed.as_dict()))
        fate = "kept" if typed.fate in SAFE and typed.strength else "eliminated"
        units.append(unit_report(unit, unit.strength - typed.strength, fate))
    return side_report(side, units, result.leaders, stayed=result.stayed)


def unit_report(unit: BattleUnit, lost: int, fate: str) -> UnitReport:
    """Report a unit that lost some points."""
    left = unit.strength - lost
    return UnitReport(unit.id, unit.type, unit.type, unit.guard, unit.strength, lost, 0, left, fate)


def side_report(side: BattleSide, units: Sequence[UnitReport], fates: Sequence[str], *, stayed: bool) -> SideReport:
    """Report a side with its generals."""
    leaders = [LeaderReport(one.name, fate) for one, fate in zip((side.commander, *side.wings), fates, strict=True)]
    return SideReport(side.name, stayed, leaders[0], tuple(leaders[1:]), tuple(units))


def more_left(sides: Sequence[SideReport]) -> str | None:
    """Return the name of the side that has more strength left; None where both have as much."""
    left = [side.after for side in sides]
    return None if left[0] == left[1] else sides[left.index(max(left))].name
