"""Pages of rosters are rendered as they are, without collected static files."""

import pytest


@pytest.fixture(autouse=True)
def _uncollected_static_files(settings) -> None:
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
