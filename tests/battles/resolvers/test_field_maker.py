"""The making of fields (HR-T1, HR-T2, HR-T7): the counts of each class, spacing, edges, rivers and ways."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest

from battles.resolvers.fields import shapes
from battles.resolvers.fields.field import Field, Piece, bridge, river, road, rough
from battles.resolvers.fields.maker import linked, make_field, rough_share
from battles.resolvers.fields.numbers import table_for

CLASSES = ("open", "rolling", "wooded", "hilly", "mountain", "marsh")
COUNTS = {
    # class: rough, hills, blocks of towns (towns x blocks), modest rivers, obstacles, roads
    "open": ((0, 2), (0, 1), (1, 2), (0, 1), (0, 1), 2),
    "rolling": ((1, 3), (2, 4), (1, 4), (0, 1), (0, 2), 2),
    "wooded": ((4, 7), (1, 2), (1, 1), (0, 1), (0, 1), 1),
    "hilly": ((2, 4), (4, 6), (1, 2), (0, 1), (0, 2), 1),
    "mountain": ((3, 5), (5, 8), (0, 1), (0, 0), (0, 0), 1),
    "marsh": ((3, 6), (0, 1), (0, 1), (1, 2), (0, 1), 1),
}
SEEDS = ("a", "b", "c", "d", "e", "f")


def made(terrain: str, seed: str = "a", **changes: Any) -> Field:
    asked: dict[str, Any] = {"armies": (16, 16), "river_crossing": False, "fortress": False} | changes
    return make_field(terrain=terrain, field_seed=seed, **asked)


def of(field: Field, kind: str) -> list[Piece]:
    return [piece for piece in field.pieces if piece.kind == kind]


@pytest.mark.parametrize(
    ("armies", "table"),
    [((1, 1), (72, 48)), ((16, 16), (72, 48)), ((17, 17), (96, 48)), ((28, 28), (96, 48)), ((29, 29), (120, 60)),
     ((200, 200), (120, 60)), ((14, 17), (96, 48)), ((17, 13), (72, 48)), ((24, 29), (120, 60)), ((37, 13), (72, 48)),
     ((4, 40), (72, 48)), ((41, 4), (96, 48)), ((17, 48), (96, 48)), ((71, 9), (120, 60))],
)  # fmt: skip
def test_HR_T1_the_table_fits_the_line_of_the_smaller_side(armies: tuple[int, int], table: tuple[float, float]) -> None:
    assert table_for(armies) == table
    field = made("open", armies=armies)
    assert (field.width, field.depth) == table


@pytest.mark.parametrize("terrain", CLASSES)
@pytest.mark.parametrize("seed", SEEDS)
def test_HR_T2_each_class_has_its_pieces(terrain: str, seed: str) -> None:
    field = made(terrain, seed)
    patches, hills, blocks, rivers, obstacles, roads = COUNTS[terrain]
    assert patches[0] <= len(of(field, "rough")) <= patches[1]
    assert hills[0] <= len(of(field, "hill")) <= hills[1]
    assert blocks[0] <= len(of(field, "town")) <= blocks[1]
    assert obstacles[0] <= len(of(field, "obstacle")) <= obstacles[1]
    assert rivers[0] <= sum(not p.impassable for p in of(field, "river")) <= rivers[1]
    assert sum(p.impassable for p in of(field, "river")) == (terrain == "mountain")
    assert len(of(field, "road")) == roads


@pytest.mark.parametrize("terrain", CLASSES)
def test_HR_T2_pieces_have_their_sizes(terrain: str) -> None:
    for seed in SEEDS:
        for piece in made(terrain, seed).pieces:
            left, bottom, right, top = shapes.box(piece.shape)
            across = max(right - left, top - bottom)
            if piece.kind == "rough":
                assert 6 <= across <= 12
            if piece.kind == "hill":
                assert 8 <= across <= 16
            if piece.kind == "town":
                assert (right - left, top - bottom) == (4, 4)
            if piece.kind == "obstacle":
                assert 4 - 1e-3 <= shapes.length(piece.shape) <= 8 + 1e-3


@pytest.mark.parametrize("terrain", CLASSES)
@pytest.mark.parametrize("crossing", [False, True])
def test_HR_T2_pieces_keep_apart_and_off_the_edges(terrain: str, crossing: bool) -> None:
    for seed in SEEDS[:3]:
        field = made(terrain, seed, river_crossing=crossing)
        spaced = [p for p in field.pieces if p.kind in ("rough", "hill", "town", "obstacle", "river")]
        for piece in spaced:
            left, bottom, right, top = shapes.box(piece.shape)
            inside = left >= 3 and bottom >= 3 and right <= field.width - 3 and top <= field.depth - 3
            assert inside or piece.kind == "river"
        for one, other in combinations(spaced, 2):
            if {one.kind, other.kind} not in ({"town"}, {"river"}):
                assert shapes.gap(one.shape, one.is_area, other.shape, other.is_area) >= 2 - 1e-6


@pytest.mark.parametrize("terrain", CLASSES)
@pytest.mark.parametrize("crossing", [False, True])
def test_HR_T2_guns_find_a_way_and_zones_are_not_overgrown(terrain: str, crossing: bool) -> None:
    for seed in SEEDS[:3]:
        field = made(terrain, seed, river_crossing=crossing)
        assert linked(field, 12)
        assert rough_share(field, 0, 12) <= 1 / 3
        assert rough_share(field, field.depth - 12, field.depth) <= 1 / 3


def test_HR_T2_a_gorge_runs_from_edge_to_edge_under_its_bridges() -> None:
    for seed in SEEDS:
        field = made("mountain", seed)
        (gorge,) = [p for p in of(field, "river") if p.impassable]
        assert (gorge.shape[0][1], gorge.shape[-1][1]) == (0, field.depth)
        bridges = of(field, "bridge")
        assert len(bridges) == 2
        assert all(shapes.gap(b.shape, False, gorge.shape, False) == 0 for b in bridges)


@pytest.mark.parametrize("terrain", CLASSES)
@pytest.mark.parametrize("units", [10, 20])
def test_HR_T2_a_river_to_be_crossed_has_two_bridges_and_a_ford(terrain: str, units: int) -> None:
    for seed in SEEDS[:3]:
        field = made(terrain, seed, river_crossing=True, armies=(units, units))
        left, ford, right = of(field, "river")[:3]
        assert (left.impassable, ford.impassable, right.impassable) == (True, False, True)
        assert ford.halt
        assert shapes.length(ford.shape) == pytest.approx(6)
        assert (left.shape[0][0], right.shape[-1][0]) == (0, field.width)
        one, two = (b.shape[0][0] for b in of(field, "bridge")[:2])
        assert abs(one - two) >= 18


def crossed_by(water: Piece, field: Field) -> int:
    """Count the bridges that meet a water."""
    return sum(shapes.gap(b.shape, False, water.shape, False) == 0 for b in of(field, "bridge"))


@pytest.mark.parametrize("terrain", CLASSES)
@pytest.mark.parametrize(
    ("armies", "wanted"),
    [((4, 4), 2), ((16, 9), 2), ((17, 17), 3), ((37, 13), 5), ((13, 37), 5), ((40, 40), 5), ((48, 41), 6)],
)
def test_HR_T7_every_water_between_the_armies_has_its_crossings(
    terrain: str, armies: tuple[int, int], wanted: int
) -> None:
    field = made(terrain, river_crossing=True, armies=armies)
    big = [p for p in of(field, "river")[:3] if p.impassable]
    assert sum(crossed_by(bank, field) for bank in big) + 1 >= wanted
    across = [p for p in of(field, "river")[3:] if (p.shape[0][0], p.shape[-1][0]) == (0, field.width)]
    gorges = [p for p in of(field, "river")[3:] if p.impassable]
    assert all(crossed_by(water, field) >= wanted for water in across + gorges)


@pytest.mark.parametrize("terrain", CLASSES)
@pytest.mark.parametrize("crossing", [False, True])
def test_HR_T7_no_town_covers_a_crossing_and_its_ends_stay_open(terrain: str, crossing: bool) -> None:
    for seed in SEEDS[:3]:
        field = made(terrain, seed, river_crossing=crossing, armies=(37, 13))
        waters, towns = of(field, "river"), of(field, "town")
        assert all(shapes.gap(w.shape, False, t.shape, True) >= 6 - 1e-3 for w in waters for t in towns)
        planned = [b for b in of(field, "bridge") if shapes.length(b.shape) > 3.5]
        shut = of(field, "rough") + of(field, "obstacle")
        assert all(shapes.gap(b.shape, False, p.shape, p.is_area) >= 4 - 1e-3 for b in planned for p in shut)


def test_HR_T7_bases_find_room_between_two_rivers() -> None:
    both = [pair for pair in [of(made("marsh", str(seed)), "river") for seed in range(12)] if len(pair) == 2]
    assert both
    assert all(shapes.gap(one.shape, False, other.shape, False) >= 8 - 1e-6 for one, other in both)


def test_HR_T7_crossings_lie_all_along_the_river() -> None:
    for seed in SEEDS:
        field = made("open", seed, river_crossing=True, armies=(48, 48))
        marks = sorted(b.shape[0][0] for b in of(field, "bridge")[:5])
        assert [n for n, x in enumerate(marks) if x > field.width / 2] == [3, 4]
        assert all(b - a >= 5 for a, b in pairwise(marks))


def test_a_fortress_brings_three_blocks_into_the_defenders_zone() -> None:
    for seed in SEEDS:
        plain, fortified = made("wooded", seed), made("wooded", seed, fortress=True)
        assert len([p for p in of(fortified, "town") if shapes.box(p.shape)[1] >= fortified.depth - 12]) >= 3
        assert len(of(fortified, "town")) == len(of(plain, "town")) + 3


def test_the_same_seed_lays_out_the_same_field() -> None:
    assert made("hilly", "x") == made("hilly", "x")
    assert made("hilly", "x") != made("hilly", "y")


def test_counts_of_a_class_are_all_met_with() -> None:
    assert set(Counter(len(of(made("rolling", str(n)), "hill")) for n in range(60))) == {2, 3, 4}


def _walled(*openings: Piece) -> Field:
    return Field(72, 48, (river(((0, 24), (72, 24)), impassable=True), *openings))


def test_HR_T2_a_river_without_a_bridge_parts_the_zones() -> None:
    assert not linked(_walled(), 12)
    assert linked(_walled(bridge(((30, 22), (30, 26)))), 12)


def test_HR_T2_a_belt_of_rough_parts_the_zones_for_guns_unless_a_road_opens_it() -> None:
    belt = rough(((0, 20), (72, 20), (72, 28), (0, 28)))
    assert not linked(Field(72, 48, (belt,)), 12)
    assert linked(Field(72, 48, (belt, road(((36, 0), (36, 48))))), 12)


def test_HR_T2_rough_in_a_strip_is_measured_by_its_area() -> None:
    half_in = rough(((0, 6), (36, 6), (36, 18), (0, 18)))
    assert rough_share(Field(72, 48, (half_in,)), 0, 12) == pytest.approx(36 * 6 / (72 * 12))
    assert rough_share(Field(72, 48, (replace(half_in, kind="hill"),)), 0, 12) == 0
