"""The evening in its steps: stay or leave, pursuit, recovery, rally, amalgamation (LGG-15.0).

``step`` carries the phases from STAY_LEAVE to NIGHT or OVER; where a side must decide it sets ``pending`` and returns.
"""

from battles.resolvers.aftermath.rules import (
    PURSUED_ARMS,
    another_day,
    counts_for_pursuit,
    dice_of_pursuit,
    leaver_of,
    penalty_of,
    victims_arm,
    winner_over,
)
from battles.resolvers.common.codes import Type
from battles.resolvers.core.dice import PURSUIT_STREAM
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.morale import evening_rally, evening_recovery, may_recover, pursuit_hit
from battles.resolvers.lgg.day.amalgamation import amalgamation_step
from battles.resolvers.lgg.day.will import (
    army_units,
    broken_units,
    end_last_day,
    one_broken_army,
    see_broken_armies,
)
from battles.resolvers.lgg.plane.space import end_of, first_of, side_of
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, UNITS, Pending, Phase, Status
from battles.resolvers.lgg.record.journal import Die, Event, Part, log_event, log_unit, throw
from battles.resolvers.lgg.record.rule_ids import OK, code_of
from battles.resolvers.lgg.record.setup import record_roll
from battles.resolvers.lgg.record.state import Battle

UNDECIDED_YET = -1
ALLOTMENT_RULE = code_of("LGG-15.3-b")


@kernel
def still_there(battle: Battle, unit: int) -> bool:
    """LGG-15.3-b, HR-E Is the unit on the table or safely off it?"""
    return battle.status[unit] in (Status.BOARD, Status.EXITED)


@kernel
def light_strength(battle: Battle, side: int) -> int:
    """LGG-15.2-a, b, HR-E Light cavalry that counts for pursuit, with Irregular Cavalry by an option."""
    total = 0
    for unit in range(first_of(side), end_of(battle, side)):
        kind, where = battle.type[unit], battle.status[unit]
        irregulars = battle.irregulars_pursue and not battle.outrider[unit]
        light = kind == Type.LIGHT_CAV or (kind == Type.IRREG_CAV and irregulars)
        if light and counts_for_pursuit(where == Status.BOARD, where == Status.EXITED, battle.stays[side]):
            total += battle.sp[unit]
    return total


@kernel
def loser_of(battle: Battle) -> int:
    """LGG-15.1-a The side that has lost the day, or nobody."""
    return leaver_of(battle.stays[0], battle.stays[1])


@kernel
def pursuit_strength(battle: Battle) -> int:
    """LGG-15.2-a How many dice the pursuit has."""
    return dice_of_pursuit(loser_of(battle), light_strength(battle, 0), light_strength(battle, 1))


@kernel
def begin_pursuit(battle: Battle, dice: int) -> None:
    """LGG-15.3-a The dice of a pursuit are about to be thrown; who is pursued feels it all evening (LGG-15.4-c)."""
    battle.pursued[loser_of(battle)] = 1
    battle.pursuit_dice = dice
    for arm in PURSUED_ARMS:
        battle.pursuit_hits[arm] = 0


@kernel
def count_face(battle: Battle, face: int) -> None:
    """LGG-15.3-a A die of the pursuit counts."""
    arm = victims_arm(face)
    if arm != NOBODY:
        battle.pursuit_hits[arm] += 1


@kernel
def strength_of_arm(battle: Battle, side: int, arm: int) -> int:
    """LGG-15.3-b The strength points of one arm that the pursuit can reach."""
    total = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == arm and still_there(battle, unit):
            total += battle.sp[unit]
    return total


@kernel
def hits_to_allot(battle: Battle, arm: int) -> int:
    """LGG-15.3-b Count the hits on an arm that find a target; the others are lost."""
    return min(battle.pursuit_hits[arm], strength_of_arm(battle, loser_of(battle), arm))


@kernel
def allotted(battle: Battle, arm: int) -> int:
    """LGG-15.3-b Hits that the command in hand puts on units of an arm."""
    total = 0
    for n in range(battle.cmd_items):
        if battle.arm[battle.cmd_item[n, 0]] == arm:
            total += battle.cmd_item[n, 1]
    return total


@kernel
def verify_allotment_row(battle: Battle, n: int) -> bool:
    """LGG-15.3-b One row of an allotment: a unit of the loser, named once, that has the strength for its hits."""
    unit, hits = battle.cmd_item[n, 0], battle.cmd_item[n, 1]
    if unit < 0 or unit >= UNITS or side_of(unit) != loser_of(battle) or not still_there(battle, unit):
        return False
    for other in range(n):
        if battle.cmd_item[other, 0] == unit:
            return False
    return 1 <= hits <= battle.sp[unit]


@kernel
def verify_pursuit(battle: Battle) -> int:
    """LGG-15.3-b The loser must place every hit that has a target, on units of the right arm."""
    for n in range(battle.cmd_items):
        if not verify_allotment_row(battle, n):
            return ALLOTMENT_RULE
    for arm in PURSUED_ARMS:
        if allotted(battle, arm) != hits_to_allot(battle, arm):
            return ALLOTMENT_RULE
    return OK


@kernel
def log_pursuit(battle: Battle) -> None:
    """LGG-15.3-a Write the pursuit with its dice and its allotment."""
    log_event(battle, Event.PURSUIT, side=1 - loser_of(battle), light_0=light_strength(battle, 0),
              light_1=light_strength(battle, 1), dice=battle.pursuit_dice)
    for n in range(battle.cmd_items):
        log_unit(battle, Part.TARGET, battle.cmd_item[n, 0], battle.cmd_item[n, 1])


@kernel
def answer_pursuit(battle: Battle) -> None:
    """LGG-15.3-b The hits fall where the loser has put them."""
    battle.pending = Pending.NONE
    log_pursuit(battle)
    for n in range(battle.cmd_items):
        for _ in range(battle.cmd_item[n, 1]):
            pursuit_hit(battle, battle.cmd_item[n, 0])
    battle.phase = Phase.EOD_RECOVERY


@kernel
def ask_who_is_hit(battle: Battle) -> bool:
    """LGG-15.3-b The loser is asked where the hits of the pursuit fall; False where none finds a target."""
    battle.cmd_items = 0
    for arm in PURSUED_ARMS:
        if hits_to_allot(battle, arm) > 0:
            battle.pending, battle.asked = Pending.PURSUIT, loser_of(battle)
            return True
    log_pursuit(battle)
    return False


@kernel
def pursuit_step(battle: Battle) -> None:
    """LGG-15.2-a, 15.3 Pursue a beaten side whose light cavalry is the weaker; it then says who is hit."""
    dice = pursuit_strength(battle)
    if dice > 0:
        begin_pursuit(battle, dice)
        for _ in range(dice):
            count_face(battle, throw(battle, PURSUIT_STREAM, 6, Die.PURSUIT))
    if dice == 0 or not ask_who_is_hit(battle):
        battle.phase = Phase.EOD_RECOVERY


@kernel
def stay_step(battle: Battle) -> None:
    """LGG-15.1-a Both sides say in secret whether they stay; then both answers are shown."""
    for side in range(SIDES):
        if battle.stays[side] == UNDECIDED_YET:
            battle.pending, battle.asked = Pending.STAY, side
            return
    log_event(battle, Event.STAY_LEAVE, side=NOBODY, choice_0=battle.stays[0], choice_1=battle.stays[1])
    end_last_day(battle)
    battle.phase = Phase.PURSUIT


@kernel
def answer_stay(battle: Battle, stays: int) -> None:
    """LGG-15.1-a The asked side's answer."""
    battle.pending = Pending.NONE
    battle.stays[battle.asked] = stays


@kernel
def recovers_by_night(battle: Battle, unit: int) -> bool:
    """LGG-15.4-a Does a unit try to lose a hit in the evening: every one with hits, wherever it is?"""
    return still_there(battle, unit) and may_recover(battle, unit)


@kernel
def rallies_by_night(battle: Battle, unit: int) -> bool:
    """LGG-15.4-b Does a unit try to rally in the evening: every one in a box?"""
    return battle.status[unit] in (Status.RALLYABLE, Status.NONRALLYABLE)


@kernel
def evening_penalty(battle: Battle, unit: int) -> int:
    """LGG-15.4-b, c What is added to a unit's evening roll."""
    return penalty_of(battle.pursued[side_of(unit)], battle.status[unit] == Status.NONRALLYABLE)


@kernel
def recovery_step(battle: Battle) -> None:
    """LGG-15.4-a, c The free recoveries of both sides."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            if recovers_by_night(battle, unit):
                evening_recovery(battle, unit, evening_penalty(battle, unit))
    battle.phase = Phase.EOD_RALLY


@kernel
def rally_step(battle: Battle) -> None:
    """LGG-15.4-b, c The free rallies of both sides; who fails is gone for good."""
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            if rallies_by_night(battle, unit):
                evening_rally(battle, unit, evening_penalty(battle, unit))
        battle.answered[side] = 0
    battle.phase = Phase.AMALGAMATE


@kernel
def goes_on(battle: Battle) -> bool:
    """LGG-15.1-a, S3-c, HR-D2 Is there another day? None in a tournament."""
    return battle.sudden_death == 0 and another_day(battle.stays[0], battle.stays[1], battle.day, battle.max_days)


@kernel
def end_battle(battle: Battle) -> None:
    """LGG-15.1-a, 15.6-b The battle is over; what strength is left is written to the roll."""
    battle.winner = winner_over(loser_of(battle))
    for side in range(SIDES):
        for unit in range(first_of(side), end_of(battle, side)):
            record_roll(battle, unit)
    log_event(battle, Event.BATTLE_END, side=NOBODY, winner=battle.winner)
    battle.phase = Phase.OVER


@kernel
def close_day(battle: Battle) -> None:
    """LGG-15.6-a After the last step of the evening: a night and another day, or the end."""
    if goes_on(battle):
        battle.phase = Phase.NIGHT
    else:
        end_battle(battle)


@kernel
def step(battle: Battle) -> None:
    """LGG-15.0 Carry out the step of the evening that ``phase`` names."""
    if battle.phase == Phase.STAY_LEAVE:
        stay_step(battle)
    elif battle.phase == Phase.PURSUIT:
        pursuit_step(battle)
    elif battle.phase == Phase.EOD_RECOVERY:
        recovery_step(battle)
    elif battle.phase == Phase.EOD_RALLY:
        rally_step(battle)
    elif battle.phase == Phase.AMALGAMATE and not amalgamation_step(battle):
        close_day(battle)


@kernel
def follow(battle: Battle) -> None:
    """R-52 What follows sudden death: the evening, in a tournament nothing."""
    if battle.tournament == 1:
        end_battle(battle)
    else:
        battle.phase = Phase.PURSUIT


@kernel
def sudden_death(battle: Battle) -> bool:
    """LGG-S3-a, R-52 At the end of a round: a broken army leaves, and the evening begins with the pursuit; of a
    tournament nothing follows."""
    if battle.sudden_death == 0 or not see_broken_armies(battle):
        return False
    log_event(battle, Event.SUDDEN_DEATH, side=NOBODY, broken_0=broken_units(battle, 0),
              broken_1=broken_units(battle, 1), total_0=army_units(battle, 0), total_1=army_units(battle, 1),
              loser=one_broken_army(battle))
    follow(battle)
    return True


@kernel
def end_tournament_day(battle: Battle) -> None:
    """LGG-S3-a, c, R-52 Nobody is broken at the day's end: a draw; both armies keep the field and the game is over."""
    for side in range(SIDES):
        battle.stays[side] = 1
    log_event(battle, Event.STAY_LEAVE, side=NOBODY, choice_0=1, choice_1=1)
    follow(battle)


@kernel
def tournament_points(battle: Battle, side: int) -> int:
    """LGG-S3-c One point for an unbroken army, one for the win."""
    return int(battle.army_broken[side] == 0) + int(battle.winner == side)
