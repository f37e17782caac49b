"""Supply is news to its owner: armies that are cut off, and a depot that is lost."""

import pytest

from campaign.models import Notice, Province
from campaign.selectors.war import current_turn, war_of
from campaign.services.phases.control import hand_over
from campaign.services.turn import advance_turn
from tests.campaign.worlds import Valley, long_valley

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley() -> Valley:
    return long_valley()


def news(valley: Valley, name: str, word: str) -> list[str]:
    rows = Notice.objects.filter(member__user=valley.people[name], kind=Notice.Kind.EVENT, text__contains=word)
    return list(rows.order_by("pk").values_list("text", flat=True))


def test_an_army_that_is_out_of_supply_is_news_to_its_own_side_on_its_first_turn(valley):
    advance_turn(campaign=valley.campaign, actor="tester")
    assert news(valley, "south", "supply") == []
    Province.objects.filter(campaign=valley.campaign).update(depot=False)
    advance_turn(campaign=valley.campaign, actor="tester")
    (text,) = news(valley, "south", "supply")
    assert "South Main" in text
    assert text.endswith("out of supply.")
    assert all("South" not in line for line in news(valley, "north", "supply"))
    assert news(valley, "observer", "supply") == []
    advance_turn(campaign=valley.campaign, actor="tester")
    assert news(valley, "south", "supply") == [text], "a second turn is no news"


def test_a_lost_depot_is_news_to_the_side_that_held_it(valley):
    turn = current_turn(valley.campaign)
    assert turn is not None
    war = war_of(turn)
    key = next(key for key, facts in war.theatre.provinces.items() if facts.depot and facts.controller == "south")
    hand_over(war, war.provinces[key], "north")
    name = war.provinces[key].name
    assert news(valley, "south", "depot") == [f"The depot at {name} is lost to North."]
    assert news(valley, "north", "depot") == []
