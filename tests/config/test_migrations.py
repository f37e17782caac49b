"""A new database is made by one squashed migration an app; an older one goes on migration by migration."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from tests.factories.battles import roster_battle
from tests.factories.campaign import CampaignFactory

OWN = {"rosters", "battles", "campaign"}


def test_migrations_one_by_one_lead_to_the_tables_of_the_squashed_ones() -> None:
    one_by_one = MigrationLoader(None, replace_migrations=False)
    each = {key: node for key, node in one_by_one.graph.nodes.items() if not node.replaces}
    one_by_one.graph.nodes = each
    state = one_by_one.project_state([key for key in each if key[0] in OWN])
    found = MigrationAutodetector(state, ProjectState.from_apps(apps)).changes(graph=one_by_one.graph)
    assert {app: found[app] for app in OWN & found.keys()} == {}


@pytest.mark.django_db
def test_a_database_made_by_an_older_version_goes_on_where_it_was() -> None:
    executor = MigrationExecutor(connection)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'campaign' AND name > '0007'")
        cursor.execute("DELETE FROM django_migrations WHERE name LIKE '%squashed%'")
    executor.loader.build_graph()
    plan = [node.name for node, _ in executor.migration_plan(executor.loader.graph.leaf_nodes("campaign"))]
    assert plan[0] == "0007_patience_by_default"
    assert not [name for name in plan if "squashed" in name]


@pytest.mark.django_db
def test_HR_26_HR_27_wars_and_battles_that_are_older_than_the_rules_keep_what_they_had() -> None:
    war = CampaignFactory(rule_options={"stratagems": True})
    over = CampaignFactory(state="finished")
    other = CampaignFactory(rules="one_hour")
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
