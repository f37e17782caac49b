"""Field works before the battle: a defender has those of his engineers (HR-T4) and those that he raised (HR-31)."""

from battles.resolvers.common.codes import Type
from battles.resolvers.core.geometry import FAR
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.engineering.sites import behind_line, open_for_work, work_line
from battles.resolvers.lgg.engineering.works import lay_field_work
from battles.resolvers.lgg.fighting.value import unit_value
from battles.resolvers.lgg.plane.footing import shelter_of
from battles.resolvers.lgg.plane.pieces import room_for_piece
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board
from battles.resolvers.lgg.record.codes import NOBODY, Role, Work
from battles.resolvers.lgg.record.journal import Event, log_event, log_rule
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle

BEFORE_BATTLE, RAISED = code_of("HR-T4"), code_of("HR-31")
MOST_WORKS = 2
"""HR-T4 Works that a side may have before the battle, one for each engineer unit."""


@kernel
def worth_of_work(battle: Battle, side: int, ax: float, ay: float, bx: float, by: float) -> float:
    """HR-T4 The value of the units without shelter that would stand directly behind a work."""
    total = 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and behind_line(battle, unit, ax, ay, bx, by) and shelter_of(battle, unit) == NOBODY:
            total += unit_value(battle, unit)
    return total


@kernel
def best_to_cover(battle: Battle, side: int) -> int:
    """HR-T4 The unit in front of which a work covers most, the nearest to the middle of equals; -1: none gains."""
    best, most, aside = NOBODY, 0.0, FAR
    for unit in range(first_of(side), end_of(battle, side)):
        if not on_board(battle, unit) or not open_for_work(battle, unit):
            continue
        ax, ay, bx, by = work_line(battle, unit)
        worth, off = worth_of_work(battle, side, ax, ay, bx, by), abs(battle.x[unit] - battle.width / 2.0)
        if worth > most + 1e-9 or (worth > most - 1e-9 and off < aside - 1e-9 and worth > 0.0):
            best, most, aside = unit, worth, off
    return best


@kernel
def lay_before(battle: Battle, side: int, worker: int, by_rule: int) -> None:
    """HR-T4, HR-31, EA4 One work where it covers most, laid by a unit; by those whom it covers where it is NOBODY."""
    unit = best_to_cover(battle, side)
    if unit == NOBODY or not room_for_piece(battle):
        return
    ax, ay, bx, by = work_line(battle, unit)
    row = battle.roll[unit if worker == NOBODY else worker]
    log_event(battle, Event.ENGINEER, side=side, unit=row, work=Work.EA4, passed=1,
              successes=battle.work_needs[Work.EA4], at=NOBODY)
    log_rule(battle, by_rule)
    lay_field_work(battle, side, ax, ay, bx, by)


@kernel
def by_engineers(battle: Battle, side: int) -> None:
    """HR-T4 A defender who held the province a whole turn lays a work for each engineer unit, at most two."""
    works = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.type[unit] == Type.ENGINEER and works < MOST_WORKS:
            works += 1
            lay_before(battle, side, unit, BEFORE_BATTLE)


@kernel
def fortify(battle: Battle, side: int) -> None:
    """HR-T4, HR-31 A defender lays the works of his engineers, then those that his army raised."""
    if battle.role[side] != Role.DEFENDER:
        return
    if battle.held_whole_turn == 1:
        by_engineers(battle, side)
    for _ in range(battle.works[side]):
        lay_before(battle, side, NOBODY, RAISED)
