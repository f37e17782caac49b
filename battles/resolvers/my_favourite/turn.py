"""A day of battle, turn by turn (MFR-01 to MFR-06, MFR-43)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Status
from battles.resolvers.common.deploy import bring_late
from battles.resolvers.common.ending import break_off, break_test, judge, write_back
from battles.resolvers.common.general import follow_plan
from battles.resolvers.common.journal import log_event, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite.codes import (
    B_HOLDER,
    BREAK_LOST,
    BREAK_OF,
    INCH,
    LEAVE_GAP,
    LEAVE_SHARE,
    Die,
    Event,
    Move,
    Own,
    Stand,
)
from battles.resolvers.my_favourite.doctrine import move_all, ride, wants_first
from battles.resolvers.my_favourite.melee import fight_all
from battles.resolvers.my_favourite.morale import mark
from battles.resolvers.my_favourite.shooting import fire_wave

ENTRY_GAP = 600


@kernel
def forget(battle: Battle) -> None:
    """MFR-06 A turn begins: nobody has moved, charged or lost anything in it."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            battle.own[unit, Own.MOVED] = battle.own[unit, Own.CHARGED] = battle.own[unit, Own.HURT] = 0
            battle.own[unit, Own.PACE] = battle.own[unit, Own.DONE] = battle.own[unit, Own.PENDING] = 0
            battle.own[unit, Own.FOE], battle.own[unit, Own.STAND] = NOBODY, Stand.SIMULTANEOUS
            battle.own[unit, Own.RATE] = Move.FULL


@kernel
def better_general(battle: Battle, side: int) -> int:
    """MFR-01 MFR-42 1 for the side whose army commander is the more skilled."""
    return int(battle.skill[side] > battle.skill[1 - side])


@kernel
def initiative_of(score_0: int, score_1: int, holder: int) -> int:
    """MFR-01 MFR-02 Who has the initiative: the higher score; on a tie who held it last turn."""
    if score_0 == score_1:
        return holder
    return 0 if score_0 > score_1 else 1


@kernel
def roll_initiative(battle: Battle) -> int:
    """MFR-01 to MFR-03 Both roll; the winner moves first or second, and who chooses second hands the holding over."""
    holder = battle.first if battle.turn == 1 else battle.battle_own[B_HOLDER]
    score_0 = throw(battle, 6, Die.INITIATIVE) + better_general(battle, 0)
    score_1 = throw(battle, 6, Die.INITIATIVE) + better_general(battle, 1)
    winner = initiative_of(score_0, score_1, holder)
    first = winner if wants_first(battle, winner) else 1 - winner
    battle.battle_own[B_HOLDER] = first
    tie = int(score_0 == score_1)
    log_event(battle, Event.INITIATIVE, rule=1, side=winner, first=first, score_0=score_0, score_1=score_1, tie=tie)
    return first


@kernel
def mark_hurt(battle: Battle) -> None:
    """MFR-04 MFR-07 Mark every unit that took casualties this turn."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.status[unit] == Status.BOARD and battle.own[unit, Own.HURT] == 1:
                mark(battle, unit, 1, 4)


@kernel
def move_side(battle: Battle, side: int) -> None:
    """MFR-04 One side moves everything."""
    battle.on_turn = side
    log_event(battle, Event.TURN_START, rule=4, side=side)
    follow_plan(battle, side, Own.HELD)
    ride(battle, side)
    move_all(battle, side)


@kernel
def play_turn(battle: Battle) -> None:
    """MFR-04 First side, second side, both waves of shooting, close combats, markers."""
    forget(battle)
    first = roll_initiative(battle)
    move_side(battle, first)
    move_side(battle, 1 - first)
    fire_wave(battle, 0)
    fire_wave(battle, 1)
    fight_all(battle)
    mark_hurt(battle)
    log_event(battle, Event.TURN_END, rule=4, side=NOBODY)


@kernel
def play_day(battle: Battle) -> None:
    """MFR-43 Play turns to the limit, or until an army breaks or leaves; then judge the day."""
    while battle.over == 0 and battle.turn < battle.limit:
        battle.turn += 1
        battle.rounds += 1
        bring_late(battle, INCH, ENTRY_GAP)
        play_turn(battle)
        break_test(battle, battle.num[BREAK_LOST], battle.num[BREAK_OF])
        break_off(battle, battle.num[LEAVE_SHARE], battle.num[LEAVE_GAP], True)
    judge(battle)
    write_back(battle)
