"""Activation: its candidates, its cost, and closing (LGG-7.0)."""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.command.fights import is_attacker
from battles.resolvers.lgg.command.radius import FORBIDDEN
from battles.resolvers.lgg.plane.space import locked, side_of
from battles.resolvers.lgg.record.codes import NOBODY, UNITS, Activity, Phase, Status
from battles.resolvers.lgg.record.journal import Event, log_event, log_rule
from battles.resolvers.lgg.record.rule_ids import code_of
from battles.resolvers.lgg.record.state import Battle

NOT_ON_TABLE = code_of("ENG-14")
NOT_YOUR_TURN = code_of("ENG-15")
NO_ACTIONS = code_of("LGG-6.1-c")
BEYOND_DOUBLE = code_of("LGG-7.0-d")
DONE_ALREADY = code_of("LGG-7.0-f")
CLOSED = code_of("LGG-7.0-g")
IN_COMBAT = code_of("LGG-7.0-l")
PRESENCE = code_of("ST5")


@kernel
def verify_turn(battle: Battle, side: int) -> int:
    """ENG-15 Is it this side's turn, with no other question open?"""
    if battle.presence != NOBODY:
        return 0 if battle.presence == side else NOT_YOUR_TURN
    if battle.phase not in (Phase.TURN_FIRST, Phase.TURN_SECOND) or battle.pending != 0 or battle.on_turn != side:
        return NOT_YOUR_TURN
    return 0


@kernel
def verify_lock(battle: Battle, unit: int, activity: int) -> int:
    """LGG-7.0-l An attacker in a combat can only force it, its defender only withdraw."""
    if not locked(battle, unit):
        return 0
    allowed = Activity.FORCE if is_attacker(battle, unit) else Activity.WITHDRAW
    return 0 if activity == allowed else IN_COMBAT


@kernel
def column_of(activity: int) -> int:
    """LGG-7.0-a The column of ``done`` of an activity: attack, withdrawal and leaving the table are moves."""
    return activity if activity < 5 else 0


@kernel
def verify_open(battle: Battle, unit: int, activity: int) -> int:
    """LGG-7.0-f, g, l May this unit be activated for this activity now, price apart?"""
    if unit < 0 or unit >= UNITS or battle.status[unit] != Status.BOARD:
        return NOT_ON_TABLE
    code = verify_turn(battle, side_of(unit))
    if code != 0:
        return code
    if battle.closed[unit] == 1:
        return CLOSED
    if battle.done[unit, column_of(activity)] == 1:
        return DONE_ALREADY
    return verify_lock(battle, unit, activity)


@kernel
def verify_price(battle: Battle, cost: int) -> int:
    """LGG-6.1-c, 7.0-d Can the side on turn pay this price? Presence of Mind (ST5) costs nothing."""
    if cost == FORBIDDEN:
        return BEYOND_DOUBLE
    if battle.presence != NOBODY:
        return 0
    return NO_ACTIONS if cost > battle.actions else 0


@kernel
def close_open(battle: Battle) -> None:
    """LGG-7.0-g, j Close the unit that is activated for the round."""
    if battle.open_unit != NOBODY:
        battle.closed[battle.open_unit] = 1
    battle.open_unit = NOBODY


@kernel
def pay(battle: Battle, cost: int) -> None:
    """LGG-6.1-c Spend actions of the side on turn."""
    battle.actions -= cost
    battle.spent[battle.on_turn] += cost


@kernel
def aimed_at(battle: Battle, activity: int) -> int:
    """LGG-8.5-j, 13.0-b Whom an attack or a shot is declared at: the roll row of the unit, or -1."""
    return battle.roll[battle.cmd_target] if activity in (Activity.ATTACK, Activity.FIRE) else NOBODY


@kernel
def activate_free(battle: Battle, unit: int, activity: int) -> None:
    """ST5 A unit acts in the enemy's turn: free of cost, and closed for the round; who is open there stays open."""
    battle.closed[unit] = 1
    log_event(battle, Event.ACTIVATE, side=side_of(unit), unit=battle.roll[unit], leader=NOBODY, activity=activity,
              cost=0, left=0, target=aimed_at(battle, activity))
    log_rule(battle, PRESENCE)


@kernel
def activate(battle: Battle, unit: int, activity: int, cost: int) -> None:
    """LGG-7.0-g Pay for an activity of a unit; any other unit that was open is closed by it."""
    battle.done[unit, column_of(activity)] = 1
    if battle.presence != NOBODY:
        activate_free(battle, unit, activity)
        return
    if battle.open_unit != unit:
        close_open(battle)
    if battle.closed[unit] == 0 and battle.status[unit] == Status.BOARD:
        battle.open_unit = unit
    pay(battle, cost)
    log_event(battle, Event.ACTIVATE, side=side_of(unit), unit=battle.roll[unit], leader=NOBODY, activity=activity,
              cost=cost, left=battle.actions, target=aimed_at(battle, activity))
