"""Melees, their tests, what follows them: locks, capture, pursuit (SNW-45 to SNW-50, SNW-63)."""

from battles.resolvers.common.codes import NOBODY, Arm, Status, Type
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import Part, log_event, log_unit, modify, throw, throw_d3
from battles.resolvers.common.plane import FRONT, bearing, turn_between
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import (
    B_BLOCKER,
    Die,
    Disorder,
    Event,
    Form,
    How,
    Modifier,
    Own,
    Result,
    State,
)
from battles.resolvers.solo_napoleonic.fighting.losses import capture, lose_figures, unlock
from battles.resolvers.solo_napoleonic.fighting.morale import T_LOST_MELEE, carry_out, test
from battles.resolvers.solo_napoleonic.footing import (
    brigadier,
    disorder,
    front_figures,
    leads,
    normal_move,
    ranks,
    side_of,
    temper,
)
from battles.resolvers.solo_napoleonic.movement.moves import log_way
from battles.resolvers.solo_napoleonic.movement.ways import AHEAD, free_way, shift

COMBAT_ATTACKER, COMBAT_DEFENDER, COMBAT_BOTH, COMBAT_NOTHING = range(4)


@kernel
def is_horse(battle: Battle, unit: int) -> bool:
    """Is it cavalry?"""
    return battle.arm[unit] == Arm.CAV


@kernel
def men_in_contact(battle: Battle, unit: int, other: int) -> int:
    """SNW-46 How many figures of infantry fight in the first round: the smaller front and 2, four ranks deep."""
    wide = min(front_figures(battle, unit), front_figures(battle, other)) + battle.num[n.MELEE_WIDER]
    return min(battle.left[unit], wide * min(ranks(battle, unit), battle.num[n.MELEE_RANKS]))


@kernel
def fighters(battle: Battle, unit: int, other: int, opening: bool) -> int:
    """SNW-45 SNW-48 SNW-49 SNW-50 How many figures of a unit fight in a round."""
    if not opening or is_horse(battle, unit) != is_horse(battle, other):
        return battle.left[unit]
    if is_horse(battle, unit):
        return front_figures(battle, unit)
    return men_in_contact(battle, unit, other)


@kernel
def points_a_man(battle: Battle, unit: int, other: int) -> int:
    """SNW-45 SNW-49 SNW-50 The points of a figure against a kind of enemy."""
    if not is_horse(battle, unit):
        return 1
    heavy = int(battle.kind[unit] == Type.HEAVY_CAV)
    return battle.num[(n.MELEE_HORSE_HORSE if is_horse(battle, other) else n.MELEE_HORSE_FOOT) + heavy]


@kernel
def dice_of(points: int, a_die: int) -> int:
    """SNW-46 A die for each 5 points, at least one."""
    return max(1, points // a_die)


@kernel
def melee_extra(battle: Battle, unit: int, dice: int, standing: bool, flank: bool, column: int) -> int:
    """SNW-47 SNW-49 SNW-58 What goes on the pips of a unit."""
    made = battle.num[n.MELEE_CLASS + battle.own[unit, Own.CLASS]]
    modify(battle, column, Modifier.CLASS, made)
    chits = battle.own[unit, Own.CHITS] * battle.num[n.MELEE_CHIT]
    modify(battle, column, Modifier.CHITS, chits)
    hit_standing = battle.num[n.MELEE_STANDING] * int(standing)
    modify(battle, column, Modifier.STANDING, hit_standing)
    in_flank = battle.num[n.MELEE_FLANK] * int(flank)
    modify(battle, column, Modifier.FLANK, in_flank)
    shaken = battle.num[n.MORALE_SHAKEN] * dice * battle.own[unit, Own.SHAKEN]
    modify(battle, column, Modifier.SHAKEN, shaken)
    return made + chits + hit_standing + in_flank + shaken


@kernel
def potential(total: int, skirmishers: bool) -> int:
    """SNW-46 SNW-47 Half the total are potential casualties, rounded down; skirmishers inflict half of that."""
    made = max(0, total) // 2
    return made // 2 if skirmishers else made


@kernel
def throw_melee(battle: Battle, dice: int) -> int:
    """SNW-45 The pips of some dice."""
    total = 0
    for _ in range(dice):
        total += throw(battle, 6, Die.MELEE)
    return total


@kernel
def melee_save(battle: Battle, unit: int, other: int) -> int:
    """SNW-45 SNW-49 SNW-50 The least face that saves a figure of a unit from an enemy."""
    if is_horse(battle, unit):
        cuirass = battle.kind[unit] == Type.HEAVY_CAV and battle.guard[unit] == 1
        return battle.num[n.MELEE_CUIRASS_SAVE if cuirass else n.MELEE_HORSE_SAVE]
    return battle.num[n.MELEE_FOOT_FROM_HORSE if is_horse(battle, other) else n.MELEE_FOOT_SAVE]


@kernel
def killed(battle: Battle, unit: int, other: int, hits: int) -> int:
    """SNW-45 SNW-50 How many figures of a unit fall of so many potential casualties."""
    dead, least = 0, melee_save(battle, unit, other)
    for _ in range(hits):
        dead += int(throw(battle, 6, Die.SAVE) < least)
    return min(dead, battle.left[unit])


@kernel
def total_of(battle: Battle, unit: int, other: int, opening: bool, standing: bool, flank: bool, column: int) -> int:
    """SNW-45 SNW-47 The pips and modifiers of one side of a round."""
    points = fighters(battle, unit, other, opening) * points_a_man(battle, unit, other)
    dice = dice_of(points, battle.num[n.MELEE_POINTS])
    extra = melee_extra(battle, unit, dice, standing, flank, column)
    return throw_melee(battle, dice) + extra


@kernel
def combat_result(mine: int, theirs: int) -> int:
    """COM-18 Which side of a round lost figures; ``mine`` are the attacker's."""
    if mine > 0 and theirs > 0:
        return COMBAT_BOTH
    return COMBAT_ATTACKER if mine > 0 else COMBAT_DEFENDER if theirs > 0 else COMBAT_NOTHING


@kernel
def fight_round(battle: Battle, unit: int, other: int, opening: bool, standing: bool, where: int) -> tuple[int, int]:
    """SNW-45 to SNW-50 A round of melee; returns the figures that attacker and defender lost."""
    attack = total_of(battle, unit, other, opening, standing, where != FRONT, 0)
    defend = total_of(battle, other, unit, opening, False, False, 1)
    theirs = killed(battle, other, unit, potential(attack, battle.own[unit, Own.FORM] == Form.SKIRMISH))
    mine = killed(battle, unit, other, potential(defend, battle.own[other, Own.FORM] == Form.SKIRMISH))
    rule = 45
    if is_horse(battle, unit) or is_horse(battle, other):
        rule = 49 if is_horse(battle, unit) == is_horse(battle, other) else 50
    log_event(
        battle, Event.COMBAT, rule=rule, side=side_of(unit), defender=other, result=combat_result(mine, theirs),
        attack=attack, defend=defend, where=where,
    )  # fmt: skip
    log_unit(battle, Part.ATTACKER, unit)
    lose_figures(battle, other, theirs, Cause.COMBAT, rule)
    lose_figures(battle, unit, mine, Cause.COMBAT, rule)
    disorder(battle, unit, battle.num[n.DISORDER_MELEE], Disorder.MELEE, 28)
    disorder(battle, other, battle.num[n.DISORDER_MELEE], Disorder.MELEE, 28)
    return mine, theirs


@kernel
def more_rounds(battle: Battle, unit: int, other: int, where: int) -> tuple[int, int]:
    """SNW-48 d3 rounds more with all troops of both units."""
    mine = theirs = 0
    rounds = throw_d3(battle, Die.ROUNDS)
    for _ in range(rounds):
        if battle.status[unit] == Status.BOARD and battle.status[other] == Status.BOARD:
            lost, slain = fight_round(battle, unit, other, False, False, where)
            mine, theirs = mine + lost, theirs + slain
    return mine, theirs


@kernel
def both_there(battle: Battle, unit: int, other: int) -> bool:
    """Are both units of a melee still on the table?"""
    return battle.status[unit] == Status.BOARD and battle.status[other] == Status.BOARD


@kernel
def beaten(battle: Battle, unit: int, other: int, mine: int, theirs: int) -> bool:
    """SNW-48 SNW-63 The worse side tests, in a tie the attacker; True when it gives way and the melee is over."""
    loser = unit if mine >= theirs else other
    winner = other if loser == unit else unit
    result = test(battle, loser, T_LOST_MELEE, NOBODY, 48)
    if result == Result.PASSES:
        return False
    if battle.arm[loser] == Arm.ART:
        capture(battle, loser, winner)
        return True
    if result in (Result.ROUTS, Result.RETREATS):
        carry_out(battle, loser, result)
        pursue(battle, winner, loser)
        return True
    battle.own[loser, Own.SHAKEN], battle.own[loser, Own.STATE] = 1, State.HALTED
    return False


@kernel
def fight(battle: Battle, unit: int, other: int, standing: bool, where: int) -> None:
    """SNW-48 A melee of this turn: a round, a test, d3 rounds more, a test; units that are not beaten stay locked."""
    mine, theirs = fight_round(battle, unit, other, True, standing, where)
    if not both_there(battle, unit, other) or beaten(battle, unit, other, mine, theirs):
        unlock(battle, unit)
        return
    mine, theirs = more_rounds(battle, unit, other, where)
    if not both_there(battle, unit, other) or beaten(battle, unit, other, mine, theirs):
        unlock(battle, unit)
        return
    battle.own[unit, Own.LOCK], battle.own[other, Own.LOCK] = other, unit
    log_event(battle, Event.LOCKED, rule=48, side=side_of(unit), unit=unit, other=other)


@kernel
def resume(battle: Battle, unit: int) -> None:
    """SNW-48 Locked units go on at the earlier of their cards; it is the action of both."""
    other = battle.own[unit, Own.LOCK]
    if battle.status[other] != Status.BOARD or battle.own[other, Own.LOCK] != unit:
        battle.own[unit, Own.LOCK] = NOBODY
        return
    battle.own[other, Own.ACTED] = 1
    fight(battle, unit, other, False, FRONT)


@kernel
def will_pursue(battle: Battle, unit: int) -> bool:
    """SNW-63 Cavalry pursues under an aggressive brigadier, otherwise by a die."""
    leader = brigadier(battle, unit)
    if leads(battle, leader) and temper(battle, leader) > 0:
        return True
    return throw(battle, 6, Die.PURSUIT) >= battle.num[n.MELEE_PURSUES]


@kernel
def pursue(battle: Battle, unit: int, loser: int) -> None:
    """SNW-63 Victorious cavalry goes one move after the loser; infantry holds."""
    if not is_horse(battle, unit) or battle.status[unit] != Status.BOARD or battle.status[loser] != Status.BOARD:
        return
    if will_pursue(battle, unit):
        disorder(battle, unit, battle.num[n.DISORDER_RETREAT], Disorder.PURSUIT, 28)
        run_down(battle, unit, loser, normal_move(battle, unit), How.PURSUES, 63)


@kernel
def run_down(battle: Battle, unit: int, loser: int, length: int, how: int, rule: int) -> None:
    """SNW-63 Ride after a unit that gives way; when it routs and is reached it loses d6 figures unsaved."""
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    aim = bearing(battle, x, y, battle.x[loser], battle.y[loser])
    if abs(turn_between(heading, aim)) <= 90:
        battle.heading[unit] = aim
    way = free_way(battle, unit, AHEAD, length, NOBODY)
    caught = battle.battle_own[B_BLOCKER] == loser and way < length
    shift(battle, unit, AHEAD, way)
    battle.own[unit, Own.MOVED] = 1
    log_way(battle, unit, x, y, heading, how, rule)
    if not caught:
        return
    if battle.arm[loser] == Arm.ART:
        capture(battle, loser, unit)
    elif battle.own[loser, Own.STATE] == State.ROUTING and is_horse(battle, unit):
        lose_figures(battle, loser, throw(battle, battle.num[n.MELEE_RIDDEN], Die.RIDDEN), Cause.PURSUIT, 63)
