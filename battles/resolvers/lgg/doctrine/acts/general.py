"""The general: one command for the side that is asked, by the doctrine of section 19 and exact odds (AI-1 to AI-25).

``choose`` fills ``cmd_*``. It looks at nothing but the record, and throws dice only from the two doctrine streams. Once
a turn ``plan_turn`` thinks everything out; between two commands only what has changed is judged anew; a way is looked
for only for the best of all candidates (docs/general.md).
"""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.doctrine.acts.blows import barred
from battles.resolvers.lgg.doctrine.acts.duty import best_duty, do_duty, fires_on, prepares
from battles.resolvers.lgg.doctrine.acts.evening import (
    answer_amalgamation,
    answer_ground,
    answer_hits,
    answer_pursuit_hits,
    choose_combat,
)
from battles.resolvers.lgg.doctrine.acts.force import best_force, force, force_score
from battles.resolvers.lgg.doctrine.acts.staying import answer_break_off, answer_stay_or_leave
from battles.resolvers.lgg.doctrine.acts.stratagem import answer_window, effort_pays
from battles.resolvers.lgg.doctrine.acts.strike import refresh_fights, surest_target
from battles.resolvers.lgg.doctrine.acts.works import consider_works, plan_works
from battles.resolvers.lgg.doctrine.plans.headquarters import move_headquarters, plan_headquarters
from battles.resolvers.lgg.doctrine.plans.hunt import go_on_hunting
from battles.resolvers.lgg.doctrine.plans.night import answer_the_night
from battles.resolvers.lgg.doctrine.plans.plan import plan_turn
from battles.resolvers.lgg.doctrine.plans.wings import choose_heir, consider_wings, plan_wings
from battles.resolvers.lgg.doctrine.sees.attack import strike
from battles.resolvers.lgg.doctrine.sees.choice import chosen, order, start_choice
from battles.resolvers.lgg.doctrine.sees.memory import look_around
from battles.resolvers.lgg.doctrine.sees.reach import count_strikers
from battles.resolvers.lgg.plane.space import side_of
from battles.resolvers.lgg.record.codes import NOBODY, Command, Pending, Phase
from battles.resolvers.lgg.record.doctrine_numbers import LEAST_WORTH
from battles.resolvers.lgg.record.reasons import OF_GUNS, PREPARES, TO_GUNS, note_reason
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import REDOUBLED_EFFORT

ROUND_TURNS = 32
FIRST_SLOT = 0


@kernel
def think(battle: Battle, side: int) -> None:
    """AI-12 Plan the turn at its start; later notice what has changed."""
    turn = battle.rounds * ROUND_TURNS + battle.phase
    if battle.thought[side] != turn:
        battle.thought[side] = turn
        plan_turn(battle, side)
        plan_works(battle, side)
        plan_headquarters(battle, side)
        plan_wings(battle, side)
    else:
        look_around(battle, side)
    count_strikers(battle, side)
    refresh_fights(battle)


@kernel
def consider_others(battle: Battle, side: int) -> None:
    """AI-12 Candidates of other kinds: each offers a legal command if it beats what has been offered so far."""
    start_choice(battle, side, battle.general[LEAST_WORTH])
    consider_wings(battle, side)
    consider_works(battle, side)


@kernel
def vetted(battle: Battle, legal: bool) -> int:
    """ENG-11 Note that the command in hand has just been verified, if it is legal: 1, else 0."""
    battle.vetted = int(legal)
    return int(legal)


@kernel
def fire_before(battle: Battle, gun: int, target: int) -> int:
    """AI-13 The blow at a unit waits until a battery has fired at it; 0: the battery may not."""
    done = vetted(battle, do_duty(battle, gun))
    if done == 1:
        row = battle.roll[target]
        note_reason(battle, side_of(gun), OF_GUNS, 1 + row, TO_GUNS, PREPARES, battle.roll[gun], row)
    return done


@kernel
def strikes_or_hunts(battle: Battle, target: int) -> bool:
    """AI-12, AI-27 Put the strike on a target in hand; a hunting unit that finds no way to it hunts on."""
    unit, side = battle.strike_unit[target], battle.strike_side[target] % 4
    if strike(battle, target):
        return True
    if barred(battle, unit, target, side):
        go_on_hunting(battle, unit)
    return False


@kernel
def take_best(battle: Battle, side: int) -> int:
    """AI-12 Put the best candidate in hand: 1 done, 0 there was no way, -1 nothing is worth an action.

    A battery that is open fires first, before it is closed. What wings and engineers do touches everything: after it
    the turn is thought out anew."""
    unit, least = best_duty(battle, side), battle.choice_score
    if fires_on(battle, side):
        return vetted(battle, do_duty(battle, battle.open_unit))
    if unit != NOBODY:
        least = max(least, battle.duty_score[unit])
    least = max(least, battle.chief_score[side])
    fight = best_force(battle, side, least)
    if fight != NOBODY:
        least = force_score(battle, fight)
    battle.best_worth[side] = least
    target = surest_target(battle, side, least)
    while target != NOBODY:
        gun = prepares(battle, side, target)
        if gun != NOBODY:
            return fire_before(battle, gun, target)
        if vetted(battle, strikes_or_hunts(battle, target)) == 1:
            return 1
        target = surest_target(battle, side, least)
    if fight != NOBODY:
        return vetted(battle, force(battle, fight))
    if battle.chief_score[side] > 0.0 and battle.chief_score[side] >= least:
        return vetted(battle, move_headquarters(battle, side))
    if unit != NOBODY and battle.duty_score[unit] >= least:
        return vetted(battle, do_duty(battle, unit))
    if not chosen(battle, side):
        return -1
    battle.thought[side] = NOBODY
    return 1


@kernel
def choose_activity(battle: Battle) -> None:
    """AI-12 The best of all candidates; the turn ends when nothing is worth an action."""
    side, found = battle.on_turn, 0
    if battle.actions > 0:
        think(battle, side)
        consider_others(battle, side)
        while found == 0:
            found = take_best(battle, side)
    if found != 1:
        order(battle, Command.END_TURN, NOBODY, NOBODY)
    elif battle.stratagems == 1 and effort_pays(battle, side, battle.best_worth[side]):
        order(battle, Command.PLAY, NOBODY, NOBODY)
        battle.cmd_arg, battle.vetted = REDOUBLED_EFFORT, 0
    elif battle.cmd_unit >= FIRST_SLOT and battle.cmd != Command.MOVE_COMMANDER:
        battle.duty_stale[battle.cmd_unit] = 1


@kernel
def choose_answer(battle: Battle) -> None:
    """AI-2, AI-21 to 25 The answer to the question that is open."""
    question = battle.pending
    if question == Pending.ALLOT:
        answer_hits(battle)
    elif question == Pending.OCCUPY:
        answer_ground(battle)
    elif question == Pending.BREAK_OFF:
        answer_break_off(battle)
    elif question == Pending.STAY:
        answer_stay_or_leave(battle)
    elif question == Pending.PURSUIT:
        answer_pursuit_hits(battle)
    elif question == Pending.AMALGAMATE:
        answer_amalgamation(battle)
    elif question == Pending.HEIR:
        choose_heir(battle)
    elif question == Pending.STRATAGEM:
        answer_window(battle)
    elif question == Pending.NIGHT:
        answer_the_night(battle)


@kernel
def choose(battle: Battle) -> None:
    """18.2 Fill ``cmd_*`` with what the asked side does now."""
    if battle.pending != Pending.NONE:
        choose_answer(battle)
    elif battle.phase == Phase.COMBATS:
        choose_combat(battle)
    else:
        choose_activity(battle)
