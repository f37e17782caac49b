"""Arrivals and triggers are written by forms, without JSON, and come into the file and the war."""

import json

import pytest

from campaign.models import Campaign, Station
from campaign.services.turn import advance_turn
from tests.campaign.drafts.hands import browser, made, sent, text_of

pytestmark = pytest.mark.django_db
LINE = "Relief of the North (Moreau, good; Aldford; Ney): 3 Line inf, 1 Light cav"


def test_HR_29_an_arrival_is_made_by_the_form_and_comes(drilled: None) -> None:
    anna = browser("anna")
    draft = made(anna, pack="two_valleys")
    file = json.loads(text_of(anna, draft))
    first, second = (row["key"] for row in file["factions"][:2])
    home = next(row for row in file["provinces"] if row.get("capital") and row["home"] == first)
    line = LINE.replace("Aldford", home["name"])
    day = {"on": "1700-01-01", "effect": "army", "faction": first, "if_taken": "nearest", "readers": [first]}
    sent(anna, draft, "triggers/", {"text": "The relief is here.", "foretold": "on", "army_line": line, **day})
    key = json.loads(text_of(anna, draft))["triggers"][0]["key"]
    more = {"to": key, "condition": "held", "province": home["key"], "factions": [first], "effect": "points"}
    sent(anna, draft, "triggers/", {**more, "faction": first, "points": "40"})
    row = json.loads(text_of(anna, draft))["triggers"][0]
    assert row == {
        "key": key, "text": "The relief is here.", "readers": [first], "foretold": True,
        "conditions": [{"kind": "date", "on": "1700-01-01"},
                       {"kind": "held", "province": home["key"], "factions": [first]}],
        "effects": [
            {"kind": "army", "faction": first, "ref": "relief_of_the_north", "name": "Relief of the North",
             "provinces": [home["key"]], "if_taken": "nearest", "roster": "3 Line inf, 1 Light cav",
             "generals": [{"name": "Moreau", "skill": "good"}, {"name": "Ney"}]},
            {"kind": "points", "faction": first, "points": 40},
        ],
    }  # fmt: skip
    end = {"on": "1900-01-01", "effect": "end", "winners": [second], "text": "It is over."}
    sent(anna, draft, "triggers/", end)
    page = anna.get(f"/drafts/{draft.key}/triggers/").text
    assert f"Relief of the North ({file['factions'][0]['name']}) arrives at {home['name']}" in page
    sent(anna, draft, "triggers/remove/", {"gone": json.loads(text_of(anna, draft))["triggers"][1]["key"]})
    assert len(json.loads(text_of(anna, draft))["triggers"]) == 1
    sent(anna, draft, "begin/", {"slug": "ours"})
    assert Station.objects.get(ref="relief_of_the_north").province.key == home["key"]
    advance_turn(campaign=Campaign.objects.get(slug="ours"), actor="anna")
    assert Station.objects.filter(ref__startswith="relief").count() == 1


def test_HR_29_a_form_that_lacks_something_names_it() -> None:
    anna = browser("anna")
    draft = made(anna, pack="two_valleys")
    refused = {
        "conditions: give at least one, such as a date.": {"text": "Hear, hear."},
        "choose whose army or general comes": {"on": "1809-05-01", "effect": "general", "generals_line": "Ney"},
        "conditions[0].province: this key is missing.": {"condition": "held", "text": "Lost."},
    }
    for sentence, given in refused.items():
        assert sentence in sent(anna, draft, "triggers/", given, status=422).text
    assert "triggers" not in json.loads(text_of(anna, draft))
