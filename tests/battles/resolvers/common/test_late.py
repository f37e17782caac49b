"""Late columns: where they enter, who waits for them and where (COM-17, HR-T6)."""

import pytest

from battles.resolvers.common.codes import Posture, Status
from battles.resolvers.common.deploy import FREE, SEES, enter, enter_at
from battles.resolvers.common.general import from_edge, is_behind, line_of
from battles.resolvers.common.record import Battle
from battles.resolvers.my_favourite.codes import INCH
from battles.resolvers.my_favourite.doctrine import assaults
from battles.resolvers.solo_napoleonic.codes import MM, Own, Side
from battles.resolvers.solo_napoleonic.doctrine.aims import attacks, coming, is_late, present, waits_for_columns
from tests.battles.resolvers.common.scene import Man
from tests.battles.resolvers.my_favourite.table import BLUE, table
from tests.battles.resolvers.solo_napoleonic.table import Man as SoloMan
from tests.battles.resolvers.solo_napoleonic.table import table as solo_table

LINE = [Man(0, "line_inf", x, 9) for x in (18, 24.5, 31, 37.5, 44)]


def with_late_guns() -> Battle:
    """Five in a row before the edge, an enemy behind whom nobody sees past them, and guns that are due."""
    battle = table(*LINE, Man(0, "field_art", 0, 0), Man(1, "line_inf", 31, 40, 180), Man(1, "line_inf", 2, 40, 180))
    battle.status[BLUE + 5], battle.arrives[BLUE + 5] = Status.WAITING, 1
    return battle


def test_HR_T6_COM_17_late_guns_enter_where_they_see_an_enemy_and_others_where_their_way_is_free() -> None:
    battle = with_late_guns()
    assert enter_at(battle, 0, BLUE + 5, INCH, 6 * INCH, SEES)
    seen_at = int(battle.x[BLUE + 5])
    assert enter(battle, 0, BLUE + 5, INCH, 6 * INCH)
    assert int(battle.x[BLUE + 5]) == seen_at
    battle.status[200] = battle.status[201] = Status.WAITING
    assert not enter_at(battle, 0, BLUE + 5, INCH, 6 * INCH, SEES)
    assert enter(battle, 0, BLUE + 5, INCH, 6 * INCH)
    free_at = int(battle.x[BLUE + 5])
    assert enter_at(battle, 0, BLUE + 5, INCH, 6 * INCH, FREE)
    assert int(battle.x[BLUE + 5]) == free_at


def test_COM_17_a_late_unit_is_behind_until_it_is_up_with_the_line() -> None:
    battle = table(Man(0, "line_inf", 20, 9), Man(0, "line_inf", 30, 11), Man(0, "line_inf", 40, 4))
    battle.arrives[BLUE + 2] = 3
    assert (line_of(battle, 0), from_edge(battle, BLUE + 2)) == (10 * INCH, 4 * INCH)
    assert is_behind(battle, BLUE + 2, 5 * INCH)
    assert not is_behind(battle, BLUE + 2, 6 * INCH)
    assert not is_behind(battle, BLUE, 0)
    battle.status[BLUE + 2] = Status.WAITING
    assert not is_behind(battle, BLUE + 2, 0)


@pytest.mark.parametrize(
    ("y", "enemy", "foe_at", "goes"),
    [
        (9, Posture.ASSAULT, 40, True), (9, Posture.HOLD, 40, False), (17, Posture.ASSAULT, 40, False),
        (9, Posture.ASSAULT, 29, False),
    ],
    ids=["at its edge", "the enemy stands", "far enough from it", "the enemy is near"],
)  # fmt: skip
def test_COM_17_MFR_13_who_waits_for_columns_under_attack_does_not_wait_at_the_edge_of_the_table(
    y: float, enemy: int, foe_at: float, goes: bool
) -> None:
    battle = table(Man(0, "line_inf", 30, y), Man(1, "line_inf", 30, foe_at, 180))
    battle.posture[0], battle.posture[1], battle.awaits[0] = Posture.HOLD, enemy, 1
    assert assaults(battle, BLUE) is goes
    battle.awaits[0] = 0
    assert not assaults(battle, BLUE)


def test_COM_17_by_the_solo_rules_an_attack_waits_until_late_columns_are_up_with_its_line() -> None:
    battle = solo_table(
        SoloMan(0, "line_inf", 900, 300), SoloMan(0, "line_inf", 600, 35), SoloMan(1, "line_inf", 900, 900, 180)
    )
    battle.posture[0] = Posture.ASSAULT
    battle.arrives[BLUE + 1] = 30
    battle.own[BLUE + 1, Own.ENTERS], battle.turn, battle.limit = 3, 4, 14
    assert is_late(battle, BLUE + 1)
    assert not is_late(battle, BLUE)
    assert (present(battle, 0), coming(battle, 0)) == (int(battle.sp[BLUE]), int(battle.sp[BLUE + 1]))
    assert waits_for_columns(battle, 0)
    battle.side_own[0, Side.WAITS] = 1
    assert [bool(attacks(battle, unit)) for unit in (BLUE, BLUE + 1)] == [False, True]
    battle.y[BLUE + 1] = 210 * MM
    assert not waits_for_columns(battle, 0)
    battle.y[BLUE + 1], battle.turn = 35 * MM, 7
    assert not waits_for_columns(battle, 0)
