"""The table of a replay as flat names and values, so that what an event changed is a handful of them.

==================  ================================================================================================
``u3.in``           where unit 3 is: ``board``, or a box (``boxes.LABELS``)
``u3.at``           its pose [x, y, facing] as in the journal; beside the table its place in the strip
``u3.sp``           its strength points
``u3.sq``           is it in squares?
``u3.eye``          the facing that counts where its base has not turned with it (LGG-9.0-a), or null
``u3.kind``         what it is called after an amalgamation has changed it; before, null
``l0.in`` ``.at``   is commander's stand 0 on the table; where [x, y]
``l0.name`` …       ``.name``, ``.role`` (army, wing), ``.skill``
``s0``              strength points of side 0 that are not lost
``w0``              HR-26 [broken units of side 0, its units that count, with how many broken it must leave]; or null
``b0.rallyable``    [x, number of units] of a box of side 0; null where it is empty
``fights``          pairs [attacker, defender] of units that are locked together
``works`` ``gone``  numbers of the pieces that engineers made and that are there (``Cast.works``); of the field's
                    own pieces those that they took away or changed
``broke``           [unit, x, y] of the units that broke this day and have not rallied, where they did
``day`` ``round``   and ``part`` (deployment, day, evening, over), ``weather``, ``ground``, ``radius``, ``length``
``count``           the count of the day, or its turn; ``rolls`` of both sides
``turn`` ``left``   the side on turn, or null, and its actions left
==================  ================================================================================================
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from battles.resolvers.replay.cast import Cast

MARGIN = 5.6
"""Inches of each strip."""
SCALE = 0.55
"""How large a unit beside the table is drawn."""
LABELS = {
    "waiting": "still to come", "rallied": "rallied", "rallyable": "rallyable", "nonrallyable": "not rallyable",
    "eliminated": "destroyed", "exited": "left the field", "merged": "amalgamated", "bridge": "lies as a bridge",
}  # fmt: skip
PITCH, LETTER, GAP, EDGE = 1.9, 0.62, 1.6, 0.6
_UNIT_ROW = {"near": 3.9, "far": 1.9}


def strip(cast: Cast, side: int, where: Mapping[int, str]) -> dict[str, Any]:
    """Return the strip of a side as drawn values: units' places and each box's [x, number]; ``where`` maps units to
    boxes."""
    groups = {box: [n for n, here in where.items() if here == box] for box in LABELS}
    filled = {box: units for box, units in groups.items() if units}
    whole = sum(_length(box, len(units)) for box, units in filled.items())
    pressed = min(1.0, (cast.width - 2 * EDGE) / whole) if whole else 1.0
    made: dict[str, Any] = {f"b{side}.{box}": None for box in LABELS if box not in filled}
    x, y = EDGE, row_of_units(cast, side)
    for box, units in filled.items():
        made[f"b{side}.{box}"] = [round(x, 4), len(units)]
        for place, unit in enumerate(units):
            made[f"u{unit}.at"] = [round(x + (place + 0.5) * PITCH * pressed, 4), y, 0.0]
        x += _length(box, len(units)) * pressed
    return made


def _length(box: str, units: int) -> float:
    return max(units * PITCH, len(LABELS[box]) * LETTER) + GAP


def row_of_units(cast: Cast, side: int) -> float:
    """Return the height of the units in a side's strip, in inches of the table."""
    return -_UNIT_ROW["near"] if side == cast.near else round(cast.depth + _UNIT_ROW["far"], 4)


BOARD = "board"
FIGHTING = ("foot", "cav", "art")
BROKEN = ("rallyable", "nonrallyable", "eliminated")
_MISSING = object()


@dataclass
class Fight:
    """A combat that is not resolved: units by their numbers."""

    defender: int
    attackers: list[int] = field(default_factory=list)


class ReplayTable:
    """The table at a moment; ``changed`` is what the event in hand has changed."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.now: dict[str, Any] = {}
        self.changed: dict[str, Any] = {}
        self.fights: dict[int, Fight] = {}
        self.fought: int | None = None
        self.first: int | None = None
        self.made = 0
        self._stale = {0, 1}
        self._came: set[int] = set()
        self._counted = False
        self._lay_out()

    def _lay_out(self) -> None:
        """Before the first event: everybody is still to come."""
        self.put(day=0, round=0, part="deployment", weather=None, ground=None, radius=0, length=0, count=0,
                 rolls=[None, None], turn=None, left=None, fights=[], works=[], gone=[], broke=[])  # fmt: skip
        for n, block in enumerate(self.cast.blocks):
            self.unit(n, sp=block.strength, sq=False, eye=None, kind=None, **{"in": "waiting"})
        for n, stand in enumerate(self.cast.stands):
            self.stand(n, name=stand.name, role=stand.role, skill=None, at=None, **{"in": False})

    def put(self, **values: Any) -> None:
        """Set values by their names."""
        self._set(values)

    def unit(self, number: int, **values: Any) -> None:
        """Set values of a unit; a unit that comes or goes moves the boxes of its side."""
        if "in" in values or "sp" in values:
            self._counted = False
        if "in" in values:
            self._stale.add(self.cast.blocks[number].side)
        if values.get("in") == BOARD:
            self._came.add(number)
        self._set({f"u{number}.{key}": value for key, value in values.items()})

    def stand(self, number: int, **values: Any) -> None:
        """Set values of a commander's stand."""
        self._set({f"l{number}.{key}": value for key, value in values.items()})

    def _set(self, values: dict[str, Any]) -> None:
        for key, value in values.items():
            if self.now.get(key, _MISSING) != value:
                self.now[key] = value
                self.changed[key] = value

    def of(self, number: int, key: str) -> Any:
        """Return a value of a unit."""
        return self.now[f"u{number}.{key}"]

    def share_strength(self, unit: str, sp: int) -> None:
        """Set the strength of a unit of the file; one fielded in parts keeps it in the first of them that is there."""
        parts = self.cast.parts.get(unit, ())
        if len(parts) > 1:
            parts = tuple(sorted(parts, key=lambda number: self.of(number, "in") != BOARD))
        for place, number in enumerate(parts):
            self.unit(number, sp=sp if place == 0 else 0)

    def stand_named(self, side: int | None, name: str) -> int | None:
        """Return the stand on the table on which a general of this name commands."""
        for n, stand in enumerate(self.cast.stands):
            if stand.side == side and self.now[f"l{n}.name"] == name and self.now[f"l{n}.in"]:
                return n
        return None

    def mark_broken(self, number: int) -> None:
        """Mark the place on the table where a unit breaks."""
        if self.of(number, "in") == BOARD:
            self.put(broke=[*self.now["broke"], [number, *self.of(number, "at")[:2]]])

    def unmark_broken(self, number: int) -> None:
        """Take the mark of a unit away that has rallied."""
        self.put(broke=[mark for mark in self.now["broke"] if mark[0] != number])

    def to_box(self, number: int, box: str, sp: int = 0) -> None:
        """Take a unit off the table and out of its combat."""
        self.unlock(number)
        self.unit(number, sp=sp, sq=False, **{"in": box})

    def lock(self, combat: int, attacker: int, defender: int) -> None:
        """Lock a unit with the one that it attacks, in a combat of this number."""
        fight = self.fights.setdefault(combat, Fight(defender))
        if attacker not in fight.attackers:
            fight.attackers.append(attacker)

    def unlock(self, number: int) -> None:
        """Take a unit out of its combat, and end a combat without a defender or attackers."""
        self.unit(number, eye=None)
        for combat, fight in list(self.fights.items()):
            if fight.defender == number or fight.attackers == [number]:
                self.part(combat)
            elif number in fight.attackers:
                fight.attackers.remove(number)

    def part(self, combat: int) -> None:
        """End a combat."""
        fight = self.fights.pop(combat, None)
        for number in (fight.defender, *fight.attackers) if fight else ():
            self.unit(number, eye=None)

    def settle(self) -> None:
        """The combat that was fought last is over."""
        if self.fought is not None:
            self.part(self.fought)
            self.fought = None

    def take(self) -> dict[str, Any]:
        """Return what has changed since the last time, with its boxes and sums."""
        self._sum()
        for side in sorted(self._stale):
            self._set(strip(self.cast, side, self._off_table(side)))
        self._stale.clear()
        taken, self.changed = self.changed, {}
        return taken

    def _sum(self) -> None:
        if not self._counted:
            self._count()
            self._counted = True
        pairs = sorted([attacker, fight.defender] for fight in self.fights.values() for attacker in fight.attackers)
        self.put(fights=pairs)

    def _count(self) -> None:
        """Count strength points and broken units anew; most events change neither."""
        sums = [0, 0]
        for n, block in enumerate(self.cast.blocks):
            sums[block.side] += self.now[f"u{n}.sp"]
        self.put(s0=sums[0], s1=sums[1], w0=self._will(0), w1=self._will(1))

    def _will(self, side: int) -> list[int] | None:
        """HR-26 The broken units of a side, those that count, and with how many broken it must leave."""
        will = self.cast.will
        if will is None:
            return None
        mine = [n for n, block in enumerate(self.cast.blocks) if block.side == side and block.arm in FIGHTING]
        mine = [n for n in mine if n in self._came or self.cast.blocks[n].unit not in will.late]
        return [sum(self.of(n, "in") in BROKEN for n in mine), len(mine), will.enough(len(mine))]

    def _off_table(self, side: int) -> dict[int, str]:
        blocks = enumerate(self.cast.blocks)
        return {n: self.of(n, "in") for n, block in blocks if block.side == side and self.of(n, "in") != BOARD}
