"""REC-1 to REC-3 and REC-8: the numbers and their provenance."""

from copy import deepcopy

import pytest

from base.refusal import Refusal
from rosters.rules import catalogue as module
from rosters.rules.catalogue import build_catalogue, catalogue, morale, price, shipped_data, skill, unit_type, upkeep

# key: morale, strength, buy, maintenance
REC_1 = {
    "elite_inf": (8, 4, 40, 4), "line_inf": (7, 4, 30, 3), "militia_inf": (5, 4, 20, 1), "heavy_cav": (7, 3, 35, 4),
    "light_cav": (7, 3, 25, 3), "irreg_cav": (4, 3, 15, 1), "heavy_art": (7, 1, 25, 3), "horse_art": (7, 1, 20, 2),
    "field_art": (7, 1, 20, 2), "engineer": (7, 1, 10, 1), "pontoon": (5, 1, 5, 1),
}  # fmt: skip


@pytest.mark.parametrize("key", REC_1)
def test_REC_1_row(key):
    row = unit_type(key)
    assert (row.morale, row.full, row.buy, row.maintenance) == REC_1[key]


def test_REC_1_has_no_other_types():
    assert list(catalogue().unit_types) == list(REC_1)


def test_REC_1_says_what_is_printed():
    shown = ("morale", "full", "buy", "maintenance")
    printed = {key: {name for name in shown if row.tags[name] == "SRC"} for key, row in catalogue().unit_types.items()}
    assert {key for key, names in printed.items() if names == {"full"}} == {
        "line_inf", "elite_inf", "militia_inf", "heavy_cav", "light_cav", "irreg_cav", "heavy_art", "horse_art",
    }  # fmt: skip
    assert all(names <= {"full"} for names in printed.values())


def test_REC_1_field_artillery_is_a_house_rule_and_off():
    row = unit_type("field_art")
    assert set(row.tags.values()) - {"SRC"} == {"HR"}
    assert not row.standard


def test_every_number_has_a_tag_and_a_source():
    for row in catalogue().unit_types.values():
        assert set(row.tags) == set(row.sources)
        assert set(row.tags.values()) <= set(module.TAGS)
        assert all(row.sources.values())


@pytest.mark.parametrize(("key", "buy", "keep", "courage"), [
    ("elite_inf", 50, 5, 9), ("heavy_cav", 45, 5, 8), ("light_cav", 30, 4, 8), ("heavy_art", 30, 4, 8),
    ("horse_art", 25, 3, 8), ("field_art", 25, 3, 8),
])  # fmt: skip
def test_REC_2_guard(key, buy, keep, courage):
    assert (price(key, guard=True), upkeep(key, guard=True), morale(key, guard=True)) == (buy, keep, courage)


def test_REC_2_who_may_be_guard():
    may = {key for key, row in catalogue().unit_types.items() if row.may_be_guard}
    assert may == {"elite_inf", "heavy_cav", "light_cav", "heavy_art", "horse_art", "field_art"}


@pytest.mark.parametrize(("key", "dice", "percent", "cost", "keep"), [
    ("poor", (10,), 110, 0, 0), ("average", (6, 6), 100, 40, 2), ("good", (10, 6), 90, 120, 4),
    ("great", (10, 10), 80, 240, 8),
])  # fmt: skip
def test_REC_3_skill(key, dice, percent, cost, keep):
    row = skill(key)
    assert (row.dice, row.base_percent, row.price, row.upkeep) == (dice, percent, cost, keep)


def _with(path, value):
    data = deepcopy(shipped_data())
    *parents, last = path
    place = data
    for key in parents:
        place = place[key]
    place[last] = value
    return data


@pytest.mark.parametrize(("path", "value", "where"), [
    (("units", "line_inf", "morale", "value"), 10, "units.line_inf.morale: "),
    (("units", "line_inf", "morale", "value"), True, "units.line_inf.morale: "),
    (("units", "line_inf", "morale", "value"), "7", "units.line_inf.morale: "),
    (("units", "line_inf", "full", "value"), 7, "units.line_inf.full: "),
    (("units", "line_inf", "buy", "value"), -1, "units.line_inf.buy: "),
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
])  # fmt: skip
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
