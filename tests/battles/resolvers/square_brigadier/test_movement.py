"""Movement from square to square (SQB-14 to SQB-22)."""

import pytest

from battles.resolvers.common.codes import NOBODY, Ground, Land
from battles.resolvers.common.events import Event
from battles.resolvers.common.record import Battle
from battles.resolvers.square_brigadier import moves
from battles.resolvers.square_brigadier.codes import NUMBERS, How, Own
from battles.resolvers.square_brigadier.contact import act_in_contact, open_fire
from battles.resolvers.square_brigadier.troops import may_close, may_move_and_shoot, reach_of
from tests.battles.resolvers.common.grid_stage import board, events, unit

Squares = set[tuple[int, int]]


def reached(battle: Battle, number: int, way: int = moves.ON_MARCH, more: int = 0) -> Squares:
    """The squares on which a unit may end its move."""
    moves.explore(battle, number, reach_of(battle, number) + more, way)
    return {
        (moves.place_x(battle, number, p), moves.place_y(battle, number, p))
        for p in range(moves.PLACES)
        if moves.may_end_at(battle, number, p)
    }


def around(x: int, y: int, far: int) -> Squares:
    return {(a, b) for a in range(x - far, x + far + 1) for b in range(y - far, y + far + 1)} - {(x, y)}


def place_of(battle: Battle, number: int, x: int, y: int) -> int:
    return (y - int(battle.y[number]) + moves.MIDDLE) * moves.WINDOW + x - int(battle.x[number]) + moves.MIDDLE


def test_SQB_14_a_unit_moves_in_any_direction_and_turns_as_it_likes() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "line_inf", 5, 5, 0, 3)
    assert reached(battle, 0) == around(5, 5, 2)
    moves.move_to(battle, 0, place_of(battle, 0, 7, 3), 6, How.MARCH)
    assert (int(battle.x[0]), int(battle.y[0]), int(battle.heading[0]), int(battle.own[0, Own.MOVED])) == (7, 3, 6, 2)
    assert events(battle, Event.MOVE)[0][0] == 0


def test_SQB_15_a_unit_stops_next_to_an_enemy_and_faces_one_who_looks_at_it() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "light_cav", 5, 2, 0, 3)
    unit(battle, 200, "line_inf", 5, 5, 4, 3)
    unit(battle, 201, "line_inf", 7, 4, 2, 3)
    assert (5, 6) not in reached(battle, 0)
    assert (moves.face_on_contact(battle, 0, 6, 4, 201), moves.face_on_contact(battle, 0, 8, 4, 200)) == (200, 201)
    moves.attack_from(battle, 0, place_of(battle, 0, 5, 4), 200)
    assert int(battle.heading[0]) == 0


def test_SQB_16_who_begins_in_contact_leaves_for_a_square_next_to_no_enemy_or_faces_one() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "line_inf", 5, 5, 0, 3)
    unit(battle, 200, "line_inf", 6, 5, 6, 3)
    assert reached(battle, 0, moves.TO_LEAVE) == {(a, b) for a, b in around(5, 5, 2) if a <= 4} | {(5, 3), (5, 7)}
    act_in_contact(battle, 0)
    assert int(battle.heading[0]) == 2


def test_SQB_17_guns_keep_off_the_enemy() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "horse_art", 5, 2, 0, 2)
    unit(battle, 200, "line_inf", 5, 5, 4, 3)
    assert not may_close(battle, 0)
    assert not reached(battle, 0) & around(5, 5, 1)


def test_SQB_18_friends_are_passed_enemies_and_corners_between_them_are_not() -> None:
    battle = board(NUMBERS, 12, 10)
    unit(battle, 0, "line_inf", 5, 1, 0, 3)
    for n, x in enumerate((4, 5, 6)):
        unit(battle, n + 1, "line_inf", x, 2, 0, 3)
    squares = reached(battle, 0)
    assert (5, 2) not in squares
    assert (5, 3) in squares
    unit(battle, 200, "line_inf", 6, 1, 6, 3)
    unit(battle, 201, "line_inf", 5, 0, 0, 3)
    assert (6, 0) not in reached(battle, 0)


@pytest.mark.parametrize(
    ("kind", "reach", "both"),
    [("line_inf", 2, True), ("light_cav", 3, False), ("horse_art", 3, True), ("field_art", 2, False)],
)
def test_SQB_19_how_far_each_arm_moves_and_who_may_shoot_as_well(kind: str, reach: int, both: bool) -> None:
    battle = board(NUMBERS)
    unit(battle, 0, kind, 5, 5, 0, 2)
    assert reach_of(battle, 0) == reach
    if kind != "light_cav":
        assert may_move_and_shoot(battle, 0) == both
    assert reached(battle, 0) == around(5, 5, reach) & {(x, y) for x in range(12) for y in range(10)}


def test_SQB_20_difficult_ground_ends_a_move_and_guns_need_a_road() -> None:
    battle = board(NUMBERS, 9, 9)
    for x in range(9):
        battle.land[3 * 9 + x] = Land.ROUGH
    battle.land[3 * 9 + 4] = Land.ROUGH | Land.ROAD
    unit(battle, 0, "line_inf", 4, 2, 0, 3)
    assert {y for _, y in reached(battle, 0)} == {0, 1, 2, 3}
    battle.land[2 * 9 + 4] = Land.ROAD
    assert {(x, y) for x, y in reached(battle, 0) if y == 4} == {(3, 4), (4, 4), (5, 4)}
    unit(battle, 0, "field_art", 4, 2, 0, 2)
    assert {(x, y) for x, y in reached(battle, 0) if y >= 3} == {(4, 3), (3, 4), (4, 4), (5, 4)}
    for bits, closed in (
        (Land.TOWN, True),
        (Land.RIVER | Land.OBSTACLE, True),
        (Land.RIVER | Land.CLOSED, True),
        (Land.BRIDGE | Land.ROAD, False),
    ):
        battle.land[3 * 9 + 3] = bits
        assert ((3, 3) not in reached(battle, 0)) == closed


def test_SQB_21_a_road_adds_a_square_and_keeps_off_the_enemy() -> None:
    battle = board(NUMBERS)
    for y in range(10):
        battle.land[y * 12 + 5] = Land.ROAD
    unit(battle, 0, "line_inf", 5, 2, 0, 3)
    assert reached(battle, 0, moves.IN_COLUMN, 1) == {(5, 0), (5, 1), (5, 3), (5, 4), (5, 5)}
    unit(battle, 200, "line_inf", 5, 6, 4, 3)
    assert (5, 5) not in reached(battle, 0, moves.IN_COLUMN, 1)
    battle.own[0, Own.COLUMN] = 1
    assert not open_fire(battle, 0, False)


def test_SQB_22_turning_to_shoot_counts_as_moving() -> None:
    battle = board(NUMBERS)
    unit(battle, 0, "field_art", 5, 2, 4, 2)
    unit(battle, 200, "line_inf", 5, 4, 4, 3)
    assert open_fire(battle, 0, False)
    assert (int(battle.heading[0]), int(battle.own[0, Own.TURNED]), int(battle.own[0, Own.MOVED])) == (0, 1, 0)
    assert (len(events(battle, Event.TURNED)), moves.face_on_contact(battle, 0, 0, 0, NOBODY)) == (1, NOBODY)


def test_SQB_50_soft_ground_takes_a_square_from_guns_and_heavy_cavalry() -> None:
    battle = board(NUMBERS)
    battle.ground = Ground.SOFT
    kinds = ("line_inf", "light_cav", "heavy_cav", "horse_art", "field_art")
    for n, kind in enumerate(kinds):
        unit(battle, n, kind, n, 0, 0, 2)
    assert [reach_of(battle, n) for n in range(5)] == [2, 3, 2, 2, 1]
