"""Hills, woods and marshes as small signs strewn over a province, the same at every drawing."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from random import Random

from shapely import LineString, Point, Polygon, prepare

from campaign.rules.maps.lettering import Box

XY = tuple[float, float]
Province = tuple[str, Polygon, Sequence[Box], XY]

SIGNS = {
    "wooded": ("l-2.6 0 2.6-6 2.6 6z", 13.0),
    "hilly": ("q4-6.5 8 0m-6.5-1-1.6 2m4.3-3.6-.8 3m3.2-2 .8 2.4", 19.0),
    "mountain": ("l4.6-8 4.6 8m-4.6-8 1.2 4-1.6 2", 15.0),
    "marsh": ("h8m-6 2.2h5m-3.4-3.4v-3m1.8 3 1.2-2.6m-4.8 2.6-1.2-2.6", 19.0),
    "rolling": ("q3.5-2.6 7 0", 25.0),
}
EDGE = 7.0
TOWN = 11.0
RIDGE_STEP = 9.0


def relief_paths(provinces: Mapping[str, Province], apart: float = 1.0) -> dict[str, str]:
    """Terrain → one path with all its signs, kept off towns, names and the room for armies where there is space.

    ``apart`` is how many times farther than on a small map the signs stand from each other.
    """
    paths: dict[str, str] = {}
    for key, (terrain, cell, kept_free, town) in provinces.items():
        if terrain in SIGNS:
            sign, step = SIGNS[terrain]
            spots = _spots(cell, step * apart, kept_free, town, Random(key))
            paths[terrain] = paths.get(terrain, "") + "".join(f"M{x:.1f} {y:.1f}{sign}" for x, y in spots)
    return paths


def ridge_path(lines: Iterable[Sequence[XY]]) -> str:
    """Peaks along the lines of ridges."""
    sign = SIGNS["mountain"][0]
    path = ""
    for line in lines:
        drawn = LineString(line)
        for step in range(int(drawn.length / RIDGE_STEP)):
            spot = drawn.interpolate((step + 0.5) * RIDGE_STEP)
            path += f"M{spot.x - 4.6:.1f} {spot.y + 4:.1f}{sign}"
    return path


def _spots(cell: Polygon, step: float, kept_free: Sequence[Box], town: XY, chance: Random) -> Iterator[XY]:
    inner = cell.buffer(-EDGE)
    prepare(inner)
    for x, y in _lattice(cell.bounds, step, chance):
        near_town = hypot(x - town[0], y - town[1]) < TOWN
        if not near_town and not any(box.holds((x, y)) for box in kept_free) and inner.contains(Point(x, y)):
            yield x, y


def _lattice(bounds: tuple[float, float, float, float], step: float, chance: Random) -> Iterator[XY]:
    """Yield rows of points, every other one shifted, each a little out of place."""
    left, top, right, bottom = bounds
    rows = int((bottom - top) / (step * 0.8)) + 1
    columns = int((right - left) / step) + 1
    for row in range(rows):
        for column in range(columns):
            shift = 0.5 * (row % 2)
            x = left + (column + shift + chance.uniform(-0.22, 0.22)) * step
            yield x, top + (row + chance.uniform(-0.2, 0.2)) * step * 0.8
