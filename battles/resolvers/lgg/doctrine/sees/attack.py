"""Striking: a legal way for the strike that has been chosen, or a bar against it for the turn (AI-12)."""

from battles.resolvers.core.geometry import length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import verify_open
from battles.resolvers.lgg.doctrine.sees.choice import add_leg, order
from battles.resolvers.lgg.doctrine.sees.crossing import first_bank
from battles.resolvers.lgg.doctrine.sees.sides import (
    ALONG,
    CLOSE_BY,
    CORNER,
    CORNER_OUT,
    NO_WAY,
    OBLIQUE,
    OUT,
    ROUND,
    RUN_UP,
    TOUCH,
    TRIES,
    beside,
    best_of,
    comes_through,
    corner_along,
    could_reach,
    places_for,
    quadrant_of,
    shift_at,
    shut_sides,
    way_to,
)
from battles.resolvers.lgg.movement.attack import TOO_FAR, verify_charge, verify_reach, verify_target
from battles.resolvers.lgg.movement.contact import contact_pose, shift_limit
from battles.resolvers.lgg.movement.paths import (
    BROKEN,
    ON_A_FRIEND,
    THROUGH_FOES,
    load_route,
    verify_bases,
    verify_zones_from,
    zone_here,
)
from battles.resolvers.lgg.plane.space import bit_of, half_through, turned
from battles.resolvers.lgg.plane.terrain import flush_obstacle, meets
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Command
from battles.resolvers.lgg.record.state import Battle

LEEWAY = 0.6
"""LGG-3.0-g How much farther off an attacker may stand before a work, rounding included."""


@kernel
def turn_in(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> None:
    """AI-12 The first leg of an attack whose last step is oblique: to where it turns in, on the unit's own hand."""
    hand = 1.0 if (battle.x[unit] - x) * fy - (battle.y[unit] - y) * fx > 0.0 else -1.0
    x += ALONG * hand * fy - OUT * fx
    y -= ALONG * hand * fx + OUT * fy
    dx, dy = unit_vector(x - battle.x[unit], y - battle.y[unit])
    add_leg(battle, x, y, dx, dy)


@kernel
def turn_corner(battle: Battle, unit: int, target: int, side: int, x: float, y: float, fx: float, fy: float) -> None:
    """AI-12 The first two legs of an attack that comes round the corner of a side: to the rim of the zone on the unit's
    own hand, then to where it turns in."""
    hand = 1.0 if (battle.x[unit] - battle.x[target]) * fy - (battle.y[unit] - battle.y[target]) * fx > 0.0 else -1.0
    off = half_through(battle, target, side) + battle.half_depth[unit] + CORNER_OUT
    along = hand * corner_along(battle, unit, target, side)
    cx, cy = battle.x[target] - off * fx + along * fy, battle.y[target] - off * fy - along * fx
    x, y = x + ALONG * hand * fy - OUT * fx, y - ALONG * hand * fx - OUT * fy
    dx, dy = unit_vector(x - cx, y - cy)
    add_leg(battle, cx, cy, dx, dy)
    add_leg(battle, x, y, dx, dy)


@kernel
def write_attack(battle: Battle, unit: int, target: int, side: int, number: int, way: int) -> None:
    """AI-12 Write an attack: straight at the contact pose, or first to a point in front of it."""
    order(battle, Command.ATTACK, unit, target)
    battle.cmd_side = side
    x, y, fx, fy = contact_pose(battle, unit, target, side, shift_at(number))
    if way == OBLIQUE:
        turn_in(battle, unit, x, y, fx, fy)
    elif way == ROUND:
        add_leg(battle, x - RUN_UP * fx, y - RUN_UP * fy, fx, fy)
    elif way == CORNER:
        turn_corner(battle, unit, target, side, x, y, fx, fy)
    add_leg(battle, x, y, fx, fy)


@kernel
def stands_at_line(battle: Battle, unit: int, piece: int) -> bool:
    """LGG-3.0-f, m Does a unit stand flush against an obstacle, or astride of it?"""
    x, y, fx, fy = battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit]
    if meets(battle, unit, x, y, fx, fy, 0.0, 0.0, piece):
        return True
    return flush_obstacle(battle, unit, x, y, fx, fy) == piece


@kernel
def ground_lets(battle: Battle, unit: int, target: int) -> bool:
    """LGG-3.0-f Does no work or stream halt a unit on the straight way to where it would strike a target? Ways aside of
    it are verified when one is looked for."""
    x, y = battle.x[unit], battle.y[unit]
    dx, dy = battle.x[target] - x, battle.y[target] - y
    before = battle.half_depth[unit] + battle.half_depth[target] + LEEWAY
    share = max(0.0, 1.0 - before / max(length(dx, dy), before))
    _, line, _ = first_bank(battle, unit, x, y, dx * share, dy * share)
    return line == NOBODY or stands_at_line(battle, unit, line)


@kernel
def ground_is_open(battle: Battle, unit: int, target: int) -> bool:
    """AI-12 Like ``ground_lets``; the answer is kept until one of the two moves."""
    mark = bit_of(unit)
    if battle.pieces == 0 or battle.way_open[target] & mark != 0:
        return True
    if battle.way_shut[target] & mark != 0:
        return False
    if ground_lets(battle, unit, target):
        battle.way_open[target] |= mark
        return True
    battle.way_shut[target] |= mark
    return False


@kernel
def write_ahead(battle: Battle, unit: int, target: int, side: int, most: float) -> bool:
    """LGG-8.5-i Write the attack of a unit straight ahead of it, at most so far off a side of the target; False: it is
    not before that side."""
    limit = shift_limit(battle, unit, target, side)
    ox, oy = turned(battle.fx[target], battle.fy[target], side)
    dx, dy = battle.x[unit] - battle.x[target], battle.y[unit] - battle.y[target]
    ahead = dx * ox + dy * oy - half_through(battle, target, side) - battle.half_depth[unit]
    if not -TOUCH < ahead < most or abs(dx * oy - dy * ox) > limit:
        return False
    order(battle, Command.ATTACK, unit, target)
    battle.cmd_side = side
    x, y, fx, fy = contact_pose(battle, unit, target, side, dx * oy - dy * ox)
    add_leg(battle, x, y, fx, fy)
    return True


@kernel
def verify_way(battle: Battle, unit: int, target: int, side: int, zone: int) -> int:
    """LGG-8.5-a, j, 9.0 May the attack in hand be made, of a unit that may attack this target and has this zone target
    where it stands? 0 or the rule against it. Like ``verify_attack``, in the order in which most is soonest told."""
    n = load_route(battle, unit)
    code = verify_bases(battle, unit, n)
    if code == 0:
        code = verify_reach(battle, unit, target, side, n)
    if code == 0:
        code = verify_zones_from(battle, unit, n, target, zone)
    return code if code != 0 else verify_charge(battle, unit, target, side, n)


@kernel
def verify_place(battle: Battle, unit: int, target: int, side: int, number: int, through: bool, zone: int) -> int:
    """LGG-8.5-a, d, j What forbids the way to a place on a side: the shortest, or by a point outside the zone, where
    another enemy is nearer to the unit than the target; 0: nothing does."""
    way = way_to(battle, unit, target, side, number, through)
    if way == NO_WAY:
        return TOO_FAR
    write_attack(battle, unit, target, side, number, way)
    code = verify_way(battle, unit, target, side, zone)
    if code == 0 or not through or way_to(battle, unit, target, side, number, False) != ROUND:
        return code
    write_attack(battle, unit, target, side, number, ROUND)
    return verify_way(battle, unit, target, side, zone)


@kernel
def goes_ahead(battle: Battle, unit: int, target: int, side: int, most: float, zone: int) -> bool:
    """LGG-8.5-i Is there a legal way straight ahead of a unit, at most so far off a side of the target?"""
    ahead = write_ahead(battle, unit, target, side, most)
    return ahead and verify_way(battle, unit, target, side, zone) == 0


@kernel
def find_way(battle: Battle, unit: int, target: int, side: int, zone: int) -> bool:
    """AI-12 Look for a legal way to strike one side of a target, for a unit that may attack it and has this zone
    target where it stands; it is then the command in hand. Places beside the best are tried where a base is in the
    way, or they are nearer: what zones and ground forbid there they forbid an inch beside it, too."""
    if goes_ahead(battle, unit, target, side, CLOSE_BY, zone):
        return True
    places = places_for(battle, unit, target, side)
    best, through = best_of(battle, unit, target, side, places), comes_through(battle, unit, target, side)
    for step in range(TRIES):
        number = beside(best, step, places)
        if number != NOBODY:
            code = verify_place(battle, unit, target, side, number, through, zone)
            if code == 0:
                return True
            if code not in (ON_A_FRIEND, THROUGH_FOES, TOO_FAR):
                break
    return goes_ahead(battle, unit, target, side, battle.increment[unit], zone)


@kernel
def find_attack(battle: Battle, unit: int, target: int, side: int) -> bool:
    """AI-12 Look for a legal way to strike one side of a target. Often another enemy is too near already (LGG-8.5-j):
    then no way is looked for."""
    if verify_open(battle, unit, Activity.ATTACK) != 0 or verify_target(battle, unit, target) != 0:
        return False
    zone = zone_here(battle, unit, target)
    return zone != BROKEN and find_way(battle, unit, target, side, zone)


@kernel
def bar(battle: Battle, unit: int, target: int, side: int) -> None:
    """AI-12 There is no way for a unit to a side of the target: both are judged anew without it. Unless actions are
    what it lacked, it does not look again before it moves or something near either changes."""
    battle.strike_barred[target, side] |= bit_of(unit)
    if battle.price[unit] < battle.actions:
        battle.lost_ways[target, side] |= bit_of(unit)
    battle.strike_stale[target] = 1


@kernel
def partner_fails(battle: Battle, target: int) -> bool:
    """AI-12 Is there no way for the second of two, where that can be told before the first has struck?"""
    unit, side = battle.strike_with[target], battle.strike_side[target] // 4
    if unit == NOBODY:
        return False
    quadrant = quadrant_of(battle, target, battle.x[unit], battle.y[unit])
    if not could_reach(battle, unit, target, side, quadrant, shut_sides(battle, target)):
        return False
    return not find_attack(battle, unit, target, side)


@kernel
def strike(battle: Battle, target: int) -> bool:
    """AI-12 Put the strike on a target in hand; a unit without a way is barred from that side."""
    if partner_fails(battle, target):
        bar(battle, battle.strike_with[target], target, battle.strike_side[target] // 4)
        return False
    unit, side = battle.strike_unit[target], battle.strike_side[target] % 4
    if find_attack(battle, unit, target, side):
        return True
    bar(battle, unit, target, side)
    return False
