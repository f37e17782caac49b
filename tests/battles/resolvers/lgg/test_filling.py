"""From a battle file to a record: sides, edges, marks, terrain, options."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.common.codes import Skill, Type, Weather
from battles.resolvers.fields.field import Field, rough
from battles.resolvers.files.battle_file import parse
from battles.resolvers.lgg.files.filling import fill, pieces_of
from battles.resolvers.lgg.record.codes import NOBODY, SIDE_ROLL, Edge, Piece
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.state import Battle
from battles.resolvers.lgg.resolver import freeze
from tests.battles.resolvers.files import small, with_side

COMB = [[0, 0], [40, 0], [40, 9], [35, 9], [30, 2], [25, 9], [20, 2], [15, 9], [10, 2], [5, 9], [0, 9]]


def filled(data: dict[str, Any]) -> Battle:
    return fill(freeze(parse(data), "field"), "seed", shipped_profile())


def test_units_stand_on_the_roll_in_the_order_of_the_file() -> None:
    battle = filled(small())
    assert list(battle.roll_count) == [2, 4]
    first = SIDE_ROLL
    assert list(battle.roll_type[:2]) == [Type.LINE_INF, Type.LIGHT_CAV]
    assert list(battle.roll_before[:2]) == [4, 2]
    guns = [n for n in range(first, first + 4) if battle.roll_type[n] == Type.HEAVY_ART]
    assert [int(battle.roll_guard[n]) for n in guns] == [1]


def test_HR_T1_the_attacker_has_the_near_edge_whichever_side_he_is() -> None:
    turned = with_side(0, role="defender")
    turned["sides"][1]["role"] = "attacker"
    assert list(filled(small()).edge) == [Edge.SOUTH, Edge.NORTH]
    assert list(filled(turned).edge) == [Edge.NORTH, Edge.SOUTH]


@pytest.mark.parametrize(("side", "edge", "entered"), [
    (0, "own", Edge.SOUTH), (0, "left", Edge.WEST), (0, "right", Edge.EAST), (1, None, Edge.NORTH),
    (1, "left", Edge.EAST), (1, "right", Edge.WEST),
])
def test_HR_T6_edges_are_seen_from_the_side_that_enters(side: int, edge: str | None, entered: int) -> None:
    data = with_side(side, units=[{"id": "late", "type": "line_inf", "arrives": 30, "edge": edge}])
    data["sides"][side].pop("roster", None)
    battle, row = filled(data), side * SIDE_ROLL
    assert (battle.roll_arrives[row], battle.roll_edge[row]) == (30, entered)


def test_options_reach_the_record() -> None:
    data = small(weather="overcast", campaign_weather="foul", engagement="meeting", options={"max_days": 2})
    battle = filled(data)
    assert (battle.fixed_weather, battle.fixed_ground) == (Weather.OVERCAST, NOBODY)
    assert (battle.campaign_weather, battle.meeting, battle.max_days) == (1, 1, 2)
    assert battle.gun_limit == 3
    assert filled(small(campaign_weather="fair")).campaign_weather == 0
    assert filled(small()).gun_limit == NOBODY


def test_a_plan_reaches_the_record_as_parts_of_one() -> None:
    battle = filled(with_side(1, plan={"posture": "hold", "sector": "right", "reserve": 25, "break_off": 60}))
    assert (battle.plan_posture[1], battle.plan_sector[1]) == (2, 2)
    assert (battle.plan_reserve[1], battle.plan_break_off[1]) == (0.25, 0.6)
    assert (battle.plan_posture[0], battle.plan_break_off[0]) == (-1, -1)


def test_leaders_reach_the_record_with_their_skill() -> None:
    battle = filled(with_side(0, wings=[{"name": "Oudinot", "skill": "great"}]))
    assert list(battle.lead_here) == [1, 1, 0, 1, 0, 0]
    assert (list(battle.lead_skill[:2]), battle.lead_skill[3]) == ([Skill.AVERAGE, Skill.GREAT], Skill.GOOD)


def test_terrain_reaches_the_record_in_convex_pieces_that_know_their_owner() -> None:
    pieces = [
        {"kind": "river", "shape": [[0, 24], [72, 24]], "impassable": True},
        {"kind": "rough", "shape": [[10, 5], [20, 5], [20, 9], [14, 9], [14, 15], [10, 15]]},
        {"kind": "hill", "shape": [[40, 5], [50, 5], [45, 15]], "elevation": 2},
    ]
    data = small(field={"width": 72, "depth": 48, "pieces": pieces})
    battle = filled(data)
    assert list(battle.piece_kind[: battle.pieces]) == [Piece.OBSTACLE, Piece.ROUGH, Piece.ROUGH, Piece.HILL]
    assert (battle.piece_impassable[0], battle.piece_halt[0], battle.piece_level[3]) == (1, 1, 2)
    field = parse(data).field
    assert field is not None
    assert pieces_of(field).owners == (0, 1, 1, 2)


def test_a_field_of_too_many_shapes_is_refused() -> None:
    comb = rough(tuple((float(x), float(y)) for x, y in COMB))
    assert len(pieces_of(Field(72, 48, (comb,))).shapes) > 2
    with pytest.raises(Refusal, match=r"field\.pieces: they make \d+ convex shapes, 128 can be played"):
        pieces_of(Field(72, 48, (comb,) * 60))
