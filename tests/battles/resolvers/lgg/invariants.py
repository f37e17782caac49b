"""The invariants of ENG-16, checked from outside the engine on one record."""

from battles.resolvers.common.codes import Arm
from battles.resolvers.core.geometry import common_area, corners
from battles.resolvers.lgg.plane.footing import block_of
from battles.resolvers.lgg.plane.space import end_of, first_of, side_of
from battles.resolvers.lgg.plane.terrain import IMPASSABLE, OFF_TABLE, ground_allows
from battles.resolvers.lgg.record.codes import NOBODY, SIDES, UNITS, Phase, Status
from battles.resolvers.lgg.record.state import BASE_A, BASE_B, CLIP_A, CLIP_B, Battle


def units(battle: Battle) -> list[int]:
    """All slots in use."""
    return [unit for side in range(SIDES) for unit in range(first_of(side), end_of(battle, side))]


def on_table(battle: Battle) -> list[int]:
    """The units on the table."""
    return [unit for unit in units(battle) if battle.status[unit] == Status.BOARD]


def overlap(battle: Battle, one: int, two: int) -> float:
    """The area that two bases share, in square inches."""
    if abs(battle.x[one] - battle.x[two]) + abs(battle.y[one] - battle.y[two]) > 9:
        return 0.0
    for unit, row in ((one, BASE_A), (two, BASE_B)):
        corners(battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit], battle.half_width[unit],
                battle.half_depth[unit], battle.scratch[row])
    return float(common_area(battle.scratch[BASE_A], 4, battle.scratch[BASE_B], 4, battle.scratch[CLIP_A],
                             battle.scratch[CLIP_B]))


def broken(battle: Battle) -> list[str]:
    """What is wrong with the record, in sentences; empty when all of ENG-16 holds."""
    return [*_strengths(battle), *_bases(battle), *_ground(battle), *_combats(battle), *_actions(battle)]


def _strengths(battle: Battle) -> list[str]:
    return [f"unit {unit}: {battle.sp[unit]} of {battle.start[unit]} of {battle.full[unit]}" for unit in units(battle)
            if not 0 <= battle.sp[unit] <= battle.start[unit] <= battle.full[unit]
            or (battle.status[unit] == Status.BOARD and battle.sp[unit] == 0)]


def _bases(battle: Battle) -> list[str]:
    there = on_table(battle)
    return [f"units {one} and {two} overlap" for i, one in enumerate(there) for two in there[i + 1:]
            if overlap(battle, one, two) > 0.02]


def _ground(battle: Battle) -> list[str]:
    bad = (IMPASSABLE, OFF_TABLE)
    wrong = [f"unit {unit} stands on closed ground" for unit in on_table(battle)
             if ground_allows(battle, unit, battle.x[unit], battle.y[unit], battle.fx[unit], battle.fy[unit],
                              True) in bad]
    held = [block for block in [block_of(battle, unit) for unit in on_table(battle)] if block != NOBODY]
    return wrong + (["two bases in one town block"] if len(held) != len(set(held)) else [])


def _combats(battle: Battle) -> list[str]:
    wrong = []
    for fight in range(battle.combats):
        if battle.fight_open[fight]:
            defender = battle.fight_defender[fight]
            attackers = [unit for unit in battle.fight_attackers[fight] if unit != NOBODY]
            fine = 1 <= len(attackers) <= 2 and len(set(attackers)) == len(attackers)
            fine = fine and all(side_of(unit) != side_of(defender) and battle.arm[unit] in (Arm.FOOT, Arm.CAV)
                                and battle.combat[unit] == fight for unit in attackers)
            if not fine or battle.combat[defender] != fight:
                wrong.append(f"combat {fight} is not one defender and one or two attackers")
    locked = [unit for unit in range(UNITS) if battle.combat[unit] != NOBODY]
    return wrong + [f"unit {unit} is locked in a combat that is over" for unit in locked
                    if battle.status[unit] != Status.BOARD or not battle.fight_open[battle.combat[unit]]]


def _actions(battle: Battle) -> list[str]:
    if battle.phase not in (Phase.TURN_FIRST, Phase.TURN_SECOND):
        return []
    return [f"side {side} has spent more than its roll" for side in range(SIDES)
            if battle.spent[side] > battle.rolled[side] + battle.extra_actions[side] or battle.actions < 0]
