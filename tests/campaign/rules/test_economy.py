from campaign.rules.economy import Pay, deserts, income, pay_order, pay_out
from campaign.rules.house import shipped
from tests.campaign.rules.worlds import army, theatre, units
from tests.factories.cups import FixedCup

HOUSE = shipped()


def points(world, *armies):
    return {line.province: line.points for line in income(world, armies, HOUSE)}


def test_HR_5_home_pays_all_and_other_controlled_provinces_half_rounded_down():
    own, taken = {"value": 5, "home": "red"}, {"value": 5, "home": "blue"}
    world = theatre(a=own | {"controller": "red"}, b=taken | {"controller": "red"}, c={"value": 5})
    assert points(world) == {"a": 5, "b": 2}


def test_HR_5_nothing_while_an_enemy_stands_there_or_guerrillas_were_active():
    world = theatre(a={"value": 5, "home": "red", "controller": "red"},
                    b={"value": 8, "home": "red", "controller": "red", "guerrillas_active": True})  # fmt: skip
    assert points(world, army("x", "blue", "a", "1 Light cav")) == {"a": 0, "b": 0}
    assert points(world, army("x", "green", "a"))["a"] == 5


def test_HR_6_leaders_are_paid_first_then_the_most_value_for_each_point():
    pays = [
        Pay("guard", 5, 50, "a"), Pay("militia", 1, 20, "a"), Pay("line", 3, 30, "a"),
        Pay("ney", 4, 120, "a", True),
    ]  # fmt: skip
    assert [pay.key for pay in pay_order(pays)] == ["ney", "militia", "line", "guard"]
    assert next(pay.key for pay in pay_order(pays, ["line"])) == "line"


def test_HR_6_pay_goes_as_far_as_the_points_and_never_below_zero():
    pays = [Pay(f"line-{n}", 3, 30, "a") for n in range(4)]
    day = pay_out(pays, 8)
    assert [pay.key for pay in day.paid] == ["line-0", "line-1"]
    assert (day.points, len(day.unpaid)) == (6, 2)
    assert pay_out(pays, 0).points == 0


def test_HR_6_an_unpaid_unit_rolls_against_morale_and_the_second_time_loses_for_certain():
    (line,) = units("1 Line inf")
    assert not deserts(line, False, FixedCup(7))
    assert deserts(line, False, FixedCup(8))
    assert deserts(line, True, FixedCup())
