"""HR-21 The end of a war as a race: who holds what, what he lacks, and when he wins."""

import datetime

import pytest

from campaign.rules.course.calendar import turn_date
from campaign.rules.ending.aims import NOBODY, Aim, Known, Moment, read_victory, verdict_of
from campaign.rules.ending.race import Calendar, Race, ends_in_sight
from campaign.rules.house import house_rules
from tests.campaign.rules.worlds import army, theatre

NAMES = {"red": "France", "blue": "the Allies"}
START = datetime.date(1813, 8, 1)


def lands(**since):
    """Three blue capitals and one red one; ``since`` names those that red holds and from which turn."""
    homes = {"lissa": "blue", "prague": "blue", "breslau": "blue", "paris": "red"}
    facts = {key: {"home": home, "capital": True, "controller": "red" if key in since else home,
                   "controlled_since": since.get(key, 0)} for key, home in homes.items()}  # fmt: skip
    return theatre("lissa-prague", "prague-breslau", "breslau-paris", **facts)


def moment(world, turn, armies=(), balance=None, **house):
    return Moment(world, armies, turn, turn_date(START, turn, 7), balance or {}, house_rules(house))


def race(world, turn, *rows, last=20, armies=(), at_the_end="score", **house):
    keys = set(world.provinces)
    data = {"conditions": list(rows), "at_the_end": at_the_end} if rows else {}
    aims = read_victory(data, keys, {"red", "blue"})
    return Race(aims, moment(world, turn, armies, **house), Calendar(last, lambda n: turn_date(START, n, 7)), NAMES)


def line(world, turn, aim, alliance=("red",), known=NOBODY, **more):
    return race(world, turn, **more).line(aim, alliance, known)


CAPITALS = Aim("capitals")


def test_HR_21_a_side_that_holds_what_it_needs_is_named_with_the_turn_after_which_it_wins():
    world = lands(lissa=3, prague=4)
    soon, now = line(world, 4, CAPITALS), line(world, 5, CAPITALS)
    assert soon.text == "France holds Lissa and Prague; it wins if it still does after turn 5, two turn ends from now."
    assert now.text == "France holds Lissa and Prague; it wins if it still does after this turn."
    assert (soon.near, now.near) == (False, True)


@pytest.mark.parametrize("turn", range(3, 9))
def test_HR_21_the_warning_comes_exactly_one_turn_end_before_the_victory(turn):
    world = lands(lissa=3, prague=5)
    won = verdict_of(None, moment(world, turn), 20)
    assert any("still does" in text for text in race(world, turn).near()) == bool(won)


def test_HR_21_a_side_that_lacks_something_is_told_what():
    world = lands(lissa=3)
    assert line(world, 5, CAPITALS).text == "France holds Lissa and needs one more of Breslau and Prague."
    all_three = Aim("provinces", provinces=("lissa", "prague", "breslau"))
    assert (
        line(world, 5, all_three, ("blue",)).text
        == "The Allies hold Breslau and Prague; they win if they take Lissa as well this turn."
    )
    assert not line(world, 5, all_three).near
    assert line(lands(lissa=3, prague=5), 5, all_three).near
    assert not line(lands(lissa=3, prague=5), 5, Aim("provinces", provinces=all_three.provinces, turns=2)).near
    assert line(lands(), 5, CAPITALS).text.startswith("France holds none of them yet and needs two more of Breslau")


def test_HR_21_no_aim_decides_before_the_earliest_turn():
    world, early = lands(lissa=1, prague=1), {"victory.earliest_turn": 8}
    assert verdict_of(None, moment(world, 7, **early), 20) is None
    assert verdict_of(None, moment(world, 8, **early), 20).alliance == ("red",)
    assert verdict_of(None, moment(world, 6, **early), 6).alliance == ("red",), "the last turn decides"
    assert line(world, 6, CAPITALS, **early).text.endswith("after turn 8, three turn ends from now.")
    assert not list(race(world, 7, **early).near())
    assert len(list(race(world, 8, **early).near())) == 1


def test_HR_21_an_aim_that_comes_too_late_is_no_warning():
    by = Aim("provinces", provinces=("lissa",), turns=3, by=turn_date(START, 4, 7))
    world = lands(lissa=3)
    assert line(world, 4, by).text == "France holds Lissa."
    assert not line(world, 19, Aim("provinces", provinces=("lissa",), turns=19), last=20).near


def test_HR_21_what_armies_are_worth_is_told_only_to_those_who_know_it():
    armies = [army("x", "red", "paris", "4 Line inf"), army("y", "blue", "prague", "2 Line inf")]
    double, points = {"kind": "army_value", "percent": 200}, {"kind": "points", "at_least": 20}
    one = race(lands(lissa=1), 5, double, points, armies=armies)

    def own(alliance):
        return Known(("red",), own=True) if "red" in alliance else NOBODY

    def whole(alliance):
        return Known(tuple(alliance))

    assert list(one.near()) == []
    assert list(one.near(own)) == ["France has 20 points or more; it wins if it still does after this turn."]
    low = race(lands(lissa=1), 5, {"kind": "points", "at_least": 1}, armies=armies)
    assert "France has 1 point or more; it wins if it still does after this turn." in list(low.near(own))
    assert next(one.near(whole)) == (
        "France has armies worth 200 % of the enemy's or more; it wins if it still does after this turn."
    )


def test_HR_21_a_ruling_and_the_last_turn_are_announced():
    ruled = {"kind": "own", "text": "Bavaria changes sides.", "won": "blue"}
    assert list(race(lands(), 3, ruled).near()) == ["The Allies win after this turn, as the referee ruled."]
    assert list(race(lands(), 20).near()) == ["The war ends with this turn, its last: the higher score wins."]
    draw = race(lands(), 20, {"kind": "homes"}, at_the_end="draw")
    assert list(draw.near())[-1] == "The war ends with this turn, its last: if nobody has won by then, it is a draw."


def test_HR_21_orders_that_would_end_the_war_are_found_for_a_side_that_wins_its_battles():
    world = lands(lissa=3)
    armies = (army("x", "red", "prague", "2 Line inf"), army("y", "blue", "prague", "3 Line inf"))
    now = moment(world, 5, armies, **{"victory.capital_p11": 1})
    assert verdict_of(None, now, 20) is None
    assert [verdict.alliance for verdict in ends_in_sight(None, now, 20)] == [("red",)]
    cavalry = moment(world, 5, (army("x", "red", "prague", "2 Light cav"),), **{"victory.capital_p11": 1})
    assert list(ends_in_sight(None, cavalry, 20)) == []
