import datetime

import pytest

from base.refusal import Refusal
from campaign.rules.ending.aims import Known, Moment, read_victory, verdict_of, where_he_is
from campaign.rules.ending.victory import Score, alliances, army_value, early_victory, last_turn_verdict, scores
from campaign.rules.house import shipped
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
    verdict = early_victory(lands(p=4, q=5), 6, HOUSE)
    assert verdict.alliance == ("red",)
    assert verdict.reason == "P and Q, two enemy capitals, have been held at the end of two turns in a row"
    assert early_victory(lands(p=4), 9, HOUSE) is None


def test_HR_21_the_only_enemy_capital_is_enough():
    only = theatre("a-b", "b-c", a={"home": "blue", "capital": True, "controller": "red", "controlled_since": 2},
                   b={"home": "blue", "controller": "blue"}, c={"home": "red", "controller": "red"})  # fmt: skip
    verdict = early_victory(only, 3, HOUSE)
    assert verdict.alliance == ("red",)
    assert verdict.reason == "A, the enemy's capital, has been held at the end of two turns in a row"


def test_HR_21_two_sides_that_hold_each_others_capital_draw():
    swapped = theatre("a-b", "b-c", "c-d", c={"home": "red", "controller": "red"},
                      d={"home": "blue", "controller": "blue"},
                      a={"home": "blue", "capital": True, "controller": "red", "controlled_since": 2},
                      b={"home": "red", "capital": True, "controller": "blue", "controlled_since": 2})  # fmt: skip
    assert early_victory(swapped, 2, HOUSE) is None
    verdict = early_victory(swapped, 3, HOUSE)
    assert (verdict.alliance, verdict.reason) == ((), "two sides reached their aims in the same turn")


def test_HR_21_allies_of_one_ally_who_fight_each_other_win_nothing_by_what_they_always_held():
    homes = {"a": "red", "b": "pink", "c": "mauve", "d": "blue"}
    facts = {key: {"home": home, "capital": True, "controller": home} for key, home in homes.items()}
    war = (("red", "mauve"), ("pink", "blue"), ("mauve", "blue"), ("red", "blue"))
    split = theatre("a-b", "b-c", "c-d", war=war, allied=(("pink", "red"), ("pink", "mauve")), **facts)
    assert early_victory(split, 9, HOUSE) is None
    assert sorted(map(sorted, alliances(split))) == [["blue"], ["mauve", "pink"], ["red"]]


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


def now(world, turn=5, armies=(), date="1813-10-01", balance=None):
    return Moment(world, armies, turn, datetime.date.fromisoformat(date), balance or {}, HOUSE)


def aims(*rows, **more):
    return read_victory({"conditions": list(rows), **more}, {"p", "q", "r", "s"}, {"red", "blue"})


def won(world, *rows, **more):
    verdict = verdict_of(aims(*rows), now(world, **more), 12)
    return verdict and verdict.alliance


def test_HR_21_provinces_by_a_date_for_one_side():
    world = lands(p=4, q=5)
    wanted = {"kind": "provinces", "provinces": ["p", "q"], "by": "1813-10-18", "for": ["red"]}
    assert won(world, wanted) == ("red",)
    assert won(world, wanted, date="1813-10-19") is None
    assert won(world, wanted | {"for": ["blue"]}) is None
    assert won(world, wanted | {"turns": 2}) is None
    assert won(world, wanted | {"turns": 2}, turn=6) == ("red",)


def test_HR_21_capitals_army_value_points_and_the_referees_ruling():
    world = lands(p=4)
    both = [army("x", "red", "r", "4 Line inf"), army("y", "blue", "q", "2 Line inf")]
    assert won(world, {"kind": "capitals", "number": 1}) == ("red",)
    assert won(world, {"kind": "army_value", "percent": 200}, armies=both) == ("red",)
    assert won(world, {"kind": "army_value", "percent": 201}, armies=both) is None
    assert won(world, {"kind": "points", "at_least": 27}, armies=both, balance={"red": 1}) == ("red",)
    assert won(world, {"kind": "points", "at_least": 28}, armies=both, balance={"red": 1}) is None
    assert won(world, {"kind": "own", "text": "The Pope gives his blessing."}) is None
    assert won(world, {"kind": "own", "text": "The Pope gives his blessing.", "won": "blue"}) == ("blue",)


def test_HR_21_two_sides_at_once_draw_and_the_last_turn_decides_otherwise():
    one, other = {"kind": "own", "text": "a", "won": "red"}, {"kind": "own", "text": "b", "won": "blue"}
    assert won(lands(), one, other) == ()
    never = {"kind": "provinces", "provinces": ["s"], "for": ["red"]}
    assert won(lands(), never, turn=11) is None
    assert won(lands(), never, turn=12) == ("blue",)
    assert verdict_of(aims(never, at_the_end="draw"), now(lands(), 12), 12).alliance == ()


def test_HR_21_where_everybody_is_hides_what_armies_are_worth():
    world, armies = lands(p=4), [army("x", "red", "r", "4 Line inf")]
    for kind, public, own in (
        ({"kind": "provinces", "provinces": ["p", "q"]}, "1 of 2 held", "1 of 2 held"),
        ({"kind": "capitals"}, "1 of 2 held", "1 of 2 held"),
        ({"kind": "army_value"}, "not known to you", "your armies are worth 120"),
        (
            {"kind": "points", "at_least": 9},
            "10 for provinces, 0 for battles: 10 of 9, without the armies, which you do not know",
            "10 for provinces, 0 for battles, 12 for your armies: 22 of 9",
        ),
    ):
        (aim,) = aims(kind).aims
        assert where_he_is(aim, ("red",), now(world, armies=armies)) == public
        assert where_he_is(aim, ("red",), now(world, armies=armies), Known(("red",), own=True)) == own


@pytest.mark.parametrize(("data", "why"), [
    ({"conditions": []}, "victory.conditions: give a list"),
    ({"conditions": [{"kind": "luck"}]}, r"victory.conditions\[0\].kind: choose capitals"),
    ({"conditions": [{"kind": "provinces"}]}, r"victory.conditions\[0\].provinces: this key is missing"),
    ({"conditions": [{"kind": "provinces", "provinces": ["x"]}]}, r"\[0\].provinces: name each province"),
    ({"conditions": [{"kind": "homes", "by": "soon"}]}, r"\[0\].by: write a date like"),
    ({"conditions": [{"kind": "points", "at_least": 0}]}, r"\[0\].at_least: this key is missing|from 1"),
    ({"conditions": [{"kind": "homes", "percent": 3}]}, r"\[0\].percent: there is no such key"),
    ({"conditions": [{"kind": "homes"}], "at_the_end": "war"}, "victory.at_the_end: choose"),
    ({"won": 1}, "victory.won: there is no such key"),
])  # fmt: skip
def test_HR_21_a_condition_that_cannot_be_read_is_refused_by_its_place(data, why):
    with pytest.raises(Refusal, match=why):
        read_victory(data, {"p"}, {"red"})
