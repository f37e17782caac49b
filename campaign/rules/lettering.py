"""Where the names of the towns stand on a map, so that they can be read, and where there is room for armies.

Lengths are map units in which the mean province is 100 wide.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SIZE = 11.0
LETTER = 0.46
TOWN = 6.0
ROOM = (66.0, 42.0)

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """The area that two boxes share."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)

    def outside(self, frame: "Box") -> float:
        """The area that lies outside a frame."""
        return (self.right - self.left) * (self.bottom - self.top) - self.overlap(frame)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


@dataclass(frozen=True)
class Lettering:
    """A name (its base line begins, ends or is centred at x, y) and the middle of the room for armies."""

    x: float
    y: float
    anchor: str
    room: Point


@dataclass(frozen=True)
class Town:
    """A town to be lettered, with the outline of its province as corner points."""

    key: str
    name: str
    at: Point
    middle: Point


@dataclass(frozen=True)
class _Choice:
    lettering: Lettering
    name_box: Box
    room_box: Box
    liking: float


def letter(towns: Sequence[Town], frame: Box) -> dict[str, tuple[Lettering, Box, Box]]:
    """Town key → its lettering and the boxes that the name and the room take up.

    Towns with close neighbours choose first; each takes the place that covers least of what is there already.
    """
    marks = {town.key: _around(town.at, TOWN, TOWN) for town in towns}
    taken: dict[str, _Choice] = {}
    for town in sorted(towns, key=lambda t: (_nearest(t, towns), t.key)):
        others = [box for key, box in marks.items() if key != town.key]
        taken[town.key] = min(_choices(town), key=lambda choice: _cost(choice, others, taken.values(), frame))
    return {key: (choice.lettering, choice.name_box, choice.room_box) for key, choice in taken.items()}


def _nearest(town: Town, towns: Sequence[Town]) -> float:
    return min((_distance(town.at, other.at) for other in towns if other is not town), default=0.0)


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _around(at: Point, half_width: float, half_height: float) -> Box:
    return Box(at[0] - half_width, at[1] - half_height, at[0] + half_width, at[1] + half_height)


def _choices(town: Town) -> list[_Choice]:
    """Every pair of a place for the name and a place for armies that do not cover each other."""
    return [
        _Choice(Lettering(x, y, anchor, room), name_box, room_box, liking + _distance(room, town.middle) * 1.5)
        for x, y, anchor, name_box, liking in _name_places(town)
        for room in _room_places(town)
        if not (room_box := _around(room, ROOM[0] / 2, ROOM[1] / 2)).overlap(name_box)
    ]


def _name_places(town: Town) -> list[tuple[float, float, str, Box, float]]:
    (x, y), width = town.at, len(town.name) * SIZE * LETTER
    below, above = y + TOWN + SIZE * 0.85, y - TOWN - 2
    return [
        (x, below, "middle", Box(x - width / 2, below - SIZE * 0.8, x + width / 2, below + SIZE * 0.3), 0.0),
        (x, above, "middle", Box(x - width / 2, above - SIZE * 0.8, x + width / 2, above + SIZE * 0.3), 6.0),
        (x + 8, y + 3.5, "start", Box(x + 8, y - 6, x + 8 + width, y + 7), 12.0),
        (x - 8, y + 3.5, "end", Box(x - 8 - width, y - 6, x - 8, y + 7), 14.0),
    ]


def _room_places(town: Town) -> list[Point]:
    (x, y), (width, height) = town.at, ROOM
    up, down = y - TOWN - height / 2 - 2, y + TOWN + height / 2 + 2
    far_up, far_down = up - SIZE - 2, down + SIZE + 2
    aside = width / 2 + TOWN + 2
    columns = [(x + dx, row) for row in (up, down, far_up, far_down) for dx in (0, -22, 22)]
    return [*columns, (x + aside, y), (x - aside, y)]


def _cost(choice: _Choice, marks: Iterable[Box], taken: Iterable[_Choice], frame: Box) -> float:
    name, room = choice.name_box, choice.room_box
    cost = choice.liking + 8 * name.outside(frame) + 2 * room.outside(frame)
    cost += sum(6 * name.overlap(mark) + 2 * room.overlap(mark) for mark in marks)
    for other in taken:
        cost += 8 * name.overlap(other.name_box) + 3 * name.overlap(other.room_box)
        cost += 3 * room.overlap(other.name_box) + 1.5 * room.overlap(other.room_box)
    return cost
