"""Units that come late and enter on an edge (COM-G, HR-T6)."""

from battles.resolvers.common.land import land_at, may_enter
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic.footing import side_of
from battles.resolvers.solo_napoleonic.numbers import MM
from battles.resolvers.solo_napoleonic.ways import room_for

OWN_EDGE, LEFT_EDGE, RIGHT_EDGE = range(3)
STEP = 25 * MM
INSET = 35 * MM


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
def enter_edge(battle: Battle, unit: int) -> bool:
    """HR-T6 Put a unit on its edge, as near to the middle as there is room; False where there is none."""
    heading = edge_heading(battle, unit)
    length = battle.board_width if heading in (0, 180) else battle.board_depth
    battle.heading[unit] = heading
    for step in range(length // STEP):
        aside = (step + 1) // 2 * STEP
        x, y = edge_point(battle, heading, length // 2 + (aside if step % 2 else -aside))
        battle.x[unit], battle.y[unit] = x, y
        if may_enter(battle, unit, land_at(battle, x, y)) and room_for(battle, unit):
            return True
    return False
