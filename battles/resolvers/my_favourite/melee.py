"""Close combat (MFR-34 to MFR-40)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDE_UNITS, SIDES, Arm, Land, Status
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import Part, log_event, log_here, log_pose, log_unit, modify, throw
from battles.resolvers.common.land import bits_between, land_at
from battles.resolvers.common.march import board_ahead, clear_ahead, go_ahead
from battles.resolvers.common.plane import FRONT, bearing, distance, level_of, point_gap, side_struck
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.my_favourite import codes
from battles.resolvers.my_favourite.codes import Die, Form, How, Modifier, Own, Stand
from battles.resolvers.my_favourite.command import expose, fights_for, is_fit
from battles.resolvers.my_favourite.losses import remove, take_losses
from battles.resolvers.my_favourite.morale import mark, retire
from battles.resolvers.my_favourite.moves import land_ahead
from battles.resolvers.my_favourite.troops import fights_in_order, outranks, plain_move

IN_THE_FIGHT = 300
"""MFR-38 A general so near to a unit is in its fight."""
ATTACKER_HIT, DEFENDER_HIT, BOTH_HIT, NOTHING = range(4)
MARCH_DICE = 2


@kernel
def combat_dice(battle: Battle, unit: int) -> int:
    """MFR-36 The dice of a unit in close combat."""
    figures, size = battle.left[unit], battle.num[codes.STAND]
    if battle.arm[unit] == Arm.ART:
        return figures
    dice = (figures + size - 1) // size
    if battle.own[unit, Own.FORM] == Form.MARCH:
        return min(MARCH_DICE, dice)
    return (dice + 1) // 2 if battle.own[unit, Own.FORM] == Form.SKIRMISH else dice


@kernel
def higher(battle: Battle, unit: int, other: int) -> bool:
    """MFR-37 Does a unit stand higher than its opponent?"""
    here = level_of(land_at(battle, battle.x[unit], battle.y[unit]))
    return here > level_of(land_at(battle, battle.x[other], battle.y[other]))


@kernel
def point_if(battle: Battle, column: int, modifier: int, true: bool, slot: int, note: bool) -> int:
    """MFR-37 The points of one advantage, noted for the journal where asked."""
    if not true:
        return 0
    if note:
        modify(battle, column, modifier, battle.num[slot])
    return battle.num[slot]


@kernel
def shared_points(battle: Battle, unit: int, foe: int, column: int, note: bool) -> int:
    """MFR-37 Advantages that either side may have: height, grade, the enemy's disorder, numbers, guns as opponents."""
    marked, double = battle.own[foe, Own.MARK] == 1, battle.left[unit] >= 2 * battle.left[foe]
    total = point_if(battle, column, Modifier.UPHILL, higher(battle, unit, foe), codes.POINT, note)
    total += point_if(battle, column, Modifier.GRADE, outranks(battle, unit, foe), codes.POINT, note)
    total += point_if(battle, column, Modifier.DISORDER, marked, codes.POINT, note)
    total += point_if(battle, column, Modifier.NUMBERS, double, codes.POINT, note)
    return total + point_if(battle, column, Modifier.GUNS, battle.arm[foe] == Arm.ART, codes.POINT, note)


@kernel
def attack_points(battle: Battle, unit: int, target: int, where: int, note: bool) -> int:
    """MFR-37 The advantages of a charger."""
    drives = battle.arm[unit] == Arm.CAV or battle.own[unit, Own.FORM] == Form.COLUMN
    bits = land_at(battle, battle.x[target], battle.y[target])
    caught = battle.arm[unit] == Arm.CAV and fights_in_order(battle, target) and not bits & (Land.ROUGH | Land.TOWN)
    total = point_if(battle, 0, Modifier.CHARGE, drives, codes.POINT, note)
    total += point_if(battle, 0, Modifier.FLANK, where != FRONT, codes.FLANK_POINTS, note)
    total += point_if(battle, 0, Modifier.CAUGHT, caught, codes.POINT, note)
    return total + shared_points(battle, unit, target, 0, note)


@kernel
def shelter(battle: Battle, unit: int, target: int) -> int:
    """MFR-37 The slot of what a defender's cover is worth; -1 without cover."""
    bits = land_at(battle, battle.x[target], battle.y[target])
    between = bits_between(battle, battle.x[unit], battle.y[unit], battle.x[target], battle.y[target])
    if bits & Land.TOWN or between & Land.WORK:
        return codes.STRONG
    return codes.POINT if bits & Land.ROUGH or between & Land.OBSTACLE else NOBODY


@kernel
def defence_points(battle: Battle, unit: int, target: int, note: bool) -> int:
    """MFR-37 The advantages of a defender; cavalry that is charged by foot in order has that one, too."""
    slot = shelter(battle, unit, target)
    bits = land_at(battle, battle.x[unit], battle.y[unit])
    caught = battle.arm[target] == Arm.CAV and fights_in_order(battle, unit) and not bits & (Land.ROUGH | Land.TOWN)
    total = point_if(battle, 1, Modifier.COVER, slot != NOBODY, max(slot, 0), note)
    total += point_if(battle, 1, Modifier.CAUGHT, caught, codes.POINT, note)
    return total + shared_points(battle, target, unit, 1, note)


@kernel
def need_in(battle: Battle, mine: int, theirs: int) -> int:
    """MFR-34 MFR-35 The d6 that a side needs, by the points of both."""
    if mine == theirs:
        return battle.num[codes.EVEN]
    if mine < theirs:
        return battle.num[codes.WORSE]
    return battle.num[codes.BEST] if mine >= theirs + 2 else battle.num[codes.BETTER]


@kernel
def throw_all(battle: Battle, dice: int, need: int, name: int) -> int:
    """MFR-36 Count the hits of so many dice."""
    hits = 0
    for _ in range(dice):
        hits += int(throw(battle, 6, name) >= need)
    return hits


@kernel
def general_with(battle: Battle, unit: int) -> int:
    """MFR-38 A fit general who is in a unit's fight; NOBODY where there is none."""
    side = unit // SIDE_UNITS
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        far = point_gap(battle, unit, battle.lead_x[leader], battle.lead_y[leader])
        if far <= IN_THE_FIGHT and is_fit(battle, leader):
            return leader
    return NOBODY


@kernel
def second_charger(battle: Battle, first: int, target: int) -> int:
    """MFR-23 The other charger of a target; NOBODY where there is one alone."""
    side = first // SIDE_UNITS
    for other in range(first + 1, side * SIDE_UNITS + battle.units[side]):
        if battle.status[other] == Status.BOARD and battle.own[other, Own.FOE] == target:
            return other
    return NOBODY


@kernel
def dice_of_both(battle: Battle, unit: int, other: int) -> int:
    """MFR-36 The dice of one charger or two."""
    more = combat_dice(battle, other) if other != NOBODY and battle.status[other] == Status.BOARD else 0
    return more + (combat_dice(battle, unit) if battle.status[unit] == Status.BOARD else 0)


@kernel
def best_attack(battle: Battle, unit: int, other: int, target: int, note: bool) -> int:
    """MFR-37 The advantages of the charger who has more of them."""
    first = attack_points(battle, unit, target, side_struck(battle, target, battle.x[unit], battle.y[unit]), False)
    if other == NOBODY:
        where = side_struck(battle, target, battle.x[unit], battle.y[unit])
        return attack_points(battle, unit, target, where, note)
    where = side_struck(battle, target, battle.x[other], battle.y[other])
    if attack_points(battle, other, target, where, False) > first:
        return attack_points(battle, other, target, where, note)
    return attack_points(battle, unit, target, side_struck(battle, target, battle.x[unit], battle.y[unit]), note)


@kernel
def note_stand(battle: Battle, stand: int) -> None:
    """MFR-15 How the defender fights, for the journal."""
    if stand == Stand.FIRST:
        modify(battle, 1, Modifier.FIRST, 1)
    elif stand == Stand.SECOND:
        modify(battle, 1, Modifier.SECOND, 1)
    elif stand == Stand.HALF_EFFECT:
        modify(battle, 1, Modifier.HALF, 1)
    elif stand == Stand.NOT_AT_ALL:
        modify(battle, 1, Modifier.NO_FIGHT, 1)


@kernel
def defence_dice(battle: Battle, target: int, stand: int) -> int:
    """MFR-36 The dice of a defender as he receives the charge."""
    dice = combat_dice(battle, target) if battle.status[target] == Status.BOARD else 0
    if stand == Stand.NOT_AT_ALL:
        return 0
    return (dice + 1) // 2 if stand == Stand.HALF_EFFECT else dice


@kernel
def dice_left(battle: Battle, unit: int, other: int, hits: int) -> int:
    """MFR-15 MFR-36 The dice of the chargers after ``hits`` on the first of them."""
    before = battle.left[unit]
    battle.left[unit] = max(0, before - hits)
    dice = (combat_dice(battle, unit) if battle.left[unit] > 0 else 0) + (
        combat_dice(battle, other) if other != NOBODY else 0
    )
    battle.left[unit] = before
    return dice


@kernel
def defence_left(battle: Battle, target: int, hits: int) -> int:
    """MFR-15 MFR-36 The dice of a defender who fights second, after ``hits`` on him."""
    before = battle.left[target]
    battle.left[target] = max(0, before - hits)
    dice = combat_dice(battle, target) if battle.left[target] > 0 else 0
    battle.left[target] = before
    return dice


@kernel
def generals_points(battle: Battle, unit: int, column: int) -> int:
    """MFR-38 Return what a general in the fight adds for deciding who wins; he is exposed afterwards."""
    leader = general_with(battle, unit)
    points = fights_for(battle, leader) if leader != NOBODY else 0
    modify(battle, column, Modifier.GENERAL, points)
    return points


@kernel
def fight(battle: Battle, unit: int, target: int) -> None:
    """MFR-34 to MFR-40 Fight one close combat: points, dice, losses, the loser gives way."""
    other, stand = second_charger(battle, unit, target), battle.own[target, Own.STAND]
    attack = best_attack(battle, unit, other, target, True)
    defend = defence_points(battle, unit, target, True)
    need, need_back = need_in(battle, attack, defend), need_in(battle, defend, attack)
    note_stand(battle, stand)
    if stand == Stand.FIRST:
        back = throw_all(battle, defence_dice(battle, target, stand), need_back, Die.DEFEND)
        hits = throw_all(battle, dice_left(battle, unit, other, back), need, Die.ATTACK)
    else:
        hits = throw_all(battle, dice_of_both(battle, unit, other), need, Die.ATTACK)
        dice = defence_left(battle, target, hits) if stand == Stand.SECOND else defence_dice(battle, target, stand)
        back = throw_all(battle, dice, need_back, Die.DEFEND)
    total, total_back = hits + generals_points(battle, unit, 0), back + generals_points(battle, target, 1)
    where = side_struck(battle, target, battle.x[unit], battle.y[unit])
    result = BOTH_HIT if hits and back else DEFENDER_HIT if hits else ATTACKER_HIT if back else NOTHING
    log_event(
        battle, Event.COMBAT, rule=34, side=unit // SIDE_UNITS, defender=target, result=result, attack=total,
        defend=total_back, where=where,
    )  # fmt: skip
    log_unit(battle, Part.ATTACKER, unit)
    if other != NOBODY:
        log_unit(battle, Part.ATTACKER, other)
    settle(battle, unit, other, target, hits, back, total - total_back)


@kernel
def settle(battle: Battle, unit: int, other: int, target: int, hits: int, back: int, margin: int) -> None:
    """MFR-38 MFR-39 MFR-40 Losses, generals who fought, and who falls back: on equal totals the attacker."""
    horse = battle.arm[target] in (Arm.FOOT, Arm.CAV)
    x, y = battle.x[target], battle.y[target]
    take_losses(battle, target, hits, Cause.COMBAT, 34)
    take_losses(battle, unit, back, Cause.COMBAT, 34)
    for one in (unit, target):
        leader = general_with(battle, one)
        if leader != NOBODY:
            expose(battle, leader)
    battle.own[unit, Own.FOE] = NOBODY
    if other != NOBODY:
        battle.own[other, Own.FOE] = NOBODY
    if margin > 0:
        beat_defender(battle, unit, target)
        follow_up(battle, unit, x, y, horse and margin >= battle.num[codes.PURSUIT])
    else:
        repulse(battle, unit, target)
        if other != NOBODY:
            repulse(battle, other, target)


@kernel
def beat_defender(battle: Battle, unit: int, target: int) -> None:
    """MFR-40 A beaten defender falls back a move facing the enemy and is marked; beaten guns are captured."""
    if battle.status[target] != Status.BOARD:
        return
    if battle.arm[target] == Arm.ART:
        remove(battle, target, Cause.COMBAT, Status.ELIMINATED, 40)
        return
    mark(battle, target, 1, 40)
    heading = bearing(battle, battle.x[unit], battle.y[unit], battle.x[target], battle.y[target])
    retire(battle, target, heading, plain_move(battle, target), heading + 180, 40)


@kernel
def repulse(battle: Battle, unit: int, target: int) -> None:
    """MFR-40 A beaten charger goes back to where it came from, at least a move, and is marked."""
    if battle.status[unit] != Status.BOARD:
        return
    x, y = battle.own[unit, Own.FROM_X], battle.own[unit, Own.FROM_Y]
    far = max(plain_move(battle, unit), distance(battle.x[unit], battle.y[unit], x, y))
    heading = bearing(battle, battle.x[target], battle.y[target], battle.x[unit], battle.y[unit])
    if battle.x[unit] != x or battle.y[unit] != y:
        heading = bearing(battle, battle.x[unit], battle.y[unit], x, y)
    mark(battle, unit, 1, 40)
    retire(battle, unit, heading, far, heading + 180, 40)


@kernel
def follow_up(battle: Battle, unit: int, x: int, y: int, pursues: bool) -> None:
    """MFR-40 Cavalry that won clearly pursues half a move and is marked; others may take the ground that was held."""
    if battle.status[unit] != Status.BOARD:
        return
    wild = battle.arm[unit] == Arm.CAV and pursues
    length = plain_move(battle, unit) // 2 if wild else distance(battle.x[unit], battle.y[unit], x, y)
    from_x, from_y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    length = board_ahead(battle, unit, land_ahead(battle, unit, length, 2 * plain_move(battle, unit)))
    length = clear_ahead(battle, unit, length, NOBODY)
    if length > 0:
        go_ahead(battle, unit, length)
        log_event(
            battle, Event.MOVE, rule=40, side=unit // SIDE_UNITS, unit=unit, how=How.PURSUIT if wild else How.OCCUPY
        )
        log_pose(battle, from_x, from_y, heading)
        log_here(battle, unit)
    if wild:
        mark(battle, unit, 1, 40)


@kernel
def fight_all(battle: Battle) -> None:
    """MFR-04 MFR-39 Every charge is fought out; no close combat goes on."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            target = battle.own[unit, Own.FOE]
            if battle.status[unit] == Status.BOARD and target != NOBODY and battle.status[target] == Status.BOARD:
                fight(battle, unit, target)
            battle.own[unit, Own.FOE] = NOBODY
