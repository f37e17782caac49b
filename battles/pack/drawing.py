"""The table of a battle as one SVG for screen and print: terrain to scale, zones, and a number on each piece.

Patterns tell the kinds apart, so that it can be read in black and white. One unit of the drawing is one inch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from xml.sax.saxutils import escape  # nosec B406 (writes XML, reads none)

from base.words import counted
from battles.resolvers.fields.field import Field, Piece
from battles.resolvers.fields.numbers import field_numbers
from battles.resolvers.fields.shapes import Point, box

RIM = 4.0
GRID = 12
APART = 2.1
"""How far apart the middles of two numbers are."""
PIXELS = 20
KINDS = {"rough": "rough ground", "hill": "hill", "town": "town block", "river": "river", "obstacle": "obstacle",
         "road": "road", "bridge": "bridge"}  # fmt: skip
ORDER = ("rough", "hill", "river", "road", "obstacle", "bridge", "town")
PLURALS = {"rough ground": "pieces of rough ground"}
FONT = "Libertinus Serif, EB Garamond, Georgia, serif"
DEFINITIONS = """<defs>
<pattern id="rough" width="2.4" height="2.4" patternUnits="userSpaceOnUse"><rect width="2.4" height="2.4" fill="#eef1e4"/><path d="M.3 1L.7 .3L1.1 1ZM1.5 2.2L1.9 1.5L2.3 2.2Z" fill="#5d7a4e"/></pattern>
<pattern id="hill" width="1" height="1" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1" height="1" fill="#f4ead7"/><path d="M0 .5H1" stroke="#a5835a" stroke-width=".12"/></pattern>
<pattern id="high" width=".6" height=".6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width=".6" height=".6" fill="#e7d4b4"/><path d="M0 .3H.6" stroke="#7d5c33" stroke-width=".14"/></pattern>
</defs>"""  # noqa: E501


@dataclass(frozen=True)
class PieceLine:
    """A piece of terrain in words, as it is laid on a real table: number, kind, place in inches, what it does."""

    number: int
    kind: str
    place: str
    note: str


@dataclass(frozen=True)
class Ruler:
    """The ruler of the table: a line every ``step`` inches of the drawing, an inch is ``per_inch`` of its unit.

    ``zone`` is the depth of a deployment zone in inches of the drawing; 0 draws none. ``unit`` names the board's unit.
    """

    step: float = GRID
    per_inch: float = 1.0
    zone: float = 0.0
    unit: str = "inches"


def inches_ruler() -> Ruler:
    """Return the ruler of a table in inches with its two zones (HR-T5)."""
    return Ruler(zone=field_numbers().zone)


def field_svg(field: Field, names: tuple[str, str], *, pixels: int = PIXELS, ruler: Ruler | None = None) -> str:
    """Return the table with its pieces; ``names`` are the sides of the near edge (y = 0) and of the far one,
    ``pixels`` the size of an inch."""
    ruler = ruler or inches_ruler()
    width, depth = field.width + 2 * RIM, field.depth + 2 * RIM
    parts = (*_ground(field), *_grid(field, ruler), *_zones(field, names, ruler), *_numbers(field), *_rim(field, ruler))
    inside = "".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * pixels:g}" height="{depth * pixels:g}" '
        f'viewBox="{-RIM:g} {-RIM:g} {width:g} {depth:g}">{DEFINITIONS}'
        f'<rect x="{-RIM:g}" y="{-RIM:g}" width="{width:g}" height="{depth:g}" fill="#ffffff"/>{inside}</svg>'
    )


def field_text(field: Field, names: tuple[str, str]) -> str:
    """Describe the table in a sentence, for readers who do not see it."""
    kinds = [KINDS[piece.kind] for piece in field.pieces]
    counts = [counted(kinds.count(kind), kind, PLURALS.get(kind, "")) for kind in dict.fromkeys(kinds)]
    pieces = ", ".join(counts) or "no terrain"
    return (
        f"The table, {field.width:g} by {field.depth:g} inches, with {pieces}. {names[0]} deploys at the lower long "
        f"edge, {names[1]} at the upper."
    )


@dataclass(frozen=True)
class KeyRow:
    """A line of the key: how a kind of terrain is drawn, and what it is."""

    svg: str
    text: str


_SAMPLE_BOX = ((0.4, 0.4), (5.6, 0.4), (5.6, 2.6), (0.4, 2.6))
_SAMPLE_LINE = ((0.2, 1.5), (5.8, 1.5))


def key_of(field: Field) -> list[KeyRow]:
    """Return the key to a table: one line for each look that terrain has on it."""
    looks = {_look(piece): piece for piece in field.pieces}
    return [KeyRow(_sample(looks[look]), look) for look in sorted(looks)]


def _look(piece: Piece) -> str:
    kind = _kind(piece)
    if piece.kind == "hill":
        return f"{kind}, elevation {piece.elevation}"
    return f"{kind}, {piece.cover} cover" if piece.kind == "obstacle" else kind


def _sample(piece: Piece) -> str:
    drawn = _DRAW[piece.kind](piece, _SAMPLE_BOX if piece.is_area else _SAMPLE_LINE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30" viewBox="0 0 6 3">{DEFINITIONS}'
        f'<rect width="6" height="3" fill="#fdfcf7"/>{drawn}</svg>'
    )


def piece_lines(field: Field) -> list[PieceLine]:
    """Return every piece with its number."""
    return [PieceLine(n, _kind(piece), _place(piece), _note(piece)) for n, piece in enumerate(field.pieces, 1)]


def _kind(piece: Piece) -> str:
    if piece.kind == "river" and piece.impassable:
        return "Big river or gorge"
    return KINDS[piece.kind].capitalize()


def _place(piece: Piece) -> str:
    if piece.is_area:
        left, bottom, right, top = box(piece.shape)
        return f"from {_at((left, bottom))} to {_at((right, top))}"
    return " – ".join(_at(point) for point in piece.shape)


def _at(point: Point) -> str:
    return f"{point[0]:.1f} | {point[1]:.1f}".replace(".0", "")


def _note(piece: Piece) -> str:
    if piece.kind == "hill":
        return f"elevation {piece.elevation}"
    if piece.kind in ("road", "bridge"):
        return f"{piece.width:g} wide"
    if piece.kind in ("river", "obstacle"):
        if piece.impassable:
            return "impassable"
        return f"{'halts, ' if piece.halt else ''}{piece.cover} cover"
    return ""


def _ground(field: Field) -> Iterator[str]:
    table = f'<rect width="{field.width:g}" height="{field.depth:g}" fill="#fdfcf7"/>'
    yield f'<clipPath id="edge">{table}</clipPath><g clip-path="url(#edge)">{table}'
    for kind in ORDER:
        for piece in field.pieces:
            if piece.kind == kind:
                yield _DRAW[kind](piece, [(x, field.depth - y) for x, y in piece.shape])
    yield "</g>"


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _area(fill: str, stroke: str, more: str = "") -> str:
    return f'<polygon points="%s" fill="{fill}" stroke="{stroke}" stroke-width=".22" stroke-linejoin="round"{more}/>'


def _line(points: Sequence[Point], colour: str, width: float, more: str = "") -> str:
    return (
        f'<polyline points="{_points(points)}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{more}/>'
    )


def _rough(piece: Piece, points: Sequence[Point]) -> str:
    return _area("url(#rough)", "#3f5a33", ' stroke-dasharray=".6 .3"') % _points(points)


def _hill(piece: Piece, points: Sequence[Point]) -> str:
    return _area("url(#high)" if piece.elevation > 1 else "url(#hill)", "#6d4f2b") % _points(points)


def _town(piece: Piece, points: Sequence[Point]) -> str:
    left, top, right, bottom = box(tuple(points))
    cross = f'<path d="M{left:g} {top:g}L{right:g} {bottom:g}M{left:g} {bottom:g}L{right:g} {top:g}" stroke="#57493c" stroke-width=".18"/>'  # noqa: E501
    return _area("#c9bcab", "#000000") % _points(points) + cross


def _river(piece: Piece, points: Sequence[Point]) -> str:
    if piece.impassable:
        return _line(points, "#1d3f5c", 1.3) + _line(points, "#7fa3bd", 0.9)
    return _line(points, "#2f6286", 0.55)


def _obstacle(piece: Piece, points: Sequence[Point]) -> str:
    if piece.cover == "hard":
        return _line(points, "#000000", 0.45) + _line(points, "#000000", 1.1, ' stroke-dasharray=".2 .6"')
    return _line(points, "#000000", 0.3) + _line(points, "#000000", 0.8, ' stroke-dasharray=".15 .9"')


def _road(piece: Piece, points: Sequence[Point]) -> str:
    return _line(points, "#8a7a5f", piece.width) + _line(points, "#f6f1e2", piece.width - 0.3)


def _bridge(piece: Piece, points: Sequence[Point]) -> str:
    return _line(points, "#000000", piece.width) + _line(points, "#ffffff", piece.width - 0.5)


_DRAW = {
    "rough": _rough, "hill": _hill, "town": _town, "river": _river, "obstacle": _obstacle, "road": _road,
    "bridge": _bridge,
}  # fmt: skip


def _steps(length: float, step: float) -> list[float]:
    """Return every step along a side of the table, both ends included."""
    return [round(n * step, 4) for n in range(int(length / step + 0.001) + 1)]


def _grid(field: Field, ruler: Ruler) -> Iterator[str]:
    across = [f"M{x:g} 0V{field.depth:g}" for x in _steps(field.width, ruler.step)[1:] if x < field.width]
    along = [f"M0 {field.depth - y:g}H{field.width:g}" for y in _steps(field.depth, ruler.step)[1:] if y < field.depth]
    yield f'<path d="{"".join(across + along)}" stroke="#666666" stroke-width=".08" stroke-dasharray=".3 .6" fill="none"/>'  # noqa: E501


def _zones(field: Field, names: tuple[str, str], ruler: Ruler) -> Iterator[str]:
    zone = ruler.zone
    if not zone:
        for middle, name in ((field.depth + 2.9, names[0]), (-2.1, names[1])):
            yield _text(field.width / 2, middle, 1.6, f"{name}: own edge")
        return
    for height, middle, name in ((field.depth - zone, field.depth + 2.9, names[0]), (zone, -2.1, names[1])):
        yield f'<path d="M0 {height:g}H{field.width:g}" stroke="#000000" stroke-width=".2" stroke-dasharray="1.2 .6"/>'
        text = f"{name}: deployment zone, {zone * ruler.per_inch:g} {ruler.unit} deep"
        yield _text(field.width / 2, middle, min(1.6, field.width / len(text)), text)


def _numbers(field: Field) -> Iterator[str]:
    placed: list[Point] = []
    for number, piece in enumerate(field.pieces, 1):
        spots = list(_spots(piece))
        x, y = next((spot for spot in spots if all(dist(spot, other) > APART for other in placed)), spots[0])
        placed.append((x, y))
        y = field.depth - y
        yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="1" fill="#ffffff" stroke="#000000" stroke-width=".12"/>'
        yield _text(x, y + 0.45, 1.3, str(number))


def _spots(piece: Piece) -> Iterator[Point]:
    """List the places for a piece's number, the best first: in its middle; along the longest part of a line."""
    if piece.is_area:
        left, bottom, right, top = box(piece.shape)
        yield from (((left + right) / 2, bottom + (top - bottom) * part) for part in (0.5, 0.25, 0.75))
        return
    (ax, ay), (bx, by) = max(pairwise(piece.shape), key=lambda part: dist(*part))
    yield from ((ax + (bx - ax) * part, ay + (by - ay) * part) for part in (0.5, 0.25, 0.75, 0.1, 0.9))


def _rim(field: Field, ruler: Ruler) -> Iterator[str]:
    yield f'<rect width="{field.width:g}" height="{field.depth:g}" fill="none" stroke="#000000" stroke-width=".3"/>'
    for x in _steps(field.width, ruler.step):
        yield _text(x, field.depth + 1.4, 1.1, f"{x * ruler.per_inch:g}")
    for y in _steps(field.depth, ruler.step):
        yield _text(-1.2, field.depth - y + 0.4, 1.1, f"{y * ruler.per_inch:g}")


def _text(x: float, y: float, size: float, text: str) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" font-family="{FONT}" text-anchor="middle" '
        f'fill="#000000">{escape(text)}</text>'
    )
