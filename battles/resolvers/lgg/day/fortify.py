"""Field works before the battle: a defender who held the province a whole turn has them (HR-T4)."""

from battles.resolvers.geometry import FAR
from battles.resolvers.lgg.engineering.sites import behind_line, open_for_work, work_line
from battles.resolvers.lgg.engineering.works import lay_field_work
from battles.resolvers.lgg.fighting.value import unit_value
from battles.resolvers.lgg.plane.footing import shelter_of
from battles.resolvers.lgg.plane.pieces import room_for_piece
from battles.resolvers.lgg.plane.space import end_of, first_of, on_board
from battles.resolvers.lgg.record.codes import DEFENDER, EA4, ENGINEER, NOBODY
from battles.resolvers.lgg.record.journal import E_ENGINEER, log_event, log_rule
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle

BEFORE_BATTLE = code_of("HR-T4")
MOST_WORKS = 2
"""HR-T4 Works that a side may have before the battle, one for each engineer unit."""


@rule
def worth_of_work(battle: Battle, side: int, ax: float, ay: float, bx: float, by: float) -> float:
    """HR-T4 The value of the units without shelter that would stand directly behind a work."""
    total = 0.0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and behind_line(battle, unit, ax, ay, bx, by) and shelter_of(battle, unit) == NOBODY:
            total += unit_value(battle, unit)
    return total


@rule
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


@rule
def fortify_with(battle: Battle, side: int, engineer: int) -> None:
    """HR-T4, EA4 One work by one engineer unit, where it covers most."""
    unit = best_to_cover(battle, side)
    if unit == NOBODY or not room_for_piece(battle):
        return
    ax, ay, bx, by = work_line(battle, unit)
    log_event(battle, E_ENGINEER, side, battle.roll[engineer], EA4, 1, battle.work_needs[EA4], NOBODY, 0)
    log_rule(battle, BEFORE_BATTLE)
    lay_field_work(battle, side, ax, ay, bx, by)


@rule
def fortify(battle: Battle, side: int) -> None:
    """HR-T4 A defender who held the province a whole turn lays a work for each engineer unit, at most two."""
    if battle.held_whole_turn == 0 or battle.role[side] != DEFENDER:
        return
    works = 0
    for unit in range(first_of(side), end_of(battle, side)):
        if on_board(battle, unit) and battle.type[unit] == ENGINEER and works < MOST_WORKS:
            works += 1
            fortify_with(battle, side, unit)
