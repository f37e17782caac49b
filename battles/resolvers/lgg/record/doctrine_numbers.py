"""The general's numbers: names for the places of ``battle.general``, and the table from which it is filled."""

import tomllib
from functools import cache
from pathlib import Path

from battles.resolvers.lgg.record.codes import SIDES
from battles.resolvers.lgg.record.state import Battle

DATA = Path(__file__).parent / "doctrine.toml"
_before = set(globals())
(
    ROUT_SHARE_RALLYABLE, ROUT_SHARE_LOST, POSTURE_ATTACK, POSTURE_LIMITED, POSTURE_DELAY, POSTURE_JUMP,
    POSTURE_ROUNDS, BEST_UNITS, SKILL_STEP, START_ATTACK, START_FRONTAL, START_LIMITED, START_HOLD, START_DELAY,
    FLANK_DANGER, GAP_PENALTY, BEYOND_PENALTY, HEAVY_TARGET, HEAVY_LATE_TARGET, LIGHT_TARGET, RECOVER_REST,
    RECOVER_SOON, RECOVER_LATE, WORN_FOOT, WORN_HORSE, RELIEF, WITHDRAW_ABOVE, COUNTER_ABOVE, BREAK_LIKELY,
    BREAK_UNLIKELY, LEAVE_SHARE, ADVANCE, GUNS_FORWARD, KEEP_OFF, HEADQUARTERS_FAR,
    HEADQUARTERS_OFF, HEADQUARTERS, RALLY, COVERED, SECTOR_ROUNDS, RESERVE, FRONT_ATTACK, FRONT_HOLD,
    APPROACH_GAP, ASSAULT_GAP, FIX_GAP, DELAY_GAP, GUN_BACK, FIX_RATE, HOLD_RATE, REAR_RATE, TOWN_VALUE, WORK,
    WORK_MARCH, WORK_BRIDGE_RHO, COLUMN_LEADER, ATTACK_SHARE, PARTNER_COMES, WIND_BELOW, EFFORT_ABOVE,
    STRATAGEM_CHANGE, STRATAGEM_GAIN, PRESENCE_ABOVE, COMMANDER_WORTH, MANY_STRATAGEMS, HILL_VALUE, RALLY_NEAR,
    FORCED, GUN_LEAD_HOLD, OVERLAP, LEAST_WORTH, SECOND_BACK, SHORTEST_BEHIND, FOES_NEAR, FRIENDS_NEAR,
    STEP_OUT, WING_OFF, COUNTER_COST, LIGHT_DUEL, LIGHT_SORTIE, HELD_GROUND, ATTACK_ROLLS, GUNS_IN_RANGE,
    FIRE_ON, PREPARE, FORM_GAP, HOLE_NEAR, STAKE_WON, STAKE_DRAWN, STAKE_LOST, ENEMY_STRENGTH, UNSURE,
    NEAR_EQUAL, SIDE_BLOWS, CLOSE_RATE, CLOSE_GAP, CLOSES_FROM, QUIET, RESERVE_UNTIL, HEAVY_LATE_FROM, GUN_REACH,
    REAR_EDGE, FORESEES, QUIET_ATTACK, QUIET_BLOW, OFF_SECTOR,
    PLANNED_SHARE, LEAST_LOST, GUN_POSTS, GUN_AHEAD, QUIET_GUNS, HUNT_RHO, ENVELOP, FIERCE,
    HUNT_RECOVER, HUNT_REACH, FIELD_WORTH, POSTURE_COMER, HASTE, PACE, DAYS_LOSS,
    WAITS_WITHIN, PATIENCE, SURE_ROLL, CAREFUL, *_,
) = range(128)  # fmt: skip
NAMES = tuple(name.lower() for name in list(globals()) if name.isupper() and name not in _before)
"""The names of the numbers in the table, in the order of their places in ``battle.general``."""


@cache
def doctrine_numbers() -> tuple[float, ...]:
    """Return the shipped numbers in the order of ``NAMES``."""
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))
    return tuple(float(table[name]["value"]) for name in NAMES)


def usual_stakes() -> tuple[tuple[float, ...], ...]:
    """Return the stakes of both sides where the file gives none."""
    numbers = doctrine_numbers()
    return tuple((numbers[STAKE_WON], numbers[STAKE_DRAWN], numbers[STAKE_LOST], 1.0) for _ in range(SIDES))


def load_doctrine(battle: Battle) -> None:
    """Write the general's numbers into the record."""
    for place, value in enumerate(doctrine_numbers()):
        battle.general[place] = value
