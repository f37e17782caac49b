"""The door of this rule system: what the registry asks for."""

from battles.resolvers.common import codes
from battles.resolvers.common.arith import capacity
from battles.resolvers.common.codes import NOBODY, SIDE_LEADERS, SIDES
from battles.resolvers.common.deploy import deploy_side, lay_plane
from battles.resolvers.common.fill import field_units, hold_by_plan, units_of
from battles.resolvers.common.record import Battle
from battles.resolvers.common.works import works_on_plane
from battles.resolvers.frame.door import Door
from battles.resolvers.one_hour.codes import CHIEF_AGAIN, HITS, INCH, NUMBERS, WING_AGAIN, WORDS, Own, Side
from battles.resolvers.one_hour.system import SYSTEM
from battles.resolvers.one_hour.turn import play_day
from battles.resolvers.values.battle import BattleFile

DEPTH, LEAST_WIDTH, ZONE, PITCH, GAP, WORK_LENGTH = 36, 36, 900, 400, 50, 400
BASES: dict[int, tuple[int, int]] = {codes.Arm.FOOT: (400, 200), codes.Arm.CAV: (400, 200), codes.Arm.ART: (200, 300)}
"""OHW A.3 Width and depth of a base, in hundredths of an inch."""


def set_up(battle: Battle, file: BattleFile) -> None:
    """COM-20 Lay out the board and deploy, the defender first; on the morning of each further day again."""
    if battle.day == 1:
        lay_plane(battle, file, depth=DEPTH, least=LEAST_WIDTH, unit=5, margin=6, inch=INCH)
        share_dice(battle)
    field_units(battle, file)
    for side in range(SIDES):
        for unit in units_of(battle, side):
            ready_unit(battle, unit)
        hold_by_plan(battle, side, Own.HELD)
    for side in (1 - int(battle.first), int(battle.first)):
        deploy_side(battle, side, ZONE, PITCH, GAP, INCH // 2)
    works_on_plane(battle, file, WORK_LENGTH)


def share_dice(battle: Battle) -> None:
    """OHW-25 The dice that each side may throw again in the battle, by the skill of its generals."""
    for side in range(SIDES):
        leaders = range(side * SIDE_LEADERS, side * SIDE_LEADERS + int(battle.leaders[side]))
        battle.side_own[side, Side.AGAIN] = sum(
            int(battle.num[(CHIEF_AGAIN if n == 0 else WING_AGAIN) + int(battle.lead_skill[leader])])
            for n, leader in enumerate(leaders)
        )


def ready_unit(battle: Battle, unit: int) -> None:
    """COM-05 OHW-18 A unit's base and capacity, and nothing behind it."""
    battle.width[unit], battle.depth[unit] = BASES[int(battle.arm[unit])]
    battle.cap[unit] = capacity(int(battle.num[HITS]), int(battle.sp[unit]), int(battle.full[unit]))
    battle.left[unit] = battle.cap[unit]
    for column in range(Own.HELD + 1):
        battle.own[unit, column] = 0
    battle.own[unit, Own.FOE] = battle.own[unit, Own.HIT_BY] = NOBODY


ENGINE = "11"
BASE_TURNS = 15
"""OHW-27 Turns of a day in fall."""

DOOR = Door(
    engine=ENGINE, numbers=NUMBERS, base_turns=BASE_TURNS, words=WORDS, set_up=set_up, play_day=play_day,
    options=SYSTEM.options,
)  # fmt: skip
tables, profile_hash, sheet = DOOR.tables, DOOR.profile_hash, DOOR.sheet
freeze, fight, finish, tally_runs, warm = DOOR.freeze, DOOR.fight, DOOR.finish, DOOR.tally_runs, DOOR.warm
