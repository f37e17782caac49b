"""Depots, gifts, generals, the order of payment and units sent home, through their forms."""

import pytest

from campaign.models import Account, FactionTurn, Province, SheetLine, Turn
from campaign.services.corrections import correct_points
from tests.campaign.worlds import army_key, fresh, url

ROUTES = ("gift", "hire", "pay_first")


def units(valley, ref):
    return [unit.key for unit in fresh(valley, ref).army.units.order_by("pk")]


def free(valley, name="north"):
    return Account.objects.get(faction=valley.factions[name], kind="treasury").balance


@pytest.fixture
def rich(valley):
    correct_points(faction=valley.factions["north"], points=1000, reason="a windfall", actor=valley.people["referee"])
    return valley


def sent(valley, reader, name, address, data):
    """What a post is answered with, and the page behind it."""
    response = reader(valley, name).post(address, data)
    return response.status_code, response.text


def test_a_depot_is_offered_entered_and_withdrawn_in_its_province(rich, reader):
    Province.objects.filter(key="highfield").update(depot=False)
    client, before = reader(rich, "north"), free(rich)
    page = client.get(url("province", "highfield")).text
    assert "For 20 points; it gives supply from the next turn on" in page
    assert client.post(url("depot", "highfield")).status_code == 302
    line = SheetLine.objects.get()
    assert (line.kind, line.cost, free(rich)) == ("depot", 20, before - 20)
    page = client.get(url("province", "highfield")).text
    assert "One depot a turn can be built" in page
    client.post(url("withdraw", 1), {"turn": "1"})
    assert free(rich) == before


def test_a_depot_that_cannot_be_built_is_refused_in_its_place(rich, reader):
    for province, why in (("ridge", "ridge is not yours"), ("northgate", "has a depot already")):
        status, page = sent(rich, reader, "north", url("depot", province), {})
        assert status == 422
        assert why.lower() in page.lower()
    assert not SheetLine.objects.exists()


def test_a_gift_to_an_ally_is_set_aside_and_described(rich, reader):
    before = free(rich)
    assert sent(rich, reader, "north", url("gift"), {"faction": "west", "points": "30"})[0] == 302
    assert free(rich) == before - 30
    assert "Give 30 points to West" in reader(rich, "north").get(url("treasury")).text
    status, page = sent(rich, reader, "north", url("gift"), {"faction": "west", "points": "5"})
    assert status == 422
    assert "gets a gift from you this turn already" in page


@pytest.mark.parametrize(
    ("data", "why"),
    [({"faction": "south", "points": "5"}, "Choose an ally of yours."),
     ({"faction": "nobody", "points": "5"}, "Choose an ally of yours."),
     ({"faction": "north", "points": "5"}, "Choose an ally of yours."),
     ({"faction": "west", "points": "0"}, "write a whole number from 1 to 10,000"),
     ({"faction": "west"}, "Points: write 1 to 10,000."),
     ({"faction": "west", "points": "9999"}, "points")],
)  # fmt: skip
def test_a_gift_that_cannot_be_given_is_refused_beside_its_form(rich, reader, data, why):
    status, page = sent(rich, reader, "north", url("gift"), data)
    assert status == 422
    assert why in page[page.index("Give points to an ally") :]
    assert not SheetLine.objects.exists()


def test_a_general_is_hired_for_an_army_and_seen_on_the_sheet(rich, reader):
    data = {"skill": "good", "name": "Blücher", "army": army_key(rich, "north-guard"), "place": "0"}
    client, before = reader(rich, "north"), free(rich)
    for _ in range(2):  # two clicks hire one
        assert client.post(url("hire"), data).status_code == 302
    assert free(rich) == before - 120
    page = client.get(url("treasury")).text
    assert "Hire Blücher (Good) for North Guard" in page
    assert "One general a season can be hired" in page
    status, page = sent(rich, reader, "north", url("hire"), data | {"place": "1"})
    assert (status, "One general a season" in page) == (422, True)


def test_nobody_hires_for_a_foreign_army(rich, reader):
    data = {"skill": "good", "name": "", "army": army_key(rich, "south-van")}
    status, foreign = sent(rich, reader, "north", url("hire"), data)
    _, absent = sent(rich, reader, "north", url("hire"), data | {"army": "aaaaaaaaaaaa"})
    assert status == 422
    for page in (foreign, absent):
        assert "Choose one of your armies." in page


def test_the_order_of_payment_is_typed_as_numbers(rich, reader):
    first, second, third = units(rich, "north-main")[:3]
    data = {f"rank-{third}": "1", f"rank-{first}": "2", f"rank-{second}": ""}
    assert sent(rich, reader, "north", url("pay_first"), data)[0] == 302
    line = SheetLine.objects.get()
    assert (line.kind, line.details["units"], line.cost) == ("pay", [third, first], 0)
    assert "Pay 2 units first" in reader(rich, "north").get(url("treasury")).text
    assert sent(rich, reader, "north", url("pay_first"), data)[0] == 422  # it stands already


def test_what_was_typed_stays_when_the_order_of_payment_is_refused(rich, reader):
    first, second = units(rich, "north-main")[:2]
    status, page = sent(rich, reader, "north", url("pay_first"), {f"rank-{first}": "12", f"rank-{second}": "x"})
    assert status == 422
    assert f'name="rank-{first}" inputmode="numeric" size="3" maxlength="3" value="12"' in page
    status, page = sent(rich, reader, "north", url("pay_first"), {f"rank-{units(rich, 'south-van')[0]}": "1"})
    assert (status, "Name units of your own armies." in page) == (422, True)


def test_units_are_sent_home_from_their_army(rich, reader):
    chosen = units(rich, "north-main")[:2]
    assert sent(rich, reader, "north", url("disband", army_key(rich, "north-main")), {"units": chosen})[0] == 302
    assert "Disband 2 units of North Main" in reader(rich, "north").get(url("treasury")).text
    status, page = sent(rich, reader, "north", url("disband", army_key(rich, "north-main")), {"units": chosen[:1]})
    assert (status, "is in another line of the sheet" in page) == (422, True)
    foreign = url("disband", army_key(rich, "south-van"))
    assert sent(rich, reader, "north", foreign, {"units": units(rich, "south-van")[:1]})[0] == 404


@pytest.mark.parametrize("name", ["observer", "referee"])
def test_who_commands_nothing_enters_nothing(rich, reader, name):
    addresses = [url(route) for route in ROUTES] + [url("depot", "highfield")]
    data = {"faction": "west", "points": "5", "skill": "good", "army": army_key(rich, "north-main")}
    assert [sent(rich, reader, name, address, data)[0] for address in addresses] == [403] * 4
    assert not SheetLine.objects.exists()


def test_the_forms_stand_at_the_owners_treasury_while_orders_are_open(rich, reader):
    forms = ("Hire a general", "Give points to an ally", "Who is paid first")
    page = reader(rich, "north").get(url("treasury")).text
    assert [text in page for text in forms] == [True] * 3
    assert "Give points to an ally" not in reader(rich, "south").get(url("treasury")).text
    assert not any(text in reader(rich, "referee").get(url("treasury")).text for text in forms)
    Turn.objects.update(state=Turn.State.SEALED)
    assert not any(text in reader(rich, "north").get(url("treasury")).text for text in forms)


def test_a_line_of_the_treasury_makes_the_sheet_a_draft_again(rich, reader):
    client = reader(rich, "north")
    client.post(url("ready"), {"ready": "1"})
    client.post(url("gift"), {"faction": "west", "points": "1"})
    assert not FactionTurn.objects.get(turn=rich.turn, faction=rich.factions["north"]).ready


def test_a_form_sent_again_after_its_line_was_withdrawn_is_refused_and_not_called_entered(rich, reader):
    client, data = reader(rich, "north"), {"faction": "west", "points": "5", "place": "0"}
    assert [client.post(url("gift"), data).status_code for _ in range(2)] == [302, 302]
    assert SheetLine.objects.count() == 1
    client.post(url("withdraw", 1), {"turn": "1"})
    answer = client.post(url("gift"), data)
    assert answer.status_code == 422
    assert "its line has been withdrawn: load the page again" in answer.text
    assert client.post(url("gift"), data | {"place": "1"}).status_code == 302
    assert list(SheetLine.objects.values_list("state", flat=True)) == ["withdrawn", "entered"]
