"""A map as GeoJSON (RFC 7946): provinces, towns, rivers, ridges and ways, which a draft reads again."""

import json
from collections.abc import Iterable, Iterator
from math import cos, radians
from typing import Any

from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.drawing import town_of
from campaign.rules.files.fields import Point
from campaign.rules.files.map import ProjectionRow
from campaign.rules.files.rows import EdgeRow, ProvinceRow

PLAIN_SCALE = 100.0
"""Map units that stand for a degree where a map has no place on the globe."""


def geojson_of(file: CampaignFile) -> str:
    """Return the map with owners and homes, and no armies; a map without a place on the globe lies about 0, 0."""
    features = [*_provinces(file), *_lines(file), *_ways(file)]
    return json.dumps({"type": "FeatureCollection", "name": file.name, "features": features}, ensure_ascii=False)


def _placed(point: Point, projection: ProjectionRow | None) -> list[float]:
    """Return a point of the map in degrees, east before north."""
    x, y = point
    if projection is None:
        return [round(x / PLAIN_SCALE, 5), round(-y / PLAIN_SCALE, 5)]
    east = x / projection.scale / cos(radians(projection.parallel)) + projection.west
    return [round(east, 5), round(projection.north - y / projection.scale, 5)]


def _feature(kind: str, shape: str, where: Any, known: dict[str, Any]) -> dict[str, Any]:
    properties = {"kind": kind, **{key: value for key, value in known.items() if value not in (None, False, "")}}
    return {"type": "Feature", "geometry": {"type": shape, "coordinates": where}, "properties": properties}


def _provinces(file: CampaignFile) -> Iterator[dict[str, Any]]:
    names = {row.key: row.name for row in file.factions}
    for row in file.provinces:
        known = _known(row, names)
        if row.polygon:
            yield _feature("province", "Polygon", [_ring(row.polygon, file.map.projection)], known)
        yield _feature("town", "Point", _placed(town_of(row, file.map), file.map.projection), known)


def _known(row: ProvinceRow, names: dict[str, str]) -> dict[str, Any]:
    return {
        "key": row.key, "name": row.name, "owner": names.get(row.controller or ""), "home": names.get(row.home or ""),
        "value": row.value, "terrain": row.terrain, "size": row.town_size, "region": row.region,
        "fortress": row.fortress, "depot": row.depot, "capital": row.capital,
    }  # fmt: skip


def _ring(points: Iterable[Point], projection: ProjectionRow | None) -> list[list[float]]:
    """Return a closed ring that runs to the left, as RFC 7946 has it."""
    ring = [_placed(point, projection) for point in points]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
    ring = ring if area > 0 else ring[::-1]
    return [*ring, ring[0]]


def _lines(file: CampaignFile) -> Iterator[dict[str, Any]]:
    for kind, rows in (("river", file.map.rivers), ("ridge", file.map.ridges)):
        for row in rows:
            line = [_placed(point, file.map.projection) for point in row.line]
            yield _feature(kind, "LineString", line, {"name": row.name, "divides": row.divides})


def _ways(file: CampaignFile) -> Iterator[dict[str, Any]]:
    towns = {row.key: _placed(town_of(row, file.map), file.map.projection) for row in file.provinces}
    for row in file.edges:
        if len(row.between) == 2 and set(row.between) <= towns.keys():
            yield _feature("way", "LineString", [towns[key] for key in row.between], _way(row))


def _way(row: EdgeRow) -> dict[str, Any]:
    return {"between": list(row.between), "way": row.kind, "bridge": row.bridge, "river": row.river}
