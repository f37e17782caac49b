"""The hunt: every free unit of a side that hunts goes where it can strike an enemy next (AI-27).

An enemy has four sides, and each side that is open is the place of one attacker. A unit that can strike where it is
takes its place first; the others take the nearest places that are left, flank and rear among them.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR, length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import verify_open
from battles.resolvers.lgg.doctrine.plans.batteries import on_a_base
from battles.resolvers.lgg.doctrine.plans.roles import REST_ROLE, TOWN_ROLE, TRAIN_ROLE
from battles.resolvers.lgg.doctrine.sees.attack import ground_is_open
from battles.resolvers.lgg.doctrine.sees.crossing import (
    CLEAR,
    best_crossing,
    crosses_from_here,
    first_bank,
    flush_before,
    want_on_axis,
)
from battles.resolvers.lgg.doctrine.sees.posture import ATTACK_POSTURE, lively, rho_of
from battles.resolvers.lgg.doctrine.sees.reach import learn_reach, trust_reach
from battles.resolvers.lgg.doctrine.sees.sector import is_covered, is_spared, off_sector
from battles.resolvers.lgg.doctrine.sees.sides import CORNER_OUT, RUN_UP, corner_along, open_shifts_of, shut_sides
from battles.resolvers.lgg.movement.attack import verify_target
from battles.resolvers.lgg.movement.movement import gorge_between
from battles.resolvers.lgg.movement.paths import BROKEN, zone_here
from battles.resolvers.lgg.movement.zones import free_of_zones
from battles.resolvers.lgg.plane.space import (
    bit_of,
    end_of,
    enemy_gap,
    first_of,
    half_through,
    locked,
    on_board,
    side_of,
    turned,
)
from battles.resolvers.lgg.record.codes import NOBODY, Activity, Face, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    ADVANCE,
    CLOSE_GAP,
    CLOSES_FROM,
    ENVELOP,
    HUNT_REACH,
    HUNT_RHO,
    QUIET_GUNS,
)
from battles.resolvers.lgg.record.state import Battle

COVERED_FARTHER = 6.0
"""AI-8 By how many inches an enemy in cover counts as farther off."""
CROSS_FROM = 1.2
"""AI-29a The ratio of strength from which on a river is crossed by everybody."""
STAGE_OFF, EDGE = 0.1, 2.0
STAGED, BEYOND = 2.0, 0.6
"""AI-27 The mark in ``wanted_exactly`` of a unit that is wanted where it can strike a flank."""
SIDES_OF_A_BASE, BASE = 4, 3.0
FARTHEST_OUT = 14.0
"""AI-27 No place at a side of an enemy lies farther from his middle."""
FRONT_FARTHER = 8.0
"""AI-27 By how many inches the front of an enemy counts as farther off than a flank or rear."""


@kernel
def nearest_prey(battle: Battle, unit: int) -> int:
    """AI-27 The enemy whom a unit reaches first, those in cover last; of a battery's only infantry and cavalry."""
    foe, best, least = 1 - side_of(unit), NOBODY, FAR
    for enemy in range(first_of(foe), end_of(battle, foe)):
        if on_board(battle, enemy) and (battle.arm[unit] != Arm.ART or battle.arm[enemy] in (Arm.FOOT, Arm.CAV)):
            off = enemy_gap(battle, unit, enemy) + (COVERED_FARTHER if is_covered(battle, enemy) else 0.0)
            off += COVERED_FARTHER if off_sector(battle, enemy) else 0.0
            if off < least:
                best, least = enemy, off
    return best


@kernel
def go_up(battle: Battle, unit: int, enemy: int, gap: float, rate: float) -> None:
    """AI-27 A unit is wanted straight before an enemy, so far off."""
    dx, dy = unit_vector(battle.x[enemy] - battle.x[unit], battle.y[enemy] - battle.y[unit])
    far = enemy_gap(battle, unit, enemy) - gap
    want = battle.want[unit]
    want[0], want[1] = battle.x[unit] + far * dx, battle.y[unit] + far * dy
    want[2], want[3] = dx, dy
    battle.want_rate[unit] = rate


@kernel
def is_beyond_water(battle: Battle, unit: int, enemy: int) -> bool:
    """AI-29a Does a river without a bridge or ford on the straight way part a unit from an enemy?"""
    return battle.pieces > 0 and gorge_between(battle, battle.x[unit], battle.y[unit], battle.x[enemy], battle.y[enemy])


@kernel
def is_beyond_the_river(battle: Battle, side: int) -> bool:
    """AI-29a Does a river part most infantry units of a side from the enemies nearest to them?"""
    parted, foot = 0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == Arm.FOOT and on_board(battle, unit):
            enemy = nearest_prey(battle, unit)
            foot += 1
            parted += int(enemy != NOBODY and is_beyond_water(battle, unit, enemy))
    return 2 * parted > foot


@kernel
def hunts(battle: Battle, side: int) -> bool:
    """AI-27, AI-29a Does a side attack an enemy who does not stir, who is so much weaker that no line is needed any
    more, or who is weaker and beyond a river?"""
    if battle.posture[side] != ATTACK_POSTURE:
        return False
    rho = rho_of(battle, side)
    if rho >= battle.general[HUNT_RHO] or lively(battle, side) < battle.general[QUIET_GUNS]:
        return True
    return battle.pieces > 0 and rho >= CROSS_FROM and is_beyond_the_river(battle, side)


@kernel
def note_hunt(battle: Battle, side: int) -> bool:
    """AI-27 See whether the side hunts, how many are left to be hunted, and whether they are as strong."""
    hunting, left, foe = hunts(battle, side), 0, 1 - side
    for enemy in range(first_of(foe), end_of(battle, foe)):
        left += int(battle.arm[enemy] in (Arm.FOOT, Arm.CAV) and battle.status[enemy] == Status.BOARD)
    battle.hunted_left[side] = float(left) if hunting else 0.0
    battle.hunts_an_equal[side] = int(hunting and rho_of(battle, side) < battle.general[HUNT_RHO])
    return hunting


@kernel
def may_hunt(battle: Battle, unit: int) -> bool:
    """AI-27 Is this infantry or cavalry that is free to leave its place?"""
    if battle.arm[unit] not in (Arm.FOOT, Arm.CAV) or not on_board(battle, unit) or locked(battle, unit):
        return False
    return battle.role_of[unit] not in (REST_ROLE, TOWN_ROLE, TRAIN_ROLE) and not is_spared(battle, unit)


@kernel
def is_promised(battle: Battle, unit: int, x: float, y: float) -> bool:
    """AI-27 Does another unit go to a place where this one would lie on it? Written without a choice in it for the
    compiler's sake."""
    bits, first = 0, first_of(side_of(unit))
    for n in range(battle.slots[side_of(unit)]):
        goes = int(battle.wanted_exactly[first + n] == STAGED) & int(battle.status[first + n] == Status.BOARD)
        off = max(abs(battle.want[first + n, 0] - x), abs(battle.want[first + n, 1] - y))
        bits |= (goes & int(off < BASE)) << n
    return bits & ~bit_of(unit) != 0


@kernel
def surely_in_a_zone(battle: Battle, unit: int, x: float, y: float) -> bool:
    """LGG-8.5-f Does the circle within a base come within 6" of that within the base of an unlocked enemy? Then it is
    in his zone, however it faces. Written without a choice in it for the compiler's sake."""
    foe = 1 - side_of(unit)
    within, inside, first = battle.zone + min(battle.half_width[unit], battle.half_depth[unit]), 0, first_of(foe)
    for n in range(battle.slots[foe]):
        dx, dy = battle.x[first + n] - x, battle.y[first + n] - y
        most = within + min(battle.half_width[first + n], battle.half_depth[first + n])
        free = int(battle.status[first + n] == Status.BOARD) & int(battle.combat[first + n] == NOBODY)
        inside |= int(dx * dx + dy * dy <= most * most) & free
    return inside != 0


@kernel
def stands_free(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """AI-27 May a unit wait at a pose for its blow: on the table, over no base, and in no enemy's zone?"""
    inside = EDGE < x < battle.width - EDGE and EDGE < y < battle.depth - EDGE
    if not inside or surely_in_a_zone(battle, unit, x, y) or is_promised(battle, unit, x, y):
        return False
    return not on_a_base(battle, unit, x, y) and free_of_zones(battle, unit, x, y, fx, fy)


@kernel
def is_parted(battle: Battle, unit: int, x: float, y: float, enemy: int) -> bool:
    """AI-27, LGG-3.0-f Would a work or stream halt a unit on its way to a point, or from there to an enemy?"""
    _, here, _ = first_bank(battle, unit, battle.x[unit], battle.y[unit], x - battle.x[unit], y - battle.y[unit])
    _, there, _ = first_bank(battle, unit, x, y, battle.x[enemy] - x, battle.y[enemy] - y)
    return here != NOBODY or there != NOBODY


@kernel
def place_at(battle: Battle, unit: int, enemy: int, side: int, out: float, along: float, least: float,
             most: float) -> float:
    """AI-27 How far a unit has to go to a point so far before a side of an enemy and so far along it; very far: less
    than ``least``, not less than ``most``, or it may not wait there. The place is then where it is wanted."""
    ox, oy = turned(battle.fx[enemy], battle.fy[enemy], side)
    off = half_through(battle, enemy, side) + battle.half_depth[unit] + out
    x, y = battle.x[enemy] + off * ox + along * oy, battle.y[enemy] + off * oy - along * ox
    far = length(x - battle.x[unit], y - battle.y[unit])
    if far < least or far >= most:
        return FAR
    fx, fy = unit_vector(battle.x[enemy] - x, battle.y[enemy] - y)
    if not stands_free(battle, unit, x, y, fx, fy) or is_parted(battle, unit, x, y, enemy):
        return FAR
    want = battle.want[unit]
    want[0], want[1], want[2], want[3] = x, y, fx, fy
    return far


@kernel
def stage_at(battle: Battle, unit: int, enemy: int, side: int, least: float, most: float) -> float:
    """AI-27 How far a unit has to go to where it strikes a side of an enemy: straight before it, or at the nearer
    corner; very far: less than ``least``, or not less than ``most``."""
    ox, oy = turned(battle.fx[enemy], battle.fy[enemy], side)
    dx, dy = battle.x[unit] - battle.x[enemy], battle.y[unit] - battle.y[enemy]
    along = corner_along(battle, unit, enemy, side)
    along = along if dx * oy - dy * ox > 0.0 else -along
    corner = place_at(battle, unit, enemy, side, CORNER_OUT + STAGE_OFF, along, least, most)
    return min(corner, place_at(battle, unit, enemy, side, RUN_UP + STAGE_OFF, 0.0, least, min(corner, most)))


@kernel
def go_over(battle: Battle, unit: int, enemy: int) -> bool:
    """AI-27, LGG-3.0-f, m A hunting unit that a work or stream parts from its prey goes up flush against it, and over
    it from there; False: nothing parts them."""
    x, y = battle.x[unit], battle.y[unit]
    if not flush_before(battle, unit, x, y, battle.x[enemy] - x, battle.y[enemy] - y):
        return False
    rate = battle.general[ADVANCE]
    if crosses_from_here(battle, unit, enemy):
        go_up(battle, unit, enemy, BEYOND, rate)
    battle.want_rate[unit], battle.wanted_exactly[unit] = rate, 1.0
    return True


@kernel
def go_to_a_crossing(battle: Battle, unit: int, enemy: int) -> None:
    """AI-29a A unit that a river parts from its prey is wanted beyond the nearest bridge or ford; if there is none, as
    near to him as the bank allows."""
    over = best_crossing(battle, unit, battle.x[enemy], battle.y[enemy])
    if over == NOBODY:
        go_up(battle, unit, enemy, battle.general[CLOSE_GAP], battle.general[ADVANCE])
        return
    want_on_axis(battle, unit, over, CLEAR)
    battle.want_rate[unit] = battle.general[ADVANCE]


@kernel
def go_straight_up(battle: Battle, unit: int) -> None:
    """AI-27 A unit that reaches nobody from where it is goes up to the nearest enemy."""
    enemy = nearest_prey(battle, unit)
    battle.wanted_exactly[unit] = 0.0
    if enemy != NOBODY and is_beyond_water(battle, unit, enemy):
        go_to_a_crossing(battle, unit, enemy)
        return
    if enemy != NOBODY and battle.pieces > 0 and go_over(battle, unit, enemy):
        return
    if enemy != NOBODY and enemy_gap(battle, unit, enemy) > battle.general[CLOSES_FROM]:
        go_up(battle, unit, enemy, battle.general[CLOSE_GAP], battle.general[ADVANCE])


@kernel
def is_taken(battle: Battle, enemy: int, side: int) -> bool:
    """AI-27 Is a side of an enemy the place of some unit already?"""
    return int(battle.sides_taken[enemy]) & (1 << side) != 0


@kernel
def take_place(battle: Battle, enemy: int, side: int) -> None:
    """AI-27 A side of an enemy is the place of a unit from now on."""
    battle.sides_taken[enemy] = float(int(battle.sides_taken[enemy]) | (1 << side))


@kernel
def clear_places(battle: Battle) -> None:
    """AI-27 Nobody has a place yet."""
    for army in range(2):
        for unit in range(first_of(army), end_of(battle, army)):
            battle.sides_taken[unit] = 0.0


@kernel
def sides_free(battle: Battle, unit: int, enemy: int) -> int:
    """AI-27 The sides of an enemy, as bits, that a unit can reach and that are nobody's place yet."""
    shut, mark, bits = shut_sides(battle, enemy), bit_of(unit), 0
    trust_reach(battle, enemy, shut)
    if battle.reach_known[enemy] & mark == 0:
        learn_reach(battle, unit, enemy, shut)
    for side in range(SIDES_OF_A_BASE):
        reached = battle.can_reach[enemy, side] & ~battle.strike_barred[enemy, side] & mark != 0
        reached = reached and not is_taken(battle, enemy, side)
        bits |= int(reached) << side
    return bits


@kernel
def struck_by(battle: Battle, unit: int, enemy: int) -> int:
    """AI-27 The side of an enemy, flank and rear before the front, that is nobody's place yet and that a unit can
    strike as far as is seen at once; -1: none. Whether there is a legal way is seen when it strikes."""
    if verify_target(battle, unit, enemy) != 0 or not ground_is_open(battle, unit, enemy):
        return NOBODY
    sides = sides_free(battle, unit, enemy)
    if sides == 0 or zone_here(battle, unit, enemy) == BROKEN:
        return NOBODY
    side = SIDES_OF_A_BASE - 1
    while sides & (1 << side) == 0:
        side -= 1
    return side


@kernel
def strikes_here(battle: Battle, unit: int) -> bool:
    """AI-27 Does a unit see an open side of an enemy that it can strike and nobody has taken? It takes the nearest."""
    foe, best, place, least = 1 - side_of(unit), NOBODY, 0, battle.increment[unit]
    if verify_open(battle, unit, Activity.ATTACK) != 0:
        return False
    for enemy in range(first_of(foe), end_of(battle, foe)):
        near = on_board(battle, enemy) and enemy_gap(battle, unit, enemy) <= least
        if near and battle.no_way[enemy] & bit_of(unit) == 0:
            side = struck_by(battle, unit, enemy)
            if side != NOBODY:
                best, place, least = enemy, side, enemy_gap(battle, unit, enemy)
    if best != NOBODY:
        take_place(battle, best, place)
    return best != NOBODY


@kernel
def seek_place(battle: Battle, unit: int, least: float, increments: float) -> bool:
    """AI-27 A unit takes the nearest open side of an enemy that nobody has taken, within so many increments, and is
    wanted where it strikes it. It has looked in vain already within ``least`` increments."""
    foe, best, place = 1 - side_of(unit), NOBODY, 0
    near, most = (battle.increment[unit] * least), (battle.increment[unit] * increments)
    for enemy in range(first_of(foe), end_of(battle, foe)):
        gap = enemy_gap(battle, unit, enemy)
        apart = length(battle.x[enemy] - battle.x[unit], battle.y[enemy] - battle.y[unit])
        if not on_board(battle, enemy) or gap > most or apart - FARTHEST_OUT >= most:
            continue
        known = near if gap <= near else 0.0
        for side in range(SIDES_OF_A_BASE):
            if is_taken(battle, enemy, side) or open_shifts_of(battle, enemy, side) == 0:
                continue
            farther = FRONT_FARTHER if side == Face.FRONT else 0.0
            far = stage_at(battle, unit, enemy, side, known - farther, most - farther)
            if far < FAR:
                best, place, most = enemy, side, far + farther
    if best == NOBODY:
        return False
    take_place(battle, best, place)
    battle.want_rate[unit], battle.wanted_exactly[unit] = battle.general[ENVELOP], STAGED
    return True


@kernel
def hunt(battle: Battle, unit: int) -> None:
    """AI-27 A hunting unit that has nobody to strike goes to an open side of an enemy, else straight up to the
    nearest."""
    if battle.sides_taken[unit] != 0.0:
        battle.want_rate[unit] = 0.0
    elif battle.wanted_exactly[unit] != STAGED and not seek_place(battle, unit, 1.0, battle.general[HUNT_REACH]):
        go_straight_up(battle, unit)


@kernel
def waited_in_vain(battle: Battle, side: int) -> int:
    """AI-27, AI-29 The hunting units, as bits, that could strike from where they are a turn ago and have not: nothing
    was worth it. Where both sides hunt the marks of one are the other's places, and say nothing."""
    bits, first = 0, first_of(side)
    if battle.hunted_left[1 - side] > 0.0:
        return bits
    for n in range(battle.slots[side]):
        waited = int(battle.sides_taken[first + n] == 1.0) & int(battle.combat[first + n] == NOBODY)
        bits |= waited << n
    return bits


@kernel
def take_places(battle: Battle, side: int) -> None:
    """AI-27 The units that can strike from where they are take their places, then those that can be there next turn."""
    vain = waited_in_vain(battle, side)
    clear_places(battle)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.wanted_exactly[unit] == STAGED:
            battle.wanted_exactly[unit] = 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if may_hunt(battle, unit) and vain & bit_of(unit) == 0 and strikes_here(battle, unit):
            battle.sides_taken[unit] = 1.0
    for unit in range(first_of(side), end_of(battle, side)):
        if may_hunt(battle, unit) and battle.sides_taken[unit] == 0.0:
            seek_place(battle, unit, 0.0, 1.0)


@kernel
def go_on_hunting(battle: Battle, unit: int) -> None:
    """AI-27 A hunting unit that finds no way to whom it was to strike goes up to the nearest enemy instead."""
    if battle.hunted_left[side_of(unit)] > 0.0 and battle.sides_taken[unit] != 0.0:
        battle.sides_taken[unit], battle.duty_stale[unit] = 0.0, 1
        go_straight_up(battle, unit)
