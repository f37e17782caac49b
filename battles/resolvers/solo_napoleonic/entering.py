"""Units that come late and enter on an edge (COM-G, HR-T6)."""

from battles.resolvers.common.codes import NOBODY, Arm, Status
from battles.resolvers.common.land import land_at, may_enter
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic.codes import Own, State
from battles.resolvers.solo_napoleonic.doctrine.shots import best_gun_target
from battles.resolvers.solo_napoleonic.footing import end, first, side_of
from battles.resolvers.solo_napoleonic.numbers import MM
from battles.resolvers.solo_napoleonic.ways import AHEAD, free_of_bases, room_for

OWN_EDGE, LEFT_EDGE, RIGHT_EDGE = range(3)
STEP = 25 * MM
INSET = 35 * MM
ROOM, FREE, SEES = range(3)
"""What a late unit wants of its place: room, a free way, an enemy in range and sight."""


@kernel
def edge_heading(battle: Battle, unit: int) -> int:
    """HR-T6 The heading inwards from the edge by which a unit enters; left and right as its army sees them."""
    home = 0 if side_of(unit) == battle.low else 180
    if battle.edge[unit] == OWN_EDGE:
        return home
    return (home + (90 if battle.edge[unit] == LEFT_EDGE else 270)) % 360


@kernel
def edge_point(battle: Battle, heading: int, along: int) -> tuple[int, int]:
    """Return the point just inside an edge, so far along it; the heading is that inwards."""
    wide, deep = battle.board_width, battle.board_depth
    if heading == 0:
        return along, INSET
    if heading == 180:
        return along, deep - INSET
    return (INSET if heading == 90 else wide - INSET), along


@kernel
def brigade_at(battle: Battle, unit: int) -> int:
    """SNW-06 HR-T6 The first of a unit's brigade on the table whom it joins; NOBODY where it comes first."""
    side = side_of(unit)
    for other in range(first(side), end(battle, side)):
        here = battle.status[other] == Status.BOARD and battle.own[other, Own.STATE] < State.RETREATING
        if here and battle.own[other, Own.BRIGADE] == battle.own[unit, Own.BRIGADE]:
            return other
    return NOBODY


@kernel
def enters_near(battle: Battle, unit: int, heading: int) -> int:
    """HR-T6 The place along its edge that a unit likes best: behind its brigade, else the middle."""
    friend = brigade_at(battle, unit)
    along_x = heading in (0, 180)
    if friend == NOBODY:
        return (battle.board_width if along_x else battle.board_depth) // 2
    return battle.x[friend] if along_x else battle.y[friend]


@kernel
def fits(battle: Battle, unit: int, want: int) -> bool:
    """HR-T6 COM-17 Has a unit room where it is, and if wanted no friend in its way to the middle of the table?"""
    if not may_enter(battle, unit, land_at(battle, battle.x[unit], battle.y[unit])) or not room_for(battle, unit):
        return False
    if want == SEES:
        return best_gun_target(battle, unit) != NOBODY
    ahead = battle.board_depth // 2
    return want == ROOM or free_of_bases(battle, unit, AHEAD, ahead, NOBODY) == ahead


@kernel
def enter_at(battle: Battle, unit: int, heading: int, want: int) -> bool:
    """HR-T6 Put a unit on the place of its edge that it likes best of those that fit; False where none does."""
    length = battle.board_width if heading in (0, 180) else battle.board_depth
    middle = enters_near(battle, unit, heading)
    battle.heading[unit] = heading
    for step in range(2 * (length // STEP)):
        along = middle + ((step + 1) // 2 * STEP if step % 2 else -(step // 2) * STEP)
        if 0 <= along < length:
            battle.x[unit], battle.y[unit] = edge_point(battle, heading, along)
            if fits(battle, unit, want):
                return True
    return False


@kernel
def enter_edge(battle: Battle, unit: int) -> bool:
    """HR-T6 COM-17 Put a unit on its edge where no friend is in its way, else where there is room; False: none."""
    heading = edge_heading(battle, unit)
    if battle.arm[unit] == Arm.ART and enter_at(battle, unit, heading, SEES):
        return True
    return enter_at(battle, unit, heading, FREE) or enter_at(battle, unit, heading, ROOM)
