"""Print of the Square Brigadier: hits, dice, movement and range of each unit, the grid (C.7)."""

from typing import Any

from battles.resolvers.common.codes import Arm
from battles.resolvers.frame.papers import papers_of
from battles.resolvers.square_brigadier.board import ZONE
from battles.resolvers.square_brigadier.melee import base_dice, horse_dice
from battles.resolvers.square_brigadier.numbers import MELEE_SUPERIOR
from battles.resolvers.square_brigadier.resolver import DOOR
from battles.resolvers.square_brigadier.shooting import firer_dice
from battles.resolvers.square_brigadier.system import SYSTEM
from battles.resolvers.square_brigadier.troops import full_hits, is_superior, range_of, reach_of

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
