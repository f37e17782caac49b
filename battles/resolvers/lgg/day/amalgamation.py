"""Amalgamation in the evening: worn units become fewer and stronger ones (LGG-15.5)."""

from battles.resolvers.aftermath.rules import began_with, filled, may_go_together, units_made
from battles.resolvers.common.codes import Arm
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.plane.space import side_of
from battles.resolvers.lgg.record.codes import MAX_ITEMS, NOBODY, SIDES, UNITS, Pending, Status
from battles.resolvers.lgg.record.journal import Event, Number, Part, log_event, log_number, log_unit
from battles.resolvers.lgg.record.rule_ids import OK, code_of
from battles.resolvers.lgg.record.setup import load_type, record_roll, set_status
from battles.resolvers.lgg.record.state import Battle

LIKE_RULE = code_of("LGG-15.5-a")
FEWER_RULE = code_of("LGG-15.5-b")


@kernel
def may_converge(battle: Battle, unit: int) -> bool:
    """LGG-15.5-a, d Infantry and cavalry that are not broken."""
    there = battle.status[unit] in (Status.BOARD, Status.EXITED, Status.WAITING)
    return there and may_go_together(battle.arm[unit], battle.sp[unit])


@kernel
def alike(battle: Battle, one: int, two: int) -> bool:
    """LGG-15.5-a, c, HR-14 Infantry mixes; cavalry only with exactly the same kind; all within their own army."""
    if battle.arm[one] != battle.arm[two] or battle.roll_army[battle.roll[one]] != battle.roll_army[battle.roll[two]]:
        return False
    if battle.arm[one] == Arm.FOOT:
        return True
    return battle.type[one] == battle.type[two] and battle.guard[one] == battle.guard[two]


@kernel
def members(battle: Battle, group: int) -> int:
    """LGG-15.5-b How many units the command in hand names in a group."""
    n = 0
    for item in range(battle.cmd_items):
        n += int(battle.cmd_item[item, 1] == group)
    return n


@kernel
def first_member(battle: Battle, group: int) -> int:
    """LGG-15.5-a The first unit that the command in hand names in a group, or -1."""
    for item in range(battle.cmd_items):
        if battle.cmd_item[item, 1] == group:
            return battle.cmd_item[item, 0]
    return NOBODY


@kernel
def group_type(battle: Battle, group: int) -> int:
    """LGG-15.5-a, c The type that a group becomes: the poorest in it."""
    kind = 0
    for item in range(battle.cmd_items):
        if battle.cmd_item[item, 1] == group:
            kind = max(kind, battle.type[battle.cmd_item[item, 0]])
    return kind


@kernel
def group_guard(battle: Battle, group: int) -> int:
    """LGG-15.5-c A group is Guard if every unit in it is."""
    for item in range(battle.cmd_items):
        if battle.cmd_item[item, 1] == group and battle.guard[battle.cmd_item[item, 0]] == 0:
            return 0
    return 1


@kernel
def group_outriders(battle: Battle, group: int) -> int:
    """LGG-15.5-c Outriders stay so only among themselves."""
    for item in range(battle.cmd_items):
        if battle.cmd_item[item, 1] == group and battle.outrider[battle.cmd_item[item, 0]] == 0:
            return 0
    return 1


@kernel
def group_strength(battle: Battle, group: int) -> int:
    """LGG-15.5-b The strength points of a group."""
    total = 0
    for item in range(battle.cmd_items):
        if battle.cmd_item[item, 1] == group:
            total += battle.sp[battle.cmd_item[item, 0]]
    return total


@kernel
def group_start(battle: Battle, group: int) -> int:
    """LGG-15.5-d The starting strengths of a group."""
    total = 0
    for item in range(battle.cmd_items):
        if battle.cmd_item[item, 1] == group:
            total += battle.start[battle.cmd_item[item, 0]]
    return total


@kernel
def group_made(battle: Battle, group: int) -> int:
    """LGG-15.5-b How many units a group becomes."""
    return units_made(group_strength(battle, group), battle.t_full[group_type(battle, group)])


@kernel
def verify_member(battle: Battle, item: int) -> bool:
    """LGG-15.5-a One named unit: of the asked side, named once, fit to converge, and like the first of its group."""
    unit, group = battle.cmd_item[item, 0], battle.cmd_item[item, 1]
    if unit < 0 or unit >= UNITS or side_of(unit) != battle.asked or not may_converge(battle, unit):
        return False
    for other in range(item):
        if battle.cmd_item[other, 0] == unit:
            return False
    return 0 <= group < MAX_ITEMS and alike(battle, first_member(battle, group), unit)


@kernel
def verify_amalgamate(battle: Battle) -> int:
    """LGG-15.5-a, b May the groups of the command in hand be formed? Every group must become fewer units."""
    for item in range(battle.cmd_items):
        if not verify_member(battle, item):
            return LIKE_RULE
    for item in range(battle.cmd_items):
        group = battle.cmd_item[item, 1]
        if group_made(battle, group) >= members(battle, group):
            return FEWER_RULE
    return OK


@kernel
def log_members(battle: Battle, group: int) -> None:
    """LGG-15.5-b Name the units that go into a group."""
    for item in range(battle.cmd_items):
        if battle.cmd_item[item, 1] == group:
            log_unit(battle, Part.MEMBER, battle.cmd_item[item, 0], group)


@kernel
def absorb(battle: Battle, unit: int, into: int) -> None:
    """LGG-15.5-b A unit gives all its strength to another and is no more."""
    row = battle.roll[unit]
    battle.roll_moved[row] += battle.sp[unit]
    battle.sp[unit] = 0
    battle.roll_into[row] = battle.roll[into]
    set_status(battle, unit, Status.AMALGAMATED)
    record_roll(battle, unit)


@kernel
def remake(battle: Battle, unit: int, group: int, kind: int, guard: int, outrider: int, sp: int, start: int) -> None:
    """LGG-15.5-a, c, d A unit takes the type, the strength and the starting strength that its group gives it."""
    battle.roll_moved[battle.roll[unit]] += battle.sp[unit] - sp
    load_type(battle, unit, kind, guard)
    battle.outrider[unit] = outrider
    battle.sp[unit] = sp
    battle.start[unit] = start
    record_roll(battle, unit)
    log_unit(battle, Part.MADE, unit, group)
    log_number(battle, Number.SP, sp)
    log_number(battle, Number.TYPE, kind)
    log_number(battle, Number.GUARD, guard)


@kernel
def converge(battle: Battle, group: int) -> None:
    """LGG-15.5-b, d Fill the first units of a group from the top; the others are absorbed."""
    kind, guard, outrider = group_type(battle, group), group_guard(battle, group), group_outriders(battle, group)
    left, starts, made = group_strength(battle, group), group_start(battle, group), group_made(battle, group)
    full, first = battle.t_full[kind], first_member(battle, group)
    log_members(battle, group)
    for item in range(battle.cmd_items):
        unit = battle.cmd_item[item, 0]
        if battle.cmd_item[item, 1] == group and made > 0:
            sp = filled(left, full)
            start = began_with(sp, full, left, starts)
            left, starts, made = left - sp, starts - start, made - 1
            remake(battle, unit, group, kind, guard, outrider, sp, start)
        elif battle.cmd_item[item, 1] == group:
            absorb(battle, unit, first)


@kernel
def answer_amalgamate(battle: Battle) -> None:
    """LGG-15.5 The groups of the command in hand are formed."""
    battle.pending = Pending.NONE
    battle.answered[battle.asked] = 1
    if battle.cmd_items == 0:
        return
    log_event(battle, Event.AMALGAMATE, side=battle.asked)
    for item in range(battle.cmd_items):
        group = battle.cmd_item[item, 1]
        if first_member(battle, group) == battle.cmd_item[item, 0]:
            converge(battle, group)


@kernel
def amalgamation_step(battle: Battle) -> bool:
    """LGG-15.5 Ask each side once what it wants to amalgamate; False when both have answered."""
    for side in range(SIDES):
        if battle.answered[side] == 0:
            battle.pending, battle.asked = Pending.AMALGAMATE, side
            return True
    return False
