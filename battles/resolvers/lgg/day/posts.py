"""The best places of commanders: what a stand at a place commands, and places before the battle (AI-11, HR-T5)."""

from battles.resolvers.common.codes import Weather
from battles.resolvers.core.geometry import rounded
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.commanders import stand_blocked
from battles.resolvers.lgg.command.radius import command_gap
from battles.resolvers.lgg.fighting.value import unit_value
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Edge, Status
from battles.resolvers.lgg.record.doctrine_numbers import HEADQUARTERS_FAR
from battles.resolvers.lgg.record.state import Battle

STAND_DEPTH = 6.0
"""HR-T5 How far from their own edge commanders stand before the battle."""
POST_STEP = 3.0


@kernel
def worth_of_stands(battle: Battle, side: int) -> float:
    """AI-11, S2-b The value of the units that a side's stands command: in full within R, in part within 2R."""
    total, far = 0.0, battle.general[HEADQUARTERS_FAR]
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            gap = command_gap(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
            if gap <= battle.radius:
                total += unit_value(battle, unit)
            elif gap <= 2.0 * battle.radius:
                total += unit_value(battle, unit) * far
    return total


@kernel
def worth_of_post(battle: Battle, leader: int, x: float, y: float) -> float:
    """AI-11 Return what a side's stands would command if one of them stood at a point."""
    bx, by = battle.lead_x[leader], battle.lead_y[leader]
    battle.lead_x[leader], battle.lead_y[leader] = x, y
    total = worth_of_stands(battle, leader // LEADERS)
    battle.lead_x[leader], battle.lead_y[leader] = bx, by
    return total


@kernel
def post_at(battle: Battle, side: int, n: int) -> tuple[float, float]:
    """HR-T5 The n-th place tried for a stand: from the middle of the zone outwards, by turns to both sides."""
    offset = POST_STEP * ((n + 1) // 2) * (1.0 if n % 2 == 1 else -1.0)
    if battle.edge[side] == Edge.SOUTH:
        return rounded(battle.width / 2.0 + offset), STAND_DEPTH
    return rounded(battle.width / 2.0 - offset), battle.depth - STAND_DEPTH


@kernel
def post_leader(battle: Battle, leader: int) -> None:
    """AI-11 Put a stand at the place of its zone from which most is commanded; the nearest to the middle of equals."""
    side, best = leader // LEADERS, -1.0
    bx, by = post_at(battle, side, 0)
    for n in range(2 * int(battle.width / 2.0 / POST_STEP) - 1):
        x, y = post_at(battle, side, n)
        worth = -1.0 if stand_blocked(battle, leader, x, y) else worth_of_post(battle, leader, x, y)
        if worth > best + 1e-9:
            best, bx, by = worth, x, y
    battle.lead_x[leader], battle.lead_y[leader] = bx, by


@kernel
def likely_radius(battle: Battle) -> float:
    """AI-11 The radius that the general reckons with before the day's weather is known: that of fair weather."""
    weather = Weather.NORMAL if battle.fixed_weather == NOBODY else battle.fixed_weather
    return battle.radius_by_weather[weather]


@kernel
def post_leaders(battle: Battle, side: int) -> None:
    """AI-11, S2-a The army commander first, then each wing where it adds most to what is commanded."""
    chief, radius = side * LEADERS, battle.radius
    battle.radius = likely_radius(battle)
    one, two = battle.lead_here[chief + 1], battle.lead_here[chief + 2]
    battle.lead_here[chief + 1], battle.lead_here[chief + 2] = 0, 0
    post_leader(battle, chief)
    battle.lead_here[chief + 1] = one
    if one == 1:
        post_leader(battle, chief + 1)
    battle.lead_here[chief + 2] = two
    if two == 1:
        post_leader(battle, chief + 2)
    battle.radius = radius
