"""The general's memory between two decisions of a turn, and his notice of changes (AI-12).

``thought`` is the turn he has planned. ``seen_*`` is how every unit was when he looked last; whatever differs makes the
cached judgements stale that depend on it: the duty of an own unit, the strike against an enemy, the worth of a combat.
``in_reach[unit]`` are the enemies who are near enough to attack a unit, as bits; ``no_way[unit]`` those of them who
looked for a way to any of its sides in vain, until they move or something near either changes; ``lost_ways`` those who
looked for one to each of its sides. ``sides_known[unit]`` is 1 while nothing has changed near a unit since
``open_shifts`` was looked at; ``can_reach`` and ``can_follow`` hold for the enemies in ``side_known``, as long as
neither of the two moves and the open places stay the same.
"""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import FAR
from battles.resolvers.core.kernels import kernel, lowest_bit
from battles.resolvers.lgg.command.radius import standing_price
from battles.resolvers.lgg.fighting.value import point_value
from battles.resolvers.lgg.plane.footing import block_of, elevation, in_rough, shelter_of
from battles.resolvers.lgg.plane.space import bit_of, end_of, enemy_gap, first_of, on_board, side_of
from battles.resolvers.lgg.record.codes import LEADERS, NOBODY, SIDES, Activity, Modifier, Status
from battles.resolvers.lgg.record.state import Battle

NEIGHBOUR = 9.0
"""A unit that changes within this distance, centre to centre, may open or shut the sides of another one."""
GUN_SIGHT = 14.0


@kernel
def stand_bonus_of(battle: Battle, unit: int) -> int:
    """CM6, CM8, CM9 What the ground under a unit adds to its defence."""
    if battle.pieces == 0:
        return 0
    if block_of(battle, unit) != NOBODY:
        return battle.cm[Modifier.TOWN]
    if not in_rough(battle, unit):
        return 0
    if battle.arm[unit] == Arm.FOOT:
        return battle.cm[Modifier.FOOT_IN_ROUGH]
    return battle.cm[Modifier.HORSE_IN_ROUGH] if battle.arm[unit] == Arm.CAV else 0


@kernel
def read_ground(battle: Battle, unit: int) -> None:
    """CM5 to CM9 What the place of a unit is worth in a combat."""
    battle.stand_bonus[unit] = stand_bonus_of(battle, unit)
    battle.stand_level[unit] = 0 if battle.pieces == 0 else elevation(battle, unit)
    sheltered = battle.pieces > 0 and shelter_of(battle, unit) != NOBODY
    battle.shelter_bonus[unit] = battle.cm[Modifier.OBSTACLE] if sheltered else 0


@kernel
def remember(battle: Battle, unit: int) -> None:
    """AI-12 Take down how a unit is now."""
    battle.seen_x[unit], battle.seen_y[unit] = battle.x[unit], battle.y[unit]
    battle.seen_fx[unit], battle.seen_fy[unit] = battle.fx[unit], battle.fy[unit]
    battle.seen_sp[unit], battle.seen_status[unit] = battle.sp[unit], battle.status[unit]
    battle.seen_combat[unit], battle.seen_type[unit] = battle.combat[unit], battle.type[unit]


@kernel
def has_moved(battle: Battle, unit: int) -> bool:
    """AI-12 Does a unit stand elsewhere than it was seen last?"""
    return battle.seen_x[unit] != battle.x[unit] or battle.seen_y[unit] != battle.y[unit]


@kernel
def has_turned(battle: Battle, unit: int) -> bool:
    """AI-12 Does a unit look elsewhere than when it was seen last?"""
    return battle.seen_fx[unit] != battle.fx[unit] or battle.seen_fy[unit] != battle.fy[unit]


@kernel
def near(battle: Battle, one: int, two: int, reach: float) -> bool:
    """AI-12 Are two units near each other, where either of them stands or stood?"""
    x, y = battle.x[two], battle.y[two]
    here = abs(battle.x[one] - x) < reach and abs(battle.y[one] - y) < reach
    return here or (abs(battle.seen_x[one] - x) < reach and abs(battle.seen_y[one] - y) < reach)


@kernel
def forget_ways(battle: Battle, unit: int) -> None:
    """LGG-3.0-f, m What works and streams say to the ways to a unit, and of it to its enemies, is to be asked anew."""
    foe, others = 1 - side_of(unit), ~bit_of(unit)
    battle.way_open[unit], battle.way_shut[unit] = 0, 0
    for enemy in range(first_of(foe), end_of(battle, foe)):
        battle.way_open[enemy] &= others
        battle.way_shut[enemy] &= others


@kernel
def forget_vain_looks(battle: Battle, army: int, units: int) -> None:
    """AI-12 Some units of a side, as bits, are to look again for ways that they looked for in vain."""
    others, foe = ~units, 1 - army
    for target in range(first_of(foe), end_of(battle, foe)):
        battle.no_way[target] &= others
        for side in range(4):
            battle.lost_ways[target, side] &= others


@kernel
def measure_reach(battle: Battle, unit: int) -> None:
    """LGG-8.5-a Take down whom a unit is near enough to attack, other things apart, and who could attack it."""
    foe, mark, all_but = 1 - side_of(unit), bit_of(unit), ~bit_of(unit)
    there, around = battle.status[unit] == Status.BOARD, 0
    for enemy in range(first_of(foe), end_of(battle, foe)):
        gap = enemy_gap(battle, unit, enemy) if there and battle.status[enemy] == Status.BOARD else FAR
        battle.in_reach[enemy] = (battle.in_reach[enemy] & all_but) | (mark if gap <= battle.increment[unit] else 0)
        around |= bit_of(enemy) if gap <= battle.increment[enemy] else 0
        battle.reach_known[enemy] &= all_but
    battle.in_reach[unit], battle.reach_known[unit] = around, 0
    forget_vain_looks(battle, 1 - foe, mark)
    for side in range(4):
        battle.side_known[side, unit] = 0
        for enemy in range(first_of(foe), end_of(battle, foe)):
            battle.side_known[side, enemy] &= all_but


@kernel
def stands_otherwise(battle: Battle, unit: int) -> bool:
    """AI-12 Does a unit stand or look elsewhere than it was seen last, is it on the table or off it, or of another
    type?"""
    return (has_moved(battle, unit) or has_turned(battle, unit) or battle.seen_status[unit] != battle.status[unit]
            or battle.seen_type[unit] != battle.type[unit])


@kernel
def forget_no_way(battle: Battle, unit: int) -> None:
    """LGG-9.0-c A change near a unit may open or shut its sides: they are to be looked at again, and who found no way
    to it, or none from near it, is to look again. Like ``near``, written without a choice in it for the compiler's
    sake."""
    x, y, before_x, before_y = battle.x[unit], battle.y[unit], battle.seen_x[unit], battle.seen_y[unit]
    same = int(battle.seen_combat[unit] == battle.combat[unit] and not stands_otherwise(battle, unit))
    for army in range(SIDES):
        bits, first = 0, first_of(army)
        for n in range(battle.slots[army]):
            here = max(abs(battle.x[first + n] - x), abs(battle.y[first + n] - y))
            there = max(abs(battle.x[first + n] - before_x), abs(battle.y[first + n] - before_y))
            far = int(min(here, there) >= NEIGHBOUR)
            battle.no_way[first + n] *= far
            battle.sides_known[first + n] *= far | same
            bits |= (1 - far) << n
        forget_vain_looks(battle, army, bits)
        while bits != 0:
            for side in range(4):
                battle.lost_ways[first + lowest_bit(bits), side] = 0
            bits &= bits - 1


@kernel
def forget_all_ways(battle: Battle) -> None:
    """REC-7 The field has changed: every way is to be looked at anew."""
    battle.ways_age = battle.field_age
    for army in range(SIDES):
        for unit in range(first_of(army), end_of(battle, army)):
            battle.no_way[unit], battle.way_open[unit], battle.way_shut[unit] = 0, 0, 0
            for side in range(4):
                battle.lost_ways[unit, side] = 0


@kernel
def has_changed(battle: Battle, unit: int) -> int:
    """AI-12 1 if a unit is not as it was seen last, else 0. Written without a choice in it for the compiler's sake."""
    moved = int(battle.seen_x[unit] != battle.x[unit]) | int(battle.seen_y[unit] != battle.y[unit])
    struck = int(battle.seen_sp[unit] != battle.sp[unit]) | int(battle.seen_combat[unit] != battle.combat[unit])
    return moved | struck | int(battle.seen_status[unit] != battle.status[unit])


@kernel
def changed_units(battle: Battle, army: int) -> int:
    """AI-12 The units of a side that are not as they were seen last, as bits."""
    bits, first = 0, first_of(army)
    for n in range(battle.slots[army]):
        bits |= has_changed(battle, first + n) << n
    return bits


@kernel
def otherwise_units(battle: Battle, army: int) -> int:
    """AI-12 The units of a side of which anything is not as it was seen last, as bits: all when the field has changed.
    Written without a choice in it for the compiler's sake."""
    bits, first, anew = 0, first_of(army), int(battle.ways_age != battle.field_age)
    for n in range(battle.slots[army]):
        turned = int(battle.seen_fx[first + n] != battle.fx[first + n])
        turned |= int(battle.seen_fy[first + n] != battle.fy[first + n])
        turned |= int(battle.seen_type[first + n] != battle.type[first + n])
        bits |= (has_changed(battle, first + n) | turned | anew) << n
    return bits


@kernel
def forget_strike(battle: Battle, target: int) -> None:
    """AI-12 Everything about striking one enemy is to be judged anew, but for ways that are known not to be."""
    battle.strike_stale[target] = 1
    for side in range(4):
        if battle.sides_known[target] == 0:
            battle.open_shifts[target, side] = NOBODY
        battle.strike_barred[target, side] = battle.lost_ways[target, side]


@kernel
def forget_fight(battle: Battle, fight: int) -> None:
    """AI-14 The worth of a combat is to be counted anew."""
    if fight != NOBODY:
        battle.fight_stale[fight] = 1


@kernel
def enemy_changed(battle: Battle, side: int, enemy: int) -> None:
    """AI-12 An enemy is not as he was: he and his neighbours are judged anew, and what guns near him fire at."""
    for other in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, other) and near(battle, enemy, other, NEIGHBOUR):
            forget_strike(battle, other)
    forget_strike(battle, enemy)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == Arm.ART and near(battle, enemy, unit, GUN_SIGHT):
            battle.duty_stale[unit], battle.duty_barred[unit] = 1, 0


@kernel
def friend_changed(battle: Battle, side: int, unit: int) -> None:
    """AI-12 An own unit is not as it was: its duty is judged anew, and every strike in which it may have a part."""
    battle.duty_stale[unit] = 1
    free = on_board(battle, unit) and battle.closed[unit] == 0 and battle.done[unit, Activity.MOVE] == 0
    for target in range(first_of(1 - side), end_of(battle, 1 - side)):
        part = battle.strike_unit[target] == unit or battle.strike_with[target] == unit
        if part or (free and on_board(battle, target)
                    and enemy_gap(battle, unit, target) <= battle.increment[unit]):
            battle.strike_stale[target] = 1


@kernel
def notice(battle: Battle, side: int, unit: int) -> None:
    """AI-12 Draw the conclusions from a change of one unit, and take it down."""
    forget_fight(battle, battle.combat[unit])
    forget_fight(battle, battle.seen_combat[unit])
    forget_no_way(battle, unit)
    if side_of(unit) == side:
        friend_changed(battle, side, unit)
    else:
        enemy_changed(battle, side, unit)
    if has_moved(battle, unit) or has_turned(battle, unit):
        forget_ways(battle, unit)
        read_ground(battle, unit)
        battle.price[unit] = standing_price(battle, unit)
    if stands_otherwise(battle, unit):
        measure_reach(battle, unit)
    remember(battle, unit)


@kernel
def notice_chief(battle: Battle, side: int) -> None:
    """LGG-7.0-k The commander has moved: what each unit costs is read anew."""
    chief = side * LEADERS
    if battle.priced_x[side] == battle.lead_x[chief] and battle.priced_y[side] == battle.lead_y[chief]:
        return
    battle.priced_x[side], battle.priced_y[side] = battle.lead_x[chief], battle.lead_y[chief]
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit):
            battle.price[unit] = standing_price(battle, unit)
            battle.duty_stale[unit] = 1
    for target in range(first_of(1 - side), end_of(battle, 1 - side)):
        battle.strike_stale[target] = 1


@kernel
def look_around(battle: Battle, side: int) -> None:
    """AI-12 Notice whatever has changed since the last decision."""
    notice_chief(battle, side)
    for army in range(SIDES):
        changed = changed_units(battle, army)
        while changed != 0:
            notice(battle, side, first_of(army) + lowest_bit(changed))
            changed &= changed - 1


@kernel
def take_stock(battle: Battle, unit: int) -> None:
    """AI-1, CM5 to CM9 What a unit is worth and where it stands, that is not as it was seen last."""
    if has_moved(battle, unit) or has_turned(battle, unit):
        forget_ways(battle, unit)
    battle.point[unit] = point_value(battle, unit) if battle.full[unit] > 0 else 0.0
    if battle.status[unit] == Status.BOARD:
        read_ground(battle, unit)
    if stands_otherwise(battle, unit):
        measure_reach(battle, unit)
    forget_no_way(battle, unit)
    remember(battle, unit)


@kernel
def look_anew(battle: Battle, side: int) -> None:
    """AI-12 At the start of a turn everything is judged anew, but for what hangs on where units stand that have not
    moved since either side looked."""
    battle.priced_x[side], battle.priced_y[side] = battle.lead_x[side * LEADERS], battle.lead_y[side * LEADERS]
    for army in range(SIDES):
        bits = otherwise_units(battle, army)
        while bits != 0:
            take_stock(battle, first_of(army) + lowest_bit(bits))
            bits &= bits - 1
    if battle.ways_age != battle.field_age:
        forget_all_ways(battle)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.status[unit] == Status.BOARD:
            battle.price[unit] = standing_price(battle, unit)
        battle.duty_stale[unit], battle.duty_barred[unit] = 1, 0
    for target in range(first_of(1 - side), end_of(battle, 1 - side)):
        battle.strike_unit[target], battle.strike_with[target] = NOBODY, NOBODY
        forget_strike(battle, target)
    for fight in range(battle.combats):
        battle.fight_stale[fight] = 1
