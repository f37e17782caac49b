"""Supply and sieges are news to their sides: armies that are cut off, a depot that is lost, a siege that is raised."""

import pytest
from django.contrib.auth.models import User

from campaign.models import Member, Notice, Province
from campaign.selectors.war import current_turn, war_of
from campaign.services.gazette import draft_issue
from campaign.services.phases.control import hand_over
from campaign.services.turn import advance_turn
from tests.campaign.sieges import fortress_war, turn
from tests.campaign.worlds import Valley

pytestmark = pytest.mark.django_db


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


def test_a_siege_that_is_raised_is_news_to_both_of_its_sides_and_heads_the_gazette():
    world = fortress_war(garrison="2 Line inf", besiegers="3 Line inf", relief="6 Line inf, 2 Light cav")
    for name, faction in world.factions.items():
        Member.objects.create(campaign=world.campaign, user=User.objects.create_user(name), role="player",
                              faction=faction)  # fmt: skip
    turn(world, north_i=("march", ("keep",)))
    turn(world, south_i=("march", ("keep",)))
    told = Notice.objects.filter(text="The siege of Keep is raised.")
    assert sorted(told.values_list("member__user__username", flat=True)) == ["north", "south"]
    issue = draft_issue(turn=world.campaign.turns.get(number=2))
    assert issue.title.endswith(" at Keep: the siege is raised")
