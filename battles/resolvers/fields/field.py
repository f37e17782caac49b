"""The field of a battle: a table in inches and the pieces of terrain on it (LGG-3.0), read strictly from JSON.

The origin is the lower left corner; x runs along the width, y along the depth. The attacker's long edge is y = 0.
"""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from base.place import JsonPlace
from battles.resolvers.fields import shapes
from battles.resolvers.fields.shapes import Point, Shape

AREAS = ("rough", "hill", "town")
LINES = ("river", "obstacle", "road", "bridge")
KINDS = (*AREAS, *LINES)
COVERS = ("soft", "hard")
MOST_PIECES = 80
MOST_POINTS = 16
LEAST_SIDE, MOST_SIDE = 36.0, 240.0
BLOCK = 4.0
ROAD_WIDTH = 2.0

_OWN_KEYS = {
    "hill": ("elevation",),
    "river": ("halt", "cover", "impassable"),
    "obstacle": ("halt", "cover", "impassable"),
    "road": ("width",),
    "bridge": ("width",),
}


@dataclass(frozen=True)
class Piece:
    """One piece of terrain: a polygon (rough, hill, town) or a line (river, obstacle, road, bridge)."""

    kind: str
    shape: Shape
    elevation: int = 0
    cover: str | None = None
    halt: bool = False
    impassable: bool = False
    width: float = 0.0

    @property
    def is_area(self) -> bool:
        """Is the shape a polygon?"""
        return self.kind in AREAS

    def as_dict(self) -> dict[str, Any]:
        """Return the piece as in a battle file, with the keys of its kind."""
        made: dict[str, Any] = {"kind": self.kind, "shape": [list(p) for p in self.shape]}
        return made | {key: getattr(self, key) for key in _OWN_KEYS.get(self.kind, ())}


@dataclass(frozen=True)
class Field:
    """A table of `width` x `depth` inches with its pieces."""

    width: float
    depth: float
    pieces: tuple[Piece, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the field as in a battle file."""
        return {"width": self.width, "depth": self.depth, "pieces": [p.as_dict() for p in self.pieces]}


def stretched(field: Field, width: float, depth: float) -> Field:
    """COM-10 A field on a board of another size: what is halfway across it stays halfway across."""
    wide, deep = width / field.width, depth / field.depth
    pieces = tuple(
        replace(piece, shape=tuple((round(x * wide, 4), round(y * deep, 4)) for x, y in piece.shape),
                width=round(piece.width * wide, 4))
        for piece in field.pieces
    )  # fmt: skip
    return Field(width, depth, pieces)


def rough(shape: Shape) -> Piece:
    """Rough ground."""
    return Piece("rough", shape)


def hill(shape: Shape, elevation: int = 1) -> Piece:
    """Return a hill of elevation 1 or 2."""
    return Piece("hill", shape, elevation=elevation)


def town(left: float, bottom: float) -> Piece:
    """Return one town block of 4 inches, by its lower left corner (LGG-3.0-c)."""
    right, top = left + BLOCK, bottom + BLOCK
    return Piece("town", ((left, bottom), (right, bottom), (right, top), (left, top)))


def river(shape: Shape, *, impassable: bool = False) -> Piece:
    """Return a river: a modest one halts and gives soft cover, a big one or a gorge is impassable."""
    return Piece("river", shape, cover="soft", halt=True, impassable=impassable)


def obstacle(shape: Shape, *, cover: str = "soft", halt: bool = True, impassable: bool = False) -> Piece:
    """Return a wall, ditch or trench (soft cover) or a work (hard cover), LGG-3.0-f."""
    return Piece("obstacle", shape, cover=cover, halt=halt, impassable=impassable)


def road(shape: Shape) -> Piece:
    """Return a road, by its middle line."""
    return Piece("road", shape, width=ROAD_WIDTH)


def bridge(shape: Shape) -> Piece:
    """Return a bridge, by its axis."""
    return Piece("bridge", shape, width=ROAD_WIDTH)


def read_field(place: JsonPlace) -> Field:
    """Return the field at `place`; refuses bad shapes, pieces off the table and what crosses itself."""
    place.object(required=("width", "depth"), optional=("pieces",))
    width = place.at("width").number(LEAST_SIDE, MOST_SIDE)
    depth = place.at("depth").number(LEAST_SIDE, MOST_SIDE)
    if not place.has("pieces"):
        return Field(width, depth)
    pieces = tuple(_read_piece(p, width, depth) for p in place.at("pieces").items(most=MOST_PIECES))
    return Field(width, depth, pieces)


def _read_piece(place: JsonPlace, width: float, depth: float) -> Piece:
    if not isinstance(place.value, dict):
        place.object()
    kind = place.at("kind").choice(KINDS)
    own = _OWN_KEYS.get(kind, ())
    place.object(required=("kind", "shape"), optional=own)
    shape = _read_shape(place.at("shape"), kind, width, depth)
    return _with_own_keys(place, Piece(kind, shape))


def _with_own_keys(place: JsonPlace, piece: Piece) -> Piece:
    if piece.kind == "hill":
        return replace(piece, elevation=place.at("elevation").integer(1, 2) if place.has("elevation") else 1)
    if piece.kind in ("road", "bridge"):
        return replace(piece, width=place.at("width").number(1, 6) if place.has("width") else ROAD_WIDTH)
    if piece.kind not in ("river", "obstacle"):
        return piece
    return replace(
        piece,
        cover=place.at("cover").choice(COVERS, "soft"),
        halt=place.at("halt").flag(True),
        impassable=place.at("impassable").flag(False),
    )


def _read_shape(place: JsonPlace, kind: str, width: float, depth: float) -> Shape:
    closed = kind in AREAS
    points = tuple(_read_point(p, width, depth) for p in place.items(least=3 if closed else 2, most=MOST_POINTS))
    if closed:
        _check_polygon(place, points)
    else:
        _check_line(place, kind, points)
    if kind == "town":
        _check_block(place, points)
    return points


def _read_point(place: JsonPlace, width: float, depth: float) -> Point:
    x, y = place.items(least=2, most=2)
    return x.number(0, width), y.number(0, depth)


def _check_polygon(place: JsonPlace, points: Shape) -> None:
    if len(set(points)) < len(points):
        place.refuse("two corners are the same; leave one out, also where the last repeats the first.")
    if shapes.crosses_itself(points):
        place.refuse("the outline crosses itself; give the corners in their order round the piece.")
    if shapes.area(points) < 1:
        place.refuse(f"the piece covers {shapes.area(points):.2f} square inches, at least 1 is needed.")


def _check_line(place: JsonPlace, kind: str, points: Shape) -> None:
    if kind == "bridge" and len(points) != 2:
        place.refuse(f"{len(points)} points; a bridge has two, the ends of its axis.")
    if any(shapes.distance(a, b) < 0.1 for a, b in pairwise(points)):
        place.refuse("two points that follow one another are less than 0.1 inch apart; leave one out.")


def _check_block(place: JsonPlace, points: Shape) -> None:
    left, bottom, right, top = shapes.box(points)
    sides = right - left, top - bottom
    square = len(points) == 4 and abs(sides[0] * sides[1] - shapes.area(points)) < 0.01
    if not square or not all(3.5 <= s <= 4.5 for s in sides):
        place.refuse("a town block is an upright square of about 4 inches (3.5 to 4.5); make a town of several blocks.")
