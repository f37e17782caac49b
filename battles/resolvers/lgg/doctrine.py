"""The general: one command for the side that is asked, by the doctrine of section 19 and exact odds (AI-1 to AI-25).

``choose`` fills ``cmd_*``. It looks at nothing but the record, and throws dice only from the two doctrine streams.
"""

from battles.resolvers.lgg.codes import (
    ART,
    BOARD,
    CMD_END_TURN,
    COMBATS,
    LEADERS,
    NOBODY,
    PEND_ALLOT,
    PEND_AMALGAMATE,
    PEND_BREAK_OFF,
    PEND_HEIR,
    PEND_NONE,
    PEND_OCCUPY,
    PEND_PURSUIT,
    PEND_STAY,
    RALLYABLE,
)
from battles.resolvers.lgg.doctrine_choice import chosen, order, start_choice
from battles.resolvers.lgg.doctrine_evening import (
    answer_amalgamation,
    answer_break_off,
    answer_ground,
    answer_hits,
    answer_pursuit_hits,
    answer_stay_or_leave,
    choose_combat,
)
from battles.resolvers.lgg.doctrine_fight import (
    consider_attacks,
    consider_fire,
    consider_forces,
    consider_withdrawal,
    forget_sides,
    may_strike,
)
from battles.resolvers.lgg.doctrine_march import (
    consider_advance,
    consider_guns,
    consider_headquarters,
    consider_rally,
    consider_recovery,
    consider_relief,
)
from battles.resolvers.lgg.doctrine_posture import review_posture
from battles.resolvers.lgg.doctrine_wings import choose_heir, consider_wings
from battles.resolvers.lgg.fights import is_attacker
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import end_of, first_of, locked
from battles.resolvers.lgg.state import Battle

LEAST_WORTH = 0.05
"""Points an action below which the general rather does nothing."""


@rule
def consider_unit(battle: Battle, unit: int) -> None:
    """AI-12 Offer everything that one unit on the table could do."""
    if locked(battle, unit):
        if not is_attacker(battle, unit):
            consider_withdrawal(battle, unit)
        return
    if battle.arm[unit] == ART:
        consider_fire(battle, unit)
        consider_guns(battle, unit)
        return
    if may_strike(battle, unit):
        consider_attacks(battle, unit)
        consider_relief(battle, unit)
        consider_advance(battle, unit)
    consider_recovery(battle, unit)


@rule
def choose_activity(battle: Battle) -> None:
    """AI-12 The best of all candidates; the turn ends when nothing is worth an action."""
    side = battle.on_turn
    review_posture(battle, side)
    start_choice(battle, side, LEAST_WORTH)
    forget_sides(battle)
    if battle.actions > 0:
        consider_forces(battle, side)
        for unit in range(first_of(side), end_of(battle, side)):
            if battle.status[unit] == BOARD and battle.closed[unit] == 0:
                consider_unit(battle, unit)
            elif battle.status[unit] == RALLYABLE:
                consider_rally(battle, unit)
        consider_headquarters(battle, side * LEADERS)
        consider_wings(battle, side)
    if not chosen(battle, side):
        order(battle, CMD_END_TURN, NOBODY, NOBODY)


@rule
def choose_answer(battle: Battle) -> None:
    """AI-2, AI-21 to 25 The answer to the question that is open."""
    question = battle.pending
    if question == PEND_ALLOT:
        answer_hits(battle)
    elif question == PEND_OCCUPY:
        answer_ground(battle)
    elif question == PEND_BREAK_OFF:
        answer_break_off(battle)
    elif question == PEND_STAY:
        answer_stay_or_leave(battle)
    elif question == PEND_PURSUIT:
        answer_pursuit_hits(battle)
    elif question == PEND_AMALGAMATE:
        answer_amalgamation(battle)
    elif question == PEND_HEIR:
        choose_heir(battle)


@rule
def choose(battle: Battle) -> None:
    """18.2 Fill ``cmd_*`` with what the asked side does now."""
    if battle.pending != PEND_NONE:
        choose_answer(battle)
    elif battle.phase == COMBATS:
        choose_combat(battle)
    else:
        choose_activity(battle)
