"""A new database is made by one migration an app; one that is too old is refused before anything is done to it."""

from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from campaign.checks import FIRST, too_old
from tests.factories.battles import roster_battle
from tests.factories.campaign import CampaignFactory


@pytest.mark.django_db
def test_a_database_of_an_older_version_is_shown_the_version_to_pass_by() -> None:
    assert too_old(databases=["default"]) == []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = '0001_initial' WHERE name = %s", [FIRST])
    with pytest.raises(SystemCheckError, match="git checkout 77b9406e") as refused:
        call_command("migrate", verbosity=0, skip_checks=False)
    assert "bin/manage migrate" in str(refused.value)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations")
    assert too_old(databases=["default"]) == []


@pytest.mark.django_db
def test_HR_26_HR_27_wars_and_battles_that_are_older_than_the_rules_keep_what_they_had() -> None:
    war = CampaignFactory(rule_options={"stratagems": True})
    over, other = CampaignFactory(state="finished"), CampaignFactory(rules="one_hour")
    battle = roster_battle(rules="lgg")
    battle.file["options"] = {"max_days": 2}
    battle.save(update_fields=["file"])
    import_module("battles.migrations.0020_will_of_an_army").keep_as_laid_out(apps, None)
    import_module("campaign.migrations.0036_will_of_an_army").keep_as_played(apps, None)
    for row in (war, over, other, battle):
        row.refresh_from_db()
    assert (war.rule_options, war.rules_offered) == ({"stratagems": True, "will": "off", "large_army": 0}, True)
    assert (over.rules_offered, other.rule_options, other.rules_offered) == (False, {}, False)
    assert battle.file["options"] == {"max_days": 2, "will": "off", "large_army": 0}
