"""Firing, recovering and rallying as activities of a turn: may they be done, and doing them (LGG-13.0, 14.0)."""

from battles.resolvers.core.geometry import NEAR, rounded, unit_vector
from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.activation import (
    NOT_ON_TABLE,
    activate,
    close_open,
    pay,
    verify_open,
    verify_price,
    verify_turn,
)
from battles.resolvers.lgg.command.morale import do_rally, do_recover, may_recover
from battles.resolvers.lgg.command.radius import standing_price, within_command_radius
from battles.resolvers.lgg.fighting.fire import do_fire, verify_fire
from battles.resolvers.lgg.plane.laps import anybody_at
from battles.resolvers.lgg.plane.space import beyond, end_of, first_of, gap_at, nearest_foe, on_board, side_of
from battles.resolvers.lgg.plane.terrain import ground_allows
from battles.resolvers.lgg.record.codes import NOBODY, UNITS, Activity, Status
from battles.resolvers.lgg.record.journal import Event, log_event
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle

TOO_NEAR = code_of("LGG-14.0-a")
ONLY_RALLYABLE = code_of("LGG-14.0-c")
ONCE_A_ROUND = code_of("LGG-14.0-e")
NO_PLACE = code_of("LGG-14.0-f")
CLEAR_OF_FOES = 6.0


@kernel
def verify_recover(battle: Battle) -> int:
    """LGG-14.0-a, b May the unit try to recover: hit, more than 6" from every enemy unit, once a round?"""
    unit = battle.cmd_unit
    code = verify_open(battle, unit, Activity.RECOVER)
    if code != 0:
        return code
    if not may_recover(battle, unit) or nearest_foe(battle, unit) <= CLEAR_OF_FOES + NEAR:
        return TOO_NEAR
    return verify_price(battle, standing_price(battle, unit))


@kernel
def clear_of_foes(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-14.0-e Is a pose more than 6" from every enemy unit, locked or not?"""
    foe = 1 - side_of(unit)
    for other in range(first_of(foe), end_of(battle, foe)):
        if beyond(battle, unit, x, y, other, CLEAR_OF_FOES) or not on_board(battle, other):
            continue
        if gap_at(battle, unit, x, y, fx, fy, other) <= CLEAR_OF_FOES + NEAR:
            return False
    return True


@kernel
def rally_place(battle: Battle, unit: int, x: float, y: float, fx: float, fy: float) -> bool:
    """LGG-14.0-e, f May a rallied unit be put down at a pose?"""
    return (within_command_radius(battle, unit, x, y, fx, fy) and clear_of_foes(battle, unit, x, y, fx, fy)
            and anybody_at(battle, unit, x, y, fx, fy) == NOBODY
            and ground_allows(battle, unit, x, y, fx, fy, False) == 0)


@kernel
def verify_rally(battle: Battle) -> int:
    """LGG-14.0-e, f May the side on turn try to rally this unit, and put it there?"""
    unit = battle.cmd_unit
    if unit < 0 or unit >= UNITS or battle.status[unit] != Status.RALLYABLE:
        return ONLY_RALLYABLE if 0 <= unit < UNITS and battle.status[unit] == Status.NONRALLYABLE else NOT_ON_TABLE
    code = verify_turn(battle, side_of(unit))
    if code != 0:
        return code
    if battle.done[unit, Activity.RECOVER] == 1:
        return ONCE_A_ROUND
    fx, fy = unit_vector(battle.cmd_fx, battle.cmd_fy)
    if not rally_place(battle, unit, rounded(battle.cmd_x), rounded(battle.cmd_y), fx, fy):
        return NO_PLACE
    return verify_price(battle, 1)


@kernel
def rally(battle: Battle) -> None:
    """LGG-7.0-j, 14.0-e Pay one action, close the open unit, and try."""
    unit = battle.cmd_unit
    close_open(battle)
    pay(battle, 1)
    log_event(battle, Event.ACTIVATE, side=side_of(unit), unit=battle.roll[unit], leader=NOBODY,
              activity=Activity.RALLY, cost=1, left=battle.actions, target=NOBODY)
    fx, fy = unit_vector(battle.cmd_fx, battle.cmd_fy)
    do_rally(battle, unit, rounded(battle.cmd_x), rounded(battle.cmd_y), fx, fy)


@kernel
def verify_battery(battle: Battle) -> int:
    """LGG-7.0, 13.0 May the battery be activated to fire at the target of the command?"""
    unit, target = battle.cmd_unit, battle.cmd_target
    code = verify_open(battle, unit, Activity.FIRE)
    if code == 0 and (target < 0 or target >= UNITS):
        code = NOT_ON_TABLE
    if code == 0:
        code = verify_fire(battle, unit, target)
    return code if code != 0 else verify_price(battle, standing_price(battle, unit))


@kernel
def fire(battle: Battle) -> None:
    """LGG-13.0-a Pay for a fire and fire."""
    activate(battle, battle.cmd_unit, Activity.FIRE, standing_price(battle, battle.cmd_unit))
    do_fire(battle, battle.cmd_unit, battle.cmd_target)


@kernel
def recover(battle: Battle) -> None:
    """LGG-14.0-a Pay for a recovery and try."""
    activate(battle, battle.cmd_unit, Activity.RECOVER, standing_price(battle, battle.cmd_unit))
    do_recover(battle, battle.cmd_unit)
