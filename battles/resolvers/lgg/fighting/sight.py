"""The line of fire and the cover at its end (LGG-3.0-i, 13.0-e)."""

from battles.resolvers.core.geometry import (
    NEAR,
    crossing,
    length,
    local,
    point_gap,
    segment_in_base,
    span_inside,
    world,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.footing import block_of, elevation, in_rough
from battles.resolvers.lgg.plane.pieces import in_gap
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board
from battles.resolvers.lgg.plane.terrain import crosses_line
from battles.resolvers.lgg.record.codes import NOBODY, Cover, Piece
from battles.resolvers.lgg.record.state import Battle

SEE_THROUGH = 2.0
"""LGG-13.0-e Inches of rough ground that one can fire through."""
GRAZE = 1e-4
"""LGG-13.0-e A line of fire that is this long inside a base only touches its corner."""
COVER_REACH = 1.0
"""LGG-3.0-i An obstacle covers what stands within this of it."""


@kernel
def muzzle(battle: Battle, unit: int) -> tuple[float, float]:
    """LGG-13.0-e The middle of a base's front edge."""
    return world(0.0, battle.half_depth[unit], battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])


@kernel
def nearest_point(battle: Battle, unit: int, px: float, py: float) -> tuple[float, float]:
    """LGG-13.0-e The point of a base that is nearest to a point."""
    w, d = battle.half_width[unit], battle.half_depth[unit]
    u, v = local(px, py, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return world(min(max(u, -w), w), min(max(v, -d), d), battle.x[unit], battle.y[unit], battle.fx[unit],
                 battle.fy[unit])


@kernel
def line_span(battle: Battle, piece: int, px: float, py: float, qx: float, qy: float) -> tuple[float, float]:
    """ENG-14 From which share of a segment to which it lies inside a piece of terrain; (1, 0) where it never does."""
    if max(px, qx) < battle.piece_box[piece, 0] or min(px, qx) > battle.piece_box[piece, 2]:
        return 1.0, 0.0
    if max(py, qy) < battle.piece_box[piece, 1] or min(py, qy) > battle.piece_box[piece, 3]:
        return 1.0, 0.0
    low, high = span_inside(px, py, qx, qy, battle.piece_at[piece], battle.piece_n[piece])
    return (low, high) if high > low else (1.0, 0.0)


@kernel
def line_share(battle: Battle, piece: int, px: float, py: float, qx: float, qy: float) -> float:
    """ENG-14 Which share of a segment lies inside a piece of terrain."""
    low, high = line_span(battle, piece, px, py, qx, qy)
    return max(0.0, high - low)


@kernel
def rough_ahead(battle: Battle, px: float, py: float, qx: float, qy: float, here: float) -> tuple[float, float]:
    """LGG-13.0-e Where the rough ground over a share of a line of fire ends, and where the next begins (2: nowhere)."""
    end, begin = here, 2.0
    for piece in range(battle.kind_from[Piece.ROUGH], battle.kind_to[Piece.ROUGH]):
        low, high = line_span(battle, piece, px, py, qx, qy)
        if battle.piece_kind[piece] == Piece.ROUGH and high > here:
            if low <= here:
                end = max(end, high)
            else:
                begin = min(begin, low)
    return end, begin


@kernel
def rough_in_line(battle: Battle, px: float, py: float, qx: float, qy: float) -> float:
    """LGG-13.0-e Inches of rough ground on a line of fire; where pieces overlap they count once."""
    total, here = 0.0, 0.0
    while here < 1.0:
        end, begin = rough_ahead(battle, px, py, qx, qy, here)
        total += end - here
        here = end if end > here else begin
    return total * length(qx - px, qy - py)


@kernel
def beside(battle: Battle, unit: int, px: float, py: float, qx: float, qy: float) -> bool:
    """LGG-13.0-e Does a base lie wholly beside the box around a line of fire, however it faces?"""
    x, y, reach = battle.x[unit], battle.y[unit], battle.span[unit]
    return (max(px, qx) < x - reach or min(px, qx) > x + reach
            or max(py, qy) < y - reach or min(py, qy) > y + reach)


@kernel
def base_blocks(battle: Battle, unit: int, level: int, px: float, py: float, qx: float, qy: float) -> bool:
    """LGG-13.0-e Does a third base stand in the line of fire, and not lower than both its ends? A line along the edge
    of a base is blocked by it, a line that only touches a corner is not."""
    if beside(battle, unit, px, py, qx, qy):
        return False
    low, high = segment_in_base(px, py, qx, qy, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit],
                                battle.half_width[unit] + NEAR, battle.half_depth[unit] + NEAR)
    return (high - low) * length(qx - px, qy - py) > GRAZE and elevation(battle, unit) >= level


@kernel
def unit_blocks(battle: Battle, firer: int, target: int, px: float, py: float, qx: float, qy: float) -> bool:
    """LGG-13.0-e Is the line of fire blocked by any base but the two?"""
    level = min(elevation(battle, firer), elevation(battle, target))
    for side in range(2):
        for unit in range(first_of(side), end_of(battle, side)):
            third = unit != firer and unit != target and on_board(battle, unit)
            if third and base_blocks(battle, unit, level, px, py, qx, qy):
                return True
    return False


@kernel
def ground_blocks(battle: Battle, firer: int, target: int, px: float, py: float, qx: float, qy: float) -> bool:
    """LGG-13.0-e Is it blocked by a town block, a higher hill, or more than 2" of rough ground?"""
    level, home = max(elevation(battle, firer), elevation(battle, target)), block_of(battle, target)
    for piece in range(battle.pieces):
        kind = battle.piece_kind[piece]
        if kind in (Piece.TOWN, Piece.HILL):
            low, high = line_span(battle, piece, px, py, qx, qy)
            share = high - low
            if share > NEAR and kind == Piece.TOWN and piece != home:
                return True
            if share > NEAR and kind == Piece.HILL and battle.piece_level[piece] > level:
                return True
    return rough_in_line(battle, px, py, qx, qy) > SEE_THROUGH + NEAR


@kernel
def in_sight(battle: Battle, firer: int, target: int) -> bool:
    """LGG-13.0-e Is the line of fire open?"""
    px, py = muzzle(battle, firer)
    qx, qy = nearest_point(battle, target, px, py)
    if ground_blocks(battle, firer, target, px, py, qx, qy):
        return False
    return not unit_blocks(battle, firer, target, px, py, qx, qy)


@kernel
def covering(battle: Battle, piece: int, target: int, px: float, py: float, qx: float, qy: float) -> bool:
    """LGG-3.0-i Does the line of fire cross this obstacle within 1" of the target?"""
    if not crosses_line(battle, piece, px, py, qx - px, qy - py):
        return False
    at = battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        share = crossing(px, py, qx, qy, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1])
        x, y = px + share * (qx - px), py + share * (qy - py)
        gap = point_gap(x, y, battle.x[target], battle.y[target], battle.fx[target], battle.fy[target],
                        battle.half_width[target], battle.half_depth[target])
        if share >= 0.0 and gap <= COVER_REACH + NEAR and not in_gap(battle, piece, x, y):
            return True
    return False


@kernel
def cover_of(battle: Battle, firer: int, target: int) -> int:
    """LGG-3.0-i The best cover that the target has against this firer."""
    if block_of(battle, target) != NOBODY:
        return Cover.HARD
    best = int(Cover.SOFT if in_rough(battle, target) else Cover.NONE)
    px, py = muzzle(battle, firer)
    qx, qy = nearest_point(battle, target, px, py)
    for piece in range(battle.pieces):
        better = battle.piece_kind[piece] == Piece.OBSTACLE and battle.piece_cover[piece] > best
        if better and covering(battle, piece, target, px, py, qx, qy):
            best = battle.piece_cover[piece]
    return best
