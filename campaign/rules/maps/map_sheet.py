"""The drawing of a map: outlines, frontiers, rivers, roads and relief as SVG paths. Plain geometry, no rows.

Everything is scaled so that the mean province is 100 units wide: letters, counters and lines then have one size on
every map. y points downwards.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees

from numpy import errstate
from shapely import LineString, MultiLineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, unary_union

from campaign.rules.maps import lettering
from campaign.rules.maps.relief import relief_paths, ridge_path

MEAN = 100.0
MARGIN = 14.0
MANY, APART = 120, 4.0
"""From so many provinces on the signs of relief stand so many times farther apart."""
BAND = 6.0
GAP = 0.5

XY = tuple[float, float]


@dataclass(frozen=True)
class DrawnProvince:
    """A province to be drawn, in the campaign's own map units; ``radius`` is that of its town's sign as drawn."""

    key: str
    name: str
    outline: tuple[XY, ...]
    at: XY
    terrain: str
    radius: float = 3.0
    depot: bool = False


@dataclass(frozen=True)
class Way:
    """An edge to be drawn."""

    first: str
    second: str
    kind: str
    bridge: bool = False
    river: str = ""


@dataclass(frozen=True)
class Sign:
    """A small sign on a way, such as a bridge; ``turn`` in degrees clockwise along the way."""

    kind: str
    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class Name:
    """A name on the map."""

    text: str
    x: float
    y: float
    anchor: str


@dataclass(frozen=True)
class Region:
    """The name of a region or of a sea."""

    text: str
    kind: str
    x: float
    y: float


@dataclass(frozen=True)
class Ground:
    """The unchanging part of a map while provinces change hands: paths (``d`` of SVG) and places."""

    view: tuple[float, float, float, float]
    scale: float
    cells: Mapping[str, str]
    towns: Mapping[str, XY]
    names: Mapping[str, Name]
    rooms: Mapping[str, XY]
    borders: str
    ways: Mapping[str, str]
    signs: tuple[Sign, ...]
    rivers: str
    river_names: tuple[Name, ...]
    regions: tuple[Region, ...]
    relief: Mapping[str, str]
    ridges: str
    bends: Mapping[tuple[str, str], XY]
    marks: Mapping[str, XY]


@dataclass(frozen=True)
class Realm:
    """The land of one controller: its area, and the band along its frontier."""

    area: str
    band: str


@dataclass(frozen=True)
class Drawing:
    """A campaign's drawing of its map besides provinces and edges, in its own units.

    ``rivers`` are named lines; ``labels`` are (text, kind, place) of regions and seas; an empty ``view`` shows all.
    """

    view: tuple[float, ...] = ()
    rivers: tuple[tuple[str, tuple[XY, ...]], ...] = ()
    ridges: tuple[tuple[XY, ...], ...] = ()
    labels: tuple[tuple[str, str, XY], ...] = ()


def survey(places: Sequence[DrawnProvince], ways: Sequence[Way], drawing: Drawing) -> Ground:
    """Draw the ground of a map."""
    scale = _scale(places)
    cells = {place.key: Polygon([_scaled(p, scale) for p in place.outline]) for place in places}
    towns = {place.key: _scaled(place.at, scale) for place in places}
    frame = _frame(cells.values(), [v * scale for v in drawing.view])
    signs = [_town(place, towns, cells) for place in places]
    letters = lettering.letter(signs, _box(frame))
    kept_free = {key: [name, room] for key, (_, name, room) in letters.items()}
    routes = {(way.first, way.second): _route(way, towns, cells) for way in ways}
    water = _rivers(ways, cells, drawing.rivers, scale)
    taken = [box for _, name, room in letters.values() for box in (name, room)] + [town.sign for town in signs]
    return Ground(
        view=frame,
        scale=scale,
        cells={key: _ring(cell) for key, cell in cells.items()},
        towns=towns,
        names={place.key: _name(place, letters[place.key][0]) for place in places},
        rooms={key: lettered.room for key, (lettered, _, _) in letters.items()},
        borders="".join(_ring(cell) for cell in cells.values()),
        ways=_ways_by_look(ways, routes),
        signs=tuple(_signs(ways, routes)),
        rivers="".join(_line(line) for _, line in water),
        river_names=tuple(_river_names(water, taken, _box(frame, MARGIN + 3))),
        regions=tuple(Region(text, kind, *_scaled(at, scale)) for text, kind, at in drawing.labels),
        ridges=ridge_path([[_scaled(point, scale) for point in line] for line in drawing.ridges]),
        relief=relief_paths(
            {p.key: (p.terrain, cells[p.key], kept_free[p.key], towns[p.key]) for p in places},
            APART if len(places) > MANY else 1.0,
        ),
        bends={pair: route.bend for pair, route in routes.items()},
        marks=lettering.marks(signs, letters),
    )


def _name(place: DrawnProvince, lettered: lettering.Lettering) -> Name:
    return Name(place.name, r(lettered.x), r(lettered.y), lettered.anchor)


def r(value: float) -> float:
    """Return a coordinate as it is written: one decimal."""
    return round(value, 1)


def _scale(places: Sequence[DrawnProvince]) -> float:
    areas = [Polygon(place.outline).area for place in places]
    mean = (sum(areas) / len(areas)) ** 0.5 if areas else 0.0
    return float(MEAN / mean) if mean else 1.0


def _scaled(point: XY, scale: float) -> XY:
    return (r(point[0] * scale), r(point[1] * scale))


def _town(place: DrawnProvince, towns: Mapping[str, XY], cells: Mapping[str, Polygon]) -> lettering.Town:
    middle = cells[place.key].centroid
    return lettering.Town(place.key, place.name, towns[place.key], (middle.x, middle.y), place.radius, place.depot)


def _frame(cells: Iterable[Polygon], view: Sequence[float]) -> tuple[float, float, float, float]:
    """Return the view box: the one that the campaign names, or all provinces with a margin."""
    if len(view) == 4 and view[2] > 0 and view[3] > 0:
        return (r(view[0]), r(view[1]), r(view[2]), r(view[3]))
    whole = unary_union(list(cells))
    if whole.is_empty:
        return (0.0, 0.0, MEAN, MEAN)
    left, top, right, bottom = whole.bounds
    return (r(left - MARGIN), r(top - MARGIN), r(right - left + 2 * MARGIN), r(bottom - top + 2 * MARGIN))


def _box(frame: tuple[float, float, float, float], inset: float = 3.0) -> lettering.Box:
    left, top, width, height = frame
    return lettering.Box(left + inset, top + inset, left + width - inset, top + height - inset)


@dataclass(frozen=True)
class _Route:
    """A way as it is drawn: its path, the point to which it bends, its middle and its direction there in degrees."""

    path: str
    bend: XY
    middle: XY
    turn: float


def _route(way: Way, towns: Mapping[str, XY], cells: Mapping[str, Polygon]) -> _Route:
    """Return a gentle curve from town to town through the common border."""
    start, end = towns[way.first], towns[way.second]
    middle = _crossing(cells[way.first], cells[way.second], start, end)
    bend = (r(2 * middle[0] - (start[0] + end[0]) / 2), r(2 * middle[1] - (start[1] + end[1]) / 2))
    path = f"M{start[0]} {start[1]}Q{bend[0]} {bend[1]} {end[0]} {end[1]}"
    return _Route(path, bend, middle, r(degrees(atan2(end[1] - start[1], end[0] - start[0]))))


def _crossing(first: Polygon, second: Polygon, start: XY, end: XY) -> XY:
    """Return where a way crosses the border: as near to the straight line as the border's inner half allows."""
    line = _longest(first.intersection(second))
    half = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    if line is None:
        return half
    straight = line.intersection(LineString([start, end]))
    wished = line.project(straight.centroid if not straight.is_empty else Point(half))
    point = line.interpolate(min(max(wished, line.length * 0.25), line.length * 0.75))
    return (r(point.x), r(point.y))


def _longest(border: BaseGeometry) -> LineString | None:
    """Return the longest line of a common border, or None where provinces only touch."""
    lines = [part for part in getattr(border, "geoms", [border]) if isinstance(part, LineString) and part.length > 0]
    if not lines:
        return None
    merged = linemerge(MultiLineString(lines))
    return max(getattr(merged, "geoms", [merged]), key=lambda part: float(part.length))


def _look(way: Way) -> str:
    """Choose how a way is drawn: a bridge makes a river crossing a road."""
    if way.kind == "river":
        return "road" if way.bridge else "ferry"
    return way.kind


def _ways_by_look(ways: Sequence[Way], routes: Mapping[tuple[str, str], _Route]) -> dict[str, str]:
    paths: dict[str, str] = {}
    for way in ways:
        look = _look(way)
        paths[look] = paths.get(look, "") + routes[way.first, way.second].path
    return paths


def _signs(ways: Sequence[Way], routes: Mapping[tuple[str, str], _Route]) -> Iterable[Sign]:
    for way in ways:
        kind = "bridge" if way.bridge else way.kind
        if kind in ("bridge", "pass"):
            route = routes[way.first, way.second]
            yield Sign(kind, route.middle[0], route.middle[1], route.turn)


def _rivers(
    ways: Sequence[Way], cells: Mapping[str, Polygon], free: Sequence[tuple[str, Sequence[XY]]], scale: float
) -> list[tuple[str, list[XY]]]:
    """Return every river as named lines: those that the map draws, then those along borders that it does not draw."""
    found = [(name, [_scaled(point, scale) for point in line]) for name, line in free]
    drawn = {name for name, _ in free}
    borders: dict[str, list[LineString]] = {}
    for way in ways:
        if way.kind == "river" and way.river not in drawn:
            line = _longest(cells[way.first].intersection(cells[way.second]))
            borders.setdefault(way.river, []).extend([line] if line is not None else [])
    for name, lines in borders.items():
        merged = linemerge(MultiLineString(lines))
        found += [(name, list(part.coords)) for part in getattr(merged, "geoms", [merged])]
    return [(name, _softened(line)) for name, line in found if len(line) > 1]


def _softened(line: Sequence[XY]) -> list[XY]:
    """Corners cut twice (Chaikin); the ends stay."""
    points = list(line)
    for _ in range(2):
        cut = [points[0]]
        for (ax, ay), (bx, by) in pairwise(points):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = [*cut, points[-1]]
    return points


def _river_names(
    water: Sequence[tuple[str, Sequence[XY]]], taken: Sequence[lettering.Box], frame: lettering.Box
) -> Iterable[Name]:
    """Yield a river's name once, along its longest line where it covers least; no name covers another."""
    longest: dict[str, LineString] = {}
    for name, line in water:
        drawn = LineString(line)
        if name and drawn.length > longest.get(name, LineString()).length:
            longest[name] = drawn
    written: list[lettering.Box] = []
    for name, drawn in longest.items():
        spots = [drawn.interpolate(part / 40, normalized=True) for part in range(2, 39)]
        place, box = lettering.along(name, [(spot.x, spot.y) for spot in spots], [*taken, *written], frame)
        written.append(box)
        yield Name(name, r(place[0]), r(place[1]), "middle")


def realms(outlines: Mapping[str, Sequence[XY]], scale: float, controllers: Mapping[str, str]) -> dict[str, Realm]:
    """Controller → its land. ``controllers`` names the controller of each province that has one."""
    held: dict[str, list[Polygon]] = {}
    for key, controller in controllers.items():
        held.setdefault(controller, []).append(Polygon([_scaled(p, scale) for p in outlines[key]]))
    return {controller: _realm(cells) for controller, cells in held.items()}


def _realm(cells: list[Polygon]) -> Realm:
    """Cells are joined over the hair-wide gaps that rounding leaves between them.

    The library provides for its divisions by zero, but numpy warns of them.
    """
    with errstate(all="ignore"):
        land = unary_union([cell.buffer(GAP, join_style="mitre") for cell in cells]).buffer(-GAP, join_style="mitre")
        return Realm(_area(land), _area(land.difference(land.buffer(-BAND, join_style="mitre"))))


def _area(shape: BaseGeometry) -> str:
    """Return the outline of polygons with their holes, to be filled by the even-odd rule."""
    parts = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and not part.is_empty]
    return "".join(_line(list(ring.coords)[:-1]) + "Z" for part in parts for ring in (part.exterior, *part.interiors))


def _ring(cell: Polygon) -> str:
    return _line(list(cell.exterior.coords)[:-1]) + "Z"


def _line(points: Sequence[XY]) -> str:
    return "M" + "L".join(f"{r(x)} {r(y)}" for x, y in points)
