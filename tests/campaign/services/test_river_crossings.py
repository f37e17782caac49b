"""When a battle is fought over a river."""

import pytest

from battles.models import Battle
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.scenarios import two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def test_a_side_that_crossed_a_river_to_come_at_another_fights_over_it():
    world = two_valleys()
    give_order(station=world.station("north-i"), kind="march", path=["ford"], actor="North")
    advance_turn(campaign=world.campaign, actor="referee")
    give_order(station=world.station("south-i"), kind="march", path=["ford"], actor="South")
    advance_turn(campaign=world.campaign, actor="referee")
    assert Battle.objects.get().file["river_crossing"]


def test_armies_that_both_crossed_rivers_meet_between_them():
    world = two_valleys()
    for ref in ("north-i", "south-i"):
        give_order(station=world.station(ref), kind="march", path=["ford"], actor="both")
    advance_turn(campaign=world.campaign, actor="referee")
    file = Battle.objects.get().file
    assert file["engagement"] == "meeting"
    assert not file["river_crossing"]
