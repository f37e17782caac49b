"""Wing commanders as the general uses them: where they go, and which of two takes over (AI-11, S2).

The post of each is planned once a turn, as the army commander's is, and offered until he has ridden there.
"""

from battles.resolvers.core.geometry import length, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.radius import FREE, band_of, in_touch, own_leader
from battles.resolvers.lgg.day.posts import worth_of_post, worth_of_stands
from battles.resolvers.lgg.doctrine.plans.headquarters import near_enemy
from battles.resolvers.lgg.doctrine.sees.choice import beats, offer, order
from battles.resolvers.lgg.fighting.value import unit_value
from battles.resolvers.lgg.movement.movement import verify_move_commander
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Command, Status
from battles.resolvers.lgg.record.doctrine_numbers import COLUMN_LEADER, HEADQUARTERS
from battles.resolvers.lgg.record.state import Battle

SHORT_OF = 0.1
STEP = 2.0
COLUMN_GAP = 6.0
"""HR-T6 How far the foremost unit of a column may be ahead of its leader before he rides after it."""


@kernel
def beyond_others(battle: Battle, wing: int) -> tuple[float, float, float]:
    """AI-11 The middle, by value, of the units that no stand but this wing commands within R, and their value."""
    x, y, total, side = 0.0, 0.0, 0.0, wing // LEADERS
    battle.lead_here[wing] = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and band_of(battle, unit) != FREE:
            value = unit_value(battle, unit)
            x, y, total = x + value * battle.x[unit], y + value * battle.y[unit], total + value
    battle.lead_here[wing] = 1
    return (x / total, y / total, total) if total > 0.0 else (0.0, 0.0, 0.0)


@kernel
def marching_with(battle: Battle, wing: int) -> int:
    """HR-T6 How many units still march under this leader."""
    units, side = 0, wing // LEADERS
    for unit in range(first_of(side), end_of(battle, side)):
        marching = battle.status[unit] == Status.BOARD and battle.under_own_leader[unit] == 1
        units += int(marching and own_leader(battle, unit) == wing)
    return units


@kernel
def column_post(battle: Battle, wing: int) -> tuple[float, float]:
    """HR-T6 A column's leader goes to the foremost of his units, as far as he can."""
    hx, hy, side = battle.lead_x[wing], battle.lead_y[wing], wing // LEADERS
    cx, cy = battle.lead_x[side * LEADERS], battle.lead_y[side * LEADERS]
    best, x, y = 1e9, hx, hy
    for unit in range(first_of(side), end_of(battle, side)):
        marching = battle.status[unit] == Status.BOARD and battle.under_own_leader[unit] == 1
        far = length(battle.x[unit] - cx, battle.y[unit] - cy)
        if marching and own_leader(battle, unit) == wing and far < best:
            best, x, y = far, battle.x[unit], battle.y[unit]
    far = min(length(x - hx, y - hy), battle.commander_move - SHORT_OF)
    dx, dy = unit_vector(x - hx, y - hy)
    return hx + dx * far, hy + dy * far


@kernel
def offer_post(battle: Battle, wing: int, x: float, y: float, score: float) -> None:
    """AI-11 Offer to move a wing commander to a point."""
    order(battle, Command.MOVE_COMMANDER, wing, NOBODY)
    battle.cmd_x, battle.cmd_y = x, y
    if verify_move_commander(battle) == 0:
        offer(battle, wing // LEADERS, score)


@kernel
def consider_following(battle: Battle, wing: int) -> None:
    """HR-T6 Offer that a column's leader rides after the foremost of his units when it is well ahead of him."""
    x, y = column_post(battle, wing)
    ahead = length(x - battle.lead_x[wing], y - battle.lead_y[wing]) > COLUMN_GAP
    score = battle.general[COLUMN_LEADER]
    if ahead and beats(battle, wing // LEADERS, score):
        offer_post(battle, wing, x, y, score)


@kernel
def post_of(battle: Battle, wing: int) -> tuple[float, float]:
    """AI-11 How far a wing goes towards the units without a commander: in touch with his chief, off the enemy."""
    side, hx, hy = wing // LEADERS, battle.lead_x[wing], battle.lead_y[wing]
    chief, inside = side * LEADERS, in_touch(battle, side * LEADERS, hx, hy)
    x, y, total = beyond_others(battle, wing)
    if total == 0.0 or not inside:
        x, y = battle.lead_x[chief], battle.lead_y[chief]
    far = min(length(x - hx, y - hy), battle.commander_move - SHORT_OF)
    dx, dy = unit_vector(x - hx, y - hy)
    while far > 0.0 and (near_enemy(battle, side, hx + dx * far, hy + dy * far)
                         or (inside and not in_touch(battle, chief, hx + dx * far, hy + dy * far))):
        far -= STEP
    return hx + dx * max(far, 0.0), hy + dy * max(far, 0.0)


@kernel
def plan_wing_post(battle: Battle, wing: int, here: float) -> None:
    """AI-11 Where a wing commander would have the stands together command more than they do ``here``."""
    battle.post_score[wing] = 0.0
    if battle.lead_here[wing] == 1 and marching_with(battle, wing) == 0:
        x, y = post_of(battle, wing)
        more = worth_of_post(battle, wing, x, y) - here
        battle.post_x[wing], battle.post_y[wing] = x, y
        battle.post_score[wing] = more * battle.general[HEADQUARTERS] / 10.0


@kernel
def plan_wings(battle: Battle, side: int) -> None:
    """AI-11 Once a turn: the posts of both wings of a side."""
    chief = side * LEADERS
    if battle.lead_here[chief + 1] == 1 or battle.lead_here[chief + 2] == 1:
        here = worth_of_stands(battle, side)
        plan_wing_post(battle, chief + 1, here)
        plan_wing_post(battle, chief + 2, here)


@kernel
def consider_wing(battle: Battle, wing: int) -> None:
    """AI-11, HR-T6 Offer to move a wing commander to his post, or after the column that he leads."""
    score = battle.post_score[wing]
    if battle.lead_here[wing] == 0 or battle.lead_moved[wing] == 1:
        return
    if marching_with(battle, wing) > 0:
        consider_following(battle, wing)
    elif score > 0.0 and beats(battle, wing // LEADERS, score):
        offer_post(battle, wing, battle.post_x[wing], battle.post_y[wing], score)


@kernel
def consider_wings(battle: Battle, side: int) -> None:
    """AI-11 Both wings of a side."""
    consider_wing(battle, side * LEADERS + 1)
    consider_wing(battle, side * LEADERS + 2)


@kernel
def choose_heir(battle: Battle) -> None:
    """LGG-S2-f Of two wings the better general takes over; of equals the one whose place commands more."""
    chief = battle.asked * LEADERS
    one, two = chief + 1, chief + 2
    battle.lead_here[chief] = 1
    first = worth_of_post(battle, chief, battle.lead_x[one], battle.lead_y[one])
    second = worth_of_post(battle, chief, battle.lead_x[two], battle.lead_y[two])
    battle.lead_here[chief] = 0
    better = battle.lead_skill[two] > battle.lead_skill[one]
    equal = battle.lead_skill[two] == battle.lead_skill[one]
    order(battle, Command.TAKE_OVER, two if better or (equal and second > first) else one, NOBODY)
