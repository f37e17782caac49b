"""Towns, a coast and rivers become provinces."""

import json

import pytest
from django.core.management import CommandError, call_command
from shapely import LineString, Polygon

from base.refusal import Refusal
from campaign.rules.files.campaign_file import CampaignFile, loads
from campaign.rules.files.drawing import borders_of, draw_provinces, loads_draft, propose_edges
from campaign.rules.files.map import ProjectionRow
from campaign.rules.maps.cartography import borders, clipped, draw, smooth
from tests.campaign.files.drafts import draft

SQUARE = ((0.0, 0.0), (200.0, 0.0), (200.0, 100.0), (0.0, 100.0))


def unfinished(**changes: object) -> str:
    """The small war before its map is drawn: no polygons, no edges, a coast and the course of a river."""
    data = draft() | changes
    for row in data["provinces"]:
        row.pop("polygon", None)
    beck = {"name": "Beck", "divides": True, "course": [[100, -5], [100, 105]]}
    data["map"] = {"view": [0, 0, 300, 100], "coast": [[0, 0], [300, 0], [300, 100], [0, 100]], "rivers": [beck]}
    data["edges"] = [{"between": ["middle", "east"], "kind": "track"}]
    return json.dumps(data)


def drawn() -> CampaignFile:
    return draw_provinces(loads_draft(unfinished()))


def test_two_towns_share_the_land_half_and_half() -> None:
    drawing = draw({"a": (50.0, 50.0), "b": (150.0, 50.0)}, SQUARE, {})
    areas = {key: Polygon(ring).area for key, ring in drawing.polygons.items()}
    assert areas == pytest.approx({"a": 10_000, "b": 10_000}, rel=0.05)


def test_a_river_parts_the_land_where_it_runs_and_not_half_way() -> None:
    drawing = draw({"a": (50.0, 50.0), "b": (150.0, 50.0)}, SQUARE, {"Beck": ((70.0, -5.0), (70.0, 105.0))})
    assert Polygon(drawing.polygons["a"]).area == pytest.approx(7_000, rel=0.01)
    assert Polygon(drawing.polygons["b"]).area == pytest.approx(13_000, rel=0.01)


def test_ground_that_a_river_cuts_off_goes_to_the_neighbour() -> None:
    drawing = draw({"a": (30.0, 50.0), "b": (90.0, 50.0)}, SQUARE, {"Beck": ((150.0, -5.0), (150.0, 105.0))})
    assert sum(Polygon(ring).area for ring in drawing.polygons.values()) == pytest.approx(20_000, rel=0.001)
    assert Polygon(drawing.polygons["b"]).bounds[2] == pytest.approx(200)


def test_a_drawing_is_always_the_same() -> None:
    towns = {"a": (50.0, 30.0), "b": (150.0, 50.0), "c": (60.0, 80.0)}
    assert draw(towns, SQUARE, {}) == draw(towns, SQUARE, {})


@pytest.mark.parametrize(("towns", "sentence"), [
    ({"a": (50.0, 50.0), "b": (250.0, 50.0)}, "b: the town at 250, 50 lies off the land"),
    ({"a": (50.0, 50.0), "b": (50.0, 50.0)}, "b: the town lies on the same spot as a"),
])  # fmt: skip
def test_towns_that_cannot_be_drawn_are_refused_by_name(towns: dict[str, tuple[float, float]], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        draw(towns, SQUARE, {})


def test_borders_name_the_river_they_follow() -> None:
    polygons = {"a": SQUARE, "b": ((200.0, 0.0), (300.0, 0.0), (300.0, 100.0), (200.0, 100.0))}
    (border,) = borders(polygons, {"Beck": ((200.0, -10.0), (200.0, 110.0))})
    assert (border.first, border.second, border.along) == ("a", "b", "Beck")
    assert border.length == pytest.approx(100, abs=2)


def test_a_line_is_cut_at_the_shore() -> None:
    assert LineString(clipped(((100.0, -50.0), (100.0, 50.0)), SQUARE)).length == pytest.approx(52)


def test_smoothing_keeps_the_ends_and_cuts_the_corner() -> None:
    line = smooth(((0.0, 0.0), (40.0, 0.0), (40.0, 40.0)), times=1)
    assert line == ((0.0, 0.0), (30.0, 0.0), (40.0, 10.0), (40.0, 40.0))


def test_degrees_become_map_units() -> None:
    assert ProjectionRow(west=10, north=54, parallel=60, scale=100).point((12.0, 53.0)) == (100.0, 100.0)


def test_a_draft_is_drawn_and_its_edges_are_proposed() -> None:
    file = propose_edges(drawn())
    assert {frozenset((b.first, b.second)) for b in borders_of(file)} == {
        frozenset(("west", "middle")), frozenset(("middle", "east")),
    }  # fmt: skip
    assert [(edge.between, edge.kind, edge.river) for edge in file.edges] == [
        (("middle", "east"), "track", ""), (("west", "middle"), "river", "Beck"),
    ]  # fmt: skip


def test_the_command_writes_a_file_that_can_be_loaded(tmp_path) -> None:
    (tmp_path / "draft.json").write_text(unfinished(), encoding="utf-8")
    call_command("draw_provinces", str(tmp_path / "draft.json"), edges=True, output=str(tmp_path / "drawn.json"))
    assert all(row.polygon for row in loads((tmp_path / "drawn.json").read_bytes()).provinces)


def test_a_draft_without_a_coast_is_refused(tmp_path) -> None:
    (tmp_path / "draft.json").write_text(json.dumps(draft()), encoding="utf-8")
    with pytest.raises(CommandError, match=r"map\.coast: this key is missing") as refused:
        call_command("draw_provinces", str(tmp_path / "draft.json"))
    assert refused.value.returncode == 2
