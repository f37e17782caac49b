"""A path of poses, leg by leg: its length, its poses, and what forbids it (LGG-2.0-i, 3.0, 8.4, 8.5).

``battle.route`` holds the path under examination: row 0 the pose in which it starts, rows 1 to n the poses of the
command. On each leg the base first turns to the facing of the next row, then slides to it.
"""

from battles.resolvers.core.geometry import CONTACT, ROUNDED_OFF, crossing, length, rounded, unit_vector
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.movement.zones import (
    NEW_ZONE,
    NOT_THE_TARGET,
    WRONG_WAY,
    allowed_here,
    free_here,
    free_of_zones,
    reread,
    target_allowed,
    zone_entry,
    zone_leg,
    zone_target,
)
from battles.resolvers.lgg.plane.laps import anybody_at, covers
from battles.resolvers.lgg.plane.pieces import clear_of_path, halts
from battles.resolvers.lgg.plane.space import enemy_gap, first_of, gap_at, near_units, side_of
from battles.resolvers.lgg.plane.terrain import (
    crosses_line,
    flush_obstacle,
    ground_allows,
    impassable_path,
    meets,
    meets_closed,
    path_in_rough,
    path_through_foes,
    way_open,
)
from battles.resolvers.lgg.record.codes import MAX_WAYPOINTS, NOBODY, Piece
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle

IMPASSABLE = code_of("LGG-3.0-b")
HELD_BLOCK = code_of("LGG-3.0-d")
HALTS = code_of("LGG-3.0-f")
THROUGH_FOES = code_of("LGG-8.4-a")
ON_A_FRIEND = code_of("LGG-8.4-b")
TOUCHES = code_of("LGG-8.5-d")
NO_PATH = code_of("ENG-14")
ANYBODY = -2
"""Instead of a target: the unit may touch whom it likes at the end."""
BROKEN = -2
"""What the zone rules answer for a leg that breaks them."""
FREED = -3
"""The unit has moved away from a zone and is out of all of them: no new one may be entered."""


@kernel
def load_route(battle: Battle, unit: int) -> int:
    """Copy where ``unit`` stands and the path of the command into ``route``; the number of legs."""
    n = min(max(battle.cmd_n, 0), MAX_WAYPOINTS - 1)
    battle.route[0, 0], battle.route[0, 1] = battle.x[unit], battle.y[unit]
    battle.route[0, 2], battle.route[0, 3] = battle.fx[unit], battle.fy[unit]
    for i in range(n):
        fx, fy = unit_vector(battle.cmd_path[i, 2], battle.cmd_path[i, 3])
        battle.route[i + 1, 0], battle.route[i + 1, 1] = rounded(battle.cmd_path[i, 0]), rounded(battle.cmd_path[i, 1])
        battle.route[i + 1, 2], battle.route[i + 1, 3] = fx, fy
    return n


@kernel
def route_length(battle: Battle, n: int) -> float:
    """LGG-2.0-i The length of the path of the base's centre."""
    total = 0.0
    for i in range(n):
        total += length(battle.route[i + 1, 0] - battle.route[i, 0], battle.route[i + 1, 1] - battle.route[i, 1])
    return total


@kernel
def increments_of(battle: Battle, unit: int, n: int) -> int:
    """LGG-8.0-b, 8.1-c How many increments the path takes, at least one."""
    total, full, count = route_length(battle, n), battle.increment[unit], 1
    while total > count * full + ROUNDED_OFF:
        count += 1
    return count


@kernel
def route_leg_at(battle: Battle, n: int, gone: float) -> tuple[int, float]:
    """Return the leg of a path that a distance reaches, and the share of that leg that is done."""
    for i in range(n):
        size = length(battle.route[i + 1, 0] - battle.route[i, 0], battle.route[i + 1, 1] - battle.route[i, 1])
        if gone < size - 1e-9:
            return i, gone / size
        gone -= size
    return n - 1, 1.0


@kernel
def route_pose_at(battle: Battle, n: int, gone: float) -> tuple[float, float, float, float]:
    """LGG-8.1-c The pose of a path after a distance."""
    if n == 0 or gone <= 0.0:
        return battle.route[0, 0], battle.route[0, 1], battle.route[0, 2], battle.route[0, 3]
    leg, share = route_leg_at(battle, n, gone)
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    return (x + share * (battle.route[leg + 1, 0] - x), y + share * (battle.route[leg + 1, 1] - y),
            battle.route[leg + 1, 2], battle.route[leg + 1, 3])


@kernel
def cut_route(battle: Battle, n: int, gone: float) -> int:
    """End the path after a distance; the number of legs left."""
    leg, _ = route_leg_at(battle, n, gone)
    x, y, fx, fy = route_pose_at(battle, n, gone)
    battle.route[leg + 1, 0], battle.route[leg + 1, 1] = rounded(x), rounded(y)
    battle.route[leg + 1, 2], battle.route[leg + 1, 3] = fx, fy
    return leg + 1


@kernel
def starts_at_line(battle: Battle, unit: int, piece: int) -> bool:
    """LGG-3.0-f, m Does the path start flush against this obstacle, or astride of it?"""
    x, y, fx, fy = battle.route[0, 0], battle.route[0, 1], battle.route[0, 2], battle.route[0, 3]
    if meets(battle, unit, x, y, fx, fy, 0.0, 0.0, piece):
        return True
    return flush_obstacle(battle, unit, x, y, fx, fy) == piece


@kernel
def halting_line(battle: Battle, unit: int, leg: int) -> int:
    """LGG-3.0-f The first obstacle that would halt the unit on this leg, or -1."""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    fx, fy = battle.route[leg + 1, 2], battle.route[leg + 1, 3]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        line = battle.piece_kind[piece] == Piece.OBSTACLE and not battle.piece_impassable[piece]
        near = line and not clear_of_path(battle, piece, x, y, mx, my, battle.span[unit]) and halts(battle, piece, unit)
        if near and meets_closed(battle, unit, x, y, fx, fy, mx, my, piece) and not starts_at_line(battle, unit, piece):
            return piece
    return NOBODY


@kernel
def goes_over_foes(battle: Battle, unit: int, leg: int) -> bool:
    """LGG-8.4-a Does one leg go over a base of the enemy?"""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    return covers(battle, 1 - side_of(unit), unit, x, y, battle.route[leg + 1, 2], battle.route[leg + 1, 3],
                  battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y) != NOBODY


@kernel
def verify_leg_terrain(battle: Battle, unit: int, leg: int) -> int:
    """LGG-3.0-b, d, f Return what terrain says to one leg."""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    fx, fy = battle.route[leg + 1, 2], battle.route[leg + 1, 3]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    if battle.pieces == 0:
        return 0
    if impassable_path(battle, unit, x, y, fx, fy, mx, my):
        return IMPASSABLE
    if path_through_foes(battle, unit, x, y, mx, my):
        return HELD_BLOCK
    return HALTS if halting_line(battle, unit, leg) != NOBODY else 0


@kernel
def verify_ground(battle: Battle, unit: int, n: int) -> int:
    """LGG-3.0, 8.4-a Return what terrain and enemy bases say to all legs of the route."""
    for leg in range(n):
        code = THROUGH_FOES if goes_over_foes(battle, unit, leg) else verify_leg_terrain(battle, unit, leg)
        if code != 0:
            return code
    return 0


@kernel
def verify_terrain(battle: Battle, unit: int, n: int) -> int:
    """LGG-3.0 Return what terrain says to all legs of the route."""
    for leg in range(n):
        code = verify_leg_terrain(battle, unit, leg)
        if code != 0:
            return code
    return 0


@kernel
def verify_bases(battle: Battle, unit: int, n: int) -> int:
    """LGG-8.4-a, b Does the route end on no other base, and go over none of the enemy?"""
    x, y = battle.route[n, 0], battle.route[n, 1]
    if anybody_at(battle, unit, x, y, battle.route[n, 2], battle.route[n, 3]) != NOBODY:
        return ON_A_FRIEND
    for leg in range(n):
        if goes_over_foes(battle, unit, leg):
            return THROUGH_FOES
    return 0


@kernel
def first_zone(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, declared: int) -> int:
    """LGG-8.5-c, j The zone target where a zone begins: the declared target of an attack if it may be, else by rule."""
    if declared == NOBODY:
        return zone_target(battle, unit, x, y, fx, fy)
    if free_of_zones(battle, unit, x, y, fx, fy):
        return NOBODY
    return declared if target_allowed(battle, unit, x, y, fx, fy, declared) else BROKEN


@kernel
def walk_leg(battle: Battle, unit: int, leg: int, target: int, declared: int) -> int:
    """LGG-8.5-b to f One leg under the zone rules: the zone target after it, -1 none, FREED, or BROKEN. The turn at its
    beginning may bring another enemy to the front."""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    fx, fy = battle.route[leg + 1, 2], battle.route[leg + 1, 3]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    size = length(mx, my)
    if target < 0:
        gone = zone_entry(battle, unit, x, y, fx, fy, mx, my)
        if gone > size:
            return target
        if target == FREED:
            return BROKEN
        share = gone / size if size > 0.0 else 0.0
        x, y, mx, my = x + mx * share, y + my * share, mx * (1.0 - share), my * (1.0 - share)
        target = first_zone(battle, unit, x, y, fx, fy, declared)
        if target < 0:
            return target
    elif declared == NOBODY and (battle.route[leg, 2] != fx or battle.route[leg, 3] != fy):
        target = reread(battle, unit, x, y, fx, fy, target)
    if length(mx, my) < 1e-6:
        return target
    after = zone_leg(battle, unit, x, y, fx, fy, mx, my, target, declared == target)
    return FREED if after == NOBODY else after


@kernel
def zone_here(battle: Battle, unit: int, declared: int) -> int:
    """LGG-8.5-c, j The zone target of an attacker where it stands, before it moves at all."""
    if free_here(battle, unit):
        return NOBODY
    return declared if allowed_here(battle, unit, declared) else BROKEN


@kernel
def verify_zones_from(battle: Battle, unit: int, n: int, declared: int, target: int) -> int:
    """LGG-8.5-b to j Does the route keep the zone rules, ``target`` being the zone target at its beginning?"""
    for leg in range(n):
        if target == BROKEN:
            break
        before = target
        target = walk_leg(battle, unit, leg, target, declared)
        if target == BROKEN and before == FREED:
            return NEW_ZONE
    if target == BROKEN:
        return WRONG_WAY if declared == NOBODY else NOT_THE_TARGET
    return 0


@kernel
def verify_zones(battle: Battle, unit: int, n: int, declared: int) -> int:
    """LGG-8.5-b to j Does the route keep the zone rules? ``declared`` is the target of an attack, or -1."""
    target = first_zone(battle, unit, battle.route[0, 0], battle.route[0, 1], battle.route[0, 2], battle.route[0, 3],
                        declared)
    return verify_zones_from(battle, unit, n, declared, target)


@kernel
def touches_foe(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, but: int) -> bool:
    """LGG-8.5-d, j Would the unit touch an enemy at a pose that it does not touch now (``but`` one may be)?"""
    foe = 1 - side_of(unit)
    near = near_units(battle, foe, unit, x, y, CONTACT)
    while near != 0:
        other = first_of(foe) + lowest_bit(near)
        near &= near - 1
        if other != but and gap_at(battle, unit, x, y, fx, fy, other) <= CONTACT < enemy_gap(battle, unit, other):
            return True
    return False


@kernel
def verify_end(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float, target: int,
               astride: bool) -> int:
    """LGG-3.0-e, k, m, 8.4-b, 8.5-d May the unit end at a pose? ``target`` is the enemy it may touch there, or -1."""
    code = ground_allows(battle, unit, x, y, fx, fy, astride)
    if code != 0:
        return code
    if anybody_at(battle, unit, x, y, fx, fy) != NOBODY:
        return ON_A_FRIEND
    return TOUCHES if target != ANYBODY and touches_foe(battle, unit, x, y, fx, fy, target) else 0


@kernel
def verify_route_end(battle: Battle, unit: int, n: int, target: int, astride: bool) -> int:
    """LGG-8.4-b, c May the unit end where the route ends?"""
    return verify_end(battle, unit, battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3],
                      target, astride)


@kernel
def verify_end_ground(battle: Battle, unit: int, n: int) -> int:
    """LGG-3.0-e, k, m May the unit end where the route ends, bases apart?"""
    return ground_allows(battle, unit, battle.route[n, 0], battle.route[n, 1], battle.route[n, 2], battle.route[n, 3],
                         False)


@kernel
def gate_on_leg(battle: Battle, piece: int, leg: int) -> bool:
    """LGG-8.4-f Is there a bridge or a road's gate where the centre crosses a line on this leg?"""
    x, y, at = battle.route[leg, 0], battle.route[leg, 1], battle.piece_at[piece]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    for i in range(battle.piece_n[piece] - 1):
        share = crossing(x, y, x + mx, y + my, at[i, 0], at[i, 1], at[i + 1, 0], at[i + 1, 1])
        if share >= 0.0 and not way_open(battle, piece, x + share * mx, y + share * my):
            return False
    return True


@kernel
def crosses_closed(battle: Battle, leg: int) -> bool:
    """LGG-8.4-f Does the centre cross an obstacle on this leg away from roads and bridges?"""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    mx, my = battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y
    for piece in range(battle.kind_from[Piece.OBSTACLE], battle.kind_to[Piece.OBSTACLE]):
        near = battle.piece_kind[piece] == Piece.OBSTACLE and not clear_of_path(battle, piece, x, y, mx, my, 0.0)
        if near and crosses_line(battle, piece, x, y, mx, my) and not gate_on_leg(battle, piece, leg):
            return True
    return False


@kernel
def rough_leg(battle: Battle, leg: int) -> bool:
    """LGG-8.4-f, R-42 Does the centre move through rough ground on this leg, away from roads?"""
    x, y = battle.route[leg, 0], battle.route[leg, 1]
    return path_in_rough(battle, x, y, battle.route[leg + 1, 0] - x, battle.route[leg + 1, 1] - y, True)
