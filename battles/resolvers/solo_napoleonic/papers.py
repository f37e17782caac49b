"""Unit cards, table and losses of this system on paper (contract: Papers)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of, weather_faces
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.solo_napoleonic.codes import CLASS_KEYS, NUMBERS, Own
from battles.resolvers.solo_napoleonic.resolver import DOOR
from battles.resolvers.solo_napoleonic.system import SYSTEM
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

LOSS, NOTE = ("figure", "figures"), "A unit leaves play at half of its figures; its disorder is counted beside it."


def card(battle: Any, unit: int) -> tuple[tuple[str, str], ...]:
    """SNW-66 Return what stands on the card of a division: its units, their figures and their class."""
    row = battle.roll[unit]
    mates = sum(1 for other in range(int(battle.units[0])) if battle.roll[other] == row)
    name = "batteries" if battle.arm[unit] == Arm.ART else "regiments" if battle.arm[unit] == Arm.CAV else "battalions"
    return (
        ("Class", classes_of(battle, unit)),
        (name.capitalize(), str(mates)),
        ("Figures in each", str(int(battle.cap[unit]))),
    )


def classes_of(battle: Any, unit: int) -> str:
    """SNW-66 The class of a division's units; two where they take turns."""
    mates = [other for other in range(int(battle.units[0])) if battle.roll[other] == battle.roll[unit]]
    return " and ".join(dict.fromkeys(CLASS_KEYS[int(battle.own[mate, Own.CLASS])] for mate in mates))


def fresh(battle: Any, unit: int) -> int:
    """SNW-01 The figures of a fresh unit."""
    return int(battle.cap[unit])


ZONE = float(str(NUMBERS.values({})["board.zone"]))
unit_papers, board_paper = papers_of(DOOR, SYSTEM.board, card, fresh=fresh, zone=ZONE)


_MORE = {"normal": "–", "overcast": "nothing more", "precipitating": "volleys one less; two units in three drift"}
_BANDS = {"normal": 3, "overcast": 2, "precipitating": 1}
WEATHER_HEADS = ("Guns", "Besides")


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """SNW-05 SNW-16 COM-20 What this system prints about a side."""
    yield ("Each division is a brigade of battalions or regiments, under a brigadier with faults of his own.", "SNW-16")
    yield "A brigadier who fails his roll leaves each of his units a card of its own.", "SNW-05"
    zone = NUMBERS.values({})["board.zone"]
    yield f"Deploy within {zone} mm of your long edge, the defender first.", "COM-20"


tasks = tasks_of(own_tasks, works="of 100 mm before a unit of your first line", upcoming="brigade")


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """SNW-67 Weather, the d10 that brings it, the farthest range of field guns, and what it does besides."""
    return [
        [label, faces, f"guns {numbers['guns.foot'][_BANDS[key]]} mm", _MORE[key]]
        for key, label, faces in weather_faces(file)
    ]
