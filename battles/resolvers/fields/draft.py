"""A field in the making: its dice, its pieces so far, and the room between them (HR-T2, HR-T7)."""

from dataclasses import dataclass, field, replace

from battles.resolvers.core.dice import SETUP_STREAM, face_of
from battles.resolvers.core.kernels import u64
from battles.resolvers.fields import shapes
from battles.resolvers.fields.field import Field, Piece
from battles.resolvers.fields.numbers import FieldNumbers, TerrainClass
from battles.resolvers.fields.shapes import Box, Shape

_QUARTER = 4
_BARS = ("rough", "obstacle")
_SPACED = ("rough", "hill", "town", "river", "obstacle")


@dataclass
class SetupDice:
    """The dice of the stream `setup` of a public seed, one after another."""

    key: int
    count: int = 0

    def face(self, sides: int) -> int:
        """Return the next die, 1 to `sides`."""
        self.count += 1
        return int(face_of(u64(self.key), SETUP_STREAM, self.count - 1, sides))

    def between(self, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`, all equally likely; `least` where the span is empty."""
        return least if most <= least else least + self.face(most - least + 1) - 1

    def inches(self, least: float, most: float) -> float:
        """Return a length from `least` to `most` in quarters of an inch."""
        low = -int(-least * _QUARTER // 1)
        return self.between(low, int(most * _QUARTER // 1)) / _QUARTER


@dataclass(frozen=True)
class Site:
    """The order for a field: the size of its table, the crossings of each water, and the features from the campaign."""

    width: float
    depth: float
    crossings: int
    river_crossing: bool
    fortress: bool


@dataclass
class Draft:
    """A field in the making."""

    site: Site
    terrain: TerrainClass
    numbers: FieldNumbers
    dice: SetupDice
    pieces: list[Piece] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    crossings: list[Shape] = field(default_factory=list)

    @property
    def field(self) -> Field:
        """Return the field as it is so far."""
        return Field(self.site.width, self.site.depth, tuple(self.pieces))

    def add(self, piece: Piece) -> None:
        """Put a piece on the table, its corners rounded to 4 decimals."""
        shape = tuple((round(x, 4) + 0.0, round(y, 4) + 0.0) for x, y in piece.shape)
        self.pieces.append(replace(piece, shape=shape))
        self.boxes.append(shapes.box(shape))

    def add_crossing(self, piece: Piece) -> None:
        """HR-T7 Put a bridge or a ford on the table, whose ends stay open."""
        self.add(piece)
        self.crossings.append(self.pieces[-1].shape)

    def free(self, kind: str, box: Box) -> bool:
        """Is a box for a piece of a kind far enough from every piece that keeps its distance?"""
        pairs = zip(self.pieces, self.boxes, strict=True)
        return all(p.kind not in _SPACED or _apart(box, p, b, self._margin(kind, p)) for p, b in pairs) and (
            kind not in _BARS or all(_off(box, line, self.numbers.crossings.landing) for line in self.crossings)
        )

    def _margin(self, kind: str, piece: Piece) -> float:
        """HR-T2 HR-T7 A town keeps farther off waters than the rest."""
        return self.numbers.crossings.town_off if (kind, piece.kind) == ("town", "river") else self.numbers.apart


def _off(box: Box, line: Shape, margin: float) -> bool:
    """Is a box so far from a crossing?"""
    return shapes.boxes_apart(box, shapes.box(line), margin) or shapes.gap(_rectangle(box), True, line, False) >= margin


def _apart(box: Box, piece: Piece, other: Box, margin: float) -> bool:
    if shapes.boxes_apart(box, other, margin - 1e-9):
        return True
    return not piece.is_area and _off(box, piece.shape, margin)


def _rectangle(box: Box) -> Shape:
    left, bottom, right, top = box
    return (left, bottom), (right, bottom), (right, top), (left, top)
