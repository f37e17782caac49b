"""Answers outside a side's own turn: hits, ground, combats, pursuit, amalgamation (AI-2, AI-23)."""

from battles.resolvers.aftermath.rules import PURSUED_ARMS, is_worn
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.day.amalgamation import alike, may_converge
from battles.resolvers.lgg.day.evening import hits_to_allot, still_there
from battles.resolvers.lgg.doctrine.sees.choice import order
from battles.resolvers.lgg.fighting.combat import verify_allot, verify_occupy
from battles.resolvers.lgg.fighting.value import combat_value, hit_value, point_value
from battles.resolvers.lgg.plane.space import end_of, first_of, side_of
from battles.resolvers.lgg.record.codes import NOBODY, Command, Result
from battles.resolvers.lgg.record.state import Battle


@kernel
def answer_hits(battle: Battle) -> None:
    """AI-2 Put the hits of a lost attack where they hurt least."""
    fight = battle.fight_now
    hits = 2 if battle.fight_result == Result.ATTACKER_TWO_HITS else 1
    one, two = battle.fight_attackers[fight, 0], battle.fight_attackers[fight, 1]
    best, on_first = 1e9, 0
    for first in range(hits + 1):
        cost = hit_value(battle, one, first) + hit_value(battle, two, hits - first)
        if verify_allot(battle, first) == 0 and cost < best:
            best, on_first = cost, first
    order(battle, Command.ALLOT_HITS, NOBODY, NOBODY)
    battle.cmd_arg = on_first


@kernel
def answer_ground(battle: Battle) -> None:
    """AI-3 Of two victors the stronger takes the ground."""
    one, two = battle.fight_attackers[battle.fight_now, 0], battle.fight_attackers[battle.fight_now, 1]
    unit = one if battle.sp[one] >= battle.sp[two] else two
    order(battle, Command.OCCUPY, unit, NOBODY)
    if verify_occupy(battle, unit) != 0:
        battle.cmd_unit = one + two - unit


@kernel
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
    order(battle, Command.RESOLVE, NOBODY, which)


@kernel
def items_on(battle: Battle, unit: int) -> int:
    """AI-23 Hits already put on a unit by the command in hand."""
    for n in range(battle.cmd_items):
        if battle.cmd_item[n, 0] == unit:
            return battle.cmd_item[n, 1]
    return 0


@kernel
def put_hit(battle: Battle, unit: int) -> None:
    """AI-23 One more hit of the pursuit on a unit."""
    for n in range(battle.cmd_items):
        if battle.cmd_item[n, 0] == unit:
            battle.cmd_item[n, 1] += 1
            return
    battle.cmd_item[battle.cmd_items, 0] = unit
    battle.cmd_item[battle.cmd_items, 1] = 1
    battle.cmd_items += 1


@kernel
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


@kernel
def answer_pursuit_hits(battle: Battle) -> None:
    """AI-23 Place the hits of the pursuit."""
    order(battle, Command.ALLOT_PURSUIT, NOBODY, NOBODY)
    for arm in PURSUED_ARMS:
        for _ in range(hits_to_allot(battle, arm)):
            put_hit(battle, cheapest_victim(battle, battle.asked, arm))


@kernel
def worn_out(battle: Battle, unit: int) -> bool:
    """AI-23 May the unit amalgamate, and is it worn?"""
    return may_converge(battle, unit) and is_worn(battle.sp[unit], battle.full[unit])


@kernel
def same_kind(battle: Battle, one: int, two: int) -> bool:
    """AI-23 Units of exactly the same type that may amalgamate."""
    return (alike(battle, one, two) and battle.type[one] == battle.type[two] and battle.guard[one] == battle.guard[two]
            and battle.outrider[one] == battle.outrider[two])


@kernel
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


@kernel
def answer_amalgamation(battle: Battle) -> None:
    """AI-23 Amalgamate worn units of exactly the same kind."""
    side, group = battle.asked, 0
    order(battle, Command.AMALGAMATE, NOBODY, NOBODY)
    for unit in range(first_of(side), end_of(battle, side)):
        if worn_out(battle, unit) and gather(battle, side, unit, group):
            group += 1
