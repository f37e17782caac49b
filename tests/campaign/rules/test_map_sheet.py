"""The drawing of a map."""

import re
from math import dist

import pytest

from campaign.rules.maps.lettering import ROOM, ROW, Box, Town, covered, letter, marks, nearest_middle
from campaign.rules.maps.map_sheet import Drawing, DrawnProvince, Way, realms, survey
from campaign.rules.maps.styles import plain_styles


def square(x, y, side=10.0):
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def places():
    """Three squares in a row."""
    return [
        DrawnProvince(f"p{n}", name, square(10.0 * n, 0.0), (10.0 * n + 5, 5.0), terrain)
        for n, (name, terrain) in enumerate((("Alpha", "wooded"), ("Beta", "open"), ("Gamma", "marsh")))
    ]


def drawn(ways=(), drawing=None):
    return survey(places(), ways, drawing or Drawing())


def test_the_mean_province_is_a_hundred_units_wide():
    ground = drawn()
    assert ground.scale == 10
    assert ground.cells["p1"] == "M100.0 0.0L200.0 0.0L200.0 100.0L100.0 100.0Z"
    assert ground.towns["p2"] == (250.0, 50.0)


def test_without_a_frame_the_view_holds_all_provinces_and_a_margin():
    assert drawn().view == (-14.0, -14.0, 328.0, 128.0)
    assert drawn(drawing=Drawing(view=(0, 0, 30, 10))).view == (0.0, 0.0, 300.0, 100.0)


def test_a_road_goes_through_the_common_border():
    assert drawn([Way("p0", "p1", "road")]).ways == {"road": "M50.0 50.0Q100.0 50.0 150.0 50.0"}


def test_a_bridge_makes_a_river_crossing_a_road_with_a_sign():
    ground = drawn([Way("p0", "p1", "river", True, "Elbe"), Way("p1", "p2", "river", False, "Elbe")])
    assert set(ground.ways) == {"road", "ferry"}
    assert [(sign.kind, sign.x, sign.y) for sign in ground.signs] == [("bridge", 100.0, 50.0)]


def test_a_river_runs_along_its_border_unless_the_map_draws_it():
    along = drawn([Way("p0", "p1", "river", False, "Elbe")])
    assert along.rivers.startswith("M100.0")
    assert [name.text for name in along.river_names] == ["Elbe"]
    free = Drawing(rivers=(("Elbe", ((1.0, 0.0), (1.0, 10.0))),))
    assert drawn([Way("p0", "p1", "river", False, "Elbe")], free).rivers.startswith("M10.0 0.0")


def test_relief_is_the_same_at_every_drawing_and_flat_land_has_none():
    first, second = drawn().relief, drawn().relief
    assert first == second
    assert set(first) == {"wooded", "marsh"}


def test_a_realm_is_one_area_with_a_band_along_its_frontier_only():
    outlines = {place.key: place.outline for place in places()}
    land = realms(outlines, 10, {"p0": "north", "p1": "north", "p2": "south"})
    assert (land["north"].area.count("M"), land["north"].band.count("M")) == (1, 2)
    xs = [float(x) for x in re.findall(r"[ML](-?[0-9.]+) ", land["north"].area)]
    assert (min(xs), max(xs)) == (0.0, 200.0)


def test_no_controller_no_realm():
    assert realms({}, 1, {}) == {}


def test_a_map_without_provinces_is_an_empty_sheet():
    ground = survey([], [], Drawing())
    assert (ground.cells, ground.view) == ({}, (0.0, 0.0, 100.0, 100.0))


@pytest.mark.parametrize("distance", [35.0, 40.0, 60.0, 100.0])
def test_names_of_close_towns_do_not_cover_each_other(distance):
    towns = [Town(f"t{n}", "Frankfurt", (200 + distance * n, 200.0), (200 + distance * n, 200.0)) for n in range(3)]
    boxes = [name for _, name, _ in letter(towns, Box(0, 0, 600, 400)).values()]
    pairs = [(a, b) for n, a in enumerate(boxes) for b in boxes[n + 1 :]]
    assert [a.overlap(b) for a, b in pairs] == [0.0] * len(pairs)


def test_a_name_never_covers_the_room_for_its_own_armies():
    town = Town("t", "Theresienstadt", (100.0, 100.0), (100.0, 100.0), 8.0, True)
    ((_, name, room),) = letter([town], Box(0, 0, 200, 200)).values()
    assert (name.overlap(room), name.overlap(town.sign)) == (0, 0)


def test_a_row_of_armies_stands_at_its_own_town_even_among_close_towns():
    places = [(200, 200), (262, 205), (225, 262), (290, 255), (240, 150), (310, 190)]
    towns = [Town(f"t{n}", "Großenhain", at, at) for n, at in enumerate(places)]
    for town in towns:
        (_, _, room), *_ = [letter(towns, Box(0, 0, 600, 400))[town.key]]
        middle = ((room.left + room.right) / 2, (room.top + room.bottom) / 2)
        row = tuple(nearest_middle(middle[n], town.at[n], ROOM[n], ROW[n]) for n in (0, 1))
        assert min(towns, key=lambda other: dist(row, other.at)) is town


def test_something_in_a_room_is_as_near_to_the_town_as_the_room_allows():
    assert nearest_middle(100.0, 60.0, 42.0, 18.0) == 88.0
    assert nearest_middle(100.0, 160.0, 42.0, 18.0) == 112.0
    assert nearest_middle(100.0, 105.0, 42.0, 18.0) == 105.0
    assert nearest_middle(100.0, 60.0, 42.0, 42.0) == 100.0


def test_boxes_overlap_by_their_common_area():
    assert Box(0, 0, 4, 4).overlap(Box(2, 3, 6, 9)) == 2
    assert Box(0, 0, 4, 4).overlap(Box(4, 0, 8, 4)) == 0
    assert Box(0, 0, 4, 4).outside(Box(0, 0, 2, 4)) == 8


def test_what_a_rivers_name_would_cover_counts():
    free, there = (500.0, 500.0), [Box(0, 0, 50, 50)]
    assert covered("Elbe", free, there) == 0
    assert covered("Elbe", (25.0, 25.0), there) > 0


def test_the_sign_of_a_battle_covers_no_room_for_armies_and_no_name():
    towns = [Town("t", "Theresienstadt", (100.0, 100.0), (100.0, 100.0), 8.0, True)]
    letters = letter(towns, Box(0, 0, 200, 200))
    (x, y) = marks(towns, letters)["t"]
    sign = Box(x - 7.5, y - 7.5, x + 7.5, y + 7.5)
    ((_, name, room),) = letters.values()
    assert [sign.overlap(other) for other in (name, room, towns[0].sign)] == [0, 0, 0]


def test_the_name_of_a_river_keeps_off_the_towns_on_its_banks():
    towns = [DrawnProvince(f"p{n}", "Ost", square(10.0 * n, 0.0), (10.0 * n + 5, 5.0), "open", 8.0) for n in range(3)]
    ground = survey(towns, [], Drawing(rivers=(("Elbe", ((0.0, 5.0), (30.0, 5.0))),)))
    (name,) = ground.river_names
    signs = [Box(x - 8, y - 8, x + 8, y + 8) for x, y in ground.towns.values()]
    assert covered("Elbe", (name.x, name.y), signs) == 0


SITE = ":root { --ink: #111; --serif: Palatino, Georgia, serif; } [data-theme=dark] { --ink: #eee; }"
MAP = """
/* a remark with { braces } */
:root { --town: var(--ink); }
.town, .town:hover { fill: var(--town); cursor: move; }
.name { font: 500 calc(13.6px * var(--scale, 1)) var(--serif); }
@media print { .town { fill: red; } }
.wide > g { transform: scale(2); }
body .page { margin: 0; }
"""


def test_variables_and_sums_become_values_and_only_rules_of_svg_stay() -> None:
    assert plain_styles(SITE, MAP).splitlines() == [
        ".town{fill:#111}",
        '.name{font:500 13.6px Palatino, "Libertinus Serif", Georgia, serif}',
    ]
