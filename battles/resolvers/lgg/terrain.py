"""What the ground does to bases (section 3): areas, blocks, lines, roads, bridges, hills."""

from battles.resolvers.geometry import (
    LAP,
    common_area,
    corners,
    crossing,
    inside,
    length,
    point_to_segment,
    span_inside,
    sweep_room,
    unit_vector,
)
from battles.resolvers.lgg.codes import (
    ART,
    BRIDGE,
    FOOT,
    HEAVY_CAV,
    HILL,
    NOBODY,
    OBSTACLE,
    ROAD,
    ROUGH,
    SIDES,
    TOWN,
    VEH,
)
from battles.resolvers.lgg.pieces import (
    BRIDGE_REACH,
    base_clear,
    bridge_down,
    clear_of_path,
    in_gap,
    line_gap,
    near_piece,
)
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.rule_ids import code_of
from battles.resolvers.lgg.space import HALF, base_area, end_of, first_of, on_board, on_table, parallel, side_of
from battles.resolvers.lgg.state import BASE_B, CLIP_A, CLIP_B, Battle

IMPASSABLE = code_of("LGG-3.0-b")
HELD_BLOCK = code_of("LGG-3.0-d")
BAD_END = code_of("LGG-3.0-e")
HALTS = code_of("LGG-3.0-f")
BLOCK_FULL = code_of("LGG-3.0-k")
ASTRIDE = code_of("LGG-3.0-m")
ONLY_INFANTRY = code_of("LGG-8.4-c")
OFF_TABLE = code_of("LGG-8.4-a")
QUARTER = 0.25 + 1e-9
FLUSH = 0.05
CLOSE_BEHIND = 0.5
FINE_STEP = 0.125
LEAST_STRETCH = 1e-4
"""A path that only grazes an area does not lie in it."""
STEP = 0.5
SQUARED = 0.05


@rule
def piece_share(battle: Battle, piece: int, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """LGG-3.0-e The share of ``unit``'s base, at a pose, that overlaps an area."""
    if base_clear(battle, piece, unit, x, y, fx, fy):
        return 0.0
    corners(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], battle.scratch[BASE_B])
    part = common_area(battle.scratch[BASE_B], 4, battle.piece_at[piece], battle.piece_n[piece],
                       battle.scratch[CLIP_A], battle.scratch[CLIP_B])
    return part / base_area(battle, unit)


@rule
def share_of_kind(battle: Battle, kind: int, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """LGG-3.0-e The share of a base on all areas of one kind."""
    total = 0.0
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] == kind:
            total += piece_share(battle, piece, unit, x, y, fx, fy)
    return total


@rule
def in_rough(battle: Battle, unit: int) -> bool:
    """LGG-3.0-e More than half of the base lies in rough ground."""
    return share_of_kind(battle, ROUGH, unit, battle.x[unit], battle.y[unit], battle.fx[unit],
                         battle.fy[unit]) > HALF


@rule
def elevation(battle: Battle, unit: int) -> int:
    """LGG-3.0-h The highest level whose hills hold more than half of the base, 0 on the plain. A hill that bends
    inwards is several pieces."""
    low, high = 0.0, 0.0
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] == HILL:
            share = piece_share(battle, piece, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
            if battle.piece_level[piece] > 1:
                high += share
            else:
                low += share
    if high > HALF:
        return 2
    return 1 if low > HALF else 0


@rule
def block_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-k The town block that holds more than half of the base at a pose, or -1."""
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] == TOWN and piece_share(battle, piece, unit, x, y, fx, fy) > HALF:
            return piece
    return NOBODY


@rule
def block_of(battle: Battle, unit: int) -> int:
    """LGG-3.0-k The town block that infantry occupies, or -1."""
    if battle.arm[unit] != FOOT:
        return NOBODY
    return block_at(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])


@rule
def holder_of(battle: Battle, piece: int, but: int) -> int:
    """LGG-3.0-c The unit, other than ``but``, that occupies a town block, or -1."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            there = near_piece(battle, piece, battle.x[unit], battle.y[unit], 0.0)
            if there and unit != but and on_board(battle, unit) and block_of(battle, unit) == piece:
                return unit
    return NOBODY


@rule
def block_centre(battle: Battle, piece: int) -> tuple[float, float]:
    """The middle of a town block."""
    x, y, n = 0.0, 0.0, battle.piece_n[piece]
    for i in range(n):
        x += battle.piece_at[piece, i, 0]
        y += battle.piece_at[piece, i, 1]
    return x / n, y / n


@rule
def block_edge(battle: Battle, piece: int) -> tuple[float, float]:
    """The direction of a town block's first wall."""
    at = battle.piece_at[piece]
    return unit_vector(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])


@rule
def road_width(battle: Battle, piece: int) -> float:
    """How far from the middle of a road a base's centre is still on it: half its width, at least half an inch."""
    return max(0.5, battle.piece_width[piece] / 2.0)


@rule
def on_road(battle: Battle, x: float, y: float) -> bool:
    """LGG-3.0-j Does a base's centre lie on a road?"""
    for piece in range(battle.pieces):
        near = battle.piece_kind[piece] == ROAD and near_piece(battle, piece, x, y, 2.0)
        if near and line_gap(battle, piece, x, y) <= road_width(battle, piece):
            return True
    return False


@rule
def bridge_at(battle: Battle, x: float, y: float) -> int:
    """LGG-3.0-n The bridge whose axis is within 1" of a point, or -1."""
    for piece in range(battle.pieces):
        near = battle.piece_kind[piece] == BRIDGE and near_piece(battle, piece, x, y, 2.0)
        if near and line_gap(battle, piece, x, y) <= BRIDGE_REACH:
            return piece
    return NOBODY


@rule
def way_open(battle: Battle, piece: int, x: float, y: float) -> bool:
    """LGG-3.0-n, 8.4-f Does a base with its centre here pass a line freely: on a bridge, else by a road or gap?"""
    if bridge_at(battle, x, y) != NOBODY:
        return True
    by_road = on_road(battle, x, y) and not bridge_down(battle, x, y)
    return battle.piece_impassable[piece] == 0 and (by_road or in_gap(battle, piece, x, y))


@rule
def enters_rough(battle: Battle, unit: int) -> bool:
    """LGG-3.0-b May this type of unit be in rough ground at all?"""
    return battle.arm[unit] not in (ART, VEH) and battle.type[unit] != HEAVY_CAV


@rule
def road_opens_rough(battle: Battle, unit: int) -> bool:
    """LGG-3.0-j, R-28 Does a road take this unit through rough ground that is closed to it?"""
    return battle.arm[unit] in (ART, VEH) or (battle.type[unit] == HEAVY_CAV and battle.heavy_cav_on_road == 1)


@rule
def segment_room(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
                 piece: int, i: int) -> float:
    """The room between a base that slides by (mx, my) and one stretch of a line; negative: the line is met."""
    at = battle.piece_at[piece]
    dx, dy = at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1]
    size = length(dx, dy)
    if size < 1e-9:
        return 1e9
    return sweep_room(x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit], mx, my,
                      at[i, 0] + dx / 2.0, at[i, 1] + dy / 2.0, -dy / size, dx / size, size / 2.0, 0.0)


@rule
def meets(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
          piece: int) -> bool:
    """LGG-3.0-m Does a base that slides from a pose by (mx, my) come upon a line of terrain?"""
    for i in range(battle.piece_n[piece] - 1):
        if segment_room(battle, unit, x, y, fx, fy, mx, my, piece, i) < -LAP:
            return True
    return False


@rule
def meets_closed(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float,
                 piece: int) -> bool:
    """LGG-3.0-n, 8.4-f Like ``meets``, but not where the base's centre is on a bridge, or at a road's gate."""
    if not meets(battle, unit, x, y, fx, fy, mx, my, piece):
        return False
    steps = int(length(mx, my) / STEP) + 1
    for i in range(steps + 1):
        dx, dy = mx * i / steps, my * i / steps
        if meets(battle, unit, x + dx, y + dy, fx, fy, 0.0, 0.0, piece) and not way_open(battle, piece, x + dx, y + dy):
            return True
    return False


@rule
def line_near(battle: Battle, piece: int, x: float, y: float, reach: float) -> bool:
    """Is this piece an obstacle within reach of a point?"""
    return battle.piece_kind[piece] == OBSTACLE and near_piece(battle, piece, x, y, reach)


@rule
def crosses_line(battle: Battle, piece: int, x: float, y: float, mx: float, my: float) -> bool:
    """LGG-3.0-m Does the path of a base's centre cross a line of terrain?"""
    at = battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        if crossing(x, y, x + mx, y + my, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]) >= 0.0:
            return True
    return False


@rule
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


@rule
def flush_obstacle(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-f The halting obstacle against which a base stands flush, or -1."""
    for piece in range(battle.pieces):
        near = line_near(battle, piece, x, y, 4.0) and battle.piece_halt[piece] == 1
        if near and flush_with(battle, unit, x, y, fx, fy, piece):
            return piece
    return NOBODY


@rule
def shelter_of(battle: Battle, unit: int) -> int:
    """LGG-3.0-g The obstacle that ``unit`` stands directly behind, its front edge within 0.5" of it, or -1."""
    d = battle.half_depth[unit]
    px, py = battle.x[unit] + d * battle.fx[unit], battle.y[unit] + d * battle.fy[unit]
    for piece in range(battle.pieces):
        near = line_near(battle, piece, px, py, 1.0) and line_gap(battle, piece, px, py) <= CLOSE_BEHIND + LEAST_STRETCH
        if near and not in_gap(battle, piece, px, py):
            return piece
    return NOBODY


@rule
def in_piece(battle: Battle, piece: int, x: float, y: float) -> bool:
    """Does a point lie in an area?"""
    return near_piece(battle, piece, x, y, 0.0) and inside(x, y, battle.piece_at[piece], battle.piece_n[piece])


@rule
def path_in(battle: Battle, piece: int, x: float, y: float, mx: float, my: float, off_road: bool) -> bool:
    """LGG-3.0-e Does the path of a base's centre lie in an area somewhere (``off_road``: and not on a road there)?"""
    low, high = span_inside(x, y, x + mx, y + my, battle.piece_at[piece], battle.piece_n[piece])
    size = (high - low) * length(mx, my)
    if size < LEAST_STRETCH:
        return False
    if not off_road:
        return True
    steps = int(size / FINE_STEP) + 1
    for i in range(steps + 1):
        share = low + (high - low) * i / steps
        if not on_road(battle, x + mx * share, y + my * share):
            return True
    return False


@rule
def path_in_rough(battle: Battle, x: float, y: float, mx: float, my: float, off_road: bool) -> bool:
    """LGG-8.4-f, R-42 Does a move of the centre pass through rough ground (``off_road``: away from roads)?"""
    if abs(mx) + abs(my) < 1e-9:
        return False
    for piece in range(battle.pieces):
        near = battle.piece_kind[piece] == ROUGH and not clear_of_path(battle, piece, x, y, mx, my, 0.0)
        if near and path_in(battle, piece, x, y, mx, my, off_road):
            return True
    return False


@rule
def path_through_foes(battle: Battle, unit: int, x: float, y: float, mx: float, my: float) -> bool:
    """LGG-3.0-d Does a move of the centre pass through a town block that the enemy holds?"""
    for piece in range(battle.pieces):
        near = battle.piece_kind[piece] == TOWN and not clear_of_path(battle, piece, x, y, mx, my, 0.0)
        if near and path_in(battle, piece, x, y, mx, my, False):
            holder = holder_of(battle, piece, unit)
            if holder != NOBODY and side_of(holder) != side_of(unit):
                return True
    return False


@rule
def block_ground(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, piece: int) -> int:
    """LGG-3.0-k, 8.4-c May a base end at a pose that overlaps a town block? Infantry alone, centred and squared."""
    share = piece_share(battle, piece, unit, x, y, fx, fy)
    if share <= QUARTER:
        return 0
    if battle.arm[unit] != FOOT:
        return ONLY_INFANTRY
    cx, cy = block_centre(battle, piece)
    ex, ey = block_edge(battle, piece)
    if length(x - cx, y - cy) > SQUARED or not parallel(ex, ey, fx, fy):
        return BLOCK_FULL
    return BLOCK_FULL if holder_of(battle, piece, unit) != NOBODY else 0


@rule
def rough_ground(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-b, e, j May a base end at a pose on rough ground, as far as it is closed to it?"""
    if enters_rough(battle, unit) or share_of_kind(battle, ROUGH, unit, x, y, fx, fy) <= QUARTER:
        return 0
    return 0 if road_opens_rough(battle, unit) and on_road(battle, x, y) else IMPASSABLE


@rule
def areas_allow(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-3.0-e, k May a base end at a pose as far as rough ground and town blocks go? 0 or the rule against it."""
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] == TOWN:
            code = block_ground(battle, unit, x, y, fx, fy, piece)
            if code != 0:
                return code
    return rough_ground(battle, unit, x, y, fx, fy)


@rule
def lines_allow(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, astride: bool) -> int:
    """LGG-3.0-m, n May a base stand at a pose as far as lines go? ``astride``: on a passable line it may."""
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] != OBSTACLE or base_clear(battle, piece, unit, x, y, fx, fy):
            continue
        closed = battle.piece_impassable[piece] == 1
        halts = battle.piece_halt[piece] == 1 and not astride
        if (closed or halts) and meets_closed(battle, unit, x, y, fx, fy, 0.0, 0.0, piece):
            return IMPASSABLE if closed else ASTRIDE
    return 0


@rule
def ground_allows(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, astride: bool) -> int:
    """LGG-3.0-e, k, m May a base end at a pose, bases apart? 0 or the code of the rule against it."""
    if not on_table(battle, unit, x, y, fx, fy):
        return OFF_TABLE
    code = areas_allow(battle, unit, x, y, fx, fy)
    return code if code != 0 else lines_allow(battle, unit, x, y, fx, fy, astride)


@rule
def impassable_path(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> bool:
    """LGG-3.0-b, 10.2-a Does a slide from a pose by (mx, my) go over ground closed to the unit?"""
    if not enters_rough(battle, unit) and path_in_rough(battle, x, y, mx, my, road_opens_rough(battle, unit)):
        return True
    for piece in range(battle.pieces):
        shut = battle.piece_kind[piece] == OBSTACLE and battle.piece_impassable[piece] == 1
        near = shut and not clear_of_path(battle, piece, x, y, mx, my, battle.span[unit])
        if near and meets_closed(battle, unit, x, y, fx, fy, mx, my, piece):
            return True
    return False
