"""What the general remembers between two decisions of a turn, and how he notices what has changed (AI-12).

``thought`` is the turn he has planned. ``seen_*`` is how every unit was when he looked last; whatever differs makes the
cached judgements stale that depend on it: the duty of an own unit, the strike against an enemy, the worth of a combat.
"""

from battles.resolvers.lgg.codes import ACT_MOVE, ART, BOARD, CAV, FOOT, LEADERS, NOBODY, SIDES
from battles.resolvers.lgg.doctrine_value import point_value
from battles.resolvers.lgg.radius import standing_price
from battles.resolvers.lgg.rule import rule
from battles.resolvers.lgg.space import end_of, first_of, gap_between, on_board, side_of
from battles.resolvers.lgg.state import Battle
from battles.resolvers.lgg.terrain import block_of, elevation, in_rough, shelter_of

NEIGHBOUR = 9.0
"""A unit that changes within this distance, centre to centre, may open or shut the sides of another one."""
GUN_SIGHT = 14.0
M_AT_X, M_AT_Y = 42, 43
"""Places of ``mind``: where the commander stood when prices were read."""


@rule
def stand_bonus_of(battle: Battle, unit: int) -> int:
    """CM6, CM8, CM9 What the ground under a unit adds to its defence."""
    if battle.pieces == 0:
        return 0
    if block_of(battle, unit) != NOBODY:
        return int(battle.cm[6])
    if not in_rough(battle, unit):
        return 0
    if battle.arm[unit] == FOOT:
        return int(battle.cm[8])
    return int(battle.cm[9]) if battle.arm[unit] == CAV else 0


@rule
def read_ground(battle: Battle, unit: int) -> None:
    """CM5 to CM9 What the place of a unit is worth in a combat."""
    battle.stand_bonus[unit] = stand_bonus_of(battle, unit)
    battle.stand_level[unit] = 0 if battle.pieces == 0 else elevation(battle, unit)
    sheltered = battle.pieces > 0 and shelter_of(battle, unit) != NOBODY
    battle.shelter_bonus[unit] = int(battle.cm[7]) if sheltered else 0


@rule
def remember(battle: Battle, unit: int) -> None:
    """AI-12 Take down how a unit is now."""
    battle.seen_x[unit], battle.seen_y[unit] = battle.x[unit], battle.y[unit]
    battle.seen_sp[unit], battle.seen_status[unit] = battle.sp[unit], battle.status[unit]
    battle.seen_combat[unit] = battle.combat[unit]


@rule
def has_moved(battle: Battle, unit: int) -> bool:
    """AI-12 Does a unit stand elsewhere than it was seen last?"""
    return battle.seen_x[unit] != battle.x[unit] or battle.seen_y[unit] != battle.y[unit]


@rule
def has_changed(battle: Battle, unit: int) -> bool:
    """AI-12 Is a unit not as it was seen last?"""
    return (has_moved(battle, unit) or battle.seen_sp[unit] != battle.sp[unit]
            or battle.seen_status[unit] != battle.status[unit] or battle.seen_combat[unit] != battle.combat[unit])


@rule
def forget_strike(battle: Battle, target: int) -> None:
    """AI-12 Everything about striking one enemy is to be judged anew."""
    battle.strike_stale[target] = 1
    for side in range(4):
        battle.open_shifts[target, side] = NOBODY
        battle.strike_barred[target, side] = 0


@rule
def forget_fight(battle: Battle, fight: int) -> None:
    """AI-14 The worth of a combat is to be counted anew."""
    if fight != NOBODY:
        battle.fight_stale[fight] = 1


@rule
def near(battle: Battle, one: int, two: int, reach: float) -> bool:
    """AI-12 Are two units near each other, where either of them stands or stood?"""
    x, y = battle.x[two], battle.y[two]
    here = abs(battle.x[one] - x) < reach and abs(battle.y[one] - y) < reach
    return here or (abs(battle.seen_x[one] - x) < reach and abs(battle.seen_y[one] - y) < reach)


@rule
def enemy_changed(battle: Battle, side: int, enemy: int) -> None:
    """AI-12 An enemy is not as he was: he and his neighbours are judged anew, and what guns near him fire at."""
    for other in range(first_of(1 - side), end_of(battle, 1 - side)):
        if on_board(battle, other) and near(battle, enemy, other, NEIGHBOUR):
            forget_strike(battle, other)
    forget_strike(battle, enemy)
    for unit in range(first_of(side), end_of(battle, side)):
        if battle.arm[unit] == ART and near(battle, enemy, unit, GUN_SIGHT):
            battle.duty_stale[unit], battle.duty_barred[unit] = 1, 0


@rule
def friend_changed(battle: Battle, side: int, unit: int) -> None:
    """AI-12 An own unit is not as it was: its duty is judged anew, and every strike in which it may have a part."""
    battle.duty_stale[unit] = 1
    free = on_board(battle, unit) and battle.closed[unit] == 0 and battle.done[unit, ACT_MOVE] == 0
    for target in range(first_of(1 - side), end_of(battle, 1 - side)):
        part = battle.strike_unit[target] == unit or battle.strike_with[target] == unit
        if part or (free and on_board(battle, target)
                    and gap_between(battle, unit, target) <= battle.increment[unit]):
            battle.strike_stale[target] = 1


@rule
def notice(battle: Battle, side: int, unit: int) -> None:
    """AI-12 Draw the conclusions from a change of one unit, and take it down."""
    forget_fight(battle, battle.combat[unit])
    forget_fight(battle, battle.seen_combat[unit])
    if side_of(unit) == side:
        friend_changed(battle, side, unit)
    else:
        enemy_changed(battle, side, unit)
    if has_moved(battle, unit):
        read_ground(battle, unit)
        battle.fare[unit] = standing_price(battle, unit)
    remember(battle, unit)


@rule
def notice_chief(battle: Battle, side: int) -> None:
    """LGG-7.0-k The commander has moved: what each unit costs is read anew."""
    mind, chief = battle.mind[side], side * LEADERS
    if mind[M_AT_X] == battle.lead_x[chief] and mind[M_AT_Y] == battle.lead_y[chief]:
        return
    mind[M_AT_X], mind[M_AT_Y] = battle.lead_x[chief], battle.lead_y[chief]
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit):
            battle.fare[unit] = standing_price(battle, unit)
            battle.duty_stale[unit] = 1
    for target in range(first_of(1 - side), end_of(battle, 1 - side)):
        battle.strike_stale[target] = 1


@rule
def look_around(battle: Battle, side: int) -> None:
    """AI-12 Notice whatever has changed since the last decision."""
    notice_chief(battle, side)
    for army in range(SIDES):
        for unit in range(first_of(army), end_of(battle, army)):
            if has_changed(battle, unit):
                notice(battle, side, unit)


@rule
def look_anew(battle: Battle, side: int) -> None:
    """AI-12 At the start of a turn everything is judged anew."""
    battle.mind[side, M_AT_X], battle.mind[side, M_AT_Y] = battle.lead_x[side * LEADERS], battle.lead_y[side * LEADERS]
    for army in range(SIDES):
        for unit in range(first_of(army), end_of(battle, army)):
            battle.point[unit] = point_value(battle, unit) if battle.full[unit] > 0 else 0.0
            if battle.status[unit] == BOARD:
                read_ground(battle, unit)
                battle.fare[unit] = standing_price(battle, unit) if army == side else 0
            remember(battle, unit)
            battle.duty_stale[unit], battle.duty_barred[unit] = 1, 0
            battle.strike_unit[unit], battle.strike_with[unit] = NOBODY, NOBODY
            forget_strike(battle, unit)
    for fight in range(battle.combats):
        battle.fight_stale[fight] = 1
