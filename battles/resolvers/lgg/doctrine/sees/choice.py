"""The best command found so far: candidates stand in ``cmd_*`` and are offered with their points an action (AI-12)."""

from battles.resolvers.core.kernels import kernel
from battles.resolvers.lgg.record.codes import Command
from battles.resolvers.lgg.record.state import Battle

NOTHING = -1e9


@kernel
def start_choice(battle: Battle, side: int, least: float) -> None:
    """AI-12 Begin a search: nothing worth less than ``least`` an action will be done."""
    battle.choice_score = least
    battle.choice_cmd = Command.NONE


@kernel
def beats(battle: Battle, side: int, score: float) -> bool:
    """AI-12 Would a candidate of this worth be the best so far?"""
    return score > battle.choice_score


@kernel
def offer(battle: Battle, side: int, score: float) -> None:
    """AI-12 Keep the command in hand as the best so far."""
    battle.choice_score, battle.choice_cmd, battle.choice_unit = score, battle.cmd, battle.cmd_unit
    battle.choice_target, battle.choice_side, battle.choice_arg = battle.cmd_target, battle.cmd_side, battle.cmd_arg
    battle.choice_x, battle.choice_y = battle.cmd_x, battle.cmd_y
    battle.choice_fx, battle.choice_fy = battle.cmd_fx, battle.cmd_fy
    battle.choice_legs = battle.cmd_n
    for leg in range(battle.cmd_n):
        for part in range(4):
            battle.choice_path[leg, part] = battle.cmd_path[leg, part]


@kernel
def chosen(battle: Battle, side: int) -> bool:
    """AI-12 Was anything found? Then it is the command in hand again."""
    battle.cmd, battle.cmd_unit = battle.choice_cmd, battle.choice_unit
    battle.cmd_target, battle.cmd_side, battle.cmd_arg = battle.choice_target, battle.choice_side, battle.choice_arg
    battle.cmd_x, battle.cmd_y = battle.choice_x, battle.choice_y
    battle.cmd_fx, battle.cmd_fy = battle.choice_fx, battle.choice_fy
    battle.cmd_n = battle.choice_legs
    for leg in range(battle.cmd_n):
        for part in range(4):
            battle.cmd_path[leg, part] = battle.choice_path[leg, part]
    return battle.cmd != Command.NONE


@kernel
def order(battle: Battle, kind: int, unit: int, target: int) -> None:
    """AI-12 Write a command without a path."""
    battle.cmd, battle.cmd_unit, battle.cmd_target = kind, unit, target
    battle.cmd_side, battle.cmd_arg, battle.cmd_n, battle.cmd_items = 0, 0, 0, 0


@kernel
def add_leg(battle: Battle, x: float, y: float, fx: float, fy: float) -> None:
    """AI-12 Add a pose to the path of the command in hand."""
    n = battle.cmd_n
    battle.cmd_path[n, 0], battle.cmd_path[n, 1], battle.cmd_path[n, 2], battle.cmd_path[n, 3] = x, y, fx, fy
    battle.cmd_n = n + 1
