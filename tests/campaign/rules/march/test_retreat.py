from campaign.rules.house import shipped
from campaign.rules.march import retreat
from tests.campaign.rules.worlds import army, theatre, units
from tests.factories.cups import FixedCup

HOUSE = shipped()
RED = {"controller": "red"}


def choices(own, world, *others, attacked=False, barred=()):
    return retreat.retreat_choices(own, others, world, 5, attacked=attacked, barred=barred)


def test_HR_16_a_beaten_army_retreats_towards_its_depot():
    world = theatre("a-b", "a-c", "c-d", "b-e", "e-f", b=RED, c=RED, d=RED | {"depot": True}, f=RED | {"depot": True})
    assert choices(army("x", "red", "a"), world) == ["c", "b"]


def test_HR_16_not_where_the_enemy_came_from_and_not_where_he_stands():
    world = theatre("a-b", "a-c", "a-d", b=RED, c=RED, d=RED)
    assert choices(army("x", "red", "a"), world, army("y", "blue", "c"), barred={"b"}) == ["d"]


def test_HR_16_an_attacker_goes_back_first_where_he_came_from_whoever_controls_it():
    world = theatre("a-b", "a-c", b={"controller": "blue"}, c=RED | {"depot": True})
    beaten = army("x", "red", "a", came_from="b")
    assert choices(beaten, world, attacked=True, barred={"b"}) == ["b", "c"]
    assert choices(beaten, world, attacked=False) == ["c", "b"]
    assert choices(beaten, world, army("y", "blue", "b"), attacked=True) == ["c"]


def test_HR_16_friends_before_nobodys_land_before_empty_enemy_land_and_never_closed_neutrals():
    world = theatre("a-b", "a-c", "a-d", "a-e", "a-f", b={"controller": "blue"}, c={}, d={"controller": "pink"},
                    e={"controller": "green"}, f={"controller": "grey"}, allied=(("red", "pink"),),
                    transit=(("red", "grey"),))  # fmt: skip
    assert choices(army("x", "red", "a"), world) == ["d", "c", "f", "b"]


def test_HR_16_with_no_way_out_the_nearest_own_province_is_sought():
    world, own = theatre("a-b", "b-c", "c-d", c=RED, d=RED), army("x", "red", "a")
    assert retreat.nearest_own(own, [own, army("y", "blue", "b")], world) == "c"
    assert retreat.nearest_own(own, [own, army("y", "blue", "c"), army("z", "blue", "b")], world) == "d"
    assert retreat.nearest_own(own, [], theatre("a-b")) is None


def test_HR_16_breaking_out_and_second_retreats_roll_against_morale():
    (line,) = units("1 Line inf")
    assert [retreat.breaks_out(line, FixedCup(face)) for face in (7, 8)] == [True, False]
    assert [retreat.second_retreat_loss(line, FixedCup(face)) for face in (7, 8)] == [False, True]


def test_LGG_15_2_pursuit_dice_are_the_difference_in_light_cavalry():
    strong, weak = units("2 Light cav, 1 Irregular cav", "s"), units("one 2/3 Light cav, 3 Irregular cav", "w")
    assert (retreat.pursuit_dice(strong, weak), retreat.pursuit_dice(weak, strong)) == (4, 0)


def test_LGG_15_3_each_face_hits_its_arm_and_hits_without_a_target_are_lost():
    beaten = units("1 Line inf, one 1/4 Line inf, 1 Heavy art")
    line, worn, gun = (unit.key for unit in beaten)
    assert retreat.pursuit_hits(5, beaten, FixedCup(1, 2, 3, 4, 6), HOUSE) == {line: 2, gun: 1}
    assert retreat.pursuit_hits(5, beaten, FixedCup(1, 1, 1, 2, 2), HOUSE) == {line: 4, worn: 1}
    assert retreat.pursuit_hits(2, beaten, FixedCup(4, 4), HOUSE) == {gun: 1}
