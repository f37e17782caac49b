"""Charges: charge test, the target's test, defensive fire, charge home (SNW-09, 10, 43, 51, 52, 58 to 62)."""

from battles.resolvers.common.codes import NOBODY, Arm, Land, Status
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import log_event, modify, throw
from battles.resolvers.common.plane import FRONT, bearing, in_arc, side_struck
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.chance import holds, play
from battles.resolvers.solo_napoleonic.codes import (
    B_BLOCKER,
    B_GROUND,
    MM,
    Chance,
    Class,
    Dead,
    Die,
    Disorder,
    Event,
    Form,
    How,
    Mark,
    Modifier,
    Own,
    Result,
    State,
)
from battles.resolvers.solo_napoleonic.fighting.losses import capture, leave
from battles.resolvers.solo_napoleonic.fighting.melee import fight, run_down
from battles.resolvers.solo_napoleonic.fighting.morale import T_CHARGED, carry_out, flee, home_heading, test
from battles.resolvers.solo_napoleonic.fighting.shooting import (
    defend_by_fire,
    fire_gap,
    fire_small_arms,
    may_fire,
    small_band,
)
from battles.resolvers.solo_napoleonic.footing import (
    attached_leader,
    bits_before,
    brigadier,
    charge_move,
    disorder,
    ground_at,
    higher,
    leads,
    normal_move,
    side_of,
    temper,
)
from battles.resolvers.solo_napoleonic.movement.moves import hard_going, log_way
from battles.resolvers.solo_napoleonic.movement.ways import AHEAD, BACK, free_way, land_ahead, shift, under


@kernel
def add(battle: Battle, modifier: int, value: int) -> int:
    """COM-18 Note a modifier of a test and return it."""
    modify(battle, 0, modifier, value)
    return value


@kernel
def is_senior(battle: Battle, unit: int, leader: int) -> bool:
    """SNW-59 Is an attached general higher than the unit's brigadier?"""
    return leader != brigadier(battle, unit)


@kernel
def charge_needed(battle: Battle, unit: int, target: int) -> int:
    """SNW-59 The figure below which a charge starts; its modifiers wait for the event."""
    made = battle.num[n.CHARGE_BASE + battle.own[unit, Own.CLASS]]
    leader = attached_leader(battle, unit)
    if leader != NOBODY:
        senior = is_senior(battle, unit, leader)
        slot = n.CHARGE_SENIOR if senior else n.CHARGE_BRIGADIER
        made += add(
            battle, Modifier.CORPS if senior else Modifier.ATTACHED, battle.num[slot + 1 + temper(battle, leader)]
        )
    if battle.own[target, Own.CLASS] > battle.own[unit, Own.CLASS]:
        made += add(battle, Modifier.LOWER, battle.num[n.CHARGE_LOWER])
    if battle.own[unit, Own.DEAD] & Dead.STANDARD:
        made += add(battle, Modifier.STANDARD, battle.num[n.CHARGE_STANDARD])
    return made


@kernel
def of_ground(battle: Battle, unit: int, target: int) -> int:
    """SNW-61 Return what the ground before a charger adds: slope, obstacle, building or work."""
    slope = higher(battle, unit, target)
    made = add(battle, Modifier.DOWNHILL, battle.num[n.HOME_DOWNHILL] * int(slope > 0))
    made += add(battle, Modifier.UPHILL, battle.num[n.HOME_UPHILL] * int(slope < 0))
    before = bits_before(battle, target, battle.x[unit], battle.y[unit])
    if ground_at(battle, target) & Land.TOWN or before & Land.WORK:
        return made + add(battle, Modifier.WORK, battle.num[n.HOME_WORK])
    if land_ahead(battle, unit, battle.x[target], battle.y[target]) & (Land.OBSTACLE | Land.RIVER):
        made += add(battle, Modifier.OBSTACLE, battle.num[n.HOME_OBSTACLE])
    return made


@kernel
def home_needed(battle: Battle, unit: int, target: int, steady: bool) -> int:
    """SNW-61 The figure below which a charge goes home; its modifiers wait for the event."""
    made = battle.num[n.HOME_BASE + battle.own[unit, Own.CLASS]]
    leader = attached_leader(battle, unit)
    if leader != NOBODY:
        senior = is_senior(battle, unit, leader)
        made += add(
            battle,
            Modifier.CORPS if senior else Modifier.ATTACHED,
            battle.num[n.HOME_SENIOR if senior else n.HOME_BRIGADIER],
        )
    made += add(battle, Modifier.ENEMY_CHITS, battle.own[target, Own.CHITS] * battle.num[n.HOME_ENEMY_CHIT])
    made += add(battle, Modifier.CASUALTIES, battle.own[unit, Own.HURT] * battle.num[n.HOME_CASUALTY])
    made += add(battle, Modifier.CHITS, battle.own[unit, Own.CHITS] * battle.num[n.HOME_CHIT])
    if steady and battle.arm[unit] == Arm.CAV and battle.arm[target] == Arm.FOOT:
        made += add(battle, Modifier.STEADY, battle.num[n.HOME_STEADY])
    if battle.own[unit, Own.DEAD] & Dead.OFFICER:
        made += add(battle, Modifier.OFFICER, battle.num[n.HOME_OFFICER])
    if battle.own[unit, Own.DEAD] & Dead.STANDARD:
        made += add(battle, Modifier.STANDARD, battle.num[n.HOME_STANDARD])
    return made + of_ground(battle, unit, target)


@kernel
def charge_way(battle: Battle, unit: int, target: int) -> int:
    """SNW-60 How far a charge straight at a target goes until it touches it; -1 where it cannot."""
    if not in_arc(battle, unit, battle.x[target], battle.y[target]):
        return -1
    before = battle.heading[unit]
    battle.heading[unit] = bearing(battle, battle.x[unit], battle.y[unit], battle.x[target], battle.y[target])
    reach = charge_move(battle, unit)
    way = free_way(battle, unit, AHEAD, reach, NOBODY)
    if battle.battle_own[B_BLOCKER] != target or under(battle, unit) != NOBODY:
        way = -1
    if hard_going(battle.battle_own[B_GROUND]) and way > reach // 2:
        way = -1
    battle.heading[unit] = before
    return way


@kernel
def test_charge(battle: Battle, unit: int, target: int) -> bool:
    """SNW-59 The charge test, with the card that helps it."""
    lucky = holds(battle, side_of(unit), Chance.CHARGE)
    if lucky:
        play(battle, side_of(unit), unit)
    needed = charge_needed(battle, unit, target)
    if lucky:
        needed += add(battle, Modifier.CHANCE, battle.num[n.CHANCE_CHARGE])
    face = throw(battle, 100, Die.CHARGE)
    log_event(
        battle, Event.CHARGE_TEST, rule=59, side=side_of(unit), unit=unit, target=target, score=face, needed=needed,
        passed=int(face < needed),
    )  # fmt: skip
    return face < needed


@kernel
def test_home(battle: Battle, unit: int, target: int, steady: bool) -> bool:
    """SNW-61 The test to charge home, with the enemy's hidden ditch."""
    ditch = holds(battle, 1 - side_of(unit), Chance.DITCH)
    if ditch:
        play(battle, 1 - side_of(unit), unit)
    needed = home_needed(battle, unit, target, steady)
    if ditch:
        needed += add(battle, Modifier.CHANCE, battle.num[n.CHANCE_DITCH])
    battle.own[unit, Own.MARK] = battle.own[unit, Own.MARK] & ~Mark.LOSS
    face = throw(battle, 100, Die.HOME)
    log_event(
        battle, Event.HOME_TEST, rule=61, side=side_of(unit), unit=unit, target=target, score=face, needed=needed,
        passed=int(face < needed),
    )  # fmt: skip
    return face < needed


@kernel
def jump(battle: Battle, unit: int, target: int) -> bool:
    """SNW-09 SNW-10 The target acts half a card after its attacker; its own later card is void. True if it may act."""
    acts = battle.own[target, Own.ACTED] == 0
    log_event(
        battle, Event.JUMPS, rule=9 if acts else 10, side=side_of(target), unit=target, attacker=unit,
        tenths=battle.own[unit, Own.CARD] + 5, acts=int(acts),
    )  # fmt: skip
    battle.own[target, Own.ACTED], battle.own[target, Own.MARK], battle.own[target, Own.QUARTERS] = 1, 0, 0
    return acts


@kernel
def evade(battle: Battle, unit: int, target: int) -> None:
    """SNW-52 Skirmishers evade cavalry; those that are caught are ridden down."""
    x, y, heading = battle.x[target], battle.y[target], battle.heading[target]
    battle.heading[target] = home_heading(battle, target)
    length = 10 * MM * throw(battle, battle.num[n.MOVE_EVADE], Die.EVADE)
    shift(battle, target, AHEAD, free_way(battle, target, AHEAD, length, NOBODY))
    log_way(battle, target, x, y, heading, How.EVADES, 52)
    way = charge_way(battle, unit, target)
    move_up(battle, unit, target, 0)
    if way >= 0:
        leave(battle, target, Status.ELIMINATED, Cause.COMBAT, 52)


@kernel
def move_up(battle: Battle, unit: int, target: int, short_of: int) -> None:
    """SNW-60 The charge goes straight at its target, to ``short_of`` steps before it."""
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    battle.heading[unit] = bearing(battle, x, y, battle.x[target], battle.y[target])
    way = free_way(battle, unit, AHEAD, charge_move(battle, unit), NOBODY)
    rough = hard_going(battle.battle_own[B_GROUND])
    shift(battle, unit, AHEAD, max(0, way - short_of))
    battle.own[unit, Own.MOVED] = 1
    log_way(battle, unit, x, y, heading, How.CHARGES, 60)
    if rough and short_of > 0:
        disorder(battle, unit, battle.num[n.DISORDER_ROUGH], Disorder.ROUGH, 29)


@kernel
def follow(battle: Battle, unit: int, target: int) -> None:
    """SNW-51 SNW-58 The target gave way before contact: the charge goes on to where it stood, cavalry after it."""
    if battle.status[target] != Status.BOARD:
        move_up_to_place(battle, unit)
    else:
        run_down(battle, unit, target, charge_move(battle, unit), How.FOLLOWS, 51)


@kernel
def move_up_to_place(battle: Battle, unit: int) -> None:
    """SNW-60 A charge whose target has left the table goes half its move straight on."""
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    shift(battle, unit, AHEAD, free_way(battle, unit, AHEAD, charge_move(battle, unit) // 2, NOBODY))
    battle.own[unit, Own.MOVED] = 1
    log_way(battle, unit, x, y, heading, How.CHARGES, 60)


@kernel
def gives_way(battle: Battle, unit: int, target: int) -> int:
    """SNW-57 SNW-58 The target's test; it gives way on 1 to 5. One that flees already only flees on."""
    if battle.own[target, Own.STATE] >= State.RETREATING:
        return Result.RETREATS
    return test(battle, target, T_CHARGED, unit, 58)


@kernel
def charge(battle: Battle, unit: int, target: int) -> None:
    """SNW-60 A charge from its test to its melee."""
    battle.own[unit, Own.CHARGED] = 1
    if not test_charge(battle, unit, target):
        return
    battle.own[unit, Own.HURT] = battle.own[unit, Own.SHAKEN] = battle.own[target, Own.SHAKEN] = 0
    acts = jump(battle, unit, target)
    if battle.own[target, Own.FORM] == Form.SKIRMISH and battle.arm[unit] == Arm.CAV:
        evade(battle, unit, target)
        return
    fled = battle.own[target, Own.STATE] >= State.RETREATING
    result = gives_way(battle, unit, target)
    if result in (Result.ROUTS, Result.RETREATS):
        if battle.arm[target] == Arm.ART:
            take_guns(battle, unit, target)
            return
        if fled:
            flee(battle, target)
        else:
            carry_out(battle, target, result)
        follow(battle, unit, target)
        return
    battle.own[target, Own.SHAKEN] = int(result != Result.PASSES)
    press_home(battle, unit, target, result == Result.PASSES, acts)


@kernel
def take_guns(battle: Battle, unit: int, target: int) -> None:
    """SNW-63 Gunners who give way leave their guns to the charger."""
    move_up(battle, unit, target, 0)
    capture(battle, target, unit)


@kernel
def press_home(battle: Battle, unit: int, target: int, steady: bool, acts: bool) -> None:
    """SNW-43 SNW-51 SNW-60 The target stands: move up, receive fire, charge home, fight."""
    move_up(battle, unit, target, MM * battle.num[n.CHARGE_HALTS_AT])
    if steady:
        defend_by_fire(battle, target, unit)
    if battle.status[unit] != Status.BOARD:
        return
    if not test_home(battle, unit, target, steady):
        fail_home(battle, unit, target)
        return
    counters = steady and acts and battle.arm[target] == Arm.CAV and battle.own[target, Own.MOVED] == 0
    contact(battle, unit, target, not counters)


@kernel
def contact(battle: Battle, unit: int, target: int, standing: bool) -> None:
    """SNW-60 Into contact: which side is struck is seen from where the charge began its last step."""
    where = side_struck(battle, target, battle.x[unit], battle.y[unit])
    if battle.own[target, Own.FORM] == Form.SQUARE:
        where = FRONT
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    way = free_way(battle, unit, AHEAD, charge_move(battle, unit), NOBODY)
    shift(battle, unit, AHEAD, way)
    log_way(battle, unit, x, y, heading, How.CHARGES, 60)
    log_event(battle, Event.CONTACT, rule=60, side=side_of(unit), attacker=unit, defender=target, where=where)
    fight(battle, unit, target, standing, where)


@kernel
def timid_leader(battle: Battle, unit: int) -> bool:
    """SNW-62 Is the unit's brigadier timid?"""
    leader = brigadier(battle, unit)
    return leads(battle, leader) and temper(battle, leader) < 0


@kernel
def fail_home(battle: Battle, unit: int, target: int) -> None:
    """SNW-62 A charge that does not go home: good infantry halts and fires, a timid one goes back, others fall back."""
    if battle.arm[unit] == Arm.FOOT and battle.own[unit, Own.CLASS] != Class.D:
        if timid_leader(battle, unit):
            step_back(battle, unit, MM * battle.num[n.MOVE_BACK])
        elif may_fire(battle, unit):
            gap = fire_gap(battle, unit, target)
            band = small_band(battle, unit, gap)
            if band < 2:
                fire_small_arms(battle, unit, target, gap, band)
        return
    step_back(battle, unit, normal_move(battle, unit))
    disorder(battle, unit, 1, Disorder.FAILED, 62)


@kernel
def step_back(battle: Battle, unit: int, length: int) -> None:
    """SNW-62 Go back facing the enemy, as far as there is room."""
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    shift(battle, unit, BACK, free_way(battle, unit, BACK, length, NOBODY))
    log_way(battle, unit, x, y, heading, How.GOES_BACK, 62)
