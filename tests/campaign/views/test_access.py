"""Who comes in."""

import re

import pytest
from django.test import Client
from django.urls import reverse

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"')
PAGES = ("map", "rosters", "treasury", "turn", "chronicle", "battles")


@pytest.mark.parametrize("route", PAGES)
@pytest.mark.parametrize("name", ["north", "observer", "referee"])
def test_members_read_every_page(valley, reader, name, route):
    assert reader(valley, name).get(reverse(f"game:{route}", args=["long-valley"])).status_code == 200


@pytest.mark.parametrize("route", PAGES)
def test_a_stranger_finds_nothing_whether_the_war_exists_or_not(valley, reader, route):
    client = reader(valley, "stranger")
    there = client.get(reverse(f"game:{route}", args=["long-valley"]))
    nowhere = client.get(reverse(f"game:{route}", args=["no-such-war"]))
    assert (there.status_code, nowhere.status_code) == (404, 404)
    assert TOKEN.sub(b"", there.content) == TOKEN.sub(b"", nowhere.content)


def test_visitors_are_sent_to_the_log_in_alike(valley):
    client = Client()
    for slug in ("long-valley", "no-such-war"):
        url = reverse("game:map", args=[slug])
        response = client.get(url)
        assert (response.status_code, response["Location"]) == (302, f"/accounts/login/?next={url}")


def test_no_page_of_a_campaign_is_kept_in_a_cache(valley, reader):
    response = reader(valley, "north").get(reverse("game:map", args=["long-valley"]))
    assert response["Cache-Control"] == "private, no-store"
    assert "HX-Request" in response["Vary"]


def test_a_get_gives_no_order(valley, reader):
    army = valley.stations["north-main"].army.key
    answer = reader(valley, "north").get(reverse("game:order", args=["long-valley", army]))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert f'href="/c/long-valley/armies/{army}/"' in answer.text, "it leads to the page that has the form"


def test_the_desk_is_in_the_referees_navigation_alone(valley, reader):
    for name, there in (("referee", True), ("north", False), ("observer", False)):
        page = reader(valley, name).get(reverse("game:map", args=["long-valley"]))
        assert (b"/c/long-valley/desk/" in page.content) == there


def test_the_head_tells_who_is_ready_to_everybody(valley, reader):
    reader(valley, "south").post(reverse("game:ready", args=["long-valley"]), {"ready": "1"})
    page = reader(valley, "observer").get(reverse("game:map", args=["long-valley"])).text
    head = page[page.index("ready-list") :]
    head = head[: head.index("</ul>")]
    assert head.count("chip-good") == 1
    assert head.index("North") < head.index("South") < head.index("chip-good") < head.index("West")
