"""Hits, checks, routs, recovery and rally (LGG-8.3, 11.0, 14.0)."""

from fractions import Fraction

import pytest

from battles.resolvers.core.dice import MORALE_STREAM
from battles.resolvers.lgg.command.morale import check, rout, take_hit
from battles.resolvers.lgg.machine.orders import carry_out, verify
from battles.resolvers.lgg.record.codes import Cause, Command, Status
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import dice_written, events, fix, laid, lead, names, rule_of, stage, stand


def order(battle: Battle, cmd: int, unit: int, x: float = 0.0, y: float = 0.0) -> str:
    """Give a recovery or rally: the rule against it, or carry it out."""
    battle.cmd, battle.cmd_unit, battle.cmd_x, battle.cmd_y, battle.cmd_fx, battle.cmd_fy = cmd, unit, x, y, 0.0, 1.0
    code = verify(battle)
    if code == 0:
        carry_out(battle)
    return rule_of(code)


@pytest.mark.parametrize(
    ("kind", "chance"),
    [("elite_inf", Fraction(4, 5)), ("line_inf", Fraction(7, 10)), ("militia_inf", Fraction(1, 2)),
     ("irreg_cav", Fraction(2, 5))],
)
def test_E40_recovery_by_type(kind: str, chance: Fraction) -> None:
    good = 0
    for face in range(1, 11):
        battle = stage()
        unit = stand(battle, 0, kind, 36, 12)
        battle.sp[unit] -= 1
        fix(battle, MORALE_STREAM, face)
        assert order(battle, Command.RECOVER, unit) == ""
        good += int(battle.sp[unit] == battle.full[unit])
    assert Fraction(good, 10) == chance


@pytest.mark.parametrize(("distance", "rule"), [(6.0, "LGG-14.0-a"), (6.01, "")])
def test_LGG_14_0_a_no_recovery_within_six_inches_of_the_enemy(distance: float, rule: str) -> None:
    battle, unit, _ = laid((0, "line_inf", 36, 12), (1, "line_inf", 36, 15 + distance))
    battle.sp[unit] = 2
    assert order(battle, Command.RECOVER, unit) == rule


def test_LGG_14_0_a_once_a_round() -> None:
    battle, unit = laid((0, "line_inf", 36, 12))
    battle.sp[unit] = 1
    assert (order(battle, Command.RECOVER, unit), order(battle, Command.RECOVER, unit)) == ("", "LGG-7.0-f")


def test_R_26_guns_never_recover() -> None:
    battle = stage()
    assert order(battle, Command.RECOVER, stand(battle, 0, "heavy_art", 36, 12)) == "LGG-14.0-a"


@pytest.mark.parametrize(("gap", "box"), [(20.0, Status.RALLYABLE), (21.0, Status.NONRALLYABLE)])
def test_ST_19_LGG_14_0_c_the_box_depends_on_the_radius_where_the_unit_breaks(gap: float, box: int) -> None:
    battle, unit = laid((0, "line_inf", 36, 6 + 1 + gap + 1.5))
    rout(battle, unit, Cause.DOUBLED)
    assert battle.status[unit] == box


@pytest.mark.parametrize(("kind", "rallyable", "box"), [
    ("heavy_art", 0, Status.NONRALLYABLE), ("heavy_art", 1, Status.RALLYABLE),
    ("engineer", 1, Status.NONRALLYABLE), ("pontoon", 1, Status.NONRALLYABLE),
])
def test_LGG_14_0_d_guns_and_trains(kind: str, rallyable: int, box: int) -> None:
    battle = stage()
    battle.guns_rallyable = rallyable
    unit = stand(battle, 0, kind, 36, 12)
    take_hit(battle, unit, Cause.FIRE)
    assert (battle.status[unit], battle.sp[unit]) == (box, 0)


def test_LGG_11_0_a_each_hit_is_written_and_the_last_one_breaks() -> None:
    battle, unit = laid((0, "light_cav", 36, 12))
    for _ in range(4):
        take_hit(battle, unit, Cause.FIRE)
    assert names(battle) == ["hit", "hit", "hit", "rout"]


@pytest.mark.parametrize(("kind", "strength"), [("line_inf", 1), ("heavy_cav", 1)])
def test_LGG_14_0_e_a_rallied_unit_comes_back_with_one_point_and_closed(kind: str, strength: int) -> None:
    battle, unit = laid((0, kind, 36, 12))
    rout(battle, unit, Cause.DOUBLED)
    fix(battle, MORALE_STREAM, 7)
    assert order(battle, Command.RALLY, unit, 30, 12) == ""
    assert (battle.status[unit], battle.sp[unit], battle.closed[unit]) == (Status.BOARD, strength, 1)
    assert (battle.x[unit], battle.y[unit], battle.actions) == (30, 12, 29)


def test_LGG_14_0_e_a_failed_rally_may_be_tried_again_next_round_only() -> None:
    battle, unit = laid((0, "line_inf", 36, 12))
    rout(battle, unit, Cause.DOUBLED)
    fix(battle, MORALE_STREAM, 8)
    assert (order(battle, Command.RALLY, unit, 30, 12), battle.status[unit]) == ("", Status.RALLYABLE)
    assert order(battle, Command.RALLY, unit, 30, 12) == "LGG-14.0-e"


@pytest.mark.parametrize(("x", "y"), [(36.0, 35.0), (36.0, 14.0), (24.0, 12.0)])
def test_LGG_14_0_f_a_rallied_unit_needs_a_legal_place(x: float, y: float) -> None:
    battle, unit = laid((0, "line_inf", 36, 12))
    rout(battle, unit, Cause.DOUBLED)
    stand(battle, 0, "line_inf", 24, 12)
    stand(battle, 1, "line_inf", 36, 20)
    assert order(battle, Command.RALLY, unit, x, y) == "LGG-14.0-f"


def test_ST_19_a_unit_in_the_other_box_cannot_be_rallied_by_day() -> None:
    battle = stage()
    lead(battle, 0, 2, 2)
    unit = stand(battle, 0, "line_inf", 60, 12)
    rout(battle, unit, Cause.DOUBLED)
    assert order(battle, Command.RALLY, unit, 5, 5) == "LGG-14.0-c"


@pytest.mark.parametrize(("face", "strength"), [(7, 4), (8, 3), (10, 3)])
def test_LGG_8_3_a_a_check_fails_above_morale(face: int, strength: int) -> None:
    battle, unit = laid((0, "line_inf", 36, 12))
    fix(battle, MORALE_STREAM, face)
    check(battle, unit, Cause.INCREMENT)
    assert battle.sp[unit] == strength
    assert events(battle)[0][1]["passed"] == int(face <= 7)


@pytest.mark.parametrize(("cause", "option", "dice", "lost"), [
    (Cause.OBSTACLE, 1, 2, False), (Cause.OBSTACLE, 0, 1, True), (Cause.INCREMENT, 1, 1, True)])
def test_LGG_8_4_f_guns_throw_a_failed_check_of_terrain_again(cause: int, option: int, dice: int, lost: bool) -> None:
    battle = stage()
    battle.gun_obstacle_reroll = option
    unit = stand(battle, 0, "heavy_art", 36, 12)
    fix(battle, MORALE_STREAM, 9, 1)
    check(battle, unit, cause)
    assert dice_written(battle) == dice
    assert bool(battle.status[unit] == Status.NONRALLYABLE) is lost


def test_E42_three_increments_at_morale_seven() -> None:
    chances = [Fraction(0)] * 3
    for one in range(1, 11):
        for two in range(1, 11):
            battle = stage()
            unit = stand(battle, 0, "line_inf", 36, 12)
            fix(battle, MORALE_STREAM, one, two)
            check(battle, unit, Cause.INCREMENT)
            check(battle, unit, Cause.INCREMENT)
            chances[4 - int(battle.sp[unit])] += Fraction(1, 100)
    assert chances == [Fraction(49, 100), Fraction(42, 100), Fraction(9, 100)]


def test_LGG_14_0_c_a_rout_says_box_and_cause() -> None:
    battle = stage()
    rout(battle, stand(battle, 0, "line_inf", 36, 12), Cause.BLOCKED)
    assert dict(events(battle))["rout"] == {"unit": 0, "box": Status.RALLYABLE, "cause": Cause.BLOCKED}
