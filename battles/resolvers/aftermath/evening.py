"""The evening in its steps, over the roll of the common record (LGG-15.1 to 15.6, COM-08).

The fighting has written strength, status and who stays; ``evening`` does the rest with the same rules, dice and order
as a day of La Grande Guerre: pursuit by light cavalry, a free recovery, a free rally, amalgamation of worn units. A
row's status BOARD or EXITED means that it is there or safely off the table.
"""

from battles.resolvers.aftermath.rules import (
    another_day,
    began_with,
    counts_for_pursuit,
    dice_of_pursuit,
    filled,
    has_hits_to_lose,
    is_worn,
    leaver_of,
    may_go_together,
    passes,
    penalty_of,
    units_made,
    victims_arm,
    winner_over,
)
from battles.resolvers.common.codes import NOBODY, SIDE_UNITS, SIDES, Status, Type
from battles.resolvers.common.events import Cause, Event, Rule
from battles.resolvers.common.journal import Part, log_event, log_unit, throw_from
from battles.resolvers.common.record import Battle
from battles.resolvers.core.dice import MORALE_STREAM, PURSUIT_STREAM
from battles.resolvers.core.kernels import kernel

NAME_PURSUIT, NAME_RECOVER, NAME_RALLY = 3, 4, 5


@kernel
def still_there(battle: Battle, row: int) -> bool:
    """LGG-15.3-b HR-E Is the unit on the table, waiting beside it, or safely off it?"""
    return battle.roll_status[row] in (Status.BOARD, Status.EXITED, Status.WAITING)


@kernel
def first_row(side: int) -> int:
    """Return the first row of a side."""
    return side * SIDE_UNITS


@kernel
def end_row(battle: Battle, side: int) -> int:
    """Return the row behind the last one of a side."""
    return side * SIDE_UNITS + battle.rows[side]


@kernel
def loser_of(battle: Battle) -> int:
    """LGG-15.1-a The side that has lost the day, or nobody."""
    return leaver_of(battle.stays[0], battle.stays[1])


@kernel
def pursues(battle: Battle, row: int) -> bool:
    """LGG-15.2-a, b Is it light cavalry that counts for a pursuit?"""
    where = battle.roll_status[row]
    return battle.roll_kind[row] == Type.LIGHT_CAV and counts_for_pursuit(
        where == Status.BOARD, where == Status.EXITED, battle.stays[row // SIDE_UNITS]
    )


@kernel
def light_strength(battle: Battle, side: int) -> int:
    """LGG-15.2-a The strength points of a side's light cavalry on the field."""
    total = 0
    for row in range(first_row(side), end_row(battle, side)):
        if pursues(battle, row):
            total += battle.roll_sp[row]
    return total


@kernel
def victim_cost(battle: Battle, row: int, hits: int) -> int:
    """AI-23 What one hit more on a unit would cost: breaking it most of all, then the smaller ones, then the better."""
    left = battle.roll_sp[row] - hits
    if left <= 0:
        return 1 << 30
    better = 2 * battle.roll_morale[row] + battle.roll_guard[row]
    return (100_000 if left == 1 else 1_000 * (10 - min(left, 9))) + better


@kernel
def cheapest_victim(battle: Battle, side: int, arm: int) -> int:
    """AI-23 LGG-15.3-b The unit of an arm that takes the next hit; NOBODY where all their strength is gone."""
    best, found = 1 << 30, NOBODY
    for row in range(first_row(side), end_row(battle, side)):
        if battle.roll_arm[row] == arm and still_there(battle, row):
            cost = victim_cost(battle, row, battle.roll_hits[row])
            if cost < best:
                best, found = cost, row
    return found


@kernel
def throw_pursuit(battle: Battle, loser: int, dice: int) -> None:
    """LGG-15.3-a, b Throw the pursuit's dice; the loser puts each hit that has a target on one of his units."""
    for row in range(first_row(loser), end_row(battle, loser)):
        battle.roll_hits[row] = 0
    for _ in range(dice):
        arm = victims_arm(throw_from(battle, PURSUIT_STREAM, 6, NAME_PURSUIT))
        row = cheapest_victim(battle, loser, arm) if arm != NOBODY else NOBODY
        if row != NOBODY:
            battle.roll_hits[row] += 1


@kernel
def break_row(battle: Battle, row: int) -> None:
    """LGG-15.3-b A unit without strength is broken for good but for the evening's rally; Outriders are gone."""
    side = row // SIDE_UNITS
    battle.roll_status[row] = Status.ELIMINATED if battle.roll_outrider[row] else Status.NONRALLYABLE
    battle.roll_was_broken[row] = 1
    log_event(
        battle, Event.ROUT_ROW, rule=Rule.PURSUIT, side=side, unit=row, box=battle.roll_status[row], cause=Cause.PURSUIT
    )


@kernel
def take_pursuit_hits(battle: Battle, row: int) -> None:
    """LGG-15.3-b The hits that a unit was given, one after the other."""
    for _ in range(battle.roll_hits[row]):
        battle.roll_sp[row] -= 1
        log_event(
            battle, Event.HIT_ROW, rule=Rule.PURSUIT, side=row // SIDE_UNITS, unit=row, sp=battle.roll_sp[row],
            cause=Cause.PURSUIT,
        )  # fmt: skip
    if battle.roll_hits[row] > 0 and battle.roll_sp[row] == 0:
        break_row(battle, row)


@kernel
def pursue(battle: Battle) -> None:
    """LGG-15.2-a 15.3 The light cavalry of the side that stays follows one that leaves with less of it."""
    loser = loser_of(battle)
    dice = dice_of_pursuit(loser, light_strength(battle, 0), light_strength(battle, 1))
    if dice == 0:
        return
    battle.pursued[loser] = 1
    throw_pursuit(battle, loser, dice)
    log_event(
        battle, Event.PURSUIT, rule=Rule.PURSUIT, side=1 - loser, light_0=light_strength(battle, 0),
        light_1=light_strength(battle, 1),
    )  # fmt: skip
    for row in range(first_row(loser), end_row(battle, loser)):
        if battle.roll_hits[row] > 0:
            log_unit(battle, Part.TARGET, row, battle.roll_hits[row])
    for row in range(first_row(loser), end_row(battle, loser)):
        take_pursuit_hits(battle, row)


@kernel
def recover(battle: Battle, row: int, penalty: int) -> None:
    """LGG-15.4-a A free attempt to take one hit away."""
    morale = battle.roll_morale[row]
    passed = passes(throw_from(battle, MORALE_STREAM, 10, NAME_RECOVER), penalty, morale)
    battle.roll_sp[row] += int(passed)
    log_event(
        battle, Event.EOD_RECOVER, rule=Rule.EVENING_RECOVERY, side=row // SIDE_UNITS, unit=row, penalty=penalty,
        morale=morale, passed=int(passed), sp=battle.roll_sp[row],
    )  # fmt: skip


@kernel
def may_recover(battle: Battle, row: int) -> bool:
    """LGG-15.4-a A unit with hits, wherever it is."""
    sp = battle.roll_sp[row]
    return still_there(battle, row) and sp > 0 and has_hits_to_lose(battle.roll_arm[row], sp, battle.roll_start[row])


@kernel
def rally(battle: Battle, row: int, penalty: int) -> None:
    """LGG-15.4-b, c A broken unit's last attempt: one strength point, or gone for good."""
    morale, side = battle.roll_morale[row], row // SIDE_UNITS
    passed = passes(throw_from(battle, MORALE_STREAM, 10, NAME_RALLY), penalty, morale)
    battle.roll_sp[row] = int(passed)
    battle.roll_status[row] = Status.WAITING if passed else Status.ELIMINATED
    log_event(
        battle, Event.EOD_RALLY, rule=Rule.EVENING_RALLY, side=side, unit=row, penalty=penalty, morale=morale,
        passed=int(passed), sp=int(passed),
    )  # fmt: skip
    if not passed:
        log_event(battle, Event.ELIMINATED_ROW, rule=Rule.EVENING_RALLY, side=side, unit=row, cause=Cause.EVENING)


@kernel
def recover_all(battle: Battle) -> None:
    """LGG-15.4-a, c A free recovery for every unit with hits."""
    for side in range(SIDES):
        for row in range(first_row(side), end_row(battle, side)):
            if may_recover(battle, row):
                recover(battle, row, penalty_of(battle.pursued[side], False))


@kernel
def rally_all(battle: Battle) -> None:
    """LGG-15.4-b, c A free rally for every broken unit."""
    for side in range(SIDES):
        for row in range(first_row(side), end_row(battle, side)):
            where = battle.roll_status[row]
            if where in (Status.RALLYABLE, Status.NONRALLYABLE):
                rally(battle, row, penalty_of(battle.pursued[side], where == Status.NONRALLYABLE))


@kernel
def worn_out(battle: Battle, row: int) -> bool:
    """AI-23 LGG-15.5-a Infantry or cavalry that is there, and worn."""
    sp = battle.roll_sp[row]
    return may_go_together(battle.roll_arm[row], sp) and still_there(battle, row) and is_worn(sp, battle.roll_full[row])


@kernel
def same_kind(battle: Battle, row: int, other: int) -> bool:
    """AI-23 LGG-15.5-a, c HR-14 Exactly the same kind, in the same army."""
    return (
        battle.roll_kind[row] == battle.roll_kind[other]
        and battle.roll_guard[row] == battle.roll_guard[other]
        and battle.roll_outrider[row] == battle.roll_outrider[other]
        and battle.roll_army[row] == battle.roll_army[other]
    )


@kernel
def mark_group(battle: Battle, side: int, row: int) -> int:
    """AI-23 Mark the worn units like this one; how many they are, itself included. 0 if another one leads them."""
    for other in range(first_row(side), row):
        if worn_out(battle, other) and same_kind(battle, row, other):
            return 0
    found = 0
    for other in range(row, end_row(battle, side)):
        battle.roll_group[other] = int(worn_out(battle, other) and same_kind(battle, row, other))
        found += battle.roll_group[other]
    return found


@kernel
def group_sum(battle: Battle, side: int, row: int, starts: bool) -> int:
    """LGG-15.5-b, d The strength points of a marked group, or those with which its units began."""
    total = 0
    for other in range(row, end_row(battle, side)):
        if battle.roll_group[other] == 1:
            total += battle.roll_start[other] if starts else battle.roll_sp[other]
    return total


@kernel
def converge(battle: Battle, side: int, row: int) -> None:
    """LGG-15.5-b, d Fill the first units of a marked group from the top; the first takes the others in."""
    left, starts, full = (
        group_sum(battle, side, row, False),
        group_sum(battle, side, row, True),
        battle.roll_full[row],
    )
    made = units_made(left, full)
    for other in range(row, end_row(battle, side)):
        if battle.roll_group[other] == 1:
            before = battle.roll_sp[other]
            sp = filled(left, full) if made > 0 else 0
            if made > 0:
                battle.roll_start[other] = began_with(sp, full, left, starts)
                starts -= battle.roll_start[other]
            else:
                battle.roll_status[other], battle.roll_into[other] = Status.AMALGAMATED, row
            battle.roll_sp[other] = sp
            battle.roll_moved[other] += before - sp
            left -= sp
            made -= 1


@kernel
def log_group(battle: Battle, side: int, row: int) -> None:
    """LGG-15.5-b Write the units that went into a group and those that came of it."""
    log_event(battle, Event.AMALGAMATE, rule=Rule.AMALGAMATE, side=side)
    for other in range(row, end_row(battle, side)):
        if battle.roll_group[other] == 1:
            log_unit(battle, Part.MEMBER, other)
    for other in range(row, end_row(battle, side)):
        if battle.roll_group[other] == 1 and battle.roll_status[other] != Status.AMALGAMATED:
            log_unit(battle, Part.MADE, other, battle.roll_sp[other])


@kernel
def amalgamate_all(battle: Battle) -> None:
    """LGG-15.5 AI-23 Amalgamate worn units of exactly the same kind where they become fewer."""
    for side in range(SIDES):
        for row in range(first_row(side), end_row(battle, side)):
            if worn_out(battle, row) and mark_group(battle, side, row) >= 2:
                converge(battle, side, row)
                log_group(battle, side, row)


@kernel
def goes_on(battle: Battle) -> bool:
    """LGG-15.1-a HR-D2 Is there another day?"""
    return another_day(battle.stays[0], battle.stays[1], battle.day, battle.max_days)


@kernel
def log_stay(battle: Battle) -> None:
    """LGG-15.1-a Write which side stays and which leaves."""
    log_event(battle, Event.STAY_LEAVE, rule=Rule.STAY, side=NOBODY, stays_0=battle.stays[0], stays_1=battle.stays[1])


@kernel
def close_battle(battle: Battle) -> None:
    """LGG-15.1-a 15.6-b The battle is over: the side that stays alone has won it."""
    battle.winner = winner_over(loser_of(battle))
    log_event(battle, Event.BATTLE_END, rule=Rule.END, side=NOBODY, winner=battle.winner)


@kernel
def after_pursuit(battle: Battle) -> None:
    """LGG-15.4 15.5 What follows the pursuit: recovery, rally, amalgamation."""
    recover_all(battle)
    rally_all(battle)
    amalgamate_all(battle)


@kernel
def evening(battle: Battle) -> None:
    """LGG-15.0 COM-08 The whole evening of a day on which both sides have said whether they stay."""
    log_stay(battle)
    pursue(battle)
    after_pursuit(battle)


@kernel
def is_out(battle: Battle, row: int) -> bool:
    """Is a row's unit out of the fighting of the next day?"""
    return (
        battle.roll_status[row] in (Status.ELIMINATED, Status.AMALGAMATED, Status.OFF_TABLE, Status.EXITED)
        or battle.roll_sp[row] == 0
    )
