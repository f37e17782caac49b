"""A new database is made by one migration an app; one that is too old is refused before anything is done to it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import OperationalError, connection

from campaign.checks import FIRST, LAST, too_old
from manage import for_the_host


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


@pytest.mark.django_db
def test_an_audit_of_older_tables_proves_nothing_and_names_the_way_on(capsys: pytest.CaptureFixture[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = '0034_wars' WHERE name in (%s, %s)", [FIRST, LAST])
    assert audited() == 2
    assert "git checkout 1dafe9eb, bin/manage migrate; then take this one." in capsys.readouterr().err


@pytest.mark.django_db
def test_an_audit_before_the_migration_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'battles'")
    assert audited() == 2
    assert "run bin/manage migrate" in capsys.readouterr().err


@pytest.mark.django_db
def test_a_migration_that_fails_shows_its_own_error() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'battles'")
    assert "run bin/manage migrate" in for_the_host(OperationalError("no such table"), "log_out")
    assert not for_the_host(OperationalError("database or disk is full"), "migrate")


def audited() -> object:
    with pytest.raises(SystemExit) as left:
        call_command("audit")
    return left.value.code


def test_a_command_that_finds_no_tables_answers_with_a_sentence(tmp_path: Path) -> None:
    environment = {**os.environ, "BIVOUAC_STATE": str(tmp_path)}
    environment.pop("DATABASE_URL", None)
    done = subprocess.run(
        [sys.executable, "manage.py", "log_out", "--everybody"], cwd=settings.BASE_DIR, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].startswith("Database: its tables are not yet those of this version")
