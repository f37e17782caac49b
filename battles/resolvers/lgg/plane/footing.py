"""The ground under a base (section 3): hill, rough ground, town block, the obstacle before it.

Surveyed when it is first asked for, and kept until the unit is placed anew or the field changes: ``surveyed[unit]`` is
the ``field_age`` for which ``on_level``, ``on_rough``, ``on_block``, ``behind_work`` and ``on_bridge`` are true.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import area, base_gap, common_area, common_part, corners, length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.pieces import base_clear, bridge_at, in_gap, line_near, near_piece
from battles.resolvers.lgg.plane.space import (
    HALF,
    base_area,
    end_of,
    first_of,
    half_across,
    half_through,
    on_board,
    turned,
)
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, Face, Piece
from battles.resolvers.lgg.record.state import BASE_B, CLIP_A, CLIP_B, CLIP_C, Battle

CLOSE_BEHIND = 0.5
EDGE_REACH = 2.1
"""How far from the middle of a front edge of 3" a line may be that is within 0.5" of the edge."""
LEAST_STRETCH = 1e-4
"""A path that only grazes an area does not lie in it."""


@kernel
def piece_share(battle: Battle, piece: int, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """LGG-3.0-e The share of ``unit``'s base, at a pose, that overlaps an area."""
    if base_clear(battle, piece, unit, x, y, fx, fy):
        return 0.0
    corners(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], battle.scratch[BASE_B])
    part = common_area(battle.scratch[BASE_B], 4, battle.piece_at[piece], battle.piece_n[piece],
                       battle.scratch[CLIP_A], battle.scratch[CLIP_B])
    return part / base_area(battle, unit)


@kernel
def on_piece(battle: Battle, piece: int, kind: int, high: bool, unit: int, x: float, y: float, fx: float,
             fy: float) -> bool:
    """Does a base perhaps lie on a piece of one kind (``high``: of the second level)?"""
    alike = battle.piece_kind[piece] == kind and (battle.piece_level[piece] > 1) == high
    return alike and not base_clear(battle, piece, unit, x, y, fx, fy)


@kernel
def twice_shared(battle: Battle, one: int, two: int, kind: int, high: bool, unit: int, x: float, y: float, fx: float,
                 fy: float) -> float:
    """LGG-3.0-e How much of a base lies on two areas at once; what a third one shares too counts only once."""
    corners(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], battle.scratch[BASE_B])
    n = common_part(battle.scratch[BASE_B], 4, battle.piece_at[one], battle.piece_n[one], battle.scratch[CLIP_A],
                    battle.scratch[CLIP_B])
    n = common_part(battle.scratch[CLIP_A], n, battle.piece_at[two], battle.piece_n[two], battle.scratch[CLIP_C],
                    battle.scratch[CLIP_B])
    total = area(battle.scratch[CLIP_C], n)
    for three in range(two + 1, battle.kind_to[kind]):
        if n > 0 and on_piece(battle, three, kind, high, unit, x, y, fx, fy):
            total -= common_area(battle.scratch[CLIP_C], n, battle.piece_at[three], battle.piece_n[three],
                                 battle.scratch[CLIP_A], battle.scratch[CLIP_B])
    return total / base_area(battle, unit)


@kernel
def share_of_kind(battle: Battle, kind: int, high: bool, unit: int, x: float, y: float, fx: float,
                  fy: float) -> float:
    """LGG-3.0-e The share of a base on all areas of one kind and level; where they overlap it counts once."""
    total = 0.0
    for piece in range(battle.kind_from[kind], battle.kind_to[kind]):
        if on_piece(battle, piece, kind, high, unit, x, y, fx, fy):
            total += piece_share(battle, piece, unit, x, y, fx, fy)
            for other in range(battle.kind_from[kind], piece):
                if on_piece(battle, other, kind, high, unit, x, y, fx, fy):
                    total -= twice_shared(battle, other, piece, kind, high, unit, x, y, fx, fy)
    return total


@kernel
def block_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-k The town block that holds more than half of the base at a pose, or -1."""
    for piece in range(battle.kind_from[Piece.TOWN], battle.kind_to[Piece.TOWN]):
        if battle.piece_kind[piece] == Piece.TOWN and piece_share(battle, piece, unit, x, y, fx, fy) > HALF:
            return piece
    return NOBODY


@kernel
def level_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-h The highest level whose hills hold more than half of the base at a pose, 0 on the plain. A hill that
    bends inwards is several pieces; ground that several hold is counted once where that may decide."""
    low, high, hills = 0.0, 0.0, 0
    for piece in range(battle.kind_from[Piece.HILL], battle.kind_to[Piece.HILL]):
        if battle.piece_kind[piece] == Piece.HILL:
            share = piece_share(battle, piece, unit, x, y, fx, fy)
            hills += int(share > 0.0)
            if battle.piece_level[piece] > 1:
                high += share
            else:
                low += share
    if high > HALF and (hills < 2 or share_of_kind(battle, Piece.HILL, True, unit, x, y, fx, fy) > HALF):
        return 2
    return int(low > HALF and (hills < 2 or share_of_kind(battle, Piece.HILL, False, unit, x, y, fx, fy) > HALF))


@kernel
def side_gap(battle: Battle, unit: int, side: int, piece: int) -> float:
    """LGG-3.0-g How far a line of terrain is from one edge of a unit's base."""
    best, at, d = 1e9, battle.piece_at[piece], half_through(battle, unit, side)
    fx, fy = turned(battle.fx[unit], battle.fy[unit], side)
    x, y = battle.x[unit] + d * fx, battle.y[unit] + d * fy
    for i in range(battle.piece_n[piece] - 1):
        ax, ay, bx, by = at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]
        ux, uy = unit_vector(bx - ax, by - ay)
        best = min(best, base_gap(x, y, fx, fy, half_across(battle, unit, side), 0.0, (ax + bx) / 2.0, (ay + by) / 2.0,
                                  ux, uy, 0.0, length(bx - ax, by - ay) / 2.0))
    return best


@kernel
def edge_gap(battle: Battle, unit: int, piece: int) -> float:
    """LGG-3.0-g How far a line of terrain is from the front edge of a unit."""
    return side_gap(battle, unit, Face.FRONT, piece)


@kernel
def work_before(battle: Battle, unit: int) -> int:
    """LGG-3.0-g The nearest obstacle within 0.5" of the front edge of a unit where it stands, or -1."""
    d, nearest, best = battle.half_depth[unit], NOBODY, CLOSE_BEHIND + LEAST_STRETCH
    px, py = battle.x[unit] + d * battle.fx[unit], battle.y[unit] + d * battle.fy[unit]
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        if line_near(battle, piece, px, py, EDGE_REACH) and not in_gap(battle, piece, px, py):
            gap = edge_gap(battle, unit, piece)
            if gap <= best:
                nearest, best = piece, gap
    return nearest


@kernel
def survey(battle: Battle, unit: int) -> None:
    """LGG-3.0 Take down what a unit stands on, unless it is known."""
    if battle.surveyed[unit] == battle.field_age:
        return
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    battle.on_level[unit] = level_at(battle, unit, x, y, fx, fy)
    battle.on_rough[unit] = int(share_of_kind(battle, Piece.ROUGH, False, unit, x, y, fx, fy) > HALF)
    battle.on_block[unit] = block_at(battle, unit, x, y, fx, fy)
    battle.behind_work[unit] = work_before(battle, unit)
    battle.on_bridge[unit] = bridge_at(battle, x, y)
    battle.surveyed[unit] = battle.field_age


@kernel
def elevation(battle: Battle, unit: int) -> int:
    """LGG-3.0-h The level on which a unit stands."""
    survey(battle, unit)
    return battle.on_level[unit]


@kernel
def in_rough(battle: Battle, unit: int) -> bool:
    """LGG-3.0-e More than half of the base lies in rough ground."""
    survey(battle, unit)
    return battle.on_rough[unit] == 1


@kernel
def block_of(battle: Battle, unit: int) -> int:
    """LGG-3.0-k The town block that infantry occupies, or -1."""
    if battle.arm[unit] != Arm.FOOT:
        return NOBODY
    survey(battle, unit)
    return battle.on_block[unit]


@kernel
def shelter_of(battle: Battle, unit: int) -> int:
    """LGG-3.0-g The obstacle that ``unit`` stands directly behind, its front edge within 0.5" of it, or -1."""
    survey(battle, unit)
    return battle.behind_work[unit]


@kernel
def bridge_of(battle: Battle, unit: int) -> int:
    """LGG-3.0-n The bridge on which the middle of a unit is, or -1."""
    survey(battle, unit)
    return battle.on_bridge[unit]


@kernel
def holder_of(battle: Battle, piece: int, but: int) -> int:
    """LGG-3.0-c The unit, other than ``but``, that occupies a town block, or -1."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            there = near_piece(battle, piece, battle.x[unit], battle.y[unit], 0.0)
            if there and unit != but and on_board(battle, unit) and block_of(battle, unit) == piece:
                return unit
    return NOBODY
