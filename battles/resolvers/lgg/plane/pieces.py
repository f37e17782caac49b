"""Single pieces of terrain: how near they are, whom a line halts, gaps in it, laying new ones (section 3, REC-7)."""

from battles.resolvers.core.geometry import length, point_to_segment, rounded, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.space import side_of
from battles.resolvers.lgg.record.codes import MAX_PIECES, NOBODY, Cover, Piece
from battles.resolvers.lgg.record.setup import set_kind
from battles.resolvers.lgg.record.state import Battle

BRIDGE_REACH = 1.0
"""LGG-3.0-n How far from a bridge's axis the middle of a base may be that goes over it."""
GAP_DEPTH = 3.0
"""EA5 How far before and behind a gap the middle of a base that goes through it still counts as in the gap."""


@kernel
def near_piece(battle: Battle, piece: int, x: float, y: float, reach: float) -> bool:
    """Is a point within ``reach`` of the box around a piece?"""
    box = battle.piece_box[piece]
    return box[0] - reach <= x <= box[2] + reach and box[1] - reach <= y <= box[3] + reach


@kernel
def clear_of_path(battle: Battle, piece: int, x: float, y: float, mx: float, my: float, reach: float) -> bool:
    """Does a path from a point by (mx, my) stay farther than ``reach`` from the box around a piece?"""
    box = battle.piece_box[piece]
    return (max(x, x + mx) < box[0] - reach or min(x, x + mx) > box[2] + reach
            or max(y, y + my) < box[1] - reach or min(y, y + my) > box[3] + reach)


@kernel
def base_clear(battle: Battle, piece: int, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """Does a base at a pose lie wholly beside the box around a piece?"""
    w, d, box = battle.half_width[unit], battle.half_depth[unit], battle.piece_box[piece]
    ex, ey = d * abs(fx) + w * abs(fy), d * abs(fy) + w * abs(fx)
    return x + ex < box[0] or x - ex > box[2] or y + ey < box[1] or y - ey > box[3]


@kernel
def line_gap(battle: Battle, piece: int, x: float, y: float) -> float:
    """Return the distance of a point from a line of terrain."""
    best, at = 1e9, battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        best = min(best, point_to_segment(x, y, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]))
    return best


@kernel
def line_near(battle: Battle, piece: int, x: float, y: float, reach: float) -> bool:
    """Is this piece an obstacle within reach of a point?"""
    return battle.piece_kind[piece] == Piece.OBSTACLE and near_piece(battle, piece, x, y, reach)


@kernel
def foot_of(battle: Battle, piece: int, x: float, y: float) -> tuple[float, float, float, float]:
    """Return the point of a line of terrain that is nearest to a point, and the line's direction there."""
    best, at = 1e9, battle.piece_at[piece]
    px, py, ux, uy = x, y, 1.0, 0.0
    for i in range(battle.piece_n[piece] - 1):
        ex, ey = unit_vector(at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1])
        size = length(at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1])
        along = min(max((x - at[i, 0]) * ex + (y - at[i, 1]) * ey, 0.0), size)
        qx, qy = at[i, 0] + along * ex, at[i, 1] + along * ey
        if length(qx - x, qy - y) < best:
            best, px, py, ux, uy = length(qx - x, qy - y), qx, qy, ex, ey
    return px, py, ux, uy


@kernel
def halts(battle: Battle, piece: int, unit: int) -> bool:
    """LGG-3.0-f, EA4 Does an obstacle halt this unit? A field work does not halt those who built it."""
    return battle.piece_halt[piece] == 1 and battle.piece_side[piece] != side_of(unit)


@kernel
def in_gap(battle: Battle, piece: int, x: float, y: float) -> bool:
    """EA5 Does a point lie in a gap that was cut into this obstacle?"""
    for gap in range(battle.kind_from[Piece.GAP], battle.kind_to[Piece.GAP]):
        if battle.piece_kind[gap] == Piece.GAP and battle.piece_line[gap] == piece:
            at = battle.piece_at[gap]
            ux, uy = unit_vector(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])
            along, across = (x - at[0, 0]) * ux + (y - at[0, 1]) * uy, (x - at[0, 0]) * uy - (y - at[0, 1]) * ux
            if -1e-6 <= along <= length(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1]) + 1e-6 and abs(across) <= GAP_DEPTH:
                return True
    return False


@kernel
def axis_at(battle: Battle, kind: int, x: float, y: float) -> int:
    """LGG-3.0-n The bridge of one kind, whole or demolished, whose axis is within 1" of a point, or -1."""
    for piece in range(battle.kind_from[kind], battle.kind_to[kind]):
        near = battle.piece_kind[piece] == kind and near_piece(battle, piece, x, y, 2.0)
        if near and line_gap(battle, piece, x, y) <= BRIDGE_REACH:
            return piece
    return NOBODY


@kernel
def bridge_at(battle: Battle, x: float, y: float) -> int:
    """LGG-3.0-n The bridge whose axis is within 1" of a point, or -1."""
    return axis_at(battle, Piece.BRIDGE, x, y)


@kernel
def on_span(battle: Battle, x: float, y: float) -> bool:
    """R-51 Is a point within 1" of a bridge's axis, between its two ends?"""
    for piece in range(battle.kind_from[Piece.BRIDGE], battle.kind_to[Piece.BRIDGE]):
        if battle.piece_kind[piece] == Piece.BRIDGE and near_piece(battle, piece, x, y, 2.0):
            at = battle.piece_at[piece]
            ux, uy = unit_vector(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])
            along, aside = (x - at[0, 0]) * ux + (y - at[0, 1]) * uy, (x - at[0, 0]) * -uy + (y - at[0, 1]) * ux
            if abs(aside) <= BRIDGE_REACH and 0.0 <= along <= length(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1]):
                return True
    return False


@kernel
def bridge_down(battle: Battle, x: float, y: float) -> bool:
    """EA2 Is a point on the axis of a demolished bridge? A road leads over it no more."""
    return axis_at(battle, Piece.BROKEN_BRIDGE, x, y) != NOBODY


@kernel
def room_for_piece(battle: Battle) -> bool:
    """REC-7 Has the record room for one more piece?"""
    return battle.pieces < MAX_PIECES


@kernel
def lay_line(battle: Battle, kind: int, ax: float, ay: float, bx: float, by: float) -> int:
    """REC-7 Lay a straight piece of terrain during the battle, without any property yet; its row."""
    piece = battle.pieces
    battle.field_age += 1
    ax, ay, bx, by = rounded(ax), rounded(ay), rounded(bx), rounded(by)
    battle.pieces += 1
    set_kind(battle, piece, kind)
    battle.piece_n[piece] = 2
    battle.piece_at[piece, 0, 0], battle.piece_at[piece, 0, 1] = ax, ay
    battle.piece_at[piece, 1, 0], battle.piece_at[piece, 1, 1] = bx, by
    battle.piece_box[piece, 0], battle.piece_box[piece, 1] = min(ax, bx), min(ay, by)
    battle.piece_box[piece, 2], battle.piece_box[piece, 3] = max(ax, bx), max(ay, by)
    battle.piece_level[piece], battle.piece_cover[piece], battle.piece_width[piece] = 0, Cover.NONE, 0.0
    battle.piece_halt[piece], battle.piece_impassable[piece], battle.piece_river[piece] = 0, 0, 0
    battle.piece_side[piece], battle.piece_line[piece], battle.piece_train[piece] = NOBODY, NOBODY, NOBODY
    return piece
