from dataclasses import replace

from campaign.rules.march.movement import ends_march, forced_march_open, impulse, march_refusal, swaps
from tests.campaign.rules.worlds import army, theatre


def where(done):
    return {a.ref: a.province for a in done.armies}


def test_HR_11_an_army_marches_one_province_and_remembers_where_it_came_from():
    world = theatre("a-b", "b-c")
    (moved,) = impulse(1, 3, [army("x", "red", "a")], {"x": "b"}, world).armies
    assert (moved.province, moved.came_from, moved.entered_turn, moved.entered_impulse) == ("b", "a", 3, 1)


def test_HR_11_no_march_to_a_province_that_is_no_neighbour():
    world = theatre("a-b", "b-c")
    done = impulse(1, 1, [army("x", "red", "a")], {"x": "c"}, world)
    assert where(done) == {"x": "a"}
    assert done.steps[0].refusal == "is not a neighbouring province"


def test_HR_11_an_enemy_in_the_province_pins_and_a_neutral_does_not():
    world = theatre("a-b")
    assert where(impulse(1, 1, [army("x", "red", "a"), army("y", "blue", "a")], {"x": "b"}, world))["x"] == "a"
    assert where(impulse(1, 1, [army("x", "red", "a"), army("y", "green", "a")], {"x": "b"}, world))["x"] == "b"


def test_HR_3_a_neutral_province_needs_transit():
    closed = theatre("a-b", b={"controller": "green"})
    let = theatre("a-b", b={"controller": "green"}, transit=(("red", "green"),))
    red = army("x", "red", "a")
    assert "neutral" in march_refusal(red, "b", closed, False)
    assert march_refusal(red, "b", let, False) is None
    assert march_refusal(red, "b", theatre("a-b", b={"controller": "blue"}), False) is None


def test_HR_7_units_raised_this_turn_do_not_march():
    assert "HR-7" in march_refusal(army("x", "red", "a", garrison=True), "b", theatre("a-b"), False)


def test_HR_11_a_pass_ends_the_march_and_so_does_a_river_without_bridge_or_train():
    world = theatre("a-b:pass", "a-c:river", "a-d:bridge", "a-e:track")
    plain, train = army("x", "red", "a"), army("y", "red", "a", "2 Line inf, 1 Engineer")
    assert [ends_march(plain, "a", key, world) for key in "bcde"] == [True, True, False, False]
    assert not ends_march(train, "a", "c", world)


def test_HR_11_foul_weather_closes_tracks_and_passes_to_the_second_impulse():
    foul = theatre("a-b:pass", "a-c:track", "a-d", weather={"map": "foul"})
    assert [forced_march_open("a", key, foul) for key in "bcd"] == [False, False, True]


def test_ST_34_hostile_armies_on_one_edge_meet_and_allies_pass():
    world = theatre("a-b", allied=(("red", "pink"),))
    armies = [army("x", "red", "a"), army("y", "blue", "b"), army("z", "pink", "b")]
    (swap,) = swaps(armies, {"x": "b", "y": "a", "z": "a"}, world)
    assert (swap.first, swap.second) == (("x",), ("y",))
    assert (swap.first_target, swap.second_target) == ("b", "a")
    assert swaps(armies, {"x": "b", "z": "a"}, world) == []


def test_HR_16_a_garrison_keeps_nobody_from_passing_its_fortress():
    held = {"fortress": True, "controller": "blue"}
    marcher = army("x", "red", "a", "6 Line inf")
    for world, guard, pinned in (
        (theatre("a-b", a=held), army("y", "blue", "a"), False),
        (theatre("a-b", a=held), army("y", "blue", "a", skill="average"), True),
        (theatre("a-b", a=held), army("y", "blue", "a", entered_impulse=1), True),
        (theatre("a-b", a={"controller": "blue"}), army("y", "blue", "a"), True),
    ):
        assert world.pinned(marcher, [marcher, guard]) is pinned


def test_HR_3_in_the_first_impulse_of_a_war_nobody_is_pinned_by_it():
    fresh = replace(theatre("a-b", a={"controller": "blue"}), fresh=frozenset({frozenset(("red", "blue"))}))
    both = [army("x", "red", "a"), army("y", "blue", "a")]
    assert where(impulse(1, 4, both, {"x": "b"}, fresh))["x"] == "b"
    assert where(impulse(2, 4, both, {"x": "b"}, fresh))["x"] == "a"
