"""What every test relies on."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, Playwright, expect

from battles.breaker import BROKER
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


@pytest.fixture(autouse=True)
def plain_static_files(settings) -> None:
    """Pages are tested without collecting their files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}


@pytest.fixture(autouse=True)
def broker_is_tried() -> None:
    """A broker that was away in one test is tried anew in the next."""
    BROKER.close()


@pytest.fixture(autouse=True)
def fast_passwords(settings) -> None:
    """Tests log in often; argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


THE_SAME_ON_ANY = (
    # pages, and what readers may know
    "campaign/test_two_worlds", "campaign/test_two_worlds_held", "campaign/test_two_worlds_table",
    "campaign/test_two_worlds_packs",
    "campaign/test_visibility", "campaign/test_desk", "campaign/test_forecasts",
    *(f"campaign/views/test_{room}" for room in ("access", "companion", "maps", "orders", "queries", "spending",
                                                 "tables", "zone")),
    "battles/test_pages", "battles/test_pages_one_off", "battles/test_replay_pages", "battles/test_forecast_pages",
    "battles/test_odds_page", "battles/test_systems_page", "rosters/test_pages", "config/test_held",
    "config/test_visitors", "campaign/history/test_film", "campaign/history/test_undone_pages",
    "campaign/news/test_feeds", "campaign/news/test_honour", "campaign/news/test_debrief",
    # a turn, a table and a one-off by each rule system; those of the default rules are called one by one elsewhere
    "battles/conformance/test_campaign_doors",
    "prove/test_short_proof::test_two_worlds_answer_alike_in_the_states_that_no_other_test_has",
    "prove/test_short_proof::test_a_guard_upon_answers_and_files_is_missed",
    # wars of many turns, whose services are called one by one elsewhere
    "campaign/test_war", "campaign/test_joining", "campaign/test_marches", "campaign/test_pay", "campaign/test_plans",
    "campaign/test_real_battle", "campaign/test_replay", "campaign/test_battle_rules",
    "campaign/services/test_river_crossings", "campaign/services/test_generals", "soak/test_saxony",
    "prove/test_short_proof::test_a_war_of_three_turns_closes_each",
    # programs and files
    "campaign/test_bench", "battles/test_packs", "campaign/test_packs", "campaign/files/test_saxony",
    "campaign/files/test_notes_of_a_table", "campaign/files/test_open_battles", "campaign/files/test_nasty",
    "campaign/files/test_verify_war",
    "battles/test_by_hand", "battles/test_by_hand_two_days", "battles/test_fight_command",
    "battles/test_a_seventh_system", "battles/test_described_companion", "campaign/files/test_foreign_keys",
    "campaign/files/test_hostile_past",
    # whom the admin lets do what; that its lists are searched, and refuse nonsense, is run on both
    *(f"campaign/test_admin::test_{one}" for one in (
        "choices_of_every_model_can_be_limited_to_a_campaign", "every_model_has_search_and_a_readable_row",
        "a_ledger_line_is_neither_changed_nor_added_nor_deleted", "a_battle_of_the_war_can_be_read",
        "a_referee_sees_the_rows_of_his_own_campaigns_only", "a_player_has_no_admin",
        "a_change_by_hand_goes_on_the_record", "an_army_keeps_to_the_map_of_its_own_campaign")),
    "rosters/test_admin", "battles/test_admin", "campaign/test_admin_rosters",
    # answers of every page: heads, limits, old and paged ones; refusals in a form
    "config/test_headers", "config/test_limits", "config/test_middleware", "config/test_passwords",
    "campaign/views/test_paging", "campaign/views/test_old_pages", "campaign/history/test_preflight",
    "campaign/test_rule_systems", "campaign/test_profiles", "campaign/test_kept", "campaign/news/test_who_hears",
)  # fmt: skip
"""Modules, and tests of mixed modules, about pages, programs and long wars, not about the database: they are not run
again on the other one.

What they call there is: services, races, nasty input, a file's round trip, the admin, the broker, and one walk through
every page of a war.
"""
FOLDER = Path(__file__).parent


def _depends_on_the_store(item: pytest.Item) -> bool:
    """Whether another database or broker could make a difference to a test."""
    where = item.path.relative_to(FOLDER).with_suffix("").as_posix()
    names = {where, f"{where}::{item.originalname}"}  # type: ignore[attr-defined]
    return item.get_closest_marker("django_db") is not None and not names & set(THE_SAME_ON_ANY)


TOGETHER = {
    "tests/architecture/test_house.py": "trees",
    "tests/architecture/test_imports.py": "trees",
    "tests/architecture/test_kernels.py": "trees",
    "tests/architecture/test_locks.py": "trees",
    "tests/architecture/test_one_system.py": "trees",
    "tests/architecture/test_one_writer.py": "trees",
    "tests/architecture/test_style.py": "trees",
    "tests/battles/test_golden.py": "golden",
    "tests/battles/test_league.py": "golden",
    "tests/config/test_launcher.py": "launcher",
    "tests/battles/resolvers/lgg/test_monte_carlo.py": "many battles",
    "tests/audit/test_tampering.py": "true battles",
    "tests/battles/test_worker_kills.py": "kills",
}
"""Modules whose tests share what takes long to make, or wait for other processes: one process takes all of a group, and
the groups begin first.

The mark ``xdist_group`` does it no more: pytest 9.2 does not let xdist put the name of a group behind that of a test.
"""


def scope_of(nodeid: str) -> str:
    """Name what a test is given out with: its group, or itself alone."""
    return TOGETHER.get(nodeid.partition("::")[0], nodeid)


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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever touches the database is run again on the other database; what is long waits to be asked for."""
    unasked = pytest.mark.skip(reason="long: run it with -m soak")
    for item in items:
        if item.get_closest_marker("soak") and "soak" not in config.option.markexpr:
            item.add_marker(unasked)
        if item.get_closest_marker("browser") or "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        elif _depends_on_the_store(item):
            item.add_marker(pytest.mark.store)
