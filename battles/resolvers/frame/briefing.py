"""Text of the systems of the common record on the papers of a battle: tasks, ground, weather, evening.

A system's ``briefing.py`` adds its own sentences::

    tasks = tasks_of(own_tasks, attacks="attacks and moves first", works="before a unit of your first line")
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from base.words import counted
from battles.resolvers.aftermath.rules import penalty_of
from battles.resolvers.common.fill import FOUL_ADDS, WEATHER_FACES
from battles.resolvers.values.battle import MOST_DAYS, SEASONS, WEATHERS, BattleFile
from battles.resolvers.values.sides import BattleSide, BattleUnit
from rosters.rules.catalogue import Catalogue, UnitType

LABELS = {"normal": "Normal", "overcast": "Overcast", "precipitating": "Rain or snow"}
TEN = 10
ENGINEER = "engineer"
WEATHER_HEADS = ("", "")
COMMAND_DICE = False
Line = tuple[str, str]
Own = Callable[[BattleFile, BattleSide], Iterable[Line]]
Tasks = Callable[..., list[Line]]


def tasks_of(own: Own, *, attacks: str = "attacks", works: str, upcoming: str = "unit") -> Tasks:
    """Return the function ``tasks`` of the contract: what all systems print about a side, and between it the ``own``
    sentences."""

    def tasks(file: BattleFile, side: BattleSide, *, commanded: bool) -> list[Line]:
        """List a side's tasks: sentence and rule id. ``commanded``: the reader commands all of it."""
        stakes = _stakes(side) if commanded else ()
        deployment = _deployment(file, side, works, upcoming)
        return [*_aims(file, side, attacks), *stakes, *_land(file), *own(file, side), *deployment]

    return tasks


def _aims(file: BattleFile, side: BattleSide, attacks: str) -> Iterator[Line]:
    if file.engagement == "meeting":
        yield "A meeting engagement: both armies come upon one another on the march.", "HR-T3"
    else:
        yield f"Your side {attacks if side.role == 'attacker' else 'defends'}.", "HR-T1"
    yield "An army that has lost more than half of its units breaks and leaves the field.", "COM-13"
    yield "At the end of the day the side that has lost clearly less has won.", "COM-14"


def _stakes(side: BattleSide) -> Iterator[Line]:
    if side.must_decide:
        yield "Your side came into the province this turn: without a decision it goes back.", "HR-D2"
    if side.capital:
        yield "Your capital is at stake: your side stays unless it is broken.", "COM-15"
    if side.supply_cut:
        yield "Your side is cut off from its supply: it leaves when it has lost more than the enemy.", "COM-15"


def _land(file: BattleFile) -> Iterator[Line]:
    if file.fortress:
        yield "A fortress lies in the defender's zone.", "HR-T2"
    if file.river_crossing:
        yield "A big river runs across the middle of the field.", "HR-T2"
    if file.campaign_weather == "foul":
        yield f"The weather is foul: add {FOUL_ADDS} to the die for the weather of a day; the ground is soft.", "HR-W"


def _deployment(file: BattleFile, side: BattleSide, works: str, upcoming: str) -> Iterator[Line]:
    if file.engagement == "meeting":
        yield f"Every second {upcoming} comes up in turn 3 of the first day, over its own edge.", "HR-T3"
    if file.swapped_edges:
        yield "The defender has swapped the two long edges.", "HR-T4"
    if file.held_whole_turn and side.role == "defender" and any(unit.type == ENGINEER for unit in side.units):
        yield f"Before the battle each engineer unit lays one field work {works}, two at most.", "HR-T4"
    if side.works:
        raised = counted(side.works, "field work")
        yield f"Before the battle lay {raised} {works} that your army has raised.", "HR-31"
    if any(unit.arrives is not None for unit in side.units):
        yield "Late units enter over their edge at the start of the turn that their mark falls in.", "HR-T6"
    if any(wing.army is not None for wing in side.wings):
        yield "The general of a late column rides ahead of it: he is there from the beginning.", "HR-T6"
    if file.options.max_days < MOST_DAYS:
        yield f"The fighting lasts {file.options.max_days} of {MOST_DAYS} possible days at most.", "HR-D2"
    if file.options.limit_guns:
        yield "One unit of guns deploys to three of infantry and cavalry; the others stay off the table.", "HR-7"


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


def evening_rows(
    units: Iterable[BattleUnit], known: Catalogue, numbers: Mapping[str, int], *, guns_rally: bool = True
) -> list[dict[str, Any]]:
    """LGG-15.4 For each kind of unit the highest d10 with which it recovers and rallies, not pursued and pursued.

    ``guns_rally``: do guns and engineers come into the Rallyable box?
    """
    del numbers
    rows: dict[str, dict[str, Any]] = {}
    for unit in units:
        kind = known.row(unit.type, unit.own)
        label = kind.name + ", Guard" * unit.guard + ", Outriders" * unit.outriders
        morale = kind.morale + known.guard.morale * unit.guard
        rows.setdefault(label, {"label": label, "values": _evening(unit, kind, morale, guns_rally)})
    return list(rows.values())


def _evening(unit: BattleUnit, kind: UnitType, morale: int, guns_rally: bool) -> list[str]:
    recovers, rallies = kind.arm in ("foot", "cav"), not unit.outriders
    tries = ((recovers, False), (rallies and (recovers or guns_rally), False), (rallies, True))
    return [_face(morale - penalty_of(pursued, boxed), may) for pursued in (0, 1) for may, boxed in tries]


def _face(face: int, may: bool) -> str:
    return str(face) if may and face > 0 else "–"


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """HR-W Each weather and the d10 that brings it, for systems without further numbers of the weather."""
    del numbers
    return [[label, faces, "", ""] for _, label, faces in weather_faces(file)]
