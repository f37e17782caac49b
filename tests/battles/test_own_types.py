"""HR-30: unit types of a war in a battle file, and how the rule systems fight with them."""

from typing import Any

import pytest

from battles.pack.cards import morale_of
from battles.pages.tables import side_tables
from battles.resolvers.contract.registry import papers, resolver
from battles.resolvers.files.battle_file import by_rules, parse, tables_of
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.values.battle import BattleFileError
from battles.resolvers.values.report import Report

SYSTEMS = ("lgg", "one_hour", "activation", "square_brigadier", "solo_napoleonic", "my_favourite")
PLAIN = {"short": "Breech inf", "base": "line_inf", "name": "Breech-loading infantry"}
BETTER = PLAIN | {"morale": 8, "attack": 2, "defend": 3, "fire": 2, "sign": "B"}


def battle(rules: str = "lgg", own: dict[str, Any] | None = None) -> dict[str, Any]:
    """Four units of foot against four, and a gun each; those of Prussia are of the type of the war, if there is one."""
    foot: dict[str, Any] = {"type": "line_inf"} | ({"own": own["short"]} if own else {})
    sides = [
        {"name": "Prussia", "commander": {"skill": "good"},
         "units": [*({"id": f"p{n}", **foot} for n in range(4)), {"id": "pg", "type": "field_art"}]},
        {"name": "Austria", "commander": {"skill": "average"},
         "units": [*({"id": f"a{n}", "type": "line_inf"} for n in range(4)), {"id": "ag", "type": "field_art"}]},
    ]  # fmt: skip
    file = {"format": "bivouac.battle/1", "season": "summer", "weather": "normal", "ground": "hard", "terrain": "open",
            "rules": rules, "options": {"max_days": 1}, "sides": sides}  # fmt: skip
    return file | ({"unit_types": [own]} if own else {})


def fought(rules: str, own: dict[str, Any] | None = None) -> Report:
    return fight_file(resolver(rules).freeze(parse(battle(rules, own)), "f" * 64), "e" * 64)


def test_HR_30_a_battle_file_brings_the_types_of_its_units_and_comes_out_as_it_went_in() -> None:
    file = parse(battle(own=BETTER))
    assert parse(file.as_dict()) == file
    assert [unit.name for unit in file.sides[0].units][:2] == [f"{n} Breech-loading infantry" for n in ("1st", "2nd")]
    assert file.sides[1].units[0].name == "1st Line infantry"
    assert [row["short"] for row in by_rules(file, "one_hour").as_dict()["unit_types"]] == ["Breech inf"]
    assert "unit_types" not in parse(battle()).as_dict()
    assert all("own" not in unit for side in parse(battle()).as_dict()["sides"] for unit in side["units"])


@pytest.mark.parametrize(
    ("change", "place"),
    [({"unit_types": []}, r"sides\[0\].units\[0\].own"), ({"unit_types": [BETTER, BETTER]}, r"unit_types\[1\].short"),
     ({"unit_types": [BETTER | {"base": "heavy_cav"}]}, r"sides\[0\].units\[0\].own"),
     ({"unit_types": [BETTER | {"attack": 4}]}, r"unit_types\[0\].attack"),
     ({"unit_types": [BETTER | {"base": "lancers"}]}, r"unit_types\[0\].base")],
)  # fmt: skip
def test_HR_30_a_file_with_a_wrong_type_is_refused_by_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(BattleFileError, match=place):
        parse(battle(own=BETTER) | change)


@pytest.mark.parametrize("rules", SYSTEMS)
def test_HR_30_a_type_that_differs_in_nothing_fights_as_its_base_and_one_that_differs_does_not(rules: str) -> None:
    plain, same, better = fought(rules), fought(rules, PLAIN), fought(rules, BETTER)
    ends = [[(unit.lost, unit.fate) for side in one.sides for unit in side.units] for one in (plain, same)]
    assert ends[0] == ends[1]
    assert plain.outcome == same.outcome
    assert plain.journal[1:] == same.journal[1:] != better.journal[1:]


def test_HR_30_la_grande_guerre_adds_to_morale_and_combat_values() -> None:
    file = resolver("lgg").freeze(parse(battle(own=BETTER)), "f" * 64)
    record = fill(file, "e" * 64, shipped_profile())
    columns = ("morale", "attack", "defend", "fire")
    assert [int(record[f"roll_own_{name}"][0]) for name in columns] == [1, 2, 3, 2]
    assert [int(record[f"roll_own_{name}"][200]) for name in columns] == [0, 0, 0, 0]
    door = papers("lgg")
    assert door is not None
    shown = [dict(door.unit_papers(file, side)[unit].values) for side, unit in ((0, "p0"), (1, "a0"))]
    assert [(one["foot"], one["horse"], one["Morale"]) for one in shown] == [
        ("6 / 7", "3 / 7", "8"),
        ("4 / 4", "1 / 4", "7"),
    ]


def test_HR_30_pages_and_papers_know_both_infantries() -> None:
    file = parse(battle(own=BETTER))
    assert [morale_of(side.units[0], tables_of(file)) for side in file.sides] == [8, 7]
    first, second = side_tables(fought("lgg", BETTER))
    assert [first.units[0].name, second.units[0].name] == ["1st Breech-loading infantry", "1st Line infantry"]
