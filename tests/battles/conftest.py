"""The drill, a rule system that fights at once, is known to every test of battles."""

import pytest

from tests.battles import drill

drill.register()


@pytest.fixture(autouse=True)
def _uncollected_static_files(settings) -> None:
    """Pages are served without ``collectstatic``."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
