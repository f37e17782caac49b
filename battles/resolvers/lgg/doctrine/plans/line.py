"""The line of battle: where each unit of the front and each battery is to stand (AI-9, AI-10).

``queue`` holds the line from left to right, ``worth`` the place across the front at which each of them is to stand.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.rolls import mean_roll
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, GUN_ROLE
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, crowding
from battles.resolvers.lgg.doctrine.sees.sector import across_of, depth_of, sector_of
from battles.resolvers.lgg.plane.space import end_of, first_of, locked, on_board, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    ATTACK_ROLLS,
    ATTACK_SHARE,
    HOLE_NEAR,
    OVERLAP,
    PLANNED_SHARE,
)
from battles.resolvers.lgg.record.state import Battle

COMING_UP = 2.5
HOLE_WIDTH = 3.0
"""AI-3 A gap of this width is a hole that must be closed."""
TIGHT, LOOSE = 0.2, 1.6
"""AI-9 The least and the greatest gap between neighbours of the line: under 2", so that no side is exposed."""
BLOCK_MARGIN = 1.0
RANK = 6.0
"""AI-8 How far behind the foremost enemy infantry others still belong to his line."""
MOST_ASIDE = 7.0


@kernel
def lane_depth(battle: Battle, u: float, lane: float) -> float:
    """AI-8 How far ahead of the own edge the near edge of the first enemy in a lane stood as the turn began; very far:
    none there."""
    best = FAR
    for n in range(battle.lanes):
        best = min(best, battle.lane_depth[n] if abs(battle.lane_across[n] - u) < lane else FAR)
    return best


@kernel
def own_across(battle: Battle, unit: int) -> float:
    """AI-8 How far across the front a unit stands."""
    return across_of(battle, side_of(unit), battle.x[unit])


@kernel
def own_depth(battle: Battle, unit: int) -> float:
    """AI-8 How far ahead of its own edge a unit stands."""
    return depth_of(battle, side_of(unit), battle.y[unit])


@kernel
def in_line(battle: Battle, unit: int) -> bool:
    """AI-9 Does a unit belong to the line of battle: one of its front or its guns, not locked in a combat?"""
    return battle.role_of[unit] in (FRONT_ROLE, GUN_ROLE) and on_board(battle, unit) and not locked(battle, unit)


@kernel
def insert(battle: Battle, unit: int, at: int, n: int) -> None:
    """AI-9 Put a unit into the line at a place of the queue that holds ``n``."""
    for place in range(n, at, -1):
        battle.queue[place] = battle.queue[place - 1]
    battle.queue[at] = unit


@kernel
def by_place(battle: Battle, unit: int, n: int) -> int:
    """AI-9 The place in the queue that a unit has by where it stands."""
    at = 0
    while at < n and own_across(battle, battle.queue[at]) <= own_across(battle, unit):
        at += 1
    return at


@kernel
def hole_between(battle: Battle, at: int) -> float:
    """AI-9 The room between two neighbours of the line."""
    left, right = battle.queue[at - 1], battle.queue[at]
    apart = own_across(battle, right) - own_across(battle, left)
    return apart - battle.half_width[left] - battle.half_width[right]


@kernel
def by_need(battle: Battle, unit: int, n: int) -> int:
    """AI-9 The place at which a unit that comes up is wanted: the nearest hole, or the nearer end."""
    u, best, cost = own_across(battle, unit), by_place(battle, unit, n), FAR
    for at in range(1, n):
        if hole_between(battle, at) >= HOLE_WIDTH:
            off = abs(own_across(battle, battle.queue[at]) - 1.5 - u)
            if off < cost:
                best, cost = at, off
    if cost == FAR:
        best = 0 if 2 * best < n else n
    return best


@kernel
def line_depth(battle: Battle, side: int) -> float:
    """AI-9 How far ahead the middle of the front stands."""
    total, units = 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.role_of[unit] == FRONT_ROLE:
            total, units = total + own_depth(battle, unit), units + 1
    return total / units if units > 0 else 10.5


@kernel
def wanted_depth(battle: Battle, side: int) -> float:
    """AI-9 How far ahead the middle of the front is wanted, once its places are given."""
    total, units = 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.role_of[unit] == FRONT_ROLE and in_line(battle, unit) and battle.want_rate[unit] > 0.0:
            total, units = total + depth_of(battle, side, battle.want[unit, 1]), units + 1
    return total / units if units > 0 else line_depth(battle, side)


@kernel
def gather_line(battle: Battle, side: int) -> int:
    """AI-9 Write the line into the queue from left to right; how many they are."""
    n, depth = 0, line_depth(battle, side)
    near = crowding(battle, side) <= 1.0 or lane_depth(battle, 0.0, FAR) - depth <= battle.general[HOLE_NEAR]
    for coming in range(2):
        for unit in range(first_of(side), end_of(battle, side)):
            if in_line(battle, unit) and int(own_depth(battle, unit) < depth - COMING_UP) == coming:
                at = by_place(battle, unit, n) if coming == 0 else by_need(battle, unit, n)
                hole = near and coming == 1 and 0 < at < n and hole_between(battle, at) >= HOLE_WIDTH
                battle.called_up[unit] = 1.0 if hole else 0.0
                insert(battle, unit, at, n)
                n += 1
    return n


@kernel
def beside(battle: Battle, at: int, neighbour: int, direction: float) -> float:
    """AI-9 Where a unit of the line stands beside its neighbour: as near to its own place as the gap allows."""
    unit, other = battle.queue[at], battle.queue[neighbour]
    low = battle.half_width[unit] + battle.half_width[other] + TIGHT
    apart = (own_across(battle, unit) - battle.worth[other]) * direction
    return battle.worth[other] + direction * min(max(apart, low), low + LOOSE - TIGHT)


@kernel
def enemy_end(battle: Battle, side: int, sector: int) -> float:
    """AI-8 Where the enemy's line of infantry ends on a wing, across the front; very far: he has none."""
    direction, near, end = 1.0 if sector == 2 else -1.0, FAR, -FAR
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, enemy) and battle.arm[enemy] == Arm.FOOT:
            near = min(near, depth_of(battle, side, battle.y[enemy]))
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        ranks = on_board(battle, enemy) and battle.arm[enemy] == Arm.FOOT
        if ranks and depth_of(battle, side, battle.y[enemy]) <= near + RANK:
            edge = across_of(battle, side, battle.x[enemy]) * direction + battle.half_width[enemy]
            end = max(end, edge)
    return FAR if end == -FAR else end * direction


@kernel
def outflanks(battle: Battle, side: int) -> bool:
    """AI-8 Does the side attack on a wing, where it can come round the enemy's end?"""
    return battle.posture[side] < HOLD_POSTURE and sector_of(battle, side) != 1


@kernel
def nearest_in_line(battle: Battle, n: int, middle: float) -> int:
    """AI-9 The place in the queue of the unit nearest to a point of the front."""
    anchor = 0
    for at in range(n):
        if abs(own_across(battle, battle.queue[at]) - middle) < abs(own_across(battle, battle.queue[anchor]) - middle):
            anchor = at
    return anchor


@kernel
def wing_place(battle: Battle, side: int, unit: int) -> float:
    """AI-8 Where the outermost unit of an attack on a wing is to stand: a little beyond the enemy's end, and not
    farther aside than it comes on its way forward."""
    here, sector = own_across(battle, unit), sector_of(battle, side)
    end = enemy_end(battle, side, sector)
    if end == FAR:
        return here
    over = battle.general[OVERLAP]
    place = end + over if sector == 2 else end - over
    return min(max(place, here - MOST_ASIDE), here + MOST_ASIDE)


@kernel
def space_line(battle: Battle, side: int, n: int, middle: float) -> None:
    """AI-8, AI-9 Give every unit of the line its place across the front, closing up on the unit nearest to the middle;
    in an attack on a wing on the outermost, which goes round the enemy's end."""
    if n == 0:
        return
    anchor, round_it = nearest_in_line(battle, n, middle), outflanks(battle, side)
    if round_it:
        anchor = 0 if sector_of(battle, side) == 0 else n - 1
    unit = battle.queue[anchor]
    battle.worth[unit] = wing_place(battle, side, unit) if round_it else own_across(battle, unit)
    for at in range(anchor + 1, n):
        battle.worth[battle.queue[at]] = beside(battle, at, at - 1, 1.0)
    for at in range(anchor - 1, -1, -1):
        battle.worth[battle.queue[at]] = beside(battle, at, at + 1, -1.0)


@kernel
def foot_number(battle: Battle, n: int, number: int) -> int:
    """AI-9 The place in the queue of the infantry unit of that number from the left, the first being 0."""
    for at in range(n):
        if battle.arm[battle.queue[at]] == Arm.FOOT:
            if number == 0:
                return at
            number -= 1
    return n - 1


@kernel
def choose_block(battle: Battle, side: int, n: int) -> None:
    """AI-8, AI-9, AI-24 The part of the line that attacks: a share of its infantry in the attack sector, with guns
    between, and no more than the commander's actions bring up."""
    foot, sector = 0, sector_of(battle, side)
    for at in range(n):
        foot += int(battle.arm[battle.queue[at]] == Arm.FOOT)
    most = mean_roll(battle, side) * battle.general[ATTACK_ROLLS]
    share = battle.general[ATTACK_SHARE if battle.plan_sector[side] == NOBODY else PLANNED_SHARE]
    part = int(min(foot * share, most) + 0.5)
    first = 0 if sector == 0 else (foot - part if sector == 2 else (foot - part) // 2)
    battle.attack_from[side], battle.attack_to[side] = 1.0, 0.0
    if part > 0:
        battle.attack_from[side] = battle.worth[battle.queue[foot_number(battle, n, first)]] - BLOCK_MARGIN
        battle.attack_to[side] = battle.worth[battle.queue[foot_number(battle, n, first + part - 1)]] + BLOCK_MARGIN


@kernel
def in_block(battle: Battle, side: int, unit: int) -> bool:
    """AI-8 Does a unit of the line belong to the part that attacks?"""
    return battle.attack_from[side] <= battle.worth[unit] <= battle.attack_to[side]
