"""To stay or to leave in the evening, to break off before it, and what tips the balance (AI-22, AI-25).

The choice is by the worths of ``worth``; the reason that is written down is the one without which it would have been
another, as far as there is one.
"""

from battles.resolvers.core.dice import DOCTRINE_STREAM
from battles.resolvers.core.kernels import i64, kernel
from battles.resolvers.lgg.day.arrivals import due_later
from battles.resolvers.lgg.doctrine.plans.worth import (
    army_price,
    better_to_stay,
    days_left,
    lean_to_stay,
    part_of_both,
    still_marching,
    tomorrow,
    worth_if_both_stay,
    worth_of_leaving,
)
from battles.resolvers.lgg.doctrine.sees.choice import order
from battles.resolvers.lgg.doctrine.sees.posture import (
    DELAY_POSTURE,
    broken_share,
    help_is_coming,
    is_bound,
    last_rounds,
    see_round,
)
from battles.resolvers.lgg.record.codes import NOBODY, Command
from battles.resolvers.lgg.record.doctrine_numbers import LEAST_LOST, NEAR_EQUAL
from battles.resolvers.lgg.record.journal import Die, throw
from battles.resolvers.lgg.record.reasons import (
    BY_ORDERS,
    CAPITAL,
    COST,
    EQUAL,
    EVEN,
    FIELD,
    HE_LEAVES,
    HIS_RELIEF,
    LINE_LOSSES,
    NIGHT_NEAR,
    OF_EVENING,
    OF_RETREAT,
    RELIEF,
    STRONGER,
    TO_BREAK_OFF,
    TO_FIGHT_ON,
    TO_LEAVE,
    TO_STAY,
    WEAKER,
    note_reason,
)
from battles.resolvers.lgg.record.state import Battle

ODDS_SIDES = 1000
SHORT_OF_BREAKING = 0.05
"""AI-25 By what part of its army's price leaving must be better for a side to break off."""
STRONGER_FROM, WEAKER_TO = 0.55, 0.45
"""AI-22 From which part of the strength of both a side is the stronger, and up to which the weaker."""


@kernel
def has_had_enough(battle: Battle, side: int) -> bool:
    """AI-25 A plan that says how many units may break before the side leaves is taken at its word."""
    broken = broken_share(battle, side)
    return battle.plan_break_off[side] >= 0.0 and broken > 0.0 and broken >= battle.plan_break_off[side]


@kernel
def must_go(battle: Battle, side: int) -> bool:
    """AI-22, AI-5 Does the plan of battle make the side leave by night, whatever speaks for staying? An army that is to
    gain time for help on its way leaves only if it must."""
    delays = battle.plan_posture[side] == DELAY_POSTURE and is_bound(battle, side)
    return (delays and not help_is_coming(battle, side)) or has_had_enough(battle, side)


@kernel
def will_stay(battle: Battle, side: int) -> bool:
    """AI-22 Does the side stay for another day? Worth decides, and a die where both are worth nearly the same."""
    if battle.capital[side] == 1 or days_left(battle) == 0.0:
        return True
    if must_go(battle, side):
        return False
    lean = lean_to_stay(battle, side)
    if abs(lean) > battle.general[NEAR_EQUAL]:
        return lean > 0.0
    return 2 * throw(battle, DOCTRINE_STREAM + side, ODDS_SIDES, Die.CHOICE) <= ODDS_SIDES


@kernel
def lean_without(battle: Battle, side: int, helped: int) -> float:
    """AI-22 By how much staying would be better if nobody came to the help of one of the sides."""
    battle.without_help[helped] = 1.0
    lean = lean_to_stay(battle, side)
    battle.without_help[helped] = 0.0
    return lean


@kernel
def tips_to_stay(battle: Battle, side: int) -> int:
    """AI-22 What makes a side stay: its help, an enemy who may leave, its strength, or what the field is worth."""
    if still_marching(battle, side) > 0.0 and lean_without(battle, side, side) <= 0.0:
        return RELIEF
    if better_to_stay(battle, side, 1.0) <= 0.0:
        return HE_LEAVES
    part = part_of_both(battle, side)
    if part >= STRONGER_FROM:
        return STRONGER
    return EQUAL if part > WEAKER_TO else FIELD


@kernel
def tips_to_leave(battle: Battle, side: int) -> int:
    """AI-22 What makes a side leave: its plan, help for the enemy, his strength, or that the field is not worth it."""
    if has_had_enough(battle, side):
        return LINE_LOSSES
    if must_go(battle, side):
        return BY_ORDERS
    if still_marching(battle, 1 - side) > 0.0 and lean_without(battle, side, 1 - side) > 0.0:
        return HIS_RELIEF
    return WEAKER if part_of_both(battle, side) <= WEAKER_TO else COST


@kernel
def why_evening(battle: Battle, side: int, stays: bool) -> int:
    """AI-22 What tips the choice of the evening."""
    if battle.capital[side] == 1:
        return CAPITAL
    if not must_go(battle, side) and abs(lean_to_stay(battle, side)) <= battle.general[NEAR_EQUAL]:
        return EVEN
    return tips_to_stay(battle, side) if stays else tips_to_leave(battle, side)


@kernel
def answer_stay_or_leave(battle: Battle) -> None:
    """AI-22 Say whether the asked side stays, and write down why where there was a choice."""
    side = battle.asked
    stays = will_stay(battle, side)
    order(battle, Command.STAY_LEAVE, NOBODY, NOBODY)
    battle.cmd_arg = int(stays)
    if days_left(battle) > 0.0:
        part = i64(100.0 * part_of_both(battle, side) + 0.5)
        why = why_evening(battle, side, stays)
        note_reason(battle, side, OF_EVENING, battle.day, TO_STAY if stays else TO_LEAVE, why, part, 0)


@kernel
def rest_of_day(battle: Battle) -> float:
    """AI-25 The part of the day that is left."""
    return max(0.0, 1.0 - battle.count / max(battle.length, 1))


@kernel
def has_lost_much(battle: Battle, side: int) -> bool:
    """AI-25 Has the side lost so much of its army that it may think of breaking off?"""
    return tomorrow(battle, side) <= (1.0 - battle.general[LEAST_LOST]) * army_price(battle, side)


@kernel
def is_hopeless(battle: Battle, side: int) -> bool:
    """AI-25 Is leaving now worth clearly more than fighting on? A plan's own limit comes first."""
    if battle.plan_break_off[side] >= 0.0:
        return has_had_enough(battle, side)
    if battle.capital[side] == 1 or not has_lost_much(battle, side):
        return False
    on = worth_if_both_stay(battle, side, days_left(battle) + rest_of_day(battle))
    return on + SHORT_OF_BREAKING < worth_of_leaving(battle, side)


@kernel
def note_retreat(battle: Battle, side: int, help_is_due: bool, night_is_near: bool) -> None:
    """AI-25 Write down why a side that would break off does so, or fights on."""
    part = i64(100.0 * part_of_both(battle, side) + 0.5)
    if help_is_due or night_is_near:
        why = RELIEF if help_is_due else NIGHT_NEAR
        note_reason(battle, side, OF_RETREAT, battle.day, TO_FIGHT_ON, why, part, 0)
    else:
        why = LINE_LOSSES if battle.plan_break_off[side] >= 0.0 else COST
        note_reason(battle, side, OF_RETREAT, -battle.day, TO_BREAK_OFF, why, part, 0)


@kernel
def answer_break_off(battle: Battle) -> None:
    """AI-25 Break off a battle that is lost, unless night or help is near."""
    side = battle.asked
    see_round(battle, side)
    order(battle, Command.BREAK_OFF, NOBODY, NOBODY)
    helped, late = due_later(battle, side), last_rounds(battle)
    hopeless = is_hopeless(battle, side)
    if hopeless:
        note_retreat(battle, side, helped, late)
    battle.cmd_arg = int(hopeless and not helped and not late)
