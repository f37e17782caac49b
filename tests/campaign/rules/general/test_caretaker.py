"""How a caretaker plays: by the worth of what he knows."""

from dataclasses import replace

import pytest

from campaign.rules.general.caretaker import Outlook, order_for, orders_for, wanted_arms, worth
from campaign.rules.standing import Now
from campaign.rules.theatre import ArmyFacts, EdgeFacts, ProvinceFacts, Theatre, UnitFacts

OWNERS = {"capital": ("red", 12, True), "field": ("red", 5, False), "ridge": (None, 3, False),
          "plain": ("blue", 5, False), "foe": ("blue", 12, True)}  # fmt: skip
CHAIN = tuple(OWNERS)
THEATRE = Theatre(
    provinces={key: ProvinceFacts(key, key.title(), value=value, controller=owner, capital=capital)
               for key, (owner, value, capital) in OWNERS.items()},
    edges=tuple(EdgeFacts(CHAIN[n], CHAIN[n + 1]) for n in range(4)),
    relations={frozenset(("red", "blue")): "war"}, factions=("red", "blue"),
)  # fmt: skip


def army(province: str, units: int = 4, strength: int = 4, ref: str = "corps") -> ArmyFacts:
    roster = tuple(UnitFacts(f"{ref}{n}", strength=strength) for n in range(units))
    return ArmyFacts(ref, "red", province, ref.title(), roster)


def outlook(*own: ArmyFacts, enemies: dict[str, int] | None = None, met: int = 0, cut: bool = False) -> Outlook:
    return Outlook(THEATRE, own, enemies or {}, lambda a, t: True, lambda a, t: met, lambda a, t: cut)


def test_AI_30_an_army_goes_for_the_greatest_prize_beside_it():
    corps = army("plain")
    assert order_for(outlook(corps), corps) == Now("march", ("foe",)), "3 x 12 and 20 for a capital"
    assert (worth(outlook(corps), corps, "foe"), worth(outlook(corps), corps, "ridge")) == (56, 9)


def test_AI_30_a_province_of_ones_own_is_no_prize():
    assert worth(outlook(army("field")), army("field"), "capital") == 0
    assert worth(outlook(army("field"), enemies={"capital": 1}), army("field"), "capital") > 50


@pytest.mark.parametrize(("met", "cut", "value"), [(0, False, 9), (1, False, 3), (0, True, -1), (2, True, -13)])
def test_AI_30_attrition_and_a_lost_way_back_are_counted(met, cut, value):
    corps = army("field")
    assert worth(outlook(corps, met=met, cut=cut), corps, "ridge") == value


def test_AI_30_the_ratio_of_strengths_counts_with_those_who_could_support():
    corps, friend = army("field", units=7), army("field", units=7, ref="second")
    assert worth(outlook(corps, enemies={"ridge": 8}), corps, "ridge") == 9, "28 against 8 units of 3.5: even"
    assert worth(outlook(corps, friend, enemies={"ridge": 8}), corps, "ridge") == 19, "twice as strong: 10 more"


def test_AI_30_without_a_prize_above_5_an_army_holds_or_rests():
    corps = army("field")
    assert order_for(outlook(corps, met=1), corps) == Now("hold")
    assert order_for(outlook(army("field", strength=3), met=1), army("field", strength=3)) == Now("rest")


def test_AI_30_guns_alone_go_nowhere():
    guns = replace(army("field"), units=(UnitFacts("gun", "heavy_art", "art", strength=1, full=1),))
    assert order_for(outlook(guns), guns) == Now("hold")


def test_AI_32_the_last_army_does_not_leave_a_capital_with_an_enemy_near():
    first, second = army("capital"), army("capital", ref="second")
    given = orders_for(outlook(first, second, enemies={"field": 1}), [first, second])
    assert given == {"corps": Now("march", ("field",)), "second": Now("hold")}
    assert orders_for(outlook(first, enemies={"ridge": 1}), [first]) == {"corps": Now("hold")}


def test_AI_31_the_arm_that_falls_the_farthest_short_is_bought_first():
    assert wanted_arms({"foot": 57, "cav": 28, "art": 15}) == ["art", "cav", "foot"]
    assert wanted_arms({"foot": 100}) == ["cav", "art", "foot"]
    assert wanted_arms({}) == ["foot", "cav", "art"]
