"""The best command found so far: candidates stand in ``cmd_*`` and are offered with their points an action (AI-12)."""

from battles.resolvers.lgg.record.codes import CMD_NONE
from battles.resolvers.lgg.record.rule import rule
from battles.resolvers.lgg.record.state import Battle

C_SCORE, C_KIND, C_UNIT, C_TARGET, C_SIDE, C_ARG, C_LEGS = 16, 17, 18, 19, 20, 21, 22
C_X, C_Y, C_FX, C_FY, C_PATH = 23, 24, 25, 26, 27
NOTHING = -1e9


@rule
def start_choice(battle: Battle, side: int, least: float) -> None:
    """AI-12 Begin a search: nothing worth less than ``least`` an action will be done."""
    battle.mind[side, C_SCORE] = least
    battle.mind[side, C_KIND] = CMD_NONE


@rule
def beats(battle: Battle, side: int, score: float) -> bool:
    """AI-12 Would a candidate of this worth be the best so far?"""
    return score > battle.mind[side, C_SCORE]


@rule
def offer(battle: Battle, side: int, score: float) -> None:
    """AI-12 Keep the command in hand as the best so far."""
    mind = battle.mind[side]
    mind[C_SCORE], mind[C_KIND], mind[C_UNIT] = score, battle.cmd, battle.cmd_unit
    mind[C_TARGET], mind[C_SIDE], mind[C_ARG] = battle.cmd_target, battle.cmd_side, battle.cmd_arg
    mind[C_X], mind[C_Y], mind[C_FX], mind[C_FY] = battle.cmd_x, battle.cmd_y, battle.cmd_fx, battle.cmd_fy
    mind[C_LEGS] = battle.cmd_n
    for leg in range(battle.cmd_n):
        for part in range(4):
            mind[C_PATH + 4 * leg + part] = battle.cmd_path[leg, part]


@rule
def chosen(battle: Battle, side: int) -> bool:
    """AI-12 Was anything found? Then it is the command in hand again."""
    mind = battle.mind[side]
    battle.cmd, battle.cmd_unit = int(mind[C_KIND]), int(mind[C_UNIT])
    battle.cmd_target, battle.cmd_side, battle.cmd_arg = int(mind[C_TARGET]), int(mind[C_SIDE]), int(mind[C_ARG])
    battle.cmd_x, battle.cmd_y, battle.cmd_fx, battle.cmd_fy = mind[C_X], mind[C_Y], mind[C_FX], mind[C_FY]
    battle.cmd_n = int(mind[C_LEGS])
    for leg in range(battle.cmd_n):
        for part in range(4):
            battle.cmd_path[leg, part] = mind[C_PATH + 4 * leg + part]
    return battle.cmd != CMD_NONE


@rule
def order(battle: Battle, kind: int, unit: int, target: int) -> None:
    """AI-12 Write a command without a path."""
    battle.cmd, battle.cmd_unit, battle.cmd_target = kind, unit, target
    battle.cmd_side, battle.cmd_arg, battle.cmd_n, battle.cmd_items = 0, 0, 0, 0


@rule
def add_leg(battle: Battle, x: float, y: float, fx: float, fy: float) -> None:
    """AI-12 Add a pose to the path of the command in hand."""
    n = battle.cmd_n
    battle.cmd_path[n, 0], battle.cmd_path[n, 1], battle.cmd_path[n, 2], battle.cmd_path[n, 3] = x, y, fx, fy
    battle.cmd_n = n + 1
