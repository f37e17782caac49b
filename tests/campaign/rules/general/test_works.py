"""The campaign's general raises field works where he stays and may be attacked (AI-50)."""

from dataclasses import replace

from battles.resolvers.values.sides import MOST_RAISED
from campaign.rules.general.level import LEVELS
from campaign.rules.general.orders import orders_of
from campaign.rules.general.threat import Threat
from campaign.rules.general.works import digs_in
from campaign.rules.theatre import UnitFacts
from tests.campaign.rules.general.test_general import army, known, theatre

FOE = Threat("field", 20.0, {"home": 0.5, "field": 0.5})


def test_AI_50_an_army_that_holds_a_place_an_equal_enemy_may_reach_fortifies_with_its_reason():
    guard = army("home", ref="guard")
    for level in LEVELS.values():
        now = orders_of(known(guard, foes={"field": 5}), level)["guard"]
        assert (now.kind, now.path, now.why) == ("fortify", (), "about 18 strength points may come against 16"), level
        calm = orders_of(known(guard, foes={"field": 1}), level)["guard"]
        assert calm.kind != "fortify", "a handful is met without works"


def test_AI_50_works_are_for_who_may_dig_where_nobody_fights_yet():
    guard = army("home", ref="guard")
    seen = known(guard, foes={"field": 6})
    assert digs_in(seen, guard, 16.0, [FOE]) == "about 20 strength points may come against 16"
    horse = replace(guard, units=tuple(UnitFacts(f"h{n}", type="light_cav", arm="cav") for n in range(4)))
    for other in (horse, replace(guard, field_works=MOST_RAISED), replace(guard, engaged=True)):
        assert digs_in(seen, other, 16.0, [FOE]) == ""
    assert digs_in(known(guard, foes={"home": 6}), guard, 16.0, [FOE]) == "", "the enemy is there already"


def test_AI_50_no_works_where_too_few_may_come_or_the_ground_is_not_ones_own():
    guard, van = army("home", ref="guard"), army("plain", ref="van")
    assert digs_in(known(guard), guard, 16.0, [replace(FOE, strength=10.0)]) == ""
    assert digs_in(known(guard), guard, 16.0, [replace(FOE, chances={"home": 0.05, "field": 0.95})]) == ""
    assert digs_in(known(guard), guard, 16.0, [replace(FOE, strength=10.0)] * 2), "two together are as strong"
    assert digs_in(known(van), van, 16.0, [replace(FOE, chances={"plain": 1.0})]) == ""
    walls = replace(theatre(home={"fortress": True, "besieged_since": 2}), sieges=True)
    assert digs_in(known(guard, land=walls), guard, 16.0, [FOE]) == "", "the walls are its works"
