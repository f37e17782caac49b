"""What every test relies on."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]


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
def fast_passwords(settings) -> None:
    """Tests log in often; argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


THE_SAME_ON_ANY = (
    "test_two_worlds", "test_two_worlds_held", "test_bench", "test_packs",
    "test_tables", "test_replay_pages", "test_forecast_pages", "test_zone", "test_held", "test_maps",
    "test_desk", "test_plans", "test_visibility", "test_battle_rules",
    "test_two_worlds_table", "test_saxony", "test_notes_of_a_table", "test_by_hand_two_days",
)  # fmt: skip
"""Modules about pages, programs and long wars, not about the database: they are not run again on the other one.

What they call there is: services, races, nasty input, files, the admin and one walk through every page of a war.
"""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever touches the database is run again on the other database; what is long waits to be asked for."""
    unasked = pytest.mark.skip(reason="long: run it with -m soak")
    for item in items:
        if item.get_closest_marker("soak") and "soak" not in config.option.markexpr:
            item.add_marker(unasked)
        if item.get_closest_marker("browser") or "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
        elif item.get_closest_marker("django_db") and item.path.stem not in THE_SAME_ON_ANY:
            item.add_marker(pytest.mark.store)
