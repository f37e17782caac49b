"""Battle files: what is read, what stands in for what is left out, and every refusal with its place."""

import json
from typing import Any

import pytest

from battles.resolvers.files import battle_file
from battles.resolvers.files.battle_file import loads, parse
from battles.resolvers.values.battle import BattleFileError
from tests.battles.resolvers.files import small, with_piece, with_side, with_unit


def refusal(data: Any) -> str:
    with pytest.raises(BattleFileError) as caught:
        parse(data)
    return str(caught.value)


def text_refusal(text: str | bytes) -> str:
    with pytest.raises(BattleFileError) as caught:
        loads(text)
    return str(caught.value)


def test_what_is_left_out_has_its_default() -> None:
    file = parse(small())
    assert (file.weather, file.ground, file.field) == (None, None, None)
    assert (file.rules, file.profile, file.engagement) == ("lgg", None, "held")
    assert (file.options.max_days, file.options.played("stratagems"), file.options.limit_guns) == (3, False, False)
    assert file.sides[0].units[0].strength == 4
    assert [u.strength for u in file.sides[1].units if u.type == "militia_inf"] == [2]


def test_units_of_a_roster_are_numbered_by_their_side() -> None:
    ids = [unit.id for unit in parse(small()).sides[1].units]
    assert ids == ["Allies-1", "Allies-2", "Allies-3", "Allies-4"]


def test_a_unit_without_a_name_is_numbered_within_its_type() -> None:
    names = {unit.name for unit in parse(small()).sides[1].units}
    assert names == {"1st Line infantry", "2nd Line infantry", "1st Militia infantry", "1st Guard Heavy artillery"}


def test_the_numbers_of_an_army_tell_nothing_of_the_other_armies_of_its_side() -> None:
    data, line = small(), {"type": "line_inf", "strength": 4}
    armies = ("north-main", "north-main", "west_main", "west_main", "west_main")
    data["sides"][1] = {key: value for key, value in data["sides"][1].items() if key != "roster"}
    data["sides"][1]["units"] = [{"id": f"d{n}", "army": army, **line} for n, army in enumerate(armies)]
    assert [unit.name for unit in parse(data).sides[1].units] == [
        "1st Line infantry", "2nd Line infantry",
        "1st Line infantry (West Main)", "2nd Line infantry (West Main)", "3rd Line infantry (West Main)",
    ]  # fmt: skip


def test_a_name_is_normalised() -> None:
    assert parse(with_unit(name="  Bu\u0308low ")).sides[0].units[0].name == "B\u00fclow"


def test_HR_7_guns_are_limited_in_campaign_battles_alone() -> None:
    assert parse(small(campaign_weather="fair")).options.limit_guns
    assert not parse(small(campaign_weather="fair", options={"limit_guns": False})).options.limit_guns


def test_the_first_side_attacks_when_no_role_is_given() -> None:
    file = with_side(0, role=...)
    file["sides"][1].pop("role")
    assert [side.role for side in parse(file).sides] == ["attacker", "defender"]


def test_HR_T1_the_attacker_has_the_near_edge() -> None:
    turned = with_side(0, role="defender")
    turned["sides"][1]["role"] = "attacker"
    assert (parse(small()).attacker, parse(turned).attacker) == (0, 1)


def test_HR_T4_a_defender_of_a_whole_turn_may_swap_the_edges() -> None:
    swapped = parse(small(held_whole_turn=True, swapped_edges=True))
    assert (swapped.attacker, [side.role for side in swapped.sides]) == (1, ["attacker", "defender"])
    assert parse(swapped.as_dict()) == swapped


@pytest.mark.parametrize(
    "changes", [{}, {"held_whole_turn": True, "engagement": "meeting"}, {"held_whole_turn": True, "fortress": True}]
)
def test_HR_T4_nobody_else_swaps_the_edges(changes: dict[str, Any]) -> None:
    assert refusal(small(swapped_edges=True, **changes)).startswith("swapped_edges: ")


def test_the_full_form_reads_back_equal() -> None:
    pieces = [
        {"kind": "hill", "shape": [[10, 10], [20, 10], [15, 20]], "elevation": 2},
        {"kind": "river", "shape": [[0, 24], [72, 25.5]], "impassable": True},
        {"kind": "bridge", "shape": [[30, 22], [30, 27]]},
        {"kind": "town", "shape": [[40, 10], [44, 10], [44, 14], [40, 14]]},
    ]
    plan = {"posture": "hold", "sector": "left", "reserve": 20, "break_off": 60, "spare": ["f2"]}
    data = with_side(0, plan=plan, came_from=270, supply_cut=True, wings=[{"skill": "poor"}])
    data["field"] = {"width": 72, "depth": 48, "pieces": pieces}
    data["sides"][0]["units"][1] |= {"arrives": 30, "edge": "left"}
    file = parse(data)
    assert parse(json.loads(json.dumps(file.as_dict()))) == file


@pytest.mark.parametrize(("text", "said"), [
    ("", "The file is empty"),
    (b"", "The file is empty"),
    (" \n ", "The file is empty"),
    ("{", "line 1, column 2: this is not JSON"),
    ('{\n "format": "bivouac.battle/1",\n "name" "Kulm"}', "line 3, column 9: this is not JSON"),
    ("{'format': 1}", "line 1, column 2: this is not JSON"),
    (b"\x89PNG\r\n\x1a\n\x00\x00", "byte 1: this is not text in UTF-8"),
    ('{"format": "\0"}', "character 13: a NUL character"),
    ("[" * 100_000, "nested more than 24 deep"),
    ('{"a":' * 50_000, "nested more than 24 deep"),
    ('"' + '\\"' * 400_000, "line 1"),
    ('{"format": "bivouac.battle/1", "name": "' + "x" * 1_000_001 + '"}', "too long"),
    ('{"format": "bivouac.battle/1", "season": "fall", "season": "spring"}', "season: this key is given twice"),
    ('{"sides": [{"name": "a"}, {"name": "b", "name": "b"}]}', "sides[1].name: this key is given twice"),
    ('{"field": {"width": NaN}}', "field.width: this number"),
    ('{"field": {"width": 1e999}}', "field.width: this number"),
    ('{"field": {"width": -Infinity}}', "field.width: this number"),
    ('{"options": {"max_days": ' + "9" * 5000 + "}}", "options.max_days: this number"),
    ("null", "The file: an object is expected, not null"),
    ("[]", "The file: an object is expected, not a list"),
    ("3", "The file: an object is expected, not a whole number"),
    ("{}", 'format: "bivouac.battle/1" is expected'),
    ('{"format": "bivouac.battle/2"}', 'format: "bivouac.battle/2" cannot be read here'),
    ('{"format": 1}', 'format: "bivouac.battle/1" is expected'),
    ('{"format": "bivouac.battle/1", "sides": []}', "season: this key is missing"),
])  # fmt: skip
def test_text_that_is_no_battle_file_is_refused(text: str | bytes, said: str) -> None:
    assert said in text_refusal(text)


@pytest.mark.parametrize(("changes", "said"), [
    ({"season": "autumn"}, 'season: "autumn" is not known; choose from spring, summer, fall, winter.'),
    ({"season": None}, "season: text is expected, not null."),
    ({"season": ["fall"]}, "season: text is expected, not a list."),
    ({"weather": "rain"}, 'weather: "rain" is not known'),
    ({"weather": True}, "weather: text is expected, not true or false."),
    ({"ground": "mud"}, 'ground: "mud" is not known'),
    ({"terrain": "desert"}, 'terrain: "desert" is not known'),
    ({"terrain": None}, "terrain: give a terrain"),
    ({"seasno": "fall"}, "seasno: this key is not known"),
    ({"name": ""}, "name: it is empty"),
    ({"name": "x" * 121}, "name: 121 characters, at most 120 are allowed."),
    ({"name": "a\u202eb"}, "name: the character U+202E is not allowed"),
    ({"name": "a\nb"}, "name: the character U+000A is not allowed"),
    ({"name": "\ud800"}, "name: the character U+D800 is not allowed"),
    ({"name": 5}, "name: text is expected, not a whole number."),
    ({"rules": "chess"}, 'rules: "chess" is not known; choose from lgg'),
    ({"engagement": "siege"}, 'engagement: "siege" is not known'),
    ({"fortress": 1}, "fortress: true or false is expected, not a whole number."),
    ({"river_crossing": "yes"}, "river_crossing: true or false is expected, not text."),
    ({"campaign_weather": "snow"}, 'campaign_weather: "snow" is not known'),
    ({"profile": "mine"}, "profile: an object is expected, not text."),
    ({"options": []}, "options: an object is expected, not a list."),
    ({"options": {"max_days": 0}}, "options.max_days: 0 is outside 1 to 3."),
    ({"options": {"max_days": True}}, "options.max_days: a whole number is expected, not true or false."),
    ({"options": {"max_days": 2.0}}, "options.max_days: a whole number is expected, not a number with a fraction."),
    ({"options": {"stratagems": 0}}, "options.stratagems: true or false is expected"),
    ({"options": {"magic": True}}, "options.magic: this key is not known"),
    ({"sides": []}, "sides: exactly two sides are expected."),
    ({"sides": {}}, "sides: exactly two sides are expected."),
    ({"sides": [{}, {}]}, "sides[0].name: this key is missing."),
    ({"sides": [1, 2]}, "sides[0]: an object is expected, not a whole number."),
])  # fmt: skip
def test_a_wrong_value_is_refused_at_its_place(changes: dict[str, Any], said: str) -> None:
    assert refusal(small(**changes)).startswith(said)


@pytest.mark.parametrize(("changes", "said"), [
    ({"name": "allies"}, 'sides[1].name: both sides are called "allies"'),
    ({"name": "x" * 51}, "sides[0].name: 51 characters"),
    ({"role": "besieger"}, 'sides[0].role: "besieger" is not known'),
    ({"role": "defender"}, "sides[1].role: both sides are defenders"),
    ({"commander": ...}, "sides[0].commander: this key is missing."),
    ({"commander": {"name": "Ney"}}, "sides[0].commander.skill: this key is missing."),
    ({"commander": {"skill": "brilliant"}}, 'sides[0].commander.skill: "brilliant" is not known'),
    ({"wings": [{"skill": "poor"}] * 3}, "sides[0].wings: 3 entries, 0 to 2 are allowed."),
    ({"units": ...}, "sides[0]: it has no units"),
    ({"units": []}, "sides[0].units: 0 entries, 1 to 200 are allowed."),
    ({"units": [{"id": f"u{n}", "type": "line_inf"} for n in range(201)]}, "sides[0].units: 201 entries"),
    ({"roster": "Line inf"}, "sides[0].roster: a side has a roster or units, not both"),
    ({"units": ..., "roster": "3 Dragons"}, "sides[0].roster: "),
    ({"units": ..., "roster": ""}, "sides[0].roster: "),
    ({"units": ..., "roster": "5/4 Line inf"}, "sides[0].roster: "),
    ({"units": ..., "roster": "Line inf Guard"}, "sides[0].roster: "),
    ({"units": ..., "roster": "201 Line inf"}, "sides[0].roster: "),
    ({"units": ..., "roster": "Line inf, " * 3000}, "sides[0].roster: 30,000 characters"),
    ({"units": ..., "roster": 7}, "sides[0].roster: text is expected, not a whole number."),
    ({"came_from": 360}, "sides[0].came_from: 360 is outside 0 to 359."),
    ({"supply_cut": "no"}, "sides[0].supply_cut: true or false is expected"),
    ({"plan": {"posture": "charge"}}, 'sides[0].plan.posture: "charge" is not known'),
    ({"plan": {"reserve": 101}}, "sides[0].plan.reserve: 101 is outside 0 to 100."),
    ({"plan": {"spare": ["zz"]}}, 'sides[0].plan.spare[0]: "zz" is no unit of this side.'),
    ({"flag": "blue"}, "sides[0].flag: this key is not known"),
])  # fmt: skip
def test_a_wrong_side_is_refused_at_its_place(changes: dict[str, Any], said: str) -> None:
    assert refusal(with_side(0, **changes)).startswith(said)


@pytest.mark.parametrize(("changes", "said"), [
    ({"strength": 5}, "sides[0].units[0].strength: 5 is above the full strength 4 of line_inf."),
    ({"strength": 0}, "sides[0].units[0].strength: 0 is below 1"),
    ({"strength": -1}, "sides[0].units[0].strength: -1 is below 1"),
    ({"strength": True}, "sides[0].units[0].strength: a whole number is expected, not true or false."),
    ({"strength": 4.0}, "sides[0].units[0].strength: a whole number is expected"),
    ({"strength": "4"}, "sides[0].units[0].strength: a whole number is expected, not text."),
    ({"type": "dragoons"}, 'sides[0].units[0].type: "dragoons" is not known'),
    ({"type": None}, "sides[0].units[0].type: text is expected, not null."),
    ({"type": ["line_inf"]}, "sides[0].units[0].type: text is expected, not a list."),
    ({"guard": True}, "sides[0].units[0].guard: line_inf cannot be Guard"),
    ({"guard": "yes"}, "sides[0].units[0].guard: true or false is expected, not text."),
    ({"outriders": True}, "sides[0].units[0].outriders: line_inf cannot be Outriders"),
    ({"id": ""}, "sides[0].units[0].id: it is empty"),
    ({"id": 7}, "sides[0].units[0].id: text is expected, not a whole number."),
    ({"id": "x" * 61}, "sides[0].units[0].id: 61 characters"),
    ({"id": "f2"}, 'sides[0].units[1].id: "f2" is also the id of sides[0].units[0]'),
    ({"id": "Allies-2"}, 'sides[1].units[1].id: "Allies-2" is also the id of sides[0].units[0]'),
    ({"name": "n" * 81}, "sides[0].units[0].name: 81 characters"),
    ({"arrives": 0}, "sides[0].units[0].arrives: 0 is outside 1 to 1000."),
    ({"edge": "left"}, "sides[0].units[0].edge: an edge is for a unit that arrives"),
    ({"arrives": 5, "edge": "up"}, 'sides[0].units[0].edge: "up" is not known'),
    ({"colour": "red"}, "sides[0].units[0].colour: this key is not known"),
])  # fmt: skip
def test_a_wrong_unit_is_refused_at_its_place(changes: dict[str, Any], said: str) -> None:
    assert refusal(with_unit(**changes)).startswith(said)


def test_two_attackers_need_a_meeting() -> None:
    file = with_side(1, role="attacker")
    assert refusal(file).startswith("sides[1].role: both sides are attackers")
    assert parse(file | {"engagement": "meeting"}).attacker == 0


_NAN = float("nan")
_SQUARE = [[10, 10], [20, 10], [20, 20], [10, 20]]


@pytest.mark.parametrize(("piece", "said"), [
    ({"kind": "swamp", "shape": _SQUARE}, 'field.pieces[0].kind: "swamp" is not known'),
    ({"kind": "rough"}, "field.pieces[0].shape: this key is missing."),
    ({"kind": "rough", "shape": []}, "field.pieces[0].shape: 0 entries, 3 to 16 are allowed."),
    ({"kind": "rough", "shape": [[1, 1], [2, 2]]}, "field.pieces[0].shape: 2 entries"),
    ({"kind": "road", "shape": [[1, 1]]}, "field.pieces[0].shape: 1 entries, 2 to 16"),
    ({"kind": "rough", "shape": [[1, 1], [2, 2], [3]]}, "field.pieces[0].shape[2]: 1 entries, exactly 2"),
    ({"kind": "rough", "shape": [[1, 1], [2, "2"], [3, 1]]}, "field.pieces[0].shape[1][1]: a number is expected"),
    ({"kind": "rough", "shape": [[1, 1], [2, True], [3, 1]]}, "field.pieces[0].shape[1][1]: a number is expected"),
    ({"kind": "rough", "shape": [[1, 1], [73, 2], [3, 1]]}, "field.pieces[0].shape[1][0]: 73 is outside 0 to 72."),
    ({"kind": "rough", "shape": [[1, 1], [2, _NAN], [3, 1]]}, "field.pieces[0].shape[1][1]: nan is outside"),
    ({"kind": "rough", "shape": [[10, 10], [20, 20], [20, 10], [10, 20]]}, "field.pieces[0].shape: the outline"),
    ({"kind": "rough", "shape": [[1, 1], [9, 1], [5, 1]]}, "field.pieces[0].shape: the outline crosses itself"),
    ({"kind": "hill", "shape": [*_SQUARE, [10, 10]]}, "field.pieces[0].shape: two corners are the same"),
    ({"kind": "hill", "shape": [[1, 1], [2, 1], [2, 1.5]]}, "field.pieces[0].shape: the piece covers 0.25 square"),
    ({"kind": "hill", "shape": _SQUARE, "elevation": 3}, "field.pieces[0].elevation: 3 is outside 1 to 2."),
    ({"kind": "town", "shape": _SQUARE}, "field.pieces[0].shape: a town block is an upright square"),
    ({"kind": "rough", "shape": _SQUARE, "elevation": 1}, "field.pieces[0].elevation: this key is not known"),
    ({"kind": "river", "shape": [[0, 9], [0, 9]]}, "field.pieces[0].shape: two points that follow one another"),
    ({"kind": "obstacle", "shape": [[0, 9], [9, 9]], "cover": "iron"}, 'field.pieces[0].cover: "iron"'),
    ({"kind": "obstacle", "shape": [[0, 9], [9, 9]], "halt": 1}, "field.pieces[0].halt: true or false"),
    ({"kind": "bridge", "shape": [[0, 9], [9, 9]], "width": 0}, "field.pieces[0].width: 0 is outside 1 to 6."),
])  # fmt: skip
def test_a_wrong_piece_of_terrain_is_refused_at_its_place(piece: dict[str, Any], said: str) -> None:
    assert refusal(with_piece(**piece)).startswith(said)


@pytest.mark.parametrize(("field", "said"), [
    ({"width": 72}, "field.depth: this key is missing."),
    ({"width": "72", "depth": 48}, "field.width: a number is expected, not text."),
    ({"width": 5, "depth": 48}, "field.width: 5 is outside 36 to 240."),
    ({"width": 72, "depth": 48, "pieces": [{"kind": "hill", "shape": _SQUARE}] * 81}, "field.pieces: 81 entries"),
    ({"width": 72, "depth": 48, "trees": []}, "field.trees: this key is not known"),
    ([72, 48], "field: an object is expected, not a list."),
])  # fmt: skip
def test_a_wrong_field_is_refused_at_its_place(field: Any, said: str) -> None:
    assert refusal(small(field=field)).startswith(said)


def test_two_hundred_units_a_side_are_read() -> None:
    file = small()
    for n, side in enumerate(file["sides"]):
        side.pop("roster", None)
        side["units"] = [{"id": f"{n}-{k}", "type": "line_inf"} for k in range(200)]
    assert [len(side.units) for side in parse(file).sides] == [200, 200]


def test_a_refusal_never_repeats_a_long_or_unprintable_value() -> None:
    said = refusal(small(season="\x1b[31m" + "y" * 500))
    assert "\x1b" not in said
    assert len(said) < 200


def test_the_limit_of_bytes_is_for_the_text_not_for_its_units() -> None:
    assert battle_file.LIMIT == 1_000_000
    assert loads(json.dumps(small()).encode()) == parse(small())
    assert loads("\ufeff" + json.dumps(small())) == parse(small())
