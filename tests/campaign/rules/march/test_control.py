from campaign.rules.house import shipped
from campaign.rules.march.contact import control
from tests.campaign.rules.worlds import army, theatre

HOUSE = shipped()


def after(world, *armies, key="a"):
    found = control(world.provinces[key], armies, world, HOUSE)
    return found.controller, found.held_by


def test_HR_20_infantry_alone_in_an_enemy_province_takes_it():
    world = theatre("a-b", a={"controller": "blue"})
    assert after(world, army("x", "red", "a")) == ("red", None)
    assert after(world, army("x", "red", "a", "3 Light cav")) == ("blue", None)
    assert after(world, army("x", "red", "a"), army("y", "blue", "a")) == ("blue", None)


def test_HR_20_no_neutral_and_no_allied_province_is_taken():
    world = theatre("a-b", a={"controller": "green"}, b={"controller": "pink"}, allied=(("red", "pink"),))
    assert after(world, army("x", "red", "a")) == ("green", None)
    assert after(world, army("x", "red", "b"), key="b") == ("pink", None)


def test_HR_20_nobodys_land_goes_to_whoever_stands_there_alone():
    assert after(theatre("a-b"), army("x", "red", "a")) == ("red", None)


def test_HR_20_the_home_faction_gets_its_own_back_else_the_strongest_else_the_first():
    coalition = {"war": (("red", "blue"), ("pink", "blue")), "allied": (("red", "pink"),)}
    home = theatre("a-b", a={"controller": "blue", "home": "pink"}, **coalition)
    land = theatre("a-b", a={"controller": "blue"}, **coalition)
    assert after(home, army("x", "red", "a", "9 Line inf"), army("y", "pink", "a"))[0] == "pink"
    assert after(home, army("x", "red", "a"))[0] == "pink"
    assert after(land, army("x", "red", "a", "3 Line inf"), army("y", "pink", "a"))[0] == "red"
    assert after(land, army("x", "red", "a", entered_turn=3), army("y", "pink", "a", entered_turn=2))[0] == "pink"


def test_HR_20_a_fortress_needs_two_reckonings_running():
    castle = {"controller": "blue", "fortress": True}
    world = theatre("a-b", a=castle, b=castle | {"fortress_held_by": "red"})
    assert after(world, army("x", "red", "a")) == ("blue", "red")
    assert after(world, army("x", "red", "b"), key="b") == ("red", None)
    assert after(world, key="b") == ("blue", None)


def test_an_army_in_an_open_battle_keeps_the_province_contested():
    world = theatre("a-b", a={"controller": "blue"})
    assert after(world, army("x", "red", "a", engaged=True)) == ("blue", None)
