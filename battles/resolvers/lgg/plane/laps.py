"""Bases that would overlap: on the way, or where a unit would stand (LGG-8.4, ENG-16)."""

from battles.resolvers.core.geometry import common_area, corners, length, rest_room, sweep_room
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.plane.space import first_of, near_units, side_of
from battles.resolvers.lgg.record.codes import NOBODY
from battles.resolvers.lgg.record.state import BASE_A, BASE_B, CLIP_A, CLIP_B, Battle

OVERLAP = 0.005
"""ENG-16 How deep two bases may reach into one another: along an edge of 3" less than 0.02 square inch."""
SHARED = 0.02
"""ENG-16 Square inches that two bases at rest may share."""
DEEP = 0.25
"""A circle of this diameter has 0.05 square inch."""
GRIND_STEP = 0.25
"""LGG-8.4-a How often, in inches, a slide beside a base is looked at whose corner the unit shares already."""


@kernel
def room_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
            other: int) -> float:
    """Return the room ``unit`` would have beside the base of ``other`` while it slides from a pose by (mx, my)."""
    return sweep_room(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], mx, my, battle.x[other],
                      battle.y[other], battle.fx[other], battle.fy[other], battle.half_width[other],
                      battle.half_depth[other])


@kernel
def standing_room(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, other: int) -> float:
    """Return the room ``unit`` would have beside the base of ``other`` if it stood at a pose."""
    return rest_room(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], battle.x[other], battle.y[other],
                     battle.fx[other], battle.fy[other], battle.half_width[other], battle.half_depth[other])


@kernel
def lap_now(battle: Battle, unit: int, other: int) -> float:
    """ENG-16 How deep, as a number not above 0, a corner of two bases reaches into the other as they stand."""
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    return min(0.0, standing_room(battle, unit, x, y, fx, fy, other))


@kernel
def lies_deep(battle: Battle, unit: int, x: float, y: float, other: int) -> bool:
    """ENG-16 Do the circles within two bases reach 1/4" into one another, so that they share far more than 0.02"?"""
    most = min(battle.half_width[unit], battle.half_depth[unit]) - DEEP
    most += min(battle.half_width[other], battle.half_depth[other])
    dx, dy = battle.x[other] - x, battle.y[other] - y
    return dx * dx + dy * dy < max(most, 0.0) * most


@kernel
def shares_ground(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, other: int) -> bool:
    """ENG-16 Would two bases overlap by more than 0.02 square inch?"""
    if lies_deep(battle, unit, x, y, other):
        return True
    corners(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], battle.scratch[BASE_A])
    corners(battle.x[other], battle.y[other], battle.fx[other], battle.fy[other], battle.half_width[other],
            battle.half_depth[other], battle.scratch[BASE_B])
    return common_area(battle.scratch[BASE_A], 4, battle.scratch[BASE_B], 4, battle.scratch[CLIP_A],
                       battle.scratch[CLIP_B]) > SHARED


@kernel
def overlaps(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, other: int) -> bool:
    """LGG-8.4-b, ENG-16 Would a unit at a pose overlap another base? Its circle answers first: who lies deep does."""
    if lies_deep(battle, unit, x, y, other):
        return True
    return (standing_room(battle, unit, x, y, fx, fy, other) < -OVERLAP
            and shares_ground(battle, unit, x, y, fx, fy, other))


@kernel
def grinds(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
           other: int) -> bool:
    """LGG-8.4-a, ENG-16 Would a slide from a pose anywhere share more than 0.02 square inch with a base?"""
    steps = int(length(mx, my) / GRIND_STEP) + 1
    for step in range(steps + 1):
        if shares_ground(battle, unit, x + mx * step / steps, y + my * step / steps, fx, fy, other):
            return True
    return False


@kernel
def goes_over(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
              other: int) -> bool:
    """LGG-8.4-a Would a slide go over a base? One whose corner it shares already may be left, not ground along."""
    room = room_at(battle, unit, x, y, fx, fy, mx, my, other)
    if room >= -OVERLAP:
        return False
    before = lap_now(battle, unit, other)
    return before >= -OVERLAP or room < before - OVERLAP or grinds(battle, unit, x, y, fx, fy, mx, my, other)


@kernel
def covers(battle: Battle, side: int, unit: int, x: float, y: float, fx: float, fy: float, mx: float,
           my: float) -> int:
    """Return the first unit of ``side`` that ``unit`` would go over while it slides by (mx, my), or -1."""
    near = near_units(battle, side, unit, x + mx / 2.0, y + my / 2.0, length(mx, my) / 2.0)
    while near != 0:
        other = first_of(side) + lowest_bit(near)
        near &= near - 1
        if other != unit and goes_over(battle, unit, x, y, fx, fy, mx, my, other):
            return other
    return NOBODY


@kernel
def base_at(battle: Battle, side: int, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-8.4-b, ENG-16 The first base of ``side`` that ``unit`` would overlap at a pose, or -1."""
    near = near_units(battle, side, unit, x, y, 0.0)
    while near != 0:
        other = first_of(side) + lowest_bit(near)
        near &= near - 1
        if other != unit and overlaps(battle, unit, x, y, fx, fy, other):
            return other
    return NOBODY


@kernel
def anybody_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-8.4-b The first other base that ``unit`` would overlap at a pose, friends first, or -1."""
    friend = base_at(battle, side_of(unit), unit, x, y, fx, fy)
    return friend if friend != NOBODY else base_at(battle, 1 - side_of(unit), unit, x, y, fx, fy)
