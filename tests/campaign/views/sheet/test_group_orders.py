"""One order for several armies of a province: all of them get it, or none; and what is reported where it leads."""

import pytest

from campaign.models import ArmyOrder, Sighting, Station
from tests.campaign.worlds import url
from tests.factories.campaign import station


@pytest.fixture
def corps(valley):
    """Three more armies of North beside its main army; their keys, and the province."""
    main = Station.objects.get(ref="north-main")
    rows = [station(valley.factions["north"], main.province, "2 Line inf", f"north-{n}") for n in (1, 2)]
    return main.province.key, [main.army.key, *(row.army.key for row in rows)]


def orders():
    return {
        (order.station.army.key, order.kind, tuple(order.path), order.given_by) for order in ArmyOrder.objects.all()
    }


def test_the_chosen_armies_march_together(valley, reader, corps) -> None:
    place, keys = corps
    north = reader(valley, "north")
    page = north.get(url("province", place)).text
    assert "Several armies at once" in page
    assert all(f'value="{key}"' in page for key in keys)
    assert north.post(url("order_all", place), {"armies": keys[:2], "order": "march:ridge"}).status_code == 302
    assert orders() == {(key, "march", ("ridge",), "north") for key in keys[:2]}
    part = north.post(url("order_all", place), {"armies": keys, "order": "rest"}, headers={"HX-Request": "true"})
    assert "The order is given to 3 armies." in part.text
    assert orders() == {(key, "rest", (), "north") for key in keys}


def test_one_refusal_keeps_all_orders_as_they_were(valley, reader, corps) -> None:
    place, keys = corps
    north = reader(valley, "north")
    north.post(url("order", keys[0]), {"order": "rest"})
    Station.objects.filter(army__key=keys[2]).update(garrison=True)
    before, name = orders(), Station.objects.get(army__key=keys[2]).army.name
    answer = north.post(url("order_all", place), {"armies": keys, "order": "march:ridge"})
    assert answer.status_code == 422
    assert f"{name}: " in answer.text
    assert "No order was changed." in answer.text
    assert orders() == before
    far = north.post(url("order_all", place), {"armies": keys[:2], "order": "march:southgate"})
    assert far.text.count("choose a neighbouring province.") == 2
    assert orders() == before


@pytest.mark.parametrize(("data", "words"), [
    ({"order": "rest"}, "Armies: choose at least one."),
    ({"armies": ["nobody"], "order": "rest"}, "Armies: choose some of those that are listed."),
    ({"armies": "own"}, "Order: choose one of those listed."),
    ({"armies": "own", "order": "none"}, "choose one of Hold, Rest, Avoid"),
])  # fmt: skip
def test_a_form_that_is_not_complete_is_refused_with_a_sentence(valley, reader, corps, data, words) -> None:
    place, keys = corps
    sent = {**data, "armies": keys} if data.get("armies") == "own" else data
    answer = reader(valley, "north").post(url("order_all", place), sent)
    assert (answer.status_code, words in answer.text) == (422, True)
    assert orders() == set()


def test_nobody_moves_the_armies_of_others(valley, reader, corps) -> None:
    place, keys = corps
    for name in ("south", "west"):
        answer = reader(valley, name).post(url("order_all", place), {"armies": keys, "order": "rest"})
        assert answer.status_code == 422
    assert reader(valley, "observer").post(url("order_all", place), {"armies": keys}).status_code == 403
    assert "Several armies at once" not in reader(valley, "west").get(url("province", place)).text
    assert orders() == set()


def test_enemy_units_are_reported_beside_the_way(valley, reader, corps) -> None:
    place, keys = corps
    there = Sighting.objects.filter(
        viewer__key="north", turn=valley.turn, province__key="ridge", seen_faction__key="south"
    )
    there.update(units_low=17, units_high=25, units_shown=21)
    assert there.count() == 1
    north = reader(valley, "north")
    for page in (north.get(url("army", keys[0])).text, north.get(url("province", place)).text):
        assert "about 21 enemy units reported there" in page
        assert page.count("reported there") >= 1
    there.update(units_low=21, units_high=21)
    assert ">21 enemy units reported there" in north.get(url("army", keys[0])).text
    Sighting.objects.update(seen_faction=valley.factions["west"])
    assert "reported there" not in north.get(url("army", keys[0])).text
