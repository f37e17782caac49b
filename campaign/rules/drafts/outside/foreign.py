"""Towns, coast and rivers of another program become a draft; its provinces are drawn anew around the towns."""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shapely import Point as Spot
from shapely import Polygon
from shapely.ops import nearest_points

from base.refusal import Refusal
from campaign.rules.drafts.land import with_towns
from campaign.rules.drafts.outside.drawn import drawn
from campaign.rules.drafts.towns import read_towns
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.fields import Point
from campaign.rules.files.map import RiverRow
from campaign.rules.maps.cartography import smooth

COAST_POINTS, RIVER_POINTS = 1200, 40
Row = dict[str, Any]


def landed(file: CampaignFile, rows: Sequence[Row], coast: Sequence[Point], rivers: Sequence[RiverRow]) -> CampaignFile:
    """Return the draft with these towns, each with a way to its neighbours; towns beside the coast are moved ashore."""
    table = read_towns(_table(_ashore(rows, coast)))
    if table.troubles:
        raise Refusal(f"File: {'; '.join(map(str, table.troubles[:3]))} Lines count the towns of the file, from 2.")
    if not table.towns:
        raise Refusal("File: it has no town that could be read; a war needs towns.")
    land = replace(file.map, coast=tuple(coast) or None, rivers=tuple(rivers))
    file = with_towns(replace(file, map=land), table.towns).file
    try:
        return drawn(file, ways=True)
    except Refusal:
        streams = tuple(replace(row, divides=False) for row in rivers)
        return drawn(replace(file, map=replace(file.map, rivers=streams)), ways=True)


def _table(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    heads = list(dict.fromkeys(head for row in rows for head in row))
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([[row.get(head, "") for head in heads] for row in rows])
    return out.getvalue() if rows else ""


def _ashore(rows: Sequence[Row], coast: Sequence[Point]) -> list[Row]:
    """Return the towns, those just off the land on the shore."""
    if not coast or not rows:
        return list(rows)
    across, down = ("x", "y") if "x" in rows[0] else ("longitude", "latitude")
    shape = Polygon(smooth(coast, 1, closed=True) if across == "x" else coast).buffer(0)
    inner = shape.buffer(-0.006 * max(shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1]))
    if inner.is_empty:
        return list(rows)
    made = []
    for row in rows:
        spot = Spot(float(row[across]), float(row[down]))
        if not inner.contains(spot):
            spot = nearest_points(inner, spot)[0]
        made.append({**row, across: round(spot.x, 4), down: round(spot.y, 4)})
    return made


def simple_ring(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return a coast with no more points than a campaign file takes."""
    shape = max(getattr(found := Polygon(points).buffer(0), "geoms", [found]), key=lambda part: float(part.area))
    span = max(shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1])
    step = span / 2000
    while len(shape.exterior.coords) > COAST_POINTS:
        shape, step = shape.simplify(step), step * 2
    return tuple((round(x, 4), round(y, 4)) for x, y in shape.exterior.coords[:-1])


def thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return a course with at most so many points, its ends among them."""
    different = list(dict.fromkeys((round(float(x), 4), round(float(y), 4)) for x, y in points))
    if len(different) <= RIVER_POINTS:
        return tuple(different)
    step = (len(different) - 1) / (RIVER_POINTS - 1)
    return tuple(different[round(n * step)] for n in range(RIVER_POINTS))
