"""The worth of staying and of leaving in the evening (AI-21, AI-22).

Each side has stakes (``battle.stakes``): what the field is worth to it won, drawn and lost, as parts of its army's
price, and how dear a strength point of its own is. What another day brings follows from the distance of both armies to
breaking (AI-28).
"""

from math import sqrt

from battles.resolvers.aftermath.rules import BOX_PENALTY, PURSUED_PENALTY
from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.rolls import mean_roll
from battles.resolvers.lgg.day.arrivals import is_coming
from battles.resolvers.lgg.day.evening import light_strength, still_there
from battles.resolvers.lgg.day.will import units_to_break
from battles.resolvers.lgg.doctrine.plans.ground import ground_under
from battles.resolvers.lgg.doctrine.sees.posture import fear, stirs_not
from battles.resolvers.lgg.fighting.value import point_value
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import SIDE_ROLL, Pending, Stake, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    DAYS_LOSS,
    ENEMY_STRENGTH,
    HELD_GROUND,
    PACE,
    UNSURE,
)
from battles.resolvers.lgg.record.state import Battle

PURSUIT_HIT = 4.0 / 6.0
"""LGG-15.3-a How many hits a die of the pursuit brings."""
PURSUED = PURSUED_PENALTY / 10
"""LGG-15.4-c By how much a pursuit lowers every chance to recover or to rally."""
UNLIKELIER = BOX_PENALTY / 10
"""LGG-15.4-b By how much a unit that may not rally in the day is less likely to do so by night."""
A_HIT = 7.0
"""AI-1 About what a strength point costs that the loser of a pursuit picks himself."""


@kernel
def still_marching(battle: Battle, side: int) -> float:
    """AI-21 The value of what is still on its way to the field."""
    total = 0.0
    if battle.without_help[side] > 0.0:
        return total
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        if is_coming(battle, row):
            total += battle.t_buy[battle.roll_type[row]] * battle.roll_before[row] / battle.roll_full[row]
    return total


@kernel
def army_price(battle: Battle, side: int) -> float:
    """AI-22 Return what a side's army was worth as it came to the battle; without the help that is left out of its
    reckoning."""
    total, alone = 0.0, battle.without_help[side] > 0.0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        if alone and is_coming(battle, row):
            continue
        kind = battle.roll_type[row]
        price = battle.t_buy[kind] + battle.roll_guard[row] * battle.t_guard_buy[kind]
        total += price * battle.roll_before[row] / battle.roll_full[row]
    return total


@kernel
def tomorrow(battle: Battle, side: int) -> float:
    """AI-21, AI-3 What a side will be worth in the morning: strength, what comes, recoveries and rallies expected, and
    the towns, bridges and hills that it holds."""
    total = still_marching(battle, side)
    for unit in range(first_of(side), end_of(battle, side)):
        point, chance = point_value(battle, unit) if battle.full[unit] > 0 else 0.0, battle.morale[unit] / 10.0
        if still_there(battle, unit):
            total += point * battle.sp[unit]
            if battle.status[unit] == Status.BOARD:
                total += battle.general[HELD_GROUND] * ground_under(battle, unit)
            if battle.sp[unit] < battle.start[unit] and battle.arm[unit] in (Arm.FOOT, Arm.CAV):
                total += point * chance
        elif battle.status[unit] == Status.RALLYABLE:
            total += point * chance
        elif battle.status[unit] == Status.NONRALLYABLE:
            total += point * max(0.0, chance - UNLIKELIER)
    return total


@kernel
def part_of_both(battle: Battle, side: int) -> float:
    """AI-21 The part that a side will have of the strength of both in the morning, each counted with its command: the
    root of what it throws on average."""
    own = tomorrow(battle, side) * sqrt(mean_roll(battle, side))
    enemy = tomorrow(battle, 1 - side) * sqrt(mean_roll(battle, 1 - side))
    return own / (own + enemy) if own + enemy > 0.0 else 0.5


@kernel
def chance_to_break_first(own: int, enemy: int, part: float) -> float:
    """AI-28 How likely the enemy's army breaks first, where ``own`` units more break the one and ``enemy`` the other,
    and each unit that breaks is the enemy's with a likelihood of ``part``: a race, counted out."""
    term = 1.0
    for _ in range(enemy):
        term *= part
    total, lost = 0.0, 0
    while lost < own:
        total += term
        term *= (1.0 - part) * (enemy + lost) / (lost + 1.0)
        lost += 1
    return total


@kernel
def decided_in(battle: Battle, days: float) -> float:
    """AI-29 How likely a battle that goes on is decided within so many days."""
    slower = 1.0 + battle.general[PACE] * days
    return 1.0 - 1.0 / (slower * slower)


@kernel
def part_left(battle: Battle, side: int) -> float:
    """AI-22 Return the part of a side's army, as it came to the battle, that it will have in the morning."""
    return tomorrow(battle, side) / max(army_price(battle, side), 1.0)


@kernel
def may_rally(battle: Battle, side: int) -> float:
    """AI-21 How many of its broken units a side may expect to rally by night."""
    units = 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] in (Status.RALLYABLE, Status.NONRALLYABLE):
            lower = UNLIKELIER if battle.status[unit] == Status.NONRALLYABLE else 0.0
            units += max(0.0, battle.morale[unit] / 10.0 - lower)
    return units


@kernel
def units_ahead(battle: Battle, side: int) -> int:
    """AI-21, AI-28 How many units of a side must still break, in the evening with those that may rally by night."""
    rallied = int(may_rally(battle, side) + 0.5) if battle.pending == Pending.STAY else 0
    return max(units_to_break(battle, side) + rallied, 1)


@kernel
def chance_to_win(battle: Battle, side: int) -> float:
    """AI-21, AI-28 How likely a side breaks the enemy's army before its own is broken, if both fight on. An enemy who
    does not stir breaks nobody."""
    own, enemy = units_ahead(battle, side), units_ahead(battle, 1 - side)
    part = part_of_both(battle, side)
    if stirs_not(battle, side):
        part = 1.0 - fear(battle, side) * (1.0 - part)
    return chance_to_break_first(own, enemy, part)


@kernel
def worth_if_both_stay(battle: Battle, side: int, days: float) -> float:
    """AI-21, AI-22 What a side expects of so many days more against an enemy who stays too: the field, less the part of
    its army that it loses, and the part of his that the enemy loses."""
    stakes, won, decided = battle.stakes[side], chance_to_win(battle, side), decided_in(battle, days)
    even = (1.0 - decided) * stakes[Stake.DRAWN]
    field = decided * (won * stakes[Stake.WON] + (1.0 - won) * stakes[Stake.LOST]) + even
    rate = battle.general[DAYS_LOSS] * min(days, 1.5)
    own = rate * (1.5 - won) * part_left(battle, side)
    enemy = rate * (0.5 + won) * part_left(battle, 1 - side) * battle.general[ENEMY_STRENGTH]
    return field - stakes[Stake.STRENGTH] * own + enemy


@kernel
def pursuit_cost(battle: Battle, side: int) -> float:
    """AI-22 What it costs a side to leave before an enemy who stays: the pursuit, and what it keeps from recovering."""
    lights = max(0, light_strength(battle, 1 - side) - light_strength(battle, side))
    if lights == 0:
        return 0.0
    total = lights * PURSUIT_HIT * A_HIT
    for unit in range(first_of(side), end_of(battle, side)):
        hurt = still_there(battle, unit) and battle.sp[unit] < battle.start[unit]
        if hurt or battle.status[unit] in (Status.RALLYABLE, Status.NONRALLYABLE):
            total += PURSUED * point_value(battle, unit)
    return total


@kernel
def worth_of_leaving(battle: Battle, side: int) -> float:
    """AI-22 Return what leaving is worth against an enemy who stays, in parts of the army's price."""
    stakes = battle.stakes[side]
    cost = stakes[Stake.STRENGTH] * pursuit_cost(battle, side) / max(army_price(battle, side), 1.0)
    return stakes[Stake.LOST] - cost


@kernel
def worth_of_his_leaving(battle: Battle, side: int) -> float:
    """AI-22 Return what it is worth to a side that stays if the enemy leaves."""
    gain = pursuit_cost(battle, 1 - side) * battle.general[ENEMY_STRENGTH]
    return battle.stakes[side, Stake.WON] + gain / max(army_price(battle, 1 - side), 1.0)


@kernel
def days_left(battle: Battle) -> float:
    """AI-21 How many days may follow this one."""
    return float(battle.max_days - battle.day) if battle.sudden_death == 0 else 0.0


@kernel
def better_to_stay(battle: Battle, side: int, he_stays: float) -> float:
    """AI-22 By how much staying is better than leaving, against an enemy who stays so likely."""
    both = worth_if_both_stay(battle, side, days_left(battle)) - worth_of_leaving(battle, side)
    alone = worth_of_his_leaving(battle, side) - battle.stakes[side, Stake.DRAWN]
    return he_stays * both + (1.0 - he_stays) * alone


@kernel
def stakes_of_field(battle: Battle, side: int) -> float:
    """AI-22 Return what lies between a field won and a field lost."""
    return battle.stakes[side, Stake.WON] - battle.stakes[side, Stake.LOST]


@kernel
def likely_to_stay(battle: Battle, side: int) -> float:
    """AI-22 How likely a side stays, as the enemy sees it: by what its stakes make of staying against one who stays."""
    if battle.capital[side] == 1 or days_left(battle) == 0.0:
        return 1.0
    lean = better_to_stay(battle, side, 1.0) / max(stakes_of_field(battle, side), 0.01)
    return min(max(0.5 + lean / (2.0 * battle.general[UNSURE]), 0.0), 1.0)


@kernel
def lean_to_stay(battle: Battle, side: int) -> float:
    """AI-22 By how much staying is better than leaving against the mix of the enemy's choices, as a part of what the
    field is worth."""
    lean = better_to_stay(battle, side, likely_to_stay(battle, 1 - side))
    return lean / max(stakes_of_field(battle, side), 0.01)
