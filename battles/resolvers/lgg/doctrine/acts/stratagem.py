"""The general's stratagems (AI-19): by what a new throw brings on average, never by dice to come.

The thresholds are data; they are halved while many stratagems are left, and fall to almost nothing when there are as
many stratagems as rounds to come on the last likely day.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.rolls import mean_roll
from battles.resolvers.lgg.doctrine.sees.choice import order
from battles.resolvers.lgg.doctrine.sees.posture import DELAY_POSTURE
from battles.resolvers.lgg.fighting.combat import attack_bonus, defence_bonus
from battles.resolvers.lgg.fighting.fire import FIRER, TARGET, fire_sum, list_fire
from battles.resolvers.lgg.fighting.modifiers import list_modifiers
from battles.resolvers.lgg.fighting.odds import combat_result, fire_hits, total_of
from battles.resolvers.lgg.fighting.value import (
    attackers_loss,
    combat_value,
    fire_value,
    hit_value,
    point_value,
    rout_value,
)
from battles.resolvers.lgg.plane.space import end_of, first_of, side_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Activity, Command, Result, Status
from battles.resolvers.lgg.record.doctrine_numbers import (
    COMMANDER_WORTH,
    EFFORT_ABOVE,
    MANY_STRATAGEMS,
    PRESENCE_ABOVE,
    STRATAGEM_CHANGE,
    STRATAGEM_GAIN,
    WIND_BELOW,
)
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import (
    DICE_SEEN,
    PRESENCE_OF_MIND,
    ROLLS_SEEN,
    STEP_FIRED,
    STEP_FOUGHT,
    STEP_LOST,
    die_of_question,
    fitting_stratagem,
    verify_chit,
)
from battles.resolvers.lgg.turn.presence import verify_stratagem
from battles.resolvers.lgg.turn.routes import plan_withdraw

LAST_DAY = 0.05
"""The part of a threshold that is left when stratagems must be spent."""


@kernel
def rounds_to_come(battle: Battle) -> float:
    """AI-19 How many rounds the day is likely to have still."""
    return (battle.length - battle.count) / max(1.0, mean_roll(battle, 0) + mean_roll(battle, 1))


@kernel
def eagerness(battle: Battle, side: int) -> float:
    """AI-19 The part of every threshold that counts: the more stratagems for the rounds to come, the less."""
    if battle.chits[side] >= rounds_to_come(battle):
        return LAST_DAY
    return 0.5 if battle.chits[side] > battle.general[MANY_STRATAGEMS] else 1.0


@kernel
def result_worth(battle: Battle, fight: int, attack: int, defence: int) -> float:
    """AI-2 Return what the result of two totals is worth to the attackers of a combat."""
    result, defender = combat_result(attack, defence), battle.fight_defender[fight]
    if result == Result.ROUT:
        return rout_value(battle, defender)
    if result == Result.DEFENDER_HIT:
        return hit_value(battle, defender, 1)
    return -attackers_loss(battle, fight, 1 if result == Result.ATTACKER_HIT else 2)


@kernel
def combat_worth(battle: Battle, fight: int, attack: int, defence: int) -> float:
    """AI-19 Return what two faces of a combat are worth to the asked side; ``list_modifiers`` has been called."""
    worth = result_worth(battle, fight, total_of(attack, attack_bonus(battle, fight)),
                         total_of(defence, defence_bonus(battle, fight)))
    return -worth if side_of(battle.fight_defender[fight]) == battle.asked else worth


@kernel
def fire_worth(battle: Battle, firer: int, target: int, firing: int, covering: int) -> float:
    """AI-19 Return what two faces of a fire are worth to the asked side; ``list_fire`` has been called."""
    hits = fire_hits(total_of(firing, fire_sum(battle, FIRER)), total_of(covering, fire_sum(battle, TARGET)))
    worth = hit_value(battle, target, hits)
    return worth if side_of(firer) == battle.asked else -worth


@kernel
def single_worth(battle: Battle, step: int, unit: int, face: int) -> float:
    """AI-19 Return what one face of a check, a recovery, a rally or a casualty is worth to the die's owner."""
    if step == STEP_LOST:
        return -battle.general[COMMANDER_WORTH] if face == 1 and unit % LEADERS == 0 else 0.0
    return point_value(battle, unit) if face <= battle.morale[unit] else 0.0


@kernel
def worth_of_face(battle: Battle, place: int, face: int) -> float:
    """AI-19 Return what it is worth to the asked side if a die on the table shows a face."""
    n = battle.agenda_n - 1
    step, a, b = battle.agenda[n, 0], battle.agenda[n, 1], battle.agenda[n, 2]
    one = face if place == 0 else battle.table_die[0, 4]
    two = face if place == 1 else battle.table_die[1, 4]
    if step == STEP_FOUGHT:
        return combat_worth(battle, a, one, two)
    if step == STEP_FIRED:
        return fire_worth(battle, a, b, one, two)
    return single_worth(battle, step, a, face)


@kernel
def list_what_counts(battle: Battle) -> None:
    """AI-19 The modifiers of the combat or fire whose dice lie on the table."""
    n = battle.agenda_n - 1
    if battle.agenda[n, 0] == STEP_FOUGHT:
        list_modifiers(battle, battle.agenda[n, 1])
    elif battle.agenda[n, 0] == STEP_FIRED:
        list_fire(battle, battle.agenda[n, 1], battle.agenda[n, 2])


@kernel
def new_throw_pays(battle: Battle) -> bool:
    """AI-19 ST3, ST4 Could another face change enough, and does a new throw bring enough on average?"""
    place = die_of_question(battle.question)
    list_what_counts(battle)
    now = worth_of_face(battle, place, battle.table_die[place, 4])
    best, total = now, 0.0
    for face in range(1, 11):
        worth = worth_of_face(battle, place, face)
        best, total = max(best, worth), total + worth
    eager = eagerness(battle, battle.asked)
    gain = total / 10.0 - now
    return best - now >= battle.general[STRATAGEM_CHANGE] * eager and gain > battle.general[STRATAGEM_GAIN] * eager


@kernel
def second_wind_pays(battle: Battle) -> bool:
    """AI-19 ST1 Is the roll far below its mean, for a side that has a use for actions?"""
    side = battle.asked
    below = mean_roll(battle, side) - battle.rolled[side]
    return below >= battle.general[WIND_BELOW] * eagerness(battle, side) and battle.posture[side] != DELAY_POSTURE


@kernel
def effort_pays(battle: Battle, side: int, worth: float) -> bool:
    """AI-19 ST2 Is the last action about to be spent while something worth doing would stay undone?"""
    if battle.actions > 1 or verify_chit(battle, side) != 0:
        return False
    return worth > battle.general[EFFORT_ABOVE] * eagerness(battle, side)


@kernel
def play(battle: Battle, activity: int, unit: int) -> bool:
    """ST5 Put a planned activity into a play of Presence of Mind; may it be done?"""
    battle.cmd, battle.cmd_arg, battle.cmd_side, battle.cmd_unit = Command.PLAY, PRESENCE_OF_MIND, activity, unit
    return verify_stratagem(battle) == 0


@kernel
def plan_escape(battle: Battle, unit: int) -> bool:
    """AI-19 ST5 Withdraw a unit whose combat would cost too much."""
    fight = battle.combat[unit]
    if fight == NOBODY or battle.fight_defender[fight] != unit or battle.closed[unit] == 1:
        return False
    limit = battle.general[PRESENCE_ABOVE] * eagerness(battle, battle.asked)
    if combat_value(battle, fight) < limit:
        return False
    battle.presence = battle.asked
    code = plan_withdraw(battle, unit)
    battle.presence = NOBODY
    return code == 0 and play(battle, Activity.WITHDRAW, unit)


@kernel
def plan_salvo(battle: Battle, unit: int) -> bool:
    """AI-19 ST5 Fire a battery that would otherwise stay silent, at something worth it."""
    if battle.arm[unit] != Arm.ART or battle.closed[unit] == 1:
        return False
    limit = battle.general[PRESENCE_ABOVE] * eagerness(battle, battle.asked)
    foe = 1 - battle.asked
    for target in range(first_of(foe), end_of(battle, foe)):
        if battle.status[target] == Status.BOARD and fire_value(battle, unit, target) >= limit:
            battle.cmd_target = target
            if play(battle, Activity.FIRE, unit):
                return True
    return False


@kernel
def plan_presence(battle: Battle) -> bool:
    """AI-19 ST5 The first activity in the enemy's turn that saves or brings enough; it is the command in hand."""
    side = battle.asked
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD and (plan_escape(battle, unit) or plan_salvo(battle, unit)):
            return True
    return False


@kernel
def plays_now(battle: Battle) -> bool:
    """AI-19 Does the asked side play what fits the moment? ST5's activity is then the command in hand."""
    if verify_chit(battle, battle.asked) != 0:
        return False
    if battle.window == ROLLS_SEEN:
        return second_wind_pays(battle)
    return new_throw_pays(battle) if battle.window == DICE_SEEN else plan_presence(battle)


@kernel
def answer_window(battle: Battle) -> None:
    """AI-19, ENG-17 Play or pass."""
    order(battle, Command.PASS, NOBODY, NOBODY)
    if not plays_now(battle):
        order(battle, Command.PASS, NOBODY, NOBODY)
    elif fitting_stratagem(battle) != PRESENCE_OF_MIND:
        order(battle, Command.PLAY, NOBODY, NOBODY)
        battle.cmd_arg = fitting_stratagem(battle)
