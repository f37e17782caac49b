"""Commanders make way for enemies who come by night (HR-D2 (2), LGG-16.0-c)."""

from battles.resolvers.core.geometry import rounded, sweep_room
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import ASIDE_RINGS, ASIDE_STEP, RAYS, ray, stand_blocked
from battles.resolvers.lgg.plane.space import STAND, side_of
from battles.resolvers.lgg.record.codes import LEADERS
from battles.resolvers.lgg.record.journal import Event, log_event, log_pose
from battles.resolvers.lgg.record.state import Battle


@kernel
def in_the_way(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float, sx: float,
               sy: float) -> bool:
    """LGG-16.0-c Would a base that slides from a pose by (mx, my) go over a stand at a point?"""
    return sweep_room(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], mx, my, sx, sy, 0.0, 1.0, STAND,
                      STAND) < 0.0


@kernel
def ride_aside(battle: Battle, leader: int, x: float, y: float) -> None:
    """HR-D2 (2) A commander goes freely by night."""
    log_event(battle, Event.COMMANDER_MOVE, side=leader // LEADERS, leader=leader)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)
    battle.lead_x[leader], battle.lead_y[leader] = rounded(x), rounded(y)
    log_pose(battle, battle.lead_x[leader], battle.lead_y[leader], 0.0, 1.0)


@kernel
def make_way(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> None:
    """HR-D2 (2), LGG-16.0-c Enemy commanders over whose stands a unit would go by night ride to the nearest free place
    beside its way first."""
    foe = 1 - side_of(unit)
    for leader in range(foe * LEADERS, (foe + 1) * LEADERS):
        sx, sy = battle.lead_x[leader], battle.lead_y[leader]
        waits = battle.lead_here[leader] == 1 and in_the_way(battle, unit, x, y, fx, fy, mx, my, sx, sy)
        for number in range(RAYS, RAYS * ASIDE_RINGS if waits else 0):
            dx, dy = ray(number % RAYS)
            far = ASIDE_STEP * (number // RAYS)
            px, py = sx + dx * far, sy + dy * far
            shut = stand_blocked(battle, leader, px, py) or in_the_way(battle, unit, x, y, fx, fy, mx, my, px, py)
            if not shut:
                ride_aside(battle, leader, px, py)
                break
