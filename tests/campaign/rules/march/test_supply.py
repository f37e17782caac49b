import itertools

from campaign.rules.house import shipped
from campaign.rules.march.supply import guerrillas, guerrillas_roll, trace
from tests.campaign.rules.worlds import army, theatre
from tests.factories.cups import FixedCup

HOUSE = shipped()
RED = {"controller": "red"}


def path(world, ref="x", *armies, faction="red", at="a", **more):
    own = army(ref, faction, at)
    return trace(own, [own, *armies], world, 3, HOUSE, **more).path


def test_HR_18_the_shortest_path_then_the_lowest_keys():
    world = theatre("a-c", "a-b", "b-d", "c-d", "d-e", b=RED, c=RED, d=RED, e=RED | {"depot": True})
    assert path(world) == ("a", "b", "d", "e")


def test_HR_18_the_armys_own_province_needs_no_control_but_the_others_do():
    world = theatre("a-b", "b-c", a={"controller": "blue"}, b=RED, c=RED | {"depot": True})
    assert path(world) == ("a", "b", "c")
    assert path(theatre("a-b", "b-c", b={}, c=RED | {"depot": True})) == ()


def test_HR_18_six_edges_at_most():
    def chain(n):
        keys = "abcdefgh"[: n + 1]
        facts = {key: RED | ({"depot": True} if key == keys[-1] else {}) for key in keys}
        return theatre(*(f"{x}-{y}" for x, y in itertools.pairwise(keys)), **facts)

    assert len(path(chain(6))) == 7
    assert path(chain(7)) == ()


def test_HR_18_an_enemy_army_on_the_way_or_beside_the_army_cuts_it_off():
    world = theatre("a-b", "b-c", b=RED, c=RED | {"depot": True})
    assert path(world, "x", army("y", "blue", "b")) == ()
    assert path(world, "x", army("y", "blue", "a")) == ()
    assert path(world, "x", army("y", "green", "b")) == ("a", "b", "c")


def test_HR_18_allied_depots_supply_and_neutral_ground_needs_transit():
    world = theatre("a-b", b={"controller": "pink", "depot": True}, allied=(("red", "pink"),))
    assert path(world) == ("a", "b")
    way = theatre("a-b", "b-c", b={"controller": "green"}, c=RED | {"depot": True})
    let = theatre("a-b", "b-c", b={"controller": "green"}, c=RED | {"depot": True}, transit=(("red", "green"),))
    assert path(way) == ()
    assert path(let) == ("a", "b", "c")


def test_HR_18_a_captured_depot_works_from_its_turn_on():
    world = theatre("a-b", b=RED | {"depot": True, "depot_works_from": 4})
    assert path(world) == ()
    assert trace(army("x", "red", "a"), [], world, 4, HOUSE).path == ("a", "b")


def test_HR_18_guerrillas_cut_the_way_unless_a_friend_stands_there():
    active = RED | {"guerrillas_active": True, "guerrilla_fights": frozenset({"red"})}
    world = theatre("a-b", "b-c", b=active, c=RED | {"depot": True})
    assert path(world) == ()
    assert path(world, "x", army("g", "red", "b")) == ("a", "b", "c")


def test_HR_18_a_province_entered_and_left_this_turn_counts_as_controlled():
    assert path(theatre("a-b", "b-c", b={}, c=RED | {"depot": True}), passed=["b"]) == ("a", "b", "c")


def test_HR_18_guerrillas_are_active_at_or_below_their_rating_where_it_concerns_somebody():
    world = theatre("a-b", a={"guerrilla_rating": 4, "guerrilla_fights": frozenset({"red"})}, b={})
    rated = world.provinces["a"]
    assert guerrillas(rated, FixedCup(4))
    assert not guerrillas(rated, FixedCup(5))
    assert guerrillas_roll(rated, [army("x", "red", "a")], frozenset())
    assert guerrillas_roll(rated, [], frozenset({"red"}))
    assert not guerrillas_roll(rated, [army("x", "blue", "a")], frozenset({"blue"}))
    assert not guerrillas_roll(world.provinces["b"], [army("x", "red", "b")], frozenset({"red"}))
