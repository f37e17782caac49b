"""EX-7: who may watch the battles of a war."""

import pytest

from battles.models import Battle
from campaign.models import Campaign
from tests.campaign.worlds import Valley, long_valley, march_on_the_ridge
from tests.factories.people import logged_in
from tests.kept import kept

pytestmark = pytest.mark.django_db
PATHS = ("replay/", "replay/film.json", "replay/account/", "still.svg")


@pytest.fixture
@kept
def valley() -> Valley:
    """A war in which North has fought South by the great rules themselves."""
    valley = long_valley()
    march_on_the_ridge(valley)
    return valley


def answers(valley: Valley, who: str, battle: Battle) -> list[int]:
    client = logged_in(valley.people[who])
    return [client.get(f"/c/long-valley/battles/{battle.key}/{path}").status_code for path in PATHS]


def chronicle(valley: Valley, who: str) -> str:
    return logged_in(valley.people[who]).get("/c/long-valley/chronicle/").text


def test_EX_7_those_who_fought_watch_it_and_all_others_when_the_war_is_over(valley: Valley) -> None:
    battle = Battle.objects.get()
    assert (battle.state, battle.method) == ("done", "auto")
    picture = f"/battles/{battle.key}/still.svg"
    for who in ("north", "south", "referee"):
        assert answers(valley, who, battle) == [200] * 4
        assert picture in chronicle(valley, who)
    for who in ("west", "observer"):
        assert answers(valley, who, battle) == [404] * 4
        assert picture not in chronicle(valley, who)
    Campaign.objects.update(state=Campaign.State.FINISHED)
    assert answers(valley, "west", battle) == [200] * 4
    assert picture in chronicle(valley, "west")


def test_EX_7_a_ruled_battle_has_no_picture_in_the_chronicle(valley: Valley) -> None:
    battle = Battle.objects.get()
    Battle.objects.update(method=Battle.Method.RULING)
    assert f"/battles/{battle.key}/still.svg" not in chronicle(valley, "north")
