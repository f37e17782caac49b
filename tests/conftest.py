"""What every test relies on."""

import pytest


@pytest.fixture(autouse=True)
def plain_static_files(settings) -> None:
    """Pages are tested without collecting their files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}


@pytest.fixture(autouse=True)
def fast_passwords(settings) -> None:
    """Tests log in often; argon2 is slow on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whatever touches the database is run again on the other database; what is long waits to be asked for."""
    unasked = pytest.mark.skip(reason="long: run it with -m soak")
    for item in items:
        if item.get_closest_marker("soak") and "soak" not in config.option.markexpr:
            item.add_marker(unasked)
        if item.get_closest_marker("django_db") and not item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.store)
