"""The situation and the task of a pack in short facts and sentences, each sentence with its rule id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from battles.pack.pack import Pack, PackSide
from battles.resolvers.battle_file import BattleFile
from battles.resolvers.field_numbers import field_numbers

WEATHERS = {"normal": "Normal", "overcast": "Overcast", "precipitating": "Precipitating"}
PERCENTAGES = {"reserve": "in reserve", "break_off": "broken to break off"}
TEN = 10
ENGINEER = "engineer"


def facts_of(pack: Pack, numbers: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Season, weather, ground, day, radius, table: heading and text."""
    file, field = pack.file, pack.file.laid_out
    rows = [
        ("Season", file.season.capitalize()),
        ("Weather", WEATHERS[file.weather] if file.weather else "Thrown for each day"),
        ("Ground", _ground_text(file)),
        ("Length of the day", f"The count reaches {numbers[f'day.{file.season}']}" if _has(numbers, file) else ""),
        ("Days", f"{file.options.max_days} at most"),
        ("Terrain", (file.terrain or "as laid out").capitalize()),
        ("Table", f"{field.width:g}″ × {field.depth:g}″"),
    ]
    return [row for row in rows if row[1]]


def _ground_text(file: BattleFile) -> str:
    """HR-W The ground of the first day, as far as it is known before the weather is thrown for."""
    if file.ground:
        return file.ground.capitalize()
    if file.weather == "precipitating" or (file.campaign_weather == "foul" and file.season != "winter"):
        return "Soft"
    return "Hard" if file.weather else "Hard, but soft if it rains or snows"


def _has(numbers: Mapping[str, Any], file: BattleFile) -> bool:
    return f"day.{file.season}" in numbers


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """HR-W Weather, the d10 that brings it, radius in inches, what it adds to the count. One row where it is set."""
    if f"weather.{file.season}" not in numbers:
        return []
    normal, overcast = numbers[f"weather.{file.season}"]
    faces = {"normal": (1, normal), "overcast": (normal + 1, overcast), "precipitating": (overcast + 1, TEN)}
    return [
        [WEATHERS[key], "set" if file.weather else _faces(*faces[key]), f"{numbers[f'radius.{key}']:g}″",
         f"+{numbers[f'count.{key}']:g}"]
        for key in WEATHERS if file.weather in (None, key)
    ]  # fmt: skip


def _faces(low: int, high: int) -> str:
    return "–" if low > high else f"{low}" if low == high else f"{low}–{high}"


def tasks_of(pack: Pack, number: int) -> list[tuple[str, str]]:
    """What a side of the battle is there for: sentence and rule id."""
    file, side = pack.file, pack.sides[number]
    return [*_tasks(file, side), *_ground(file), *_deployment(file, side), *_options(file)]


def _tasks(file: BattleFile, side: PackSide) -> Iterator[tuple[str, str]]:
    if file.engagement == "meeting":
        yield "A meeting engagement: both armies come upon one another on the march.", "HR-T3"
    else:
        yield f"Your side {'attacks' if side.side.role == 'attacker' else 'defends'}.", "HR-T1"
    yield "Hold the field: who stays at the end of a day while the enemy leaves has won.", "LGG-15.1"
    if not side.commanded:
        return
    if side.side.must_decide:
        yield "Your side came into the province this turn: without a decision it goes back.", "HR-D2"
    if side.side.capital:
        yield "Your capital is at stake.", "AI-5"
    if side.side.supply_cut:
        yield "Your side is cut off from its supply.", "AI-5"


def _ground(file: BattleFile) -> Iterator[tuple[str, str]]:
    if file.fortress:
        yield "A fortress stands in the defender's zone.", "HR-T2"
    if file.river_crossing:
        yield "A big river runs across the middle of the table.", "HR-T2"
    if file.campaign_weather == "foul":
        yield "The weather is foul: throw twice for the weather of a day and take the worse.", "HR-W"


def _deployment(file: BattleFile, side: PackSide) -> Iterator[tuple[str, str]]:
    zone = f"{field_numbers().zone:g}"
    if file.engagement == "meeting":
        yield "Every second unit deploys; the others come at the start of round 3 over their own edge.", "HR-T3"
    else:
        yield "The defender deploys first and completely; the attacker sees it.", "HR-T3"
    yield (
        f"Deploy within {zone} inches of your long edge, no base nearer to it than 4 inches, facing the enemy.",
        "HR-T5",
    )
    if file.swapped_edges:
        yield "The defender has swapped the two long edges.", "HR-T4"
    if file.held_whole_turn and side.side.role == "defender" and any(unit.type == ENGINEER for unit in side.side.units):
        yield "Before the battle each engineer unit lays one work of 4 inches, two at most.", "HR-T4"
    if any(unit.outriders for unit in side.side.units):
        yield "Outriders deploy up to 18 inches ahead of the zone, 12 inches off the enemy's.", "HR-T5"
    if any(unit.arrives is not None for unit in side.side.units):
        yield "What comes late enters in its first turn after the count has reached its mark, 1 action each.", "HR-T6"


def _options(file: BattleFile) -> Iterator[tuple[str, str]]:
    if file.options.limit_guns:
        yield "One unit of guns deploys to three of infantry and cavalry; the others wait off the table.", "HR-7"
    if file.options.stratagems:
        yield "Stratagems are played: draw your chits before deployment and show them to nobody.", "LGG-S1"
    if file.options.sudden_death:
        yield "Sudden death: an army with more than a third of its units broken has lost.", "LGG-S3"


def plan_words(plan: Mapping[str, Any] | None, names: Mapping[str, str]) -> str:
    """A plan of a battle file in words, its units by their names; empty where there is none."""
    if not plan:
        return ""
    parts = [plan.get("posture"), plan.get("sector") and f"sector {plan['sector']}"]
    parts += [f"{plan[key]} % {words}" for key, words in PERCENTAGES.items() if plan.get(key) is not None]
    spared = [names.get(id, id) for id in plan.get("spare", ())]
    parts.append(f"not to be risked: {', '.join(spared)}" if spared else "")
    return ", ".join(part for part in parts if part)


def plan_of(side: PackSide) -> str:
    """The plan of a pack's side in words; empty where the reader knows of none."""
    names = {unit.id: unit.name or unit.id for unit in side.side.units}
    return plan_words(side.side.plan.as_dict() if side.side.plan else None, names)
