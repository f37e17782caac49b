"""The effects of ground on bases (section 3): areas, blocks, lines, roads, bridges, hills."""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.geometry import (
    LAP,
    crossing,
    inside,
    length,
    point_to_segment,
    span_inside,
    sweep_room,
    unit_vector,
)
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.footing import LEAST_STRETCH, holder_of, piece_share, share_of_kind
from battles.resolvers.lgg.plane.pieces import (
    BRIDGE_REACH,
    base_clear,
    bridge_at,
    bridge_down,
    clear_of_path,
    in_gap,
    line_gap,
    line_near,
    near_piece,
)
from battles.resolvers.lgg.plane.space import on_table, parallel, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Piece
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle

IMPASSABLE = code_of("LGG-3.0-b")
HELD_BLOCK = code_of("LGG-3.0-d")
HALTS = code_of("LGG-3.0-f")
BLOCK_FULL = code_of("LGG-3.0-k")
ASTRIDE = code_of("LGG-3.0-m")
ONLY_INFANTRY = code_of("LGG-8.4-c")
OFF_TABLE = code_of("LGG-8.4-a")
QUARTER = 0.25 + 1e-9
FLUSH = 0.02
"""LGG-3.0-f How near a base that stands along an obstacle is flush to it, in inches."""
HALVINGS = 40
"""How often a stretch of a way is halved to find where a line begins."""
STEP = 0.5
SQUARED = 2e-4
"""LGG-3.0-k How near to the centre of a block the middle of its garrison is: rounding alone."""


@kernel
def block_centre(battle: Battle, piece: int) -> tuple[float, float]:
    """Return the middle of a town block."""
    x, y, n = 0.0, 0.0, battle.piece_n[piece]
    for i in range(n):
        x += battle.piece_at[piece, i, 0]
        y += battle.piece_at[piece, i, 1]
    return x / n, y / n


@kernel
def block_edge(battle: Battle, piece: int) -> tuple[float, float]:
    """Return the direction of a town block's first wall."""
    at = battle.piece_at[piece]
    return unit_vector(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])


@kernel
def road_width(battle: Battle, piece: int) -> float:
    """Return how far from the middle of a road a base's centre is still on it: half its width, at least half an
    inch."""
    return max(0.5, battle.piece_width[piece] / 2.0)


@kernel
def on_road(battle: Battle, x: float, y: float) -> bool:
    """LGG-3.0-j Does a base's centre lie on a road?"""
    for piece in range(battle.kind_from[Piece.ROAD], battle.kind_to[Piece.ROAD]):
        near = battle.piece_kind[piece] == Piece.ROAD and near_piece(battle, piece, x, y, 2.0)
        if near and line_gap(battle, piece, x, y) <= road_width(battle, piece):
            return True
    return False


@kernel
def way_open(battle: Battle, piece: int, x: float, y: float) -> bool:
    """LGG-3.0-n, 8.4-f Does a base with its centre here pass a line freely: on a bridge, else by a road or gap?"""
    if bridge_at(battle, x, y) != NOBODY:
        return True
    by_road = on_road(battle, x, y) and not bridge_down(battle, x, y)
    return battle.piece_impassable[piece] == 0 and (by_road or in_gap(battle, piece, x, y))


@kernel
def enters_rough(battle: Battle, unit: int) -> bool:
    """LGG-3.0-b May this type of unit be in rough ground at all?"""
    return battle.arm[unit] not in (Arm.ART, Arm.VEH) and battle.type[unit] != Type.HEAVY_CAV


@kernel
def road_opens_rough(battle: Battle, unit: int) -> bool:
    """LGG-3.0-j, R-28 Does a road take this unit through rough ground that is closed to it?"""
    heavy = battle.type[unit] == Type.HEAVY_CAV and battle.heavy_cav_on_road == 1
    return heavy or battle.arm[unit] in (Arm.ART, Arm.VEH)


@kernel
def segment_room(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
                 piece: int, i: int) -> float:
    """Return the room between a base that slides by (mx, my) and one stretch of a line; negative: the line is met."""
    at = battle.piece_at[piece]
    dx, dy = at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1]
    size = length(dx, dy)
    if size < 1e-9:
        return 1e9
    return sweep_room(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], mx, my,
                      at[i, 0] + dx / 2.0, at[i, 1] + dy / 2.0, -dy / size, dx / size, size / 2.0, 0.0)


@kernel
def clear_of_stretch(battle: Battle, unit: int, x: float, y: float, mx: float, my: float, piece: int, i: int) -> bool:
    """Does a base that slides by (mx, my) stay wholly beside the box around one stretch of a line, however it faces?"""
    at, reach = battle.piece_at[piece], battle.span[unit]
    return (max(x, x + mx) < min(at[i, 0], at[i + 1, 0]) - reach or min(x, x + mx) > max(at[i, 0], at[i + 1, 0]) + reach
            or max(y, y + my) < min(at[i, 1], at[i + 1, 1]) - reach
            or min(y, y + my) > max(at[i, 1], at[i + 1, 1]) + reach)


@kernel
def meets_stretch(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
                  piece: int, i: int) -> bool:
    """LGG-3.0-m Does a base that slides from a pose by (mx, my) come upon one stretch of a line?"""
    if clear_of_stretch(battle, unit, x, y, mx, my, piece, i):
        return False
    return segment_room(battle, unit, x, y, fx, fy, mx, my, piece, i) < -LAP


@kernel
def meets(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
          piece: int) -> bool:
    """LGG-3.0-m Does a base that slides from a pose by (mx, my) come upon a line of terrain?"""
    for i in range(battle.piece_n[piece] - 1):
        if clear_of_stretch(battle, unit, x, y, mx, my, piece, i):
            continue
        if segment_room(battle, unit, x, y, fx, fy, mx, my, piece, i) < -LAP:
            return True
    return False


@kernel
def stretch_shuts(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
                  piece: int, i: int) -> bool:
    """LGG-3.0-n, 8.4-f Somewhere on a slide, felt for by half inches, is the base on a stretch of a line while its
    centre is neither on a bridge nor at a road's gate? Looked at first where the centre crosses it."""
    steps, at = int(length(mx, my) / STEP) + 1, battle.piece_at[piece]
    over = crossing(x, y, x + mx, y + my, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1])
    first = int(over * steps + 0.5) if over >= 0.0 else 0
    for number in range(steps + 1):
        step = number + first if number + first <= steps else number + first - steps - 1
        px, py = x + mx * step / steps, y + my * step / steps
        if meets_stretch(battle, unit, px, py, fx, fy, 0.0, 0.0, piece, i) and not way_open(battle, piece, px, py):
            return True
    return False


@kernel
def meets_closed(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
                 piece: int) -> bool:
    """LGG-3.0-n, 8.4-f Like ``meets``, but not where the base's centre is on a bridge, or at a road's gate."""
    for i in range(battle.piece_n[piece] - 1):
        if meets_stretch(battle, unit, x, y, fx, fy, mx, my, piece, i) and stretch_shuts(
                battle, unit, x, y, fx, fy, mx, my, piece, i):
            return True
    return False


@kernel
def crosses_line(battle: Battle, piece: int, x: float, y: float, mx: float, my: float) -> bool:
    """LGG-3.0-m Does the path of a base's centre cross a line of terrain?"""
    at = battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        if crossing(x, y, x + mx, y + my, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]) >= 0.0:
            return True
    return False


@kernel
def flush_with(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, piece: int) -> bool:
    """LGG-3.0-f Is the base's front edge flush against a line of terrain?"""
    d = battle.half_depth[unit]
    px, py, at = x + d * fx, y + d * fy, battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        ex, ey = unit_vector(at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1])
        near = abs(ex * fx + ey * fy) < 0.02 and parallel(ex, ey, fx, fy)
        if near and point_to_segment(px, py, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]) <= FLUSH:
            return True
    return False


@kernel
def flush_obstacle(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-f The halting obstacle against which a base stands flush, or -1."""
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        near = line_near(battle, piece, x, y, 4.0) and battle.piece_halt[piece] == 1
        if near and flush_with(battle, unit, x, y, fx, fy, piece):
            return piece
    return NOBODY


@kernel
def in_piece(battle: Battle, piece: int, x: float, y: float) -> bool:
    """Does a point lie in an area?"""
    return near_piece(battle, piece, x, y, 0.0) and inside(x, y, battle.piece_at[piece], battle.piece_n[piece])


@kernel
def stretch_ends(battle: Battle, piece: int, reach: float, x: float, y: float, mx: float, my: float,
                 share: float) -> float:
    """LGG-3.0-j To which share of a slide a road or bridge goes on that holds its point at ``share``; -1: it holds it
    not. Within reach of one stretch lies one part of the slide, whose end is found by halving."""
    best, at = -1.0, battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        ax, ay, bx, by = at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]
        if point_to_segment(x + mx * share, y + my * share, ax, ay, bx, by) > reach:
            continue
        low, high = share, 1.0
        if point_to_segment(x + mx, y + my, ax, ay, bx, by) <= reach:
            return 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2.0
            if point_to_segment(x + mx * middle, y + my * middle, ax, ay, bx, by) <= reach:
                low = middle
            else:
                high = middle
        best = max(best, low)
    return best


@kernel
def road_ends(battle: Battle, x: float, y: float, mx: float, my: float, share: float) -> float:
    """LGG-3.0-j, n To which share of a slide a road or bridge leads that the centre is on at ``share``; -1: on none."""
    best, px, py = -1.0, x + mx * share, y + my * share
    for piece in range(battle.kind_from[Piece.ROAD], battle.kind_to[Piece.ROAD]):
        if battle.piece_kind[piece] == Piece.ROAD and near_piece(battle, piece, px, py, 2.0):
            best = max(best, stretch_ends(battle, piece, road_width(battle, piece), x, y, mx, my, share))
    for piece in range(battle.kind_from[Piece.BRIDGE], battle.kind_to[Piece.BRIDGE]):
        if battle.piece_kind[piece] == Piece.BRIDGE and near_piece(battle, piece, px, py, 2.0):
            best = max(best, stretch_ends(battle, piece, BRIDGE_REACH, x, y, mx, my, share))
    return best


@kernel
def path_in(battle: Battle, piece: int, x: float, y: float, mx: float, my: float, off_road: bool) -> bool:
    """LGG-3.0-e Does the path of a base's centre lie in an area somewhere (``off_road``: and not on a road there)?"""
    low, high = span_inside(x, y, x + mx, y + my, battle.piece_at[piece], battle.piece_n[piece])
    size = length(mx, my)
    if (high - low) * size < LEAST_STRETCH:
        return False
    while off_road and low < high:
        low = road_ends(battle, x, y, mx, my, low)
        if low < 0.0:
            return True
        low += LEAST_STRETCH / size
    return not off_road


@kernel
def path_in_rough(battle: Battle, x: float, y: float, mx: float, my: float, off_road: bool) -> bool:
    """LGG-8.4-f, R-42 Does a move of the centre pass through rough ground (``off_road``: away from roads)?"""
    if abs(mx) + abs(my) < 1e-9:
        return False
    for piece in range(battle.kind_from[Piece.ROUGH], battle.kind_to[Piece.ROUGH]):
        near = battle.piece_kind[piece] == Piece.ROUGH and not clear_of_path(battle, piece, x, y, mx, my, 0.0)
        if near and path_in(battle, piece, x, y, mx, my, off_road):
            return True
    return False


@kernel
def path_through_foes(battle: Battle, unit: int, x: float, y: float, mx: float, my: float) -> bool:
    """LGG-3.0-d Does a move of the centre pass through a town block that the enemy holds?"""
    for piece in range(battle.kind_from[Piece.TOWN], battle.kind_to[Piece.TOWN]):
        near = battle.piece_kind[piece] == Piece.TOWN and not clear_of_path(battle, piece, x, y, mx, my, 0.0)
        if near and path_in(battle, piece, x, y, mx, my, False):
            holder = holder_of(battle, piece, unit)
            if holder != NOBODY and side_of(holder) != side_of(unit):
                return True
    return False


@kernel
def block_ground(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, piece: int) -> int:
    """LGG-3.0-k, 8.4-c May a base end at a pose that overlaps a town block? Infantry alone, centred and squared."""
    share = piece_share(battle, piece, unit, x, y, fx, fy)
    if share <= QUARTER:
        return 0
    if battle.arm[unit] != Arm.FOOT:
        return ONLY_INFANTRY
    cx, cy = block_centre(battle, piece)
    ex, ey = block_edge(battle, piece)
    if length(x - cx, y - cy) > SQUARED or not parallel(ex, ey, fx, fy):
        return BLOCK_FULL
    return BLOCK_FULL if holder_of(battle, piece, unit) != NOBODY else 0


@kernel
def rough_ground(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-b, e, j May a base end at a pose on rough ground, as far as it is closed to it?"""
    if enters_rough(battle, unit) or share_of_kind(battle, Piece.ROUGH, False, unit, x, y, fx, fy) <= QUARTER:
        return 0
    return 0 if road_opens_rough(battle, unit) and on_road(battle, x, y) else IMPASSABLE


@kernel
def areas_allow(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-e, k May a base end at a pose as far as rough ground and town blocks go? 0 or the rule against it."""
    for piece in range(battle.kind_from[Piece.TOWN], battle.kind_to[Piece.TOWN]):
        if battle.piece_kind[piece] == Piece.TOWN:
            code = block_ground(battle, unit, x, y, fx, fy, piece)
            if code != 0:
                return code
    return rough_ground(battle, unit, x, y, fx, fy)


@kernel
def lines_allow(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, astride: bool) -> int:
    """LGG-3.0-m, n May a base stand at a pose as far as lines go? ``astride``: on a passable line it may."""
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        if battle.piece_kind[piece] != Piece.OBSTACLE or base_clear(battle, piece, unit, x, y, fx, fy):
            continue
        closed = battle.piece_impassable[piece] == 1
        halts = battle.piece_halt[piece] == 1 and not astride
        if (closed or halts) and meets_closed(battle, unit, x, y, fx, fy, 0.0, 0.0, piece):
            return IMPASSABLE if closed else ASTRIDE
    return 0


@kernel
def ground_allows(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, astride: bool) -> int:
    """LGG-3.0-e, k, m May a base end at a pose, bases apart? 0 or the code of the rule against it."""
    if not on_table(battle, unit, x, y, fx, fy):
        return OFF_TABLE
    code = areas_allow(battle, unit, x, y, fx, fy)
    return code if code != 0 else lines_allow(battle, unit, x, y, fx, fy, astride)


@kernel
def impassable_path(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> bool:
    """LGG-3.0-b, 10.2-a Does a slide from a pose by (mx, my) go over ground closed to the unit?"""
    if not enters_rough(battle, unit) and path_in_rough(battle, x, y, mx, my, road_opens_rough(battle, unit)):
        return True
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        shut = battle.piece_kind[piece] == Piece.OBSTACLE and battle.piece_impassable[piece] == 1
        near = shut and not clear_of_path(battle, piece, x, y, mx, my, battle.span[unit])
        if near and meets_closed(battle, unit, x, y, fx, fy, mx, my, piece):
            return True
    return False
