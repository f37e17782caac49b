"""Drawing the map of a campaign file: its towns, coast and courses become polygons, lines and an outline."""

from dataclasses import replace
from itertools import chain

from base import place as reading
from base.place import JsonPlace
from campaign.rules.files.campaign_file import LIMIT, CampaignFile, CampaignFileError, check_format
from campaign.rules.files.fields import Point, read_row
from campaign.rules.files.map import MapRow, RiverRow
from campaign.rules.files.rows import EdgeRow, ProvinceRow
from campaign.rules.maps.cartography import Border, borders, clipped, draw, smooth


def loads_draft(data: bytes | str, limit: int = LIMIT) -> CampaignFile:
    """Return a campaign file whose provinces may still lack their polygons; otherwise read as strictly as any."""
    place = JsonPlace(reading.loads(data, limit=limit, error=CampaignFileError), error=CampaignFileError)
    check_format(place)
    return read_row(CampaignFile, place)


def draw_provinces(file: CampaignFile) -> CampaignFile:
    """Return the file with polygons around its towns. Refusal where it has no coast, or a town lies off the land."""
    if file.map.coast is None:
        raise CampaignFileError("map.coast: this key is missing; give the land's outline, in degrees or map units.")
    rivers = tuple(_drawn(row, file.map) for row in file.map.rivers)
    ridges = tuple(_drawn(row, file.map) for row in file.map.ridges)
    towns = {row.key: town_of(row, file.map) for row in file.provinces}
    dividers = {f"{n} {row.name}": row.line for n, row in enumerate((*rivers, *ridges)) if row.divides}
    drawing = draw(towns, smooth(_points(file.map.coast, file.map), 1, closed=True), dividers)
    return replace(
        file,
        map=replace(
            file.map,
            rivers=tuple(replace(row, line=clipped(row.line, drawing.outline)) for row in rivers if row.line),
            ridges=tuple(replace(row, line=clipped(row.line, drawing.outline)) for row in ridges if row.line),
            outline=drawing.outline,
        ),
        provinces=tuple(replace(row, polygon=drawing.polygons[row.key]) for row in file.provinces),
    )


def town_of(row: ProvinceRow, drawing: MapRow) -> Point:
    """Return the place of a province's town, in map units."""
    if row.at is not None:
        return row.at
    if row.lon_lat is None or drawing.projection is None:
        raise CampaignFileError(f"{row.key}: give the town's place as at [x, y], or as lon_lat with a map.projection.")
    return drawing.projection.point(row.lon_lat)


def _points(course: tuple[Point, ...], drawing: MapRow) -> tuple[Point, ...]:
    return tuple(drawing.projection.point(p) for p in course) if drawing.projection else course


def _drawn(row: RiverRow, drawing: MapRow) -> RiverRow:
    """Return a river with its line drawn along its course; one without a course keeps its line."""
    return replace(row, line=smooth(_points(row.course, drawing))) if row.course else row


def borders_of(file: CampaignFile) -> list[Border]:
    """Return the pairs of drawn provinces that touch, with the river or ridge between them."""
    lines = {row.name: row.line for row in chain(file.map.rivers, file.map.ridges) if row.line}
    return borders({row.key: row.polygon for row in file.provinces if row.polygon}, lines)


def propose_edges(file: CampaignFile) -> CampaignFile:
    """Return the file with an edge for every pair of touching provinces that has none: river, pass or road."""
    held = {frozenset(row.between) for row in file.edges}
    rivers = {row.name for row in file.map.rivers}
    made = [_edge(b, rivers) for b in borders_of(file) if frozenset((b.first, b.second)) not in held]
    return replace(file, edges=(*file.edges, *made))


def _edge(border: Border, rivers: set[str]) -> EdgeRow:
    between = (border.first, border.second)
    if border.along in rivers:
        return EdgeRow(between=between, kind="river", river=border.along)
    return EdgeRow(between=between, kind="pass" if border.along else "road")
