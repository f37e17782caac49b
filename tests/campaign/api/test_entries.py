"""What a program enters."""

import json

import pytest
from django.db import connection
from django.urls import reverse

from campaign.models import ArmyOrder, FactionTurn, KeptAnswer, Letter, SheetLine, Token, Turn
from campaign.services.setup import start_campaign
from tests.campaign.worlds import army_key, fresh, long_valley


def test_orders_sheet_and_ready_are_entered_as_on_the_pages(valley, program):
    north, main = program(valley, "north"), army_key(valley, "north-main")
    given = north.call("PUT", f"armies/{main}/order", {"order": "march:ridge"})
    assert given.json()["order"] == {
        "army": main, "kind": "march", "kind_text": "March", "path": ["ridge"], "outcome": "", "hand": "",
    }  # fmt: skip
    assert ArmyOrder.objects.get(station__ref="north-main").path == ["ridge"]
    bought = north.call("POST", "provinces/northgate/buy", {"type": "line_inf", "guard": False})
    assert (bought.status_code, bought.json()["number"], bought.json()["state"]) == (201, 1, "entered")
    before = north.get("treasury").json()
    assert north.call("DELETE", "sheet/1?turn=1").json()["state"] == "withdrawn"
    assert north.get("treasury").json()["free"] == before["free"] + bought.json()["cost"]
    assert north.call("PUT", "ready", {"ready": True}).json()["is_ready"] is True
    assert FactionTurn.objects.get(faction__key="north", turn__number=1).ready_by == valley.people["north"]


def test_a_standing_order_a_plan_and_a_letter_are_entered(valley, program):
    north, main = program(valley, "north"), army_key(valley, "north-main")
    stands = north.call("PUT", f"armies/{main}/standing", {"kind": "route", "path": "Ridge, lowfield"}).json()
    assert stands == {"army": main, "kind": "route", "path": ["ridge", "lowfield"]}
    assert north.call("DELETE", f"armies/{main}/standing").json()["kind"] == ""
    plan = north.call("PUT", f"armies/{main}/plan", {"posture": "attack", "reserve": 20}).json()
    assert (plan["posture"], plan["reserve"], plan["spare"]) == ("attack", 20, [])
    assert fresh(valley, "north-main").plan == {"posture": "attack", "reserve": 20}
    assert north.call("POST", "letters/pair.north.south", {"text": "A truce?"}).status_code == 201
    assert north.items("letters/pair.north.south")[0]["text"] == Letter.objects.get().text == "A truce?"


@pytest.mark.parametrize(("address", "body", "form"), [
    ("armies/{main}/order", {"order": "march:farmoor"}, {"order": "march:farmoor"}),
    ("provinces/highfield/buy", {"type": "heavy_art"}, {"type": "heavy_art"}),
    ("treasury/gift", {"faction": "south", "points": 5}, {"faction": "south", "points": "5"}),
    ("armies/{main}/standing", {"kind": "route", "path": "Atlantis"}, {"kind": "route", "path": "Atlantis"}),
    ("relations/change", {"faction": "south", "relation": "friends"}, {"relation": "south:friends"}),
])  # fmt: skip
def test_a_program_is_refused_with_the_sentence_of_the_page(valley, program, client, address, body, form):
    north, main = program(valley, "north"), army_key(valley, "north-main")
    method = "PUT" if address.endswith(("order", "standing")) else "POST"
    refused = north.call(method, address.format(main=main), body)
    assert (refused.status_code, refused["Content-Type"]) == (422, "application/problem+json")
    problem = refused.json()
    assert problem["remedy"]
    names = {"order": "order", "buy": "buy", "gift": "gift", "standing": "standing", "change": "relation"}
    name = names[address.rpartition("/")[2]]
    args = {"buy": ["highfield"], "gift": [], "relation": []}.get(name, [main])
    client.force_login(valley.people["north"])
    page = client.post(reverse(f"game:{name}", args=["long-valley", *args]), form)
    assert page.status_code == 422
    assert problem["detail"] in page.text


def test_the_same_entry_sent_twice_is_entered_once(valley, program):
    north, buy = program(valley, "north"), {"type": "line_inf"}
    first, second = (north.call("POST", "provinces/northgate/buy", buy, Idempotency_Key="one") for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert (first.content, second["Idempotency-Replayed"]) == (second.content, "true")
    assert SheetLine.objects.count() == 1
    assert north.call("POST", "provinces/northgate/buy", buy).json()["number"] == 2


def test_a_key_of_another_entry_is_refused_and_a_refused_entry_leaves_its_key_free(valley, program):
    north = program(valley, "north")
    assert north.call("POST", "provinces/northgate/buy", {"type": "no"}, Idempotency_Key="one").status_code == 422
    assert north.call("POST", "provinces/northgate/buy", {"type": "line_inf"}, Idempotency_Key="one").status_code == 201
    other = north.call("POST", "provinces/northgate/depot", {}, Idempotency_Key="one")
    assert (other.status_code, other.json()["field"]) == (422, "idempotency_key")
    assert KeptAnswer.objects.count() == SheetLine.objects.count() == 1


def test_an_entry_without_a_key_is_refused(valley, program):
    north, main = program(valley, "north"), army_key(valley, "north-main")
    refused = north.call("PUT", f"armies/{main}/order", {"order": "rest"}, Idempotency_Key="")
    assert (refused.status_code, refused.json()["field"]) == (400, "Idempotency-Key")
    assert not ArmyOrder.objects.exists()


@pytest.mark.parametrize(("body", "status"), [
    (b'{"order": 5}', 422), (b'{"order": true}', 422), (b'{"order": ["rest"]}', 422),
    (b'{"order": "rest", "orders": "rest"}', 422), (b'{"order": "rest", "order": "hold"}', 422),
    (b'["rest"]', 422), (b"{", 422), (b"\xff", 422), (b'{"order": "re\\u0000st"}', 422),
    (b'{"order": "\\ud800"}', 422), (b" " * 70_000, 413),
])  # fmt: skip
def test_a_body_of_another_kind_is_refused(valley, program, body, status):
    north, main = program(valley, "north"), army_key(valley, "north-main")
    headers = {"Authorization": f"Bearer {north.token}", "Idempotency-Key": "one"}
    path = f"/api/v1/campaigns/long-valley/armies/{main}/order"
    answer = north.client.put(path, body, content_type="application/json", headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    form = north.client.put(path, "order=rest", content_type="application/x-www-form-urlencoded", headers=headers)
    assert form.status_code == 415
    assert not ArmyOrder.objects.exists()


def test_an_entry_for_another_turn_is_not_entered(valley, program):
    north, main = program(valley, "north"), army_key(valley, "north-main")
    refused = north.call("PUT", f"armies/{main}/order?turn=2", {"order": "rest"})
    assert (refused.status_code, refused.json()["field"]) == (409, "turn")
    assert north.call("PUT", f"armies/{main}/order?turn=1", {"order": "rest"}).status_code == 200
    Turn.objects.update(state=Turn.State.SEALED)
    sealed = north.call("PUT", f"armies/{main}/order", {"order": "hold"})
    assert (sealed.status_code, sealed.json()["remedy"]) == (422, "Wait until the next one opens.")


def test_nobody_orders_a_foreign_army_nor_a_faction_that_he_does_not_lead(valley, program):
    north, referee = program(valley, "north"), program(valley, "referee")
    south = army_key(valley, "south-main")
    answers = [north.call("PUT", f"armies/{key}/order", {"order": "rest"}) for key in (south, "aaaaaaaaaaaa")]
    assert [(one.status_code, one.content) for one in answers] == [(404, answers[0].content)] * 2
    assert referee.call("PUT", f"armies/{south}/order", {"order": "rest"}).status_code == 403
    Token.objects.update(scope="orders")  # as after a player became the referee
    assert referee.call("PUT", f"armies/{south}/order", {"order": "rest"}).status_code == 403
    assert not ArmyOrder.objects.exists()


def test_a_war_that_has_not_begun_takes_no_order(db, program):
    valley = long_valley(start=False)
    north, main = program(valley, "north"), army_key(valley, "north-main")
    assert (north.get("turn").json()["number"], north.get("choices").json()["items"]) == (0, [])
    assert north.call("PUT", f"armies/{main}/order", {"order": "rest"}).status_code == 422
    start_campaign(campaign=valley.campaign, actor="tester")
    assert north.call("PUT", f"armies/{main}/order", {"order": "rest"}).status_code == 200


def test_reading_twice_writes_the_last_use_once(valley, program):
    north = program(valley, "north")
    north.get("/me")
    writes = []
    with connection.execute_wrapper(lambda go, sql, *rest: (writes.append(sql), go(sql, *rest))[1]):
        assert json.loads(north.get("/me").content)["campaign"] == "long-valley"
    assert [sql for sql in writes if sql.startswith(("UPDATE", "INSERT", "DELETE"))] == []
