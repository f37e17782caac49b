"""Playing a stratagem or passing (ENG-17), and what Presence of Mind does: an activity in the enemy's turn (ST5)."""

from battles.resolvers.core.geometry import NEAR
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import NOT_ON_TABLE, NOT_YOUR_TURN
from battles.resolvers.lgg.command.radius import command_gap
from battles.resolvers.lgg.command.rolls import answer_rolls
from battles.resolvers.lgg.movement.attack import do_withdraw, verify_withdraw
from battles.resolvers.lgg.movement.movement import do_move, verify_move
from battles.resolvers.lgg.movement.paths import increments_of, load_route
from battles.resolvers.lgg.record.codes import NOBODY, UNITS, Activity, Command, Status
from battles.resolvers.lgg.record.rule_ids import OK
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    DICE_SEEN,
    ENEMY_ACTS,
    PRESENCE_OF_MIND,
    ROLLS_SEEN,
    WRONG_MOMENT,
    answer_dice,
    log_stratagem,
    next_question,
    spend_chit,
    verify_play,
)
from battles.resolvers.lgg.turn.activities import fire, recover, verify_battery, verify_recover


@kernel
def in_single_radius(battle: Battle, unit: int) -> bool:
    """ST5, LGG-4.0-c Does the unit stand within the single radius of a stand in command?"""
    gap = command_gap(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return gap <= battle.radius + NEAR


@kernel
def verify_one_increment(battle: Battle) -> int:
    """ST5 A move of one increment."""
    code = verify_move(battle)
    if code == OK and increments_of(battle, battle.cmd_unit, load_route(battle, battle.cmd_unit)) > 1:
        return WRONG_MOMENT
    return code


@kernel
def verify_activity_of(battle: Battle) -> int:
    """ST5 The activity that the command names: move, withdraw, fire or recover; not an attack."""
    activity = battle.cmd_side
    if activity == Activity.MOVE:
        return verify_one_increment(battle)
    if activity == Activity.WITHDRAW:
        return verify_withdraw(battle)
    if activity == Activity.FIRE:
        return verify_battery(battle)
    return verify_recover(battle) if activity == Activity.RECOVER else WRONG_MOMENT


@kernel
def verify_presence(battle: Battle) -> int:
    """ST5 May the unit of the command act at once? It stands within the single radius."""
    unit = battle.cmd_unit
    if unit < 0 or unit >= UNITS or battle.status[unit] != Status.BOARD:
        return NOT_ON_TABLE
    battle.presence = battle.asked
    code = verify_activity_of(battle)
    battle.presence = NOBODY
    if code == OK and not in_single_radius(battle, unit):
        return WRONG_MOMENT
    return code


@kernel
def verify_stratagem(battle: Battle) -> int:
    """ENG-17 Only play or pass, and only what fits the moment."""
    if battle.cmd == Command.PASS:
        return OK
    if battle.cmd != Command.PLAY:
        return NOT_YOUR_TURN
    code = verify_play(battle)
    if code == OK and battle.window == ENEMY_ACTS:
        return verify_presence(battle)
    return code


@kernel
def act_at_once(battle: Battle) -> None:
    """ST5 Carry out the activity of the command, free of cost."""
    activity, unit = battle.cmd_side, battle.cmd_unit
    battle.presence = battle.asked
    spend_chit(battle, battle.asked)
    log_stratagem(battle, battle.asked, PRESENCE_OF_MIND, battle.roll[unit], 0, 0)
    if activity == Activity.MOVE:
        do_move(battle)
    elif activity == Activity.WITHDRAW:
        do_withdraw(battle)
    elif activity == Activity.FIRE:
        fire(battle)
    elif activity == Activity.RECOVER:
        recover(battle)
    battle.presence = NOBODY


@kernel
def answer_enemy_acts(battle: Battle, plays: bool) -> None:
    """ST5, ENG-17 The side that is not on turn has answered; the turn goes on when its activity is over."""
    next_question(battle, battle.question + 1)
    if plays:
        act_at_once(battle)


@kernel
def answer_stratagem(battle: Battle) -> None:
    """ENG-17 Carry out the answer to the question of the open window."""
    plays = battle.cmd == Command.PLAY
    if battle.window == ROLLS_SEEN:
        answer_rolls(battle, plays)
    elif battle.window == DICE_SEEN:
        answer_dice(battle, plays)
    else:
        answer_enemy_acts(battle, plays)
