"""The evening in its steps: stay or leave, pursuit, recovery, rally, amalgamation (LGG-15.0).

``step`` carries the phases from STAY_LEAVE to NIGHT or OVER; where a side must decide it sets ``pending`` and returns.
"""

from battles.resolvers.common.codes import Arm, Type
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
from battles.resolvers.lgg.record.codes import DRAW, NOBODY, SIDES, UNITS, Pending, Phase, Status
from battles.resolvers.lgg.record.journal import Die, Event, Part, log_event, log_unit, throw
from battles.resolvers.lgg.record.rule_ids import OK, code_of
from battles.resolvers.lgg.record.setup import record_roll
from battles.resolvers.lgg.record.state import Battle

UNDECIDED_YET = -1
LEAVES, STAYS = 0, 1
HIT_FOOT, HIT_HORSE, HIT_GUNS = 0, 1, 2
BOX_PENALTY = 2
"""LGG-15.4-b What a Non-Rallyable unit adds to its roll."""
PURSUED_PENALTY = 1
ALLOTMENT_RULE = code_of("LGG-15.3-b")


@kernel
def still_there(battle: Battle, unit: int) -> bool:
    """LGG-15.3-b, HR-E Is the unit on the table or safely off it?"""
    return battle.status[unit] in (Status.BOARD, Status.EXITED)


@kernel
def light_strength(battle: Battle, side: int) -> int:
    """LGG-15.2-a, b, HR-E Light cavalry that counts for pursuit; exited units only for the side that stays."""
    total = 0
    for unit in range(first_of(side), end_of(battle, side)):
        kind, where = battle.type[unit], battle.status[unit]
        irregulars = battle.irregulars_pursue and not battle.outrider[unit]
        counts = kind == Type.LIGHT_CAV or (kind == Type.IRREG_CAV and irregulars)
        if counts and (where == Status.BOARD or (where == Status.EXITED and battle.stays[side] == STAYS)):
            total += battle.sp[unit]
    return total


@kernel
def loser_of(battle: Battle) -> int:
    """LGG-15.1-a The side that leaves while the other stays, or -1 in a draw."""
    if battle.stays[0] == battle.stays[1]:
        return NOBODY
    return 0 if battle.stays[0] == LEAVES else 1


@kernel
def pursuit_strength(battle: Battle) -> int:
    """LGG-15.2-a, 15.3-a How many dice the pursuit has: the winner's lights less the loser's; none in a draw."""
    loser = loser_of(battle)
    if loser == NOBODY:
        return 0
    return max(0, light_strength(battle, 1 - loser) - light_strength(battle, loser))


@kernel
def victim_of(face: int) -> int:
    """LGG-15.3-a Whom a pursuit die hits: foot, horse, guns, or nobody (-1)."""
    if face <= 2:
        return HIT_FOOT
    if face == 3:
        return HIT_HORSE
    return HIT_GUNS if face == 4 else NOBODY


@kernel
def victims_arm(hit: int) -> int:
    """LGG-15.3-a The arm that a kind of pursuit hit falls on."""
    if hit == HIT_FOOT:
        return Arm.FOOT
    return Arm.CAV if hit == HIT_HORSE else Arm.ART


@kernel
def throw_pursuit(battle: Battle, dice: int) -> None:
    """LGG-15.3-a, c Throw all pursuit dice together."""
    battle.pursuit_dice = dice
    for hit in range(3):
        battle.pursuit_hits[hit] = 0
    for _ in range(dice):
        hit = victim_of(throw(battle, PURSUIT_STREAM, 6, Die.PURSUIT))
        if hit != NOBODY:
            battle.pursuit_hits[hit] += 1


@kernel
def strength_of_arm(battle: Battle, side: int, arm: int) -> int:
    """LGG-15.3-b The strength points of one arm that the pursuit can reach."""
    total = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == arm and still_there(battle, unit):
            total += battle.sp[unit]
    return total


@kernel
def hits_to_allot(battle: Battle, hit: int) -> int:
    """LGG-15.3-b Count the hits of one kind that find a target; the others are lost."""
    return min(battle.pursuit_hits[hit], strength_of_arm(battle, loser_of(battle), victims_arm(hit)))


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
    for hit in range(3):
        if allotted(battle, victims_arm(hit)) != hits_to_allot(battle, hit):
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
def pursuit_step(battle: Battle) -> None:
    """LGG-15.2-a, 15.3 Pursue a beaten side whose light cavalry is the weaker; it then says who is hit."""
    dice, loser = pursuit_strength(battle), loser_of(battle)
    battle.phase = Phase.EOD_RECOVERY
    if dice == 0:
        return
    battle.pursued[loser] = 1
    throw_pursuit(battle, dice)
    if hits_to_allot(battle, 0) + hits_to_allot(battle, 1) + hits_to_allot(battle, 2) == 0:
        battle.cmd_items = 0
        log_pursuit(battle)
    else:
        battle.phase, battle.pending, battle.asked = Phase.PURSUIT, Pending.PURSUIT, loser


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
def recovery_step(battle: Battle) -> None:
    """LGG-15.4-a, c A free recovery for every unit with hits, wherever it is."""
    for side in range(SIDES):
        penalty = PURSUED_PENALTY * battle.pursued[side]
        for unit in range(first_of(side), end_of(battle, side)):
            if still_there(battle, unit) and may_recover(battle, unit):
                evening_recovery(battle, unit, penalty)
    battle.phase = Phase.EOD_RALLY


@kernel
def rally_step(battle: Battle) -> None:
    """LGG-15.4-b, c A free rally for every broken unit; who fails is gone for good."""
    for side in range(SIDES):
        penalty = PURSUED_PENALTY * battle.pursued[side]
        for unit in range(first_of(side), end_of(battle, side)):
            if battle.status[unit] == Status.RALLYABLE:
                evening_rally(battle, unit, penalty)
            elif battle.status[unit] == Status.NONRALLYABLE:
                evening_rally(battle, unit, penalty + BOX_PENALTY)
        battle.answered[side] = 0
    battle.phase = Phase.AMALGAMATE


@kernel
def goes_on(battle: Battle) -> bool:
    """LGG-15.1-a, S3-c, HR-D2 Is there another day: both stay, it was not the last, and no tournament?"""
    both = battle.stays[0] == STAYS and battle.stays[1] == STAYS
    return both and battle.day < battle.max_days and battle.sudden_death == 0


@kernel
def end_battle(battle: Battle) -> None:
    """LGG-15.1-a, 15.6-b The battle is over; what strength is left is written to the roll."""
    loser = loser_of(battle)
    battle.winner = DRAW if loser == NOBODY else 1 - loser
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
