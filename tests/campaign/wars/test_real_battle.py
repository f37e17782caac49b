"""A turn whose battle is fought by the great rules themselves."""

import pytest

from campaign.models import Engagement, Station
from campaign.services.audit import audit, orphans
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from rosters.models import StrengthLine
from tests.factories.campaign import station
from tests.scenarios import two_valleys


@pytest.mark.django_db
def test_a_turn_is_fought_by_la_grande_guerre_and_the_rosters_show_what_is_left():
    world = two_valleys(secret="7" * 64)
    Station.objects.filter(ref__in=["north-i", "south-i"]).update(province=world.provinces["northgate"])
    Station.objects.filter(ref="south-i").update(province=world.provinces["southgate"])
    for key, place in (("north", "highfield"), ("south", "lowfield")):
        station(world.factions[key], world.provinces[place], "2 Line inf, 1 Light cav", f"{key}-van", "average")
        give_order(station=world.station(f"{key}-van"), kind="march", path=["ridge"], actor=key)
    done = advance_turn(campaign=world.campaign, actor="referee")
    assert done.closed
    (engagement,) = Engagement.objects.filter(turn=done.turn)
    battle = engagement.battle
    assert (battle.state, battle.result.report["rules"]) == ("done", "lgg")
    for effect in battle.effects.select_related("unit"):
        lines = StrengthLine.objects.filter(unit=effect.unit, reference=f"battle:{battle.key}")
        assert sum(lines.values_list("delta", flat=True)) == effect.after - effect.before
    assert (battle.effects.count(), audit() + orphans()) == (6, [])
