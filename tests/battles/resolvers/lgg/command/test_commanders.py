"""Commanders in danger (LGG-16.0)."""

from fractions import Fraction

import pytest

from battles.resolvers.common.codes import Skill
from battles.resolvers.core.dice import CASUALTY_STREAM
from battles.resolvers.lgg.command.commanders import begin_sweep, direction, end_sweep, stand_blocked, sweep, swept_area
from battles.resolvers.lgg.plane.space import place
from battles.resolvers.lgg.record.codes import LEADERS
from battles.resolvers.lgg.record.setup import add_leader
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.stage import NORTHWARD, events, fix, lead, names, stage, stand


def ride_over(battle: Battle, unit: int, dx: float, dy: float) -> None:
    """The unit slides by (dx, dy) as a move does."""
    x, y = float(battle.x[unit]), float(battle.y[unit])
    place(battle, unit, x + dx, y + dy, battle.fx[unit], battle.fy[unit])
    begin_sweep(battle)
    sweep(battle, unit, x, y, battle.fx[unit], battle.fy[unit], dx, dy)
    end_sweep(battle, unit)


def before_the_stand(x: float = 36.0, y: float = 30.0) -> tuple[Battle, int]:
    """A unit of side 0 whose front edge is 6.5" from the stand of side 1's commander at (36, 39)."""
    battle = stage()
    lead(battle, 1, 36, 39)
    return battle, stand(battle, 0, "light_cav", x, y, NORTHWARD)


@pytest.mark.parametrize(
    ("x", "dy", "area"),
    [(36.0, 20.0, 4.0), (36.0, 7.5, 2.0), (38.0, 20.0, 1.0), (36.0, 6.5, 0.0), (39.0, 20.0, 0.0)],
)
def test_LGG_16_0_c_area_of_a_stand_that_is_gone_over(x: float, dy: float, area: float) -> None:
    battle, unit = before_the_stand(x)
    assert swept_area(battle, unit, x, 30.0, *NORTHWARD, 0.0, dy, 3) == pytest.approx(area, abs=1e-9)


def test_LGG_16_0_c_a_slanting_slide_sweeps_a_hexagon() -> None:
    battle, unit = before_the_stand(30.0, 33.0)
    assert swept_area(battle, unit, 30.0, 33.0, *NORTHWARD, 12.0, 12.0, 3) == pytest.approx(4.0)
    assert swept_area(battle, unit, 30.0, 33.0, *NORTHWARD, 12.0, 0.0, 3) == pytest.approx(0.0)


@pytest.mark.parametrize(("dy", "dice"), [(20.0, 1), (6.54, 0), (6.56, 1)])
def test_LGG_16_0_c_only_more_than_a_tenth_of_a_square_inch_is_a_penetration(dy: float, dice: int) -> None:
    battle, unit = before_the_stand()
    ride_over(battle, unit, 0.0, dy)
    assert battle.dice[CASUALTY_STREAM] == dice


def test_R_43_his_own_units_never_penetrate() -> None:
    battle = stage()
    lead(battle, 0, 36, 20)
    ride_over(battle, stand(battle, 0, "light_cav", 36, 10), 0.0, 20.0)
    assert names(battle) == []


def test_E43_a_commander_is_lost_on_a_one() -> None:
    lost = 0
    for face in range(1, 11):
        battle, unit = before_the_stand()
        fix(battle, CASUALTY_STREAM, face)
        ride_over(battle, unit, 0.0, 20.0)
        lost += int(battle.lead_lost[3])
    once = Fraction(lost, 10)
    assert [1 - (1 - once) ** n for n in (1, 2, 3)] == [Fraction(1, 10), Fraction(19, 100), Fraction(271, 1000)]


@pytest.mark.parametrize(
    ("skill", "after"),
    [(Skill.GREAT, Skill.GOOD), (Skill.GOOD, Skill.AVERAGE), (Skill.AVERAGE, Skill.POOR), (Skill.POOR, Skill.POOR)],
)
def test_LGG_16_0_d_the_subordinate_is_one_skill_lower(skill: int, after: int) -> None:
    battle, unit = before_the_stand()
    battle.lead_skill[3], battle.rolled[1] = skill, 9
    fix(battle, CASUALTY_STREAM, 1)
    ride_over(battle, unit, 0.0, 20.0)
    assert (battle.lead_skill[3], battle.lead_here[3], battle.rolled[1]) == (after, 1, 9)
    assert names(battle) == ["casualty", "command_change"]


def test_LGG_S2_g_a_lost_wing_is_gone() -> None:
    battle, unit = before_the_stand()
    wing = add_leader(battle, 1, 1, Skill.GOOD)
    battle.lead_x[wing], battle.lead_y[wing] = 36, 34
    lead(battle, 1, 60, 44)
    fix(battle, CASUALTY_STREAM, 1)
    ride_over(battle, unit, 0.0, 10.0)
    assert (battle.lead_here[wing], names(battle)) == (0, ["casualty"])


def test_LGG_16_0_c_an_overlapped_commander_is_set_at_the_nearest_free_place() -> None:
    battle, unit = before_the_stand()
    fix(battle, CASUALTY_STREAM, 5)
    ride_over(battle, unit, 0.0, 8.5)
    x, y = float(battle.lead_x[3]), float(battle.lead_y[3])
    assert not stand_blocked(battle, LEADERS, x, y)
    assert max(abs(x - 36), abs(y - 39)) <= 6
    assert dict(events(battle))["casualty"]["lost"] == 0


def test_LGG_16_0_c_a_commander_passed_over_stays_where_he_is() -> None:
    battle, unit = before_the_stand(36.0, 20.0)
    fix(battle, CASUALTY_STREAM, 5)
    ride_over(battle, unit, 0.0, 24.0)
    assert (battle.lead_x[3], battle.lead_y[3]) == (36, 39)


def test_LGG_16_0_c_eight_directions_are_looked_at() -> None:
    assert {direction(n) for n in range(8)} >= {(0, 1), (1, 0), (0, -1), (-1, 0)}
    assert all(x * x + y * y == pytest.approx(1) for x, y in map(direction, range(8)))
