"""Each lost point of a unit has its moment, its rule and its opponent; together they are what the report says."""

import pytest

from battles.resolvers.values.deeds import deeds_of
from rosters.rules.catalogue import catalogue
from tests.battles.golden.pin import golden_report

ARMS = {key: kind.arm for key, kind in catalogue().unit_types.items()}


@pytest.mark.parametrize("name", ["worn_armies", "open_spring", "marsh_two_rivers"])
def test_HR_15_the_blows_of_a_unit_add_up_to_its_loss(name: str) -> None:
    report = golden_report(name)
    found = deeds_of(report, ARMS)
    sums = {
        unit.id: sum(blow.points for blow in found.blows.get(unit.id, ())) for s in report.sides for unit in s.units
    }
    assert sums == {unit.id: unit.lost for side in report.sides for unit in side.units}
    blows = [blow for several in found.blows.values() for blow in several if blow.points > 0]
    assert blows
    assert all(blow.rule for blow in blows)
    assert all(report.journal[blow.n - 1]["ev"] in ("hit", "rout", "eliminated") for blow in blows)


def test_HR_15_guns_taken_and_enemies_broken_are_the_enemys() -> None:
    report = golden_report("open_spring")
    found = deeds_of(report, ARMS)
    side = {unit.id: number for number, one in enumerate(report.sides) for unit in one.units}
    types = {unit.id: unit.type for one in report.sides for unit in one.units}
    assert any(deed.guns for deed in found.deeds.values())
    for unit, deed in found.deeds.items():
        assert all(side[broken] != side[unit] for broken in deed.broke)
        assert set(deed.guns) <= set(deed.broke)
        assert all(ARMS[types[gun]] == "art" for gun in deed.guns)
