"""Rally (SQB-46)."""

from battles.resolvers.common.codes import NOBODY, SIDE_UNITS
from battles.resolvers.common.ending import unit_strength
from battles.resolvers.common.journal import Event, log_event, log_here, modify, throw
from battles.resolvers.common.record import Battle
from battles.resolvers.common.squares import DX, DY, enemy_beside, who_is_at
from battles.resolvers.core.kernels import kernel
from battles.resolvers.square_brigadier.codes import Die, Modifier, Own
from battles.resolvers.square_brigadier.numbers import RALLY_HELPED, RALLY_NEEDED
from battles.resolvers.square_brigadier.shooting import has_moved
from battles.resolvers.square_brigadier.troops import commander_there


@kernel
def may_rally(battle: Battle, unit: int) -> bool:
    """SQB-46 May a unit rally: with hits, at rest, next to no enemy?"""
    if battle.left[unit] >= battle.cap[unit] or battle.own[unit, Own.SHOT] == 1 or has_moved(battle, unit):
        return False
    return enemy_beside(battle, unit) == NOBODY


@kernel
def is_helped(battle: Battle, unit: int) -> bool:
    """SQB-46 Is a commander with a unit, or a friend beside it?"""
    if commander_there(battle, unit) != NOBODY:
        return True
    for direction in range(8):
        other = who_is_at(battle, battle.x[unit] + DX[direction], battle.y[unit] + DY[direction])
        if other != NOBODY and other // SIDE_UNITS == unit // SIDE_UNITS:
            return True
    return False


@kernel
def rally(battle: Battle, unit: int) -> None:
    """SQB-46 A die of 4 or more removes a hit; help adds 1."""
    adds = battle.num[RALLY_HELPED] if is_helped(battle, unit) else 0
    done = throw(battle, 6, Die.RALLY) + adds >= battle.num[RALLY_NEEDED]
    battle.left[unit] += int(done)
    modify(battle, 0, Modifier.HELPED, adds)
    log_event(
        battle,
        Event.RALLY,
        46,
        unit // SIDE_UNITS,
        unit,
        NOBODY,
        unit_strength(battle, unit),
        battle.left[unit],
        int(done),
    )
    log_here(battle, unit)
