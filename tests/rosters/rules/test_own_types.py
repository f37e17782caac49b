"""HR-30: a war's own unit types in rosters, prices and the list checker."""

from dataclasses import replace

import pytest

from base.refusal import Refusal
from rosters.rules.amalgamation import amalgamate
from rosters.rules.catalogue import catalogue, morale, price, upkeep
from rosters.rules.notation import RosterItem, parse_roster, print_roster
from rosters.rules.own_types import OwnType
from rosters.rules.purchase import maintenance_of, points_of, replacement_price
from rosters.rules.roster_table import read_roster

BREECH = OwnType("Breech inf", "line_inf", "Breech-loading infantry", "Zündnadel battalions", 36, 4, 8, attack=1)
JAEGER = OwnType("Jäger", "elite_inf", "Jäger", "Jäger", 44, 5, 8, fire=1)
OWN = {kind.short: kind for kind in (BREECH, JAEGER)}
TABLES = replace(catalogue(), own=OWN)


@pytest.mark.parametrize(
    "text",
    ["2 Breech inf, 1 Line inf", "2 breech infantry and a line", "2 Breech-loading infantry; Line inf",
     "2 zündnadel battalions, 1 line_inf"],
)  # fmt: skip
def test_HR_30_a_roster_names_a_type_of_the_war_in_each_of_its_names(text: str) -> None:
    units = parse_roster(text, OWN)
    assert [(unit.type, unit.own) for unit in units] == [("line_inf", "Breech inf")] * 2 + [("line_inf", "")]
    assert print_roster(units) == "2 Breech inf, 1 Line inf"
    assert parse_roster(print_roster(units), OWN) == units


def test_HR_30_strength_guard_and_names_are_those_of_the_base() -> None:
    units = parse_roster('one 2/4 Breech inf "Fusiliers", 1 Jäger Guard', OWN)
    assert units == (
        RosterItem("line_inf", 2, name="Fusiliers", own="Breech inf"), RosterItem("elite_inf", 4, True, own="Jäger")
    )  # fmt: skip
    with pytest.raises(Refusal, match="cannot be Guard"):
        parse_roster("Breech inf Guard", OWN)


def test_HR_30_without_the_war_its_types_are_unknown_and_with_it_a_wrong_name_lists_them() -> None:
    with pytest.raises(Refusal, match="not a unit type"):
        parse_roster("Breech inf")
    with pytest.raises(Refusal, match="Pontoon train, Breech inf, Jäger"):
        parse_roster("Breach inf", OWN)


def test_HR_30_price_upkeep_and_morale_are_the_type_s_own_with_guard_on_top() -> None:
    assert [f("line_inf", False, TABLES, "Breech inf") for f in (price, upkeep, morale)] == [36, 4, 8]
    assert [f("elite_inf", True, TABLES, "Jäger") for f in (price, upkeep, morale)] == [54, 6, 9]
    assert [f("line_inf", False, TABLES) for f in (price, upkeep, morale)] == [30, 3, 7]
    units = parse_roster("2 Breech inf, 1 Line inf", OWN)
    assert (points_of(units, TABLES), maintenance_of(units, TABLES)) == (36 * 2 + 30, 4 * 2 + 3)
    assert replacement_price("line_inf", False, True, TABLES, "Breech inf") == 5  # 36 / (2 x 4), rounded up
    assert replacement_price("line_inf", False, True, TABLES) == 4


def test_HR_30_whoever_carries_on_keeps_its_type_while_its_base_stays() -> None:
    worn = RosterItem("line_inf", 2, own="Breech inf"), RosterItem("line_inf", 1, own="Breech inf")
    assert [(unit.strength, unit.own) for unit in amalgamate(worn)] == [(3, "Breech inf")]
    mixed = RosterItem("elite_inf", 2, own="Jäger"), RosterItem("militia_inf", 1)
    assert [(unit.type, unit.own) for unit in amalgamate(mixed)] == [("militia_inf", "")]


def test_HR_30_a_table_of_units_names_a_type_of_the_war() -> None:
    units = read_roster("type,count\nBreech inf,2\nLine inf,1\n", OWN)
    assert [unit.own for unit in units] == ["Breech inf", "Breech inf", ""]
