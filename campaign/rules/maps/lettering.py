"""Places for the names of the towns on a map, readable, with room left for armies.

Lengths are map units in which the mean province is 100 wide.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

SIZE = 13.6
"""A letter is 12 pixels high where a map of Saxony fits into a window of 1366 by 768."""
LETTER = 0.53
RIVER_LETTER = 5.8
MARK = 8.5
DEPOT = 15.0
ROOM = (66.0, 42.0)
ROW = (64.0, 18.0)
"""The room for armies: four counters; and a row of two, which stands where the room is nearest to its town."""
ASTRAY = 150.0
"""The weight of each unit by which a row of counters is nearer to another town than to its own."""
REACH = 190.0
SWEEPS = 3

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: "Box") -> float:
        """Return the area that two boxes share."""
        if self.left >= other.right or other.left >= self.right or self.top >= other.bottom or other.top >= self.bottom:
            return 0.0
        width = min(self.right, other.right) - max(self.left, other.left)
        return width * (min(self.bottom, other.bottom) - max(self.top, other.top))

    def outside(self, frame: "Box") -> float:
        """Return the area that lies outside a frame."""
        return (self.right - self.left) * (self.bottom - self.top) - self.overlap(frame)

    def holds(self, point: Point) -> bool:
        """Return whether a point lies inside."""
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
    """A town to be lettered, and the middle of its province."""

    key: str
    name: str
    at: Point
    middle: Point
    radius: float = 3.0
    depot: bool = False

    @property
    def sign(self) -> Box:
        """The room that its signs take: the town with a fortress around it, and a depot to its right."""
        right = DEPOT if self.depot else self.radius
        return Box(self.at[0] - self.radius, self.at[1] - self.radius, self.at[0] + right, self.at[1] + self.radius)


def covered(name: str, at: Point, taken: Iterable[Box]) -> float:
    """Return how much a river's name, centred at a point, would cover of what is there."""
    box = _river_box(name, at)
    return sum(box.overlap(other) for other in taken)


def along(name: str, spots: Sequence[Point], taken: Sequence[Box], frame: Box) -> tuple[Point, Box]:
    """Return where a river's name covers least, on one of the spots or beside it, and the room that it takes up."""
    aside = len(name) * RIVER_LETTER / 2 + 6
    steps = ((0.0, 0.0, 0.0), (0.0, 9.0, 4.0), (0.0, -9.0, 4.0), (aside, 3.0, 6.0), (-aside, 3.0, 6.0))
    places = [((x + dx, y + dy), dislike) for x, y in spots for dx, dy, dislike in steps]
    near = _near(taken, [place for place, _ in places])

    def cost(place: tuple[Point, float]) -> float:
        return covered(name, place[0], near) + 8 * _river_box(name, place[0]).outside(frame) + place[1]

    best, _ = min(places, key=cost)
    return best, _river_box(name, best)


def _near(boxes: Iterable[Box], points: Sequence[Point]) -> list[Box]:
    """Return the boxes that something at one of the points might cover."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    around = Box(min(xs) - ROOM[0], min(ys) - ROOM[1], max(xs) + ROOM[0], max(ys) + ROOM[1])
    return [box for box in boxes if around.overlap(box)]


def _river_box(name: str, at: Point) -> Box:
    """Return the room of a river's name: ``at`` is the middle of its base line."""
    half = len(name) * RIVER_LETTER / 2 + 2
    return Box(at[0] - half, at[1] - SIZE * 0.75, at[0] + half, at[1] + SIZE * 0.3)


def marks(towns: Sequence[Town], letters: Mapping[str, tuple[Lettering, Box, Box]]) -> dict[str, Point]:
    """Town key → where the sign of a battle covers no name, no room for armies and no town, as far as that goes.

    A stack that opens takes up a row below its room.
    """
    names = [name for _, name, _ in letters.values()]
    rooms = [Box(room.left, room.top, room.right, room.bottom + ROOM[1] / 2) for _, _, room in letters.values()]
    signs = [town.sign for town in towns]
    return {town.key: _mark(town, names, rooms, signs) for town in towns}


def _mark(town: Town, names: Sequence[Box], rooms: Sequence[Box], signs: Sequence[Box]) -> Point:
    places = list(_around_town(town))
    weights = [(3, _near(names, places)), (4, _near(rooms, places)), (1, _near(signs, places))]

    def cost(at: Point) -> float:
        sign = _around(at, MARK, MARK)
        return sum(weight * sign.overlap(box) for weight, boxes in weights for box in boxes) + _distance(at, town.at)

    return min(places, key=cost)


def _around_town(town: Town) -> Iterable[Point]:
    """Yield places in three rings around a town, the nearest first."""
    for ring in (0.0, 9.0, 18.0):
        for turn in range(16):
            reach, angle = town.radius + MARK + 1 + ring, turn * pi / 8
            yield round(town.at[0] + reach * cos(angle), 1), round(town.at[1] + reach * sin(angle), 1)


@dataclass(frozen=True)
class _Choice:
    lettering: Lettering
    name_box: Box
    room_box: Box
    liking: float
    row: Point
    away: float


def letter(towns: Sequence[Town], frame: Box) -> dict[str, tuple[Lettering, Box, Box]]:
    """Town key → its lettering and the boxes that the name and the room take up.

    Towns with close neighbours choose first; each takes the place that covers least of what is there already. Then
    all of them choose again, knowing the others' places.
    """
    order = sorted(towns, key=lambda town: (_nearest(town, towns), town.key))
    near = {t.key: [o for o in order if o is not t and _distance(o.at, t.at) < REACH] for t in order}
    choices = {town.key: _choices(town, frame) for town in order}
    taken: dict[str, _Choice] = {}
    for town in order * SWEEPS:
        others = [taken[other.key] for other in near[town.key] if other.key in taken]
        taken[town.key] = min(choices[town.key], key=lambda choice: _cost(choice, near[town.key], others))
    return {key: (choice.lettering, choice.name_box, choice.room_box) for key, choice in taken.items()}


def _nearest(town: Town, towns: Sequence[Town]) -> float:
    return min((_distance(town.at, other.at) for other in towns if other is not town), default=0.0)


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _around(at: Point, half_width: float, half_height: float) -> Box:
    return Box(at[0] - half_width, at[1] - half_height, at[0] + half_width, at[1] + half_height)


def _choices(town: Town, frame: Box) -> list[_Choice]:
    """Return every pair of a place for the name and a place for armies that do not cover each other."""
    return [
        _Choice(
            Lettering(x, y, anchor, room),
            name_box,
            room_box,
            liking + _dislike(town, room, name_box, room_box, frame),
            *_row(room, town.at),
        )
        for x, y, anchor, name_box, liking in _name_places(town)
        for room in _room_places(town)
        if not (room_box := _around(room, ROOM[0] / 2, ROOM[1] / 2)).overlap(name_box)
    ]


def _name_places(town: Town) -> list[tuple[float, float, str, Box, float]]:
    (x, y), width = town.at, len(town.name) * SIZE * LETTER
    below, above = y + town.radius + SIZE * 0.85, y - town.radius - 3
    right, left = town.sign.right + 2, town.sign.left - 2
    return [
        (x, below, "middle", Box(x - width / 2, below - SIZE * 0.8, x + width / 2, below + SIZE * 0.3), 0.0),
        (x, above, "middle", Box(x - width / 2, above - SIZE * 0.8, x + width / 2, above + SIZE * 0.3), 6.0),
        (right, y + 3.5, "start", Box(right, y - 6, right + width, y + 7), 12.0),
        (left, y + 3.5, "end", Box(left - width, y - 6, left, y + 7), 14.0),
    ]


def _room_places(town: Town) -> list[Point]:
    (x, y), (width, height) = town.at, ROOM
    up, down = town.sign.top - height / 2 - 3, town.sign.bottom + height / 2 + 3
    far_up, far_down = up - SIZE - 2, down + SIZE + 2
    columns = [(x + dx, row) for row in (up, down, far_up, far_down) for dx in (0, -22, 22)]
    return [*columns, (town.sign.right + width / 2 + 3, y), (town.sign.left - width / 2 - 3, y)]


def _dislike(town: Town, room: Point, name_box: Box, room_box: Box, frame: Box) -> float:
    outside = 8 * name_box.outside(frame) + 4 * room_box.outside(frame)
    away = 3 * _distance(room, town.at) + 0.5 * _distance(room, town.middle)
    return outside + away + 4 * room_box.overlap(town.sign)


def _row(room: Point, town: Point) -> tuple[Point, float]:
    """Return where a row of counters stands in a room, and how far that is from the town."""
    x, y = (nearest_middle(room[n], town[n], ROOM[n], ROW[n]) for n in (0, 1))
    return (x, y), _distance((x, y), town)


def nearest_middle(middle: float, town: float, room: float, length: float) -> float:
    """Return the middle of something of this length, as near to the town as its room allows."""
    play = (room - length) / 2
    return min(max(town, middle - play), middle + play)


def _cost(choice: _Choice, towns: Sequence[Town], taken: Iterable[_Choice]) -> float:
    """Weigh how bad a place is: what it covers, by how much that hurts, and whether armies seem to be elsewhere."""
    name, room = choice.name_box, choice.room_box
    cost = choice.liking + sum(6 * name.overlap(town.sign) + 3 * room.overlap(town.sign) for town in towns)
    strange = min((_distance(choice.row, town.at) for town in towns), default=REACH)
    cost += ASTRAY * max(0.0, choice.away - strange)
    for other in taken:
        cost += 15 * name.overlap(other.name_box) + 5 * name.overlap(other.room_box)
        cost += 5 * room.overlap(other.name_box) + 1.5 * room.overlap(other.room_box)
    return cost
