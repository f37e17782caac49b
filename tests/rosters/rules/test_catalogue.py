"""REC-1 to REC-3 and REC-8: the numbers and their provenance."""

from copy import deepcopy

import pytest

from rosters.rules import catalogue as module
from rosters.rules.catalogue import build_catalogue, catalogue, morale, price, shipped_data, skill, unit_type, upkeep
from rosters.rules.refusal import Refusal

# key: foot, cavalry, morale, strength, move, fire power, range, buy, maintenance
REC_1 = {
    "elite_inf": ((5, 5), (2, 5), 8, 4, 12, None, None, 40, 4),
    "line_inf": ((4, 4), (1, 4), 7, 4, 12, None, None, 30, 3),
    "militia_inf": ((3, 3), (0, 3), 5, 4, 12, None, None, 20, 1),
    "heavy_cav": ((3, 3), (5, 4), 7, 3, 18, None, None, 35, 4),
    "light_cav": ((2, 2), (4, 3), 7, 3, 18, None, None, 25, 3),
    "irreg_cav": ((1, 1), (2, 2), 4, 3, 14, None, None, 15, 1),
    "heavy_art": ((None, 3), (None, 2), 7, 1, 12, 2, 8, 25, 3),
    "horse_art": ((None, 2), (None, 2), 7, 1, 18, 1, 6, 20, 2),
    "field_art": ((None, 3), (None, 2), 7, 1, 12, 1, 7, 20, 2),
    "engineer": ((None, 2), (None, 1), 7, 1, 12, None, None, 10, 1),
    "pontoon": ((None, 0), (None, 0), 5, 1, 12, None, None, 5, 1),
}


@pytest.mark.parametrize("key", REC_1)
def test_REC_1_row(key):
    row = unit_type(key)
    numbers = (row.morale, row.full, row.move, row.fire_power, row.range, row.buy, row.maintenance)
    assert (row.cv_foot, row.cv_cav, *numbers) == REC_1[key]


def test_REC_1_has_no_other_types():
    assert list(catalogue().unit_types) == list(REC_1)


@pytest.mark.parametrize(
    ("key", "printed"),
    [
        ("line_inf", {"cv_foot", "cv_cav", "full", "move"}),
        ("elite_inf", {"full", "move"}),
        ("irreg_cav", {"full", "move"}),
        ("heavy_art", {"full", "move", "fire_power", "range"}),
        ("horse_art", {"full", "move"}),
        ("engineer", set()),
        ("pontoon", {"move"}),
        ("field_art", set()),
    ],
)
def test_REC_1_says_what_is_printed(key, printed):
    shown = ("cv_foot", "cv_cav", "morale", "full", "move", "fire_power", "range", "buy", "maintenance")
    tags = unit_type(key).tags
    assert {name for name in shown if tags.get(name) == "SRC"} == printed


def test_REC_1_field_artillery_is_a_house_rule_and_off():
    row = unit_type("field_art")
    assert set(row.tags.values()) - {"SRC"} == {"HR"}
    assert not row.standard


def test_every_number_has_a_tag_and_a_source():
    for row in catalogue().unit_types.values():
        assert set(row.tags) == set(row.sources)
        assert set(row.tags.values()) <= set(module.TAGS)
        assert all(row.sources.values())


@pytest.mark.parametrize(
    ("key", "buy", "keep", "courage"),
    [
        ("elite_inf", 50, 5, 9),
        ("heavy_cav", 45, 5, 8),
        ("light_cav", 30, 4, 8),
        ("heavy_art", 30, 4, 8),
        ("horse_art", 25, 3, 8),
        ("field_art", 25, 3, 8),
    ],
)
def test_REC_2_guard(key, buy, keep, courage):
    assert (price(key, guard=True), upkeep(key, guard=True), morale(key, guard=True)) == (buy, keep, courage)


def test_REC_2_who_may_be_guard():
    may = {key for key, row in catalogue().unit_types.items() if row.may_be_guard}
    assert may == {"elite_inf", "heavy_cav", "light_cav", "heavy_art", "horse_art", "field_art"}


@pytest.mark.parametrize(
    ("key", "dice", "percent", "cost", "keep"),
    [
        ("poor", (10,), 110, 0, 0),
        ("average", (6, 6), 100, 40, 2),
        ("good", (10, 6), 90, 120, 4),
        ("great", (10, 10), 80, 240, 8),
    ],
)
def test_REC_3_skill(key, dice, percent, cost, keep):
    row = skill(key)
    assert (row.dice, row.base_percent, row.price, row.upkeep) == (dice, percent, cost, keep)


def test_LGG_1_0_b_bases():
    sizes = {key: (row.width, row.depth) for key, row in catalogue().unit_types.items()}
    assert sizes["line_inf"] == sizes["heavy_cav"] == (3, 3)
    assert sizes["heavy_art"] == sizes["pontoon"] == (1.5, 3)
    assert sizes["engineer"] == (1.5, 1.5)


def _with(path, value):
    data = deepcopy(shipped_data())
    *parents, last = path
    place = data
    for key in parents:
        place = place[key]
    place[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        (("units", "line_inf", "morale", "value"), 10, "units.line_inf.morale: "),
        (("units", "line_inf", "morale", "value"), True, "units.line_inf.morale: "),
        (("units", "line_inf", "morale", "value"), "7", "units.line_inf.morale: "),
        (("units", "line_inf", "full", "value"), 7, "units.line_inf.full: "),
        (("units", "line_inf", "cv_foot", "value"), ["-", 10], "units.line_inf.cv_foot: "),
        (("units", "line_inf", "cv_foot", "value"), [4], "units.line_inf.cv_foot: "),
        (("units", "heavy_art", "fire_power", "value"), 6, "units.heavy_art.fire_power: "),
        (("units", "line_inf", "buy", "value"), -1, "units.line_inf.buy: "),
        (("units", "line_inf", "width", "value"), float("nan"), "units.line_inf.width: "),
        (("units", "line_inf", "morale"), 7, "units.line_inf.morale: "),
        (("units", "line_inf", "morale", "tag"), "XYZ", "units.line_inf.morale.tag: "),
        (("units", "line_inf", "morale", "tag"), [], "units.line_inf.morale.tag: "),
        (("units", "line_inf", "morale", "source"), ["page 7"], "units.line_inf.morale.source: "),
        (("units", "line_inf", "morale", "source"), "7" * 201, "units.line_inf.morale.source: "),
        (("units", "line_inf", "moral"), {"value": 7, "tag": "REC", "source": ""}, "units.line_inf.moral: unknown"),
        (("units", "line_inf"), None, "units.line_inf: "),
        (("skills", "good", "dice", "value"), [], "skills.good.dice: "),
        (("guard", "morale", "value"), 6, "guard.morale: "),
        (("criteria", "elite_one_in", "value"), 0, "criteria.elite_one_in: "),
        (("modifiers",), {}, "modifiers: unknown"),
    ],
)
def test_ENG_3_refuses_wrong_numbers_with_their_path(path, value, where):
    with pytest.raises(Refusal, match=f"^{where}"):
        build_catalogue(_with(path, value))


def test_ENG_2_the_hash_covers_every_number():
    changed = build_catalogue(_with(("units", "elite_inf", "buy", "value"), 41))
    assert build_catalogue(shipped_data()).profile_hash == catalogue().profile_hash != changed.profile_hash


def test_an_unknown_type_or_skill_is_refused_with_the_known_ones():
    with pytest.raises(Refusal, match="line_inf"):
        unit_type("hussars")
    with pytest.raises(Refusal, match="average"):
        skill("brilliant")
