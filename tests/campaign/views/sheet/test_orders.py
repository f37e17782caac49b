"""Orders and sheets through their forms."""

import re

import pytest

from campaign.models import Account, ArmyOrder, FactionTurn, SheetLine
from campaign.services.corrections import correct_points
from campaign.services.turn import advance_turn
from tests.campaign.worlds import army_key, fresh, url

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
HTMX = {"HX-Request": "true", "HX-Target": "panel"}


def test_an_order_is_given_changed_and_withdrawn_through_the_form(valley, reader):
    client, army = reader(valley, "north"), army_key(valley, "north-main")
    assert client.post(url("order", army), {"order": "march:ridge"}).status_code == 302
    order = ArmyOrder.objects.get()
    assert (order.kind, order.path, order.given_by, order.turn) == ("march", ["ridge"], "north", valley.turn)
    client.post(url("order", army), {"order": "rest"})
    assert ArmyOrder.objects.get().kind == "rest"
    client.post(url("order", army), {"order": "none"})
    assert not ArmyOrder.objects.exists()


def test_htmx_gets_the_panel_with_the_order_and_its_arrow_on_the_map(valley, reader):
    response = reader(valley, "north").post(
        url("order", army_key(valley, "north-main")), {"order": "march:ridge"}, headers=HTMX
    )
    page = response.text
    assert response.status_code == 200
    assert "The order is given." in page
    assert 'value="march:ridge" checked' in page
    assert 'id="map-marches"' in page
    assert 'class="march march-march"' in page


def test_no_order_looks_chosen_before_one_is_given(valley, reader):
    page = reader(valley, "north").get(url("army", army_key(valley, "north-main")), headers=HTMX).text
    assert 'name="order"' in page
    assert " checked" not in page
    assert page.count("The army does this while you give it no order.") == 1
    reader(valley, "north").post(url("order", army_key(valley, "north-main")), {"order": "hold"})
    page = reader(valley, "north").get(url("army", army_key(valley, "north-main")), headers=HTMX).text
    assert 'value="hold" checked' in page
    assert "while you give it no order" not in page


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ("march:farmoor", "Choose a neighbouring province."),
        ("march:nowhere", "Choose a neighbouring province."),
        ("march:", "A march enters one neighbouring province; choose one."),
        ("forced:ridge", "A forced march enters two provinces, one after the other; choose both."),
        ("", "Order: choose one of those listed."),
    ],
)
def test_an_illegal_order_is_refused_with_a_sentence_in_its_place(valley, reader, order, sentence):
    response = reader(valley, "north").post(url("order", army_key(valley, "north-main")), {"order": order})
    assert response.status_code == 422
    assert f'<p class="refusal" role="alert">{sentence}</p>' in response.text
    assert not ArmyOrder.objects.exists()


def test_nobody_orders_a_foreign_army_about(valley, reader):
    for name in ("south", "west", "observer", "stranger"):
        response = reader(valley, name).post(url("order", army_key(valley, "north-main")), {"order": "rest"})
        assert response.status_code == 404
    assert (
        reader(valley, "referee").post(url("order", army_key(valley, "north-main")), {"order": "rest"}).status_code
        == 403
    )
    assert not ArmyOrder.objects.exists()


def test_ready_is_said_and_taken_back_and_a_new_order_makes_it_a_draft(valley, reader):
    client = reader(valley, "north")

    def ready():
        return FactionTurn.objects.get(faction=valley.factions["north"]).ready

    client.post(url("ready"), {"ready": "1"})
    assert ready()
    answer = client.post(url("ready"), {"next": "/"})
    assert (answer.status_code, "Ready: the form was damaged" in answer.text) == (422, True)
    assert ready()
    client.post(url("ready"), {"ready": "0"})
    assert not ready()
    client.post(url("ready"), {"ready": "1"})
    client.post(url("order", army_key(valley, "north-main")), {"order": "rest"})
    assert not ready()


def test_ready_leads_back_to_the_page_it_came_from_and_nowhere_else(valley, reader):
    client = reader(valley, "north")
    for wanted, target in (
        (url("treasury"), url("treasury")),
        ("https://elsewhere.example/", url("map")),
        ("//elsewhere.example/", url("map")),
        (url("map") + "//elsewhere", url("map")),
        ("", url("map")),
    ):
        assert client.post(url("ready"), {"ready": "1", "next": wanted})["Location"] == target


def test_a_unit_is_bought_in_the_panel_of_a_province_and_its_points_are_set_aside(valley, reader):
    client = reader(valley, "north")
    treasury = Account.objects.get(faction=valley.factions["north"], kind="treasury").balance
    response = client.post(url("buy", "northgate"), {"type": "line_inf", "name": "Fourth division"})
    assert response.status_code == 302
    line = SheetLine.objects.get()
    assert (line.kind, line.cost, line.details["name"], line.details["station"]) == ("buy", 30, "Fourth division", None)
    assert Account.objects.get(faction=valley.factions["north"], kind="treasury").balance == treasury - 30


def test_two_quick_clicks_buy_one_unit_and_a_form_drawn_anew_buys_another(valley, reader):
    client = reader(valley, "north")
    for _ in range(2):
        client.post(url("buy", "northgate"), {"type": "line_inf", "place": "0"})
    assert SheetLine.objects.count() == 1
    assert '<input type="hidden" name="place" value="1">' in client.get(url("province", "northgate")).text
    client.post(url("buy", "northgate"), {"type": "line_inf", "place": "1"})
    assert SheetLine.objects.count() == 2


@pytest.mark.parametrize(("province", "data", "words"), [
    ("southgate", {"type": "line_inf"}, "is not yours"),
    ("highfield", {"type": "heavy_art"}, "raised at the capital only"),
    ("northgate", {"type": "dragons"}, ""),
    ("northgate", {}, "Unit: choose a type."),
    ("northgate", {"type": "line_inf", "army": "aaaaaaaaaaaa"}, "Choose one of your armies"),
])  # fmt: skip
def test_a_purchase_that_is_not_allowed_is_refused_with_a_sentence(valley, reader, province, data, words):
    response = reader(valley, "north").post(url("buy", province), data)
    assert response.status_code == 422
    assert words in response.text
    assert not SheetLine.objects.exists()


def test_a_foreign_army_cannot_take_recruits_and_looks_like_an_absent_one(valley, reader):
    client = reader(valley, "north")
    foreign = client.post(
        url("buy", "northgate"), {"type": "line_inf", "army": army_key(valley, "south-rear")}, headers=HTMX
    )
    absent = client.post(url("buy", "northgate"), {"type": "line_inf", "army": "aaaaaaaaaaaa"}, headers=HTMX)
    assert (foreign.status_code, absent.status_code) == (422, 422)
    assert TOKEN.sub("", foreign.text) == TOKEN.sub("", absent.text)


def test_a_line_of_the_sheet_is_withdrawn_by_its_number_and_its_points_come_back(valley, reader):
    client = reader(valley, "north")
    client.post(url("buy", "northgate"), {"type": "line_inf"})
    before = Account.objects.get(faction=valley.factions["north"], kind="treasury").balance
    assert client.post(url("withdraw", 1), {"turn": "1"}).status_code == 302
    assert SheetLine.objects.get().state == SheetLine.State.WITHDRAWN
    assert Account.objects.get(faction=valley.factions["north"], kind="treasury").balance == before + 30
    assert client.post(url("withdraw", 1), {"turn": "1"}).status_code == 422
    assert client.post(url("withdraw", 2), {"turn": "1"}).status_code == 404


def test_a_page_of_an_earlier_turn_withdraws_no_line_of_this_one(valley, reader):
    client, army = reader(valley, "north"), fresh(valley, "north-main").army.key
    client.post(url("gift"), {"faction": "west", "points": "5"})
    assert '<input type="hidden" name="turn" value="1">' in client.get(url("treasury")).text
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    client.post(url("hire"), {"skill": "average", "name": "Ney", "army": army})
    for old in ({"turn": "1"}, {}):
        answer = client.post(url("withdraw", 1), old)
        assert answer.status_code == 422
        assert "That page showed the sheet of another turn" in answer.text
    assert SheetLine.objects.get(turn__number=2).state == SheetLine.State.ENTERED


def test_a_sheet_is_its_owners(valley, reader):
    reader(valley, "north").post(url("buy", "northgate"), {"type": "line_inf"})
    assert reader(valley, "south").post(url("withdraw", 1), {"turn": "1"}).status_code == 404
    assert SheetLine.objects.get().state == SheetLine.State.ENTERED


def test_worn_units_are_amalgamated_through_the_form(valley, reader):
    client, army = reader(valley, "north"), valley.stations["north-guard"].army
    worn = [unit.key for unit in army.units.filter(strength=2)]
    assert client.post(url("amalgamate", army.key), {"units": worn}).status_code == 302
    assert SheetLine.objects.get().details == {"station": "north-guard", "units": worn}


def test_units_that_cannot_be_amalgamated_are_refused_in_the_panel(valley, reader):
    client, army = reader(valley, "north"), valley.stations["north-guard"].army
    whole = [unit.key for unit in army.units.filter(strength=4)]
    response = client.post(url("amalgamate", army.key), {"units": whole}, headers=HTMX)
    assert response.status_code == 422
    assert 'class="refusal"' in response.text
    foreign = [unit.key for unit in valley.stations["south-rear"].army.units.all()]
    assert client.post(url("amalgamate", army.key), {"units": foreign}).status_code == 422
    assert not SheetLine.objects.exists()


def test_an_army_is_split_and_merged_through_its_forms(valley, reader):
    from tests.factories.campaign import station

    client, army = reader(valley, "north"), valley.stations["north-guard"].army
    first = army.units.filter(strength=4).first()
    assert client.post(url("split", army.key), {"units": [first.key], "name": "Picket"}).status_code == 302
    other = station(valley.factions["north"], valley.provinces["northgate"], "1 Line inf", "north-other")
    assert client.post(url("merge", other.army.key), {"into": army.key}).status_code == 302
    assert list(SheetLine.objects.order_by("pk").values_list("kind", flat=True)) == ["split", "merge"]


def test_the_panel_shows_what_the_sheet_does_to_its_army_until_it_is_withdrawn(valley, reader):
    client, army = reader(valley, "north"), army_key(valley, "north-main")
    units = [unit.key for unit in valley.stations["north-main"].army.units.filter(type="line_inf")[:2]]
    client.post(url("split", army), {"units": units, "name": "Flying column"})
    words = "Split 2 units of North Main off"
    assert words in client.get(url("army", army)).text
    assert words not in client.get(url("army", army_key(valley, "north-guard"))).text
    client.post(url("withdraw", 1), {"turn": "1"})
    assert words not in client.get(url("army", army)).text


def test_a_refused_standing_order_keeps_what_was_chosen(valley, reader):
    client, army = reader(valley, "north"), army_key(valley, "north-main")
    page = client.post(url("standing", army), {"kind": "route", "path": "Ridge; Nowhere"})
    assert page.status_code == 422
    assert "“Nowhere” is no province of this map" in page.text
    assert '<option value="route" selected>' in page.text
    assert 'value="Ridge; Nowhere"' in page.text


def test_taking_a_standing_order_back_says_so_and_loses_no_route(valley, reader):
    client, army = reader(valley, "north"), army_key(valley, "north-main")
    refused = client.post(url("standing", army), {"kind": "", "path": "Ridge"})
    assert refused.status_code == 422
    assert "choose what the army does, or leave the provinces out" in refused.text
    client.post(url("standing", army), {"kind": "rest"})
    assert fresh(valley, "north-main").standing == {"kind": "rest", "path": []}
    taken = client.post(url("standing", army), {"kind": ""}, headers=HTMX)
    assert "The army has no standing order: without an order it holds." in taken.text
    assert fresh(valley, "north-main").standing == {}


def test_a_purchase_is_judged_by_what_its_buyer_knows(valley, reader):
    """An enemy who came unseen into a home province is not betrayed by a refusal."""
    raider = fresh(valley, "south-rear")
    valley.stations["north-guard"].province = valley.provinces["highfield"]
    valley.stations["north-guard"].save()
    raider.province = valley.provinces["northgate"]
    raider.save()
    assert reader(valley, "north").post(url("buy", "northgate"), {"type": "line_inf"}).status_code == 302


def test_what_the_treasury_cannot_pay_is_not_offered(valley, reader):
    north = valley.factions["north"]
    held = Account.objects.get(faction=north, kind="treasury").balance
    correct_points(faction=north, points=29 - held, reason="for the test", actor=valley.people["referee"])
    page = reader(valley, "north").get(url("province", "northgate")).text
    assert '<option value="line_inf">' not in page
    assert "30: you have 29 points free." in page
    assert '<option value="militia_inf">' in page


def test_an_order_of_support_names_its_neighbour_as_it_is_spoken(valley, reader):
    client, army = reader(valley, "north"), army_key(valley, "north-main")
    given = client.post(url("order", army), {"order": "support:ridge"}, headers=HTMX).text
    assert "The order is given. Support Ridge." in given
    for page in (client.get(url("map")).text, client.get(url("turn")).text):
        assert "Support Ridge" in page
        assert "Support to" not in page
    client.post(url("order", army), {"order": "march:ridge"})
    assert "March to Ridge" in client.get(url("map")).text


@pytest.mark.parametrize(("way", "who"), [("program", "the program"), ("on", "a caretaker")])
def test_the_head_shows_who_leads_a_side_and_nobody_waits_for_it(valley, reader, way, who):
    assert f"{who} leads" not in reader(valley, "north").get(url("turn")).text
    valley.campaign.factions.filter(key="south").update(caretaker=way)
    page = reader(valley, "north").get(url("turn")).text
    assert f"{who} leads" in page
    assert f"1 of {valley.campaign.factions.count()} ready" in page
    own = reader(valley, "south").get(url("map")).text
    assert f"{who.capitalize()} leads your faction" in own
    assert "You are not ready." not in own
    reader(valley, "south").post(url("order", army_key(valley, "south-main")), {"order": "rest"})
    again = reader(valley, "north").get(url("turn")).text
    assert f"{who} leads" in again, "a rival does not see whether anything is entered"
    assert f"1 of {valley.campaign.factions.count()} ready" in again
