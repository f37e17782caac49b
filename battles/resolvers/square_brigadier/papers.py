"""Print of the Square Brigadier: hits, dice, movement and range of each unit, the grid (C.7)."""

from collections.abc import Iterator
from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import WEATHER_HEADS as WEATHER_HEADS
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of
from battles.resolvers.frame.briefing import weather_rows as weather_rows
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.square_brigadier.codes import MELEE_SUPERIOR
from battles.resolvers.square_brigadier.melee import base_dice, horse_dice
from battles.resolvers.square_brigadier.resolver import DOOR, ZONE
from battles.resolvers.square_brigadier.shooting import firer_dice
from battles.resolvers.square_brigadier.system import SYSTEM
from battles.resolvers.square_brigadier.troops import full_hits, is_superior, range_of, reach_of
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

LOSS = ("hit", "hits")
NOTE = "A unit is destroyed when its last hit is crossed off. Giving a square of ground cancels one (SQB-44)."


def card(battle: Any, unit: int) -> tuple[tuple[str, str], ...]:
    """SQB-49 Return what stands on a unit's card."""
    blows = base_dice(battle, unit) + horse_dice(battle, unit)
    blows += int(battle.num[MELEE_SUPERIOR]) if is_superior(battle, unit) else 0
    rows = [("moves", f"{reach_of(battle, unit)} squares"), ("melee", f"{max(1, blows)} dice")]
    if battle.arm[unit] in (Arm.FOOT, Arm.ART):
        rows.append(("shoots", f"{firer_dice(battle, unit, 1)} dice to {range_of(battle, unit)} squares"))
    if battle.arm[unit] == Arm.CAV:
        rows.append(("shoots", "not at all"))
    return tuple(rows)


unit_papers, board_paper = papers_of(DOOR, SYSTEM.board, card, fresh=full_hits, zone=ZONE)


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """C.7 Return what this system prints about a side."""
    yield "Deploy in your two rows of squares, the defender first: infantry in front with gaps for the guns.", "COM-20"


tasks = tasks_of(own_tasks, works="on the square of a unit in your front row")
