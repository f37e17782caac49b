"""Answers outside a side's own turn: hits, ground, breaking off, staying, pursuit, amalgamation (AI-21 to 25)."""

from battles.resolvers.dice import DOCTRINE_STREAM
from battles.resolvers.lgg.day.amalgamation import alike, may_converge
from battles.resolvers.lgg.day.arrivals import due_later, is_coming
from battles.resolvers.lgg.day.evening import hits_to_allot, light_strength, still_there, victims_arm
from battles.resolvers.lgg.doctrine.choice import order
from battles.resolvers.lgg.doctrine.ground import ground_under
from battles.resolvers.lgg.doctrine.posture import (
    DELAY_POSTURE,
    broken_share,
    crowding,
    last_rounds,
    rho_of,
    skill_factor,
    strength_of,
)
from battles.resolvers.lgg.fighting.combat import verify_allot, verify_occupy
from battles.resolvers.lgg.fighting.value import combat_value, hit_value, point_value
from battles.resolvers.lgg.plane.space import end_of, first_of, side_of
from battles.resolvers.lgg.record.codes import (
    BOARD,
    CAV,
    CMD_ALLOT_HITS,
    CMD_ALLOT_PURSUIT,
    CMD_AMALGAMATE,
    CMD_BREAK_OFF,
    CMD_OCCUPY,
    CMD_RESOLVE,
    CMD_STAY_LEAVE,
    FOOT,
    NOBODY,
    NONRALLYABLE,
    RALLYABLE,
    RESULT_ATTACKER_TWO_HITS,
    SIDE_ROLL,
    UNUSED,
    WAITING,
)
from battles.resolvers.lgg.record.doctrine_numbers import (
    BREAK_OFF_BROKEN,
    BREAK_OFF_RHO,
    BREAK_OFF_SHARE,
    COVER_MARGIN,
    COVER_RETREAT,
    HELD_GROUND,
    LEAVE_BROKEN,
    LEAVE_SHARE,
    LEAVE_UNDECIDED,
    QUIET_LOSS,
    STAY_SHARE,
    UNDECIDED_LOSS,
)
from battles.resolvers.lgg.record.journal import N_CHOICE, throw
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle

ODDS_SIDES = 1000


@rule
def answer_hits(battle: Battle) -> None:
    """AI-2 Put the hits of a lost attack where they hurt least."""
    fight = battle.fight_now
    hits = 2 if battle.fight_result == RESULT_ATTACKER_TWO_HITS else 1
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    best, on_first = 1e9, 0
    for first in range(hits + 1):
        cost = hit_value(battle, one, first) + hit_value(battle, two, hits - first)
        if verify_allot(battle, first) == 0 and cost < best:
            best, on_first = cost, first
    order(battle, CMD_ALLOT_HITS, NOBODY, NOBODY)
    battle.cmd_arg = on_first


@rule
def answer_ground(battle: Battle) -> None:
    """AI-3 Of two victors the stronger takes the ground."""
    one, two = battle.fight_attackers[battle.fight_now, 0], battle.fight_attackers[battle.fight_now, 1]
    unit = one if battle.sp[one] >= battle.sp[two] else two
    order(battle, CMD_OCCUPY, unit, NOBODY)
    if verify_occupy(battle, unit) != 0:
        battle.cmd_unit = one + two - unit


@rule
def choose_combat(battle: Battle) -> None:
    """LGG-10.1-a The side that moved first resolves its own best combat first, and the enemy's best last."""
    best, which = -1e9, NOBODY
    for fight in range(battle.combats):
        if battle.fight_open[fight] == 1:
            value = combat_value(battle, fight)
            if side_of(battle.fight_defender[fight]) == battle.first:
                value = -1000.0 - value
            if value > best:
                best, which = value, fight
    order(battle, CMD_RESOLVE, NOBODY, which)


@rule
def is_hopeless(battle: Battle, side: int) -> bool:
    """AI-25 Is the battle lost? A plan that says how many units may break before the side leaves is taken at its
    word."""
    broken = broken_share(battle, side)
    if battle.plan_break_off[side] >= 0.0:
        return broken > 0.0 and broken >= battle.plan_break_off[side]
    if strength_of(battle, side) < battle.general[BREAK_OFF_SHARE] * strength_of(battle, 1 - side):
        return True
    return broken > battle.general[BREAK_OFF_BROKEN] and rho_of(battle, side) < battle.general[BREAK_OFF_RHO]


@rule
def answer_break_off(battle: Battle) -> None:
    """AI-25 Break off a battle that is lost, unless night or help is near."""
    side = battle.asked
    order(battle, CMD_BREAK_OFF, NOBODY, NOBODY)
    waits = due_later(battle, side) or last_rounds(battle)
    battle.cmd_arg = int(not waits and is_hopeless(battle, side))


@rule
def still_marching(battle: Battle, side: int) -> float:
    """AI-21 The value of what is still on its way to the field."""
    total = 0.0
    for row in range(side * SIDE_ROLL, side * SIDE_ROLL + battle.roll_count[side]):
        if is_coming(battle, row):
            total += battle.t_buy[battle.roll_type[row]] * battle.roll_before[row] / battle.roll_full[row]
    return total


@rule
def tomorrow(battle: Battle, side: int) -> float:
    """AI-21, AI-3 What a side will be worth in the morning: strength, what comes, recoveries and rallies expected, and
    the towns, bridges and hills that it holds."""
    total = still_marching(battle, side)
    for unit in range(first_of(side), end_of(battle, side)):
        point, chance = point_value(battle, unit) if battle.full[unit] > 0 else 0.0, battle.morale[unit] / 10.0
        if still_there(battle, unit):
            total += point * battle.sp[unit]
            if battle.status[unit] == BOARD:
                total += battle.general[HELD_GROUND] * ground_under(battle, unit)
            if battle.sp[unit] < battle.start[unit] and battle.arm[unit] in (FOOT, CAV):
                total += point * chance
        elif battle.status[unit] == RALLYABLE:
            total += point * chance
        elif battle.status[unit] == NONRALLYABLE:
            total += point * max(0.0, chance - 0.2)
    return total


@rule
def stay_chance(battle: Battle, side: int, rho: float) -> float:
    """AI-22 Between clear cases: how likely the side stays; light cavalry that covers or pursues counts."""
    low, high = battle.general[LEAVE_SHARE], battle.general[STAY_SHARE]
    chance = (rho - low) / (high - low)
    lights = light_strength(battle, side) - light_strength(battle, 1 - side)
    if lights <= -battle.general[COVER_MARGIN]:
        chance += battle.general[COVER_RETREAT]
    elif lights >= 0:
        chance -= battle.general[COVER_RETREAT]
    return chance


@rule
def share_left(battle: Battle, side: int) -> float:
    """AI-22 The part of the strength with which a side's units began that is still there."""
    left, start = 0, 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] not in (UNUSED, WAITING):
            start += battle.start[unit]
            left += battle.sp[unit] if still_there(battle, unit) else 0
    return left / start if start > 0 else 0.0


@rule
def is_undecided(battle: Battle) -> bool:
    """AI-4, AI-22 Has so little been lost on either side that the battle is still to be fought, and is there a day for
    it? Of a large army a day's actions touch only a part."""
    if battle.day >= battle.max_days:
        return False
    large = crowding(battle, 0) > 1.0 or crowding(battle, 1) > 1.0
    lost = battle.general[UNDECIDED_LOSS if large else QUIET_LOSS]
    return bool(1.0 - min(share_left(battle, 0), share_left(battle, 1)) <= lost)


@rule
def must_go(battle: Battle, side: int, rho: float) -> bool:
    """AI-22, AI-5 Is there a reason to leave by night, whatever speaks for staying?"""
    least = battle.general[LEAVE_UNDECIDED if is_undecided(battle) else LEAVE_SHARE]
    if battle.posture[side] == DELAY_POSTURE or rho < least:
        return True
    if battle.plan_break_off[side] >= 0.0 and is_hopeless(battle, side):
        return True
    cut_off = battle.supply_cut[side] == 1 and rho < 1.0
    return cut_off or broken_share(battle, side) > battle.general[LEAVE_BROKEN]


@rule
def will_stay(battle: Battle, side: int) -> bool:
    """AI-22 Does the side stay for another day?"""
    own = tomorrow(battle, side) * skill_factor(battle, side)
    enemy = tomorrow(battle, 1 - side) * skill_factor(battle, 1 - side)
    rho = own / enemy if enemy > 0.0 else 100.0
    if battle.capital[side] == 1:
        return True
    if must_go(battle, side, rho):
        return False
    if rho >= battle.general[STAY_SHARE] or is_undecided(battle):
        return True
    face = throw(battle, DOCTRINE_STREAM + side, ODDS_SIDES, N_CHOICE)
    return face <= stay_chance(battle, side, rho) * ODDS_SIDES


@rule
def answer_stay_or_leave(battle: Battle) -> None:
    """AI-22 Say whether the asked side stays."""
    order(battle, CMD_STAY_LEAVE, NOBODY, NOBODY)
    battle.cmd_arg = int(will_stay(battle, battle.asked))


@rule
def items_on(battle: Battle, unit: int) -> int:
    """AI-23 Hits already put on a unit by the command in hand."""
    for n in range(battle.cmd_items):
        if battle.cmd_item[n, 0] == unit:
            return int(battle.cmd_item[n, 1])
    return 0


@rule
def put_hit(battle: Battle, unit: int) -> None:
    """AI-23 One more hit of the pursuit on a unit."""
    for n in range(battle.cmd_items):
        if battle.cmd_item[n, 0] == unit:
            battle.cmd_item[n, 1] += 1
            return
    battle.cmd_item[battle.cmd_items, 0] = unit
    battle.cmd_item[battle.cmd_items, 1] = 1
    battle.cmd_items += 1


@rule
def cheapest_victim(battle: Battle, side: int, arm: int) -> int:
    """AI-23 The unit of an arm that one more hit hurts least: not broken by it if another can take it."""
    best, which = 1e9, NOBODY
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == arm and still_there(battle, unit):
            left = battle.sp[unit] - items_on(battle, unit)
            cost = point_value(battle, unit) + (100.0 if left == 1 else 10.0 / max(left, 1))
            if left > 0 and cost < best:
                best, which = cost, unit
    return which


@rule
def answer_pursuit_hits(battle: Battle) -> None:
    """AI-23 Place the hits of the pursuit."""
    order(battle, CMD_ALLOT_PURSUIT, NOBODY, NOBODY)
    for hit in range(3):
        for _ in range(hits_to_allot(battle, hit)):
            put_hit(battle, cheapest_victim(battle, battle.asked, victims_arm(hit)))


@rule
def worn_out(battle: Battle, unit: int) -> bool:
    """AI-23 Is the unit at half of its full strength or under?"""
    return may_converge(battle, unit) and 2 * battle.sp[unit] <= battle.full[unit]


@rule
def same_kind(battle: Battle, one: int, two: int) -> bool:
    """AI-23 Units of exactly the same type that may amalgamate."""
    return (alike(battle, one, two) and battle.type[one] == battle.type[two] and battle.guard[one] == battle.guard[two]
            and battle.outrider[one] == battle.outrider[two])


@rule
def gather(battle: Battle, side: int, unit: int, group: int) -> bool:
    """AI-23 Put the worn units like this one into a group; False if it is alone or another leads them."""
    before = battle.cmd_items
    for other in range(first_of(side), end_of(battle, side)):
        if worn_out(battle, other) and same_kind(battle, unit, other):
            if other < unit:
                battle.cmd_items = before
                return False
            battle.cmd_item[battle.cmd_items, 0] = other
            battle.cmd_item[battle.cmd_items, 1] = group
            battle.cmd_items += 1
    if battle.cmd_items < before + 2:
        battle.cmd_items = before
        return False
    return True


@rule
def answer_amalgamation(battle: Battle) -> None:
    """AI-23 Amalgamate worn units of exactly the same kind."""
    side, group = battle.asked, 0
    order(battle, CMD_AMALGAMATE, NOBODY, NOBODY)
    for unit in range(first_of(side), end_of(battle, side)):
        if worn_out(battle, unit) and gather(battle, side, unit, group):
            group += 1
