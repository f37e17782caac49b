"""REC-1 What the unit types fight with, and where each number comes from."""

import pytest

from base.refusal import Refusal
from battles.resolvers.lgg.record.fighters import OWN
from battles.resolvers.lgg.record.profile import make_profile, shipped_profile, shipped_tables
from rosters.rules.catalogue import catalogue

# key: foot, cavalry, move, fire power, range
REC_1 = {
    "elite_inf": ((5, 5), (2, 5), 12, None, None), "line_inf": ((4, 4), (1, 4), 12, None, None),
    "militia_inf": ((3, 3), (0, 3), 12, None, None), "heavy_cav": ((3, 3), (5, 4), 18, None, None),
    "light_cav": ((2, 2), (4, 3), 18, None, None), "irreg_cav": ((1, 1), (2, 2), 14, None, None),
    "heavy_art": ((None, 3), (None, 2), 12, 2, 8), "horse_art": ((None, 2), (None, 2), 18, 1, 6),
    "field_art": ((None, 3), (None, 2), 12, 1, 7), "engineer": ((None, 2), (None, 1), 12, None, None),
    "pontoon": ((None, 0), (None, 0), 12, None, None),
}


@pytest.mark.parametrize("key", REC_1)
def test_REC_1_LGG_8_0_a_row(key: str) -> None:
    row = shipped_profile().fighters[key]
    assert (row.cv_foot, row.cv_cav, row.move, row.fire_power, row.range) == REC_1[key]


def test_REC_1_the_fighters_are_the_types_of_the_rosters() -> None:
    assert list(shipped_profile().fighters) == list(catalogue().unit_types) == list(REC_1)
    for key, row in shipped_profile().fighters.items():
        kind = catalogue().unit_types[key]
        assert (row.name, row.arm, row.morale, row.full, row.buy) == (
            kind.name, kind.arm, kind.morale, kind.full, kind.buy,
        )  # fmt: skip


@pytest.mark.parametrize(("key", "printed"), [
    ("line_inf", {"cv_foot", "cv_cav", "move"}), ("elite_inf", {"move"}), ("irreg_cav", {"move"}),
    ("heavy_art", {"move", "fire_power", "range"}), ("horse_art", {"move"}), ("engineer", set()),
    ("pontoon", {"move"}), ("field_art", set()),
])
def test_REC_1_says_what_is_printed(key: str, printed: set[str]) -> None:
    shown = ("cv_foot", "cv_cav", "move", "fire_power", "range")
    tags = shipped_profile().fighters[key].tags
    assert {name for name in shown if tags.get(name) == "SRC"} == printed


def test_ENG_2_the_hash_of_the_shipped_numbers_is_what_it_was_in_one_table() -> None:
    units = shipped_tables()["units"]
    assert all(set(OWN) - set(row) <= {"fire_power", "range"} for row in units.values())
    assert shipped_profile().digest == "470a56666e67d8ed26c42e1b5c5f302ad8dbdc80ce45e1d4690ec13c7fd583b2"


@pytest.mark.parametrize(("row", "name", "value"), [
    ("line_inf", "cv_foot", ["-", 10]), ("line_inf", "cv_foot", [4]), ("heavy_art", "fire_power", 6),
    ("line_inf", "width", float("nan")), ("line_inf", "fire_power", 1),
])
def test_ENG_3_a_wrong_number_is_refused_by_its_path(row: str, name: str, value: object) -> None:
    with pytest.raises(Refusal, match=rf"^units\.{row}\.{name}: "):
        make_profile({"units": {row: {name: {"value": value}}}})
