"""What the smaller systems tell beforehand alike: the ground, the weather's dice, the evening."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from battles.resolvers.aftermath.evening import BOX_PENALTY, PURSUED_PENALTY
from battles.resolvers.battle import SEASONS, WEATHERS, BattleFile
from battles.resolvers.common.fill import FOUL_ADDS, WEATHER_FACES
from battles.resolvers.sides import BattleUnit
from rosters.rules.catalogue import Catalogue, UnitType

LABELS = {"normal": "Normal", "overcast": "Overcast", "precipitating": "Rain or snow"}
TEN = 10


def ground(file: BattleFile) -> str:
    """HR-W The ground of the first day, as far as it is known before the weather is thrown for."""
    if file.ground:
        return file.ground.capitalize()
    if file.weather == "precipitating" or file.campaign_weather == "foul":
        return "Soft"
    return "Hard" if file.weather else "Hard, but soft if it rains or snows"


def weather_faces(file: BattleFile) -> list[tuple[str, str, str]]:
    """HR-W Each weather that may come: its key, its label and the d10 that brings it. One row where it is set."""
    if file.weather:
        return [(file.weather, LABELS[file.weather], "set")]
    normal, overcast = WEATHER_FACES[SEASONS.index(file.season)]
    foul = FOUL_ADDS if file.campaign_weather == "foul" else 0
    ends = (normal - foul, overcast - foul, TEN)
    low = 1
    rows = []
    for key, end in zip(WEATHERS, ends, strict=True):
        high = min(TEN, end)
        rows.append((key, LABELS[key], "–" if high < low else f"{low}" if high == low else f"{low}–{high}"))
        low = max(low, high + 1)
    return rows


def evening_rows(units: Iterable[BattleUnit], known: Catalogue, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """LGG-15.4 For each kind of unit the highest d10 with which it recovers and rallies, not pursued and pursued."""
    rows: dict[str, dict[str, Any]] = {}
    for unit in units:
        kind = known.unit_types[unit.type]
        label = kind.name + ", Guard" * unit.guard + ", Outriders" * unit.outriders
        morale = kind.morale + known.guard.morale * unit.guard
        rows.setdefault(label, {"label": label, "values": _evening(unit, kind, morale)})
    return list(rows.values())


def _evening(unit: BattleUnit, kind: UnitType, morale: int) -> list[str]:
    recovers, rallies = kind.arm in ("foot", "cav"), not unit.outriders
    highest = [(recovers, 0), (rallies, 0), (rallies, BOX_PENALTY)]
    return [_face(morale - less - extra, may) for extra in (0, PURSUED_PENALTY) for may, less in highest]


def _face(face: int, may: bool) -> str:
    return str(face) if may and face > 0 else "–"
