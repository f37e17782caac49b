"""A referee makes Bohemia 1757 from nothing, by pastes and forms alone, begins it and runs a turn."""

from typing import Any

import pytest
from django.test import Client

from campaign.models import Campaign
from campaign.services.turn import advance_turn
from tests.campaign.drafts.bohemia import ORDER, TOWNS
from tests.campaign.drafts.hands import filled, made, sent

pytestmark = pytest.mark.django_db
WAYS = """Prague - Kolin road
Prague - Leitmeritz ferry Elbe
Prague - Jungbunzlau bridge Elbe
Prague - Tabor
Kolin - Deutschbrod track
Kolin - Königgrätz road
Jungbunzlau - Zittau pass
Leitmeritz - Dresden road
Dresden - Bautzen road
Bautzen - Görlitz road
Görlitz - Zittau road
Glatz - Konigsgratz pass
Tabor - Deutschbrod track
Jungbunzlau - Leitmeritz road
"""


def row_named(fields: dict[str, Any], name: str) -> str:
    """The prefix of the row with a name."""
    return next(key for key, value in fields.items() if value == name and key.endswith("-name")).removesuffix("-name")


def test_bohemia_from_nothing(anna: Client, drilled: None) -> None:
    draft = made(anna, name="Bohemia 1757")
    times = {"start": "1757-04-18", "turn_days": "7", "last_turn": "12", "muster_every": "4"}
    texts = {"name": "Bohemia 1757", "summary": "Prague, and then?\r\nKolin.", "sources": ""}
    sent(anna, draft, "war/", {**times, **texts})
    preview = sent(anna, draft, "map/", {"text": TOWNS, "ways": "on", "act": "look"}, status=200).text
    assert "nothing is entered yet" in preview
    assert "Prague becomes the capital of Austria" in preview
    assert '<svg class="war-map' in preview
    assert not draft.steps.filter(said="Towns entered").exists()
    sent(anna, draft, "map/", {"text": TOWNS, "ways": "on", "act": "enter"})
    courses = (
        "river Elbe: 16.2 50.6, 15.8 50.15, 15.2 50.08, 14.5 50.3, 14.2 50.6, 13.9 51.3\n"
        "ridge Giant Mountains: 15.0 50.75, 16.4 50.6"
    )
    sent(anna, draft, "map/lines/", {"text": courses, "act": "enter"})
    ways = anna.get(f"/drafts/{draft.key}/ways/").text
    assert "Prague – Kolin" in ways
    refused = sent(anna, draft, "ways/text/", {"text": WAYS}, status=422).text
    assert "Line 12, second town: there is no town “Konigsgratz”" in refused
    assert "Did you mean Koniggratz?" in refused
    sent(anna, draft, "ways/text/", {"text": WAYS.replace("Konigsgratz", "Königgrätz")})
    powers = filled(anna, draft, "powers/")
    assert powers["r0-kind"] == "war"
    assert (powers["f0-pattern"], powers["f1-pattern"]) == ("plain", "stripes")
    powers |= {
        "f0-adjective": "Austrian", "f1-adjective": "Prussian", "f0-offmap_income": "70", "f1-offmap_income": "60",
    }  # fmt: skip
    sent(anna, draft, "powers/", powers)
    provinces = filled(anna, draft, "provinces/")
    provinces[f"{row_named(provinces, 'Königgrätz')}-depot"] = "on"
    sent(anna, draft, "provinces/", provinces)
    assert "138,000" in sent(anna, draft, "armies/", {"text": ORDER, "act": "look"}, status=200).text
    sent(anna, draft, "armies/", {"text": ORDER, "act": "enter"})
    sent(anna, draft, "victory/", {"kind": "capitals", "number": "1", "turns": "2"})
    page = anna.get(f"/drafts/{draft.key}/").text
    assert "Nothing is missing." in page, page[page.index('id="check"') :][:2000]
    assert sent(anna, draft, "begin/", {"slug": "bohemia"})["Location"] == "/c/bohemia/desk/"
    war = Campaign.objects.get(slug="bohemia")
    made_of = (war.provinces, war.factions, war.leaders, war.stations, war.edges)
    assert [rows.count() for rows in made_of] == [12, 2, 6, 5, 14]
    assert anna.get("/c/bohemia/").status_code == 200
    advance_turn(campaign=war, actor="anna")
    assert list(war.turns.order_by("number").values_list("number", "state")) == [(1, "closed"), (2, "open")]
