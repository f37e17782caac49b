"""Print of the activation rules: steps, Quality, Speed, values and range of each unit, the grid (E.6, E.8)."""

from typing import Any

from battles.resolvers.activation.board import ZONE
from battles.resolvers.activation.numbers import END_STEPS, FIRE_GUN_RANGE, FIRE_MUSKET_RANGE
from battles.resolvers.activation.resolver import DOOR
from battles.resolvers.activation.system import SYSTEM
from battles.resolvers.activation.troops import melee_value, own_fire, quality_of, speed_of
from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.papers import papers_of

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
