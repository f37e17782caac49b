"""Deployment and late arrivals (HR-T3, T5, T6, HR-7)."""


from battles.resolvers.common.codes import Arm, Skill
from battles.resolvers.lgg.day.arrivals import arrive, due_later, enter_columns
from battles.resolvers.lgg.day.deploy import deploy, put_near
from battles.resolvers.lgg.record.codes import SIDE_SLOTS, Status
from battles.resolvers.lgg.record.setup import add_leader, add_piece, add_unit, new_battle, seat
from battles.resolvers.lgg.record.state import Battle
from tests.battles.resolvers.lgg.invariants import broken, on_table
from tests.battles.resolvers.lgg.stage import names, stage, stand

A400 = (("elite_inf", 1), ("line_inf", 5), ("militia_inf", 2), ("heavy_cav", 2), ("light_cav", 2), ("heavy_art", 2))


def army(battle: Battle, side: int, units: tuple[tuple[str, int], ...] = A400) -> None:
    for kind, number in units:
        for _ in range(number):
            add_unit(battle, side, kind)
    add_leader(battle, side, 0, Skill.AVERAGE)


def armies(**fields: int) -> Battle:
    battle = new_battle("deployment")
    for name, value in fields.items():
        battle[name] = value
    army(battle, 0)
    army(battle, 1)
    return battle


def there(battle: Battle, side: int) -> list[int]:
    return [unit for unit in on_table(battle) if unit // SIDE_SLOTS == side]


def test_HR_T5_both_armies_stand_in_their_zones_facing_each_other() -> None:
    battle = armies()
    deploy(battle)
    assert [len(there(battle, side)) for side in (0, 1)] == [14, 14]
    assert all(battle.y[u] - 1.5 >= 4 and battle.y[u] + 1.5 <= 12 and battle.fy[u] == 1 for u in there(battle, 0))
    assert all(battle.y[u] - 1.5 >= 36 and battle.y[u] + 1.5 <= 44 and battle.fy[u] == -1 for u in there(battle, 1))
    assert broken(battle) == []


def test_HR_T3_a_unit_is_deployed_in_the_only_gap_that_it_just_fits_into() -> None:
    """Wood fills the zone but for two columns of infantry and a gap of a train's width between them."""
    battle = stage()
    for left, right in ((0.0, 17.0), (24.5, 72.0)):
        add_piece(battle, "rough", [(left, 0), (right, 0), (right, 20), (left, 20)])
    for x in (18.5, 23.0):
        for y in (5.5, 8.5, 11.5):
            stand(battle, 0, "line_inf", x, y)
    train = seat(battle, add_unit(battle, 0, "pontoon"))
    assert put_near(battle, train, 36.0, 10.5)
    assert (battle.x[train], broken(battle)) == (20.75, [])


def test_HR_T3_the_holder_deploys_first() -> None:
    for roles, first in (((0, 1), 1), ((1, 0), 0)):
        battle = armies()
        battle["role"] = roles
        deploy(battle)
        assert battle.log[0, 3] == first


def test_HR_T5_two_like_armies_deploy_alike() -> None:
    battle = armies()
    deploy(battle)
    south = sorted((float(battle.x[u]), float(battle.y[u])) for u in there(battle, 0))
    assert south == sorted((72 - float(battle.x[u]), 48 - float(battle.y[u])) for u in there(battle, 1))


def test_LGG_3_0_no_gun_is_deployed_in_rough_ground_or_on_a_river() -> None:
    battle = armies()
    add_piece(battle, "rough", [(28, 3), (44, 3), (44, 13), (28, 13)])
    add_piece(battle, "obstacle", [(0, 40), (72, 40)], impassable=True)
    deploy(battle)
    assert (len(on_table(battle)), broken(battle)) == (28, [])


def test_HR_7_a_campaign_battle_allows_one_gun_to_three_others() -> None:
    battle = new_battle("guns")
    battle.gun_limit = 3
    army(battle, 0, (("line_inf", 7), ("heavy_art", 4)))
    army(battle, 1)
    deploy(battle)
    assert len([unit for unit in there(battle, 0) if battle.arm[unit] == Arm.ART]) == 2
    assert [int(battle.roll_status[row]) for row in range(7, 11)].count(Status.WAITING) == 2


def test_HR_T3_in_a_meeting_engagement_half_comes_at_the_start_of_round_three() -> None:
    battle = armies(meeting=1, day=1, length=100, radius=20)
    battle.day = 1
    deploy(battle)
    assert [len(there(battle, side)) for side in (0, 1)] == [7, 7]
    for begun, number in ((1, 7), (2, 7), (3, 14)):
        battle.round_no = begun
        arrive(battle)
        assert [len(there(battle, side)) for side in (0, 1)] == [number, number]
    assert (names(battle).count("arrive"), broken(battle)) == (14, [])


def test_HR_T6_each_unit_of_a_column_costs_an_action() -> None:
    battle = armies(day=1, length=100, radius=20)
    for _ in range(3):
        add_unit(battle, 0, "line_inf", arrives=30)
    deploy(battle)
    battle.count, battle.actions = 40, 2
    enter_columns(battle, 0)
    assert (len(there(battle, 0)), battle.actions, battle.spent[0]) == (16, 0, 2)


def test_R_37_a_column_due_later_today_counts() -> None:
    battle = armies(day=1, length=100)
    add_unit(battle, 0, "line_inf", arrives=60)
    add_unit(battle, 1, "line_inf", arrives=130)
    assert (bool(due_later(battle, 0)), bool(due_later(battle, 1))) == (True, False)
    battle.day = 2
    assert bool(due_later(battle, 1))
