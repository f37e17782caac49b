"""The general by night (HR-D2): worn units go to the rear, fresh ones close up to the line, or to 12" from the enemy
where they attack; he joins them."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import rounded, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.radius import in_command
from battles.resolvers.lgg.day.deploy import ahead, table_point
from battles.resolvers.lgg.day.morning import middle_of, own_depth
from battles.resolvers.lgg.day.night import FARTHEST, verify_night, verify_rest
from battles.resolvers.lgg.day.parting import APART
from battles.resolvers.lgg.doctrine.plans.hunt import nearest_prey
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE, GUN_ROLE
from battles.resolvers.lgg.doctrine.sees.choice import add_leg, order
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE
from battles.resolvers.lgg.plane.space import end_of, enemy_gap, first_of, on_board
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Command
from battles.resolvers.lgg.record.state import Battle

LINE_DEPTH, REAR_DEPTH = 12.0, 6.5
"""AI-16 How deep the line stands at least, and where worn units rest, from the own edge."""
SLACK = 3.0
SHORTEST, JUST_OFF = 2.0, 0.05
"""A march by night under this is not worth it."""
LEADER_BEHIND = 6.0
PLACES, ASIDE = 5, 4.0
"""AI-11, R-54 Places beside one another that commanders who ride to their army try."""
BEHIND_LINE = 9.0
"""AI-9 How far behind the place of the foremost line the middles of the others stand."""


@kernel
def is_worn(battle: Battle, unit: int) -> bool:
    """AI-16 Infantry and cavalry at half of their strength or less rest behind the line."""
    return battle.arm[unit] in (Arm.FOOT, Arm.CAV) and 2 * battle.sp[unit] <= battle.full[unit]


@kernel
def line_depth(battle: Battle, side: int) -> float:
    """AI-9 How deep the fresh units of a side stand on average."""
    total, units = 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and not is_worn(battle, unit):
            total, units = total + own_depth(battle, side, battle.y[unit]), units + 1
    return max(LINE_DEPTH, total / units) if units > 0 else LINE_DEPTH


@kernel
def foremost_enemy(battle: Battle, side: int) -> float:
    """AI-8 How far ahead of a side's own edge the nearest enemy stands."""
    least = battle.depth
    for enemy in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, enemy):
            least = min(least, own_depth(battle, side, battle.y[enemy]))
    return least


@kernel
def depth_to_attack(battle: Battle, side: int, unit: int) -> float:
    """AI-9 How deep a unit of a side that attacks should stand in the morning: its line as near to the enemy as the
    night allows, the others behind that; nobody farther back than he stands."""
    depth = own_depth(battle, side, battle.y[unit])
    if battle.role_of[unit] in (FRONT_ROLE, GUN_ROLE):
        return depth + FARTHEST
    return max(depth, min(depth + FARTHEST, foremost_enemy(battle, side) - APART - BEHIND_LINE))


@kernel
def wanted_depth(battle: Battle, side: int, unit: int, line: float) -> float:
    """AI-9, AI-16 How deep a unit should stand in the morning."""
    depth = own_depth(battle, side, battle.y[unit])
    if is_worn(battle, unit):
        return min(depth, max(REAR_DEPTH, line - LINE_DEPTH))
    if battle.posture[side] < HOLD_POSTURE:
        return depth_to_attack(battle, side, unit)
    return depth if abs(depth - line) <= SLACK else line


@kernel
def plan_night(battle: Battle, side: int, unit: int, depth: float) -> bool:
    """HR-D2 (2) March a unit straight to a depth, or as near to it as it may; False: not worth it."""
    u = battle.x[unit] if ahead(battle, side) > 0.0 else battle.width - battle.x[unit]
    here = own_depth(battle, side, battle.y[unit])
    far = min(FARTHEST, abs(depth - here))
    while far >= SHORTEST:
        x, y = table_point(battle, side, u, here + far if depth > here else here - far)
        order(battle, Command.NIGHT_MOVE, unit, NOBODY)
        add_leg(battle, rounded(x), rounded(y), 0.0, ahead(battle, side))
        if verify_night(battle) == 0:
            return True
        far -= SHORTEST
    return False


@kernel
def plan_hunt(battle: Battle, side: int, unit: int) -> bool:
    """AI-27 By night a unit of a side that hunts goes to 12" from the nearest enemy, or as near to it as it may."""
    enemy = nearest_prey(battle, unit)
    if enemy == NOBODY or is_worn(battle, unit):
        return False
    dx, dy = unit_vector(battle.x[enemy] - battle.x[unit], battle.y[enemy] - battle.y[unit])
    far = min(FARTHEST, enemy_gap(battle, unit, enemy) - APART - JUST_OFF)
    while far >= SHORTEST:
        order(battle, Command.NIGHT_MOVE, unit, NOBODY)
        add_leg(battle, rounded(battle.x[unit] + far * dx), rounded(battle.y[unit] + far * dy), dx, dy)
        if verify_night(battle) == 0:
            return True
        far -= SHORTEST
    return False


@kernel
def moves_by_night(battle: Battle, side: int, unit: int, line: float) -> bool:
    """AI-16, AI-27 Put the night move of a unit in hand; False: it stays."""
    if verify_rest(battle, unit) != 0:
        return False
    if battle.hunted_left[side] > 0.0 and battle.arm[unit] in (Arm.FOOT, Arm.CAV, Arm.ART):
        return plan_hunt(battle, side, unit)
    return plan_night(battle, side, unit, wanted_depth(battle, side, unit, line))


@kernel
def rides(battle: Battle, leader: int) -> bool:
    """AI-11 The army commander joins his army; a wing that is in command where he stands stays there."""
    if battle.lead_here[leader] == 0 or battle.lead_moved[leader] == 1:
        return False
    return leader % LEADERS == 0 or not in_command(battle, leader)


@kernel
def plan_ride(battle: Battle, side: int, leader: int) -> bool:
    """AI-11 Bring a commander behind the middle of the army, or to it."""
    x, y = middle_of(battle, side)
    order(battle, Command.MOVE_COMMANDER, leader, NOBODY)
    for number in range(2 * PLACES):
        aside = (number // 2 + 1) // 2 * ASIDE * (1.0 if number // 2 % 2 == 1 else -1.0)
        battle.cmd_x = rounded(x + aside)
        battle.cmd_y = rounded(y - ahead(battle, side) * LEADER_BEHIND) if number % 2 == 0 else rounded(y)
        if verify_night(battle) == 0:
            return True
    return False


@kernel
def plan_rides(battle: Battle, side: int) -> bool:
    """AI-11 The next commander who rides."""
    for leader in range(side * LEADERS, side * LEADERS + LEADERS):
        if rides(battle, leader) and plan_ride(battle, side, leader):
            return True
    return False


@kernel
def answer_the_night(battle: Battle) -> None:
    """AI-16 The next night move that is worth it; then the commanders; then done."""
    side = battle.asked
    line = line_depth(battle, side)
    for unit in range(first_of(side), end_of(battle, side)):
        if moves_by_night(battle, side, unit, line):
            battle.vetted = 1
            return
    battle.vetted = int(plan_rides(battle, side))
    if battle.vetted == 0:
        order(battle, Command.DONE, NOBODY, NOBODY)
