"""A new database is made by one squashed migration an app; an older one goes on migration by migration."""

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

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
