"""Batteries and what they see: places in the line before which no town, wood or hill stands (AI-10, LGG-13.0-e)."""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.sees.sector import across_of, depth_of
from battles.resolvers.lgg.fighting.sight import SEE_THROUGH, line_share
from battles.resolvers.lgg.plane.space import side_of
from battles.resolvers.lgg.record.codes import Piece
from battles.resolvers.lgg.record.state import Battle

STEP, STEPS = 1.0, 18
"""How finely, and how often on either hand, a place with a view is looked for."""
CLOSE, EDGE = 0.1, 4.0


@kernel
def is_masked(battle: Battle, gun: int, u: float, v: float) -> bool:
    """LGG-13.0-e Does a town block, a higher hill or more than 2" of rough ground stand straight before a place, within
    the range of a battery?"""
    side, rough, reach = side_of(gun), 0.0, battle.t_range[battle.type[gun]]
    x, y, far = across_of(battle, side, u), depth_of(battle, side, v), depth_of(battle, side, v + reach)
    for piece in range(battle.pieces):
        kind = battle.piece_kind[piece]
        if kind in (Piece.TOWN, Piece.HILL, Piece.ROUGH):
            share = line_share(battle, piece, x, y, x, far)
            if kind == Piece.ROUGH:
                rough += share * reach
            elif share > 0.0 and (kind == Piece.TOWN or battle.piece_level[piece] > battle.stand_level[gun]):
                return True
    return rough > SEE_THROUGH


@kernel
def is_free(battle: Battle, n: int, gun: int, u: float) -> bool:
    """AI-10 Is there room for a battery beside the places of the line, which stands in the queue?"""
    for at in range(n):
        other = battle.queue[at]
        apart = abs(battle.worth[other] - u) - battle.half_width[other] - battle.half_width[gun]
        if other != gun and apart < CLOSE:
            return False
    return EDGE < u < battle.width - EDGE


@kernel
def place_with_a_view(battle: Battle, n: int, gun: int, u: float, v: float) -> float:
    """AI-10 The place nearest to one in the line from which a battery sees the enemy, on the open side of what masks
    it; the same place where nothing does, or where there is no better."""
    if battle.pieces == 0 or not is_masked(battle, gun, u, v):
        return u
    for step in range(1, STEPS + 1):
        for hand in range(2):
            there = u + STEP * step if hand == 0 else u - STEP * step
            if is_free(battle, n, gun, there) and not is_masked(battle, gun, there, v):
                return there
    return u
