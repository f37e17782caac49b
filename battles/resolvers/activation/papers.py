"""Print of the activation rules: steps, Quality, Speed, values and range of each unit, the grid (E.6, E.8)."""

from collections.abc import Iterator
from typing import Any

from battles.resolvers.activation.codes import END_STEPS, FIRE_GUN_RANGE, FIRE_MUSKET_RANGE
from battles.resolvers.activation.resolver import DOOR, ZONE
from battles.resolvers.activation.system import SYSTEM
from battles.resolvers.activation.troops import melee_value, own_fire, quality_of, speed_of
from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.briefing import COMMAND_DICE as COMMAND_DICE
from battles.resolvers.frame.briefing import WEATHER_HEADS as WEATHER_HEADS
from battles.resolvers.frame.briefing import evening_rows as evening_rows
from battles.resolvers.frame.briefing import ground as ground
from battles.resolvers.frame.briefing import tasks_of
from battles.resolvers.frame.briefing import weather_rows as weather_rows
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.values.battle import BattleFile
from battles.resolvers.values.sides import BattleSide

LOSS = ("step", "steps")
NOTE = "Each step lost is a coloured die; a unit without steps is removed (ADN-06)."


def card(battle: Any, unit: int) -> tuple[tuple[str, str], ...]:
    """E.6 Return what is on a unit's card."""
    rows = [("Quality", f"{quality_of(battle, unit)}+"), ("Speed", f"{speed_of(battle, unit)} S")]
    rows += [("melee", str(melee_value(battle, unit))), ("shooting", str(own_fire(battle, unit)))]
    if battle.arm[unit] in (Arm.FOOT, Arm.ART):
        rows.append(
            ("range", f"{battle.num[FIRE_GUN_RANGE if battle.arm[unit] == Arm.ART else FIRE_MUSKET_RANGE]} squares")
        )
    return tuple(rows)


def fresh(battle: Any, unit: int) -> int:
    """E.8 The steps of a fresh unit."""
    return int(battle.num[END_STEPS])


unit_papers, board_paper = papers_of(DOOR, SYSTEM.board, card, fresh=fresh, zone=ZONE)


_ORDER = {
    "attacker": "Deploy half of your units first, of your own choice; the rest follow when the defender has deployed.",
    "defender": "Deploy when half of the attacker's units are on the table, and before his other half.",
}
"""The order in which the sides deploy, by role."""


def own_tasks(file: BattleFile, side: BattleSide) -> Iterator[tuple[str, str]]:
    """ADN-01 Return what this system prints about a side."""
    if side.wings:
        name = side.wings[0].name or "The first wing commander"
        yield f"{name} stays off the table and follows a General who is lost.", "COM-16"
    yield _ORDER[side.role], "ADN-01"
    yield "Deploy within three squares of your edge, infantry in column, guns limbered.", "ADN-01"


tasks = tasks_of(own_tasks, works="on the square of a unit in your first line")
