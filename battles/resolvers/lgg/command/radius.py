"""The commander's radius and the prices that hang on it (LGG-4.0-c, 7.0-b to d, 8.1, 8.2-a, S2-b, S4-a)."""

from battles.resolvers.common.codes import Type
from battles.resolvers.core.geometry import NEAR, base_gap, length
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.space import ROUND_OFF, STAND, end_of, first_of, gap_at, side_of, stand_gap
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, Status
from battles.resolvers.lgg.record.state import Battle

FREE, DEAR, OUT, UNSURE = 0, 1, 2, -1
"""Bands: within the radius, within double the radius, beyond."""
STAND_SPAN = 1.4143
"""Half the diagonal of a stand, and a little."""
FORBIDDEN = -1
"""A price that cannot be paid."""


@kernel
def in_touch(battle: Battle, chief: int, x: float, y: float) -> bool:
    """LGG-S2-b Would a wing at a point be within the army commander's radius? Mostly the distance of the middles
    decides, without a measurement of the stands."""
    dx, dy, radius = battle.lead_x[chief] - x, battle.lead_y[chief] - y, battle.radius
    return dx * dx + dy * dy <= radius * radius or base_gap(
        battle.lead_x[chief], battle.lead_y[chief], 0.0, 1.0, STAND, STAND, x, y, 0.0, 1.0, STAND,
        STAND) <= radius + NEAR


@kernel
def in_command(battle: Battle, leader: int) -> bool:
    """LGG-S2-b The army commander always, a wing while his stand is within the army commander's radius."""
    chief = leader // LEADERS * LEADERS
    if battle.lead_here[leader] == 0 or battle.lead_here[chief] == 0:
        return False
    return leader == chief or in_touch(battle, chief, battle.lead_x[leader], battle.lead_y[leader])


@kernel
def command_gap(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> float:
    """LGG-4.0-c, S2-b The distance from the better stand in command to ``unit`` if it stood at a pose."""
    best, chief = 1e9, side_of(unit) * LEADERS
    for leader in range(chief, chief + LEADERS):
        if in_command(battle, leader):
            best = min(best, stand_gap(battle, leader, unit, x, y, fx, fy))
    return best


@kernel
def well_within(battle: Battle, unit: int, x: float, y: float) -> bool:
    """LGG-4.0-c Is the middle of ``unit`` at a point so near to the middle of its army commander's stand that it is
    within the radius, however it faces?"""
    chief = side_of(unit) * LEADERS
    dx, dy = battle.lead_x[chief] - x, battle.lead_y[chief] - y
    return battle.lead_here[chief] == 1 and dx * dx + dy * dy <= battle.radius * battle.radius


@kernel
def alone_in_command(battle: Battle, chief: int) -> bool:
    """LGG-S2-b Is an army commander's stand the only one of his side on the table?"""
    return battle.lead_here[chief] == 1 and battle.lead_here[chief + 1] == 0 and battle.lead_here[chief + 2] == 0


@kernel
def sure_band(battle: Battle, unit: int, x: float, y: float) -> int:
    """LGG-7.0-b to d The band of ``unit`` at a point as far as the circles within and around its base and its army
    commander's stand tell it; UNSURE where the exact distance must."""
    chief, radius = side_of(unit) * LEADERS, battle.radius
    far = length(battle.lead_x[chief] - x, battle.lead_y[chief] - y)
    within = far + ROUND_OFF <= radius + STAND + min(battle.half_width[unit], battle.half_depth[unit])
    if within and battle.lead_here[chief] == 1:
        return FREE
    if battle.outrider[unit] or not alone_in_command(battle, chief):
        return UNSURE
    least = far - battle.span[unit] - STAND_SPAN - ROUND_OFF
    if least > 2.0 * radius:
        return OUT
    return DEAR if least > radius and far <= 2.0 * radius else UNSURE


@kernel
def band_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> int:
    """LGG-7.0-b to d The band in which a pose of ``unit`` lies; LGG-S4-a for outriders 3R is all one band."""
    sure = sure_band(battle, unit, x, y)
    if sure != UNSURE:
        return sure
    gap = command_gap(battle, unit, x, y, fx, fy)
    if battle.outrider[unit]:
        return FREE if gap <= 3.0 * battle.radius + NEAR else OUT
    if gap <= battle.radius + NEAR:
        return FREE
    return DEAR if gap <= 2.0 * battle.radius + NEAR else OUT


@kernel
def band_of(battle: Battle, unit: int) -> int:
    """LGG-7.0-b to d The band in which ``unit`` stands now."""
    return band_at(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])


@kernel
def in_radius(battle: Battle, unit: int) -> bool:
    """LGG-14.0-c, S2-c Does ``unit`` stand within the single radius of its army commander or of any wing?"""
    chief = side_of(unit) * LEADERS
    for leader in range(chief, chief + LEADERS):
        if battle.lead_here[leader] == 1 and stand_gap(battle, leader, unit, battle.x[unit], battle.y[unit],
                                                       battle.fx[unit], battle.fy[unit]) <= battle.radius + NEAR:
            return True
    return False


@kernel
def within_command_radius(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-14.0-e, S2-d Would a pose lie within the single radius of a stand in command?"""
    return command_gap(battle, unit, x, y, fx, fy) <= battle.radius + NEAR


@kernel
def same_column(battle: Battle, one: int, two: int) -> bool:
    """HR-T6 Do two units belong to one column: the same mark, edge and army of a side?"""
    a, b = battle.roll[one], battle.roll[two]
    return (battle.roll_arrives[a] == battle.roll_arrives[b] and battle.roll_edge[a] == battle.roll_edge[b]
            and battle.roll_army[a] == battle.roll_army[b])


@kernel
def column_head(battle: Battle, unit: int) -> int:
    """HR-T6 The first unit of a column that is still under its own leader; as if that leader stood on it."""
    side, head = side_of(unit), unit
    for other in range(first_of(side), end_of(battle, side)):
        marching = battle.status[other] == Status.BOARD and battle.under_own_leader[other] == 1
        if marching and battle.roll[other] < battle.roll[head] and same_column(battle, unit, other):
            head = other
    return head


@kernel
def own_leader(battle: Battle, unit: int) -> int:
    """HR-T6 The leader of a unit's column, if he is on the table, or -1."""
    side, army = side_of(unit), battle.roll_army[battle.roll[unit]]
    for leader in range(side * LEADERS + 1, (side + 1) * LEADERS):
        if battle.lead_here[leader] == 1 and battle.lead_army[leader] == army:
            return leader
    return NOBODY


@kernel
def led_at(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """HR-T6 Would a unit of a column at a pose be within R of its own leader?"""
    if battle.under_own_leader[unit] == 0:
        return False
    leader = own_leader(battle, unit)
    if leader != NOBODY:
        return stand_gap(battle, leader, unit, x, y, fx, fy) <= battle.radius + NEAR
    head = column_head(battle, unit)
    return head == unit or gap_at(battle, unit, x, y, fx, fy, head) <= battle.radius + NEAR


@kernel
def standing_price(battle: Battle, unit: int) -> int:
    """LGG-7.0-b to d, HR-T6 What an activity costs that does not move the unit: 1 within R, 2 within 2R; beyond, 2 for
    columns under their own leader, else FORBIDDEN."""
    band = band_of(battle, unit)
    if band == FREE:
        return 1
    if band == OUT:
        led = led_at(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
        return 2 if led else FORBIDDEN
    if battle.type[unit] == Type.LIGHT_CAV and battle.light_cav_all_activities:
        return 1
    return 2


@kernel
def increment_price(battle: Battle, unit: int, begins: int, ends: int) -> int:
    """LGG-8.1-a, 8.2-a One action an increment, one more if it begins or ends beyond the radius; never for lights.
    HR-T6 Two under a column's own leader."""
    if begins == OUT and battle.under_own_leader[unit] == 1:
        return 2
    if battle.type[unit] == Type.LIGHT_CAV or (begins == FREE and ends == FREE):
        return 1
    return 2


@kernel
def turning_price(battle: Battle, unit: int) -> int:
    """LGG-8.1-a, 8.2-a, HR-E The price of a move that ends where it begins, or by which the unit leaves the table."""
    band = band_of(battle, unit)
    led = band != OUT or led_at(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit])
    return increment_price(battle, unit, band, band) if led else FORBIDDEN
