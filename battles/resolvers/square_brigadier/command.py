"""Orders: their givers, their number, their price (SQB-03 to SQB-09, SQB-13)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, Skill, Status
from battles.resolvers.common.journal import log_event, log_pose, modify, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import enemy_beside, forward, steps_between
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import (
    FAR,
    FAR_PRICE,
    MOST_ORDER_DICE,
    SKILL_ADDS,
    Die,
    Event,
    Lead,
    Modifier,
    Own,
    Side,
)

NO_ORDER = 99
"""A price that nobody can pay."""
VACANT = -2
"""The holder of a post whose commander has become General; NOBODY where a leader's number names no post."""


@kernel
def general_of(battle: Battle, side: int) -> int:
    """SQB-03 The General of a side; NOBODY where he is lost."""
    leader = battle.side_own[side, Side.GENERAL]
    return leader if leader != NOBODY and battle.lead_state[leader] == Status.BOARD else NOBODY


@kernel
def holder_of(battle: Battle, post: int) -> int:
    """SQB-03 The commander who holds a post; NOBODY where it is vacant."""
    leader = battle.lead_own[post, Lead.HOLDER]
    return leader if leader >= 0 and battle.lead_state[leader] == Status.BOARD else NOBODY


@kernel
def posts_end(battle: Battle, side: int) -> int:
    """SQB-03 One more than the last leader of a side; a post has the number of its first holder."""
    return side * SIDE_LEADERS + battle.leaders[side]


@kernel
def promote(battle: Battle, side: int) -> None:
    """SQB-13 COM-16 The senior subordinate takes over from a lost General; the army's skill falls by a level."""
    if battle.side_own[side, Side.GENERAL] == NOBODY or general_of(battle, side) != NOBODY:
        return
    old = battle.side_own[side, Side.GENERAL]
    battle.skill[side] = max(Skill.POOR, battle.skill[side] - 1)
    battle.side_own[side, Side.GENERAL], battle.side_own[side, Side.DEFERRED] = NOBODY, 0
    for post in range(side * SIDE_LEADERS + 1, posts_end(battle, side)):
        heir = holder_of(battle, post)
        if heir != NOBODY:
            battle.side_own[side, Side.GENERAL], battle.lead_own[post, Lead.HOLDER] = heir, VACANT
            log_event(
                battle, Event.COMMAND_CHANGE, rule=13, side=side, old=old, new=heir, role=0, skill=battle.skill[side]
            )
            log_pose(battle, battle.lead_x[heir], battle.lead_y[heir], forward(battle, side))
            return


@kernel
def heir_unit(battle: Battle, post: int) -> int:
    """SQB-13 The unit with which a new commander of a post begins: one out of contact before others."""
    side = post // SIDE_LEADERS
    found = NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.POST] == post:
            if enemy_beside(battle, unit) == NOBODY:
                return unit
            found = unit
    return found


@kernel
def fill_post(battle: Battle, side: int, post: int) -> None:
    """SQB-13 A new commander takes a vacant post, with one of its units; he gives no orders this turn."""
    unit, new = heir_unit(battle, post), posts_end(battle, side)
    if unit == NOBODY or new >= (side + 1) * SIDE_LEADERS:
        return
    battle.leaders[side] += 1
    battle.lead_state[new], battle.lead_skill[new] = Status.BOARD, 1
    battle.lead_x[new], battle.lead_y[new] = battle.x[unit], battle.y[unit]
    battle.lead_own[new, Lead.HOLDER], battle.lead_own[new, Lead.NEW], battle.lead_own[new, Lead.ORDERS] = NOBODY, 1, 0
    battle.lead_own[post, Lead.HOLDER] = new
    log_event(battle, Event.COMMAND_CHANGE, rule=13, side=side, old=post, new=new, role=2, skill=1)
    log_pose(battle, battle.lead_x[new], battle.lead_y[new], battle.heading[unit])


@kernel
def fill_posts(battle: Battle, side: int) -> None:
    """SQB-13 Each vacant post costs the General an order; one is filled as long as he keeps another to give."""
    general = general_of(battle, side)
    if general == NOBODY:
        return
    for post in range(side * SIDE_LEADERS + 1, posts_end(battle, side)):
        vacant = battle.lead_own[post, Lead.HOLDER] != NOBODY and holder_of(battle, post) == NOBODY
        if vacant and battle.lead_own[general, Lead.ORDERS] >= 2 and heir_unit(battle, post) != NOBODY:
            battle.lead_own[general, Lead.ORDERS] -= 1
            fill_post(battle, side, post)


@kernel
def roll_general(battle: Battle, side: int, defer: bool) -> None:
    """SQB-04 SQB-07 SQB-08 The General defers, or throws a die, two after deferring; his skill counts, one at least."""
    general = general_of(battle, side)
    if general == NOBODY:
        return
    if defer:
        battle.side_own[side, Side.DEFERRED] += 1
        battle.lead_own[general, Lead.ORDERS] = 0
        log_event(battle, Event.ORDERS, rule=7, side=side, commander=general, total=0, deferred=1)
        return
    total = 0
    for _ in range(min(battle.num[MOST_ORDER_DICE], 1 + battle.side_own[side, Side.DEFERRED])):
        total += throw(battle, 6, Die.ORDERS)
    adds = battle.num[SKILL_ADDS + battle.skill[side]]
    modify(battle, 0, Modifier.SKILL, adds)
    total = max(1, total + adds)
    battle.side_own[side, Side.DEFERRED] = 0
    if battle.lead_own[general, Lead.DUMB] == 1:
        total = 0
    battle.lead_own[general, Lead.ORDERS] = total
    log_event(battle, Event.ORDERS, rule=8, side=side, commander=general, total=total)


@kernel
def roll_subordinates(battle: Battle, side: int) -> None:
    """SQB-04 Each subordinate throws a die: so many orders may he give this turn."""
    for post in range(side * SIDE_LEADERS + 1, posts_end(battle, side)):
        leader = holder_of(battle, post)
        if leader != NOBODY:
            total = throw(battle, 6, Die.ORDERS)
            if battle.lead_own[leader, Lead.DUMB] == 1:
                total = 0
            battle.lead_own[leader, Lead.ORDERS], battle.lead_own[leader, Lead.NEW] = total, 0
            log_event(battle, Event.ORDERS, rule=4, side=side, commander=leader, total=total)


@kernel
def price_by(battle: Battle, leader: int, unit: int) -> int:
    """SQB-05 SQB-06 What an order costs a commander: two to a unit that is far, or to another's in his own square."""
    if leader == NOBODY:
        return NO_ORDER
    away = steps_between(battle.lead_x[leader], battle.lead_y[leader], battle.x[unit], battle.y[unit])
    own = holder_of(battle, battle.own[unit, Own.POST]) == leader
    if not own and general_of(battle, leader // SIDE_LEADERS) != leader:
        return battle.num[FAR_PRICE] if away == 0 else NO_ORDER
    return 1 if away <= battle.num[FAR] else battle.num[FAR_PRICE]


@kernel
def can_pay(battle: Battle, leader: int, unit: int) -> bool:
    """SQB-04 Has a commander the orders that one to a unit costs him?"""
    return leader != NOBODY and price_by(battle, leader, unit) <= battle.lead_own[leader, Lead.ORDERS]


@kernel
def giver_for(battle: Battle, unit: int) -> int:
    """SQB-05 The giver of a unit's order: its own commander if one order is enough, else the cheapest; or NOBODY."""
    side = unit // SIDE_UNITS
    own, general = holder_of(battle, battle.own[unit, Own.POST]), general_of(battle, side)
    if not can_pay(battle, own, unit):
        return general if can_pay(battle, general, unit) else NOBODY
    if can_pay(battle, general, unit) and price_by(battle, general, unit) < price_by(battle, own, unit):
        return general
    return own


@kernel
def give_order(battle: Battle, unit: int) -> bool:
    """SQB-04 Give a unit an order to move, if somebody can."""
    leader = giver_for(battle, unit)
    if leader == NOBODY:
        return False
    price = price_by(battle, leader, unit)
    battle.lead_own[leader, Lead.ORDERS] -= price
    log_event(
        battle, Event.ORDER, rule=6 if price > 1 else 4, side=unit // SIDE_UNITS, unit=unit, commander=leader,
        price=price,
    )  # fmt: skip
    return True


@kernel
def ride_to(battle: Battle, leader: int, x: int, y: int) -> None:
    """SQB-09 A commander rides to a square, without an order."""
    side = leader // SIDE_LEADERS
    if battle.lead_x[leader] != x or battle.lead_y[leader] != y:
        battle.lead_x[leader], battle.lead_y[leader] = x, y
        log_event(battle, Event.COMMANDER_MOVE, rule=9, side=side, commander=leader)
        log_pose(battle, x, y, forward(battle, side))
