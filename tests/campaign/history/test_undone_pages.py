"""What was taken back is read by those who could read it then, and by nobody else."""

import pytest
from django.urls import reverse

from battles.models import Battle
from campaign.services.history.rolling_back import roll_back
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.campaign.worlds import Valley, fresh, long_valley
from tests.factories.people import logged_in
from tests.kept import kept

SLUG = "long-valley"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
@kept
def undone() -> Valley:
    """A battle on the ridge was fought on turn 1 and taken back."""
    valley = long_valley(map={"view": [0, 0, 800, 300]})
    give_order(station=fresh(valley, "north-main"), kind="march", path=["ridge"], actor="north")
    give_order(station=fresh(valley, "south-rear"), kind="march", path=["backwood"], actor="south")
    advance_turn(campaign=valley.campaign, actor="referee")
    roll_back(campaign=valley.campaign, turn=1, reason="A slip", user=valley.people["referee"])
    return valley


def page(valley: Valley, name: str, route: str, *args: object) -> tuple[int, str]:
    response = logged_in(valley.people[name]).get(reverse(route, args=[SLUG, *args]))
    return response.status_code, response.text


def test_each_reads_his_own_of_the_undone_version(undone: Valley) -> None:
    assert not Battle.objects.exists()
    for name, south in (("north", False), ("observer", False), ("south", True), ("referee", True)):
        status, text = page(undone, name, "game:undone_version", 1)
        assert status == 200
        assert "A slip" in text
        assert "Battle of Ridge" in text
        assert ("March to Backwood" in text) == south
    assert page(undone, "north", "game:undone_version", 2)[0] == 404


def test_an_undone_battle_is_open_to_those_who_fought_it(undone: Valley) -> None:
    for name, status in (("north", 200), ("south", 200), ("referee", 200), ("west", 404), ("observer", 404)):
        assert page(undone, name, "game:undone_battle", 1, "b1")[0] == status
        assert page(undone, name, "game:undone_report", 1, "b1")[0] == status
    assert page(undone, "north", "game:undone_battle", 1, "b9")[0] == 404


def test_the_desk_lists_what_goes_back_and_takes_it_back(undone: Valley) -> None:
    client = logged_in(undone.people["referee"])
    advance_turn(campaign=undone.campaign, actor="referee")
    assert "Go back to turn 1" in client.get(reverse("desk_past", args=[SLUG])).text
    url = reverse("desk_back", args=[SLUG, 1])
    assert "Never fought: Battle of Ridge." in client.get(url).text
    assert client.post(url, {"reason": ""}).status_code == 422
    assert client.post(url, {"reason": "Again"}).status_code == 302
    assert undone.campaign.roll_backs.count() == 2
    assert "Again" in client.get(reverse("game:chronicle", args=[SLUG])).text
    assert client.get(url).status_code == 404
