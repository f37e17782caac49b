"""The course of a day: player turns, break test, limit (SQB-01, SQB-02, SQB-47, SQB-51)."""

from battles.resolvers.common.codes import BOARD, NOBODY, SIDE_UNITS, SIDES, WAITING
from battles.resolvers.common.ending import break_test, judge, lost_units, write_back
from battles.resolvers.common.events import RULE_ARRIVES
from battles.resolvers.common.journal import E_ARRIVE, E_TURN_END, E_TURN_START, log_event, log_here
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import bits_at, forward, put_on, who_is_at
from battles.resolvers.kernels import kernel
from battles.resolvers.square_brigadier.chance import clear_cards, draw_card
from battles.resolvers.square_brigadier.codes import (
    DONE,
    DUE,
    E_BREAK_OFF,
    LEAVES,
    MOVED,
    SHED_FIRE,
    SHED_MELEE,
    SHOT,
    TURNED,
)
from battles.resolvers.square_brigadier.command import fill_posts, promote, roll_general, roll_subordinates
from battles.resolvers.square_brigadier.doctrine import act
from battles.resolvers.square_brigadier.hits import try_escapes
from battles.resolvers.square_brigadier.melee import melees
from battles.resolvers.square_brigadier.numbers import AI_BREAK_OFF, AI_GAP, BREAK_OF, CHANCE
from battles.resolvers.square_brigadier.staff import (
    call_off,
    measure,
    next_to_act,
    ride_all,
    watch_the_guns,
    will_defer,
)
from battles.resolvers.square_brigadier.troops import lets_in

OWN_EDGE, LEFT_EDGE, RIGHT_EDGE = range(3)


@kernel
def entry_x(battle: Battle, side: int, edge: int, n: int) -> int:
    """HR-T6 The column of the n-th place of an edge, the middle of the edge first."""
    away = (n + 1) // 2 if n % 2 == 1 else -(n // 2)
    if edge == OWN_EDGE:
        return int(battle.columns) // 2 + (away if side == battle.attacker else -away - 1 + int(battle.columns) % 2)
    return 0 if (edge == LEFT_EDGE) == (side == battle.attacker) else int(battle.columns) - 1


@kernel
def entry_y(battle: Battle, side: int, edge: int, n: int) -> int:
    """HR-T6 The line of the n-th place of an edge; on a flank the side's own half is tried first."""
    depth = 0 if edge == OWN_EDGE else (int(battle.lines) // 2 - 1 - n) % int(battle.lines)
    return depth if side == battle.attacker else int(battle.lines) - 1 - depth


@kernel
def enter(battle: Battle, unit: int) -> None:
    """HR-T6 Put a unit that is due on the free place of its edge that comes first; without one it waits on."""
    side, edge = unit // SIDE_UNITS, int(battle.edge[unit])
    for n in range(battle.columns if edge == OWN_EDGE else battle.lines):
        x, y = entry_x(battle, side, edge, n), entry_y(battle, side, edge, n)
        if who_is_at(battle, x, y) == NOBODY and lets_in(battle, unit, bits_at(battle, x, y)):
            battle.status[unit] = BOARD
            put_on(battle, unit, x, y, forward(battle, side))
            log_event(battle, E_ARRIVE, RULE_ARRIVES, side, unit, NOBODY, 0, 0, 0, 0)
            log_here(battle, unit)
            return


@kernel
def begin(battle: Battle, side: int) -> None:
    """SQB-44 A player turn begins: who is due enters; everybody may move, and give ground once to each kind of hit."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == WAITING and battle.own[unit, DUE] <= battle.turn:
            enter(battle, unit)
    for party in range(SIDES):
        for unit in range(party * SIDE_UNITS, party * SIDE_UNITS + battle.units[party]):
            battle.own[unit, SHED_FIRE] = battle.own[unit, SHED_MELEE] = battle.own[unit, DONE] = 0
            battle.own[unit, MOVED] = battle.own[unit, SHOT] = battle.own[unit, TURNED] = 0


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
    log_event(battle, E_TURN_START, 1, side, NOBODY, NOBODY, 0, 0, 0, 0)
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
    log_event(battle, E_TURN_END, 2, side, NOBODY, NOBODY, 0, 0, 0, 0)


@kernel
def share_to_leave_at(battle: Battle, side: int) -> int:
    """COM-15 C.9 The percentage of its units at whose loss an army breaks off: the player's, else the program's."""
    if battle.break_off[side] != NOBODY:
        return int(battle.break_off[side])
    return int(battle.num[AI_BREAK_OFF])


@kernel
def breaks_off(battle: Battle, side: int) -> bool:
    """COM-15 C.9 Does an army leave? A general of the program only while the enemy has lost clearly less."""
    lost, theirs = lost_units(battle, side) * 100, lost_units(battle, 1 - side) * 100
    began, began_theirs = max(1, int(battle.start_units[side])), max(1, int(battle.start_units[1 - side]))
    if lost == 0 or lost < share_to_leave_at(battle, side) * began:
        return False
    gap = lost // began - theirs // began_theirs
    return battle.break_off[side] != NOBODY or gap >= battle.num[AI_GAP]


@kernel
def break_off(battle: Battle) -> None:
    """COM-15 An army that has had enough leaves the field, and the day is over; who is broken leaves anyhow."""
    for side in range(SIDES):
        if battle.over == 0 and breaks_off(battle, side):
            battle.over = 1
            battle.side_own[side, LEAVES] = 1
            log_event(
                battle,
                E_BREAK_OFF,
                1015,
                side,
                NOBODY,
                NOBODY,
                lost_units(battle, side),
                battle.start_units[side],
                0,
                0,
            )


@kernel
def part(battle: Battle) -> None:
    """COM-15 Judge the day; an army that broke off does not stay, and its enemy keeps the field."""
    judge(battle)
    for side in range(SIDES):
        if battle.side_own[side, LEAVES] == 1:
            battle.stays[side], battle.stays[1 - side] = 0, 1


@kernel
def nobody_left(battle: Battle) -> bool:
    """SQB-47 Has a side nobody on the board or on the way?"""
    for side in range(SIDES):
        found = 0
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            found += int(battle.status[unit] == BOARD or battle.status[unit] == WAITING)
        if found == 0:
            return True
    return False


@kernel
def play_day(battle: Battle) -> None:
    """SQB-01 SQB-51 A day: the attacker's turn and the defender's in turn, to the limit or until an army breaks."""
    while battle.over == 0 and battle.turn < battle.limit:
        battle.turn += 1
        battle.rounds += 1
        player_turn(battle, int(battle.attacker))
        player_turn(battle, 1 - int(battle.attacker))
        for side in range(SIDES):
            watch_the_guns(battle, side)
            call_off(battle, side)
        break_test(battle, int(battle.num[BREAK_OF]), int(battle.num[BREAK_OF + 1]))
        break_off(battle)
        if nobody_left(battle):
            battle.over = 1
    part(battle)
    write_back(battle)
