"""The figures of rehearsed wars, counted by hand."""

from dataclasses import replace

from campaign.rules.rehearsed.figures import (
    Share,
    by_first_battle,
    dead_turns,
    lead_changes,
    lines,
    quiet_turns,
    runaways,
    wins,
)
from campaign.rules.rehearsed.played import Fight, TurnPlayed, WarPlayed

BLUE, RED = ("blue",), ("red",)


def turn(number, leader=BLUE, blue=100, changes=0, sieges=0, alive=True):
    return TurnPlayed(number, leader, {"blue": blue, "red": 50}, changes, sieges, alive)


def war(turns, fights=(), winner=BLUE, number=1):
    return WarPlayed(number, winner, "the score is 3 to 2", tuple(turns), tuple(fights), ("moor",), 0)


def test_turns_without_contact_are_counted_while_enemies_live():
    turns = [turn(1), turn(2), turn(3, sieges=1), turn(4), turn(5), turn(6), turn(7, alive=False), turn(8)]
    assert quiet_turns(war(turns, [Fight(1, "ford", BLUE)])) == 3
    assert quiet_turns(war(turns, [Fight(5, "ford", BLUE)])) == 2


def test_a_turn_is_dead_without_a_fight_and_without_a_change_of_hands():
    assert dead_turns(war([turn(1), turn(2, changes=1), turn(3)], [Fight(3, "ford", RED)])) == 1


def test_the_lead_changes_between_alliances_and_not_by_a_tie():
    assert lead_changes(war([turn(1), turn(2, leader=()), turn(3, leader=RED), turn(4, leader=BLUE)])) == 2


def test_the_first_decided_battle_is_held_against_the_end():
    first = [Fight(1, "ford"), Fight(1, "moor", BLUE, overrun=True), Fight(2, "ford", RED), Fight(3, "ford", BLUE)]
    assert by_first_battle(war([turn(1)], first)) is False
    assert by_first_battle(war([turn(1)], first, winner=())) is None
    assert by_first_battle(war([turn(1)], first[:2])) is None


def test_battles_of_uneven_armies_are_held_against_their_ends():
    fights = [Fight(1, "ford", BLUE, stronger=BLUE, odds=1.6), Fight(1, "moor", RED, stronger=BLUE, odds=2.0),
              Fight(2, "ford", stronger=RED, odds=3.0), Fight(2, "moor", RED, stronger=BLUE, odds=1.5),
              Fight(3, "ford", RED, stronger=RED, odds=9.0, overrun=True)]  # fmt: skip
    seen = {line.key: line.value for line in lines([war([turn(1)], fights)], {"blue": "Blue", "red": "Red"})}
    assert (seen["uneven"], seen["upset"]) == ("1 of 3", "1 of 3")


def test_a_treasury_runs_away_that_stays_above_three_times_its_beginning():
    grown = [turn(1), turn(2, blue=310), turn(3, blue=300)]
    assert runaways(war(grown)) == ["blue"]
    assert runaways(war([*grown[:2], turn(3, blue=299)])) == []


def test_shares_have_wilsons_error():
    assert Share(5, 10).error == 0.5 * (2 * 1.96 * (0.25 / 10 + 1.96**2 / 400) ** 0.5 / (1 + 1.96**2 / 10))
    assert str(Share(0, 0)) == "0 of 0"


def test_allies_win_together_and_draws_are_a_share_of_their_own():
    wars = [war([turn(1)]), war([turn(1)], winner=("blue", "red")), war([turn(1)], winner=())]
    assert {key: share.part for key, share in wins(wars, ["blue", "red"]).items()} == {"blue": 2, "red": 1, "": 1}


def test_the_table_names_provinces_that_no_war_has_entered():
    wars = [war([turn(1)]), replace(war([turn(1)]), never_entered=("moor", "fen"), half_taken=2)]
    table = {line.key: line.value for line in lines(wars, {"blue": "Blue", "red": "Red"})}
    assert (table["never"], table["half"]) == ("moor", "1 of 2")
    assert table["reasons"] == "2 × the score is … to …"
