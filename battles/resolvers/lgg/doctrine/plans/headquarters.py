"""The commander's place: the one that has most of the army's worth within his radius (AI-11)."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import stand_beyond, stand_to_unit, stands_in_gorge
from battles.resolvers.lgg.command.radius import command_gap, well_within
from battles.resolvers.lgg.doctrine.plans.hunt import nearest_prey
from battles.resolvers.lgg.doctrine.plans.line import line_depth
from battles.resolvers.lgg.doctrine.plans.roles import FRONT_ROLE
from battles.resolvers.lgg.doctrine.sees.choice import order
from battles.resolvers.lgg.doctrine.sees.posture import HOLD_POSTURE, crowding, fear
from battles.resolvers.lgg.doctrine.sees.sector import depth_of, in_attack
from battles.resolvers.lgg.movement.movement import verify_move_commander
from battles.resolvers.lgg.plane.space import end_of, enemy_gap, first_of, on_board, side_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Command, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    BEYOND_PENALTY,
    FORESEES,
    HEADQUARTERS,
    HEADQUARTERS_FAR,
    HEADQUARTERS_OFF,
)
from battles.resolvers.lgg.record.state import Battle

STEP_BACK = 2.0
BEHIND, NEAREST, STAND = 5.0, 2.5, 2.0


@kernel
def next_place(battle: Battle, unit: int) -> tuple[float, float]:
    """AI-11 Where a unit of a side that attacks will stand after its next march."""
    x, y, side = battle.x[unit], battle.y[unit], side_of(unit)
    if battle.posture[side] >= HOLD_POSTURE or battle.want_rate[unit] <= 0.0 or battle.general[FORESEES] <= 0.0:
        return x, y
    dx, dy = battle.want[unit, 0] - x, battle.want[unit, 1] - y
    share = min(1.0, battle.increment[unit] / max(length(dx, dy), 0.1))
    return x + share * dx, y + share * dy


@kernel
def gap_in_command(battle: Battle, unit: int) -> float:
    """LGG-4.0-c, 8.1-a The distance from the better stand in command to a unit, or to where its next march takes it, if
    that is more; 0 where it is certainly within the radius."""
    x, y = next_place(battle, unit)
    if well_within(battle, unit, battle.x[unit], battle.y[unit]) and well_within(battle, unit, x, y):
        return 0.0
    here = command_gap(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return max(here, command_gap(battle, unit, x, y, battle.fx[unit], battle.fy[unit]))


@kernel
def is_large(battle: Battle, side: int) -> bool:
    """AI-4, AI-11 Has a side that attacks more units than can have a part in it?"""
    return battle.posture[side] < HOLD_POSTURE and crowding(battle, side) > 1.0


@kernel
def weight_of(battle: Battle, side: int, attacks: bool) -> float:
    """AI-11 How much a unit counts: twice in the attack sector; in a large army more there, and elsewhere as if it
    were beyond the radius."""
    if attacks:
        return 2.0 * crowding(battle, side)
    return battle.general[HEADQUARTERS_FAR] if is_large(battle, side) else 1.0


@kernel
def worth_of_place(battle: Battle, leader: int, x: float, y: float) -> float:
    """AI-3, AI-11, S2-b The units that a side would command with a stand at a point: each its value, less beyond the
    radius, twice in the attack sector, where infantry counts as far off as its next attack may take it."""
    side, total = leader // LEADERS, 0.0
    bx, by = battle.lead_x[leader], battle.lead_y[leader]
    battle.lead_x[leader], battle.lead_y[leader] = x, y
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            attacks = in_attack(battle, side, unit)
            gap = gap_in_command(battle, unit)
            gap += battle.increment[unit] if attacks and battle.arm[unit] == Arm.FOOT else 0.0
            value = battle.point[unit] * battle.sp[unit] * weight_of(battle, side, attacks)
            if gap <= battle.radius:
                total += value
            elif gap <= 2.0 * battle.radius:
                total += value * battle.general[HEADQUARTERS_FAR]
            else:
                total -= battle.general[BEYOND_PENALTY]
    battle.lead_x[leader], battle.lead_y[leader] = bx, by
    return total


@kernel
def coming_depth(battle: Battle, side: int) -> float:
    """AI-11 How far ahead the middle of the front will stand after its next march."""
    total, units = 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.role_of[unit] == FRONT_ROLE:
            _, y = next_place(battle, unit)
            total, units = total + depth_of(battle, side, y), units + 1
    return total / units if units > 0 else line_depth(battle, side)


@kernel
def army_middle(battle: Battle, side: int) -> tuple[float, float]:
    """AI-11 The middle of a side's infantry and cavalry by value, not ahead of the second line."""
    x, y, total = 0.0, 0.0, 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.arm[unit] in (Arm.FOOT, Arm.CAV):
            value = battle.point[unit] * battle.sp[unit]
            px, py = next_place(battle, unit)
            x, y = x + value * (battle.x[unit] + px) / 2.0, y + value * (battle.y[unit] + py) / 2.0
            total += value
    if total <= 0.0:
        return battle.width / 2.0, battle.depth / 2.0
    behind = min(depth_of(battle, side, y / total), coming_depth(battle, side) - BEHIND)
    return x / total, depth_of(battle, side, max(behind, 1.5))


@kernel
def attack_middle(battle: Battle, side: int) -> tuple[float, float]:
    """AI-11 Behind the middle of the infantry that attacks; without any, the middle of the army."""
    x, y, units = 0.0, 0.0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.role_of[unit] == FRONT_ROLE and in_attack(battle, side, unit):
            x, y, units = x + battle.x[unit], y + battle.y[unit], units + 1
    if units == 0:
        return army_middle(battle, side)
    return x / units, depth_of(battle, side, max(depth_of(battle, side, y / units) - BEHIND, 1.5))


@kernel
def near_enemy(battle: Battle, side: int, x: float, y: float) -> bool:
    """AI-11 Would a stand at a point be too near to an enemy unit? Less so before one who does not stir."""
    off = max(battle.general[HEADQUARTERS_OFF] * fear(battle, side), NEAREST)
    for unit in range(first_of(1 - side), end_of(battle, 1 - side)):
        if not on_board(battle, unit) or stand_beyond(battle, unit, x, y, off):
            continue
        if stand_to_unit(battle, unit, x, y) < off:
            return True
    return False


@kernel
def towards(battle: Battle, leader: int, x: float, y: float) -> tuple[float, float]:
    """AI-11 The place nearest to a point to which a commander may go in a round, not up to the enemy, nor into a
    gorge."""
    side, hx, hy = leader // LEADERS, battle.lead_x[leader], battle.lead_y[leader]
    dx, dy = x - hx, y - hy
    far = min(length(dx, dy), battle.commander_move - 0.1)
    dx, dy = unit_vector(dx, dy)
    while far > 0.0 and (stands_in_gorge(battle, hx + dx * far, hy + dy * far)
                         or near_enemy(battle, side, hx + dx * far, hy + dy * far)):
        far -= STEP_BACK
    return hx + dx * max(far, 0.0), hy + dy * max(far, 0.0)


@kernel
def headquarters(battle: Battle, leader: int) -> tuple[float, float]:
    """AI-11 Towards the middle of the army, of a large one that attacks towards that of its attack, as far as the
    commander goes in a round and not up to the enemy."""
    side = leader // LEADERS
    x, y = attack_middle(battle, side) if is_large(battle, side) else army_middle(battle, side)
    return towards(battle, leader, x, y)


@kernel
def note_prey(battle: Battle, side: int) -> None:
    """AI-11, AI-27 Take down the nearest enemy of every unit that hunts, in ``queue``, and in ``worth`` what it counts:
    twice when it reaches him."""
    for unit in range(first_of(side), end_of(battle, side)):
        battle.queue[unit - first_of(side)] = NOBODY
        if on_board(battle, unit) and battle.arm[unit] in (Arm.FOOT, Arm.CAV):
            enemy = nearest_prey(battle, unit)
            battle.queue[unit - first_of(side)] = enemy
            if enemy != NOBODY:
                twice = 2.0 if enemy_gap(battle, unit, enemy) <= battle.increment[unit] else 1.0
                battle.worth[unit] = twice * battle.point[unit] * battle.sp[unit]


@kernel
def square_of(dx: float, dy: float) -> float:
    """Return the square of a distance."""
    return dx * dx + dy * dy


@kernel
def worth_of_hunt(battle: Battle, leader: int, x: float, y: float) -> float:
    """AI-11, AI-27 The hunting units that have themselves and their prey within the radius of a stand at a point, less
    those beyond: a blow from the one to the other costs one action."""
    side, total = leader // LEADERS, 0.0
    within, beyond, part = battle.radius + STAND, 2.0 * battle.radius + STAND, battle.general[HEADQUARTERS_FAR]
    for unit in range(first_of(side), end_of(battle, side)):
        enemy = battle.queue[unit - first_of(side)]
        if enemy != NOBODY:
            far = max(square_of(battle.x[unit] - x, battle.y[unit] - y),
                      square_of(battle.x[enemy] - x, battle.y[enemy] - y))
            if far <= within * within:
                total += battle.worth[unit]
            elif far <= beyond * beyond:
                total += battle.worth[unit] * part
    return total


@kernel
def plan_hunters_place(battle: Battle, side: int) -> None:
    """AI-11, AI-27 The commander of a side that hunts rides to the units that can strike: of the places between each
    unit and its prey the one from which most blows cost one action."""
    leader = side * LEADERS
    note_prey(battle, side)
    here = worth_of_hunt(battle, leader, battle.lead_x[leader], battle.lead_y[leader])
    best = here
    for unit in range(first_of(side), end_of(battle, side)):
        enemy = battle.queue[unit - first_of(side)]
        if enemy != NOBODY:
            x, y = towards(battle, leader, (battle.x[unit] + battle.x[enemy]) / 2.0,
                           (battle.y[unit] + battle.y[enemy]) / 2.0)
            there = worth_of_hunt(battle, leader, x, y)
            if there > best:
                best, battle.chief_x[side], battle.chief_y[side] = there, x, y
    if best > here:
        battle.chief_score[side] = (best - here) * battle.general[HEADQUARTERS] / 10.0


@kernel
def plan_usual_place(battle: Battle, side: int) -> None:
    """AI-11 The commander goes to the middle of his army, or out of an enemy's way."""
    leader = side * LEADERS
    x, y = headquarters(battle, leader)
    here = worth_of_place(battle, leader, battle.lead_x[leader], battle.lead_y[leader])
    there = worth_of_place(battle, leader, x, y)
    exposed = near_enemy(battle, side, battle.lead_x[leader], battle.lead_y[leader])
    if there > here:
        battle.chief_score[side] = (there - here) * battle.general[HEADQUARTERS] / 10.0
    elif exposed and not near_enemy(battle, side, x, y):
        battle.chief_score[side] = battle.general[HEADQUARTERS_OFF] / 2.0
    battle.chief_x[side], battle.chief_y[side] = x, y


@kernel
def plan_headquarters(battle: Battle, side: int) -> None:
    """AI-11 Once a turn: is there a place from which the commander would have more of his army in hand? One who hunts
    follows his army as well, where no place commands more blows."""
    battle.chief_score[side] = 0.0
    if battle.lead_here[side * LEADERS] == 0:
        return
    if battle.hunted_left[side] > 0.0:
        plan_hunters_place(battle, side)
    if battle.chief_score[side] <= 0.0:
        plan_usual_place(battle, side)


@kernel
def move_headquarters(battle: Battle, side: int) -> bool:
    """AI-11 Put the commander's move in hand, if it is legal; it is considered once a turn."""
    battle.chief_score[side] = 0.0
    order(battle, Command.MOVE_COMMANDER, side * LEADERS, NOBODY)
    battle.cmd_x, battle.cmd_y = battle.chief_x[side], battle.chief_y[side]
    return verify_move_commander(battle) == 0
