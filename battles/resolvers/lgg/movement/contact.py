"""Contact: where an attacker can stand, which side it strikes, how the struck unit turns (LGG-9.0-a to e, k)."""

from battles.resolvers.core.geometry import FAR, NEAR, length, local, rounded, sweep_room, unit_vector, world
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.fights import attackers_of, is_attacker, leave_fight, log_squares, squares
from battles.resolvers.lgg.movement.zones import entry_to
from battles.resolvers.lgg.plane.footing import CLOSE_BEHIND, shelter_of, side_gap
from battles.resolvers.lgg.plane.laps import anybody_at
from battles.resolvers.lgg.plane.pieces import in_gap, line_near, on_span
from battles.resolvers.lgg.plane.space import gap_at, half_across, half_through, place, side_of, turned, wedge_of
from battles.resolvers.lgg.plane.terrain import ground_allows, meets, way_open
from battles.resolvers.lgg.record.codes import NOBODY, Face, Piece
from battles.resolvers.lgg.record.journal import Event, log_event, log_here, log_pose
from battles.resolvers.lgg.record.state import Battle

MOST_SHIFT = 2.0
LEAST_FRONTAGE = 1.0
EXPOSED_STEP = 0.05
ACROSS_STEP = 0.05
ACROSS_STEPS = 10
SQUARE = 1e-6
BEHIND = CLOSE_BEHIND + NEAR
NEARBY = 4.0


@kernel
def shift_limit(battle: Battle, unit: int, target: int, side: int) -> float:
    """LGG-9.0-c How far sideways an attacker may stand: at most 2", with at least 1" of frontage in touch."""
    return min(MOST_SHIFT, battle.half_width[unit] + half_across(battle, target, side) - LEAST_FRONTAGE)


@kernel
def flush_pose(battle: Battle, unit: int, target: int, side: int, shift: float,
               apart: float) -> tuple[float, float, float, float]:
    """LGG-9.0-a The pose of ``unit`` squared up to one side of ``target``, ``apart`` inches off, shifted sideways."""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    off = half_through(battle, target, side) + battle.half_depth[unit] + apart
    x, y = battle.x[target] + off * ox + shift * oy, battle.y[target] + off * oy - shift * ox
    return rounded(x), rounded(y), -ox, -oy


@kernel
def apart_at(battle: Battle, unit: int, target: int, side: int, shift: float) -> float:
    """LGG-3.0-g How far off the bases stand: 0, or as far as the obstacle keeps them that the target is behind."""
    if battle.pieces == 0 or side != Face.FRONT:
        return 0.0
    shelter = shelter_of(battle, target)
    if shelter == NOBODY:
        return 0.0
    for step in range(ACROSS_STEPS + 1):
        x, y, fx, fy = flush_pose(battle, unit, target, side, shift, step * ACROSS_STEP)
        if not meets(battle, unit, x, y, fx, fy, 0.0, 0.0, shelter):
            return step * ACROSS_STEP
    return 0.0


@kernel
def contact_pose(battle: Battle, unit: int, target: int, side: int, shift: float) -> tuple[float, float, float, float]:
    """LGG-9.0-a, 3.0-g Where ``unit`` stands when it strikes one side of ``target``."""
    return flush_pose(battle, unit, target, side, shift, apart_at(battle, unit, target, side, shift))


@kernel
def pose_fits(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-9.0-c Can the base stand at a pose, over no other base and on no ground closed to it?"""
    return (anybody_at(battle, unit, x, y, fx, fy) == NOBODY
            and ground_allows(battle, unit, x, y, fx, fy, False) == 0)


@kernel
def stands_flush(battle: Battle, unit: int, target: int, side: int, shift: float) -> bool:
    """LGG-9.0-c Could the attacker stand flush on a side, over no base and no impassable ground? A wall is passable."""
    x, y, fx, fy = contact_pose(battle, unit, target, side, shift)
    return (anybody_at(battle, unit, x, y, fx, fy) == NOBODY
            and ground_allows(battle, unit, x, y, fx, fy, True) == 0)


@kernel
def exposed(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-9.0-c Can the attacker stand flush on this side of the target somewhere?"""
    limit = shift_limit(battle, unit, target, side)
    for number in range(int(limit / EXPOSED_STEP + NEAR) + 1):
        shift = number * EXPOSED_STEP
        if stands_flush(battle, unit, target, side, shift) or stands_flush(battle, unit, target, side, -shift):
            return True
    return False


@kernel
def shift_of(battle: Battle, target: int, side: int, x: float, y: float) -> float:
    """LGG-9.0-c The sideways shift of an attacker at a point from the middle of a side."""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    return (x - battle.x[target]) * oy - (y - battle.y[target]) * ox


@kernel
def outside(battle: Battle, target: int, side: int, x: float, y: float) -> bool:
    """LGG-9.0-d Does a point lie on the outer side of one side of the target's base?"""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    return (x - battle.x[target]) * ox + (y - battle.y[target]) * oy > half_through(battle, target, side)


@kernel
def pose_near_target(battle: Battle, unit: int, target: int, n: int) -> tuple[float, float, float, float]:
    """LGG-9.0-d The pose of the route in which the unit comes within 6" of the target, or starts within it."""
    sx, sy, sfx, sfy = battle.route[0, 0], battle.route[0, 1], battle.route[0, 2], battle.route[0, 3]
    if gap_at(battle, unit, sx, sy, sfx, sfy, target) <= battle.zone + NEAR:
        return sx, sy, sfx, sfy
    for leg in range(n):
        x, y = battle.route[leg, 0], battle.route[leg, 1]
        fx, fy = battle.route[leg + 1, 2], battle.route[leg + 1, 3]
        mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
        gone = entry_to(battle, unit, x, y, fx, fy, mx, my, target, FAR)
        if gone < 1e8:
            size = length(mx, my)
            share = gone / size if size > 0.0 else 0.0
            return x + share * mx, y + share * my, fx, fy
    return battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3]


@kernel
def side_allowed(battle: Battle, unit: int, target: int, side: int, n: int) -> bool:
    """LGG-9.0-d The side in whose wedge the attacker came; another only if that one is not exposed."""
    x, y, fx, fy = pose_near_target(battle, unit, target, n)
    wedge = wedge_of(battle, target, x, y, fx, fy, battle.half_width[unit], battle.half_depth[unit])
    if wedge == side:
        return True
    return outside(battle, target, side, x, y) and not exposed(battle, unit, target, wedge)


@kernel
def struck_side(battle: Battle, attacker: int, target: int) -> int:
    """LGG-9.0-b The side of the target, by its present facing, at whose edge an attacker stands, however far aside."""
    u, v = local(battle.x[attacker], battle.y[attacker], battle.x[target], battle.y[target], battle.fx[target],
                 battle.fy[target])
    if abs(v) - half_through(battle, target, Face.FRONT) >= abs(u) - half_through(battle, target, Face.RIGHT):
        return Face.FRONT if v > 0.0 else Face.REAR
    return Face.RIGHT if u > 0.0 else Face.LEFT


@kernel
def side_taken(battle: Battle, target: int, side: int) -> bool:
    """LGG-9.0-b Does an attacker stand on this side of the target already?"""
    fight = battle.combat[target]
    if fight == NOBODY or battle.fight_defender[fight] != target:
        return False
    for number in range(2):
        attacker = battle.fight_attackers[fight, number]
        if attacker != NOBODY and struck_side(battle, attacker, target) == side:
            return True
    return False


@kernel
def lies_between(battle: Battle, unit: int, ux: float, uy: float, target: int, side: int, piece: int) -> bool:
    """LGG-3.0-g Does a line of terrain lie between the middle of a base and that of a unit squared up to one side of it
    from a point, on the frontage that they share?"""
    fx, fy = turned(battle.fx[target], battle.fy[target], side)
    u, v = local(ux, uy, battle.x[target], battle.y[target], fx, fy)
    low = max(-half_across(battle, target, side), u - battle.half_width[unit])
    high = min(half_across(battle, target, side), u + battle.half_width[unit])
    x, y = world((low + high) / 2.0, v / 2.0, battle.x[target], battle.y[target], fx, fy)
    at = battle.piece_at[piece]
    for i in range(battle.piece_n[piece] - 1):
        ax, ay, bx, by = at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1]
        dx, dy = unit_vector(bx - ax, by - ay)
        if sweep_room(x, y, fx, fy, (high - low) / 2.0, v / 2.0, 0.0, 0.0, (ax + bx) / 2.0, (ay + by) / 2.0, dx, dy,
                      0.0, length(bx - ax, by - ay) / 2.0) < -NEAR:
            return True
    return False


@kernel
def parting_line(battle: Battle, unit: int, ux: float, uy: float, target: int, side: int, near: int) -> int:
    """LGG-3.0-g, R-46 A line between a target and a unit squared up to one side of it from a point: one within 0.5" of
    that side (``near`` 1), or one that halts and is farther in (0); -1: none."""
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    d = half_through(battle, target, side)
    x, y = battle.x[target] + d * ox, battle.y[target] + d * oy
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        about = line_near(battle, piece, x, y, NEARBY) and not in_gap(battle, piece, x, y)
        if about and lies_between(battle, unit, ux, uy, target, side, piece):
            behind = side_gap(battle, target, side, piece) <= BEHIND
            if behind and near == 1:
                return piece
            if not behind and near == 0 and battle.piece_halt[piece] == 1:
                return piece
    return NOBODY


@kernel
def behind_obstacle(battle: Battle, unit: int, target: int, side: int) -> bool:
    """LGG-3.0-g, R-46 Is the side of the target that is struck within 0.5" of an obstacle between it and its
    attacker?"""
    return parting_line(battle, unit, battle.x[unit], battle.y[unit], target, side, 1) != NOBODY


@kernel
def parted(battle: Battle, unit: int, ux: float, uy: float, target: int, side: int) -> bool:
    """LGG-3.0-m, R-46 Does a line that halts lie between a unit at a point and the middle of its target, without the
    target being directly behind it?"""
    piece = parting_line(battle, unit, ux, uy, target, side, 0)
    if piece == NOBODY:
        return False
    bx, by = (battle.x[target] + ux) / 2.0, (battle.y[target] + uy) / 2.0
    return not way_open(battle, piece, bx, by)


@kernel
def open_fight(battle: Battle, target: int) -> int:
    """LGG-9.0-b A new combat with ``target`` as its defender; its row."""
    fight = battle.combats
    battle.combats += 1
    battle.combat_number += 1
    battle.fight_open[fight] = 1
    battle.fight_number[fight] = battle.combat_number
    battle.fight_defender[fight] = target
    battle.fight_attackers[fight, 0] = NOBODY
    battle.fight_attackers[fight, 1] = NOBODY
    battle.combat[target] = fight
    return fight


@kernel
def repoint(battle: Battle, target: int) -> int:
    """LGG-9.0-k, l An attacker is struck: its own attack ends, it becomes a defender; the new combat's row."""
    old = battle.fight_number[battle.combat[target]]
    leave_fight(battle, target)
    fight = open_fight(battle, target)
    log_event(battle, Event.REPOINT, side=side_of(target), unit=battle.roll[target], old=old,
              new=battle.fight_number[fight])
    return fight


@kernel
def fight_with(battle: Battle, target: int) -> int:
    """LGG-9.0-b, k The combat that an attack on ``target`` forms or joins; its row."""
    if battle.combat[target] == NOBODY:
        return open_fight(battle, target)
    return repoint(battle, target) if is_attacker(battle, target) else battle.combat[target]


@kernel
def faced_side(battle: Battle, target: int, side: int) -> int:
    """LGG-9.0-a, e, 12.0-d A side of a base as its unit faces now: another one where only its facing is turned."""
    return (side - battle.turned_to[target]) % 4


@kernel
def join(battle: Battle, fight: int, unit: int, side: int) -> None:
    """LGG-9.0-b, f, 12.0-d Add an attacker; the side it strikes decides whether the defender is flanked now."""
    target = battle.fight_defender[fight]
    struck = faced_side(battle, target, side)
    place_number = attackers_of(battle, fight)
    formed = squares(battle, fight)
    battle.fight_attackers[fight, place_number] = unit
    battle.fight_sides[fight, place_number] = struck
    behind = battle.pieces > 0 and behind_obstacle(battle, unit, target, side)
    battle.fight_hindered[fight, place_number] = int(behind)
    battle.fight_flank[fight] = int(struck != Face.FRONT)
    battle.combat[unit] = fight
    log_event(battle, Event.CONTACT, side=side_of(unit), attacker=battle.roll[unit], defender=battle.roll[target],
              where=struck, combat=battle.fight_number[fight])
    if squares(battle, fight) and not formed:
        log_squares(battle, target, True)


@kernel
def square_base(battle: Battle, unit: int) -> bool:
    """LGG-9.0-a Does a quarter turn leave the base on its ground?"""
    return abs(battle.half_width[unit] - battle.half_depth[unit]) < SQUARE


@kernel
def fits_here(battle: Battle, unit: int) -> bool:
    """LGG-9.0-a Does the base fit where it stands now?"""
    return pose_fits(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])


@kernel
def turn_long_base(battle: Battle, fight: int, unit: int, target: int, side: int) -> None:
    """LGG-9.0-a A long base turns about its centre and the attacker slides up to it; if there is no room for both, only
    the facing counts as turned until the combat ends."""
    x, y, fx, fy = battle.x[target], battle.y[target], battle.fx[target], battle.fy[target]
    ax, ay, afx, afy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    tx, ty = turned(fx, fy, side)
    more = half_through(battle, target, Face.FRONT) - half_through(battle, target, side)
    place(battle, unit, ax + tx * more, ay + ty * more, afx, afy)
    place(battle, target, x, y, tx, ty)
    if attackers_of(battle, fight) == 1 and fits_here(battle, target) and fits_here(battle, unit):
        return
    place(battle, unit, ax, ay, afx, afy)
    place(battle, target, x, y, fx, fy)
    battle.turned_to[target] = side


@kernel
def turn_to(battle: Battle, fight: int, unit: int, target: int, side: int) -> None:
    """LGG-9.0-a, e The struck unit faces the attacker that contacted it last."""
    if faced_side(battle, target, side) == Face.FRONT:
        return
    battle.turned_to[target] = Face.FRONT
    if side == Face.REAR or square_base(battle, target):
        tx, ty = turned(battle.fx[target], battle.fy[target], side)
        place(battle, target, battle.x[target], battle.y[target], tx, ty)
    elif side != Face.FRONT:
        turn_long_base(battle, fight, unit, target, side)
    log_event(battle, Event.TURNED, side=side_of(target), unit=battle.roll[target])
    if battle.turned_to[target] != Face.FRONT:
        tx, ty = turned(battle.fx[target], battle.fy[target], battle.turned_to[target])
        log_pose(battle, battle.x[target], battle.y[target], tx, ty)
    log_here(battle, target)
    if not square_base(battle, target):
        log_event(battle, Event.TURNED, side=side_of(unit), unit=battle.roll[unit])
        log_here(battle, unit)


@kernel
def see_bridge(battle: Battle, fight: int, unit: int) -> None:
    """CM7, R-51 Does the attacker that joined last come over a bridge, where it stands once both have squared up?"""
    if battle.pieces > 0 and on_span(battle, battle.x[unit], battle.y[unit]):
        battle.fight_hindered[fight, attackers_of(battle, fight) - 1] = 1
