"""The result of a battle fought on the table, as it is typed in: what each unit has left, who stayed, who was lost.

Strength points are typed as they stand where the paper ends: before the evening's steps (the program then rolls
pursuit, recovery and rally, LGG-15.2 to 15.5) or after them (EX-5). Nothing here rolls a die.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from base.place import JsonPlace, shorten
from base.refusal import Refusal
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.canonical import Event
from battles.resolvers.values.sides import BattleSide, BattleUnit
from rosters.rules.catalogue import Catalogue

STAGES = ("before", "after")
FATE_LABELS = (
    ("stands", "on the table"),
    ("rallyable", "routed: Rallyable box"),
    ("nonrallyable", "routed: Non-Rallyable box"),
    ("destroyed", "destroyed"),
    ("exited", "left by the table edge"),
)
FATES = tuple(fate for fate, _ in FATE_LABELS)
LEADER_FATES = ("unhurt", "lost")
MOST_DAYS = 9
ON_FOOT_OR_HORSE = ("foot", "cav")


class TypedError(Refusal):
    """A typed result that cannot be; the text names the unit or the field."""


@dataclass(frozen=True)
class TypedUnit:
    """The remains of one unit, in strength points, and where it is: on the table, in a box, gone, or safely off it."""

    strength: int
    fate: str = "stands"

    def as_dict(self) -> dict[str, Any]:
        """Return the unit as in a typed result."""
        return {"strength": self.strength, "fate": self.fate}


@dataclass(frozen=True)
class TypedSide:
    """One side after the fighting; ``leaders`` are the fates of the commander and his wings, in that order."""

    stayed: bool
    units: Mapping[str, TypedUnit]
    leaders: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the side as in a typed result."""
        units = {key: unit.as_dict() for key, unit in self.units.items()}
        return {"stayed": self.stayed, "leaders": list(self.leaders), "units": units}


@dataclass(frozen=True)
class Typed:
    """A whole result; ``stage`` shows where the paper ended, ``days`` how many days were fought."""

    stage: str
    days: int
    sides: tuple[TypedSide, TypedSide]
    source: str = field(default="", compare=False)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return {"stage": self.stage, "days": self.days, "sides": [side.as_dict() for side in self.sides]}


def unhurt(file: BattleFile, *, stage: str = "before") -> Typed:
    """Return a result in which nothing has happened yet: what a form begins with."""
    sides = [
        TypedSide(True, {u.id: TypedUnit(u.strength) for u in side.units}, ("unhurt",) * (1 + len(side.wings)))
        for side in file.sides
    ]
    return Typed(stage, 1, (sides[0], sides[1]))


def read_typed(data: object, file: BattleFile, known: Catalogue) -> Typed:
    """Return the result in JSON values, checked against the battle; TypedError names unit and remedy."""
    place = JsonPlace(data, "", TypedError)
    place.object(required=("stage", "days", "sides"))
    sides = place.at("sides").items(least=2, most=2)
    first, second = (read_side(p, file, number, known) for number, p in enumerate(sides))
    return Typed(place.at("stage").choice(STAGES), place.at("days").integer(1, MOST_DAYS), (first, second))


def read_side(place: JsonPlace, file: BattleFile, number: int, known: Catalogue) -> TypedSide:
    """Return one side of a result, checked against its units and generals; TypedError names unit and remedy."""
    place.object(required=("stayed", "leaders", "units"))
    side = file.sides[number]
    leaders = tuple(p.choice(LEADER_FATES) for p in place.at("leaders").items(most=3))
    if len(leaders) != 1 + len(side.wings):
        place.at("leaders").refuse(f"{side.name} has {1 + len(side.wings)} generals in this battle.")
    return TypedSide(place.at("stayed").flag(), _read_units(place.at("units"), file, number, known), leaders)


def _read_units(place: JsonPlace, file: BattleFile, number: int, known: Catalogue) -> dict[str, TypedUnit]:
    if not isinstance(place.value, dict):
        place.object()
    side = file.sides[number]
    own = {unit.id: unit for unit in side.units}
    for strange in [key for key in place.value if key not in own]:
        raise TypedError(_strange(strange, file, side))
    for unit in side.units:
        if unit.id not in place.value:
            raise TypedError(f"{unit.name or unit.id} of {side.name} is missing: type its strength, 0 if it is lost.")
    return {key: read_unit(place.at(key), own[key], known) for key in own}


def _strange(key: str, file: BattleFile, side: BattleSide) -> str:
    other = next((s for s in file.sides if s is not side and any(u.id == key for u in s.units)), None)
    if other is not None:
        return f"{shorten(key)} belongs to {other.name}, not to {side.name}: enter it under its own side."
    return f"{shorten(key)}: no unit of this battle has this id; take the ids of the battle pack."


def read_unit(place: JsonPlace, unit: BattleUnit, known: Catalogue, *, judged: bool = True) -> TypedUnit:
    """Return one unit of a result; TypedError names it where it cannot have come out so. A draft is not ``judged``."""
    place.object(required=("strength", "fate"))
    name = unit.name or unit.id
    fate = place.at("fate").choice(FATES)
    strength = place.at("strength").integer(0, 99)
    if judged:
        check_unit(unit, TypedUnit(strength, fate), known, name)
    return TypedUnit(0 if fate in ("rallyable", "nonrallyable", "destroyed") else strength, fate)


def check_unit(unit: BattleUnit, typed: TypedUnit, known: Catalogue, name: str) -> None:
    """Refuse what a unit cannot have come out as (EX-5): more than it went in with, nothing left and yet standing."""
    if typed.strength > unit.strength:
        raise TypedError(
            f"{name}: {typed.strength} strength points are more than the {unit.strength} it went into the battle "
            f"with; type 0 to {unit.strength}."
        )
    if typed.fate in ("stands", "exited") and typed.strength == 0:
        raise TypedError(f"{name}: a unit with 0 strength points has routed; choose its box, or destroyed.")
    if typed.fate == "rallyable" and known.unit_types[unit.type].arm not in ON_FOOT_OR_HORSE:
        raise TypedError(f"{name}: guns, engineers and trains go to the Non-Rallyable box (LGG-14.0-d).")
    if unit.outriders and typed.fate in ("rallyable", "nonrallyable"):
        raise TypedError(f"{name}: Outriders that rout are lost at once (LGG-S4-b); choose destroyed.")


def differences(one: Typed, other: Typed, file: BattleFile) -> list[tuple[str, str, str]]:
    """List where two typed results differ: (what, by the first, by the second), in the order of the battle."""
    rows = [("Where the paper ended", one.stage, other.stage), ("Days fought", str(one.days), str(other.days))]
    for number, side in enumerate(file.sides):
        mine, theirs = one.sides[number], other.sides[number]
        rows.append((side.name, _stayed(mine), _stayed(theirs)))
        for role, leader in enumerate((side.commander, *side.wings)):
            rows.append((leader.name, mine.leaders[role], theirs.leaders[role]))
        rows += [(u.name or u.id, _unit_text(mine.units[u.id]), _unit_text(theirs.units[u.id])) for u in side.units]
    return [row for row in rows if row[1] != row[2]]


def _stayed(side: TypedSide) -> str:
    return "stayed" if side.stayed else "left the field"


def _unit_text(unit: TypedUnit) -> str:
    return f"{unit.strength} left" if unit.fate == "stands" else f"{unit.fate} ({unit.strength} left)"


def typed_events(file: BattleFile, typed: Typed) -> list[Event]:
    """Return one event for each unit and general: so the journal alone shows what was typed."""
    rows: list[Event] = []
    for side, own in zip(file.sides, typed.sides, strict=True):
        head = {"ev": "typed", "day": typed.days, "round": 0, "side": side.name, "rule": ["EX-5"], "dice": []}
        rows += [head | {"unit": key} | unit.as_dict() for key, unit in own.units.items()]
        leaders = (side.commander, *side.wings)
        rows += [head | {"commander": one.name, "fate": own.leaders[n]} for n, one in enumerate(leaders)]
    return rows


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
    """LGG-15.4-b After the evening nobody is in a box: units that have not rallied by then are lost."""
    if typed.stage != "after":
        return typed
    first, second = (
        replace(side, units={key: _no_more(unit) for key, unit in side.units.items()}) for side in typed.sides
    )
    return replace(typed, sides=(first, second))


def _no_more(unit: TypedUnit) -> TypedUnit:
    return TypedUnit(0, "destroyed") if unit.fate in BOXES else unit
