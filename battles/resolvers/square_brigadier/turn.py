"""The course of a day: player turns, break test, limit (SQB-01, SQB-02, SQB-47, SQB-51)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, SIDES, Arm, Posture, Status
from battles.resolvers.common.ending import break_off, break_test, judge, lost_units, write_back
from battles.resolvers.common.journal import log_event, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import bring_late
from battles.resolvers.common.squares import enemy_about, enemy_beside, steps_between, who_is_at
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.chance import clear_cards, draw_card
from battles.resolvers.square_brigadier.codes import (
    AI_BREAK_OFF,
    AI_CALL_OFF,
    AI_GAP,
    BREAK_OF,
    CHANCE,
    FIRST_BY_DIE,
    RIDE,
    Die,
    Event,
    Own,
    Side,
)
from battles.resolvers.square_brigadier.command import (
    fill_posts,
    general_of,
    holder_of,
    promote,
    ride_to,
    roll_general,
    roll_subordinates,
)
from battles.resolvers.square_brigadier.doctrine import act
from battles.resolvers.square_brigadier.losses import try_escapes
from battles.resolvers.square_brigadier.melee import melees

NEAR_ENOUGH, OUTSHOT_TURNS = 4, 3


@kernel
def nearest_enemy(battle: Battle, unit: int) -> int:
    """C.9 The squares from a unit to the nearest enemy on the board; 99 without one."""
    side, best = 1 - unit // SIDE_UNITS, 99
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD:
            best = min(best, steps_between(battle.x[unit], battle.y[unit], battle.x[other], battle.y[other]))
    return best


@kernel
def count_arms(battle: Battle, side: int) -> None:
    """C.9 Count a side's units beside guns, and its guns, on the board or on their way."""
    battle.side_own[side, Side.FIGHTERS] = battle.side_own[side, Side.GUNS] = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] in (Status.BOARD, Status.WAITING):
            battle.side_own[side, Side.GUNS if battle.arm[unit] == Arm.ART else Side.FIGHTERS] += 1


@kernel
def measure(battle: Battle, side: int) -> int:
    """C.9 Measure for each unit how near the enemy is, release reserves that he comes near to; the least distance."""
    least = 99
    count_arms(battle, side)
    count_arms(battle, 1 - side)
    late = 2 * battle.turn > battle.limit
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD:
            battle.own[unit, Own.NEAR] = nearest_enemy(battle, unit)
            least = min(least, battle.own[unit, Own.NEAR])
            if battle.own[unit, Own.NEAR] <= 2 or (late and battle.spare[unit] == 0):
                battle.own[unit, Own.HELD_BACK] = 0
    return least


@kernel
def will_defer(battle: Battle, side: int, least: int) -> bool:
    """SQB-07 C.9 Does the General save his die: holding, with no enemy near, for a push or an alarm later?"""
    if battle.posture[side] == Posture.ASSAULT:
        return False
    return least > NEAR_ENOUGH and battle.side_own[side, Side.DEFERRED] < battle.limit


@kernel
def next_to_act(battle: Battle, side: int) -> int:
    """C.9 The unit that acts next: guns, then the nearest to the enemy, then by number; NOBODY at the end."""
    best, found = 999, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.DONE] == 0:
            rank = battle.own[unit, Own.NEAR] - (100 if battle.arm[unit] == Arm.ART else 0)
            if rank < best:
                best, found = rank, unit
    return found


@kernel
def seat_worth(battle: Battle, leader: int, unit: int, general: bool) -> int:
    """C.9 What it is worth for a commander to be with a unit: one that will fight, not one that several strike."""
    away = steps_between(battle.lead_x[leader], battle.lead_y[leader], battle.x[unit], battle.y[unit])
    if away > battle.num[RIDE]:
        return -away
    fighting = enemy_beside(battle, unit) != NOBODY
    if fighting and (general or battle.left[unit] <= 1):
        return 0
    return 40 * int(fighting) + 30 - battle.own[unit, Own.NEAR] - away


@kernel
def best_seat(battle: Battle, leader: int, general: bool) -> int:
    """C.9 The unit that a commander should be with; the General may choose any, others one of their own."""
    side, best, found = leader // SIDE_LEADERS, -1000, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and (general or holder_of(battle, battle.own[unit, Own.POST]) == leader):
            worth = seat_worth(battle, leader, unit, general)
            if worth > best:
                best, found = worth, unit
    return found


@kernel
def part_way(start: int, end: int, most: int) -> int:
    """SQB-09 One coordinate of a ride of so many squares at most."""
    return start + max(-most, min(most, end - start))


@kernel
def ride(battle: Battle, leader: int, general: bool) -> None:
    """SQB-09 C.9 A commander joins a unit that he can reach, else rides toward it, never next to an enemy alone."""
    unit = best_seat(battle, leader, general)
    if unit == NOBODY:
        return
    side, most = leader // SIDE_LEADERS, battle.num[RIDE]
    x = part_way(battle.lead_x[leader], battle.x[unit], most)
    y = part_way(battle.lead_y[leader], battle.y[unit], most)
    other = who_is_at(battle, x, y)
    joins = other != NOBODY and other // SIDE_UNITS == side
    if joins or (other == NOBODY and enemy_about(battle, side, x, y, 0) == NOBODY):
        ride_to(battle, leader, x, y)


@kernel
def ride_all(battle: Battle, side: int) -> None:
    """SQB-09 All commanders of a side ride."""
    general = general_of(battle, side)
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if battle.lead_state[leader] == Status.BOARD:
            ride(battle, leader, leader == general)


@kernel
def call_off(battle: Battle, side: int) -> None:
    """C.9 An assault that has cost a share of the units, and more than it cost the enemy, is called off."""
    lost, theirs = lost_units(battle, side), lost_units(battle, 1 - side)
    dear = lost * 100 > battle.num[AI_CALL_OFF] * battle.start_units[side]
    if dear and lost * battle.start_units[1 - side] > theirs * battle.start_units[side] and battle.plan[side] == NOBODY:
        battle.posture[side] = Posture.HOLD


@kernel
def watch_the_guns(battle: Battle, side: int) -> None:
    """COM-17 A holding side that is shot at by guns for three turns without an answer goes over to the assault."""
    unanswered = battle.side_own[side, Side.TOOK_SHOT] == 1 and battle.side_own[side, Side.ANSWERED] == 0
    battle.side_own[side, Side.OUTSHOT] = battle.side_own[side, Side.OUTSHOT] + 1 if unanswered else 0
    if (
        battle.posture[side] == Posture.HOLD
        and battle.side_own[side, Side.OUTSHOT] >= OUTSHOT_TURNS
        and battle.plan[side] == NOBODY
    ):
        battle.posture[side] = Posture.ASSAULT
    battle.side_own[side, Side.TOOK_SHOT] = battle.side_own[side, Side.ANSWERED] = 0


@kernel
def begin(battle: Battle, side: int) -> None:
    """SQB-44 A player turn begins: late units enter; every unit may move, and give ground once to each kind of hit."""
    bring_late(battle, side)
    for party in range(SIDES):
        for unit in range(party * SIDE_UNITS, party * SIDE_UNITS + battle.units[party]):
            battle.own[unit, Own.SHED_FIRE] = battle.own[unit, Own.SHED_MELEE] = battle.own[unit, Own.DONE] = 0
            battle.own[unit, Own.MOVED] = battle.own[unit, Own.SHOT] = battle.own[unit, Own.TURNED] = 0


@kernel
def command(battle: Battle, side: int) -> None:
    """SQB-02 The orders of a player turn: General and subordinates throw, vacant posts are filled."""
    promote(battle, side)
    least = measure(battle, side)
    roll_general(battle, side, will_defer(battle, side, least))
    roll_subordinates(battle, side)
    if battle.num[CHANCE] == 1:
        draw_card(battle, side)
    fill_posts(battle, side)


@kernel
def player_turn(battle: Battle, side: int) -> None:
    """SQB-02 A player turn: orders; movement, shooting and rally unit by unit; commanders ride; melees."""
    battle.on_turn = side
    log_event(battle, Event.TURN_START, rule=1, side=side)
    begin(battle, side)
    command(battle, side)
    unit = next_to_act(battle, side)
    while unit != NOBODY:
        act(battle, unit)
        unit = next_to_act(battle, side)
    ride_all(battle, side)
    try_escapes(battle, side)
    melees(battle, side)
    clear_cards(battle, side)
    log_event(battle, Event.TURN_END, rule=2, side=side)


@kernel
def throw_for_first(battle: Battle) -> None:
    """SQB-01 A die for each side decides who moves first: in a meeting, and where the option is on."""
    if battle.day > 1 or (battle.meeting == 0 and battle.num[FIRST_BY_DIE] == 0):
        return
    one, two = throw(battle, 6, Die.FIRST), throw(battle, 6, Die.FIRST)
    while one == two:
        one, two = throw(battle, 6, Die.FIRST), throw(battle, 6, Die.FIRST)
    battle.first = int(two > one)
    log_event(battle, Event.FIRST, rule=1, side=battle.first, score=max(one, two), against=min(one, two))


@kernel
def play_day(battle: Battle) -> None:
    """SQB-01 SQB-51 A day: the attacker's turn and the defender's in turn, to the limit or until an army breaks."""
    throw_for_first(battle)
    while battle.over == 0 and battle.turn < battle.limit:
        battle.turn += 1
        battle.rounds += 1
        player_turn(battle, battle.first)
        player_turn(battle, 1 - battle.first)
        for side in range(SIDES):
            watch_the_guns(battle, side)
            call_off(battle, side)
        break_test(battle, battle.num[BREAK_OF], battle.num[BREAK_OF + 1])
        break_off(battle, battle.num[AI_BREAK_OFF], battle.num[AI_GAP], True)
    judge(battle)
    write_back(battle)
