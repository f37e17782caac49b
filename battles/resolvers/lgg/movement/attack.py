"""Attack, withdrawal and forcing a combat (LGG-8.5-a, i, j, 9.0, 7.0-h, i)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import CONTACT, NEAR, ROUNDED_OFF, length, rounded
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import (
    DONE_ALREADY,
    NOT_ON_TABLE,
    activate,
    close_open,
    verify_open,
    verify_price,
    verify_turn,
)
from battles.resolvers.lgg.command.fights import attackers_of, in_squares, leave_fight
from battles.resolvers.lgg.command.radius import FORBIDDEN, standing_price
from battles.resolvers.lgg.movement.contact import (
    contact_pose,
    fight_with,
    join,
    parted,
    see_bridge,
    shift_limit,
    shift_of,
    side_allowed,
    side_taken,
    turn_to,
)
from battles.resolvers.lgg.movement.fallback import ANGLES, fan, way_back
from battles.resolvers.lgg.movement.movement import march, route_price
from battles.resolvers.lgg.movement.paths import (
    load_route,
    route_length,
    verify_bases,
    verify_end_ground,
    verify_route_end,
    verify_terrain,
    verify_zones,
)
from battles.resolvers.lgg.movement.zones import DIAGONAL, SLACK, grain_of
from battles.resolvers.lgg.plane.footing import block_of
from battles.resolvers.lgg.plane.laps import covers
from battles.resolvers.lgg.plane.space import end_of, first_of, gap_at, gap_between, locked, on_board, side_of
from battles.resolvers.lgg.plane.terrain import impassable_path, path_through_foes
from battles.resolvers.lgg.record.codes import MAX_COMBATS, NO_ATTACK, NOBODY, UNITS, Activity
from battles.resolvers.lgg.record.journal import Event
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import STEP_CONTACT, put_on_agenda

ONLY_INFANTRY = code_of("LGG-8.4-c")
ONLY_FOOT_AND_HORSE = code_of("LGG-8.4-e")
TOO_FAR = code_of("LGG-8.5-a")
ONE_A_SIDE = code_of("LGG-9.0-b")
WRONG_SIDE = code_of("LGG-9.0-d")
NOT_ATTACKED = code_of("LGG-9.0-g")
SQUARES_STAY = code_of("LGG-9.0-h")
NO_WAY_OUT = code_of("LGG-9.0-i")
HAS_WITHDRAWN = code_of("LGG-9.0-j")
ALL_PAY = code_of("LGG-7.0-i")
THROUGH_FOES = code_of("LGG-8.4-a")
ACROSS = code_of("LGG-3.0-m")
CLEAR_OF = 3.0
NEAREST_OUT, FARTHEST_OUT = 3, 8
"""How far off a unit is looked for a place when it is asked whether it could withdraw more directly."""
STRAIGHTER = 1e-3
"""How much more directly away a place must lie to count as more direct (cosine)."""


@kernel
def verify_target(battle: Battle, unit: int, target: int) -> int:
    """LGG-8.4-c, e, 8.5-a, 9.0-b May this unit attack that one at all? Nobody may beyond the combats that a round has
    room for; only a profile's command dice reach them."""
    if target < 0 or target >= UNITS or not on_board(battle, target) or side_of(target) == side_of(unit):
        return NOT_ON_TABLE
    if battle.combats >= MAX_COMBATS - 1:
        return NOT_ON_TABLE
    if battle.arm[unit] not in (Arm.FOOT, Arm.CAV) or battle.t_cv[battle.type[unit], 0] == NO_ATTACK:
        return ONLY_FOOT_AND_HORSE
    if battle.withdrew[unit] == 1:
        return HAS_WITHDRAWN
    if gap_between(battle, unit, target) > battle.increment[unit] + NEAR:
        return TOO_FAR
    fight = battle.combat[target]
    if fight != NOBODY and battle.fight_defender[fight] == target and attackers_of(battle, fight) == 2:
        return ONE_A_SIDE
    if battle.pieces > 0 and battle.arm[unit] != Arm.FOOT and block_of(battle, target) != NOBODY:
        return ONLY_INFANTRY
    return 0


@kernel
def verify_contact(battle: Battle, unit: int, target: int, side: int, n: int) -> int:
    """LGG-8.4-e, 9.0-a, b Does the route end squared up to the named side, going forwards, and is that side free?"""
    x, y = battle.route[n, 0], battle.route[n, 1]
    shift = shift_of(battle, target, side, x, y)
    cx, cy, cfx, cfy = contact_pose(battle, unit, target, side, shift)
    squared = battle.route[n, 2] * cfx + battle.route[n, 3] * cfy > 1.0 - 1e-6
    if abs(shift) > shift_limit(battle, unit, target, side) + NEAR or length(x - cx, y - cy) > CONTACT or not squared:
        return ONLY_FOOT_AND_HORSE
    mx, my = x - battle.route[n - 1, 0], y - battle.route[n - 1, 1]
    if mx * cfx + my * cfy < DIAGONAL * length(mx, my) - SLACK:
        return ONLY_FOOT_AND_HORSE
    return ONE_A_SIDE if side_taken(battle, target, side) else 0


@kernel
def verify_charge(battle: Battle, unit: int, target: int, side: int, n: int) -> int:
    """LGG-3.0, 9.0-a, d Terrain on the way of an attack, and the side that it comes from; R-44 it may touch others at
    its end."""
    code = verify_end_ground(battle, unit, n)
    if code == 0:
        code = verify_terrain(battle, unit, n)
    if code == 0 and battle.pieces > 0 and parted(battle, unit, battle.route[n, 0], battle.route[n, 1], target, side):
        return ACROSS
    return WRONG_SIDE if code == 0 and not side_allowed(battle, unit, target, side, n) else code


@kernel
def verify_reach(battle: Battle, unit: int, target: int, side: int, n: int) -> int:
    """LGG-8.5-a, 9.0-a, 6.1-c Is the route of an attack short enough, does it end in contact, and can it be paid?"""
    if route_length(battle, n) > battle.increment[unit] + ROUNDED_OFF:
        return TOO_FAR
    code = verify_contact(battle, unit, target, side, n)
    return code if code != 0 else verify_price(battle, route_price(battle, unit, n))


@kernel
def verify_attack(battle: Battle) -> int:
    """LGG-8.5-a, j, 9.0 May the attack of the command be made? Its path ends in the contact pose. Bases are asked
    before terrain, because they forbid most and are soon told."""
    unit, target, side = battle.cmd_unit, battle.cmd_target, battle.cmd_side
    code = verify_open(battle, unit, Activity.ATTACK)
    if code == 0:
        code = verify_target(battle, unit, target)
    if code != 0:
        return code
    if battle.cmd_n < 1 or side < 0 or side > 3:
        return ONLY_FOOT_AND_HORSE
    n = load_route(battle, unit)
    code = verify_reach(battle, unit, target, side, n)
    if code == 0:
        code = verify_bases(battle, unit, n)
    if code == 0:
        code = verify_charge(battle, unit, target, side, n)
    return code if code != 0 else verify_zones(battle, unit, n, target)


@kernel
def make_contact(battle: Battle, unit: int, target: int, side: int) -> None:
    """LGG-9.0-a, b, e, k A unit that was not broken on its way strikes."""
    if on_board(battle, unit):
        fight = fight_with(battle, target)
        join(battle, fight, unit, side)
        turn_to(battle, fight, unit, target, side)
        see_bridge(battle, fight, unit)


@kernel
def do_attack(battle: Battle) -> None:
    """LGG-9.0-a, b, e, f, k Carry out the attack of the command: march, contact, turning."""
    unit, target, side = battle.cmd_unit, battle.cmd_target, battle.cmd_side
    n = load_route(battle, unit)
    price = route_price(battle, unit, n)
    activate(battle, unit, Activity.ATTACK, price)
    march(battle, unit, n, Event.MOVE, price - 1)
    if battle.stratagems == 1:
        put_on_agenda(battle, STEP_CONTACT, unit, target, side)
    else:
        make_contact(battle, unit, target, side)


@kernel
def never_nearer(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, mx: float, my: float) -> bool:
    """LGG-9.0-i Does a slide keep its distance from every unlocked enemy and from the unit's attackers? Distances along
    a straight line are convex: one that does not shrink at first never does."""
    foe, fight, grain = 1 - side_of(unit), battle.combat[unit], grain_of(mx, my)
    for other in range(first_of(foe), end_of(battle, foe)):
        if not on_board(battle, other) or (locked(battle, other) and battle.combat[other] != fight):
            continue
        after = gap_at(battle, unit, x + mx * grain, y + my * grain, fx, fy, other)
        if after < gap_at(battle, unit, x, y, fx, fy, other) - SLACK:
            return False
    return True


@kernel
def withdraw_leg(battle: Battle, unit: int, leg: int) -> int:
    """LGG-9.0-i, 3.0-m A leg of a withdrawal: nearer to no enemy, over no closed ground; obstacles do not halt it."""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    fx, fy = battle.route[leg + 1, 2], battle.route[leg + 1, 3]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    if covers(battle, 1 - side_of(unit), unit, x, y, fx, fy, mx, my) != NOBODY:
        return THROUGH_FOES
    if battle.pieces > 0 and (impassable_path(battle, unit, x, y, fx, fy, mx, my)
                              or path_through_foes(battle, unit, x, y, mx, my)):
        return NO_WAY_OUT
    return 0 if never_nearer(battle, unit, x, y, fx, fy, mx, my) else NO_WAY_OUT


@kernel
def clear_of_attackers(battle: Battle, unit: int, n: int) -> bool:
    """LGG-9.0-i Does the route end at least 3" from every attacker?"""
    fight = battle.combat[unit]
    for number in range(2):
        attacker = battle.fight_attackers[fight, number]
        if attacker != NOBODY and gap_at(battle, unit, battle.route[n, 0], battle.route[n, 1], battle.route[n, 2],
                                         battle.route[n, 3], attacker) < CLEAR_OF - NEAR:
            return False
    return True


@kernel
def verify_way_out(battle: Battle, unit: int, n: int) -> int:
    """LGG-9.0-i Is the route a withdrawal: one increment at most, 3" off the attackers, nearer to nobody?"""
    if route_length(battle, n) > battle.increment[unit] + ROUNDED_OFF or not clear_of_attackers(battle, unit, n):
        return NO_WAY_OUT
    for leg in range(n):
        code = withdraw_leg(battle, unit, leg)
        if code != 0:
            return code
    return verify_route_end(battle, unit, n, NOBODY, True)


@kernel
def open_along(battle: Battle, unit: int, dx: float, dy: float) -> bool:
    """LGG-9.0-i Could the unit withdraw straight in a direction, anywhere from 3" to 8" off, and pay for it?"""
    for far in range(NEAREST_OUT, FARTHEST_OUT + 1):
        battle.route[1, 0] = rounded(battle.x[unit] + dx * far)
        battle.route[1, 1] = rounded(battle.y[unit] + dy * far)
        battle.route[1, 2], battle.route[1, 3] = battle.fx[unit], battle.fy[unit]
        if verify_way_out(battle, unit, 1) == 0 and verify_price(battle, route_price(battle, unit, 1)) == 0:
            return True
    return False


@kernel
def straighter_out(battle: Battle, unit: int, mx: float, my: float) -> bool:
    """LGG-9.0-i Is a way of the fan open that leads more directly away from the attackers than (mx, my)?"""
    dx, dy = way_back(battle, battle.combat[unit], unit)
    bent = (mx * dx + my * dy) / length(mx, my)
    for angle in range(ANGLES):
        ax, ay = fan(dx, dy, angle)
        if ax * dx + ay * dy > bent + STRAIGHTER and open_along(battle, unit, ax, ay):
            return True
    return False


@kernel
def verify_withdraw(battle: Battle) -> int:
    """LGG-9.0-g to i May the withdrawal of the command be made, and does none of the fan lead more directly away?"""
    unit = battle.cmd_unit
    code = verify_open(battle, unit, Activity.WITHDRAW)
    if code != 0:
        return code
    if not locked(battle, unit) or battle.cmd_n < 1:
        return NOT_ATTACKED
    if in_squares(battle, unit):
        return SQUARES_STAY
    n = load_route(battle, unit)
    code = verify_price(battle, route_price(battle, unit, n))
    if code == 0:
        code = verify_way_out(battle, unit, n)
    if code != 0:
        return code
    mx, my = battle.route[n, 0] - battle.route[0, 0], battle.route[n, 1] - battle.route[0, 1]
    bent = straighter_out(battle, unit, mx, my)
    load_route(battle, unit)
    return NO_WAY_OUT if bent else 0


@kernel
def close_attackers(battle: Battle, fight: int) -> None:
    """LGG-9.0-j The attackers of a unit that withdraws are unlocked but stay closed."""
    for number in range(2):
        attacker = battle.fight_attackers[fight, number]
        if attacker != NOBODY:
            battle.closed[attacker] = 1


@kernel
def do_withdraw(battle: Battle) -> None:
    """LGG-9.0-g, j Carry out the withdrawal of the command."""
    unit = battle.cmd_unit
    n = load_route(battle, unit)
    price = route_price(battle, unit, n)
    activate(battle, unit, Activity.WITHDRAW, price)
    close_attackers(battle, battle.combat[unit])
    leave_fight(battle, unit)
    battle.withdrew[unit] = 1
    march(battle, unit, n, Event.WITHDRAW, price - 1)


@kernel
def force_price(battle: Battle, fight: int) -> int:
    """LGG-7.0-i The price of forcing a combat: every attacker pays its own; FORBIDDEN if one cannot."""
    total = 0
    for number in range(2):
        attacker = battle.fight_attackers[fight, number]
        if attacker != NOBODY:
            price = standing_price(battle, attacker)
            if price == FORBIDDEN:
                return FORBIDDEN
            total += price
    return total


@kernel
def verify_force(battle: Battle) -> int:
    """LGG-7.0-h, i May the side on turn force the combat of the command to its end now?"""
    fight = battle.cmd_target
    if fight < 0 or fight >= battle.combats or battle.fight_open[fight] == 0:
        return NOT_ON_TABLE
    side = 1 - side_of(battle.fight_defender[fight])
    code = verify_turn(battle, side)
    if code != 0:
        return ALL_PAY if battle.on_turn != side else code
    for number in range(2):
        attacker = battle.fight_attackers[fight, number]
        if attacker != NOBODY and battle.done[attacker, Activity.FORCE] == 1:
            return DONE_ALREADY
    return verify_price(battle, force_price(battle, fight))


@kernel
def pay_force(battle: Battle, fight: int) -> None:
    """LGG-7.0-h, i All attackers pay, and may do nothing more this round."""
    for number in range(2):
        attacker = battle.fight_attackers[fight, number]
        if attacker != NOBODY:
            activate(battle, attacker, Activity.FORCE, standing_price(battle, attacker))
            close_open(battle)
            battle.closed[attacker] = 1
