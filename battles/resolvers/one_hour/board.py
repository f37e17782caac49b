"""The board, bases, conversion in, deployment (OHW-18, OHW-25; COM-05, COM-20, COM-23)."""

from battles.resolvers.battle import BattleFile
from battles.resolvers.common import codes
from battles.resolvers.common.arith import capacity
from battles.resolvers.common.codes import BOARD, LAND, NOBODY, SIDE_LEADERS, SIDE_UNITS, SIDES
from battles.resolvers.common.deploy import deploy_side, field_units
from battles.resolvers.common.land import lay
from battles.resolvers.common.record import Battle
from battles.resolvers.one_hour.codes import INCH, O_FOE, O_HELD, O_HIT_BY, S_AGAIN
from battles.resolvers.one_hour.numbers import CHIEF_AGAIN, HITS, WING_AGAIN

DEPTH, LEAST_WIDTH, ZONE, PITCH, GAP = 36, 36, 900, 400, 50
BASES = {codes.FOOT: (400, 200), codes.CAV: (400, 200), codes.ART: (200, 300)}
"""OHW A.3 Width and depth of a base, in hundredths of an inch."""


def set_up(battle: Battle, file: BattleFile) -> None:
    """COM-20 Lay out the board and deploy, the defender first; on the morning of each further day again."""
    if battle.day == 1:
        lay_board(battle, file)
        share_dice(battle)
    field_units(battle, file)
    for side in range(SIDES):
        for unit in units_of(battle, side):
            ready_unit(battle, unit)
        hold_back(battle, side)
    for side in (1 - int(battle.first), int(battle.first)):
        deploy_side(battle, side, ZONE, PITCH, GAP, INCH // 2)


def units_of(battle: Battle, side: int) -> range:
    """The numbers of a side's units."""
    return range(side * SIDE_UNITS, side * SIDE_UNITS + int(battle.units[side]))


def lay_board(battle: Battle, file: BattleFile) -> None:
    """COM-10 COM-23 The field on a board as wide as the larger army asks; cells of an inch, two on a very wide one."""
    units = max(int(battle.units[side]) for side in range(SIDES))
    front = -(-6 * units // 10)
    width = max(LEAST_WIDTH, 5 * front + 6)
    cell = INCH if width * DEPTH <= LAND else 2 * INCH
    lay(battle, file.laid_out, width=width * INCH, depth=DEPTH * INCH, cell=cell)


def share_dice(battle: Battle) -> None:
    """OHW-25 The dice that each side may throw again in the battle, by the skill of its generals."""
    for side in range(SIDES):
        leaders = range(side * SIDE_LEADERS, side * SIDE_LEADERS + int(battle.leaders[side]))
        battle.side_own[side, S_AGAIN] = sum(
            int(battle.num[(CHIEF_AGAIN if n == 0 else WING_AGAIN) + int(battle.lead_skill[leader])])
            for n, leader in enumerate(leaders)
        )


def ready_unit(battle: Battle, unit: int) -> None:
    """COM-05 OHW-18 A unit's base and capacity, and nothing behind it."""
    battle.width[unit], battle.depth[unit] = BASES[int(battle.arm[unit])]
    battle.cap[unit] = capacity(int(battle.num[HITS]), int(battle.sp[unit]), int(battle.full[unit]))
    battle.left[unit] = battle.cap[unit]
    for column in range(O_HELD + 1):
        battle.own[unit, column] = 0
    battle.own[unit, O_FOE] = battle.own[unit, O_HIT_BY] = NOBODY


def hold_back(battle: Battle, side: int) -> None:
    """COM-17 Whom the plan holds back: units to be spared, and the last ones of the roll as its reserve."""
    units = [unit for unit in units_of(battle, side) if battle.status[unit] == BOARD]
    reserve = max(0, int(battle.reserve[side])) * len(units) // 100
    for n, unit in enumerate(units):
        battle.own[unit, O_HELD] = int(battle.spare[unit] == 1 or n >= len(units) - reserve)
