"""Scenes of the Solo Napoleonic rules: a bare table in millimetres, a brigade a side, dice that fall as one says."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from battles.resolvers.common import codes
from battles.resolvers.common.codes import BATTLE_STREAM, NOBODY, SIDE_LEADERS, SIDE_UNITS, Arm, Status
from battles.resolvers.common.land import lay
from battles.resolvers.common.plane import cosines
from battles.resolvers.common.record import Battle, blank
from battles.resolvers.fields.field import Field
from battles.resolvers.solo_napoleonic import codes as n
from battles.resolvers.solo_napoleonic.codes import MM, NUMBERS, Form, Lead, Own
from battles.resolvers.solo_napoleonic.footing import set_base
from battles.resolvers.solo_napoleonic.resolver import class_of_kind
from rosters.rules.catalogue import catalogue
from tests.battles.resolvers.common.dice import key_that_throws

BLUE, RED = 0, SIDE_UNITS
BLUE_BRIGADIER, RED_BRIGADIER = 1, SIDE_LEADERS + 1


@dataclass(frozen=True)
class Man:
    """A unit of a scene: its place in millimetres, heading, formation (-1: as it deploys in line)."""

    side: int
    type: str
    x: float
    y: float
    heading: int = 0
    form: int = -1
    guard: bool = False


def table(*men: Man, pieces: Sequence[Any] = (), profile: dict[str, Any] | None = None) -> Battle:
    """A battle on turn 1 with these units; its table is 1800 by 1200 mm, pieces are in inches of 25 mm."""
    battle = blank()
    NUMBERS.fill(battle, profile or {})
    battle.cosine[:] = cosines()
    lay(battle, Field(72, 48, tuple(pieces)), width=18_000, depth=12_000, cell=250)
    battle.limit, battle.turn, battle.day, battle.season = 15, 1, 1, 2
    for side in (0, 1):
        battle.break_off[side] = battle.plan[side] = battle.sector[side] = battle.reserve[side] = NOBODY
        battle.leaders[side], battle.skill[side] = 2, codes.Skill.AVERAGE
        battle.side_own[side, 5] = NOBODY
        for leader in range(side * SIDE_LEADERS, side * SIDE_LEADERS + 2):
            battle.lead_state[leader], battle.lead_with[leader] = Status.BOARD, NOBODY
            battle.lead_skill[leader] = codes.Skill.AVERAGE
            battle.lead_own[leader, Lead.TH] = battle.lead_own[leader, Lead.AV] = 1
            battle.lead_own[leader, Lead.MADE] = 1
            battle.lead_x[leader], battle.lead_y[leader] = 900 * MM, 11_900 if side else 100
        battle.lead_own[side * SIDE_LEADERS + 1, Lead.GRADE] = 5
    for man in men:
        add(battle, man)
    return battle


def add(battle: Battle, man: Man) -> int:
    """Put a unit into a scene; the first of a side has its brigadier beside it."""
    kind = catalogue().unit_types[man.type]
    unit = man.side * SIDE_UNITS + int(battle.units[man.side])
    battle.units[man.side] += 1
    battle.rows[man.side] += 1
    battle.roll[unit], battle.status[unit], battle.roll_status[unit] = unit, Status.BOARD, Status.BOARD
    battle.arm[unit] = battle.roll_arm[unit] = codes.ARM_KEYS.index(kind.arm)
    battle.kind[unit] = battle.roll_kind[unit] = codes.TYPE_KEYS.index(kind.key)
    battle.guard[unit], battle.sp[unit], battle.full[unit] = int(man.guard), 1, kind.full
    battle.roll_sp[unit] = battle.roll_before[unit] = 1
    figure = {Arm.FOOT: 0, Arm.CAV: 1, Arm.ART: 3 if kind.key == "horse_art" else 2}[Arm(battle.arm[unit])]
    battle.cap[unit] = battle.left[unit] = battle.num[n.FORMATION_FIGURES + figure]
    battle.own[unit, Own.CLASS], battle.own[unit, Own.LOCK] = class_of_kind(battle, unit), NOBODY
    leader = man.side * SIDE_LEADERS + 1
    battle.own[unit, Own.BRIGADE] = leader
    battle.lead_own[leader, Lead.UNITS] += 1
    battle.x[unit], battle.y[unit], battle.heading[unit] = round(MM * man.x), round(MM * man.y), man.heading
    if battle.units[man.side] == 1:
        battle.lead_x[leader], battle.lead_y[leader] = battle.x[unit], battle.y[unit]
    usual = {Arm.FOOT: Form.LINE, Arm.CAV: Form.HORSE, Arm.ART: Form.DEPLOYED}[Arm(battle.arm[unit])]
    set_base(battle, unit, man.form if man.form >= 0 else usual)
    battle.start_units[man.side] += 1
    battle.start_sp[man.side] += 1
    return unit


def in_hand(battle: Battle, side: int = 0) -> None:
    """The side's brigade is in control."""
    battle.lead_own[side * SIDE_LEADERS + 1, Lead.CONTROLS] = 1


def rig(battle: Battle, *dice: tuple[int, int]) -> None:
    """Let the next dice of the battle fall so: pairs of sides and face."""
    battle.key = key_that_throws(dice, int(battle.dice[BATTLE_STREAM]))


def rows(battle: Battle, code: int) -> list[list[int]]:
    """The journal's rows of an event: rule, side, actor, target, four values."""
    log = [[int(v) for v in row] for row in battle.log[: int(battle.log_n)]]
    return [[*row[3:7], *row[7:11]] for row in log if row[0] == code]
