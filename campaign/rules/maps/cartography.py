"""Drawing a map: towns, a coast and the courses of rivers become the polygons of provinces.

Land is parted first by the rivers and ridges that divide, then every part among its towns, each piece of ground to the
nearest town (a Voronoi diagram). All lengths are map units, y downwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, sin

import shapely
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, polygonize, unary_union, voronoi_diagram

from base.refusal import Refusal

Coordinates = tuple[float, float]
REACH = 15.0
TOUCH = 0.05
WAVE = 0.025
LEAST_WAVED = 12.0
CUT = 20.0
GRID = 0.5
SHORE = 2.0


@dataclass(frozen=True)
class Border:
    """Two provinces that touch, the length of their border, and what it mostly follows, if anything."""

    first: str
    second: str
    length: float
    along: str = ""


@dataclass(frozen=True)
class Drawing:
    """The polygons by province, and the land that they cover together."""

    polygons: Mapping[str, tuple[Coordinates, ...]]
    outline: tuple[Coordinates, ...]


def smooth(points: Sequence[Coordinates], times: int = 2, closed: bool = False) -> tuple[Coordinates, ...]:
    """Return a line with its corners cut (Chaikin); the ends of an open line stay where they are."""
    line = [*points, points[0]] if closed and points[0] != points[-1] else list(points)
    for _ in range(times):
        cut = [near for a, b in pairwise(line) for near in _corners(a, b)]
        line = [*cut, cut[0]] if closed else [line[0], *cut[1:-1], line[-1]]
    return tuple((round(x, 1), round(y, 1)) for x, y in line)


def _corners(a: Coordinates, b: Coordinates) -> tuple[Coordinates, Coordinates]:
    """Return where a side is cut at its two ends: at a quarter of it, on a long side nearer to the corner."""
    share = min(0.25, CUT / (hypot(b[0] - a[0], b[1] - a[1]) or 1.0))
    return _between(a, b, share), _between(a, b, 1 - share)


def clipped(line: Sequence[Coordinates], outline: Sequence[Coordinates]) -> tuple[Coordinates, ...]:
    """Return the longest part of a line that lies on the land."""
    inside = LineString(line).intersection(Polygon(outline).buffer(SHORE))
    parts = [part for part in getattr(inside, "geoms", [inside]) if part.length]
    longest = max(parts, key=lambda part: part.length, default=LineString(line))
    return tuple((round(x, 1), round(y, 1)) for x, y in longest.coords)


def _between(a: Coordinates, b: Coordinates, share: float) -> Coordinates:
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def draw(
    towns: Mapping[str, Coordinates], outline: Sequence[Coordinates], dividers: Mapping[str, Sequence[Coordinates]]
) -> Drawing:
    """Return the polygon of every town. Refusal where a town lies off the land or two lie on the same spot."""
    land = Polygon(outline).buffer(0)
    _check_towns(towns, land)
    cells = _cells(towns, _parts(land, dividers))
    waved = _waved(cells, towns, [land.boundary, *(LineString(line) for line in dividers.values())])
    rings = {key: _ring(cell) for key, cell in waved.items()}
    return Drawing(rings, tuple((round(x, 1), round(y, 1)) for x, y in land.exterior.coords[:-1]))


def _check_towns(towns: Mapping[str, Coordinates], land: Polygon) -> None:
    seen: dict[Coordinates, str] = {}
    for key, town in towns.items():
        if not land.contains(Point(town)):
            raise Refusal(f"{key}: the town at {town[0]:g}, {town[1]:g} lies off the land; move it or the outline.")
        if seen.setdefault(town, key) != key:
            raise Refusal(f"{key}: the town lies on the same spot as {seen[town]}; move one of them.")


def _parts(land: Polygon, dividers: Mapping[str, Sequence[Coordinates]]) -> list[Polygon]:
    """Return the land parted by every divider; each end reaches out a little, so that lines that nearly meet do
    meet."""
    lines = [LineString([_beyond(line[1], line[0]), *line, _beyond(line[-2], line[-1])]) for line in dividers.values()]
    parts = polygonize(unary_union([land.boundary, *lines]))
    return [part for part in parts if land.contains(part.representative_point())]


def _beyond(a: Coordinates, b: Coordinates) -> Coordinates:
    length = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return _between(a, b, 1 + REACH / length)


def _cells(towns: Mapping[str, Coordinates], parts: Iterable[Polygon]) -> dict[str, BaseGeometry]:
    """Return every part among its towns; pieces cut off from their town go to the neighbour with the longest border."""
    cells: dict[str, BaseGeometry] = {}
    loose: list[BaseGeometry] = []
    for part in parts:
        inside = {key: Point(town) for key, town in towns.items() if part.contains(Point(town))}
        if not inside:
            loose.append(part)
        for key, share in _shares(part, inside):
            pieces = getattr(share, "geoms", [share])
            cells[key] = next(piece for piece in pieces if piece.contains(inside[key]))
            loose += [piece for piece in pieces if piece is not cells[key] and piece.area > 0]
    for piece in sorted(loose, key=lambda piece: -piece.area):
        _give_away(piece, cells)
    return cells


def _shares(part: Polygon, inside: Mapping[str, Point]) -> Iterable[tuple[str, BaseGeometry]]:
    if len(inside) == 1:
        return [(key, part) for key in inside]
    regions = voronoi_diagram(MultiPoint(list(inside.values())), envelope=part.buffer(REACH)).geoms
    return [(key, part.intersection(next(r for r in regions if r.covers(town)))) for key, town in inside.items()]


def _give_away(piece: BaseGeometry, cells: dict[str, BaseGeometry]) -> None:
    border = piece.buffer(TOUCH)
    key = max(cells, key=lambda name: (border.intersection(cells[name].boundary).length, name))
    cells[key] = unary_union([cells[key], piece.buffer(TOUCH)]).buffer(0)


def _waved(
    cells: dict[str, BaseGeometry], towns: Mapping[str, Coordinates], fixed: Iterable[BaseGeometry]
) -> dict[str, BaseGeometry]:
    """Return the cells with a slight wave in borders that follow nothing; the straight ones where a wave would
    tangle them."""
    keep = unary_union(list(fixed)).buffer(1.0)
    net = shapely.set_precision(unary_union([cell.boundary for cell in cells.values()]), GRID)
    arcs = linemerge(net).geoms if net.geom_type != "LineString" else [net]
    lines = [arc if keep.contains(arc.interpolate(0.5, normalized=True)) else _wave(arc) for arc in arcs]
    faces = [face for face in polygonize(unary_union(lines)) if face.area > REACH]
    found = {key: next((f for f in faces if f.contains(Point(town))), None) for key, town in towns.items()}
    if len(faces) != len(cells) or any(face is None for face in found.values()):
        return cells
    return {key: face for key, face in found.items() if face is not None}


def _wave(arc: LineString) -> LineString:
    """Return a line bent sideways by a share of its length, always in the same way for the same line."""
    if arc.length < LEAST_WAVED:
        return arc
    (x0, y0), (x1, y1) = arc.coords[0], arc.coords[-1]
    across = ((y0 - y1) / arc.length, (x1 - x0) / arc.length)
    swing = WAVE * arc.length
    bends = [(share, swing * sin(share * 37 + x0 * 0.7 + y1 * 1.3)) for share in (0.2, 0.4, 0.6, 0.8)]
    middle = [_aside(arc, share, across, bend) for share, bend in bends]
    return LineString(smooth([(x0, y0), *middle, (x1, y1)], times=2))


def _aside(arc: LineString, share: float, across: Coordinates, by: float) -> Coordinates:
    at = arc.interpolate(share, normalized=True)
    return (at.x + across[0] * by, at.y + across[1] * by)


def _ring(cell: BaseGeometry) -> tuple[Coordinates, ...]:
    """Return the outer ring of a cell to a tenth of a unit, without its closing point."""
    whole = max(getattr(cell, "geoms", [cell]), key=lambda part: part.area)
    rounded = [(round(x, 1), round(y, 1)) for x, y in whole.simplify(0.3).exterior.coords[:-1]]
    return tuple(rounded)


def borders(
    polygons: Mapping[str, Sequence[Coordinates]], lines: Mapping[str, Sequence[Coordinates]], least: float = 14.0
) -> list[Border]:
    """Return the provinces that touch along ``least`` units or more, and the line that each border mostly follows."""
    shapes = {key: Polygon(ring).buffer(0) for key, ring in polygons.items()}
    courses = {name: LineString(line).buffer(2.0) for name, line in lines.items()}
    keys = list(shapes)
    found = []
    for place, first in enumerate(keys):
        near = shapes[first].buffer(0.8)
        for second in keys[place + 1 :]:
            if not near.intersects(shapes[second]):
                continue
            shared = near.intersection(shapes[second].boundary)
            if shared.length >= least:
                found.append(Border(first, second, round(shared.length, 1), _along(shared, courses)))
    return found


def _along(shared: BaseGeometry, courses: Mapping[str, BaseGeometry]) -> str:
    """Return the course that holds more than half of a border."""
    for name, course in courses.items():
        if course.intersection(shared).length > shared.length / 2:
            return name
    return ""
