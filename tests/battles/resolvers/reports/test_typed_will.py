"""HR-26 The will of an army as typed, against the fates of its units."""

from typing import Any

import pytest

from base.refusal import Refusal
from battles.resolvers.replay.typed_will import check_will
from battles.resolvers.values.battle import BattleFile
from tests.factories.battles import file_of


def units(file: BattleFile, *fates: str) -> dict[str, dict[str, Any]]:
    """The first side's units with these fates, the others stand."""
    told = [*fates, *["stands"] * len(file.sides[0].units)]
    return {unit.id: {"strength": 1, "fate": fate} for unit, fate in zip(file.sides[0].units, told, strict=False)}


@pytest.fixture
def file() -> BattleFile:
    """Six units: four of line, light cavalry, and an engineer that does not count."""
    sides = [
        {"name": name, "commander": {"name": name, "skill": "average"},
         "roster": "4 Line inf, Light cav, Engineer"} for name in ("French", "Allies")
    ]  # fmt: skip
    return file_of(rules="lgg", sides=sides)


def test_HR_26_an_army_of_five_breaks_with_two_and_not_with_one(file) -> None:
    with pytest.raises(Refusal, match=r"French: one unit of it broken, an army of 5 breaks with 2; mark that it left"):
        check_will(file, 0, "broke", units(file, "destroyed"))
    check_will(file, 0, "broke", units(file, "destroyed", "rallyable"))
    check_will(file, 0, "yes", units(file, "destroyed"))
    with pytest.raises(Refusal, match=r"an army of 5 must leave with 2 \(HR-26\); mark that it broke"):
        check_will(file, 0, "yes", units(file, "nonrallyable", "rallyable"))
    check_will(file, 0, "no", units(file, "nonrallyable", "rallyable"))


def test_HR_26_an_engineer_and_a_unit_that_left_by_its_edge_are_not_broken(file) -> None:
    told = units(file, "exited", "exited", "exited")
    told[file.sides[0].units[-1].id]["fate"] = "destroyed"
    check_will(file, 0, "yes", told)


def test_HR_26_by_the_sources_letter_any_army_stays_that_has_a_unit_left(file) -> None:
    letter = file_of(rules="lgg", options={"will": "off"}, sides=[side.as_dict() for side in file.sides])
    check_will(letter, 0, "yes", units(letter, *["destroyed"] * 5))
