"""The will of an army (HR-26) and the command of a large one (HR-27)."""

import pytest

from battles.resolvers.common.codes import Skill
from battles.resolvers.core.will import breaking_number
from battles.resolvers.lgg.command.rolls import rolls_of, staff_skill
from battles.resolvers.lgg.day.will import army_units, much_worse, units_to_break
from battles.resolvers.lgg.machine.engine import act
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.codes import DRAW, Pending, Phase, Status
from battles.resolvers.lgg.record.setup import add_unit, set_status
from tests.battles.resolvers.lgg.stage import events, losing, names, stage, stand


@pytest.mark.parametrize(("parts", "of", "units", "least"), [
    (1, 3, 1, 1), (1, 3, 3, 2), (1, 3, 9, 4), (1, 3, 12, 5), (1, 3, 14, 5), (1, 3, 15, 6), (1, 3, 18, 7),
    (1, 4, 8, 3), (1, 4, 11, 3), (2, 5, 10, 5), (1, 2, 9, 5),
])
def test_E94_HR_26_an_army_bears_its_share_and_no_more(parts: int, of: int, units: int, least: int) -> None:
    assert breaking_number(units, parts, of) == least


def test_HR_26_what_an_army_can_still_bear() -> None:
    assert [units_to_break(losing("will", 14, (broken, 0)), 0) for broken in (0, 4, 5, 9)] == [5, 1, 0, 0]


@pytest.mark.parametrize(
    ("units", "broken", "stays"), [(14, (5, 0), [0, 1]), (14, (0, 5), [1, 0]), (14, (6, 5), [0, 0])]
)
def test_HR_26_a_broken_army_leaves_at_the_end_of_the_round(
    units: int, broken: tuple[int, int], stays: list[int]
) -> None:
    battle = losing("will", units, broken)
    advance(battle)
    assert "will" in names(battle)
    assert list(battle.stays) == stays
    assert battle.phase not in (Phase.NIGHT, Phase.STAY_LEAVE)


@pytest.mark.parametrize(("broken", "will"), [((5, 5), 1), ((4, 4), 1), ((9, 0), 0)])
def test_HR_26_both_leave_in_the_same_round_nobody_below_the_share_or_where_it_is_off(
    broken: tuple[int, int], will: int
) -> None:
    battle = losing("will", 14, broken)
    battle.will = will
    advance(battle)
    if will and broken[0] == 5:
        while battle.phase != Phase.OVER:
            act(battle)
        assert battle.winner == DRAW
    else:
        assert battle.pending == Pending.BREAK_OFF


def test_HR_26_units_on_the_march_do_not_count_yet() -> None:
    battle = losing("will", 12, (0, 0))
    row = add_unit(battle, 0, "line_inf", arrives=30)
    assert army_units(battle, 0) == 12
    battle.roll_arrives[row] = 0
    assert army_units(battle, 0) == 13


def test_HR_26_a_unit_rallied_by_night_counts_as_whole() -> None:
    battle = losing("will", 14, (5, 0))
    set_status(battle, next(u for u in range(14) if battle.status[u] == Status.RALLYABLE), Status.WAITING)
    assert units_to_break(battle, 0) == 1


@pytest.mark.parametrize(("lost", "his", "leaves"), [(20, 0, True), (19, 0, False), (30, 10, True), (29, 10, False)])
def test_HR_26_a_fifth_of_an_army_more_on_the_last_evening(lost: int, his: int, leaves: bool) -> None:
    assert much_worse(lost, 100, his, 100) is leaves


@pytest.mark.parametrize(("day", "will", "beaten"), [(3, 1, True), (2, 1, False), (3, 0, False)])
def test_HR_26_the_side_that_is_worn_down_leaves_after_the_last_day(day: int, will: int, beaten: bool) -> None:
    battle = losing("will", 10, (0, 0))
    battle.will, battle.day, battle.phase, battle.max_days = will, day, Phase.STAY_LEAVE, 3
    for unit in range(10):
        battle.sp[unit] -= 1
    advance(battle)
    for _ in range(2):
        assert battle.pending == Pending.STAY
        battle.stays[battle.asked], battle.pending = 1, 0
        advance(battle)
    assert ("last_evening" in names(battle)) is beaten
    if beaten:
        told = dict(events(battle))["last_evening"]
        assert (told["lost_0"], told["strength_0"], told["loser"]) == (10, 40, 0)


@pytest.mark.parametrize(("units", "rolls"), [(1, 1), (16, 1), (17, 2), (32, 2), (33, 3), (48, 3)])
def test_HR_27_one_command_roll_for_each_sixteen_units(units: int, rolls: int) -> None:
    battle = stage()
    battle.large_army = 16
    for n in range(units):
        stand(battle, 0, "line_inf", 4.0 + 3.5 * (n % 18), 4.0 + 4.0 * (n // 18))
    assert rolls_of(battle, 0) == rolls
    battle.large_army = 0
    assert rolls_of(battle, 0) == 1


def test_HR_27_the_wings_throw_the_further_rolls_then_the_staff() -> None:
    battle = stage()
    battle["lead_skill"][:3] = [Skill.GOOD, Skill.AVERAGE, Skill.GREAT]
    battle["lead_here"][:3] = [1, 0, 1]
    assert [staff_skill(battle, 0, n) for n in range(3)] == [Skill.GOOD, Skill.GREAT, Skill.POOR]


def test_HR_27_only_what_the_army_commanders_throw_brings_the_evening_nearer() -> None:
    battle = losing("will", 5, (0, 0))
    battle["rolled"], battle["own_roll"] = 15, 7
    before = int(battle.count)
    advance(battle)
    assert battle.phase != Phase.PURSUIT
    assert int(battle.count) == before + 14 + int(battle.count_add[battle.weather])
