"""Building legal commands: each ``plan_x`` writes ``cmd_*`` and returns 0 if the command may be given, else the rule
code of the last try. The doctrine and ``legal`` use them; the rules do not.
"""

from battles.resolvers.core.geometry import FAR, length, local, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import (
    CLOSED,
    DONE_ALREADY,
    IN_COMBAT,
    NO_ACTIONS,
    NOT_ON_TABLE,
    NOT_YOUR_TURN,
    verify_open,
)
from battles.resolvers.lgg.command.radius import in_command
from battles.resolvers.lgg.movement.attack import verify_attack, verify_withdraw
from battles.resolvers.lgg.movement.contact import contact_pose, pose_fits, shift_limit
from battles.resolvers.lgg.movement.fallback import ANGLES, fan, way_back
from battles.resolvers.lgg.movement.movement import verify_move
from battles.resolvers.lgg.movement.paths import HALTS, halting_line, load_route, touches_foe
from battles.resolvers.lgg.movement.zones import zone_entry, zone_target
from battles.resolvers.lgg.plane.space import side_of, turned, wedge_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Activity, Command, Edge
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.turn.activities import rally_place, verify_rally

BLOCKED = code_of("LGG-8.4-a")
BEFORE_ZONE = 0.02
ROUNDING = 0.001
"""A path stays this much under a limit, because its end is rounded."""
BACK_STEP = 1.0
STANDOFF = 6.3
TRIES = 12
RALLY_STEP = 3.5
NEAREST_RALLY = 2.5


@kernel
def begin_path(battle: Battle, cmd: int, unit: int) -> None:
    """18.2 Begin a command with an empty path."""
    battle.cmd, battle.cmd_unit, battle.cmd_n = cmd, unit, 0
    battle.cmd_target, battle.cmd_side = NOBODY, NOBODY


@kernel
def add_pose(battle: Battle, x: float, y: float, fx: float, fy: float) -> None:
    """18.2 Add a pose to the path of the command."""
    row = battle.cmd_path[battle.cmd_n]
    row[0], row[1], row[2], row[3] = x, y, fx, fy
    battle.cmd_n += 1


@kernel
def one_leg(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """18.2 A move in one straight leg."""
    begin_path(battle, Command.MOVE, unit)
    add_pose(battle, x, y, fx, fy)


@kernel
def plan_turn(battle: Battle, unit: int, fx: float, fy: float) -> int:
    """LGG-2.0-i Turn on the spot."""
    one_leg(battle, unit, battle.x[unit], battle.y[unit], fx, fy)
    return verify_move(battle)


@kernel
def plan_to_line(battle: Battle, unit: int) -> int:
    """LGG-3.0-f End the one-leg move in hand flush against the obstacle that halts it."""
    load_route(battle, unit)
    piece = halting_line(battle, unit, 0)
    if piece == NOBODY:
        return HALTS
    best, bx, by, bnx, bny = FAR, 0.0, 0.0, 0.0, 1.0
    x, y, at, d = battle.x[unit], battle.y[unit], battle.piece_at[piece], battle.half_depth[unit]
    for i in range(battle.piece_n[piece] - 1):
        ex, ey = unit_vector(at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1])
        size = length(at[i + 1, 0] - at[i, 0], at[i + 1, 1] - at[i, 1])
        along, off = (x - at[i, 0]) * ex + (y - at[i, 1]) * ey, (x - at[i, 0]) * -ey + (y - at[i, 1]) * ex
        along = min(max(along, 0.0), size)
        px, py = at[i, 0] + along * ex, at[i, 1] + along * ey
        gap = length(px - x, py - y)
        if gap < best:
            best, bx, by = gap, px, py
            bnx, bny = (ey, -ex) if off > 0.0 else (-ey, ex)
    one_leg(battle, unit, bx - d * bnx, by - d * bny, bnx, bny)
    return verify_move(battle)


@kernel
def hopeless(code: int) -> bool:
    """18.2 Is this a rule that no other path would satisfy?"""
    return code in (NOT_YOUR_TURN, NOT_ON_TABLE, CLOSED, DONE_ALREADY, IN_COMBAT)


@kernel
def shorter(battle: Battle, unit: int, far: float, code: int) -> float:
    """LGG-8.0-b The next length to try: a whole increment less where the price is too high, else 1" less."""
    full = battle.increment[unit]
    if code == NO_ACTIONS and far > full:
        return full * int((far - ROUNDING) / full) - ROUNDING
    return 0.0 if code == NO_ACTIONS or hopeless(code) else far - BACK_STEP


@kernel
def plan_leg(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, most: float) -> int:
    """LGG-8.4, 8.5 Go straight to a point, at most ``most`` inches, facing (fx, fy): up to the edge of a zone, back by
    1" while the end is taken, flush to an obstacle that halts."""
    fx, fy = unit_vector(fx, fy)
    dx, dy = unit_vector(x - battle.x[unit], y - battle.y[unit])
    far = min(length(x - battle.x[unit], y - battle.y[unit]), most - ROUNDING)
    if zone_target(battle, unit, battle.x[unit], battle.y[unit], fx, fy) == NOBODY:
        entry = zone_entry(battle, unit, battle.x[unit], battle.y[unit], fx, fy, dx * far, dy * far)
        far = min(far, entry - BEFORE_ZONE)
    code = BLOCKED
    for _ in range(TRIES):
        if far <= 0.0:
            break
        one_leg(battle, unit, battle.x[unit] + dx * far, battle.y[unit] + dy * far, fx, fy)
        code = verify_move(battle)
        if code == 0:
            return 0
        if code == HALTS:
            return plan_to_line(battle, unit)
        far = shorter(battle, unit, far, code)
    return code


@kernel
def plan_move(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, increments: int) -> int:
    """LGG-8.0-b Go towards a point by at most so many increments; where the straight way is shut, bend off it."""
    code = verify_open(battle, unit, Activity.MOVE)
    if code != 0:
        return code
    most = increments * battle.increment[unit]
    code = plan_leg(battle, unit, x, y, fx, fy, most)
    if code == 0 or code == NO_ACTIONS:
        return code
    ox, oy = battle.x[unit], battle.y[unit]
    dx, dy = unit_vector(x - ox, y - oy)
    far = min(length(x - ox, y - oy), most)
    for angle in range(1, ANGLES):
        ax, ay = fan(dx, dy, angle)
        if plan_leg(battle, unit, ox + ax * far, oy + ay * far, fx, fy, far) == 0:
            return 0
    return code


@kernel
def plan_withdraw(battle: Battle, unit: int) -> int:
    """LGG-9.0-g, i Withdraw from an attack, 3" to 8", the longest way that is open."""
    fight = battle.combat[unit]
    if fight == NOBODY:
        return BLOCKED
    dx, dy = way_back(battle, fight, unit)
    code = BLOCKED
    for angle in range(ANGLES):
        ax, ay = fan(dx, dy, angle)
        far = 8.0
        while far >= 3.0:
            begin_path(battle, Command.WITHDRAW, unit)
            add_pose(battle, battle.x[unit] + ax * far, battle.y[unit] + ay * far, battle.fx[unit], battle.fy[unit])
            code = verify_withdraw(battle)
            if code == 0:
                return 0
            far -= BACK_STEP
    return code


@kernel
def likely_side(battle: Battle, unit: int, target: int) -> int:
    """LGG-9.0-d The side of the target in whose wedge the unit stands now."""
    return wedge_of(battle, target, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit],
                    battle.half_width[unit], battle.half_depth[unit])


@kernel
def charge(battle: Battle, unit: int, target: int, side: int, shift: float, standoff: float) -> int:
    """LGG-9.0-a An attack straight at one side, or (``standoff`` above 0) by a point that far in front of it."""
    x, y, fx, fy = contact_pose(battle, unit, target, side, shift)
    begin_path(battle, Command.ATTACK, unit)
    battle.cmd_target, battle.cmd_side = target, side
    if standoff > 0.0:
        add_pose(battle, x - fx * standoff, y - fy * standoff, fx, fy)
    add_pose(battle, x, y, fx, fy)
    return verify_attack(battle)


@kernel
def wanted_shift(battle: Battle, unit: int, target: int, side: int, number: int) -> float:
    """LGG-9.0-c The sideways shifts that an attacker tries: where it comes straight on, the middle, then both ways."""
    limit = shift_limit(battle, unit, target, side)
    if number == 0:
        tx, ty = turned(battle.fx[target], battle.fy[target], side)
        u, _ = local(battle.x[unit], battle.y[unit], battle.x[target], battle.y[target], tx, ty)
        return min(max(u, -limit), limit)
    if number == 1:
        return 0.0
    size = limit * ((number - 2) // 2 + 1) / 2.0
    return size if number % 2 == 0 else -size


@kernel
def plan_attack(battle: Battle, unit: int, target: int, side: int) -> int:
    """LGG-9.0-a to d Attack ``target`` on a side (-1: the one in whose wedge the unit stands), shifted as need be."""
    if side == NOBODY:
        side = likely_side(battle, unit, target)
    code = BLOCKED
    for number in range(6):
        shift = wanted_shift(battle, unit, target, side, number)
        x, y, fx, fy = contact_pose(battle, unit, target, side, shift)
        if not pose_fits(battle, unit, x, y, fx, fy) or touches_foe(battle, unit, x, y, fx, fy, target):
            continue
        code = charge(battle, unit, target, side, shift, 0.0)
        if code == 0:
            return 0
        if charge(battle, unit, target, side, shift, STANDOFF) == 0:
            return 0
    return code


@kernel
def plan_rally_at(battle: Battle, unit: int, leader: int) -> int:
    """LGG-14.0-e, f Rally a broken unit to the nearest free place behind one stand."""
    turn = 1.0 if battle.edge[side_of(unit)] == Edge.SOUTH else -1.0
    battle.cmd, battle.cmd_unit, battle.cmd_fx, battle.cmd_fy = Command.RALLY, unit, 0.0, turn
    for ring in range(5):
        for step in range(9):
            across = (step + 1) // 2 * RALLY_STEP * (1.0 if step % 2 else -1.0)
            battle.cmd_x = battle.lead_x[leader] + across
            battle.cmd_y = battle.lead_y[leader] - turn * (NEAREST_RALLY + ring * RALLY_STEP - RALLY_STEP)
            if rally_place(battle, unit, battle.cmd_x, battle.cmd_y, 0.0, turn):
                return verify_rally(battle)
    return verify_rally(battle)


@kernel
def plan_rally(battle: Battle, unit: int) -> int:
    """LGG-14.0-e, f, S2-d Rally a broken unit to a free place behind its army commander or a wing in command."""
    chief = side_of(unit) * LEADERS
    for leader in range(chief, chief + LEADERS):
        if in_command(battle, leader) and plan_rally_at(battle, unit, leader) == 0:
            return 0
    return verify_rally(battle)
