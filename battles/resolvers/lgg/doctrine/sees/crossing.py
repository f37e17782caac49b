"""Crossings: the general brings units to a bridge or ford and over it, or to the bank of a stream, from where they
may strike across (AI-8, N-2, LGG-3.0-m)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR, crossing, length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.fighting.value import hit_value
from battles.resolvers.lgg.movement.movement import gorge_between, gorge_in_the_way
from battles.resolvers.lgg.plane.pieces import clear_of_path, halts
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board, side_of
from battles.resolvers.lgg.plane.terrain import flush_with, way_open
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Piece
from battles.resolvers.lgg.record.state import Battle

CLEAR = 4.5
"""How far from the water a unit stands before and after it crosses."""
FORD_MOST = 8.0
AT_BANK = 0.3
ON_AXIS = 0.6
AT_MOUTH = 1.5
QUEUE, QUEUE_LONG = 4.0, 10.0
"""AI-29a How many inches a unit that waits before a crossing counts, and how near to it a unit waits."""
BASE, HALF_LANE = 3.1, 1.6
LANDING, LANDING_REACH = 4.0, 10.0
"""AI-29a How many inches each enemy counts who could fall upon a unit that lands, and from how far he does so."""


@kernel
def is_ford(battle: Battle, piece: int) -> bool:
    """HR-T2 A short passable stretch of a line that is impassable on both sides of it."""
    at = battle.piece_at[piece]
    if battle.piece_kind[piece] != Piece.OBSTACLE or battle.piece_impassable[piece] == 1 or battle.piece_n[piece] != 2:
        return False
    if length(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1]) > FORD_MOST:
        return False
    ends = 0
    for other in range(battle.pieces):
        if battle.piece_impassable[other] == 1:
            for corner in (0, battle.piece_n[other] - 1):
                px, py = battle.piece_at[other, corner, 0], battle.piece_at[other, corner, 1]
                ends += int(length(px - at[0, 0], py - at[0, 1]) < AT_MOUTH)
                ends += int(length(px - at[1, 0], py - at[1, 1]) < AT_MOUTH)
    return ends == 2


@kernel
def is_crossing(battle: Battle, piece: int) -> bool:
    """HR-T2 A bridge or a ford."""
    return battle.piece_kind[piece] == Piece.BRIDGE or is_ford(battle, piece)


@kernel
def lane_of(battle: Battle, piece: int, x: float, y: float) -> float:
    """AI-29a How far from the middle of a ford, along its bank, a unit at (x, y) goes over it: straight on, where there
    is room for its base, so that two cross a wide one abreast."""
    at = battle.piece_at[piece]
    ex, ey = at[1, 0] - at[0, 0], at[1, 1] - at[0, 1]
    ux, uy = unit_vector(ex, ey)
    room = max(0.0, length(ex, ey) / 2.0 - HALF_LANE)
    aside = (x - (at[0, 0] + at[1, 0]) / 2.0) * ux + (y - (at[0, 1] + at[1, 1]) / 2.0) * uy
    return min(max(aside, -room), room)


@kernel
def axis_of(battle: Battle, piece: int, x: float, y: float) -> tuple[float, float, float, float]:
    """LGG-3.0-n The middle of a bridge, or of the unit's lane of a ford, and the direction in which a unit at (x, y)
    goes over it."""
    at = battle.piece_at[piece]
    mx, my = (at[0, 0] + at[1, 0]) / 2.0, (at[0, 1] + at[1, 1]) / 2.0
    ux, uy = unit_vector(at[1, 0] - at[0, 0], at[1, 1] - at[0, 1])
    if battle.piece_kind[piece] != Piece.BRIDGE:
        lane = lane_of(battle, piece, x, y)
        mx, my = mx + lane * ux, my + lane * uy
        ux, uy = -uy, ux
    return (mx, my, ux, uy) if (mx - x) * ux + (my - y) * uy > 0.0 else (mx, my, -ux, -uy)


@kernel
def way_over(battle: Battle, piece: int, x: float, y: float, tx: float, ty: float) -> float:
    """N-2 The length of the way to a point over a bridge or ford."""
    mx, my, ux, uy = axis_of(battle, piece, x, y)
    there = length(mx - CLEAR * ux - x, my - CLEAR * uy - y)
    return there + 2.0 * CLEAR + length(tx - mx - CLEAR * ux, ty - my - CLEAR * uy)


@kernel
def waiting_at(battle: Battle, unit: int, piece: int) -> int:
    """AI-29a How many other units of the side wait before a bridge or ford, nearer to it than this one."""
    x, y, units = battle.x[unit], battle.y[unit], 0
    mx, my, ux, uy = axis_of(battle, piece, x, y)
    mx, my = mx - CLEAR * ux, my - CLEAR * uy
    most = min(QUEUE_LONG, length(x - mx, y - my))
    for friend in range(first_of(side_of(unit)), end_of(battle, side_of(unit))):
        near = length(battle.x[friend] - mx, battle.y[friend] - my) < most
        units += int(friend != unit and near and on_board(battle, friend))
    return units


@kernel
def foes_beyond(battle: Battle, unit: int, piece: int) -> int:
    """AI-29a How many enemies could fall upon a unit that lands beyond a bridge or ford."""
    mx, my, ux, uy = axis_of(battle, piece, battle.x[unit], battle.y[unit])
    x, y, foe, units = mx + CLEAR * ux, my + CLEAR * uy, 1 - side_of(unit), 0
    for enemy in range(first_of(foe), end_of(battle, foe)):
        near = length(battle.x[enemy] - x, battle.y[enemy] - y) < LANDING_REACH
        units += int(near and on_board(battle, enemy))
    return units


@kernel
def leads_over(battle: Battle, piece: int, x: float, y: float, tx: float, ty: float) -> bool:
    """AI-29a Is the way to a bridge or ford open, the way over it, and beyond it the way to a point, so that it leads
    over the river in between?"""
    mx, my, ux, uy = axis_of(battle, piece, x, y)
    ox, oy = CLEAR * ux, CLEAR * uy
    if gorge_between(battle, mx + ox, my + oy, tx, ty) or gorge_between(battle, x, y, mx - ox, my - oy):
        return False
    return not gorge_in_the_way(battle, mx - ox, my - oy, mx + ox, my + oy)


@kernel
def out_of_command(battle: Battle, side: int, piece: int) -> float:
    """AI-29a How far a bridge or ford is from the nearest commander of a side, beyond his radius."""
    far, at = FAR, battle.piece_at[piece]
    for leader in range(side * LEADERS, (side + 1) * LEADERS):
        if battle.lead_here[leader] == 1:
            far = min(far, length(battle.lead_x[leader] - at[0, 0], battle.lead_y[leader] - at[0, 1]))
    return max(0.0, far - battle.radius)


@kernel
def best_crossing(battle: Battle, unit: int, tx: float, ty: float) -> int:
    """N-2, AI-29a The bridge or ford with the shortest way over it, one before which others wait later; -1: none."""
    best, way, x, y = NOBODY, FAR, battle.x[unit], battle.y[unit]
    for piece in range(battle.pieces):
        if is_crossing(battle, piece) and leads_over(battle, piece, x, y, tx, ty):
            over = way_over(battle, piece, x, y, tx, ty) + QUEUE * waiting_at(battle, unit, piece)
            over += out_of_command(battle, side_of(unit), piece)
            over += LANDING * foes_beyond(battle, unit, piece)
            if over < way:
                best, way = piece, over
    return best


@kernel
def is_kept(battle: Battle, unit: int, x: float, y: float) -> bool:
    """N-2 Does another unit of the side stand at a point?"""
    for friend in range(first_of(side_of(unit)), end_of(battle, side_of(unit))):
        near = max(abs(battle.x[friend] - x), abs(battle.y[friend] - y)) < BASE
        if friend != unit and near and on_board(battle, friend):
            return True
    return False


@kernel
def next_point(battle: Battle, unit: int, piece: int) -> tuple[float, float]:
    """N-2 Where a unit goes next: before the bridge or ford, or, from there, beyond it as far as there is room."""
    x, y = battle.x[unit], battle.y[unit]
    mx, my, ux, uy = axis_of(battle, piece, x, y)
    along, aside = (mx - x) * ux + (my - y) * uy, abs((mx - x) * -uy + (my - y) * ux)
    if aside > ON_AXIS or along > CLEAR + AT_MOUTH:
        return mx - CLEAR * ux, my - CLEAR * uy
    beyond = CLEAR
    while beyond + along + BASE < battle.increment[unit] and is_kept(battle, unit, mx + beyond * ux, my + beyond * uy):
        beyond += BASE
    return mx + beyond * ux, my + beyond * uy


@kernel
def stops_up(battle: Battle, unit: int, x: float, y: float) -> int:
    """AI-29a The bridge or ford before which a unit stands, on its axis, with a point beyond it; -1: none."""
    ux, uy = battle.x[unit], battle.y[unit]
    for piece in range(battle.pieces):
        if not is_crossing(battle, piece):
            continue
        mx, my, dx, dy = axis_of(battle, piece, ux, uy)
        along, aside = (mx - ux) * dx + (my - uy) * dy, abs((mx - ux) * -dy + (my - uy) * dx)
        if aside <= ON_AXIS and along <= CLEAR + AT_MOUTH and (x - mx) * dx + (y - my) * dy > 0.0:
            return piece
    return NOBODY


@kernel
def stops_here(battle: Battle, unit: int, piece: int, x: float, y: float) -> bool:
    """LGG-3.0-f, 8.4-f Does a line halt a unit that crosses it at a point, where there is no bridge or gate?"""
    passable = battle.piece_kind[piece] == Piece.OBSTACLE and battle.piece_impassable[piece] == 0
    return passable and halts(battle, piece, unit) and not way_open(battle, piece, x, y)


@kernel
def first_bank(battle: Battle, unit: int, x: float, y: float, dx: float, dy: float) -> tuple[float, int, int]:
    """LGG-3.0-f The first stretch of a line that would halt a unit on the straight way from a point by (dx, dy): the
    share of the way up to it, the line, and its stretch; a share of 2: there is none."""
    least, line, stretch = 2.0, NOBODY, 0
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        if clear_of_path(battle, piece, x, y, dx, dy, 0.0):
            continue
        at = battle.piece_at[piece]
        for i in range(battle.piece_n[piece] - 1):
            share = crossing(x, y, x + dx, y + dy, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1])
            if 0.0 <= share < least and stops_here(battle, unit, piece, x + share * dx, y + share * dy):
                least, line, stretch = share, piece, i
    return least, line, stretch


@kernel
def want_on_axis(battle: Battle, unit: int, piece: int, beyond: float) -> None:
    """N-2 A unit is wanted on the axis of a bridge or ford, so far beyond its middle."""
    mx, my, ux, uy = axis_of(battle, piece, battle.x[unit], battle.y[unit])
    want = battle.want[unit]
    want[0], want[1], want[2], want[3] = mx + beyond * ux, my + beyond * uy, ux, uy


@kernel
def flush_before(battle: Battle, unit: int, x: float, y: float, dx: float, dy: float) -> bool:
    """LGG-3.0-m A unit that would come from a point by (dx, dy) upon a stream or work is wanted flush against it: from
    there it may strike across. False: nothing is in its way."""
    share, line, i = first_bank(battle, unit, x, y, dx, dy)
    if line == NOBODY:
        return False
    at, d, want = battle.piece_at[line], battle.half_depth[unit], battle.want[unit]
    if is_ford(battle, line):
        want_on_axis(battle, unit, line, -d)
        return True
    ux, uy = unit_vector(at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1])
    nx, ny = (-uy, ux) if dy * ux - dx * uy > 0.0 else (uy, -ux)
    want[0], want[1] = x + share * dx - d * nx, y + share * dy - d * ny
    want[2], want[3] = nx, ny
    return True


@kernel
def crosses_from_here(battle: Battle, unit: int, enemy: int) -> bool:
    """AI-27, LGG-3.0-f May a unit that is wanted before the line between it and an enemy go over it from where it
    stands: flush against it, or in its lane of a ford? One that is as near, but not flush, is wanted straight ahead."""
    x, y, want = battle.x[unit], battle.y[unit], battle.want[unit]
    _, bank, _ = first_bank(battle, unit, x, y, battle.x[enemy] - x, battle.y[enemy] - y)
    if is_ford(battle, bank):
        return length(want[0] - x, want[1] - y) < AT_BANK
    ahead = (want[0] - x) * want[2] + (want[1] - y) * want[3]
    if ahead < AT_BANK:
        want[0], want[1] = x + ahead * want[2], y + ahead * want[3]
    return flush_with(battle, unit, x, y, battle.fx[unit], battle.fy[unit], bank)


@kernel
def check_cost(battle: Battle, unit: int) -> float:
    """AI-28, LGG-8.4-f What the check for rough ground or a line costs a unit on average, in points."""
    return hit_value(battle, unit, 1) * (10 - battle.morale[unit]) / 10.0


@kernel
def crossing_cost(battle: Battle, unit: int, target: int) -> float:
    """LGG-8.4-f About what the check costs that an attack on a target across a stream or work calls for."""
    if battle.pieces == 0 or battle.rough_checked[unit] == 1:
        return 0.0
    x, y = battle.x[unit], battle.y[unit]
    _, line, _ = first_bank(battle, unit, x, y, battle.x[target] - x, battle.y[target] - y)
    if line == NOBODY and battle.shelter_bonus[unit] == 0:
        return 0.0
    return check_cost(battle, unit)


@kernel
def nearest_at(battle: Battle, side: int, x: float, y: float) -> int:
    """AI-29a The unit of a side that is nearest to a point; -1: none."""
    best, least = NOBODY, FAR
    for unit in range(first_of(side), end_of(battle, side)):
        off = length(battle.x[unit] - x, battle.y[unit] - y)
        if on_board(battle, unit) and off < least:
            best, least = unit, off
    return best


@kernel
def ends_behind_water(battle: Battle, unit: int, far: float) -> bool:
    """AI-29a Does a stream or work part a unit at the end of its march from the enemy nearest to it there?"""
    share = min(far, battle.increment[unit]) / far
    x = battle.x[unit] + share * (battle.want[unit, 0] - battle.x[unit])
    y = battle.y[unit] + share * (battle.want[unit, 1] - battle.y[unit])
    enemy = nearest_at(battle, 1 - side_of(unit), x, y)
    if battle.pieces == 0 or enemy == NOBODY:
        return False
    _, line, _ = first_bank(battle, unit, x, y, battle.x[enemy] - x, battle.y[enemy] - y)
    return line != NOBODY


@kernel
def way_is_barred(battle: Battle, unit: int) -> bool:
    """AI-29a Does a river, a stream or a work bar the straight way of a unit to the nearest enemy?"""
    x, y = battle.x[unit], battle.y[unit]
    enemy = nearest_at(battle, 1 - side_of(unit), x, y)
    if enemy == NOBODY:
        return False
    ex, ey = battle.x[enemy], battle.y[enemy]
    _, line, _ = first_bank(battle, unit, x, y, ex - x, ey - y)
    return line != NOBODY or gorge_between(battle, x, y, ex, ey)


@kernel
def are_parted(battle: Battle, side: int) -> bool:
    """AI-29a Is the way of most infantry units of a side to the nearest enemy barred by water or works?"""
    if battle.pieces == 0:
        return False
    barred, foot = 0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == Arm.FOOT and on_board(battle, unit):
            foot += 1
            barred += int(way_is_barred(battle, unit))
    return 2 * barred > foot
