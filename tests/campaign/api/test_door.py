"""The door of the API: tokens, and how often they may call."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import ArmyOrder, Member, RefereeAct, Token
from campaign.services.archive import delete_campaign
from campaign.services.people.members import remove_member
from tests.campaign.api.program import token_for


def test_without_a_token_nothing_is_shown_and_a_log_in_does_not_help(valley, client):
    client.force_login(valley.people["north"])
    for headers in ({}, {"Authorization": "Bearer bivouac_x"}, {"Authorization": "Basic bm9ydGg6eA=="}):
        answer = client.get("/api/v1/me", headers=headers)
        assert (answer.status_code, answer["Content-Type"]) == (401, "application/problem+json")
        assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_browser_that_is_made_to_send_an_entry_enters_nothing(valley):
    browser, main = Client(enforce_csrf_checks=True), valley.stations["north-main"].army.key
    browser.force_login(valley.people["north"])
    path = f"/api/v1/campaigns/long-valley/armies/{main}/order"
    answer = browser.put(path, {"order": "rest"}, content_type="application/json", headers={"Idempotency-Key": "1"})
    assert answer.status_code == 401
    token = token_for(valley, "south")
    headers = {"Idempotency-Key": "1", "Authorization": f"Bearer {token}"}
    answer = browser.put(path, {"order": "rest"}, content_type="application/json", headers=headers)
    assert answer.status_code == 404, "it counts whose token it is, not who has logged in"
    assert not ArmyOrder.objects.exists()


def test_a_token_of_another_campaign_opens_nothing_here(valley, program):
    north = program(valley, "north")
    there, nowhere = north.get("/campaigns/other-war/turn"), north.get("/campaigns/no-such-war/turn")
    assert (there.status_code, there.content) == (404, nowhere.content)
    assert [war["slug"] for war in north.get("/campaigns").json()["items"]] == ["long-valley"]


def test_a_token_that_may_read_enters_nothing(valley, program):
    north, main = program(valley, "north", "read"), valley.stations["north-main"].army.key
    assert north.get("armies").status_code == 200
    assert north.call("PUT", f"armies/{main}/order", {"order": "rest"}).status_code == 403
    assert not ArmyOrder.objects.exists()


@pytest.mark.parametrize("end", ["removed", "barred", "password", "revoked", "deleted"])
def test_a_token_ends_with_the_part_of_its_member(valley, program, client, end):
    north, user = program(valley, "north"), valley.people["north"]
    member, referee = Member.objects.get(user=user), valley.people["referee"]
    assert north.get("/me").status_code == 200
    if end == "removed":
        remove_member(campaign=valley.campaign, member_id=member.pk, actor=referee)
    elif end == "barred":
        type(user).objects.filter(pk=user.pk).update(is_active=False)
    elif end == "password":
        user.set_password("another-password-1813")
        user.save()
    elif end == "revoked":
        client.force_login(user)
        client.post(reverse("game:token_revoke", args=["long-valley", Token.objects.get().key]))
    else:
        delete_campaign(campaign=valley.campaign, typed=valley.campaign.name, actor=referee)
    stranger = north.get("/me", Authorization="Bearer bivouac_nothing")
    ended = north.get("/me")
    assert (ended.status_code, ended.content) == (401, stranger.content)


def test_an_address_has_so_many_wrong_tokens_a_minute(valley, program, settings):
    settings.BIVOUAC_API_LIMIT = 2
    with time_machine.travel("2026-11-21T12:00:20Z", tick=False):
        north = program(valley, "north")
        wrong = [north.get("/me", Authorization=f"Bearer bivouac_{n}").status_code for n in range(3)]
        assert wrong == [401, 401, 429]
        assert north.get("turn").status_code == 200, "who has a token is not kept out"


def test_a_minute_has_so_many_calls(valley, program, settings):
    settings.BIVOUAC_API_LIMIT = 3
    with time_machine.travel("2026-11-21T12:00:20Z", tick=False):
        north, south = program(valley, "north"), program(valley, "south")
        answers = [north.get("turn") for _ in range(4)]
        assert [one["RateLimit-Remaining"] for one in answers] == ["2", "1", "0", "0"]
        assert [one.status_code for one in answers] == [200, 200, 200, 429]
        assert (answers[3]["Retry-After"], answers[3]["RateLimit-Limit"]) == ("40", "3")
        assert south.get("turn").status_code == 200, "each token has its own"
    with time_machine.travel("2026-11-21T12:01:00Z", tick=False):
        assert north.get("turn").status_code == 200


def test_a_token_is_made_on_a_page_shown_once_and_kept_as_a_hash(valley, client):
    client.force_login(valley.people["north"])
    page = reverse("game:tokens", args=["long-valley"])
    made = client.post(page, {"name": "Murat's bot", "scope": "orders"}).text
    text = made.split('aria-label="Token"')[0].rpartition('value="')[2].partition('"')[0]
    assert text.startswith("bivouac_")
    assert text not in client.get(page).text
    row = Token.objects.get()
    assert text not in {str(value) for value in vars(row).values()}
    assert client.get("/api/v1/me", headers={"Authorization": f"Bearer {text}"}).json()["scope"] == "orders"
    assert [act.act for act in RefereeAct.objects.filter(user=valley.people["north"])] == [
        "made a token for a program that may read and give orders"
    ]
    chronicle = client.get(reverse("game:chronicle", args=["long-valley"])).text
    assert "north made a token for a program" in chronicle


def test_a_referee_and_an_observer_make_tokens_that_read(valley, client):
    for name in ("referee", "observer"):
        client.force_login(valley.people[name])
        page = reverse("game:tokens", args=["long-valley"])
        assert client.post(page, {"name": "x", "scope": "orders"}).status_code == 422
        assert client.post(page, {"name": "x", "scope": "read"}).status_code == 200
    assert set(Token.objects.values_list("scope", flat=True)) == {"read"}


def test_nobody_revokes_the_token_of_another(valley, client):
    token_for(valley, "south")
    client.force_login(valley.people["north"])
    address = reverse("game:token_revoke", args=["long-valley", Token.objects.get().key])
    assert (client.post(address).status_code, Token.objects.count()) == (404, 1)


def test_nobody_makes_a_token_in_the_seat_of_another(valley, client):
    client.force_login(valley.people["referee"])
    client.post(reverse("game:seats", args=["long-valley"]), {"seat": "act:north"})
    assert client.get(reverse("game:tokens", args=["long-valley"])).status_code == 404


def test_a_player_who_plays_by_a_program_is_marked(valley, program, client):
    north, main = program(valley, "north"), valley.stations["north-main"].army.key
    client.force_login(valley.people["south"])

    def marks():
        return client.get(reverse("game:diplomacy", args=["long-valley"])).text.count(">bot<")

    north.get("armies")
    assert marks() == 0, "a program that reads is none"
    north.call("PUT", f"armies/{main}/order", {"order": "rest"})
    assert marks() == 1
    assert [one["key"] for one in north.items("factions") if one["played_by_program"]] == ["north"]
    client.force_login(valley.people["referee"])
    assert client.get(reverse("members", args=["long-valley"])).text.count(">bot<") == 1
    Token.objects.all().delete()
    client.force_login(valley.people["south"])
    assert marks() == 0


def test_the_page_shows_when_a_token_was_used_last(valley, program, client):
    moment = timezone.now() + timedelta(days=2)
    with time_machine.travel(moment, tick=False):
        program(valley, "north").get("turn")
    assert Token.objects.get().used_at == moment


def test_the_description_is_that_of_the_code(client):
    kept = Path(__file__).parents[3] / "docs" / "openapi.json"
    assert client.get("/api/v1/openapi.json").json() == json.loads(kept.read_text()), "bin/manage openapi prints it"


def test_the_page_lists_every_address_without_a_log_in(client):
    page = client.get("/api/").text
    described = client.get("/api/v1/openapi.json").json()
    assert [path for path in described["paths"] if f">{path.strip('/')}<" not in page] == []


@pytest.mark.parametrize(
    "address", ["/api/v1/", "/api/v1/nothing", "/api/v1/campaigns/long-valley/desk", "/api/v1/me/"]
)
def test_an_address_that_there_is_not_is_a_problem(client, db, address):
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_a_method_that_an_address_has_not_is_a_problem(valley, program):
    answer = program(valley, "north").call("POST", "armies", {})
    assert (answer.status_code, answer["Allow"]) == (405, "GET")
