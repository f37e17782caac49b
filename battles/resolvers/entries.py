"""What one side types in of a battle on the table: its own units, and what both sides must say alike.

Two entries that agree make a whole result (``both``). One that stays alone makes one too (``alone``): the enemy's loss
is then taken from the strength that was counted on the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from battles.resolvers.battle_file import BattleFile
from battles.resolvers.place import Place
from battles.resolvers.sides import BattleSide
from battles.resolvers.typed import MOST_DAYS, STAGES, Typed, TypedError, TypedSide, TypedUnit, read_side, unhurt
from rosters.rules.catalogue import Catalogue

STAGE_WORDS = {"before": "before the evening's steps", "after": "after the evening's steps"}


@dataclass(frozen=True)
class Entry:
    """One side's account; ``number`` is its place in the file, ``foe_left`` the enemy's strength points it counted.

    That number is never judged before the enemy has handed in his own: a refusal would tell how strong he is."""

    number: int
    stage: str
    days: int
    stayed: tuple[bool, bool]
    own: TypedSide
    foe_left: int | None = None

    @property
    def left(self) -> int:
        """Strength points of its own units on the table or safely off it."""
        return sum(unit.strength for unit in self.own.units.values())

    def as_dict(self) -> dict[str, Any]:
        """The entry as JSON values."""
        return {
            "stage": self.stage, "days": self.days, "stayed": list(self.stayed), "leaders": list(self.own.leaders),
            "units": {key: unit.as_dict() for key, unit in self.own.units.items()}, "foe_left": self.foe_left,
        }  # fmt: skip


def first_entry(file: BattleFile, number: int) -> dict[str, Any]:
    """What the form begins with: nobody is hurt and both sides stay."""
    side = unhurt(file).sides[number]
    return Entry(number, "before", 1, (True, True), side).as_dict()


def read_entry(data: object, file: BattleFile, number: int, known: Catalogue) -> Entry:
    """An entry in JSON values, checked against the battle; TypedError names unit and remedy."""
    place = Place(data, "", TypedError)
    place.object(required=("stage", "days", "stayed", "leaders", "units", "foe_left"))
    stayed = [p.flag() for p in place.at("stayed").items(least=2, most=2)]
    own = {"stayed": stayed[number], "leaders": place.at("leaders").value, "units": place.at("units").value}
    return Entry(
        number,
        place.at("stage").choice(STAGES),
        place.at("days").integer(1, MOST_DAYS),
        (stayed[0], stayed[1]),
        read_side(Place(own, "", TypedError), file, number, known),
        None if place.at("foe_left").value is None else place.at("foe_left").integer(0, 9999),
    )


def disagreements(one: Entry, other: Entry, file: BattleFile) -> list[tuple[str, str, str]]:
    """What two sides say differently: (what, by the first side, by the second)."""
    first, second = sorted((one, other), key=lambda entry: entry.number)
    rows = [
        ("Where the paper ended", STAGE_WORDS[first.stage], STAGE_WORDS[second.stage]),
        ("Days fought", str(first.days), str(second.days)),
        *((side.name, _stayed(first, n), _stayed(second, n)) for n, side in enumerate(file.sides)),
    ]
    for told, counted in ((first, second), (second, first)):
        if counted.foe_left is not None:
            pair = (f"{told.left} points left", f"{counted.foe_left} points left")
            ordered = pair if told is first else pair[::-1]
            rows.append((f"Strength of {file.sides[told.number].name}", *ordered))
    return [row for row in rows if row[1] != row[2]]


def _stayed(entry: Entry, number: int) -> str:
    return "stayed" if entry.stayed[number] else "left the field"


def both(one: Entry, other: Entry) -> Typed:
    """The whole result of two sides that agree."""
    first, second = sorted((one, other), key=lambda entry: entry.number)
    return Typed(first.stage, first.days, (first.own, second.own))


def alone(entry: Entry, file: BattleFile) -> Typed:
    """The whole result by one side's account: what it counted of the enemy is shared out, the largest losing first."""
    foe = file.sides[1 - entry.number]
    most = sum(unit.strength for unit in foe.units)
    told = _shared_out(foe, most - min(most, most if entry.foe_left is None else entry.foe_left))
    side = TypedSide(entry.stayed[1 - entry.number], told, ("unhurt",) * (1 + len(foe.wings)))
    return Typed(entry.stage, entry.days, (entry.own, side) if entry.number == 0 else (side, entry.own))


def _shared_out(side: BattleSide, lost: int) -> dict[str, TypedUnit]:
    """AI-23 Losses on the units that keep most; one that has nothing left is destroyed."""
    left = {unit.id: unit.strength for unit in side.units}
    for _ in range(lost):
        largest = max(left, key=lambda key: left[key])
        left[largest] -= 1
    return {key: TypedUnit(points) if points else TypedUnit(0, "destroyed") for key, points in left.items()}
