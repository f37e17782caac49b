"""The phases of a battle (ENG-15): what happens by itself between two decisions.

``advance`` runs until a side must decide (``asked`` says who, ``pending`` what, unless it is its turn) or the battle is
over. Nothing here chooses; nothing here is undone.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import close_open
from battles.resolvers.lgg.command.commanders import ask_heir
from battles.resolvers.lgg.command.rolls import (
    day_is_over,
    end_round,
    lower_side,
    roll_both,
    settle_tie,
    take_initiative,
)
from battles.resolvers.lgg.day.arrivals import arrive, due_later, enter_columns
from battles.resolvers.lgg.day.deploy import deploy
from battles.resolvers.lgg.day.evening import end_tournament_day, step, sudden_death
from battles.resolvers.lgg.day.night import night_step
from battles.resolvers.lgg.day.weather import start_day
from battles.resolvers.lgg.day.will import loses_its_will
from battles.resolvers.lgg.fighting.combat import resolve
from battles.resolvers.lgg.plane.space import end_of, first_of
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, STANDS, Pending, Phase, Status
from battles.resolvers.lgg.record.journal import Event, log_event
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import ENEMY_ACTS, ROLLS_SEEN, deal_chits, in_order, open_window
from battles.resolvers.lgg.turn.agenda import next_step

UNDECIDED_YET = -1
LEAVES, STAYS = 0, 1


@kernel
def fresh_units(battle: Battle) -> None:
    """LGG-7.0-f, g A new round: every unit may be activated again."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            for activity in range(5):
                battle.done[unit, activity] = 0
            battle.closed[unit] = 0
            battle.withdrew[unit] = 0
            battle.rough_checked[unit] = 0


@kernel
def count_round(battle: Battle) -> None:
    """LGG-6.0-a The next round has begun: units due at its start (HR-T3) arrive in it."""
    battle.round_no += 1
    battle.rounds += 1


@kernel
def begin_round(battle: Battle) -> None:
    """LGG-6.1-a A new round: everything that lasts for a round is cleared, both sides roll, the first is fixed."""
    fresh_units(battle)
    for leader in range(STANDS):
        battle.lead_moved[leader] = 0
    for side in range(SIDES):
        battle.spent[side], battle.extra_actions[side] = 0, 0
        battle.stratagem_used[side], battle.breaks_off[side] = 0, UNDECIDED_YET
    battle.combats = 0
    roll_both(battle, 0)
    battle.phase = Phase.INITIATIVE
    if battle.stratagems == 1:
        open_window(battle, ROLLS_SEEN, lower_side(battle))


@kernel
def begin_turn(battle: Battle, phase: int, side: int) -> None:
    """LGG-6.1-c A side's turn: as many actions as it has rolled."""
    battle.phase, battle.on_turn, battle.asked = phase, side, side
    battle.actions = battle.rolled[side]
    battle.open_unit = NOBODY
    enter_columns(battle, side)


@kernel
def begin_turns(battle: Battle) -> None:
    """LGG-6.1-a, b Both rolls stand: a tie of the first round is thrown again, the first side begins."""
    settle_tie(battle)
    take_initiative(battle)
    begin_turn(battle, Phase.TURN_FIRST, battle.first)


@kernel
def end_turn(battle: Battle) -> None:
    """LGG-6.1-c The side on turn is done; actions not used are lost (R-13)."""
    close_open(battle)
    battle.acted = 0
    log_event(battle, Event.TURN_END, side=battle.on_turn)
    battle.actions = 0
    if battle.phase == Phase.TURN_FIRST:
        begin_turn(battle, Phase.TURN_SECOND, 1 - battle.first)
    else:
        battle.phase, battle.on_turn = Phase.COMBATS, NOBODY


@kernel
def open_fights(battle: Battle) -> int:
    """LGG-10.1-a How many combats are unresolved."""
    total = 0
    for fight in range(battle.combats):
        total += battle.fight_open[fight]
    return total


@kernel
def first_open_fight(battle: Battle) -> int:
    """LGG-10.1-a The unresolved combat that was begun first, or -1."""
    for fight in range(battle.combats):
        if battle.fight_open[fight] == 1:
            return fight
    return NOBODY


@kernel
def combats_step(battle: Battle) -> bool:
    """LGG-10.1-a, b Combats that are left: the first side chooses among several; True: it is asked."""
    left = open_fights(battle)
    if left == 0:
        battle.phase = Phase.COUNT
    elif left == 1:
        resolve(battle, first_open_fight(battle), 0)
    else:
        battle.asked = battle.first
        return True
    return False


@kernel
def line_on_table(battle: Battle, side: int) -> bool:
    """HR-B, R-37 Has a side infantry or cavalry on the table?"""
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and battle.arm[unit] in (Arm.FOOT, Arm.CAV):
            return True
    return False


@kernel
def must_leave(battle: Battle, side: int) -> bool:
    """HR-B, R-37 No infantry or cavalry on the table, and none due later that day."""
    return not line_on_table(battle, side) and not due_later(battle, side)


@kernel
def leave_field(battle: Battle) -> None:
    """HR-B The sides that broke off leave; the evening begins with the pursuit."""
    for side in range(SIDES):
        battle.stays[side] = LEAVES if battle.breaks_off[side] == 1 else STAYS
        if battle.breaks_off[side] == 1:
            log_event(battle, Event.BREAK_OFF, side=side)
    battle.phase = Phase.PURSUIT


@kernel
def ask_break_off(battle: Battle) -> bool:
    """HR-B Both sides are asked in secret; True: one of them has still to answer."""
    for side in range(SIDES):
        if battle.breaks_off[side] == UNDECIDED_YET:
            battle.pending, battle.asked = Pending.BREAK_OFF, side
            return True
    return False


@kernel
def force_leaving(battle: Battle) -> None:
    """HR-B, R-37 Sides that must leave do; the other then stays unasked."""
    one, two = must_leave(battle, 0), must_leave(battle, 1)
    if one or two:
        battle.breaks_off[0], battle.breaks_off[1] = int(one), int(two)


@kernel
def round_check(battle: Battle) -> bool:
    """LGG-6.1-c, 6.2-b, S3-a, HR-B, HR-26 After the count: an army breaks, a side leaves, the day ends or the next
    round begins."""
    if battle.breaks_off[0] == UNDECIDED_YET and (sudden_death(battle) or loses_its_will(battle)):
        return False
    force_leaving(battle)
    if ask_break_off(battle):
        return True
    if battle.breaks_off[0] == 1 or battle.breaks_off[1] == 1:
        leave_field(battle)
    elif not day_is_over(battle):
        battle.phase = Phase.ARRIVALS
    elif battle.sudden_death == 1:
        end_tournament_day(battle)
    else:
        battle.phase = Phase.STAY_LEAVE
    return False


@kernel
def begin_day(battle: Battle) -> None:
    """LGG-4.0-d, 6.2 A battle day begins."""
    start_day(battle)
    for side in range(SIDES):
        battle.stays[side], battle.pursued[side] = UNDECIDED_YET, 0
    battle.phase = Phase.ARRIVALS


@kernel
def in_turn(battle: Battle) -> bool:
    """ST5, ENG-17 The side on turn is to decide; between two of its activations the other is asked first."""
    if battle.acted == 1 and battle.stratagems == 1:
        battle.acted = 0
        if battle.actions > 0 and open_window(battle, ENEMY_ACTS, 1 - battle.on_turn):
            return False
    battle.asked = battle.on_turn
    return True


@kernel
def one_step(battle: Battle) -> bool:
    """ENG-15 Carry out the phase; True: a side must decide now."""
    phase = battle.phase
    if phase in (Phase.SETUP, Phase.DEPLOY):
        deal_chits(battle)
        deploy(battle)
        battle.phase = Phase.DAY_START
    elif phase == Phase.DAY_START:
        begin_day(battle)
    elif phase == Phase.ARRIVALS:
        count_round(battle)
        arrive(battle)
        battle.phase = Phase.COMMAND
    elif phase == Phase.COMMAND:
        begin_round(battle)
    elif phase == Phase.INITIATIVE:
        begin_turns(battle)
    elif phase in (Phase.TURN_FIRST, Phase.TURN_SECOND):
        return in_turn(battle)
    elif phase == Phase.COMBATS:
        return combats_step(battle)
    elif phase == Phase.COUNT:
        end_round(battle)
        battle.phase = Phase.ROUND_CHECK
    elif phase == Phase.ROUND_CHECK:
        return round_check(battle)
    elif phase == Phase.NIGHT:
        night_step(battle)
    elif phase in (Phase.STAY_LEAVE, Phase.PURSUIT, Phase.EOD_RECOVERY, Phase.EOD_RALLY, Phase.AMALGAMATE):
        step(battle)
    return False


@kernel
def advance(battle: Battle) -> None:
    """ENG-15 Run until a side must decide or the battle is over."""
    while battle.phase != Phase.OVER and battle.pending == Pending.NONE:
        waiting = battle.agenda_n
        if ask_heir(battle):
            break
        if waiting > 0:
            next_step(battle)
            in_order(battle, waiting - 1)
        elif one_step(battle):
            break
        else:
            in_order(battle, 0)
