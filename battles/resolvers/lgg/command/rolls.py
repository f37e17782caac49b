"""Command rolls, initiative, the count and the end of the day (LGG-5.0, 6.0)."""

from battles.resolvers.common.codes import Skill
from battles.resolvers.core.dice import COMMAND_STREAM
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDE_SLOTS, SIDES, Status
from battles.resolvers.lgg.record.journal import Die, Event, log_event, log_rule, throw
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.record.stratagems import FIRST_CODE, SECOND_WIND, log_stratagem, next_question, spend_chit


@kernel
def skill_of(battle: Battle, side: int) -> int:
    """LGG-5.0-b The skill of the side's army commander."""
    return battle.lead_skill[side * LEADERS]


@kernel
def mean_of(battle: Battle, skill: int) -> float:
    """LGG-5.0-a The mean of the command dice of a skill."""
    mean = 0.0
    for die in range(2):
        sides = battle.skill_dice[skill, die]
        if sides > 0:
            mean += (sides + 1) / 2.0
    return mean


@kernel
def units_led(battle: Battle, side: int) -> int:
    """HR-27 The units of a side on the table."""
    units, first = 0, side * SIDE_SLOTS
    for n in range(battle.slots[side]):
        units += int(battle.status[first + n] == Status.BOARD)
    return units


@kernel
def rolls_of(battle: Battle, side: int) -> int:
    """HR-27 How many command rolls a side throws: one for each sixteen units on the table, or part of that."""
    if battle.large_army == 0:
        return 1
    return max(1, (units_led(battle, side) + battle.large_army - 1) // battle.large_army)


@kernel
def staff_skill(battle: Battle, side: int, n: int) -> int:
    """HR-27, LGG-5.0-b The skill of the side's command roll ``n``: its commander's, then its wings', then Poor."""
    chief = side * LEADERS
    if n == 0:
        return battle.lead_skill[chief]
    seen = 0
    for wing in range(chief + 1, chief + LEADERS):
        seen += int(battle.lead_here[wing] == 1)
        if battle.lead_here[wing] == 1 and seen == n:
            return battle.lead_skill[wing]
    return Skill.POOR


@kernel
def mean_roll(battle: Battle, side: int) -> float:
    """LGG-5.0-a, HR-27 The mean of all that a side throws for command."""
    mean = 0.0
    for n in range(rolls_of(battle, side)):
        mean += mean_of(battle, staff_skill(battle, side, n))
    return mean


@kernel
def mean_of_day(battle: Battle) -> float:
    """LGG-6.1-d By how much a round brings the day nearer to its end, on average."""
    own = mean_of(battle, skill_of(battle, 0)) + mean_of(battle, skill_of(battle, 1))
    return own + battle.count_add[battle.weather]


@kernel
def throw_command(battle: Battle, skill: int) -> int:
    """LGG-5.0-a Throw the command dice of a skill."""
    total = 0
    for die in range(2):
        sides = battle.skill_dice[skill, die]
        if sides > 0:
            total += throw(battle, COMMAND_STREAM, sides, Die.COMMAND)
    return total


@kernel
def add_roll(battle: Battle, side: int, n: int) -> None:
    """LGG-5.0-a, HR-27 Throw the side's command roll ``n``; the first is its army commander's own."""
    total = throw_command(battle, staff_skill(battle, side, n))
    if n == 0:
        battle.own_roll[side], battle.rolled[side] = total, 0
    battle.rolled[side] += total


@kernel
def log_roll(battle: Battle, side: int, again: int, rolls: int) -> None:
    """LGG-6.1-a, HR-27 Write down what a side threw; ``again`` says that a tie made it throw once more."""
    log_event(battle, Event.COMMAND_ROLL, side=side, total=battle.rolled[side], rerolled=again,
              own=battle.own_roll[side], rolls=rolls)


@kernel
def roll_side(battle: Battle, side: int, again: int) -> None:
    """LGG-5.0-a, 6.1-a, HR-27 One side throws its command dice."""
    rolls = rolls_of(battle, side)
    for n in range(rolls):
        add_roll(battle, side, n)
    log_roll(battle, side, again, rolls)


@kernel
def roll_both(battle: Battle, again: int) -> None:
    """LGG-6.1-a Both sides throw."""
    for side in range(SIDES):
        roll_side(battle, side, again)


@kernel
def settle_tie(battle: Battle) -> None:
    """LGG-6.1-b, R-45 A tie in the first round of a day is thrown again; ST1 was declared before this."""
    while battle.rolled[0] == battle.rolled[1] and battle.round_no == 1:
        roll_both(battle, 1)


@kernel
def lower_side(battle: Battle) -> int:
    """ENG-17 The side with the lower roll; on a tie the one that was second before, at first the file's second."""
    if battle.rolled[0] == battle.rolled[1]:
        return 0 if battle.first_before == 1 else 1
    return 0 if battle.rolled[0] < battle.rolled[1] else 1


@kernel
def second_wind(battle: Battle) -> None:
    """ST1 The asked side throws its whole command roll again; the new one stands."""
    side = battle.asked
    spend_chit(battle, side)
    log_stratagem(battle, side, SECOND_WIND, NOBODY, battle.rolled[side], 0)
    roll_side(battle, side, 1)
    log_rule(battle, FIRST_CODE)


@kernel
def answer_rolls(battle: Battle, plays: bool) -> None:
    """ST1, ENG-17 The asked side has answered about its roll; on to the next question."""
    if plays:
        second_wind(battle)
    next_question(battle, battle.question + 1)


@kernel
def first_side(battle: Battle) -> int:
    """LGG-6.1-a, b The higher roll goes first; after a tie the side that was first in the round before."""
    if battle.rolled[0] == battle.rolled[1]:
        return battle.first_before
    return 0 if battle.rolled[0] > battle.rolled[1] else 1


@kernel
def take_initiative(battle: Battle) -> None:
    """LGG-6.1-a, b Fix who goes first this round."""
    tie = int(battle.rolled[0] == battle.rolled[1])
    battle.first = first_side(battle)
    battle.first_before = battle.first
    log_event(battle, Event.INITIATIVE, side=battle.first, first=battle.first, tie=tie)


@kernel
def end_round(battle: Battle) -> None:
    """LGG-6.1-d, 6.3-a, HR-27 The count goes up by what both army commanders rolled, stratagem dice and the weather,
    whatever was spent."""
    own, his, added = battle.own_roll[0], battle.own_roll[1], battle.count_add[battle.weather]
    battle.count += own + his + battle.extra_actions[0] + battle.extra_actions[1] + added
    log_event(battle, Event.ROUND_END, side=NOBODY, roll_0=own, roll_1=his, weather_add=added, count=battle.count,
              extra_0=battle.extra_actions[0], extra_1=battle.extra_actions[1])


@kernel
def day_is_over(battle: Battle) -> bool:
    """LGG-6.2-b Has the count reached the day's length?"""
    return battle.count >= battle.length
