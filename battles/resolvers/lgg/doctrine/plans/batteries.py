"""Posts of batteries without a target: the nearest one with a free line of fire (AI-10, AI-27).

Posts are looked for on rays from each enemy, at the battery's range: the ray to the battery and two on either hand.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR, length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.sees.crossing import first_bank
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, lively
from battles.resolvers.lgg.doctrine.sees.sector import depth_of
from battles.resolvers.lgg.fighting.fire import may_be_hit
from battles.resolvers.lgg.fighting.sight import ground_blocks, nearest_point, unit_blocks
from battles.resolvers.lgg.movement.movement import gorge_between
from battles.resolvers.lgg.plane.laps import lies_deep
from battles.resolvers.lgg.plane.space import (
    ROUND_OFF,
    beyond,
    bit_of,
    end_of,
    enemy_gap,
    first_of,
    gap_at,
    locked,
    on_board,
    side_of,
)
from battles.resolvers.lgg.record.codes import NOBODY, Status
from battles.resolvers.lgg.record.doctrine_numbers import GUN_AHEAD, GUN_POSTS, GUNS_IN_RANGE, QUIET_GUNS
from battles.resolvers.lgg.record.state import Battle

IN_RANGE = 0.4
RAYS = 5
TURN_COS, TURN_SIN = 0.906, 0.423
"""25 degrees."""
RING = 0.999
"""The turned rays are a little shorter than 1, as sine and cosine are rounded: by less than this."""
SAFE = 6.2
"""LGG-8.5-c Just outside the zone of an enemy."""
ABREAST = 6.0
"""AI-10 How far aside infantry still stands beside a battery."""
ON_HOLD = 6.0
"""AI-10 How far a battery of a side that holds goes for a target."""
EDGE = 2.5


@kernel
def is_prey(battle: Battle, enemy: int) -> bool:
    """LGG-13.0-b, f Is an enemy a unit of the line that may be fired at?"""
    return on_board(battle, enemy) and battle.arm[enemy] in (Arm.FOOT, Arm.CAV) and not locked(battle, enemy)


@kernel
def has_a_target(battle: Battle, gun: int) -> bool:
    """AI-13 May a battery fire at a unit of the line from where it stands?"""
    foe, reach = 1 - side_of(gun), battle.t_range[battle.type[gun]]
    for enemy in range(first_of(foe), end_of(battle, foe)):
        near = is_prey(battle, enemy) and enemy_gap(battle, gun, enemy) <= reach
        if near and may_be_hit(battle, gun, enemy):
            return True
    return False


@kernel
def turned(dx: float, dy: float, steps: int) -> tuple[float, float]:
    """AI-10 A direction turned by so many times 25 degrees, to the left or (negative) to the right."""
    sine = TURN_SIN if steps > 0 else -TURN_SIN
    for _ in range(abs(steps)):
        dx, dy = dx * TURN_COS - dy * sine, dx * sine + dy * TURN_COS
    return dx, dy


@kernel
def on_a_base(battle: Battle, gun: int, x: float, y: float) -> bool:
    """LGG-8.4-b Would a battery at a point lie deep in a friend's base?"""
    bits, first = 0, first_of(side_of(gun))
    for n in range(battle.slots[side_of(gun)]):
        bits |= (int(battle.status[first + n] == Status.BOARD) & int(lies_deep(battle, gun, x, y, first + n))) << n
    return bits & ~bit_of(gun) != 0


@kernel
def most_ahead(battle: Battle, gun: int, x: float) -> float:
    """AI-10 How far ahead the infantry beside a place across the front stands; very far back: there is none."""
    side, best = side_of(gun), -FAR
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == Arm.FOOT and on_board(battle, unit) and abs(battle.x[unit] - x) < ABREAST:
            best = max(best, depth_of(battle, side, battle.y[unit]))
    return best


@kernel
def lies_over_water(battle: Battle, gun: int, x: float, y: float) -> bool:
    """AI-10, AI-29a Does a line halt a battery on the straight way to a post?"""
    if battle.pieces == 0:
        return False
    hx, hy = battle.x[gun], battle.y[gun]
    _, line, _ = first_bank(battle, gun, hx, hy, x - hx, y - hy)
    return line != NOBODY or gorge_between(battle, hx, hy, x, y)


@kernel
def is_safe(battle: Battle, gun: int, x: float, y: float, fx: float, fy: float) -> bool:
    """AI-10, AI-3 Does a post lie outside the zones, and not ahead of the infantry beside it? An enemy who does not
    stir needs no infantry, but for a battery that goes over water."""
    side = side_of(gun)
    if lively(battle, side) >= battle.general[QUIET_GUNS] or lies_over_water(battle, gun, x, y):
        ahead = battle.general[GUN_AHEAD] if battle.posture[side] < HOLD_POSTURE else 0.0
        if depth_of(battle, side, y) > most_ahead(battle, gun, x) + ahead:
            return False
    least, foe = min(SAFE, battle.t_range[battle.type[gun]] - IN_RANGE), 1 - side
    for enemy in range(first_of(foe), end_of(battle, foe)):
        near = on_board(battle, enemy) and not beyond(battle, gun, x, y, enemy, least)
        if near and gap_at(battle, gun, x, y, fx, fy, enemy) < least:
            return False
    return True


@kernel
def sees(battle: Battle, gun: int, enemy: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-13.0-e Is the line of fire from a post to an enemy open?"""
    px, py = x + battle.half_depth[gun] * fx, y + battle.half_depth[gun] * fy
    qx, qy = nearest_point(battle, enemy, px, py)
    return not (unit_blocks(battle, gun, enemy, px, py, qx, qy) or ground_blocks(battle, gun, enemy, px, py, qx, qy))


@kernel
def post_off(battle: Battle, gun: int, enemy: int, dx: float, dy: float, least: float, best: float) -> float:
    """AI-10 How far a battery has to go to a post on a ray from an enemy; very far: it is no post, not farther than
    ``least``, or no nearer than the best."""
    hx, hy = battle.x[gun], battle.y[gun]
    far = battle.t_range[battle.type[gun]] - IN_RANGE + battle.half_depth[enemy] + battle.half_depth[gun]
    x, y = battle.x[enemy] + far * dx, battle.y[enemy] + far * dy
    off = length(x - hx, y - hy)
    inside = EDGE < x < battle.width - EDGE and EDGE < y < battle.depth - EDGE
    if off <= least or off >= best or not inside or on_a_base(battle, gun, x, y):
        return FAR
    if not is_safe(battle, gun, x, y, -dx, -dy) or not sees(battle, gun, enemy, x, y, -dx, -dy):
        return FAR
    want = battle.want[gun]
    want[0], want[1], want[2], want[3] = x, y, -dx, -dy
    return off


@kernel
def is_far_off(battle: Battle, gun: int, enemy: int, best: float) -> bool:
    """AI-10 Are all posts on the rays from an enemy certainly no nearer than the best? They lie about him in a ring."""
    far = battle.t_range[battle.type[gun]] - IN_RANGE + battle.half_depth[enemy] + battle.half_depth[gun]
    apart = length(battle.x[gun] - battle.x[enemy], battle.y[gun] - battle.y[enemy])
    return apart - far - ROUND_OFF >= best or far * RING - apart - ROUND_OFF >= best


@kernel
def farthest_post(battle: Battle, side: int) -> float:
    """AI-10 How far a battery of a side goes for a target."""
    most = battle.general[GUN_POSTS]
    return min(most, ON_HOLD) if battle.posture[side] == HOLD_POSTURE else most


@kernel
def next_post(battle: Battle, gun: int, least: float) -> bool:
    """AI-10 A battery is wanted at the nearest post with a target that is farther off than ``least``; False: there is
    none."""
    side = side_of(gun)
    most = farthest_post(battle, side)
    best, foe, reach = most, 1 - side, battle.t_range[battle.type[gun]]
    for enemy in range(first_of(foe), end_of(battle, foe)):
        near = is_prey(battle, enemy) and enemy_gap(battle, gun, enemy) < most + reach
        if near and not is_far_off(battle, gun, enemy, best):
            dx, dy = unit_vector(battle.x[gun] - battle.x[enemy], battle.y[gun] - battle.y[enemy])
            for ray in range(RAYS):
                rx, ry = turned(dx, dy, (ray + 1) // 2 if ray % 2 == 1 else -ray // 2)
                best = min(best, post_off(battle, gun, enemy, rx, ry, least, best))
    if best >= most:
        return False
    battle.want_rate[gun], battle.wanted_exactly[gun] = battle.general[GUNS_IN_RANGE], 1.0
    return True


@kernel
def find_a_post(battle: Battle, gun: int) -> bool:
    """AI-10, AI-27 A battery without a target is wanted at the nearest post that has one; False: there is none."""
    if farthest_post(battle, side_of(gun)) <= 0.0:
        return False
    return has_a_target(battle, gun) or next_post(battle, gun, -1.0)
