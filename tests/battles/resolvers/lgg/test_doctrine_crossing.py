"""The general brings units over water that stops them (AI-8, N-2)."""

from battles.resolvers.lgg import codes
from battles.resolvers.lgg.doctrine_crossing import best_crossing, is_ford, next_point
from battles.resolvers.lgg.setup import add_piece
from battles.resolvers.lgg.state import Battle

from .stage import stage, stand


def river() -> tuple[Battle, int, int]:
    """A big river along y = 24 with a ford at x 33 to 39 and a bridge at x 12; their pieces."""
    battle = stage()
    add_piece(battle, "obstacle", [(0, 24), (33, 24)], impassable=True)
    ford = add_piece(battle, "obstacle", [(33, 24), (39, 24)])
    add_piece(battle, "obstacle", [(39, 24), (72, 24)], impassable=True)
    bridge = add_piece(battle, "bridge", [(12, 22), (12, 26)], width=2.0)
    return battle, ford, bridge


def test_a_gap_in_a_big_river_is_a_ford_and_a_wall_is_none() -> None:
    battle, ford, bridge = river()
    wall = add_piece(battle, "obstacle", [(50, 40), (56, 40)])
    assert [is_ford(battle, piece) for piece in (ford, bridge, wall)] == [True, False, False]


def test_N_2_a_unit_takes_the_crossing_with_the_shortest_way() -> None:
    battle, ford, bridge = river()
    left, middle = stand(battle, 0, "line_inf", 10, 12), stand(battle, 0, "line_inf", 36, 12)
    assert best_crossing(battle, left, 14, 36) == bridge
    assert best_crossing(battle, middle, 36, 36) == ford


def test_where_a_friend_waits_at_the_mouth_another_crossing_is_taken() -> None:
    battle, _, bridge = river()
    unit = stand(battle, 0, "line_inf", 36, 12)
    stand(battle, 0, "line_inf", 36, 19.5)
    assert best_crossing(battle, unit, 36, 36) == bridge
    stand(battle, 0, "line_inf", 12, 19.5)
    assert best_crossing(battle, unit, 36, 36) == codes.NOBODY


def test_the_way_leads_to_the_mouth_and_from_there_straight_over() -> None:
    battle, _, bridge = river()
    assert next_point(battle, bridge, 30.0, 12.0) == (12.0, 19.5)
    assert next_point(battle, bridge, 12.0, 19.5) == (12.0, 28.5)
    assert next_point(battle, bridge, 12.0, 36.0) == (12.0, 28.5)
    assert next_point(battle, bridge, 12.2, 28.0) == (12.0, 19.5)
