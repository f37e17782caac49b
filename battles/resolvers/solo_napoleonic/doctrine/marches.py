"""The approach of a unit, round friends and closed ground (D.11)."""

from battles.resolvers.common.codes import NOBODY
from battles.resolvers.common.plane import cosine, turn_between
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic.codes import B_BLOCKER, How, Own
from battles.resolvers.solo_napoleonic.doctrine.aims import gap_to
from battles.resolvers.solo_napoleonic.footing import normal_move, set_base, side_of
from battles.resolvers.solo_napoleonic.morale import home_heading
from battles.resolvers.solo_napoleonic.moves import QUARTERS_A_TURN, advance, sets_off, step_out
from battles.resolvers.solo_napoleonic.numbers import MM
from battles.resolvers.solo_napoleonic.pathing import FAN, aim_at
from battles.resolvers.solo_napoleonic.shooting import in_fire_arc
from battles.resolvers.solo_napoleonic.ways import (
    AHEAD,
    BACK,
    LEFT,
    RIGHT,
    free_of_bases,
    free_of_land,
    free_way,
    room_for,
)

FREE_GAP = 300 * MM
FREE_TURN = 50
SHORT_OF = 30 * MM
TOO_NEAR = 30 * MM
LEAST_MARCH = 40 * MM


@kernel
def straight_on(battle: Battle, unit: int, foe: int, aim: int) -> int:
    """D.11 The heading of a march: far from the enemy straight ahead, so that units keep apart; near, at the enemy."""
    ahead = (home_heading(battle, unit) + 180) % 360
    if gap_to(battle, unit, foe) > FREE_GAP and abs(turn_between(ahead, aim)) <= FREE_TURN:
        return ahead
    return aim


@kernel
def room_ahead(battle: Battle, unit: int, heading: int, wanted: int) -> int:
    """D.11 How far to go on a heading so that 3 cm are left short of a friend; all of it where none is near."""
    before = battle.heading[unit]
    battle.heading[unit] = heading % 360
    if before != battle.heading[unit] and not room_for(battle, unit):
        battle.heading[unit] = before
        return 0
    way = free_of_land(battle, unit, heading % 360, wanted)
    free = free_of_bases(battle, unit, AHEAD, way + SHORT_OF, NOBODY)
    met = battle.battle_own[B_BLOCKER]
    battle.heading[unit] = before
    if met == NOBODY or side_of(met) != side_of(unit):
        return way
    return min(way, free - SHORT_OF)


@kernel
def best_heading(battle: Battle, unit: int, aim: int, wanted: int) -> int:
    """D.11 The heading near the one wanted on which a unit comes forward farthest, round friends who stand there."""
    best, found = -1, aim
    for off in FAN:
        room = room_ahead(battle, unit, aim + off, wanted)
        if off == 0 and 2 * room >= wanted:
            return aim
        gain = room * cosine(battle, off) // 1000
        if gain > best:
            best, found = gain, (aim + off) % 360
    return found


@kernel
def sidles(battle: Battle, unit: int, quarters: int) -> bool:
    """SNW-19 D.11 Who finds no way forward steps aside, at most half a move, to the side where there is more room."""
    length = normal_move(battle, unit) * quarters // (2 * QUARTERS_A_TURN)
    right = free_way(battle, unit, RIGHT, length + SHORT_OF, NOBODY) - SHORT_OF
    left = free_way(battle, unit, LEFT, length + SHORT_OF, NOBODY) - SHORT_OF
    if max(right, left) < LEAST_MARCH or not sets_off(battle, unit):
        return False
    step_out(battle, unit, RIGHT if right >= left else LEFT, max(right, left), How.SIDLES, 19, battle.heading[unit])
    battle.own[unit, Own.MOVED] = 1
    return True


@kernel
def draws_back(battle: Battle, unit: int, foe: int) -> bool:
    """SNW-19 D.11 Who touches an enemy that is not in its arc draws back, so that it can fire and charge again."""
    if gap_to(battle, unit, foe) > TOO_NEAR or in_fire_arc(battle, unit, foe) or battle.own[unit, Own.LOCK] != NOBODY:
        return False
    length = free_way(battle, unit, BACK, FREE_GAP // 5, NOBODY)
    if length < SHORT_OF:
        return False
    step_out(battle, unit, BACK, length, How.GOES_BACK, 19, battle.heading[unit])
    battle.own[unit, Own.MOVED] = 1
    return True


@kernel
def goes(battle: Battle, unit: int, foe: int, wanted: int, quarters: int) -> bool:
    """D.11 March toward an enemy, round closed ground and over bridges, short of friends."""
    aim = straight_on(battle, unit, foe, aim_at(battle, unit, battle.x[foe], battle.y[foe]))
    wanted = min(wanted, normal_move(battle, unit))
    heading = best_heading(battle, unit, aim, wanted)
    room = room_ahead(battle, unit, heading, wanted)
    if room < min(wanted, LEAST_MARCH):
        return sidles(battle, unit, quarters)
    return advance(battle, unit, heading, room, quarters)


@kernel
def has_room_as(battle: Battle, unit: int, form: int) -> bool:
    """SNW-27 Has a unit room for the base of a formation?"""
    before = battle.own[unit, Own.FORM]
    set_base(battle, unit, form)
    free = room_for(battle, unit)
    set_base(battle, unit, before)
    return free
