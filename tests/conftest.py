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
