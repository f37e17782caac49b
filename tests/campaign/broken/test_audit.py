"""The audit survives whatever was written past the program, names each broken row, and goes on to the next campaign."""

import json

import pytest
from django.core.management import call_command
from django.db import connection

from campaign.models import Campaign, Leader, Province, SheetLine, Station, Turn
from campaign.selectors.broken import broken_rows
from campaign.services.audit import audit
from rosters.models import Unit
from tests.scenarios import World, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.store]


@pytest.fixture
def past_the_program():
    """Statements that no constraint stops: SQLite can be asked to overlook them, PostgreSQL to forget them."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            for model in (Leader, Province, Unit):
                table, name = model._meta.db_table, f"{model._meta.model_name}_known_values"
                cursor.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        yield cursor.execute
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def lines(world: World) -> str:
    return "\n".join(line for line in audit() if line.startswith(f"{world.campaign.slug}:"))


def test_every_broken_row_of_every_campaign_is_named(past_the_program) -> None:
    one, two = two_valleys(slug="first-war"), two_valleys(slug="second-war")
    leader = Leader.objects.filter(campaign=one.campaign).first()
    unit = Unit.objects.filter(army__station__campaign=one.campaign).first()
    ridge = one.provinces["ridge"]
    past_the_program("UPDATE campaign_leader SET skill = 'Good' WHERE id = %s", [leader.pk])
    past_the_program("UPDATE rosters_unit SET type = 'dragoon' WHERE id = %s", [unit.pk])
    past_the_program("UPDATE campaign_province SET terrain = 'sea' WHERE id = %s", [ridge.pk])
    Campaign.objects.filter(pk=two.campaign.pk).update(house_rules={"nonsense": 1})
    Turn.objects.filter(campaign=two.campaign).update(weather={"map": {"weather": "hail"}})
    Station.objects.filter(campaign=two.campaign, ref="north-i").update(supply_path=[1], plan={"nonsense": 1})
    SheetLine.objects.create(turn=two.turn, faction=two.factions["north"], kind="buy", details=[])
    first, second = lines(one), lines(two)
    assert f"leader {leader.pk} ({leader.name}): skill is “Good”; choose one of poor, average, good, great." in first
    assert f"unit {unit.pk}" in first
    assert "dragoon" in first
    assert f"province {ridge.pk} (Ridge): terrain is “sea”; choose one of open" in first
    assert "house_rules.nonsense: no such number" in second
    assert "weather in map is “hail”; choose fair, overcast or foul." in second
    assert "supply_path holds something that is no key" in second
    assert "sheet line" in second


@pytest.mark.skipif(connection.vendor != "sqlite", reason="other databases keep the types of their columns")
def test_a_value_that_is_none_of_its_column_is_named(past_the_program) -> None:
    world, sound = two_valleys(slug="first-war"), two_valleys(slug="second-war")
    ridge = world.provinces["ridge"]
    past_the_program("UPDATE campaign_province SET polygon = 'nonsense' WHERE id = %s", [ridge.pk])
    past_the_program("UPDATE campaign_turn SET starts_on = 'soon' WHERE campaign_id = %s", [world.campaign.pk])
    told = lines(world)
    assert f"province {ridge.pk} (Ridge): polygon: a list is expected, not text." in told
    assert "starts_on is empty, or no date (without time); write one." in told
    assert lines(sound) == ""
    past_the_program("UPDATE campaign_campaign SET start_date = 'soon' WHERE id = %s", [world.campaign.pk])
    assert "start_date is empty, or no date (without time); write one." in lines(world)


def test_the_command_lists_them_and_ends_with_1(past_the_program, capsys) -> None:
    Campaign.objects.filter(pk=two_valleys().campaign.pk).update(house_rules={"nonsense": 1})
    with pytest.raises(SystemExit, match="1"):
        call_command("audit")
    assert "house_rules.nonsense" in capsys.readouterr().out


def test_a_reference_to_another_campaign_is_named(past_the_program) -> None:
    one, two = two_valleys(slug="first-war"), two_valleys(slug="second-war")
    Province.objects.filter(pk=one.provinces["ridge"].pk).update(controller=two.factions["north"])
    foe = Leader.objects.filter(campaign=one.campaign, faction__key="south").first()
    Station.objects.filter(campaign=one.campaign, ref="north-i").update(leader=foe)
    told = "\n".join(broken_rows(one.campaign))
    assert "its controller is no faction of this campaign; choose another." in told
    assert "(north-i): a general of another faction serves with it; choose one of its own." in told
    assert json.dumps(list(broken_rows(two.campaign))) == "[]"
