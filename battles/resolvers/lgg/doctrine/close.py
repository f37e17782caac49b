"""Closing in (AI-26, AI-27): who stands in his place and reaches nobody goes up to the enemy whom he could strike next,
and a battery to where it has a target. How lively the enemy is, as far as he has been seen.
"""

from battles.resolvers.geometry import FAR, length, unit_vector
from battles.resolvers.lgg.doctrine.batteries import find_a_post, on_a_base
from battles.resolvers.lgg.doctrine.crossing import flush_before
from battles.resolvers.lgg.doctrine.line import in_line
from battles.resolvers.lgg.doctrine.posture import (
    ATTACK_POSTURE,
    HOLD_POSTURE,
    M_FIERCE,
    M_HUNTS,
    M_LIVELY,
    lively,
    rho_of,
)
from battles.resolvers.lgg.doctrine.roles import (
    FRONT_ROLE,
    GUN_ROLE,
    RESERVE_ROLE,
    REST_ROLE,
    SECOND_ROLE,
    TOWN_ROLE,
    TRAIN_ROLE,
)
from battles.resolvers.lgg.doctrine.sector import depth_of, is_covered, is_spared, off_sector
from battles.resolvers.lgg.doctrine.sides import CORNER_OUT, corner_along, open_shifts_of, quadrant_of
from battles.resolvers.lgg.fighting.value import EXACT
from battles.resolvers.lgg.movement.zones import free_of_zones
from battles.resolvers.lgg.plane.space import (
    end_of,
    enemy_gap,
    first_of,
    half_through,
    locked,
    nearest_foe,
    on_board,
    side_of,
    turned,
)
from battles.resolvers.lgg.record.codes import ART, BOARD, CAV, FOOT, FRONT_SIDE, NOBODY
from battles.resolvers.lgg.record.doctrine_numbers import (
    ADVANCE,
    CLOSE_GAP,
    CLOSE_RATE,
    CLOSES_FROM,
    ENVELOP,
    FIERCE,
    HUNT_RHO,
    QUIET,
    QUIET_GUNS,
)
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle

WEIGHT, SOME = 0.35, 3
IN_PLACE = 2.0
COVERED_FARTHER = 6.0
"""AI-8 By how many inches an enemy in cover counts as farther off."""
STAGE_OFF, AROUND, EDGE = 0.1, 8.0, 2.0
STAGED, FLUSH, BEYOND = 2.0, 0.3, 0.6
"""AI-27 The mark in ``mind_of`` of a unit that is wanted where it can strike a flank."""
BESIDE, BEHIND = 1.6, 4.6
"""AI-26 Where the reserve of a side that holds stands beside and behind the point that is threatened."""


@rule
def fear(battle: Battle, side: int) -> float:
    """AI-3, AI-14 How much what the enemy might do next counts."""
    return float(1.0 - battle.general[QUIET] * (1.0 - lively(battle, side)))


@rule
def within_reach(battle: Battle, side: int) -> int:
    """AI-3 How many units of a side an enemy is near enough to attack."""
    units = 0
    for unit in range(first_of(side), end_of(battle, side)):
        units += int(on_board(battle, unit) and battle.in_reach[unit] != 0)
    return units


@rule
def blows_of(battle: Battle, side: int) -> int:
    """AI-3 How many combats that a side has begun are unresolved."""
    blows = 0
    for fight in range(battle.combats):
        blows += int(battle.fight_open[fight] == 1 and side_of(battle.fight_defender[fight]) != side)
    return blows


@rule
def watch_enemy(battle: Battle, side: int) -> None:
    """AI-3 After the enemy's turn: see how much of it he used."""
    if battle.on_turn == battle.first or battle.rolled[1 - side] == 0:
        return
    used = min(1.0, 1.3 * battle.spent[1 - side] / battle.rolled[1 - side])
    before = battle.mind[side, M_LIVELY]
    battle.mind[side, M_LIVELY] = before + WEIGHT * (used - 1.0 - before)
    if within_reach(battle, side) >= SOME:
        struck = min(1.0, battle.general[FIERCE] * blows_of(battle, 1 - side) / battle.rolled[1 - side])
        before = battle.mind[side, M_FIERCE]
        battle.mind[side, M_FIERCE] = before + WEIGHT * (struck - 1.0 - before)


@rule
def waits(battle: Battle, unit: int) -> bool:
    """AI-27 Is a unit free for more than the plan wants of it: in its place, not resting, spared or in a town?"""
    if battle.status[unit] != BOARD or locked(battle, unit) or is_spared(battle, unit):
        return False
    if battle.role_of[unit] in (REST_ROLE, TOWN_ROLE, TRAIN_ROLE):
        return False
    want = battle.want[unit]
    off = length(want[0] - battle.x[unit], want[1] - battle.y[unit])
    return battle.want_rate[unit] <= 0.0 or (off < IN_PLACE and battle.mind_of[unit, EXACT] == 0.0)


@rule
def nearest_prey(battle: Battle, unit: int) -> int:
    """AI-27 The enemy whom a unit reaches first, those in cover last; of a battery's only infantry and cavalry."""
    foe, best, least = 1 - side_of(unit), NOBODY, FAR
    for enemy in range(first_of(foe), end_of(battle, foe)):
        if on_board(battle, enemy) and (battle.arm[unit] != ART or battle.arm[enemy] in (FOOT, CAV)):
            off = enemy_gap(battle, unit, enemy) + (COVERED_FARTHER if is_covered(battle, enemy) else 0.0)
            off += COVERED_FARTHER if off_sector(battle, enemy) else 0.0
            if off < least:
                best, least = enemy, off
    return best


@rule
def go_up(battle: Battle, unit: int, enemy: int, gap: float, rate: float) -> None:
    """AI-27 A unit is wanted straight before an enemy, so far off."""
    dx, dy = unit_vector(battle.x[enemy] - battle.x[unit], battle.y[enemy] - battle.y[unit])
    far = enemy_gap(battle, unit, enemy) - gap
    want = battle.want[unit]
    want[0], want[1] = battle.x[unit] + far * dx, battle.y[unit] + far * dy
    want[2], want[3] = dx, dy
    battle.want_rate[unit] = rate


@rule
def close_in_with(battle: Battle, unit: int) -> None:
    """AI-27 One unit that waits goes nearer, if it reaches nobody from where it is."""
    enemy = nearest_prey(battle, unit)
    if enemy == NOBODY:
        return
    gap = enemy_gap(battle, unit, enemy)
    if battle.arm[unit] in (FOOT, CAV) and gap > battle.general[CLOSES_FROM]:
        go_up(battle, unit, enemy, float(battle.general[CLOSE_GAP]), float(battle.general[CLOSE_RATE]))


@rule
def threatened(battle: Battle, side: int) -> int:
    """AI-26 The unit of the line that the enemy is nearest to, those in cover last; -1: there is no line."""
    best, least = NOBODY, FAR
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.role_of[unit] == FRONT_ROLE and on_board(battle, unit):
            off = nearest_foe(battle, unit) + (COVERED_FARTHER if is_covered(battle, unit) else 0.0)
            if off < least:
                best, least = unit, off
    return best


@rule
def stand_behind(battle: Battle, unit: int, friend: int) -> None:
    """AI-26 A unit of the reserve is wanted behind the point of the line that is threatened most, on its own hand."""
    side = side_of(unit)
    hand = 1.0 if battle.x[unit] >= battle.x[friend] else -1.0
    way = -1.0 if depth_of(battle, side, battle.y[friend]) == battle.y[friend] else 1.0
    want = battle.want[unit]
    want[0], want[1] = battle.x[friend] + hand * BESIDE, battle.y[friend] + way * BEHIND
    want[2], want[3] = 0.0, -way
    battle.want_rate[unit] = battle.general[CLOSE_RATE]


@rule
def watch_over(battle: Battle, unit: int, friend: int) -> None:
    """AI-26 Of a side that holds: the reserve goes behind the threatened point."""
    role = battle.role_of[unit]
    if friend != NOBODY and role in (RESERVE_ROLE, SECOND_ROLE):
        stand_behind(battle, unit, friend)


@rule
def hunts(battle: Battle, side: int) -> bool:
    """AI-27 Does a side attack an enemy who does not stir, or who is so much weaker that no line is needed any more?"""
    if battle.posture[side] != ATTACK_POSTURE:
        return False
    return lively(battle, side) < battle.general[QUIET_GUNS] or rho_of(battle, side) >= battle.general[HUNT_RHO]


@rule
def note_hunt(battle: Battle, side: int) -> bool:
    """AI-27 See whether the side hunts, and how many are left to be hunted."""
    hunting, left, foe = hunts(battle, side), 0, 1 - side
    for enemy in range(first_of(foe), end_of(battle, foe)):
        left += int(battle.arm[enemy] in (FOOT, CAV) and battle.status[enemy] == BOARD)
    battle.mind[side, M_HUNTS] = float(left) if hunting else 0.0
    return hunting


@rule
def may_hunt(battle: Battle, unit: int) -> bool:
    """AI-27 Is this infantry or cavalry that is free to leave its place?"""
    if battle.arm[unit] not in (FOOT, CAV) or not on_board(battle, unit) or locked(battle, unit):
        return False
    return battle.role_of[unit] not in (REST_ROLE, TOWN_ROLE, TRAIN_ROLE) and not is_spared(battle, unit)


@rule
def stage_at(battle: Battle, unit: int, enemy: int, side: int, most: float) -> float:
    """AI-27 How far a unit has to go to the place from which it strikes a side of an enemy, round the nearer corner;
    very far: not less than ``most``, or it may not stand there. The place is then where it is wanted."""
    ox, oy = turned(battle.fx[enemy], battle.fy[enemy], side)
    off = half_through(battle, enemy, side) + battle.half_depth[unit] + CORNER_OUT + STAGE_OFF
    dx, dy = battle.x[unit] - battle.x[enemy], battle.y[unit] - battle.y[enemy]
    along = corner_along(battle, unit, enemy, side)
    along = along if dx * oy - dy * ox > 0.0 else -along
    x, y = battle.x[enemy] + off * ox + along * oy, battle.y[enemy] + off * oy - along * ox
    far = length(x - battle.x[unit], y - battle.y[unit])
    inside = EDGE < x < battle.width - EDGE and EDGE < y < battle.depth - EDGE
    if far >= most or not inside:
        return FAR
    fx, fy = unit_vector(battle.x[enemy] - x, battle.y[enemy] - y)
    if on_a_base(battle, unit, x, y) or not free_of_zones(battle, unit, x, y, fx, fy):
        return FAR
    want = battle.want[unit]
    want[0], want[1], want[2], want[3] = x, y, fx, fy
    return float(far)


@rule
def envelop(battle: Battle, unit: int) -> bool:
    """AI-27 A hunting unit goes where it can strike an open flank or rear next, if there is such a place near."""
    foe, most = 1 - side_of(unit), float(battle.increment[unit])
    best = most
    for enemy in range(first_of(foe), end_of(battle, foe)):
        if not on_board(battle, enemy) or enemy_gap(battle, unit, enemy) > most + AROUND:
            continue
        here = quadrant_of(battle, enemy, battle.x[unit], battle.y[unit])
        if here != FRONT_SIDE and open_shifts_of(battle, enemy, here) != 0:
            if enemy_gap(battle, unit, enemy) <= most:
                return False
            continue
        for side in range(1, 4):
            if side != here and open_shifts_of(battle, enemy, side) != 0:
                best = min(best, stage_at(battle, unit, enemy, side, best))
    if best < most:
        battle.want_rate[unit], battle.mind_of[unit, EXACT] = battle.general[ENVELOP], STAGED
    return best < most


@rule
def go_over(battle: Battle, unit: int, enemy: int) -> bool:
    """AI-27, LGG-3.0-f, m A hunting unit that a work or stream parts from its prey goes up flush against it, and over
    it from there; False: nothing parts them."""
    x, y = battle.x[unit], battle.y[unit]
    if not flush_before(battle, unit, x, y, battle.x[enemy] - x, battle.y[enemy] - y):
        return False
    want, rate = battle.want[unit], float(battle.general[ADVANCE])
    if length(want[0] - x, want[1] - y) < FLUSH:
        go_up(battle, unit, enemy, BEYOND, rate)
    battle.want_rate[unit], battle.mind_of[unit, EXACT] = rate, 1.0
    return True


@rule
def go_straight_up(battle: Battle, unit: int) -> None:
    """AI-27 A unit that reaches nobody from where it is goes up to the nearest enemy."""
    enemy = nearest_prey(battle, unit)
    battle.mind_of[unit, EXACT] = 0.0
    if enemy != NOBODY and battle.pieces > 0 and go_over(battle, unit, enemy):
        return
    if enemy != NOBODY and enemy_gap(battle, unit, enemy) > battle.general[CLOSES_FROM]:
        go_up(battle, unit, enemy, float(battle.general[CLOSE_GAP]), float(battle.general[ADVANCE]))


@rule
def hunt(battle: Battle, unit: int) -> None:
    """AI-27 A hunting unit goes to the flank of an enemy if it can, else straight up to the nearest."""
    if battle.general[ENVELOP] <= 0.0 or not envelop(battle, unit):
        go_straight_up(battle, unit)


@rule
def close_in(battle: Battle, side: int) -> None:
    """AI-26, AI-27 Everybody who waits: of a side that attacks nearer to the enemy, of one that holds to where he is
    needed."""
    if battle.posture[side] > HOLD_POSTURE or battle.general[CLOSE_RATE] <= 0.0:
        return
    friend = threatened(battle, side) if battle.posture[side] == HOLD_POSTURE else NOBODY
    hunting = note_hunt(battle, side)
    for unit in range(first_of(side), end_of(battle, side)):
        if hunting and may_hunt(battle, unit):
            hunt(battle, unit)
            continue
        if battle.arm[unit] == ART and battle.role_of[unit] == GUN_ROLE and in_line(battle, unit):
            find_a_post(battle, unit)
        if not waits(battle, unit) or battle.arm[unit] == ART:
            continue
        if battle.posture[side] < HOLD_POSTURE:
            close_in_with(battle, unit)
        else:
            watch_over(battle, unit, friend)
