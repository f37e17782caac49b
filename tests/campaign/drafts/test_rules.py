"""The rules of a draft have forms: battles, letters, events, house rules; what is as shipped stays out of the file."""

import json

import pytest
from django.test import Client

from tests.campaign.drafts.hands import filled, made, sent, text_of

pytestmark = pytest.mark.django_db


def test_what_is_entered_is_in_the_file_and_what_is_as_shipped_leaves_it(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    before, numbers = json.loads(text_of(anna, draft)), filled(anna, draft, "rules/", part="numbers")
    sent(anna, draft, "rules/", {**numbers, "supply.edges": "4", "weather.fall.fair": "3"})
    letters = {"part": "letters", "between": "allies", "delay": "2", "referee_reads": "on", "gazette": "off"}
    sent(anna, draft, "rules/", letters)
    battles = filled(anna, draft, "rules/", part="battles")
    sent(anna, draft, "rules/", {**battles, "days": "5", "fallback": "ruling", "patience": "", "max_days": "2"})
    file = json.loads(text_of(anna, draft))
    own = {key: value for key, value in file["house_rules"].items() if before.get("house_rules", {}).get(key) != value}
    assert own == {"supply.edges": 4, "weather.fall.fair": 3}
    assert file["couriers"] == {"between": "allies", "delay": 2, "referee_reads": True}
    terms = [file[f"battle_{name}"] for name in ("days", "fallback", "patience", "max_days")]
    assert (file["gazette"], terms) == ("off", [5, "ruling", 0, 2])
    shipped = dict.fromkeys(("supply.edges",), "6") | {"weather.fall.fair": "5"}
    sent(anna, draft, "rules/", {**filled(anna, draft, "rules/", part="numbers"), **shipped})
    assert json.loads(text_of(anna, draft)).get("house_rules") == before.get("house_rules")


def test_events_are_written_row_by_row_and_refused_where_they_overlap(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    rows = {
        key: value for key, value in filled(anna, draft, "rules/", part="events").items() if not key.startswith("e")
    }
    one = {"e0-first": "1", "e0-last": "10", "e0-kind": "windfall", "e0-holds": "1", "e0-text": "A loan is granted."}
    two = {"e1-first": "90", "e1-last": "100", "e1-kind": "story", "e1-holds": "a_year", "e1-text": "A comet.",
           "e1-for_referee": "on"}  # fmt: skip
    blank = {f"e{n}-{name}": value for n in range(2, 20) for name, value in (("kind", "story"), ("holds", "1"))}
    own = {**rows, **blank, "on": "on", "table": "own"}
    sent(anna, draft, "rules/", {**own, **one, **two})
    assert json.loads(text_of(anna, draft))["events"] == {
        "on": True,
        "table": [
            {"from": 1, "to": 10, "kind": "windfall", "text": "A loan is granted."},
            {"from": 90, "to": 100, "kind": "story", "text": "A comet.", "holds": "a_year", "for_referee": True},
        ],
    }
    refused = sent(anna, draft, "rules/", {**own, **one, **two, "e1-first": "5"}, status=422).text
    assert "another row has 5 already" in refused
    sent(anna, draft, "rules/", {"part": "events", "table": "shipped", **one, **two, **blank})
    assert "events" not in json.loads(text_of(anna, draft))


def test_other_rules_of_battle_begin_with_their_own_options(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    sent(anna, draft, "rules/", {**filled(anna, draft, "rules/", part="battles"), "rules": "one_hour"})
    file = json.loads(text_of(anna, draft))
    assert (file["rules"], "rule_options" in file) == ("one_hour", False)
    assert "Two Valleys" in anna.get(f"/drafts/{draft.key}/rules/").text


def test_a_part_that_the_page_does_not_have_is_refused_in_a_sentence(anna: Client) -> None:
    draft = made(anna, pack="two_valleys")
    before = text_of(anna, draft)
    answer = anna.post(f"/drafts/{draft.key}/rules/", {"part": "weather"})
    assert (answer.status_code, "save one of the four parts by its own button" in answer.text) == (422, True)
    assert text_of(anna, draft) == before
