"""Command rolls, initiative, the count and the end of the day (LGG-5.0, 6.0)."""

from battles.resolvers.dice import COMMAND_STREAM
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDES
from battles.resolvers.lgg.record.journal import (
    E_COMMAND_ROLL,
    E_INITIATIVE,
    E_ROUND_END,
    N_COMMAND,
    log_event,
    log_rule,
    throw,
)
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import FIRST_CODE, SECOND_WIND, log_stratagem, next_question, spend_chit


@rule
def skill_of(battle: Battle, side: int) -> int:
    """LGG-5.0-b The skill of the side's army commander."""
    return int(battle.lead_skill[side * LEADERS])


@rule
def mean_roll(battle: Battle, side: int) -> float:
    """LGG-5.0-a The mean of a side's command dice."""
    mean = 0.0
    for die in range(2):
        sides = battle.skill_dice[skill_of(battle, side), die]
        if sides > 0:
            mean += (sides + 1) / 2.0
    return mean


@rule
def roll_side(battle: Battle, side: int, again: int) -> None:
    """LGG-5.0-a, 6.1-a One side throws its command dice; ``again`` says that a tie made it throw them once more."""
    total = 0
    for die in range(2):
        sides = battle.skill_dice[skill_of(battle, side), die]
        if sides > 0:
            total += throw(battle, COMMAND_STREAM, sides, N_COMMAND)
    battle.rolled[side] = total
    log_event(battle, E_COMMAND_ROLL, side, total, again, 0, 0, 0, 0)


@rule
def roll_both(battle: Battle, again: int) -> None:
    """LGG-6.1-a Both sides throw."""
    for side in range(SIDES):
        roll_side(battle, side, again)


@rule
def settle_tie(battle: Battle) -> None:
    """LGG-6.1-b, R-45 A tie in the first round of a day is thrown again; ST1 was declared before this."""
    while battle.rolled[0] == battle.rolled[1] and battle.round_no == 1:
        roll_both(battle, 1)


@rule
def lower_side(battle: Battle) -> int:
    """ENG-17 The side with the lower roll; on a tie the one that was second before, at first the file's second."""
    if battle.rolled[0] == battle.rolled[1]:
        return 0 if battle.first_before == 1 else 1
    return 0 if battle.rolled[0] < battle.rolled[1] else 1


@rule
def second_wind(battle: Battle) -> None:
    """ST1 The asked side throws its whole command roll again; the new one stands."""
    side = battle.asked
    spend_chit(battle, side)
    log_stratagem(battle, side, SECOND_WIND, NOBODY, battle.rolled[side], 0)
    roll_side(battle, side, 1)
    log_rule(battle, FIRST_CODE)


@rule
def answer_rolls(battle: Battle, plays: bool) -> None:
    """ST1, ENG-17 The asked side has answered about its roll; on to the next question."""
    if plays:
        second_wind(battle)
    next_question(battle, battle.question + 1)


@rule
def first_side(battle: Battle) -> int:
    """LGG-6.1-a, b The higher roll goes first; after a tie the side that was first in the round before."""
    if battle.rolled[0] == battle.rolled[1]:
        return int(battle.first_before)
    return 0 if battle.rolled[0] > battle.rolled[1] else 1


@rule
def take_initiative(battle: Battle) -> None:
    """LGG-6.1-a, b Fix who goes first this round."""
    tie = int(battle.rolled[0] == battle.rolled[1])
    battle.first = first_side(battle)
    battle.first_before = battle.first
    log_event(battle, E_INITIATIVE, battle.first, battle.first, tie, 0, 0, 0, 0)


@rule
def end_round(battle: Battle) -> None:
    """LGG-6.1-d, 6.3-a The count goes up by both rolls, stratagem dice and the weather, whatever was spent."""
    added = battle.count_add[battle.weather]
    battle.count += battle.rolled[0] + battle.rolled[1] + battle.extra_actions[0] + battle.extra_actions[1] + added
    log_event(battle, E_ROUND_END, NOBODY, battle.rolled[0], battle.rolled[1], added, battle.count,
              battle.extra_actions[0], battle.extra_actions[1])


@rule
def day_is_over(battle: Battle) -> bool:
    """LGG-6.2-b Has the count reached the day's length?"""
    return battle.count >= battle.length
