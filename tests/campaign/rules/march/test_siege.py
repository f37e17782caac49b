"""HR-28 The table of a siege with its exact odds."""

from dataclasses import replace
from fractions import Fraction

import pytest

from campaign.rules.house import house_rules, shipped
from campaign.rules.march.contact import contact_in
from campaign.rules.march.siege import (
    HONOURS,
    PRISONERS,
    STARVED,
    SUMMONED,
    Works,
    chance_of_breach,
    consumed,
    guns_of,
    may_be_summoned,
    opened,
    siege_in,
    terms,
    turn_end,
)
from campaign.rules.march.supply import trace
from tests.campaign.rules.worlds import army, theatre

HOUSE = shipped()
KEEP = {"fortress": True, "controller": "blue", "home": "blue"}


class Fixed:
    """A cup whose faces are known."""

    def __init__(self, *faces):
        self.faces, self.names = list(faces), []

    def roll(self, sides, name):
        assert sides == 10
        self.names.append(name)
        return self.faces.pop(0)


def world(**more):
    made = theatre("home-keep", "keep-rear", keep=KEEP, home={"controller": "red", "depot": True},
                   rear={"controller": "blue"})  # fmt: skip
    return replace(made, sieges=True, **more)


def besiegers(roster="4 Line inf, 1 Heavy art", **more):
    return army("red-i", "red", "keep", roster, skill="good", **more)


GARRISON = army("garrison", "blue", "keep", "2 Line inf")


def siege(roster="4 Line inf, 1 Heavy art", garrison=GARRISON):
    found = siege_in("keep", [besiegers(roster), garrison], world())
    assert found is not None
    return found


def test_HR_28_a_garrison_behind_its_walls_is_not_met_and_cuts_nobody_off():
    armies, land = [besiegers(), GARRISON], world()
    assert contact_in(land.provinces["keep"], armies, land, 3) is None
    assert not land.pinned(armies[0], armies)
    assert land.pinned(GARRISON, armies), "but it is shut in"
    assert trace(armies[0], armies, land, 3, HOUSE).path == ("keep", "home")
    assert trace(GARRISON, armies, land, 3, HOUSE).path == ("keep",)


def test_HR_28_a_general_or_a_march_of_this_turn_makes_no_garrison():
    for field in (army("field", "blue", "keep", "2 Line inf", skill="poor"),
                  army("fresh", "blue", "keep", "2 Line inf", entered_turn=3, entered_impulse=1)):  # fmt: skip
        armies, land = [besiegers(), field], world()
        assert contact_in(land.provinces["keep"], armies, land, 3) is not None
        assert siege_in("keep", armies, land) is None


def test_HR_28_who_fights_at_the_works_is_met():
    armies, land = [besiegers(), replace(GARRISON, out=True)], world()
    assert contact_in(land.provinces["keep"], armies, land, 3) is not None


def test_HR_28_without_the_switch_everything_is_as_it_was():
    land = replace(world(), sieges=False)
    assert contact_in(land.provinces["keep"], [besiegers(), GARRISON], land, 3) is not None
    assert trace(GARRISON, [besiegers(), GARRISON], land, 3, HOUSE).path == ()


def test_HR_28_a_relieving_army_outside_breaks_the_siege_off():
    relief = army("relief", "blue", "keep", "1 Line inf", skill="poor")
    assert siege_in("keep", [besiegers(), GARRISON, relief], world()) is None


@pytest.mark.parametrize(
    ("roster", "invests"), [("2 Line inf", True), ("1 Line inf", False), ("9 Light cav", False), ("3 Heavy art", False)]
)
def test_HR_28_it_takes_infantry_and_as_much_strength_as_the_garrison(roster, invests):
    assert siege(roster).invested(HOUSE) == invests


@pytest.mark.parametrize(("guns", "breach", "fire"), [(0, 0, 0), (1, 4, 0), (2, 5, 1), (3, 6, 2), (5, 8, 4), (9, 8, 4)])
def test_HR_28_the_odds_of_a_bombardment_are_exact(guns, breach, fire):
    assert chance_of_breach(guns, HOUSE) == Fraction(breach, 10)
    ends = [turn_end(siege(), opened(1, HOUSE), guns, Fixed(face), HOUSE) for face in range(1, 11)]
    assert (sum(end.hit for end in ends), sum(end.burnt for end in ends)) == (breach, fire)


def test_HR_28_stores_run_down_faster_with_many_mouths_and_by_fire():
    assert (consumed(24, HOUSE), consumed(25, HOUSE)) == (1, 2)
    works = opened(4, HOUSE)
    assert works == Works(4, 7, 0)
    assert turn_end(siege(), works, 0, Fixed(), HOUSE).works == Works(4, 6, 0)
    assert turn_end(siege(), works, 5, Fixed(10), HOUSE).works == Works(4, 5, 1)
    for left in range(1, 8):
        assert turn_end(siege(), Works(1, left, 0), 0, Fixed(), HOUSE).fell == (STARVED if left == 1 else "")


def ends_of(garrison, guns):
    """Return after how many turn ends a fortress may fall by hunger or a summons, whatever the dice are."""
    shut_up, found, open_now = siege("20 Line inf", garrison), set(), {opened(1, HOUSE)}
    for ends in range(1, 20):
        dice = [(first, second) for first in (1, 10) for second in range(1, 11)]
        results = [turn_end(shut_up, works, guns, Fixed(*faces), HOUSE) for works in open_now for faces in dice]
        found |= {ends for end in results if end.fell}
        open_now = {end.works for end in results if not end.fell}
    return found


@pytest.mark.parametrize(("roster", "guns", "first", "last"), [
    ("2 Line inf", 0, 7, 7), ("2 Line inf", 1, 4, 7), ("2 Line inf", 5, 4, 7), ("7 Line inf", 0, 4, 4),
    ("7 Line inf", 5, 4, 4),
])  # fmt: skip
def test_HR_28_a_fortress_falls_within_four_to_eight_turns_by_its_garrison_and_guns(roster, guns, first, last):
    found = ends_of(army("garrison", "blue", "keep", roster), guns)
    assert (min(found), max(found)) == (first, last)


def test_HR_28_stores_of_a_crowded_fortress_do_not_burn():
    crowded = siege("20 Line inf", army("garrison", "blue", "keep", "7 Line inf"))
    end = turn_end(crowded, opened(1, HOUSE), 5, Fixed(10), HOUSE)
    assert (end.works.stores, end.hit, end.burnt) == (5, True, False)


def test_HR_28_a_breached_garrison_is_summoned_by_twice_its_strength():
    breached, cup = Works(1, 5, 3), Fixed(4)
    assert HOUSE["siege.summons_to"] == 4
    assert may_be_summoned(siege(), breached, HOUSE)
    assert turn_end(siege(), breached, 0, cup, HOUSE).fell == SUMMONED
    assert cup.names == ["summons"]
    assert turn_end(siege(), breached, 0, Fixed(5), HOUSE).fell == ""
    assert not may_be_summoned(siege("3 Line inf"), breached, HOUSE)
    assert not may_be_summoned(siege(), Works(1, 5, 2), HOUSE)


def test_HR_28_the_honours_of_war_are_for_a_garrison_that_could_hold_out():
    assert (terms(Works(1, 1, 2), HOUSE), terms(Works(1, 1, 3), HOUSE)) == (HONOURS, PRISONERS)
    assert terms(Works(1, 0, 0), HOUSE) == PRISONERS


def test_HR_28_a_breach_does_not_grow_beyond_what_can_be_stormed():
    assert turn_end(siege(), Works(1, 5, 3), 5, Fixed(9, 9), HOUSE).works.breach == 3
    assert Works(breach=2).practicable(house_rules({"siege.practicable": 2}))


def test_HR_28_guns_are_the_strength_points_of_the_artillery():
    heavy, horse = (guns_of([besiegers(roster)]) for roster in ("1 Heavy art", "1 Horse art"))
    assert heavy > 0
    assert guns_of([besiegers("4 Line inf, 1 Heavy art, 1 Horse art"), GARRISON]) == heavy + horse
