"""HR-23 and HR-19: the table of events, and when condition 6 counts."""

import datetime

import pytest

from base.refusal import Refusal
from campaign.rules.course.events import EventFacts, hardships, last_turn_of, read_events, row_for

ROW = {"from": 1, "to": 50, "kind": "story", "text": "A comet."}


def test_HR_23_events_are_off_by_default_and_the_shipped_table_has_four_rows():
    assert read_events({}) == () == read_events({"on": False, "table": [ROW]})
    table = read_events({"on": True})
    kinds = [row.kind if (row := row_for(die, table)) else "" for die in (1, 3, 4, 6, 7, 9, 10, 12, 13, 100)]
    assert kinds == ["epidemic"] * 2 + ["mutiny"] * 2 + ["windfall"] * 2 + ["harvest"] * 2 + ["", ""]


@pytest.mark.parametrize(
    ("holds", "days", "last"), [(2, 0, 6), ("a_year", 0, 16), ("a_year", 7, 57), ("this_year", 0, 7)]
)
def test_HR_23_how_long_an_event_holds(holds, days, last):
    assert last_turn_of(holds, 5, datetime.date(1813, 10, 20), days) == last


def test_HR_19_condition_6_counts_for_an_army_a_region_or_everybody():
    army = EventFacts("epidemic", "Typhus.", army="x")
    region = EventFacts("hardship", "Floods.", region="saxony")
    assert hardships([army, region, EventFacts("hardship", "Frost.")], "x", "silesia") == ["Typhus.", "Frost."]
    assert hardships([army, region, EventFacts("mutiny", "No pay.", army="y")], "y", "saxony") == ["Floods."]


@pytest.mark.parametrize(("data", "why"), [
    ({"off": True}, "events.off: there is no such key"),
    ({"on": 1}, "events.on: write true or false"),
    ({"table": []}, "events.table: give a list"),
    ({"table": [ROW, ROW | {"from": 50, "to": 60}]}, r"table\[1\].from: another row has 50"),
    ({"table": [ROW | {"to": 101}]}, r"table\[0\].to: give faces"),
    ({"table": [ROW | {"from": 60}]}, r"table\[0\].to: give faces"),
    ({"table": [ROW | {"kind": "comet"}]}, r"table\[0\].kind: choose"),
    ({"table": [ROW | {"kind": "mutiny", "for_referee": True}]}, r"table\[0\].for_referee"),
    ({"table": [ROW | {"holds": "ever"}]}, r"table\[0\].holds"),
])  # fmt: skip
def test_HR_23_a_table_that_cannot_be_read_is_refused_by_its_place(data, why):
    with pytest.raises(Refusal, match=why):
        read_events(data)
