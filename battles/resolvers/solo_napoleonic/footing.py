"""Bases, formations, cover, distances: what the other rules ask of a unit (SNW-19, SNW-26, SNW-27, SNW-44)."""

from battles.resolvers.common.codes import (
    NOBODY,
    SIDE_LEADERS,
    SIDE_UNITS,
    SIDES,
    Arm,
    Ground,
    Land,
    Status,
    Type,
    Weather,
)
from battles.resolvers.common.journal import log_event
from battles.resolvers.common.land import bits_between, land_at
from battles.resolvers.common.plane import crosses, distance, front_x, front_y, land_lets_see
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, Event, Form, Lead, Own

NO_COVER, SOFT_COVER, HARD_COVER = range(3)


@kernel
def side_of(unit: int) -> int:
    """Return the side of a unit."""
    return unit // SIDE_UNITS


@kernel
def first(side: int) -> int:
    """Return the first unit of a side."""
    return side * SIDE_UNITS


@kernel
def end(battle: Battle, side: int) -> int:
    """Return the number behind the last unit of a side."""
    return side * SIDE_UNITS + battle.units[side]


@kernel
def shape_slot(form: int) -> int:
    """SNW-27 Where figures across and deep of a formation stand among the numbers."""
    if form == Form.LINE:
        return n.FORMATION_LINE
    if form == Form.COLUMN:
        return n.FORMATION_COLUMN
    if form == Form.SQUARE:
        return n.FORMATION_SQUARE
    return n.FORMATION_SKIRMISH if form == Form.SKIRMISH else n.FORMATION_HORSE


@kernel
def set_base(battle: Battle, unit: int, form: int) -> None:
    """SNW-27 Give a unit the base of a formation."""
    battle.own[unit, Own.FORM] = form
    if battle.arm[unit] == Arm.ART:
        battle.width[unit] = MM * battle.num[n.FORMATION_GUN_BASE]
        battle.depth[unit] = MM * battle.num[n.FORMATION_GUN_BASE + 1]
        return
    slot = shape_slot(form)
    base = n.FORMATION_HORSE_BASE if battle.arm[unit] == Arm.CAV else n.FORMATION_FOOT_BASE
    battle.width[unit] = MM * battle.num[base] * battle.num[slot]
    battle.depth[unit] = MM * battle.num[base + 1] * battle.num[slot + 1]


@kernel
def front_figures(battle: Battle, unit: int) -> int:
    """SNW-37 The figures of the front rank; the rear ranks close up while there are any."""
    if battle.arm[unit] == Arm.ART:
        return battle.left[unit]
    return min(battle.left[unit], battle.num[shape_slot(battle.own[unit, Own.FORM])])


@kernel
def ranks(battle: Battle, unit: int) -> int:
    """SNW-46 How many ranks deep a unit stands."""
    if battle.arm[unit] == Arm.ART:
        return 1
    wide = battle.num[shape_slot(battle.own[unit, Own.FORM])]
    return (battle.left[unit] + wide - 1) // wide


@kernel
def brigadier(battle: Battle, unit: int) -> int:
    """SNW-04 The brigadier of a unit."""
    return battle.own[unit, Own.BRIGADE]


@kernel
def handling(battle: Battle, unit: int) -> int:
    """SNW-13 The Troop Handling under which a unit is: 0 below average, 1 average, 2 above."""
    return battle.lead_own[brigadier(battle, unit), Lead.TH]


@kernel
def temper(battle: Battle, leader: int) -> int:
    """SNW-13 The Attack Value of a general as -1 timid, 0 normal, 1 aggressive."""
    return battle.lead_own[leader, Lead.AV] - 1


@kernel
def leader_gap(battle: Battle, unit: int, leader: int) -> int:
    """Return the distance from a general to the centre of a unit."""
    return distance(battle.x[unit], battle.y[unit], battle.lead_x[leader], battle.lead_y[leader])


@kernel
def leads(battle: Battle, leader: int) -> bool:
    """SNW-18 Is a general on the table?"""
    return battle.lead_state[leader] == Status.BOARD


@kernel
def within_reach(battle: Battle, unit: int) -> bool:
    """SNW-06 Is a unit within its living brigadier's reach?"""
    leader = brigadier(battle, unit)
    reach = MM * battle.num[n.CONTROL_UNIT_REACH]
    return leads(battle, leader) and leader_gap(battle, unit, leader) <= reach


@kernel
def in_control(battle: Battle, unit: int) -> bool:
    """SNW-05 SNW-06 Does a unit act on its brigade's card?"""
    return within_reach(battle, unit) and battle.lead_own[brigadier(battle, unit), Lead.CONTROLS] == 1


@kernel
def attached(battle: Battle, unit: int, leader: int) -> bool:
    """SNW-17 Is a general in the front rank of a unit?"""
    return leads(battle, leader) and battle.lead_with[leader] == unit


@kernel
def attached_leader(battle: Battle, unit: int) -> int:
    """SNW-17 The general in a unit's front rank, the highest first; NOBODY without one."""
    side = side_of(unit)
    for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + battle.leaders[side]):
        if battle.lead_with[leader] == unit and leads(battle, leader):
            return leader
    return NOBODY


@kernel
def is_corps(leader: int) -> bool:
    """SNW-16 Is a general his army's commander?"""
    return leader % SIDE_LEADERS == 0


@kernel
def feels_reach(battle: Battle, unit: int, leader: int) -> bool:
    """SNW-56 Is a unit within its fallen commander's influence: 150 mm of its brigadier's, 300 of a higher one's?"""
    own = battle.own[unit, Own.BRIGADE]
    if leader == own:
        return leader_gap(battle, unit, leader) <= MM * battle.num[n.CONTROL_UNIT_REACH]
    senior = is_corps(leader) or leader % SIDE_LEADERS == battle.lead_own[own, Lead.SENIOR]
    return senior and leader_gap(battle, unit, leader) <= MM * battle.num[n.CONTROL_SENIORS_REACH]


@kernel
def charge_move(battle: Battle, unit: int) -> int:
    """SNW-19 The move of a unit with what a charge adds, in steps."""
    return (
        normal_move(battle, unit)
        + MM * battle.num[n.MOVE_CHARGE_HORSE if battle.arm[unit] == Arm.CAV else n.MOVE_CHARGE_FOOT]
    )


@kernel
def foot_move(battle: Battle, form: int) -> int:
    """SNW-19 The move of infantry by its formation, in millimetres."""
    if form == Form.LINE:
        return battle.num[n.MOVE_LINE]
    if form == Form.COLUMN:
        return battle.num[n.MOVE_COLUMN]
    return battle.num[n.MOVE_SQUARE if form == Form.SQUARE else n.MOVE_SKIRMISH]


@kernel
def gun_move(battle: Battle, unit: int) -> int:
    """SNW-19 The move of a battery, in millimetres."""
    horse, limbered = battle.kind[unit] == Type.HORSE_ART, battle.own[unit, Own.FORM] == Form.LIMBERED
    if limbered:
        return battle.num[n.MOVE_HORSE_GUNS if horse else n.MOVE_FOOT_GUNS]
    return battle.num[n.MOVE_HORSE_BY_HAND if horse else n.MOVE_FOOT_BY_HAND]


@kernel
def normal_move(battle: Battle, unit: int) -> int:
    """SNW-19 SNW-67 The normal move of a unit, in steps; shorter for wheels and heavy cavalry on soft ground."""
    if battle.arm[unit] == Arm.FOOT:
        return MM * foot_move(battle, battle.own[unit, Own.FORM])
    heavy = battle.kind[unit] == Type.HEAVY_CAV
    if battle.arm[unit] == Arm.ART:
        length = gun_move(battle, unit)
    else:
        length = battle.num[n.MOVE_HEAVY if heavy else n.MOVE_LIGHT]
    if battle.ground == Ground.SOFT and (heavy or battle.arm[unit] == Arm.ART):
        return MM * length * battle.num[n.MOVE_SOFT] // battle.num[n.MOVE_SOFT + 1]
    return MM * length


@kernel
def rains(battle: Battle) -> bool:
    """SNW-67 Does it rain or snow?"""
    return battle.weather == Weather.PRECIPITATING


@kernel
def ground_at(battle: Battle, unit: int) -> int:
    """COM-10 Return what the land holds where a unit stands."""
    return land_at(battle, battle.x[unit], battle.y[unit])


@kernel
def cover_from(battle: Battle, unit: int, x: int, y: int) -> int:
    """SNW-44 The cover of a unit against fire from a point: towns and works hard, rough and obstacles soft."""
    bits = ground_at(battle, unit)
    before = bits_before(battle, unit, x, y)
    if bits & Land.TOWN or before & Land.WORK:
        return HARD_COVER
    if (bits & Land.ROUGH and not bits & Land.ROAD) or before & Land.OBSTACLE:
        return SOFT_COVER
    return NO_COVER


@kernel
def bits_before(battle: Battle, unit: int, x: int, y: int) -> int:
    """SNW-44 The land just before a unit on the line to a point: an obstacle there shelters the unit behind it."""
    length = max(1, distance(battle.x[unit], battle.y[unit], x, y))
    near = min(length, battle.depth[unit] // 2 + battle.cell)
    to_x = battle.x[unit] + (x - battle.x[unit]) * near // length
    to_y = battle.y[unit] + (y - battle.y[unit]) * near // length
    return bits_between(battle, battle.x[unit], battle.y[unit], to_x, to_y)


@kernel
def covered_from(battle: Battle, unit: int, other: int) -> int:
    """SNW-44 The cover of a unit against another."""
    return cover_from(battle, unit, front_x(battle, other), front_y(battle, other))


@kernel
def higher(battle: Battle, unit: int, other: int) -> int:
    """SNW-61 1 where a unit stands on a hill and the other does not, -1 the other way round."""
    return int((ground_at(battle, unit) & Land.HILL) > 0) - int((ground_at(battle, other) & Land.HILL) > 0)


@kernel
def disorder(battle: Battle, unit: int, chits: int, cause: int, rule: int) -> None:
    """SNW-28 Give a unit disorder chits."""
    if chits > 0 and battle.status[unit] == Status.BOARD:
        battle.own[unit, Own.CHITS] += chits
        log_event(
            battle, Event.DISORDER, rule=rule, side=side_of(unit), unit=unit, chits=battle.own[unit, Own.CHITS],
            added=chits, cause=cause,
        )  # fmt: skip


@kernel
def stand_form(battle: Battle, unit: int) -> int:
    """SNW-27 The formation in which a unit marches."""
    if battle.arm[unit] == Arm.FOOT:
        return Form.COLUMN
    return Form.HORSE if battle.arm[unit] == Arm.CAV else Form.LIMBERED


GRACE = 25 * MM
"""How far one looks into a wood or a town from its edge."""


@kernel
def hidden(battle: Battle, unit: int, target: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """COM-21 SNW-38 Does a third unit lie on a line of sight? Skirmishers do not hide anybody from guns."""
    guns = battle.arm[unit] == Arm.ART
    left, right, low, high = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
    for side in range(SIDES):
        for other in range(first(side), end(battle, side)):
            if other in (unit, target) or battle.status[other] != Status.BOARD:
                continue
            radius = (battle.width[other] + battle.depth[other]) // 2
            beside = battle.x[other] + radius < left or battle.x[other] - radius > right
            if beside or battle.y[other] + radius < low or battle.y[other] - radius > high:
                continue
            if not (guns and battle.own[other, Own.FORM] == Form.SKIRMISH) and crosses(battle, other, x, y, to_x, to_y):
                return True
    return False


@kernel
def in_view(battle: Battle, unit: int, target: int) -> bool:
    """COM-21 Has a unit a line of sight to a target?"""
    x, y = front_x(battle, unit), front_y(battle, unit)
    if battle.own[unit, Own.FORM] == Form.SQUARE:
        x, y = battle.x[unit], battle.y[unit]
    to_x, to_y = battle.x[target], battle.y[target]
    if not land_lets_see(battle, x, y, to_x, to_y, GRACE):
        return False
    return not hidden(battle, unit, target, x, y, to_x, to_y)
