"""Print of My Favourite Rules: figures, moves, dice and ranges of each unit, the board (B.6)."""

from collections.abc import Iterator, Mapping
from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of, weather_faces
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.my_favourite.codes import FIGURES, INCH
from battles.resolvers.my_favourite.melee import combat_dice
from battles.resolvers.my_favourite.resolver import DOOR, ZONE
from battles.resolvers.my_favourite.shooting import range_of
from battles.resolvers.my_favourite.system import SYSTEM
from battles.resolvers.my_favourite.troops import figures_of, move_of, steadiness
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

LOSS = ("figure", "figures")
NOTE = "One die for three figures, of a battery one for each. A unit is gone with its last figure (MFR-25)."


def card(battle: Any, unit: int) -> tuple[tuple[str, str], ...]:
    """MFR-16 MFR-27 MFR-36 MFR-41 What is on a unit's card."""
    reach, morale = int(range_of(battle, unit)), int(steadiness(battle, unit))
    rows = [("move", f"{int(move_of(battle, unit)) // INCH}″"), ("combat", f"{int(combat_dice(battle, unit))} dice")]
    if reach:
        rows.append(("shoots", f"to {reach // INCH}″"))
    if morale:
        rows.append(("morale", f"{morale:+d}"))
    return tuple(rows)


def fresh_figures(battle: Any, unit: int) -> int:
    """B.6 The figures of a fresh unit."""
    return int(figures_of(battle, unit)) if battle.arm[unit] == Arm.ART else FIGURES * int(battle.full[unit])


unit_papers, board_paper = papers_of(DOOR, SYSTEM.board, card, fresh=fresh_figures, zone=ZONE / INCH)


_GUNS = {"normal": "guns 32″", "overcast": "guns 24″, generals near by three quarters",
         "precipitating": "guns 24″, muskets −1, generals near by half"}  # fmt: skip
WEATHER_HEADS = ("Guns", "Shots")


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """MFR B.6 What this system prints about a side."""
    yield "Deploy within 9 inches of your long edge, infantry in column, the defender first.", "COM-20"


tasks = tasks_of(
    own_tasks,
    attacks="attacks and holds the initiative of turn 1 on a tie",
    works="of 4 inches before a unit of your first line",
)


def weather_rows(file: BattleFile, numbers: Mapping[str, Any]) -> list[list[str]]:
    """MFR-12 MFR-33 Weather, the d10 that brings it, the army commander's radius, and what it does besides."""
    del numbers
    return [[label, faces, _GUNS[key], "–"] for key, label, faces in weather_faces(file)]
