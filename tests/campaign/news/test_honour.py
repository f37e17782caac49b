"""Pages of units and the roll of honour: from the battles that a reader may read, and no others."""

import pytest
from django.db.models import F
from django.urls import reverse

from battles.models import Battle, BattleUnit
from campaign.visibility import knowledge_of
from campaign.visibility.battles.deeds import battles_of_unit, roll_of_honour
from rosters.models import Unit
from tests.campaign.worlds import Valley, fresh, long_valley, march_on_the_ridge
from tests.factories.people import logged_in
from tests.kept import kept

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def fought() -> Valley:
    valley = long_valley()
    march_on_the_ridge(valley)
    return valley


def page(valley: Valley, name: str, *address: str) -> str:
    return logged_in(valley.people[name]).get(reverse(address[0], args=["long-valley", *address[1:]])).text


def test_a_units_page_names_turn_battle_opponent_and_rule_and_leads_to_the_moment(fought):
    battle = Battle.objects.get()
    reader = knowledge_of(fought.campaign, fought.people["south"])
    units = [one.unit for one in BattleUnit.objects.filter(unit__army__station__faction__key="south")]
    told = {unit: battles_of_unit(reader, unit)[0] for unit in units}
    hurt = next(unit for unit, one in told.items() if one.blows)
    blow, text = told[hurt].blows[0], page(fought, "south", "game:unit", hurt.key)
    assert battle.name in text
    assert "turn 1, against North" in text
    assert blow.rule in text
    assert f"{reverse('game:battle_replay', args=['long-valley', battle.key])}?at=" in text
    assert blow.url in text


def test_the_roll_counts_only_what_the_reader_may_read(fought):
    known = {name: roll_of_honour(knowledge_of(fought.campaign, fought.people[name])) for name in fought.people}
    assert known["referee"].read == known["north"].read == known["south"].read == 1
    assert known["west"].read == known["observer"].read == 0
    assert known["west"].honoured == known["west"].fallen == ()
    assert known["referee"].fallen == known["south"].fallen
    gone = BattleUnit.objects.filter(unit__strength=0, battle__isnull=False).exclude(unit__status="merged").count()
    assert len(known["referee"].fallen) == gone
    assert "Roll of honour" in page(fought, "south", "game:honour")


def test_the_roll_shows_no_opponent_what_became_of_a_unit_afterwards(fought):
    """Neither its strength of today, which is the name of a unit without one, nor the army that it is in now."""
    south = BattleUnit.objects.filter(unit__army__station__faction__key="south")
    Unit.objects.filter(pk__in=south.values("unit")).update(name="")
    reader = knowledge_of(fought.campaign, fought.people["north"])
    before = roll_of_honour(reader)
    assert "South" in {one.faction for one in before.honoured} | {one.faction for one in before.fallen}
    serving = Unit.objects.filter(pk__in=south.values("unit"), status="serving")
    serving.update(strength=F("strength") - 1, army=fresh(fought, "south-van").army)
    assert roll_of_honour(reader) == before
    assert not any("/" in one.unit for one in before.honoured)
    assert not any("/" in one.name for one in before.fallen)
    assert fresh(fought, "south-van").army.name not in page(fought, "north", "game:honour")
