"""The worth of ground beyond its modifiers: towns, bridges, hills, rough, a hole in the own line (AI-3, AI-10).

``ground_worth[unit]`` are the points of the ground on which a unit stands, ``hole_worth`` those of the hole that it
would leave, both since the start of the turn.
"""

from battles.resolvers.common.codes import Arm, Type
from battles.resolvers.core.geometry import FAR
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.plans.goals import BESIDE_GUN
from battles.resolvers.lgg.doctrine.plans.line import in_block, lane_depth, line_depth
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, RESERVE_ROLE, SECOND_ROLE, TOWN_ROLE
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, LIMITED_POSTURE
from battles.resolvers.lgg.doctrine.sees.sector import across_of, depth_of
from battles.resolvers.lgg.doctrine.sees.stands import foot_in_rough, in_town
from battles.resolvers.lgg.plane.footing import bridge_of, holder_of
from battles.resolvers.lgg.plane.space import end_of, enemy_gap, first_of, on_board, side_of
from battles.resolvers.lgg.plane.terrain import block_centre
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, Piece
from battles.resolvers.lgg.record.doctrine_numbers import GAP_PENALTY, HILL_VALUE, TOWN_VALUE
from battles.resolvers.lgg.record.state import Battle

AHEAD, BEHIND, REACH, NEAR = 7.0, 9.0, 10.0, 6.0
ASIDE, WIDE_LANE, ENEMY_BASE = 8.0, 8.0, 3.0
HILL_ASIDE, HILL_BACK = 3.0, 4.0
STANDS_THERE = 20.0
WIDE_GAP = 3.0
"""AI-3 A gap of this width in the own front is a hole; who goes out no farther than that leaves none."""


@kernel
def in_reach_of_line(battle: Battle, side: int, u: float, v: float, line: float) -> bool:
    """AI-3 Does a place lie before or little behind the own line, which is so far ahead, not far beyond its ends?"""
    return battle.front_low[side] - ASIDE < u < battle.front_high[side] + ASIDE and v > line - BEHIND


@kernel
def lies_between(battle: Battle, side: int, x: float, y: float, line: float) -> bool:
    """AI-3 Does a place lie on the own line or between the armies, as far as the first enemy in its lane?"""
    u, v = across_of(battle, side, x), depth_of(battle, side, y)
    return in_reach_of_line(battle, side, u, v, line) and v <= lane_depth(battle, u, WIDE_LANE) + ENEMY_BASE


@kernel
def ground_under(battle: Battle, unit: int) -> float:
    """AI-3 Return what the kind of ground under a unit is worth: a town block or bridge 6, a hill 3."""
    if in_town(battle, unit) or bridge_of(battle, unit) != NOBODY:
        return battle.general[TOWN_VALUE]
    return battle.general[HILL_VALUE] if battle.stand_level[unit] > 0 else 0.0


@kernel
def read_key_ground(battle: Battle, side: int) -> None:
    """AI-3 Once a turn: the worth, to a side, of the ground that every unit holds."""
    line = line_depth(battle, side)
    for army in range(SIDES):
        for unit in range(first_of(army), end_of(battle, army)):
            battle.ground_worth[unit] = 0.0
            if battle.pieces > 0 and on_board(battle, unit):
                worth = ground_under(battle, unit)
                if worth > 0.0 and lies_between(battle, side, battle.x[unit], battle.y[unit], line):
                    battle.ground_worth[unit] = worth


@kernel
def keeps_line(battle: Battle, side: int, unit: int) -> bool:
    """AI-3 Does a unit belong to a part of the line that does not attack?"""
    return battle.posture[side] >= HOLD_POSTURE or not in_block(battle, side, unit)


@kernel
def room_without(battle: Battle, at: int) -> float:
    """AI-3 The gap in the line if the unit at a place of the queue were not there."""
    left, right = battle.queue[at - 1], battle.queue[at + 1]
    apart = battle.worth[right] - battle.worth[left]
    return apart - battle.half_width[left] - battle.half_width[right]


@kernel
def read_holes(battle: Battle, side: int, n: int) -> None:
    """AI-3 What it costs if a unit leaves its place in the line, which stands in the queue."""
    for unit in range(first_of(side), end_of(battle, side)):
        battle.hole_worth[unit] = 0.0
    for at in range(1, n - 1):
        unit = battle.queue[at]
        if battle.arm[unit] == Arm.FOOT and keeps_line(battle, side, unit) and room_without(battle, at) >= WIDE_GAP:
            battle.hole_worth[unit] = battle.general[GAP_PENALTY]


@kernel
def leaving(battle: Battle, unit: int, target: int) -> float:
    """AI-3 What a unit gives up by going out against an enemy: the ground it holds, and its place in the line. Who
    goes no farther than a step comes back to both."""
    if enemy_gap(battle, unit, target) <= WIDE_GAP or battle.hunted_left[side_of(unit)] > 0.0:
        return 0.0
    return battle.ground_worth[unit] + battle.hole_worth[unit]


@kernel
def stands_on(battle: Battle, unit: int, x: float, y: float) -> bool:
    """AI-10 Does a unit stand so near to the middle of a town block that no other could go in?"""
    return max(abs(battle.x[unit] - x), abs(battle.y[unit] - y)) < 2.0 * battle.half_width[unit]


@kernel
def garrison_for(battle: Battle, side: int, x: float, y: float, militia: bool) -> int:
    """AI-10 The infantry unit for a town block or rough: near, and rather militia, or that alone; but who stands in the
    way of all others goes in himself."""
    best, cost = NOBODY, REACH if battle.posture[side] >= HOLD_POSTURE else NEAR
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.arm[unit] == Arm.FOOT and battle.combat[unit] == NOBODY:
            price = abs(battle.x[unit] - x) + abs(battle.y[unit] - y)
            price -= 6.0 if battle.type[unit] == Type.MILITIA_INF else 0.0
            price -= STANDS_THERE if stands_on(battle, unit, x, y) else 0.0
            role = battle.role_of[unit]
            spare = role in (SECOND_ROLE, RESERVE_ROLE) or (role == FRONT_ROLE and battle.posture[side] >= HOLD_POSTURE)
            if spare and price < cost and (battle.type[unit] == Type.MILITIA_INF or not militia):
                best, cost = unit, price
    return best


@kernel
def place_matters(battle: Battle, side: int, x: float, y: float) -> bool:
    """AI-3 Does a place lie on the own line or between the armies, nearer to us than to them?"""
    u, v = across_of(battle, side, x), depth_of(battle, side, y)
    line = line_depth(battle, side)
    near = in_reach_of_line(battle, side, u, v, line) and v < line + AHEAD
    return near and lane_depth(battle, u, WIDE_LANE) > v + 6.0


@kernel
def holder_in(battle: Battle, piece: int, side: int) -> int:
    """AI-10 The own infantry unit whose middle is in a patch of rough, or -1."""
    box = battle.piece_box[piece]
    for unit in range(first_of(side), end_of(battle, side)):
        foot = on_board(battle, unit) and battle.arm[unit] == Arm.FOOT and foot_in_rough(battle, unit)
        if foot and box[0] <= battle.x[unit] <= box[2] and box[1] <= battle.y[unit] <= box[3]:
            return unit
    return NOBODY


@kernel
def garrison_of(battle: Battle, side: int, piece: int) -> int:
    """AI-10 The unit that is to hold a town block, or on Hold militia a patch of rough; -1: nobody."""
    x, y = block_centre(battle, piece)
    if not place_matters(battle, side, x, y):
        return NOBODY
    if battle.piece_kind[piece] == Piece.TOWN:
        return garrison_for(battle, side, x, y, False)
    if battle.posture[side] < HOLD_POSTURE or holder_in(battle, piece, side) != NOBODY:
        return NOBODY
    return garrison_for(battle, side, x, y, True)


@kernel
def stays_in(battle: Battle, side: int, piece: int) -> bool:
    """AI-3 Is a town block held already? An own holder stays there."""
    holder = holder_of(battle, piece, NOBODY) if battle.piece_kind[piece] == Piece.TOWN else NOBODY
    if holder != NOBODY and side_of(holder) == side and battle.posture[side] >= LIMITED_POSTURE:
        battle.role_of[holder], battle.want_rate[holder] = TOWN_ROLE, 0.0
    return holder != NOBODY


@kernel
def hill_for(battle: Battle, side: int, n: int, at: int, u: float, v: float) -> int:
    """AI-10 On Hold the hill just behind the place of a battery, with infantry of the line on both sides; or -1."""
    left, right = 0, 0
    for neighbour in range(max(0, at - 2), min(n, at + 3)):
        aside = battle.worth[battle.queue[neighbour]] - battle.worth[battle.queue[at]]
        if battle.arm[battle.queue[neighbour]] == Arm.FOOT and abs(aside) < BESIDE_GUN:
            left, right = left + int(aside < 0.0), right + int(aside > 0.0)
    best, least = NOBODY, FAR
    if left == 0 or right == 0 or battle.posture[side] != HOLD_POSTURE:
        return best
    for piece in range(battle.pieces):
        if battle.piece_kind[piece] == Piece.HILL:
            x, y = block_centre(battle, piece)
            aside, back = abs(across_of(battle, side, x) - u), v - depth_of(battle, side, y)
            if aside < HILL_ASIDE and 0.0 <= back < HILL_BACK and aside + back < least:
                best, least = piece, aside + back
    return best
