"""A day of battle, turn by turn (OHW-01, OHW-02, OHW-27)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS
from battles.resolvers.common.deploy import bring_late
from battles.resolvers.common.ending import break_off, break_test, judge, write_back
from battles.resolvers.common.events import Event
from battles.resolvers.common.general import follow_plan
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.one_hour.codes import BREAK_LOST, BREAK_OF, INCH, LEAVE_GAP, LEAVE_SHARE, Own
from battles.resolvers.one_hour.doctrine import move_all, note_replies
from battles.resolvers.one_hour.losses import scatter_broken
from battles.resolvers.one_hour.melee import check_all, fight_all, horse_falls_back
from battles.resolvers.one_hour.shooting import shoot_all

ENTRY_GAP = 600


@kernel
def forget(battle: Battle, side: int) -> None:
    """OHW-02 A player turn begins: nobody of the side has moved, nobody of the enemy was hit in it."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        battle.own[unit, Own.MOVED] = 0
    for unit in range((1 - side) * SIDE_UNITS, (1 - side) * SIDE_UNITS + battle.units[1 - side]):
        battle.own[unit, Own.HIT_BY], battle.own[unit, Own.HIT_IN_MELEE] = NOBODY, 0


@kernel
def recover_move(battle: Battle, side: int) -> None:
    """OHW-21 With the end of its own turn a retreat is paid for."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        battle.own[unit, Own.RETREATED] = 0


@kernel
def player_turn(battle: Battle, side: int) -> None:
    """OHW-01 OHW-02 Move, shoot, melee, morale."""
    battle.on_turn = side
    log_event(battle, Event.TURN_START, rule=1, side=side)
    forget(battle, side)
    follow_plan(battle, side, Own.HELD)
    move_all(battle, side)
    shoot_all(battle, side)
    fight_all(battle, side)
    check_all(battle, 1 - side)
    horse_falls_back(battle)
    recover_move(battle, side)
    note_replies(battle, side)
    log_event(battle, Event.TURN_END, rule=1, side=side)


@kernel
def play_day(battle: Battle) -> None:
    """OHW-27 Play turns to the limit, or until an army breaks or leaves; then judge the day."""
    while battle.over == 0 and battle.turn < battle.limit:
        battle.turn += 1
        battle.rounds += 1
        bring_late(battle, INCH, ENTRY_GAP)
        player_turn(battle, battle.first)
        player_turn(battle, 1 - battle.first)
        break_test(battle, battle.num[BREAK_LOST], battle.num[BREAK_OF])
        break_off(battle, battle.num[LEAVE_SHARE], battle.num[LEAVE_GAP], True)
    scatter_broken(battle)
    judge(battle)
    write_back(battle)
