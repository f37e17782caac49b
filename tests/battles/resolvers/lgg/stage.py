"""A table set by hand: units stand where a test puts them, it is somebody's turn, the weather is normal.

Dice can be set by hand too: ``fix`` searches a seed whose next dice of a stream show the wanted faces.
"""

import tomllib
from itertools import count
from pathlib import Path
from typing import Any

from battles.resolvers.common.codes import Skill
from battles.resolvers.core.dice import face_of, key_of
from battles.resolvers.lgg.day.night import answer_night, night_step
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record.codes import LEADERS, Command, Pending, Phase, Status
from battles.resolvers.lgg.record.doctrine_numbers import NAMES
from battles.resolvers.lgg.record.journal import D_DIE, EVENTS, FIRST_DETAIL
from battles.resolvers.lgg.record.rule_ids import RULE_IDS
from battles.resolvers.lgg.record.setup import add_leader, add_piece, add_unit, new_battle, seat, set_status
from battles.resolvers.lgg.record.state import Battle

REFERENCE: dict[str, float] = tomllib.loads((Path(__file__).parent / "numbers.toml").read_text(encoding="utf-8"))
NORTHWARD, SOUTHWARD, EASTWARD, WESTWARD = (0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)


def reckon_by_reference(battle: Battle) -> None:
    """Give the general the numbers of `numbers.toml`: tests of his rules hold whatever self-play comes to."""
    for name, value in REFERENCE.items():
        battle.general[NAMES.index(name)] = value


def stage(*, actions: int = 30, radius: float = 20.0) -> Battle:
    """An empty 72" x 48" table in the turn of side 0, which moves first; commanders in the middle of their edges."""
    battle = new_battle("stage")
    battle.phase, battle.day, battle.round_no, battle.length = Phase.TURN_FIRST, 1, 1, 100
    battle.first, battle.first_before, battle.on_turn, battle.asked = 0, 0, 0, 0
    battle["rolled"], battle["own_roll"] = actions, actions
    reckon_by_reference(battle)
    battle.actions, battle.radius = actions, radius
    for side, y in ((0, 6.0), (1, 42.0)):
        add_leader(battle, side, 0, Skill.AVERAGE)
        lead(battle, side, 36.0, y)
    battle["breaks_off"] = -1
    return battle


def lead(battle: Battle, side: int, x: float, y: float) -> None:
    """Put a side's commander somewhere."""
    battle.lead_x[side * LEADERS], battle.lead_y[side * LEADERS] = x, y


def stand(battle: Battle, side: int, kind: str, x: float, y: float, facing: tuple[float, float] | None = None,
          strength: int | None = None, *, guard: bool = False, outrider: bool = False) -> int:
    """Put a unit down, facing the enemy's edge unless told otherwise; its slot."""
    unit = seat(battle, add_unit(battle, side, kind, strength, guard=guard, outrider=outrider))
    fx, fy = facing or (NORTHWARD if side == 0 else SOUTHWARD)
    place(battle, unit, x, y, fx, fy)
    return int(unit)


def laid(*things: tuple[Any, ...]) -> tuple[Any, ...]:
    """A stage with pieces of ground (a kind, a shape) and units as ``stand`` takes them; the units' slots after it."""
    battle = stage()
    for kind, shape in (thing for thing in things if isinstance(thing[0], str)):
        add_piece(battle, kind, shape)
    return battle, *(stand(battle, *thing) for thing in things if not isinstance(thing[0], str))


def losing(way: str, units: int, broken: tuple[int, int]) -> Battle:
    """The end of a round between two lines of so many units, of which some are in a box; ``way``: what may end it."""
    battle = stage()
    battle[way], battle.phase = 1, Phase.COUNT
    battle["rolled"], battle["own_roll"] = 7, 7
    for side in (0, 1):
        for n in range(units):
            unit = stand(battle, side, "line_inf", 4.0 + 3.5 * n, 8 if side == 0 else 40)
            if n < broken[side]:
                set_status(battle, unit, Status.RALLYABLE)
                battle.sp[unit] = 0
    return battle


def second_turn(battle: Battle, actions: int = 30) -> None:
    """It is the turn of side 1, which moves second."""
    battle.phase, battle.on_turn, battle.asked, battle.actions = Phase.TURN_FIRST + 1, 1, 1, actions


def path(battle: Battle, cmd: int, unit: int, *poses: tuple[float, float, float, float], target: int = -1,
         side: int = -1) -> None:
    """Write a command with a path of poses (x, y, facing x, facing y)."""
    battle.cmd, battle.cmd_unit, battle.cmd_target, battle.cmd_side, battle.cmd_n = cmd, unit, target, side, len(poses)
    for row, pose in enumerate(poses):
        battle.cmd_path[row] = pose


def rule_of(code: int) -> str:
    """The id of a rule code; empty: allowed."""
    return RULE_IDS[code]


def fix(battle: Battle, stream: int, *faces: int, sides: int = 10) -> None:
    """Choose the battle's seed so that the next dice of a stream show these faces."""
    start = int(battle.dice[stream])
    for number in count():
        key = key_of(f"fixed {number}")
        if all(face_of(key, stream, start + k, sides) == face for k, face in enumerate(faces)):
            battle.key = key
            return


def night(battle: Battle) -> None:
    """A night in which nobody moves beyond drawing apart."""
    battle.phase = Phase.NIGHT
    while battle.phase == Phase.NIGHT:
        night_step(battle)
        if battle.pending == Pending.NIGHT:
            battle.cmd = Command.DONE
            answer_night(battle)


def events(battle: Battle) -> list[tuple[str, dict[str, int]]]:
    """The journal's events by name with their numbers."""
    names = list(EVENTS)
    rows = [[int(value) for value in row] for row in battle.log[: battle.entries] if row[0] < FIRST_DETAIL]
    return [(names[row[0]], dict(zip(EVENTS[names[row[0]]], row[4:], strict=False))) for row in rows]


def names(battle: Battle) -> list[str]:
    """The names of the journal's events in order."""
    return [name for name, _ in events(battle)]


def dice_written(battle: Battle) -> int:
    """How many dice the journal holds."""
    return sum(1 for row in battle.log[: battle.entries] if row[0] == D_DIE)


