"""Typed results of a battle on the table: each party of a side answers for its own units and generals.

Parties are the caller's: a side of allies has several, each of which types what it brought and sees no more. All that
the parties of both sides have handed in makes a whole result when every unit has been entered and nobody contradicts
(``agreed``). A side whose enemy hands nothing in makes one too (``settled_by_one``): what is missing of the enemy is
then taken from the strength that was counted on the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from base.place import JsonPlace, shorten
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide
from battles.resolvers.values.typed import (
    LEADER_FATES,
    MOST_DAYS,
    STAGES,
    Typed,
    TypedError,
    TypedSide,
    TypedUnit,
    read_unit,
    unhurt,
)
from rosters.rules.catalogue import Catalogue

PAPER_ENDED, DAYS_FOUGHT = "Where the paper ended", "Days fought"
STAGE_WORDS = {"before": "before the evening's steps", "after": "after the evening's steps"}


@dataclass(frozen=True)
class Part:
    """One party's part of a side: ids of its units, and the places of its generals (0 commands the side)."""

    key: str
    number: int
    units: tuple[str, ...]
    leaders: tuple[int, ...]

    def of(self, file: BattleFile) -> BattleSide:
        """Return the side with this party's units only."""
        side = file.sides[self.number]
        return replace(side, units=tuple(unit for unit in side.units if unit.id in self.units))


def whole_part(file: BattleFile, number: int) -> Part:
    """Return the only party of a side."""
    side = file.sides[number]
    return Part("", number, tuple(unit.id for unit in side.units), tuple(range(1 + len(side.wings))))


@dataclass(frozen=True)
class Entry:
    """One party's entry; ``foe_left`` are the enemy's strength points as it counted them.

    That number is never judged before the enemy has handed in his own: a refusal would reveal how strong he is."""

    part: Part
    stage: str
    days: int
    stayed: tuple[bool, bool]
    units: Mapping[str, TypedUnit]
    leaders: Mapping[int, str]
    foe_left: int | None = None

    @property
    def number(self) -> int:
        """The number of its side."""
        return self.part.number

    @property
    def left(self) -> int:
        """Strength points of its own units on the table or safely off it."""
        return sum(unit.strength for unit in self.units.values())

    def as_dict(self) -> dict[str, Any]:
        """Return the entry as JSON values; the fates of the generals by their places, null for those of others."""
        last = max(self.leaders, default=-1)
        return {
            "stage": self.stage, "days": self.days, "stayed": list(self.stayed),
            "leaders": [self.leaders.get(role) for role in range(1 + last)],
            "units": {key: unit.as_dict() for key, unit in self.units.items()}, "foe_left": self.foe_left,
        }  # fmt: skip


UNANSWERED: Mapping[str, Any] = {"stage": None, "stayed": [None, None]}
"""What a draft holds of the field as long as nobody has answered: no side is taken to have stayed."""


def first_entry(file: BattleFile, number: int, part: Part | None = None) -> dict[str, Any]:
    """Return an entry in which nobody is hurt and both sides stay; with ``UNANSWERED`` over it, what the form begins
    with."""
    part = part or whole_part(file, number)
    units = unhurt(file).sides[number].units
    own = {key: units[key] for key in part.units}
    return Entry(part, "before", 1, (True, True), own, dict.fromkeys(part.leaders, "unhurt")).as_dict()


def read_entry(data: object, file: BattleFile, part: Part, known: Catalogue, *, judged: bool = True) -> Entry:
    """Return an entry in JSON values, checked against what its party answers for; TypedError names unit and remedy.

    A draft has the same shape and is not ``judged``: a unit in it may still be wrong, and what is ``UNANSWERED``
    is read as in the first entry.
    """
    place = JsonPlace(data, "", TypedError)
    place.object(required=("stage", "days", "stayed", "leaders", "units", "foe_left"))
    stayed = [p.flag(None if judged else True) for p in place.at("stayed").items(least=2, most=2)]
    return Entry(
        part,
        place.at("stage").choice(STAGES, None if judged else STAGES[0]),
        place.at("days").integer(1, MOST_DAYS),
        (stayed[0], stayed[1]),
        _read_units(place.at("units"), part.of(file), known, judged),
        _read_leaders(place.at("leaders"), part),
        None if place.at("foe_left").value is None else place.at("foe_left").integer(0, 9999),
    )


def _read_units(place: JsonPlace, side: BattleSide, known: Catalogue, judged: bool) -> dict[str, TypedUnit]:
    """Read a party's units. Those of others are refused like those of nobody: a refusal must not reveal them."""
    if not isinstance(place.value, dict):
        place.object()
    own = {unit.id: unit for unit in side.units}
    for strange in [key for key in place.value if key not in own]:
        raise TypedError(f"{shorten(strange)} is no unit of yours; take the ids of your own units.")
    for unit in side.units:
        if unit.id not in place.value:
            raise TypedError(f"{unit.name or unit.id} is missing: type its strength, 0 if it is lost.")
    return {key: read_unit(place.at(key), own[key], known, judged=judged) for key in own}


def _read_leaders(place: JsonPlace, part: Part) -> dict[int, str]:
    places = place.items(most=3)
    fates = {role: p.choice(LEADER_FATES) for role, p in enumerate(places) if p.value is not None}
    if set(fates) != set(part.leaders):
        place.refuse(f"choose the fate of each of your {len(part.leaders)} generals, and of no other.")
    return fates


def part_of(values: object, key: str, number: int) -> Part:
    """Return the party of an entry that was taken before: it answers for the units and generals in it."""
    place = JsonPlace(values, "", TypedError)
    place.object(required=("leaders", "units"), optional=("stage", "days", "stayed", "foe_left"))
    leaders = tuple(role for role, fate in enumerate(place.at("leaders").items(most=3)) if fate.value is not None)
    units = place.at("units").value
    return Part(key, number, tuple(units) if isinstance(units, dict) else (), leaders)


def joined_side(entries: Sequence[Entry], file: BattleFile, number: int) -> TypedSide | None:
    """Return a side as its parties have entered it; None while a unit or a general is missing."""
    own = [entry for entry in entries if entry.number == number]
    units = {key: unit for entry in own for key, unit in entry.units.items()}
    leaders = {role: fate for entry in own for role, fate in entry.leaders.items()}
    whole = whole_part(file, number)
    if set(whole.units) - set(units) or set(whole.leaders) - set(leaders):
        return None
    ordered = {key: units[key] for key in whole.units}
    return TypedSide(own[0].stayed[number], ordered, tuple(leaders[role] for role in whole.leaders))


def disagreements(entries: Sequence[Entry], file: BattleFile) -> list[tuple[str, tuple[str, ...]]]:
    """List where the entries differ: (what, by each of them in their order; empty where one leaves it out)."""
    rows = [
        (PAPER_ENDED, tuple(STAGE_WORDS[entry.stage] for entry in entries)),
        (DAYS_FOUGHT, tuple(str(entry.days) for entry in entries)),
    ]
    for number, side in enumerate(file.sides):
        rows.append((side.name, tuple(_stayed(entry, number) for entry in entries)))
        rows.append((f"Strength of {side.name}", _strengths(entries, file, number)))
    return [row for row in rows if len(set(row[1]) - {""}) > 1]


def _stayed(entry: Entry, number: int) -> str:
    return "stayed" if entry.stayed[number] else "left the field"


def _strengths(entries: Sequence[Entry], file: BattleFile, number: int) -> tuple[str, ...]:
    """Return a side's remains by its own entries, once they are whole, and by the count of each enemy."""
    side = joined_side(entries, file, number)
    left = "" if side is None else str(sum(unit.strength for unit in side.units.values()))
    counted = [left if e.number == number else "" if e.foe_left is None else str(e.foe_left) for e in entries]
    return tuple(f"{points} points left" if points else "" for points in counted)


def agreed(entries: Sequence[Entry], file: BattleFile) -> Typed | None:
    """Return the whole result on which the parties of both sides agree; None while one is missing or contradicts."""
    sides = [joined_side(entries, file, number) for number in (0, 1)]
    if sides[0] is None or sides[1] is None or disagreements(entries, file):
        return None
    return Typed(entries[0].stage, entries[0].days, (sides[0], sides[1]))


def settled_by_one(entries: Sequence[Entry], file: BattleFile) -> Typed | None:
    """Return the whole result by one side's entries: what it counted of the enemy is shared out, the largest losing
    first.

    What some of the enemy's parties have entered stays. None where neither side is whole, both are, or one contradicts
    itself.
    """
    sides = [joined_side(entries, file, number) for number in (0, 1)]
    if (sides[0] is None) == (sides[1] is None):
        return None
    number = 0 if sides[0] else 1
    own = [entry for entry in entries if entry.number == number]
    if disagreements(own, file):
        return None
    made = [sides[number], _supposed(entries, file, 1 - number, own)]
    first, second = made if number == 0 else made[::-1]
    assert first is not None
    assert second is not None
    return Typed(own[0].stage, own[0].days, (first, second))


def _supposed(entries: Sequence[Entry], file: BattleFile, number: int, foes: Sequence[Entry]) -> TypedSide:
    """Return a side with gaps in its own entries, by the strength that its enemies counted."""
    side, theirs = file.sides[number], [entry for entry in entries if entry.number == number]
    units = {key: unit for entry in theirs for key, unit in entry.units.items()}
    fates = {role: fate for entry in theirs for role, fate in entry.leaders.items()}
    missing = [unit for unit in side.units if unit.id not in units]
    most = sum(unit.strength for unit in missing)
    counted = next((entry.foe_left for entry in foes if entry.foe_left is not None), None)
    left = most if counted is None else max(0, counted - sum(unit.strength for unit in units.values()))
    units |= _shared_out(replace(side, units=tuple(missing)), most - min(most, left))
    leaders = tuple(fates.get(role, "unhurt") for role in range(1 + len(side.wings)))
    return TypedSide(foes[0].stayed[number], {unit.id: units[unit.id] for unit in side.units}, leaders)


def _shared_out(side: BattleSide, lost: int) -> dict[str, TypedUnit]:
    """AI-23 Losses on the units that keep most; one that has nothing left is destroyed."""
    left = {unit.id: unit.strength for unit in side.units}
    for _ in range(lost):
        largest = max(left, key=lambda key: left[key])
        left[largest] -= 1
    return {key: TypedUnit(points) if points else TypedUnit(0, "destroyed") for key, points in left.items()}
