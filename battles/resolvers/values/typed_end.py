"""The end of a typed result: within the days that its battle lasts, and after the evening with nobody in a box
(EX-5)."""

from dataclasses import replace

from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.typed import Typed, TypedError, TypedUnit

BOXES = ("rallyable", "nonrallyable")


def check_days(days: int, file: BattleFile) -> None:
    """Refuse more days than the battle lasts; TypedError names the field and the battle's own maximum."""
    if not 1 <= days <= file.options.max_days:
        raise TypedError(days_of(file))


def days_of(file: BattleFile) -> str:
    """Return the sentence for days that are no count of this battle's."""
    if file.options.max_days == 1:
        return "Days fought: this battle lasts 1 day; write 1."
    return f"Days fought: this battle lasts {file.options.max_days} days at most; write 1 to {file.options.max_days}."


def ended(typed: Typed) -> Typed:
    """LGG-15.4-b After the evening nobody is in a box: who has not rallied by then is no more."""
    if typed.stage != "after":
        return typed
    first, second = (
        replace(side, units={key: _no_more(unit) for key, unit in side.units.items()}) for side in typed.sides
    )
    return replace(typed, sides=(first, second))


def _no_more(unit: TypedUnit) -> TypedUnit:
    return TypedUnit(0, "destroyed") if unit.fate in BOXES else unit
