"""The course of a day: Control phase, actions in card order, the end of turn and day (SNW-02, 07, 08, 11, 68)."""

from battles.resolvers.common.codes import NOBODY, SIDES, Arm, Posture, Status
from battles.resolvers.common.ending import break_off
from battles.resolvers.common.events import Event
from battles.resolvers.common.journal import log_event, log_here
from battles.resolvers.common.land import land_at, may_enter
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.attending import attach, ride_all, send_staff, take_generals
from battles.resolvers.solo_napoleonic.chance import draw_chances, steady_one
from battles.resolvers.solo_napoleonic.codes import MM, Form, Lead, Own, Side, State
from battles.resolvers.solo_napoleonic.command import control_phase, end_leader, make_generals, ride_to_brigade
from battles.resolvers.solo_napoleonic.doctrine.aims import waits_for_columns
from battles.resolvers.solo_napoleonic.doctrine.general import acts, duty
from battles.resolvers.solo_napoleonic.doctrine.marches import best_gun_target
from battles.resolvers.solo_napoleonic.fighting.losses import judge, lost_share, write_back
from battles.resolvers.solo_napoleonic.fighting.melee import resume
from battles.resolvers.solo_napoleonic.fighting.morale import answer_marks, rally, settle_marks
from battles.resolvers.solo_napoleonic.footing import brigadier, end, first, side_of
from battles.resolvers.solo_napoleonic.movement.drill import end_unformed, go_on_changing, is_changing
from battles.resolvers.solo_napoleonic.movement.moves import QUARTERS_A_TURN
from battles.resolvers.solo_napoleonic.movement.ways import AHEAD, free_of_bases, room_for

OWN_EDGE, LEFT_EDGE, RIGHT_EDGE = range(3)
STEP = 25 * MM
INSET = 35 * MM
ROOM, FREE, SEES = range(3)
"""What a late unit wants of its place: room, a free way, an enemy in range and sight."""


@kernel
def edge_heading(battle: Battle, unit: int) -> int:
    """HR-T6 The heading inwards from the edge by which a unit enters; left and right as its army sees them."""
    home = 0 if side_of(unit) == battle.low else 180
    if battle.edge[unit] == OWN_EDGE:
        return home
    return (home + (90 if battle.edge[unit] == LEFT_EDGE else 270)) % 360


@kernel
def edge_point(battle: Battle, heading: int, along: int) -> tuple[int, int]:
    """Return the point just inside an edge, so far along it; the heading is that inwards."""
    wide, deep = battle.board_width, battle.board_depth
    if heading == 0:
        return along, INSET
    if heading == 180:
        return along, deep - INSET
    return (INSET if heading == 90 else wide - INSET), along


@kernel
def brigade_at(battle: Battle, unit: int) -> int:
    """SNW-06 HR-T6 The first of a unit's brigade on the table whom it joins; NOBODY where it comes first."""
    side = side_of(unit)
    for other in range(first(side), end(battle, side)):
        here = battle.status[other] == Status.BOARD and battle.own[other, Own.STATE] < State.RETREATING
        if here and battle.own[other, Own.BRIGADE] == battle.own[unit, Own.BRIGADE]:
            return other
    return NOBODY


@kernel
def enters_near(battle: Battle, unit: int, heading: int) -> int:
    """HR-T6 The place along its edge that a unit likes best: behind its brigade, else the middle."""
    friend = brigade_at(battle, unit)
    along_x = heading in (0, 180)
    if friend == NOBODY:
        return (battle.board_width if along_x else battle.board_depth) // 2
    return battle.x[friend] if along_x else battle.y[friend]


@kernel
def fits(battle: Battle, unit: int, want: int) -> bool:
    """HR-T6 COM-17 Has a unit room where it is, and if wanted no friend in its way to the middle of the table?"""
    if not may_enter(battle, unit, land_at(battle, battle.x[unit], battle.y[unit])) or not room_for(battle, unit):
        return False
    if want == SEES:
        return best_gun_target(battle, unit) != NOBODY
    ahead = battle.board_depth // 2
    return want == ROOM or free_of_bases(battle, unit, AHEAD, ahead, NOBODY) == ahead


@kernel
def enter_at(battle: Battle, unit: int, heading: int, want: int) -> bool:
    """HR-T6 Put a unit on the place of its edge that it likes best of those that fit; False where none does."""
    length = battle.board_width if heading in (0, 180) else battle.board_depth
    middle = enters_near(battle, unit, heading)
    battle.heading[unit] = heading
    for step in range(2 * (length // STEP)):
        along = middle + ((step + 1) // 2 * STEP if step % 2 else -(step // 2) * STEP)
        if 0 <= along < length:
            battle.x[unit], battle.y[unit] = edge_point(battle, heading, along)
            if fits(battle, unit, want):
                return True
    return False


@kernel
def enter_edge(battle: Battle, unit: int) -> bool:
    """HR-T6 COM-17 Put a unit on its edge where no friend is in its way, else where there is room; False: none."""
    heading = edge_heading(battle, unit)
    if battle.arm[unit] == Arm.ART and enter_at(battle, unit, heading, SEES):
        return True
    return enter_at(battle, unit, heading, FREE) or enter_at(battle, unit, heading, ROOM)


OUTSHOT_TURNS = 3
DUTIES = 4


@kernel
def act(battle: Battle, unit: int) -> None:
    """SNW-08 SNW-11 The action of a unit: melee, rally or what its markers ask, then what it likes."""
    if battle.status[unit] != Status.BOARD or battle.own[unit, Own.ACTED] == 1:
        return
    battle.own[unit, Own.ACTED] = 1
    if battle.own[unit, Own.LOCK] != NOBODY:
        battle.own[unit, Own.MARK] = 0
        resume(battle, unit)
    elif battle.own[unit, Own.STATE] >= State.RETREATING:
        battle.own[unit, Own.MARK] = 0
        rally(battle, unit)
    else:
        if battle.own[unit, Own.MARK] > 0:
            answer_marks(battle, unit)
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.STATE] < State.RETREATING:
            act_freely(battle, unit)
    take_generals(battle, unit)
    settle_marks(battle)


@kernel
def act_freely(battle: Battle, unit: int) -> None:
    """SNW-24 What is left of the turn after a change of formation that was under way."""
    quarters = QUARTERS_A_TURN
    if is_changing(battle, unit):
        quarters = go_on_changing(battle, unit, quarters)
    if quarters > 0:
        acts(battle, unit, quarters)


@kernel
def act_brigade(battle: Battle, side: int, leader: int) -> None:
    """SNW-05 SNW-07 D.11 A controlled brigade: shooters, chargers, movers, supports; then its brigadier rides."""
    card = battle.lead_own[leader, Lead.CARD]
    attach(battle, side, leader)
    for unit in range(first(side), end(battle, side)):
        if battle.own[unit, Own.CARD] == card and battle.status[unit] == Status.BOARD:
            battle.worth[unit] = duty(battle, unit)
    for turn in range(DUTIES):
        for unit in range(first(side), end(battle, side)):
            if (
                battle.own[unit, Own.CARD] == card
                and battle.own[unit, Own.BRIGADE] == leader
                and battle.worth[unit] == turn
            ):
                act(battle, unit)
    ride_to_brigade(battle, side, leader)


@kernel
def map_cards(battle: Battle, last: int) -> None:
    """SNW-07 Note the first unit of every card; 0 for a card that nobody has."""
    for card in range(last + 1):
        battle.occupant[card] = 0
    for side in range(SIDES):
        for unit in range(end(battle, side) - 1, first(side) - 1, -1):
            if battle.status[unit] == Status.BOARD:
                battle.occupant[battle.own[unit, Own.CARD] // 10] = unit + 1


@kernel
def play_cards(battle: Battle, last: int) -> None:
    """SNW-07 All cards in their order, the lowest first."""
    map_cards(battle, last)
    for card in range(1, last + 1):
        unit = battle.occupant[card] - 1
        if unit >= 0:
            leader = brigadier(battle, unit)
            if battle.lead_own[leader, Lead.CARD] == 10 * card:
                act_brigade(battle, unit // 200, leader)
            else:
                act(battle, unit)


@kernel
def begin_turn(battle: Battle) -> None:
    """SNW-02 A turn begins: what counted for the last one is forgotten."""
    battle.turn += 1
    battle.rounds += 1
    log_event(battle, Event.TURN_START, rule=2, side=NOBODY)
    for side in range(SIDES):
        battle.side_own[side, Side.SHELLED] = battle.side_own[side, Side.REPLIED] = 0
        for unit in range(first(side), end(battle, side)):
            battle.own[unit, Own.MOVED_LAST] = int(
                battle.own[unit, Own.MOVED] == 1 and battle.own[unit, Own.GONE_BACK] == 0
            )
            for column in (
                Own.ACTED,
                Own.MOVED,
                Own.FIRED,
                Own.LOST_NOW,
                Own.SHELLED,
                Own.CHARGED,
                Own.SHAKEN,
                Own.GONE_BACK,
                Own.FRIEND_TESTED,
                Own.MOVED_FAR,
            ):
                battle.own[unit, column] = 0


@kernel
def let_in(battle: Battle) -> None:
    """COM-G Late units enter on their edge at the start of their turn, or as soon as there is room."""
    for side in range(SIDES):
        for unit in range(first(side), end(battle, side)):
            due = battle.status[unit] == Status.WAITING and battle.own[unit, Own.ENTERS] <= battle.turn
            if due and enter_edge(battle, unit):
                battle.status[unit] = Status.BOARD
                log_event(battle, Event.ARRIVE, rule=2007, side=side, unit=unit)
                log_here(battle, unit)
                if battle.own[unit, Own.FORM] == Form.SKIRMISH:
                    log_event(battle, Event.FORMATION, rule=38, side=side, unit=unit, formation=Form.SKIRMISH)
                    log_here(battle, unit)


@kernel
def end_turn(battle: Battle) -> None:
    """SNW-18 SNW-28 End a turn: unformed units pay, generals ride, halted and wavering units are free again."""
    for side in range(SIDES):
        steady_one(battle, side)
        ride_all(battle, side, end_leader(battle, side))
        for unit in range(first(side), end(battle, side)):
            if battle.status[unit] == Status.BOARD:
                end_unformed(battle, unit)
                if battle.own[unit, Own.STATE] < State.RETREATING:
                    battle.own[unit, Own.STATE] = State.STEADY
        change_mind(battle, side)
    test_armies(battle)
    log_event(battle, Event.TURN_END, rule=2, side=NOBODY)


@kernel
def change_mind(battle: Battle, side: int) -> None:
    """COM-17 D.11 The second line goes in; a side that is out-shot assaults."""
    due = 100 * battle.turn >= battle.limit * battle.num[n.GENERAL_COMMIT]
    if due or 100 * lost_share(battle, side, True) > 30 * battle.start_units[side]:
        battle.side_own[side, Side.SECOND] = 1
    silent = battle.side_own[side, Side.SHELLED] > 0 and battle.side_own[side, Side.REPLIED] == 0
    battle.side_own[side, Side.OUTSHOT] = battle.side_own[side, Side.OUTSHOT] + 1 if silent else 0
    if (
        battle.side_own[side, Side.OUTSHOT] >= OUTSHOT_TURNS
        and battle.posture[side] == Posture.HOLD
        and battle.plan[side] < 0
    ):
        battle.posture[side] = Posture.ASSAULT


@kernel
def test_armies(battle: Battle) -> None:
    """SNW-68 COM-13 An army with more than half of its units lost, routing or off the table breaks."""
    for side in range(SIDES):
        gone, began = lost_share(battle, side, True), battle.start_units[side]
        if battle.broken[side] == 0 and gone * battle.num[n.BOARD_BROKEN + 1] > began * battle.num[n.BOARD_BROKEN]:
            battle.broken[side] = 1
            log_event(battle, Event.BROKEN, rule=68, side=side, lost=gone, began=began)
    if battle.broken[0] == 1 or battle.broken[1] == 1:
        battle.over = 1


@kernel
def play_turn(battle: Battle) -> None:
    """SNW-02 SNW-12 A turn: late units, chance cards, Control phase, actions, end."""
    begin_turn(battle)
    let_in(battle)
    for side in range(SIDES):
        battle.side_own[side, Side.WAITS] = int(waits_for_columns(battle, side))
        send_staff(battle, side)
    draw_chances(battle)
    play_cards(battle, control_phase(battle))
    end_turn(battle)


@kernel
def play_day(battle: Battle) -> None:
    """SNW-68 A day: turns until an army breaks or leaves, or the day ends; then it is judged."""
    for side in range(SIDES):
        for column in (Side.OUTSHOT, Side.SECOND, Side.STAFF, Side.WAITS):
            battle.side_own[side, column] = 0
    make_generals(battle)
    while battle.over == 0 and battle.turn < battle.limit:
        play_turn(battle)
        break_off(battle, battle.num[n.GENERAL_BREAK_OFF], battle.num[n.GENERAL_GAP], False)
    judge(battle)
    write_back(battle)
