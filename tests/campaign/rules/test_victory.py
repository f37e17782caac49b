from campaign.rules.house import shipped
from campaign.rules.victory import Score, army_value, early_victory, last_turn_verdict, scores
from tests.campaign.rules.worlds import army, theatre

HOUSE = shipped()


def lands(**since):
    """Two blue capitals and one red one; ``since`` names those that red holds and from which turn."""
    homes = {"p": "blue", "q": "blue", "r": "red"}
    facts = {key: {"home": home, "capital": True, "controller": "red" if key in since else home,
                   "controlled_since": since.get(key, 0)} for key, home in homes.items()}  # fmt: skip
    return theatre("p-q", "q-r", "r-s", s={"home": "blue", "controller": "blue"}, **facts)


def test_HR_21_two_enemy_capitals_held_at_two_reckonings_running():
    assert early_victory(lands(p=4, q=5), 5, HOUSE) is None
    assert early_victory(lands(p=4, q=5), 6, HOUSE).alliance == ("red",)
    assert early_victory(lands(p=4), 9, HOUSE) is None


def test_HR_21_the_only_enemy_capital_is_enough():
    only = theatre("a-b", "b-c", a={"home": "blue", "capital": True, "controller": "red", "controlled_since": 2},
                   b={"home": "blue", "controller": "blue"}, c={"home": "red", "controller": "red"})  # fmt: skip
    assert early_victory(only, 3, HOUSE).alliance == ("red",)


def test_HR_21_all_home_provinces_of_the_enemy():
    taken = theatre(
        "a-b", a={"home": "blue", "controller": "red", "controlled_since": 3}, b={"home": "red", "controller": "red"}
    )
    assert early_victory(taken, 3, HOUSE).alliance == ("red",)


def test_HR_21_at_the_end_land_army_and_battles_are_added_up_by_alliance():
    world = theatre("a-b", war=(("red", "blue"), ("pink", "blue")), allied=(("red", "pink"),),
                    a={"value": 8, "controller": "red"}, b={"value": 5, "controller": "blue"})  # fmt: skip
    armies = [
        army("x", "red", "a", "2 Line inf"),
        army("y", "pink", "a", "one 2/4 Line inf"),
        army("z", "blue", "b", "1 Line inf"),
    ]
    found = {score.alliance: score.tenths for score in scores(world, armies, {"red": 1, "blue": -1}, HOUSE)}
    assert found == {("pink", "red"): 205, ("blue",): 30}


def test_a_worn_unit_is_worth_its_share_of_the_price():
    assert army_value(army("x", "red", "a", "1 Line inf, one 3/4 Line inf, one 1/3 Light cav")) == 30 + 22 + 8


def test_HR_21_less_than_a_tenth_is_a_draw():
    assert last_turn_verdict([Score(("red",), 1000), Score(("blue",), 901)], HOUSE).alliance == ()
    assert last_turn_verdict([Score(("blue",), 900), Score(("red",), 1000)], HOUSE).alliance == ("red",)
    assert last_turn_verdict([Score(("red",), 0), Score(("blue",), 0)], HOUSE).alliance == ()
