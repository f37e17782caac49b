"""Closing in (AI-26, AI-27): who stands in his place and reaches nobody goes up to the enemy whom he could strike next,
and a battery to where it has a target. How lively the enemy is, as far as he has been seen.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR, length
from battles.resolvers.core.kernels import i64, kernel
from battles.resolvers.lgg.doctrine.plans.batteries import IN_RANGE, SAFE, find_a_post, lies_over_water, on_a_base
from battles.resolvers.lgg.doctrine.plans.hunt import (
    COVERED_FARTHER,
    go_up,
    hunt,
    may_hunt,
    nearest_prey,
    note_hunt,
    take_places,
)
from battles.resolvers.lgg.doctrine.plans.line import in_line
from battles.resolvers.lgg.doctrine.plans.roles import (
    FRONT_ROLE,
    GUN_ROLE,
    RESERVE_ROLE,
    REST_ROLE,
    SECOND_ROLE,
    TOWN_ROLE,
    TRAIN_ROLE,
)
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, WEIGHT, lively, rho_of, see_use
from battles.resolvers.lgg.doctrine.sees.sector import depth_of, is_covered, is_spared
from battles.resolvers.lgg.plane.space import (
    end_of,
    enemy_gap,
    first_of,
    locked,
    nearest_foe,
    on_board,
    side_of,
)
from battles.resolvers.lgg.record.codes import NOBODY, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    CLOSE_GAP,
    CLOSE_RATE,
    CLOSES_FROM,
    FIERCE,
    GUNS_FORWARD,
    QUIET_GUNS,
    REAR_EDGE,
)
from battles.resolvers.lgg.record.reasons import OF_HUNT, QUIET_FOE, STRONGER, TO_HUNT, forget_reason, note_reason
from battles.resolvers.lgg.record.state import Battle

SOME = 3
IN_PLACE = 2.0
BESIDE, BEHIND, BASE, ROOM, ABREAST = 1.6, 4.6, 3.0, 3.2, 3
"""AI-26 Where the reserve of a side that holds stands beside and behind the point that is threatened, how wide a base
is, what room it takes, and how many places beside the first are tried."""


@kernel
def within_reach(battle: Battle, side: int) -> int:
    """AI-3 How many units of a side an enemy is near enough to attack."""
    units = 0
    for unit in range(first_of(side), end_of(battle, side)):
        units += int(on_board(battle, unit) and battle.in_reach[unit] != 0)
    return units


@kernel
def blows_of(battle: Battle, side: int) -> int:
    """AI-3 How many combats that a side has begun are unresolved."""
    blows = 0
    for fight in range(battle.combats):
        blows += int(battle.fight_open[fight] == 1 and side_of(battle.fight_defender[fight]) != side)
    return blows


@kernel
def watch_enemy(battle: Battle, side: int) -> None:
    """AI-3 After the enemy's turn: see how much of his actions and of his chances to attack he used."""
    if battle.on_turn == battle.first or battle.rolled[1 - side] == 0:
        return
    see_use(battle, side)
    if within_reach(battle, side) >= SOME:
        battle.has_come_up[side] = 1.0
        struck = min(1.0, battle.general[FIERCE] * blows_of(battle, 1 - side) / battle.rolled[1 - side])
        before = battle.fierceness[side]
        battle.fierceness[side] = before + WEIGHT * (struck - 1.0 - before)


@kernel
def waits(battle: Battle, unit: int) -> bool:
    """AI-27 Is a unit free for more than the plan wants of it: in its place, not resting, spared or in a town?"""
    if battle.status[unit] != Status.BOARD or locked(battle, unit) or is_spared(battle, unit):
        return False
    if battle.role_of[unit] in (REST_ROLE, TOWN_ROLE, TRAIN_ROLE):
        return False
    want = battle.want[unit]
    off = length(want[0] - battle.x[unit], want[1] - battle.y[unit])
    return battle.want_rate[unit] <= 0.0 or (off < IN_PLACE and battle.wanted_exactly[unit] == 0.0)


@kernel
def close_in_with(battle: Battle, unit: int) -> None:
    """AI-27 One unit that waits goes nearer, if it reaches nobody from where it is."""
    enemy = nearest_prey(battle, unit)
    if enemy == NOBODY:
        return
    gap = enemy_gap(battle, unit, enemy)
    if battle.arm[unit] in (Arm.FOOT, Arm.CAV) and gap > battle.general[CLOSES_FROM]:
        go_up(battle, unit, enemy, battle.general[CLOSE_GAP], battle.general[CLOSE_RATE])


@kernel
def threatened(battle: Battle, side: int) -> int:
    """AI-26 The unit of the line that the enemy is nearest to, those in cover last; -1: there is no line."""
    best, least = NOBODY, FAR
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.role_of[unit] == FRONT_ROLE and on_board(battle, unit):
            off = nearest_foe(battle, unit) + (COVERED_FARTHER if is_covered(battle, unit) else 0.0)
            if off < least:
                best, least = unit, off
    return best


@kernel
def is_given(battle: Battle, unit: int, x: float, y: float) -> bool:
    """AI-26 Does a friend of the reserve stand at a point, or has one been given it this turn?"""
    if on_a_base(battle, unit, x, y):
        return True
    for friend in range(first_of(side_of(unit)), unit):
        waits = battle.role_of[friend] in (RESERVE_ROLE, SECOND_ROLE) and on_board(battle, friend)
        if waits and max(abs(battle.want[friend, 0] - x), abs(battle.want[friend, 1] - y)) < BASE:
            return True
    return False


@kernel
def stand_behind(battle: Battle, unit: int, friend: int) -> None:
    """AI-26 A unit of the reserve is wanted behind the point of the line that is threatened most, on its own hand,
    beside those who are there."""
    side = side_of(unit)
    hand = 1.0 if battle.x[unit] >= battle.x[friend] else -1.0
    way = -1.0 if depth_of(battle, side, battle.y[friend]) == battle.y[friend] else 1.0
    back = max(depth_of(battle, side, battle.y[friend]) - BEHIND, battle.general[REAR_EDGE])
    x, y, want = battle.x[friend] + hand * BESIDE, depth_of(battle, side, back), battle.want[unit]
    for _ in range(ABREAST):
        if is_given(battle, unit, x, y):
            x += hand * ROOM
    want[0], want[1], want[2], want[3] = x, y, 0.0, -way
    battle.want_rate[unit] = battle.general[CLOSE_RATE]


@kernel
def watch_over(battle: Battle, unit: int, friend: int) -> None:
    """AI-26 Of a side that holds: the reserve goes behind the threatened point."""
    role = battle.role_of[unit]
    if friend != NOBODY and role in (RESERVE_ROLE, SECOND_ROLE):
        stand_behind(battle, unit, friend)


@kernel
def follow_the_hunt(battle: Battle, gun: int) -> None:
    """AI-27 A battery without a post near by goes up to the nearest enemy as the others hunt, as far as it shoots, but
    over no water."""
    enemy = nearest_prey(battle, gun)
    reach = battle.t_range[battle.type[gun]]
    if enemy != NOBODY and enemy_gap(battle, gun, enemy) > reach:
        go_up(battle, gun, enemy, max(reach - IN_RANGE, SAFE), battle.general[GUNS_FORWARD])
        if lies_over_water(battle, gun, battle.want[gun, 0], battle.want[gun, 1]):
            battle.want_rate[gun] = 0.0


@kernel
def note_the_hunt(battle: Battle, side: int, hunting: bool) -> None:
    """AI-27 Write down that a side gives up its line to hunt, and why."""
    if hunting:
        why = QUIET_FOE if lively(battle, side) < battle.general[QUIET_GUNS] else STRONGER
        note_reason(battle, side, OF_HUNT, 1, TO_HUNT, why, i64(100.0 * rho_of(battle, side) + 0.5), 0)
    else:
        forget_reason(battle, side, OF_HUNT)


@kernel
def close_in(battle: Battle, side: int) -> None:
    """AI-26, AI-27 Everybody who waits: of a side that attacks nearer to the enemy, of one that holds to where he is
    needed."""
    if battle.posture[side] > HOLD_POSTURE or battle.general[CLOSE_RATE] <= 0.0:
        return
    friend = threatened(battle, side) if battle.posture[side] == HOLD_POSTURE else NOBODY
    hunting = note_hunt(battle, side)
    note_the_hunt(battle, side, hunting)
    if hunting:
        take_places(battle, side)
    for unit in range(first_of(side), end_of(battle, side)):
        if hunting and may_hunt(battle, unit):
            hunt(battle, unit)
            continue
        if battle.arm[unit] == Arm.ART and battle.role_of[unit] == GUN_ROLE and in_line(battle, unit):
            posted = find_a_post(battle, unit)
            if hunting and not posted:
                follow_the_hunt(battle, unit)
        if not waits(battle, unit) or battle.arm[unit] == Arm.ART:
            continue
        if battle.posture[side] < HOLD_POSTURE:
            close_in_with(battle, unit)
        else:
            watch_over(battle, unit, friend)
