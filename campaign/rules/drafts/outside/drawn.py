"""The map of a draft, drawn: degrees become map units, towns without a coast get land around them."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians

from shapely import MultiPoint
from shapely.errors import ShapelyError

from base.refusal import Refusal
from campaign.rules.drafts.starts import VIEW
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.drawing import draw_provinces, propose_edges, town_of
from campaign.rules.files.fields import Point
from campaign.rules.files.map import MapRow, ProjectionRow, RiverRow

ACROSS = 1000.0
NEAR, FAR = 300.0, 20_000.0
"""A map that is narrower or wider than this is drawn at another size, since cartography counts in map units."""
MARGIN = 0.03
FILLED = 0.9
"""A frame is kept while the land fills so much of it one way; land that has become smaller gets a new one."""
APART = 0.004
"""The least distance of two towns, as a share of the map."""
TANGLED = "Map: these towns and lines cannot be drawn; move towns that lie on a river or ridge, or nearly touch."


def redrawn(before: CampaignFile, after: CampaignFile, *, ways: bool) -> CampaignFile:
    """Return the changed draft, drawn anew if its land has changed or ways are to be found."""
    same = _ground(before) == _ground(after) and all(row.polygon for row in after.provinces)
    return after if same and not ways else drawn(after, ways=ways)


def _ground(file: CampaignFile) -> object:
    """Return all that decides how a map is drawn."""
    lines = [(row.name, row.course, row.divides) for row in (*file.map.rivers, *file.map.ridges)]
    return {row.key: row.at or row.lon_lat for row in file.provinces}, file.map.coast, lines


def drawn(file: CampaignFile, *, ways: bool = False) -> CampaignFile:
    """Return the draft with its map drawn anew, with a way between all neighbours that have none if asked for."""
    if not file.provinces:
        return replace(file, map=replace(file.map, outline=None))
    file = _projected(file)
    try:
        return _drawn(file, ways)
    except (StopIteration, RuntimeError, KeyError, ValueError, IndexError, ShapelyError, ArithmeticError):
        raise Refusal(TANGLED) from None


def _projected(file: CampaignFile) -> CampaignFile:
    """Return the draft with a projection that fits its towns, where they are in degrees and nothing else is drawn."""
    places = [row.lon_lat for row in file.provinces if row.lon_lat]
    land = file.map
    drawn_already = land.projection and (land.coast or land.rivers or land.ridges or land.labels)
    if not places or drawn_already:
        return file
    west, north = min(x for x, _ in places), max(y for _, y in places)
    middle = (north + min(y for _, y in places)) / 2
    wide = (max(x for x, _ in places) - west) * cos(radians(middle))
    across = max(wide, north - min(y for _, y in places)) or 4.0
    scale = min(10_000.0, max(1.0, ACROSS / across))
    fitting = ProjectionRow(
        west=round(west, 4), north=round(north, 4), parallel=round(middle, 4), scale=round(scale, 2)
    )
    return replace(file, map=replace(land, projection=fitting))


def _drawn(file: CampaignFile, ways: bool) -> CampaignFile:
    towns = {row.key: town_of(row, file.map) for row in file.provinces}
    coast = _course(file.map.coast, file.map) if file.map.coast else around(list(towns.values()))
    size = _size(coast)
    plain = _plain(file, towns, coast, size)
    done = draw_provinces(plain)
    if ways:
        done = propose_edges(done)
    back = 1 / size
    land = replace(
        file.map,
        rivers=_lines_back(file.map.rivers, done.map.rivers, back),
        ridges=_lines_back(file.map.ridges, done.map.ridges, back),
        outline=_sized(done.map.outline or (), back),
    )
    rings = {row.key: _sized(row.polygon or (), back) for row in done.provinces}
    provinces = tuple(replace(row, polygon=rings[row.key]) for row in file.provinces)
    return replace(file, map=replace(land, view=_view(land)), provinces=provinces, edges=done.edges)


def _plain(file: CampaignFile, towns: dict[str, Point], coast: Sequence[Point], size: float) -> CampaignFile:
    """Return the draft in map units, at a size at which it can be drawn well."""
    land = MapRow(
        view=file.map.view, coast=_sized(coast, size),
        rivers=_lines(file.map.rivers, file.map, size), ridges=_lines(file.map.ridges, file.map, size),
    )  # fmt: skip
    places = {key: _sized([place], size)[0] for key, place in towns.items()}
    _check_apart(places, {row.key: row.name for row in file.provinces}, land.coast or ())
    provinces = tuple(replace(row, at=places[row.key], lon_lat=None, polygon=None) for row in file.provinces)
    return replace(file, map=land, provinces=provinces)


def _check_apart(places: dict[str, Point], names: dict[str, str], coast: Sequence[Point]) -> None:
    least, done = APART * _span(coast), list[tuple[str, Point]]()
    for key, (x, y) in places.items():
        for other, (u, v) in done:
            if abs(x - u) < least and abs(y - v) < least:
                raise Refusal(f"Map: {names[key]} and {names[other]} lie on one spot; move one of them.")
        done.append((key, (x, y)))


def around(towns: Sequence[Point]) -> tuple[Point, ...]:
    """Return a coast around towns that have none."""
    hull = MultiPoint(towns).convex_hull
    left, top, right, bottom = hull.bounds
    span = max(right - left, bottom - top)
    pad = max(span / 8, (hull.area / len(towns)) ** 0.5 * 0.7) or 100.0
    land = hull.buffer(pad, quad_segs=4)
    return tuple((round(x, 4), round(y, 4)) for x, y in land.exterior.coords[:-1])


def _size(coast: Sequence[Point]) -> float:
    span = _span(coast)
    if span <= 0:
        raise Refusal("Map: the coast has no width; give points that lie apart.")
    return 1.0 if NEAR <= span <= FAR else ACROSS / span


def _span(points: Sequence[Point]) -> float:
    across, down = [x for x, _ in points], [y for _, y in points]
    return max(max(across) - min(across), max(down) - min(down))


def _sized(points: Sequence[Point], size: float) -> tuple[Point, ...]:
    if size == 1.0:
        return tuple(points)
    return tuple((round(x * size, 4), round(y * size, 4)) for x, y in points)


def _course(points: Sequence[Point], land: MapRow) -> tuple[Point, ...]:
    return tuple(land.projection.point(p) for p in points) if land.projection else tuple(points)


def _lines(rows: Sequence[RiverRow], land: MapRow, size: float) -> tuple[RiverRow, ...]:
    made = []
    for row in rows:
        course = _sized(_course(row.course, land), size) if row.course else ()
        made.append(replace(row, course=course, line=_sized(row.line, size)))
    return tuple(made)


def _lines_back(rows: Sequence[RiverRow], done: Sequence[RiverRow], size: float) -> tuple[RiverRow, ...]:
    kept = [row for row in rows if row.course or row.line]
    return tuple(replace(row, line=_sized(new.line, size)) for row, new in zip(kept, done, strict=True))


def _view(land: MapRow) -> tuple[float, ...]:
    """Return the frame: the one that the draft has if the land is within it, else the land with a margin."""
    across, down = [x for x, _ in land.outline or ()], [y for _, y in land.outline or ()]
    left, top, wide, high = min(across), min(down), max(across) - min(across), max(down) - min(down)
    x, y, width, height = land.view
    inside = x <= left and y <= top and left + wide <= x + width and top + high <= y + height
    if inside and land.view != VIEW and max(wide / width, high / height) >= FILLED:
        return land.view
    edge = MARGIN * max(wide, high)
    return tuple(round(v, 1 if edge > 1 else 4) for v in (left - edge, top - edge, wide + 2 * edge, high + 2 * edge))
