"""The course of a day: turns until a turnover, melees, routs, break test, limit (ADN-01, ADN-03, ADN-05, ADN-53)."""

from battles.resolvers.activation.choices import gambles, has_field_of_fire, nearest_to
from battles.resolvers.activation.codes import (
    AI_BREAK_OFF,
    AI_GAP,
    B_ATTACKER,
    END_BREAK_OF,
    END_EASES,
    Die,
    Event,
    How,
    Own,
)
from battles.resolvers.activation.combat import melee
from battles.resolvers.activation.command import activate_group, groups_of, ride, succeed
from battles.resolvers.activation.doctrine import act
from battles.resolvers.activation.losses import remove, turn_by
from battles.resolvers.activation.moves import go, is_open
from battles.resolvers.activation.troops import is_in_melee, reach_of_fire, speed_of
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Arm, Status
from battles.resolvers.common.ending import break_off, break_test, judge, unit_strength, write_back
from battles.resolvers.common.events import Cause
from battles.resolvers.common.journal import log_event, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.rows import bring_late
from battles.resolvers.common.squares import DX, DY, depth_of, forward
from battles.resolvers.core.kernels import kernel


@kernel
def choose_first(battle: Battle) -> None:
    """ADN-01 Both throw for the first turn; the better General wins a tie, then the attacker."""
    attacker = battle.battle_own[B_ATTACKER]
    mine, theirs = throw(battle, 6, Die.FIRST), throw(battle, 6, Die.FIRST)
    second = theirs > mine or (theirs == mine and battle.skill[1 - attacker] > battle.skill[attacker])
    battle.first = 1 - attacker if second else attacker
    log_event(battle, Event.FIRST, rule=1, side=NOBODY, first=battle.first)


@kernel
def flee(battle: Battle, unit: int) -> None:
    """ADN-47 ADN-48 A routing unit goes at full Speed to its own edge, and off the table over it."""
    side, n = unit // SIDE_UNITS, 0
    back = (forward(battle, side) + 4) % 8
    if battle.heading[unit] != back:
        turn_by(battle, unit, back, 47)
    x, y = battle.x[unit], battle.y[unit]
    for _ in range(max(1, speed_of(battle, unit))):
        if depth_of(battle, side, y) == 0:
            remove(battle, unit, Cause.ROUT, 0, 48)
            return
        best = NOBODY
        for turn in (0, 7, 1):
            direction = (back + turn) % 8
            if best == NOBODY and is_open(battle, unit, x + DX[direction], y + DY[direction]):
                best = direction
        if best == NOBODY:
            break
        n += 1
        x, y = x + DX[best], y + DY[best]
        battle.work[2 * n], battle.work[2 * n + 1] = x, y
    if n > 0:
        go(battle, unit, x, y, n, How.MOVE)


@kernel
def begin(battle: Battle, side: int) -> None:
    """ADN-03 ADN-47 A turn begins: late units enter, routs go on, every unit may be activated once."""
    bring_late(battle, side)
    late = 2 * battle.turn > battle.limit
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        battle.own[unit, Own.DONE] = 0
        if battle.status[unit] == Status.BOARD:
            battle.own[unit, Own.NEAR] = nearest_to(battle, side, battle.x[unit], battle.y[unit])
            battle.own[unit, Own.IN_SIGHT] = int(battle.arm[unit] == Arm.ART and has_field_of_fire(battle, unit))
            if battle.own[unit, Own.NEAR] <= 3 or (late and battle.spare[unit] == 0):
                battle.own[unit, Own.HELD_BACK] = 0
            if battle.own[unit, Own.ROUTING] == 1 and not is_in_melee(battle, unit):
                flee(battle, unit)
    for party in range(SIDES):
        for unit in range(party * SIDE_UNITS, party * SIDE_UNITS + battle.units[party]):
            battle.own[unit, Own.FOUGHT] = 0


@kernel
def rank_of(battle: Battle, unit: int) -> int:
    """E.10 The order of acting: guns and lines in place, the nearest to the enemy; gambles and routs last."""
    if battle.own[unit, Own.ROUTING] == 1:
        return 900
    if is_in_melee(battle, unit):
        return 600
    if gambles(battle, unit):
        return 500
    rank = 10 * battle.own[unit, Own.NEAR] + 40 * (4 - battle.left[unit])
    ready = battle.own[unit, Own.NEAR] <= reach_of_fire(battle, unit)
    return rank - (500 if ready else 0) - (50 if battle.arm[unit] == Arm.ART else 0)


@kernel
def still_to_come(battle: Battle, side: int) -> int:
    """ADN-03 How many units of a side may still be activated."""
    found = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        found += int(
            battle.status[unit] == Status.BOARD
            and battle.own[unit, Own.DONE] == 0
            and battle.own[unit, Own.ROUTING] == 0
        )
    return found


@kernel
def next_to_act(battle: Battle, side: int) -> int:
    """E.10 The unit that is activated next; NOBODY when all have been."""
    best, found = 9999, NOBODY
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.own[unit, Own.DONE] == 0:
            rank = rank_of(battle, unit)
            if rank < best:
                best, found = rank, unit
    return found


@kernel
def act_all(battle: Battle, side: int) -> None:
    """ADN-03 ADN-04 ADN-23 Groups, then unit by unit, until a turnover or until all have been activated."""
    for _ in range(groups_of(battle, side)):
        ended = activate_group(battle, side, still_to_come(battle, side))
        if ended == 1:
            return
        if ended == 2:
            break
    unit = next_to_act(battle, side)
    while unit != NOBODY:
        battle.own[unit, Own.DONE] = 1
        if act(battle, unit, still_to_come(battle, side)) == 1:
            return
        unit = next_to_act(battle, side)


@kernel
def fight_on(battle: Battle, side: int) -> None:
    """ADN-05 ADN-37 Melees that stand are fought in the owner's turn, after a turnover too; he is the attacker."""
    for n in range(SIDES):
        party = side if n == 0 else 1 - side
        for guest in range(party * SIDE_UNITS, party * SIDE_UNITS + battle.units[party]):
            host = battle.own[guest, Own.LOCKED] - 1
            if host >= 0 and battle.status[guest] == Status.BOARD and battle.own[guest, Own.FOUGHT] == 0:
                mine, theirs = (guest, host) if party == side else (host, guest)
                melee(battle, mine, theirs, False, False)


@kernel
def calm(battle: Battle, side: int) -> None:
    """ADN-43 A unit petrified for this turn may be activated in the next; one petrified just now may not."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.own[unit, Own.PETRIFIED] == 2:
            battle.own[unit, Own.PETRIFIED] = 0
    other = 1 - side
    for unit in range(other * SIDE_UNITS, other * SIDE_UNITS + battle.units[other]):
        if battle.own[unit, Own.PETRIFIED] == 1:
            battle.own[unit, Own.PETRIFIED] = 2


@kernel
def side_turn(battle: Battle, side: int) -> None:
    """ADN-03 A player's turn."""
    battle.on_turn = side
    log_event(battle, Event.TURN_START, rule=3, side=side)
    begin(battle, side)
    succeed(battle, side)
    ride(battle, side)
    act_all(battle, side)
    fight_on(battle, side)
    calm(battle, side)
    log_event(battle, Event.TURN_END, rule=3, side=side)


@kernel
def ease(battle: Battle, unit: int) -> None:
    """E.8 A unit that keeps its order sheds a disorder when the fighting ends, none that it came with."""
    shaken = battle.own[unit, Own.WAVERING] == 1 or is_in_melee(battle, unit)
    if not shaken and battle.broken[unit // SIDE_UNITS] == 0 and battle.left[unit] < battle.own[unit, Own.START_LEFT]:
        battle.left[unit] = min(battle.own[unit, Own.START_LEFT], battle.left[unit] + battle.num[END_EASES])
        strength = unit_strength(battle, unit)
        log_event(
            battle, Event.EASE, rule=1006, side=unit // SIDE_UNITS, unit=unit, sp=strength, left=battle.left[unit]
        )


@kernel
def close_day(battle: Battle) -> None:
    """ADN-53 E.8 The fighting ends: who routs is lost, others come to themselves; then the day is judged."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            if battle.status[unit] == Status.BOARD and battle.own[unit, Own.ROUTING] == 1:
                remove(battle, unit, Cause.ROUT, 0, 48)
            elif battle.status[unit] == Status.BOARD:
                ease(battle, unit)
    judge(battle)


@kernel
def play_day(battle: Battle) -> None:
    """ADN-01 ADN-53 A day: turns of both sides to the limit, or until an army breaks or leaves."""
    choose_first(battle)
    while battle.over == 0 and battle.turn < battle.limit:
        battle.turn += 1
        battle.rounds += 1
        side_turn(battle, battle.first)
        side_turn(battle, 1 - battle.first)
        break_test(battle, battle.num[END_BREAK_OF], battle.num[END_BREAK_OF + 1])
        break_off(battle, battle.num[AI_BREAK_OFF], battle.num[AI_GAP], False)
    close_day(battle)
    write_back(battle)
