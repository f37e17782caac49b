"""GeoJSON as a draft: points are towns, the largest land of polygons is the coast, lines are rivers."""

from collections.abc import Iterator
from typing import Any

from shapely import Polygon
from shapely.ops import unary_union

from campaign.rules.drafts.outside.foreign import Row, landed, simple_ring, thinned
from campaign.rules.drafts.towns import COLUMNS
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.map import RiverRow

MOST_RIVERS = 60
NO_WATER = ("way", "ridge")
"""Kinds of lines of a map that the program wrote, which are no rivers."""
HEADS = [head for name, heads in COLUMNS.items() if name not in ("name", "x", "y", "lon", "lat") for head in heads]


def is_map(document: dict[str, Any]) -> bool:
    """Return whether a document is GeoJSON with features."""
    return document.get("type") == "FeatureCollection" and isinstance(document.get("features"), list)


def name_of(document: dict[str, Any]) -> str:
    """Return the name of a map, if it has one."""
    return str(document.get("name") or "")[:120]


def draft_of(document: dict[str, Any], file: CampaignFile) -> CampaignFile:
    """Return a draft with the towns, the coast and the rivers of a map."""
    features = [one for one in document["features"] if isinstance(one, dict) and isinstance(one.get("geometry"), dict)]
    rows = [_town(one) for one in features if one["geometry"].get("type") == "Point"]
    rings = [ring for one in features for ring in _rings(one["geometry"])]
    water = [one for one in features if _properties(one).get("kind") not in NO_WATER]
    lines = [(_name(one) or "River", line) for one in water for line in _lines(one["geometry"])]
    rivers = [RiverRow(name=name[:40], divides=True, course=thinned(line)) for name, line in lines[:MOST_RIVERS]]
    return landed(file, rows, _coast(rings), [row for row in rivers if len(row.course) > 1])


def _properties(feature: dict[str, Any]) -> dict[str, Any]:
    found = feature.get("properties") or {}
    return {str(key).casefold(): value for key, value in found.items() if value is not None}


def _name(feature: dict[str, Any]) -> str:
    known = _properties(feature)
    return str(next((known[key] for key in ("name", "town", "title", "name_en") if known.get(key)), ""))


def _town(feature: dict[str, Any]) -> Row:
    known = _properties(feature)
    east, north = feature["geometry"]["coordinates"][:2]
    more = {head: _word(known[head]) for head in HEADS if head in known}
    return {"name": _name(feature), "longitude": float(east), "latitude": float(north), **more}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _rings(shape: dict[str, Any]) -> Iterator[Polygon]:
    whole: Any = shape.get("coordinates")
    parts: Any = {"Polygon": [whole], "MultiPolygon": whole}.get(str(shape.get("type")), [])
    for part in parts:
        yield Polygon([(float(point[0]), float(point[1])) for point in part[0]]).buffer(0)


def _lines(shape: dict[str, Any]) -> Iterator[list[tuple[float, float]]]:
    whole: Any = shape.get("coordinates")
    parts: Any = {"LineString": [whole], "MultiLineString": whole}.get(str(shape.get("type")), [])
    for part in parts:
        yield [(float(point[0]), float(point[1])) for point in part]


def _coast(rings: list[Polygon]) -> tuple[tuple[float, float], ...]:
    """Return the outline of the largest land."""
    if not rings:
        return ()
    joined = unary_union(rings)
    largest = max(getattr(joined, "geoms", [joined]), key=lambda part: float(part.area))
    return simple_ring(list(largest.exterior.coords)) if largest.area else ()
