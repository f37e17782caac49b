"""What all smaller systems say on the papers of a battle: who attacks, what is at stake, the weather."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from battles.resolvers.battle import BattleFile
from battles.resolvers.common.codes import SEASON_KEYS
from battles.resolvers.common.fill import WEATHER_FACES
from battles.resolvers.sides import BattleSide, BattleUnit
from rosters.rules.catalogue import Catalogue

SKIES = ("Normal", "Overcast", "Rain or snow")
TEN, BOX, PURSUED = 10, 2, 1


def aims(file: BattleFile, side: BattleSide, *, commanded: bool) -> Iterator[tuple[str, str]]:
    """COM-15 What a side is there for, and what is at stake for who commands it."""
    if file.engagement == "meeting":
        yield "A meeting engagement: every second unit comes up in the third turn.", "HR-T3"
    else:
        yield f"Your side {'attacks' if side.role == 'attacker' else 'defends'}.", "HR-T1"
    yield "Hold the field: who stays at the end of a day while the enemy leaves has won.", "LGG-15.1"
    if file.swapped_edges:
        yield "The defender has swapped the two long edges.", "HR-T4"
    if file.options.limit_guns:
        yield "One unit of guns deploys to three of infantry and cavalry; the others stay off the table.", "HR-7"
    if any(unit.arrives is not None for unit in side.units):
        yield "What comes late enters at the start of the turn that its mark falls in.", "HR-T6"
    if commanded and side.must_decide:
        yield "Your side came into the province this turn: without a decision it goes back.", "HR-D2"


def ground(file: BattleFile) -> str:
    """HR-W The ground of the first day, as far as it is known before the weather is thrown for."""
    if file.ground:
        return file.ground.capitalize()
    if file.weather == "precipitating" or file.campaign_weather == "foul":
        return "Soft"
    return "Hard" if file.weather else "Hard, but soft if it rains or snows"


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """HR-W Each weather and the d10 that brings it; one row where the file says it."""
    normal, overcast = WEATHER_FACES[SEASON_KEYS.index(file.season)]
    faces = ((1, normal), (normal + 1, overcast), (overcast + 1, TEN))
    keys = ("normal", "overcast", "precipitating")
    return [
        [sky, "set" if file.weather else f"{low}" if low == high else f"{low}–{high}" if low < high else "–", "", ""]
        for key, sky, (low, high) in zip(keys, SKIES, faces, strict=True)
        if file.weather in (None, key)
    ]


def evening_rows(units: Iterable[BattleUnit], known: Catalogue, numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """LGG-15.4 For each kind of unit the highest d10 with which it recovers and rallies, not pursued and pursued."""
    rows: dict[str, dict[str, Any]] = {}
    for unit in units:
        kind = known.unit_types[unit.type]
        label = kind.name + ", Guard" * unit.guard + ", Outriders" * unit.outriders
        morale = kind.morale + known.guard.morale * unit.guard
        recovers = kind.arm in ("foot", "cav")
        highest = ((recovers, 0), (recovers and not unit.outriders, 0), (recovers and not unit.outriders, BOX))
        values = [
            str(morale - less - more) if may and morale > less + more else "–"
            for more in (0, PURSUED)
            for may, less in highest
        ]
        rows.setdefault(label, {"label": label, "values": values})
    return list(rows.values())
