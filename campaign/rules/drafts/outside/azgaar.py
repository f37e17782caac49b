"""Azgaar's full JSON as a draft: burgs of the most settled island, their states, its coast and its rivers."""

from collections import Counter
from math import hypot
from typing import Any

from campaign.rules.drafts.outside.foreign import Row, landed, simple_ring, thinned
from campaign.rules.files.campaign_file import CampaignFile
from campaign.rules.files.fields import Point
from campaign.rules.files.map import RiverRow

MOST_TOWNS, MOST_STATES, MOST_RIVERS = 60, 12, 12
APART = 0.02
"""The least distance of two towns, as a share of the map's width."""
WOODS, MARSH, OPEN = range(5, 10), 12, (3, 4)
"""Azgaar's numbers of biomes."""
MOUNTAIN, HILLS = 70, 50
"""Heights, of 100; land begins at 20."""


def is_map(document: dict[str, Any]) -> bool:
    """Return whether a document is a full export of a map."""
    pack = document.get("pack")
    return isinstance(pack, dict) and isinstance(pack.get("burgs"), list)


def name_of(document: dict[str, Any]) -> str:
    """Return the name of a map, if it has one."""
    info = document.get("info")
    return str(info.get("mapName") or "")[:120] if isinstance(info, dict) else ""


def draft_of(document: dict[str, Any], file: CampaignFile) -> CampaignFile:
    """Return a draft with the largest towns of the most settled island."""
    pack = document["pack"]
    burgs = [one for one in pack["burgs"] if isinstance(one, dict) and one.get("i") and not one.get("removed")]
    cells = _by_number(pack.get("cells"))
    lands = Counter(_land(one, cells) for one in burgs)
    land = lands.most_common(1)[0][0] if lands else 0
    chosen = _chosen([one for one in burgs if _land(one, cells) == land])
    states = _states(pack.get("states"), chosen)
    most = max((float(one.get("population") or 0) for one in chosen), default=0.0) or 1.0
    rows = [_row(one, states, cells, most) for one in chosen]
    return landed(file, rows, _coast(pack, land), _rivers(pack, cells, land))


def _by_number(rows: Any) -> dict[int, dict[str, Any]]:
    return {row["i"]: row for row in rows if isinstance(row, dict) and "i" in row} if isinstance(rows, list) else {}


def _land(burg: dict[str, Any], cells: dict[int, dict[str, Any]]) -> int:
    return int(burg.get("feature") or cells.get(burg.get("cell", -1), {}).get("f") or 0)


def _chosen(burgs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return capitals, then the largest towns, none of them beside another."""
    order = sorted(burgs, key=lambda one: (not one.get("capital"), -float(one.get("population") or 0), one["i"]))
    wide = max((float(one["x"]) for one in burgs), default=0) - min((float(one["x"]) for one in burgs), default=0)
    found: list[dict[str, Any]] = []
    names: set[str] = set()
    for one in order:
        name = str(one.get("name") or "").casefold()
        near = any(hypot(one["x"] - other["x"], one["y"] - other["y"]) < APART * wide for other in found)
        if name and name not in names and not near and len(found) < MOST_TOWNS:
            names.add(name)
            found.append(one)
    return found


def _states(rows: Any, burgs: list[dict[str, Any]]) -> dict[int, str]:
    """Return the names of the states with the most towns; other towns are nobody's."""
    names = {number: str(row.get("name") or "") for number, row in _by_number(rows).items() if number}
    counted = Counter(one.get("state") for one in burgs if one.get("state") in names)
    return {number: names[number] for number, _ in counted.most_common(MOST_STATES) if number}


def _row(burg: dict[str, Any], states: dict[int, str], cells: dict[int, dict[str, Any]], most: float) -> Row:
    share = (float(burg.get("population") or 0) / most) ** 0.5
    state = states.get(burg.get("state", 0), "")
    capital = bool(burg.get("capital")) and bool(state)
    return {
        "name": str(burg["name"])[:80], "x": float(burg["x"]), "y": float(burg["y"]), "owner": state,
        "value": max(1, round(12 * share)), "terrain": _terrain(cells.get(burg.get("cell", -1), {})),
        "size": 3 if share > 0.75 else 2 if share > 0.4 or capital else 1,
        "fortress": "yes" if burg.get("citadel") else "", "depot": "yes" if capital else "",
        "capital": "yes" if capital else "",
    }  # fmt: skip


def _terrain(cell: dict[str, Any]) -> str:
    height, biome = float(cell.get("h") or 0), cell.get("biome")
    if height >= HILLS:
        return "mountain" if height >= MOUNTAIN else "hilly"
    if biome == MARSH:
        return "marsh"
    return "wooded" if biome in WOODS else "open" if biome in OPEN else "rolling"


def _coast(pack: dict[str, Any], land: int) -> tuple[Point, ...]:
    """Return the coast of an island; without one the towns get land around them."""
    shape = _by_number(pack.get("features")).get(land, {})
    corners = {number: row["p"] for number, row in _by_number(pack.get("vertices")).items()}
    points = [corners[one] for one in shape.get("vertices") or [] if one in corners]
    return simple_ring([(float(x), float(y)) for x, y in points]) if len(points) > 2 else ()


def _rivers(pack: dict[str, Any], cells: dict[int, dict[str, Any]], land: int) -> list[RiverRow]:
    rows = sorted(_by_number(pack.get("rivers")).values(), key=lambda row: -float(row.get("discharge") or 0))
    made: list[RiverRow] = []
    for row in rows:
        crossed = [cells[one] for one in row.get("cells") or [] if one in cells]
        course = thinned([cell["p"] for cell in crossed])
        if len(course) > 1 and crossed[0].get("f", land) == land and len(made) < MOST_RIVERS:
            made.append(RiverRow(name=str(row.get("name") or "River")[:40], divides=True, course=course))
    return made
