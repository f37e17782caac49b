"""Both armies set up on the plane, and late units (COM-20, HR-T6)."""

from battles.resolvers.common.codes import LAND, NOBODY, SIDE_UNITS, SIDES, Arm, Status, Type
from battles.resolvers.common.events import Event, Rule
from battles.resolvers.common.general import await_columns, nearest_seen
from battles.resolvers.common.journal import log_event, log_here
from battles.resolvers.common.land import lay
from battles.resolvers.common.march import clear_ahead, enemy_within, find_place
from battles.resolvers.common.record import Battle
from battles.resolvers.core.kernels import kernel
from battles.resolvers.values.battle import BattleFile

FEET, GUNS, HEAVY, LIGHT = range(4)
STEPS = 80
"""How many steps off a place is looked for."""
EDGE_OWN, EDGE_LEFT = range(2)
GRACE = 2
"""Steps that bases keep from the edge."""
ROOM, FREE, SEES = range(3)
"""What a late unit wants of its place: room, a free way, an enemy in sight."""


def lay_plane(battle: Battle, file: BattleFile, *, depth: int, least: int, unit: int, margin: int, inch: int) -> None:
    """COM-10 COM-23 The field on a board ``depth`` inches deep, ``unit`` and ``margin`` wide by the first line's units.

    Its cells are an inch wide, on a very wide board two.
    """
    most = max(int(battle.units[side]) for side in range(SIDES))
    width = max(least, unit * first_foot(most) + margin)
    cell = inch if width * depth <= LAND else 2 * inch
    lay(battle, file.laid_out, width=width * inch, depth=depth * inch, cell=cell)


@kernel
def part_of(battle: Battle, unit: int) -> int:
    """COM-20 The part that a unit has in a deployment: foot, guns, heavy cavalry, other cavalry."""
    if battle.arm[unit] == Arm.FOOT:
        return FEET
    if battle.arm[unit] == Arm.ART:
        return GUNS
    return HEAVY if battle.arm[unit] == Arm.CAV and battle.kind[unit] == Type.HEAVY_CAV else LIGHT


@kernel
def lacks_guns(battle: Battle, side: int) -> bool:
    """COM-20 Are all the guns of a side late?"""
    there = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        there += int(battle.arm[unit] == Arm.ART and battle.status[unit] == Status.BOARD and battle.arrives[unit] == 0)
    return there == 0


@kernel
def is_expected(battle: Battle, unit: int, gap: int) -> bool:
    """COM-20 HR-T6 Does the line leave an interval for guns that come today over their side's own edge?

    A side that has guns from the start leaves none. ``gap`` is left between all units; where it is wide enough for
    guns, they need none of their own.
    """
    late = battle.status[unit] == Status.WAITING and battle.edge[unit] == EDGE_OWN
    narrow = battle.arm[unit] == Arm.ART and gap < battle.width[unit]
    return late and narrow and lacks_guns(battle, unit // SIDE_UNITS)


@kernel
def has_place(battle: Battle, unit: int, part: int, gap: int) -> bool:
    """COM-20 Has a unit a place in the line as one of this part: it stands there, or its interval is left open?"""
    return (battle.status[unit] == Status.BOARD or is_expected(battle, unit, gap)) and part_of(battle, unit) == part


@kernel
def pick_part(battle: Battle, side: int, part: int, skip: int, most: int, at: int, gap: int) -> int:
    """COM-20 Add units of a part to the row in ``pick``, in the order of their ids; returns the row's end."""
    seen = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if has_place(battle, unit, part, gap):
            if skip <= seen < skip + most:
                battle.pick[at] = unit
                at += 1
            seen += 1
    return at


@kernel
def count_part(battle: Battle, side: int, part: int, gap: int) -> int:
    """COM-20 How many units of a part have a place in a side's line."""
    found = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        found += int(has_place(battle, unit, part, gap))
    return found


@kernel
def first_foot(feet: int) -> int:
    """COM-20 How many infantry of so many stand in the first line: 60 %, rounded up."""
    return (6 * feet + 9) // 10


@kernel
def pick_first_line(battle: Battle, side: int, gap: int) -> int:
    """COM-20 The first line from left to right: light cavalry outside, foot, guns in the intervals."""
    feet, guns = first_foot(count_part(battle, side, FEET, gap)), count_part(battle, side, GUNS, gap)
    light = count_part(battle, side, LIGHT, gap)
    at = pick_part(battle, side, LIGHT, 0, (light + 1) // 2, 0, gap)
    for n in range(feet + 1):
        low, high = n * guns // (feet + 1), (n + 1) * guns // (feet + 1)
        at = pick_part(battle, side, GUNS, low, high - low, at, gap)
        if n < feet:
            at = pick_part(battle, side, FEET, n, 1, at, gap)
    return pick_part(battle, side, LIGHT, (light + 1) // 2, light, at, gap)


@kernel
def pick_second_line(battle: Battle, side: int, gap: int) -> int:
    """COM-20 The second line from left to right: the rest of the foot, heavy cavalry behind the centre."""
    feet = count_part(battle, side, FEET, gap)
    first = first_foot(feet)
    left = (feet - first) // 2
    at = pick_part(battle, side, FEET, first, left, 0, gap)
    at = pick_part(battle, side, HEAVY, 0, SIDE_UNITS, at, gap)
    return pick_part(battle, side, FEET, first + left, feet, at, gap)


@kernel
def low_edge(battle: Battle, side: int) -> bool:
    """HR-T1 Is a side's own long edge y = 0?"""
    return battle.low == side


@kernel
def row_width(battle: Battle, count: int, gap: int) -> int:
    """Return the width of the row in ``pick``."""
    total = (count - 1) * gap
    for n in range(count):
        total += battle.width[battle.pick[n]]
    return total


@kernel
def place_row(battle: Battle, side: int, count: int, front: int, gap: int, step: int) -> None:
    """COM-20 Put down the row in ``pick`` in the middle of a side, its front ``front`` from the own edge."""
    low, at = low_edge(battle, side), -row_width(battle, count, gap) // 2
    half = battle.board_width // 2
    for n in range(count):
        unit, off = battle.pick[n], front - battle.depth[battle.pick[n]] // 2
        wide = battle.width[unit]
        aside = min(max(at + wide // 2, wide // 2 + GRACE - half), half - wide // 2 - GRACE)
        x = half + aside if low else half - aside
        y = off if low else battle.board_depth - off
        if not find_place(battle, unit, x, y, 0 if low else 180, step, STEPS):
            battle.status[unit] = Status.WAITING
        at += wide + gap


@kernel
def keep_interval(battle: Battle, side: int, unit: int, deep: int, kept: bool) -> None:
    """COM-20 HR-T6 Hold the way of expected guns from their edge into the line free while others are put down.

    ``deep`` is the depth of their base: it reaches back to the edge where ``kept``, and they leave the table elsewhere.
    """
    if not kept:
        battle.depth[unit], battle.status[unit] = deep, Status.WAITING
        battle.x[unit] = battle.y[unit] = -1_000_000
        return
    low, y = low_edge(battle, side), battle.y[unit]
    long = (y if low else battle.board_depth - y) + deep // 2
    battle.depth[unit], battle.status[unit] = long, Status.BOARD
    battle.y[unit] = long // 2 if low else battle.board_depth - long // 2


@kernel
def place_second_line(battle: Battle, side: int, front: int, gap: int, step: int) -> None:
    """COM-20 Put the second line down beside the intervals of the first, which lead expected guns into it."""
    deep = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if is_expected(battle, unit, gap) and battle.x[unit] >= 0:
            deep = battle.depth[unit]
            keep_interval(battle, side, unit, deep, True)
    place_row(battle, side, pick_second_line(battle, side, gap), front, gap, step)
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD and battle.arrives[unit] > 0 and battle.depth[unit] > deep > 0:
            keep_interval(battle, side, unit, deep, False)


@kernel
def deploy_side(battle: Battle, side: int, front: int, pitch: int, gap: int, step: int) -> None:
    """COM-20 Deploy a side: its first line ``front`` from the own edge, the second ``pitch`` behind it."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        battle.x[unit] = battle.y[unit] = -1_000_000
    place_row(battle, side, pick_first_line(battle, side, gap), front, gap, step)
    place_second_line(battle, side, front - pitch, gap, step)
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
        if battle.status[unit] == Status.BOARD:
            log_event(battle, Event.DEPLOY, rule=1020, side=side, unit=unit)
            log_here(battle, unit)


@kernel
def suits(battle: Battle, unit: int, want: int, step: int) -> bool:
    """HR-T6 Is its way free of friends as far as the middle of the board, or does it see an enemy, as is wanted?"""
    if want == SEES:
        return nearest_seen(battle, unit, step) != NOBODY
    ahead = max(battle.board_width, battle.board_depth) // 2
    return want == ROOM or clear_ahead(battle, unit, ahead, NOBODY) == ahead


@kernel
def enter_at(battle: Battle, side: int, unit: int, step: int, gap: int, want: int) -> bool:
    """HR-T6 Put a unit on its edge, as near to the middle as it has room ``gap`` from the enemy, and what it wants."""
    low, off = low_edge(battle, side), battle.depth[unit] // 2 + GRACE
    wide, deep = battle.board_width, battle.board_depth
    x, y, heading = wide // 2, off if low else deep - off, 0 if low else 180
    if battle.edge[unit] != EDGE_OWN:
        west = low == (battle.edge[unit] == EDGE_LEFT)
        x, y, heading = off if west else wide - off, deep // 2, 90 if west else 270
    for n in range(2 * max(wide, deep) // step):
        aside = (n + 1) // 2 * (step if n % 2 == 1 else -step)
        along = battle.edge[unit] == EDGE_OWN
        found = find_place(battle, unit, x + aside if along else x, y if along else y + aside, heading, step, 1)
        if found and enemy_within(battle, unit, gap) == NOBODY and suits(battle, unit, want, step):
            return True
    battle.x[unit] = battle.y[unit] = -1_000_000
    return False


@kernel
def enter(battle: Battle, side: int, unit: int, step: int, gap: int) -> bool:
    """HR-T6 COM-17 Bring guns in where they see an enemy, a unit where no friend is in its way, else where is room."""
    if battle.arm[unit] == Arm.ART and enter_at(battle, side, unit, step, gap, SEES):
        return True
    return enter_at(battle, side, unit, step, gap, FREE) or enter_at(battle, side, unit, step, gap, ROOM)


@kernel
def bring_late(battle: Battle, step: int, gap: int) -> None:
    """HR-T3 HR-T6 Every unit that is due by this turn enters; without room on the edge it tries again next turn."""
    for side in range(SIDES):
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + battle.units[side]):
            due = battle.status[unit] == Status.WAITING and battle.arrives[unit] <= battle.turn
            if due and enter(battle, side, unit, step, gap):
                battle.status[unit] = Status.BOARD
                log_event(battle, Event.ARRIVE, rule=Rule.ARRIVES, side=side, unit=unit)
                log_here(battle, unit)
    await_columns(battle)
