"""Morale in percent: what helps and hinders, the failure chart, retreats, routs and rallies (SNW-53 to SNW-58)."""

from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, Arm, Status
from battles.resolvers.common.events import Cause, Event
from battles.resolvers.common.journal import log_event, log_here, log_pose, modify, throw
from battles.resolvers.common.land import on_board
from battles.resolvers.common.plane import FRONT, side_struck, step_x, step_y
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.chance import holds, play
from battles.resolvers.solo_napoleonic.codes import (
    MM,
    Chance,
    Dead,
    Die,
    Disorder,
    Form,
    Lead,
    Modifier,
    Own,
    Result,
    State,
)
from battles.resolvers.solo_napoleonic.fighting.losses import disperse, mark_friends, near, unlock
from battles.resolvers.solo_napoleonic.footing import (
    attached_leader,
    covered_from,
    disorder,
    end,
    feels_reach,
    first,
    in_control,
    is_corps,
    leads,
    normal_move,
    set_base,
    side_of,
    stand_form,
)
from battles.resolvers.solo_napoleonic.movement.moves import collide
from battles.resolvers.solo_napoleonic.movement.ways import free_of_land, under

T_CHARGED, T_LOST_MELEE, T_MARKED, T_RALLY = range(4)
"""Why a unit tests: charged, after a melee, for a marker, to rally."""


@kernel
def friends_near(battle: Battle, unit: int) -> tuple[int, int]:
    """SNW-54 Steady friends near a unit, and friends there that rout."""
    side, steady, routing = side_of(unit), 0, 0
    for other in range(first(side), end(battle, side)):
        if other != unit and battle.status[other] == Status.BOARD and near(battle, unit, other):
            if battle.own[other, Own.STATE] == State.ROUTING:
                routing += 1
            elif battle.own[other, Own.STATE] != State.RETREATING:
                steady += 1
    return steady, routing


@kernel
def losses_that_count(battle: Battle, unit: int, why: int) -> int:
    """SNW-55 Losses of this turn in tests by fire and charge; all of them after melee and to rally."""
    if battle.num[n.MORALE_CASUALTY_SCOPE] == 1 and why in (T_CHARGED, T_MARKED):
        return battle.own[unit, Own.LOST_NOW]
    return battle.cap[unit] - battle.left[unit]


@kernel
def add(battle: Battle, modifier: int, value: int) -> int:
    """COM-18 Note a modifier of a test and return it."""
    modify(battle, 0, modifier, value)
    return value


@kernel
def of_command(battle: Battle, unit: int) -> int:
    """SNW-54 Return what generals add: control, one attached, one killed this turn."""
    side, own = side_of(unit), battle.own[unit, Own.BRIGADE]
    made = add(battle, Modifier.CONTROL, battle.num[n.MORALE_CONTROL] * int(in_control(battle, unit)))
    leader = attached_leader(battle, unit)
    if leader != NOBODY:
        made += (
            add(battle, Modifier.CORPS, battle.num[n.MORALE_CORPS])
            if is_corps(leader)
            else add(battle, Modifier.ATTACHED, battle.num[n.MORALE_ATTACHED])
        )
    corps = side * SIDE_LEADERS
    senior = corps + battle.lead_own[own, Lead.SENIOR]
    if killed_near(battle, unit, own) or (senior != corps and killed_near(battle, unit, senior)):
        made += add(battle, Modifier.KILLED, battle.num[n.MORALE_KILLED])
    if killed_near(battle, unit, corps):
        made += add(battle, Modifier.CORPS_KILLED, battle.num[n.MORALE_CORPS_KILLED])
    return made


@kernel
def killed_near(battle: Battle, unit: int, leader: int) -> bool:
    """SNW-54 Was a general killed this turn with the unit in his reach?"""
    if leads(battle, leader) or battle.lead_own[leader, Lead.DIED] != battle.turn:
        return False
    return feels_reach(battle, unit, leader)


@kernel
def of_charge(battle: Battle, unit: int, enemy: int) -> int:
    """SNW-54 Return what being charged by an enemy adds: flank, class, square, cover."""
    made = 0
    square = battle.own[unit, Own.FORM] == Form.SQUARE
    if not square and side_struck(battle, unit, battle.x[enemy], battle.y[enemy]) != FRONT:
        made += add(battle, Modifier.FLANK, battle.num[n.MORALE_FLANK])
    if battle.own[enemy, Own.CLASS] < battle.own[unit, Own.CLASS]:
        made += add(battle, Modifier.HIGHER, battle.num[n.MORALE_HIGHER])
    if battle.arm[enemy] == Arm.CAV and battle.arm[unit] == Arm.FOOT:
        if square:
            made += add(battle, Modifier.SQUARE, battle.num[n.MORALE_SQUARE])
        else:
            made += add(battle, Modifier.NO_SQUARE, battle.num[n.MORALE_NO_SQUARE])
    if covered_from(battle, unit, enemy) > 0:
        made += add(battle, Modifier.COVER, battle.num[n.MORALE_COVER])
    return made


@kernel
def of_state(battle: Battle, unit: int, why: int) -> int:
    """SNW-54 Return what a unit's own state adds: casualties, chits, guns' fire, a lost melee, flight, its officer."""
    made = add(battle, Modifier.CASUALTIES, losses_that_count(battle, unit, why) * battle.num[n.MORALE_CASUALTY])
    made += add(battle, Modifier.CHITS, battle.own[unit, Own.CHITS] * battle.num[n.MORALE_CHIT])
    if battle.own[unit, Own.SHELLED] == 1 and battle.own[unit, Own.FIRED] == 0:
        made += add(battle, Modifier.SHELLED, battle.num[n.MORALE_SHELLED])
    if why == T_LOST_MELEE:
        made += add(battle, Modifier.LOST, battle.num[n.MORALE_LOST])
    if battle.own[unit, Own.STATE] == State.RETREATING:
        made += add(battle, Modifier.RETIRING, battle.num[n.MORALE_RETIRING])
    if battle.own[unit, Own.STATE] == State.ROUTING:
        made += add(battle, Modifier.ROUTING, battle.num[n.MORALE_ROUTING])
    if battle.own[unit, Own.DEAD] & Dead.OFFICER:
        made += add(battle, Modifier.OFFICER, battle.num[n.MORALE_OFFICER])
    return made


@kernel
def morale_needed(battle: Battle, unit: int, why: int, enemy: int) -> int:
    """SNW-53 SNW-54 The figure below which a unit must throw; the modifiers wait for its event."""
    steady, routing = friends_near(battle, unit)
    made = battle.num[n.MORALE_BASE + battle.own[unit, Own.CLASS]]
    made += add(battle, Modifier.FRIENDS, min(battle.num[n.MORALE_FRIENDS], steady) * battle.num[n.MORALE_FRIEND])
    made += add(battle, Modifier.FRIENDS_ROUT, routing * battle.num[n.MORALE_FRIEND_ROUTS])
    made += of_command(battle, unit) + of_state(battle, unit, why)
    if enemy != NOBODY:
        made += of_charge(battle, unit, enemy)
    return made


@kernel
def capped(battle: Battle, needed: int) -> int:
    """SNW-53 A figure over 100 counts as 100: a roll of 100 always fails."""
    return min(battle.num[n.MORALE_MOST], needed)


@kernel
def failure(battle: Battle, face: int) -> int:
    """SNW-57 The result of a failed test by its d10."""
    if face <= battle.num[n.MORALE_CHART]:
        return Result.ROUTS
    if face <= battle.num[n.MORALE_CHART + 1]:
        return Result.RETREATS
    return Result.HALTS if face <= battle.num[n.MORALE_CHART + 2] else Result.WAVERS


@kernel
def wants_card(needed: int) -> bool:
    """COM-17 Is a test worth the card that adds to it: neither lost nor nearly sure?"""
    return 20 <= needed <= 85


@kernel
def test(battle: Battle, unit: int, why: int, enemy: int, rule: int) -> int:
    """SNW-53 SNW-57 Test a unit's morale; returns the result and carries nothing out."""
    needed = morale_needed(battle, unit, why, enemy)
    if wants_card(needed) and holds(battle, side_of(unit), Chance.MORALE):
        kept = battle.modified
        battle.modified = 0
        play(battle, side_of(unit), unit)
        battle.modified = kept
        needed += add(battle, Modifier.CHANCE, battle.num[n.CHANCE_MORALE])
    needed = capped(battle, needed)
    face = throw(battle, 100, Die.MORALE)
    result = int(Result.PASSES)
    if face >= needed:
        result = failure(battle, throw(battle, 10, Die.FAILURE))
    log_event(
        battle, Event.MORALE, rule=rule, side=side_of(unit), unit=unit, score=face, needed=needed, result=result,
        passed=int(result == Result.PASSES),
    )  # fmt: skip
    return result


@kernel
def home_heading(battle: Battle, unit: int) -> int:
    """SNW-57 The heading to a unit's own edge."""
    return 180 if side_of(unit) == battle.low else 0


@kernel
def go_back(battle: Battle, unit: int, length: int, rule: int) -> None:
    """SNW-23 SNW-57 Turn to the rear and go; friends are passed through at the price of a collision each."""
    x, y, heading = battle.x[unit], battle.y[unit], battle.heading[unit]
    back = home_heading(battle, unit)
    battle.heading[unit] = back
    way = free_of_land(battle, unit, back, length)
    edge = not on_board(
        battle, x + step_x(battle, back, way + battle.cell), y + step_y(battle, back, way + battle.cell)
    )
    battle.x[unit], battle.y[unit] = x + step_x(battle, back, way), y + step_y(battle, back, way)
    log_event(battle, Event.FALLBACK, rule=rule, side=side_of(unit), unit=unit)
    log_pose(battle, x, y, heading)
    log_here(battle, unit)
    battle.own[unit, Own.MOVED] = battle.own[unit, Own.GONE_BACK] = 1
    other = under(battle, unit)
    if other != NOBODY:
        collide(battle, unit, other)
        make_way(battle, unit, back)
    if edge and way < length and battle.own[unit, Own.STATE] in (State.ROUTING, State.RETREATING):
        disperse(battle, unit, Cause.EDGE, 64)


@kernel
def make_way(battle: Battle, unit: int, heading: int) -> None:
    """SNW-23 A unit that would end over a friend goes on until it is clear, at most its own depth five times."""
    step = 20 * MM
    x, y = battle.x[unit], battle.y[unit]
    for _ in range(12):
        if under(battle, unit) == NOBODY or free_of_land(battle, unit, heading, step) < step:
            break
        battle.x[unit] += step_x(battle, heading, step)
        battle.y[unit] += step_y(battle, heading, step)
    if battle.x[unit] != x or battle.y[unit] != y:
        log_event(battle, Event.FALLBACK, rule=23, side=side_of(unit), unit=unit)
        log_pose(battle, x, y, heading)
        log_here(battle, unit)


@kernel
def flee(battle: Battle, unit: int) -> None:
    """SNW-19 SNW-57 The move of a retreat, or of a rout: one and a half moves, with its chits."""
    before = battle.own[unit, Own.FORM]
    if before == Form.SQUARE or battle.arm[unit] == Arm.ART:
        set_base(battle, unit, stand_form(battle, unit))
    if battle.own[unit, Own.FORM] != before:
        log_event(battle, Event.FORMATION, rule=57, side=side_of(unit), unit=unit, formation=battle.own[unit, Own.FORM])
        log_here(battle, unit)
    length = normal_move(battle, unit)
    if battle.own[unit, Own.STATE] == State.ROUTING:
        length = length * battle.num[n.MORALE_ROUT_HALVES] // 2
        disorder(battle, unit, battle.num[n.DISORDER_ROUT], Disorder.ROUT, 28)
    else:
        disorder(battle, unit, battle.num[n.DISORDER_RETREAT], Disorder.RETREAT, 28)
    go_back(battle, unit, length, 57)


@kernel
def carry_out(battle: Battle, unit: int, result: int) -> None:
    """SNW-57 Carry out a failed test: rout, retreat, halt or waver; who flees goes on until it rallies."""
    if result == Result.PASSES or battle.status[unit] != Status.BOARD:
        return
    if result in (Result.ROUTS, Result.RETREATS):
        unlock(battle, unit)
        battle.own[unit, Own.STATE] = State.ROUTING if result == Result.ROUTS else State.RETREATING
        if result == Result.ROUTS:
            mark_friends(battle, unit)
        flee(battle, unit)
    else:
        if battle.own[unit, Own.STATE] < State.RETREATING:
            battle.own[unit, Own.STATE] = State.HALTED if result == Result.HALTS else State.WAVERING
        if result == Result.HALTS:
            disorder(battle, unit, 1, Disorder.HALT, 57)


@kernel
def rally(battle: Battle, unit: int) -> None:
    """SNW-58 A retreating or routing unit tests at its own action; it stops and faces front, or goes on."""
    needed = capped(battle, morale_needed(battle, unit, T_RALLY, NOBODY))
    face = throw(battle, 100, Die.MORALE)
    passed = face < needed
    if passed:
        battle.own[unit, Own.STATE] = State.STEADY
        battle.heading[unit] = (home_heading(battle, unit) + 180) % 360
    log_event(
        battle, Event.RALLY, rule=58, side=side_of(unit), unit=unit, sp=battle.sp[unit], left=battle.left[unit],
        passed=int(passed),
    )  # fmt: skip
    log_here(battle, unit)
    if not passed:
        flee(battle, unit)


@kernel
def answer_marks(battle: Battle, unit: int) -> None:
    """SNW-11 Test for the markers of a unit, all of them at once."""
    battle.own[unit, Own.MARK] = 0
    carry_out(battle, unit, test(battle, unit, T_MARKED, NOBODY, 56))


@kernel
def settle_marks(battle: Battle) -> None:
    """SNW-11 A unit that has acted already tests at once for what happened and for what follows, until all is quiet."""
    again = True
    while again:
        again = False
        for side in range(2):
            for unit in range(first(side), end(battle, side)):
                if (
                    battle.own[unit, Own.MARK] > 0
                    and battle.own[unit, Own.ACTED] == 1
                    and battle.status[unit] == Status.BOARD
                ):
                    answer_marks(battle, unit)
                    again = True
