"""A new database is made by one migration an app; one that is too old is refused before anything is done to it."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from campaign.checks import FIRST, LAST, too_old


@pytest.mark.django_db
def test_a_database_of_an_older_version_is_shown_the_version_to_pass_by() -> None:
    assert too_old(databases=["default"]) == []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = %s WHERE name = %s", [LAST, FIRST])
    assert too_old(databases=["default"]) == []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = '0001_initial' WHERE name in (%s, %s)", [FIRST, LAST])
    with pytest.raises(SystemCheckError, match="git checkout 1dafe9eb") as refused:
        call_command("migrate", verbosity=0, skip_checks=False)
    assert "bin/manage migrate" in str(refused.value)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations")
    assert too_old(databases=["default"]) == []
