"""What every test relies on."""

import gc
import os
import shutil
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import override_settings
from playwright.sync_api import Browser, Playwright, expect

from base.breaker import BROKER
from tests.again import depends_on_the_store
from tests.environment import memory_folder
from tests.kept import FROM_THE_START
from tests.tables import migrated, migrated_template

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 30_000
"""Milliseconds that a browser test waits for what must come; only a test that fails waits so long."""
expect.set_options(timeout=PATIENCE)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request: pytest.FixtureRequest) -> Iterator[None]:
    """SQLite as it is in use: a file, so that every thread of the live server has a connection and a transaction of
    its own. In memory they would share one, and two requests at once would stand in each other's transaction."""
    blocker = request.getfixturevalue("django_db_blocker")
    if connections["default"].vendor != "sqlite":
        request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")
        connections["default"].settings_dict["TEST"] |= {"TEMPLATE": migrated_template(blocker), "MIGRATE": False}
        yield
        return
    folder = tempfile.mkdtemp(prefix="bivouac-tests-", dir=memory_folder())
    name = Path(folder) / "test.sqlite3"
    shutil.copyfile(migrated(blocker), name)
    connections["default"].settings_dict["TEST"] |= {"NAME": str(name), "MIGRATE": False}
    yield
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool) -> bool:
    """SQLite's tables are there already; PostgreSQL copies its own."""
    return django_db_keepdb or connections["default"].vendor == "sqlite"


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """After a test that commits, only the tables that have rows are emptied, and what the migrations have filled stays.

    PostgreSQL's own way, TRUNCATE, makes a file for each table.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections["default"].ops, "sql_flush", _deletions)
        patch.setattr("django.core.management.commands.flush.emit_post_migrate_signal", lambda *_, **__: None)
        yield


def _deletions(_style: object, tables: Iterable[str], **_: object) -> list[str]:
    """Name what has rows, in one query; foreign keys are looked at when all of it is committed."""
    emptied = sorted(set(tables) - {model._meta.db_table for model in FROM_THE_START})
    asked = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM \"{name}\")" for name in emptied)  # noqa: S608
    with connections["default"].cursor() as cursor:
        cursor.execute(asked)
        return [f'DELETE FROM "{name}";' for (name,) in cursor.fetchall()]  # noqa: S608


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The browser of the machine, or the one that playwright has brought; skipped with the reason where is none."""
    own = playwright.chromium.executable_path
    found = next(filter(None, map(shutil.which, NAMES)), own if Path(own).exists() else None)
    if not found:
        pytest.skip("no Chromium was found: install the package chromium to run the browser tests")
    browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
    yield browser
    browser.close()


@pytest.fixture(scope="session", autouse=True)
def quick_settings() -> Iterator[None]:
    """Pages are tested without collecting their files first; tests log in often, and argon2 is slow on purpose."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    with override_settings(STORAGES=settings.STORAGES | {"staticfiles": plain}, PASSWORD_HASHERS=quick):
        yield


@pytest.fixture(autouse=True)
def broker_is_tried() -> None:
    """A broker that was away in one test is tried anew in the next."""
    BROKER.close()


TOGETHER = {
    "tests/architecture/test_house.py": "trees", "tests/architecture/test_imports.py": "trees",
    "tests/architecture/test_kernels.py": "trees", "tests/architecture/test_locks.py": "trees",
    "tests/architecture/test_one_system.py": "trees", "tests/architecture/test_one_writer.py": "trees",
    "tests/architecture/test_style.py": "trees", "tests/battles/test_golden.py": "golden",
    "tests/battles/test_league.py": "golden", "tests/config/test_launcher.py": "launcher",
    "tests/battles/resolvers/lgg/test_monte_carlo.py": "many battles",
    "tests/audits/lgg/test_tampering.py": "true battles", "tests/battles/life/test_worker_kills.py": "kills",
}  # fmt: skip
"""Modules whose tests share what takes long to make, or wait for other processes: one process takes all of a group, and
the groups begin first.

The mark ``xdist_group`` does it no more: pytest 9.2 does not let xdist put the name of a group behind that of a test.
"""


BY_FILE = {
    f"tests/{name}.py" for name in (
        "battles/conformance/test_engine_doors", "battles/conformance/test_every_key", "battles/pack/test_printed",
        "battles/pages/test_reading_costs", "battles/resolvers/lgg/companion/test_every_situation",
        "battles/resolvers/lgg/machine/test_refusals", "battles/resolvers/common/test_whole_battles",
        "battles/test_rule_command", "battles/resolvers/test_dice_streams", "battles/pages/test_verifier",
        "battles/resolvers/dispatch/test_dispatch_truth", "battles/resolvers/reports/test_typed",
        "campaign/files/test_archive", "campaign/files/test_saxony", "campaign/files/test_verify_war",
    )
}  # fmt: skip
"""Modules with fixtures of their own that take long: one process makes them, not each."""


def scope_of(nodeid: str) -> str:
    """Name what a test is given out with: its group, its module, or itself alone."""
    path = nodeid.partition("::")[0]
    return TOGETHER.get(path, path if path in BY_FILE else nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give tests out one by one, but for the groups."""
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    shares = LoadScopeScheduling(config, log)
    shares._split_scope = scope_of
    return shares


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """With ``-n auto`` three processes share two cores: a third of their time they wait, mostly for Chromium."""
    return max(2, 3 * (os.cpu_count() or 1) // 2)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is loaded stays: the collector need not look through it again and again, whenever a battle is laid out."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


_KNOWN = Path(__file__).parent / "known_failures.toml"
KNOWN_FAILURES: dict[str, str] = tomllib.loads(_KNOWN.read_text(encoding="utf-8"))
"""What is known to fail, and why."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever touches the database is run again on the other database; what is long waits to be asked for."""
    unasked = pytest.mark.skip(reason="long: run it with -m soak")
    for item in items:
        for name, reason in KNOWN_FAILURES.items():
            if item.nodeid.endswith(name):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=False))
        if item.get_closest_marker("soak") and "soak" not in config.option.markexpr:
            item.add_marker(unasked)
        if item.get_closest_marker("browser") or "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        elif depends_on_the_store(item):
            item.add_marker(pytest.mark.store)
