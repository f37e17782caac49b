"""The program's general on both sides: the free action of a unit (COM-17, D.11). No dice of its own; ties by unit
id."""

from battles.resolvers.common.codes import NOBODY, Arm, Posture
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, Form, Own, State
from battles.resolvers.solo_napoleonic.doctrine.aims import (
    attacks,
    foe_of,
    gap_to,
    held_back,
    horse_threat,
    tries_charge,
)
from battles.resolvers.solo_napoleonic.doctrine.marches import (
    draws_back,
    faces,
    fires,
    goes,
    has_room_as,
    stands_and_fires,
)
from battles.resolvers.solo_napoleonic.fighting.shooting import may_fire, reach_of, weapon
from battles.resolvers.solo_napoleonic.footing import charge_move, side_of
from battles.resolvers.solo_napoleonic.movement.drill import begin_change, in_time, reform
from battles.resolvers.solo_napoleonic.movement.moves import QUARTERS_A_TURN, carries_on

HORSE_NEAR = 400 * MM
FORM_UP = 600 * MM
LEAST_MARCH = 40 * MM


@kernel
def needs_reform(battle: Battle, unit: int, foe: int) -> bool:
    """SNW-30 D.11 Is a unit so disordered that it reforms, no casualties this turn and no enemy about to charge?"""
    if battle.own[unit, Own.CHITS] < battle.num[n.GENERAL_REFORM_AT] or battle.own[unit, Own.LOST_NOW] > 0:
        return False
    return battle.arm[unit] == Arm.ART or gap_to(battle, unit, foe) > MM * battle.num[n.GENERAL_FIRE_GAP]


@kernel
def reforms(battle: Battle, unit: int) -> None:
    """SNW-30 Spend the turn on reforming, if the unit halts at all."""
    if not carries_on(battle, unit):
        reform(battle, unit)


@kernel
def minds_horse(battle: Battle, unit: int, quarters: int) -> int:
    """D.11 Form square before cavalry if it is likelier than not to be ready, and out of it when they are gone.

    Returns the quarters that are left, -1 where the unit stays in square.
    """
    form, threat = battle.own[unit, Own.FORM], horse_threat(battle, unit)
    if form == Form.SQUARE:
        return -1 if threat else begin_change(battle, unit, Form.COLUMN, quarters)
    if threat and 2 * in_time(battle, unit, quarters) >= battle.num[n.FORMATION_DIE]:
        begin_change(battle, unit, Form.SQUARE, quarters)
        return -1
    return quarters


@kernel
def foot_attacks(battle: Battle, unit: int, foe: int, quarters: int) -> None:
    """D.11 Column to charging distance, then line; to short range, stand and fire."""
    gap = gap_to(battle, unit, foe) - held_back(battle, unit)
    column_to = MM * battle.num[n.GENERAL_COLUMN_TO]
    form = battle.own[unit, Own.FORM]
    musket = MM * battle.num[weapon(battle, unit)]
    if draws_back(battle, unit, foe):
        fires(battle, unit, musket)
    elif form == Form.COLUMN and gap > column_to + LEAST_MARCH:
        goes(battle, unit, foe, gap - column_to, quarters)
    elif form == Form.COLUMN and held_back(battle, unit) == 0 and has_room_as(battle, unit, Form.LINE):
        begin_change(battle, unit, Form.LINE, quarters)
        fires(battle, unit, musket)
    elif gap > musket and quarters > 0:
        if not goes(battle, unit, foe, gap - MM * battle.num[n.GENERAL_FIRE_GAP], quarters):
            fires(battle, unit, MM * battle.num[n.GENERAL_HOLD_RANGE])
    else:
        stands_and_fires(battle, unit, foe, musket)


@kernel
def foot_holds(battle: Battle, unit: int, foe: int, quarters: int) -> None:
    """D.11 Form line when the enemy comes, stand, fire at enemies near."""
    if carries_on(battle, unit):
        return
    if not draws_back(battle, unit, foe):
        faces(battle, unit, foe)
    near = HORSE_NEAR // 2 if battle.posture[side_of(unit)] == Posture.ASSAULT else FORM_UP
    if battle.own[unit, Own.FORM] == Form.COLUMN and gap_to(battle, unit, foe) < near and quarters == QUARTERS_A_TURN:
        begin_change(battle, unit, Form.LINE, quarters)
    fires(battle, unit, MM * battle.num[n.GENERAL_HOLD_RANGE])


@kernel
def foot_acts(battle: Battle, unit: int, foe: int, quarters: int) -> None:
    """D.11 What infantry does with its action."""
    quarters = minds_horse(battle, unit, quarters)
    if quarters < 0:
        fires(battle, unit, MM * battle.num[n.FIRE_MUSKET])
    elif tries_charge(battle, unit):
        fires(battle, unit, 0)
    elif needs_reform(battle, unit, foe):
        reforms(battle, unit)
    elif attacks(battle, unit):
        foot_attacks(battle, unit, foe, quarters)
    else:
        foot_holds(battle, unit, foe, quarters)


@kernel
def horse_skirmishes(battle: Battle, unit: int, foe: int, quarters: int) -> None:
    """SNW-38 D.11 Skirmishing cavalry comes up to the range of its carbines, stands and fires."""
    carbine = MM * battle.num[n.FIRE_CARBINE + 1]
    gap = gap_to(battle, unit, foe)
    if needs_reform(battle, unit, foe):
        reforms(battle, unit)
    elif gap > carbine and attacks(battle, unit):
        goes(battle, unit, foe, gap - MM * battle.num[n.FIRE_CARBINE], quarters)
    else:
        stands_and_fires(battle, unit, foe, carbine)


@kernel
def horse_acts(battle: Battle, unit: int, foe: int, quarters: int) -> None:
    """D.11 Cavalry charges when the odds are good, otherwise keeps out of reach and waits; some skirmishes."""
    if battle.own[unit, Own.FORM] == Form.SKIRMISH:
        horse_skirmishes(battle, unit, foe, quarters)
        return
    if tries_charge(battle, unit):
        return
    if needs_reform(battle, unit, foe):
        reforms(battle, unit)
        return
    wait = MM * battle.num[n.GENERAL_HORSE_WAIT] + held_back(battle, unit) // 2
    gap = gap_to(battle, unit, foe)
    if attacks(battle, unit) and gap > wait + 5 * MM:
        goes(battle, unit, foe, gap - wait, quarters)
    elif not carries_on(battle, unit):
        faces(battle, unit, foe)


@kernel
def guns_act(battle: Battle, unit: int, foe: int, quarters: int) -> None:
    """D.11 Guns fire from where they stand; without a target those of an attack limber up and go forward."""
    near_enough = gap_to(battle, unit, foe) <= MM * battle.num[n.GENERAL_GUN_RANGE]
    if battle.own[unit, Own.FORM] == Form.LIMBERED:
        if near_enough or not attacks(battle, unit):
            if not carries_on(battle, unit):
                faces(battle, unit, foe)
                begin_change(battle, unit, Form.DEPLOYED, quarters)
                fires(battle, unit, 0)
        else:
            goes(battle, unit, foe, gap_to(battle, unit, foe) - MM * battle.num[n.GENERAL_GUN_RANGE] + MM, quarters)
        return
    if needs_reform(battle, unit, foe):
        reforms(battle, unit)
        return
    faces(battle, unit, foe)
    if fires(battle, unit, 0) or not attacks(battle, unit) or near_enough:
        return
    if battle.turn + battle.num[n.GENERAL_GUN_ADVANCE] <= battle.limit:
        left = begin_change(battle, unit, Form.LIMBERED, quarters)
        if left > 0 and battle.own[unit, Own.FORM] == Form.LIMBERED:
            goes(battle, unit, foe, gap_to(battle, unit, foe) - MM * battle.num[n.GENERAL_GUN_RANGE] + MM, left)


@kernel
def acts(battle: Battle, unit: int, quarters: int) -> None:
    """D.11 The free action of a unit, with the quarters of its move that a change of formation has left."""
    foe = foe_of(battle, unit)
    if foe == NOBODY:
        return
    if battle.arm[unit] == Arm.FOOT:
        foot_acts(battle, unit, foe, quarters)
    elif battle.arm[unit] == Arm.CAV:
        horse_acts(battle, unit, foe, quarters)
    else:
        guns_act(battle, unit, foe, quarters)


@kernel
def duty(battle: Battle, unit: int) -> int:
    """D.11 The order inside a controlled brigade: shooters, chargers, movers, supports."""
    if battle.own[unit, Own.STATE] >= State.RETREATING:
        return 3
    foe = foe_of(battle, unit)
    if foe == NOBODY:
        return 3
    gap = gap_to(battle, unit, foe)
    if may_fire(battle, unit) and gap <= reach_of(battle, unit):
        return 0
    if battle.arm[unit] == Arm.CAV or gap <= charge_move(battle, unit):
        return 1
    return 2 if battle.own[unit, Own.LINE_NO] == 0 else 3
