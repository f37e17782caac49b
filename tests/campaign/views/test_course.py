"""War aims for everybody, and what the referee sets while the war goes on, through the pages."""

import json
import re

import pytest
from django.urls import reverse

from campaign.models import Campaign, ChronicleEntry, RefereeAct, WarEvent

AIMS = [
    {"kind": "provinces", "provinces": ["ridge", "southgate"], "by": "1813-12-31", "for": ["north"]},
    {"kind": "points", "at_least": 500},
    {"kind": "own", "text": "The Tsar dances at Dresden."},
]


def aims(valley, reader, name):
    response = reader(valley, name).get(reverse("game:aims", args=["long-valley"]))
    assert response.status_code == 200
    return " ".join(response.text.split())


def desk(valley, reader, route, *args, name="referee", **data):
    prefix = route.removeprefix("desk_").replace("events", "table")
    sent = {f"{prefix}-{key}": value for key, value in data.items()}
    return reader(valley, name).post(reverse(route, args=["long-valley", *args]), sent)


def test_HR_21_everybody_sees_the_conditions_and_nobody_a_rivals_armies(valley, reader):
    Campaign.objects.filter(slug="long-valley").update(victory={"conditions": AIMS})
    pages = {name: aims(valley, reader, name) for name in ("north", "south", "observer", "referee")}
    for page in pages.values():
        assert "Hold ridge and southgate by 31 December 1813" in page.replace("Ridge", "ridge").replace(
            "South", "south"
        )
        assert "0 of 2 held" in page
    worth = {name: page.count("for your armies: ") for name, page in pages.items()}
    assert worth == {"north": 1, "south": 1, "observer": 0, "referee": 0}
    assert pages["referee"].count("for the armies: ") == 2


def test_HR_21_the_page_of_a_war_without_conditions_shows_those_of_the_rule(valley, reader):
    page = aims(valley, reader, "north")
    assert "Hold two enemy capitals" in page
    held = sum(row.value for row in valley.campaign.provinces.filter(controller__key="south"))
    assert re.search(rf"For provinces and battles so far: .*\bSouth {held}\b", page), "no battle has been fought"
    assert "Events are off in this war (HR-23)" in page


def test_HR_21_the_referee_rules_on_a_condition_in_words(valley, reader):
    Campaign.objects.filter(slug="long-valley").update(victory={"conditions": AIMS})
    assert desk(valley, reader, "desk_victory", aim="2", faction="south", reason="He did").status_code == 302
    assert "South: reached, as the referee ruled" in aims(valley, reader, "observer")
    assert RefereeAct.objects.get().reason == "He did"
    desk(valley, reader, "desk_victory", aim="2", faction="", reason="He did not")
    assert "won" not in Campaign.objects.get(slug="long-valley").victory["conditions"][2]


def test_a_number_is_announced_to_everybody_and_a_wrong_one_refused_in_its_place(valley, reader):
    data = {"key": "supply.edges", "value": "4", "reason": "The roads are mud"}
    assert desk(valley, reader, "desk_number", **data).status_code == 302
    for name in ("north", "observer"):
        assert "The roads are mud" in aims(valley, reader, name)
    response = desk(valley, reader, "desk_number", **data | {"key": "attrition.crowd", "value": "24"})
    assert response.status_code == 422
    assert "attrition.crowd is 24 already" in response.text


def test_HR_19_a_condition_for_one_army_is_read_by_its_owner_and_ended_again(valley, reader):
    response = desk(valley, reader, "desk_hardship", whom="army:south-rear", turns="2", reason="Typhus at Farmoor")
    assert response.status_code == 302
    seen = {
        name: "Typhus at Farmoor" in aims(valley, reader, name) for name in ("north", "south", "observer", "referee")
    }
    assert seen == {"north": False, "south": True, "observer": False, "referee": True}
    event = WarEvent.objects.get()
    reader(valley, "referee").post(reverse("desk_lift", args=["long-valley", event.pk]), {"reason": "It passed"})
    assert not WarEvent.objects.exists()


def test_HR_23_events_are_written_and_their_table_is_brought_in(valley, reader):
    assert desk(valley, reader, "desk_event", kind="windfall", text="A loan", turns="1").status_code == 422
    data = {"kind": "windfall", "text": "A loan", "faction": "south", "points": "25", "turns": "1"}
    assert desk(valley, reader, "desk_event", **data).status_code == 302
    assert ChronicleEntry.objects.get(kind="own-event").audience.get() == valley.factions["south"]
    table = [{"from": 1, "to": 100, "kind": "story", "text": "Rain."}]
    bad = desk(valley, reader, "desk_events", on="on", table="[{}]", reason="for fun")
    assert (bad.status_code, "events.table[0]: give from, to, kind and text" in bad.text) == (422, True)
    assert desk(valley, reader, "desk_events", on="on", table=json.dumps(table), reason="for fun").status_code == 302
    assert Campaign.objects.get(slug="long-valley").events == {"on": True, "table": table}


@pytest.mark.parametrize("name", ["north", "observer", "stranger"])
def test_only_a_referee_sets_the_course(valley, reader, name):
    for route in ("desk_number", "desk_hardship", "desk_event", "desk_events", "desk_victory"):
        assert desk(valley, reader, route, name=name).status_code == 404
    assert reader(valley, name).get(reverse("desk_course", args=["long-valley"])).status_code == 404
