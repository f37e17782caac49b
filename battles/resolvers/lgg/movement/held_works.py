"""Obstacles that enemies are directly behind: no move ends at one (LGG-3.0-g)."""

from battles.resolvers.core.geometry import NEAR, base_gap, length, local, unit_vector
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.plane.footing import CLOSE_BEHIND, edge_gap, shelter_of
from battles.resolvers.lgg.plane.pieces import in_gap, near_piece
from battles.resolvers.lgg.plane.space import first_of, near_units, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Piece
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle

HELD_WORK = code_of("LGG-3.0-g")
SHORT_OF = 0.6
"""LGG-3.0-g How far from an obstacle a unit stops if it does not attack the enemy behind it."""


@kernel
def line_within(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, piece: int, reach: float) -> bool:
    """LGG-3.0-g Would a base at a pose be within ``reach`` of a line of terrain?"""
    at, w, d = battle.piece_at[piece], battle.half_width[unit], battle.half_depth[unit]
    for i in range(battle.piece_n[piece] - 1):
        ax, ay, bx, by = at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]
        ux, uy = unit_vector(bx - ax, by - ay)
        if base_gap(x, y, fx, fy, w, d, (ax + bx) / 2.0, (ay + by) / 2.0, ux, uy, 0.0,
                    length(bx - ax, by - ay) / 2.0) < reach:
            return True
    return False


@kernel
def opposite(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, other: int) -> bool:
    """LGG-3.0-g Would a unit at a pose stand before an enemy, on any part of his frontage?"""
    u, v = local(x, y, battle.x[other], battle.y[other], battle.fx[other], battle.fy[other])
    along = abs(fx * battle.fx[other] + fy * battle.fy[other])
    across = abs(fx * battle.fy[other] - fy * battle.fx[other])
    half = battle.half_width[unit] * along + battle.half_depth[unit] * across
    return v > 0.0 and abs(u) < half + battle.half_width[other] - NEAR


@kernel
def shares_work(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, other: int) -> bool:
    """LGG-3.0-g Would a unit at a pose be within 0.6" of an obstacle that an enemy is directly behind?"""
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        works = battle.piece_kind[piece] == Piece.OBSTACLE
        near = works and near_piece(battle, piece, x, y, battle.span[unit] + SHORT_OF)
        if (near and line_within(battle, unit, x, y, fx, fy, piece, SHORT_OF - NEAR)
                and edge_gap(battle, other, piece) <= CLOSE_BEHIND + NEAR
                and not in_gap(battle, piece, battle.x[other], battle.y[other])):
            return True
    return False


@kernel
def held_before(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-g The enemies, as bits, directly behind an obstacle, opposite whom a unit at a pose would stand within
    0.6" of it."""
    foe, held = 1 - side_of(unit), 0
    around = near_units(battle, foe, unit, x, y, SHORT_OF + CLOSE_BEHIND)
    while around != 0:
        n = lowest_bit(around)
        around &= around - 1
        other = first_of(foe) + n
        if (shelter_of(battle, other) != NOBODY and opposite(battle, unit, x, y, fx, fy, other)
                and shares_work(battle, unit, x, y, fx, fy, other)):
            held |= 1 << n
    return held


@kernel
def verify_stop(battle: Battle, unit: int, n: int) -> int:
    """LGG-3.0-g A move does not end at a held obstacle; who stands there may stay before the same enemies."""
    if battle.pieces == 0:
        return 0
    x, y, fx, fy = battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3]
    held = held_before(battle, unit, x, y, fx, fy)
    if held == 0:
        return 0
    here = held_before(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return HELD_WORK if held & ~here != 0 else 0
