"""Lines of sight: land, and the bases of third units (COM-21, SNW-38)."""

from battles.resolvers.common.codes import SIDES, Arm, Status
from battles.resolvers.common.plane import crosses, front_x, front_y, land_lets_see
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic.codes import Form, Own
from battles.resolvers.solo_napoleonic.footing import end, first
from battles.resolvers.solo_napoleonic.numbers import MM

GRACE = 25 * MM
"""How far one looks into a wood or a town from its edge."""


@kernel
def hidden(battle: Battle, unit: int, target: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """COM-21 SNW-38 Does a third unit lie on a line of sight? Skirmishers do not hide anybody from guns."""
    guns = battle.arm[unit] == Arm.ART
    left, right, low, high = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
    for side in range(SIDES):
        for other in range(first(side), end(battle, side)):
            if other in (unit, target) or battle.status[other] != Status.BOARD:
                continue
            radius = (battle.width[other] + battle.depth[other]) // 2
            beside = battle.x[other] + radius < left or battle.x[other] - radius > right
            if beside or battle.y[other] + radius < low or battle.y[other] - radius > high:
                continue
            if not (guns and battle.own[other, Own.FORM] == Form.SKIRMISH) and crosses(battle, other, x, y, to_x, to_y):
                return True
    return False


@kernel
def in_view(battle: Battle, unit: int, target: int) -> bool:
    """COM-21 Has a unit a line of sight to a target?"""
    x, y = front_x(battle, unit), front_y(battle, unit)
    if battle.own[unit, Own.FORM] == Form.SQUARE:
        x, y = battle.x[unit], battle.y[unit]
    to_x, to_y = battle.x[target], battle.y[target]
    if not land_lets_see(battle, x, y, to_x, to_y, GRACE):
        return False
    return not hidden(battle, unit, target, x, y, to_x, to_y)
