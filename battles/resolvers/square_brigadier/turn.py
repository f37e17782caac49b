"""The course of a day: player turns, break test, limit (SQB-01, SQB-02, SQB-47, SQB-51)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES
from battles.resolvers.common.ending import break_off, break_test, judge, write_back
from battles.resolvers.common.journal import log_event, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import bring_late
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.chance import clear_cards, draw_card
from battles.resolvers.square_brigadier.codes import Die, Event, Own
from battles.resolvers.square_brigadier.command import fill_posts, promote, roll_general, roll_subordinates
from battles.resolvers.square_brigadier.doctrine import act
from battles.resolvers.square_brigadier.losses import try_escapes
from battles.resolvers.square_brigadier.melee import melees
from battles.resolvers.square_brigadier.numbers import AI_BREAK_OFF, AI_GAP, BREAK_OF, CHANCE, FIRST_BY_DIE
from battles.resolvers.square_brigadier.staff import (
    call_off,
    measure,
    next_to_act,
    ride_all,
    watch_the_guns,
    will_defer,
)


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
    log_event(battle, Event.TURN_START, 1, side, NOBODY, NOBODY)
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
    log_event(battle, Event.TURN_END, 2, side, NOBODY, NOBODY)


@kernel
def throw_for_first(battle: Battle) -> None:
    """SQB-01 A die for each side decides who moves first: in a meeting, and where the option is on."""
    if battle.day > 1 or (battle.meeting == 0 and battle.num[FIRST_BY_DIE] == 0):
        return
    one, two = throw(battle, 6, Die.FIRST), throw(battle, 6, Die.FIRST)
    while one == two:
        one, two = throw(battle, 6, Die.FIRST), throw(battle, 6, Die.FIRST)
    battle.first = int(two > one)
    log_event(battle, Event.FIRST, 1, battle.first, NOBODY, NOBODY, max(one, two), min(one, two))


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
