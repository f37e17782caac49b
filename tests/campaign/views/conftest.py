"""Readers at their browsers."""

import pytest

from tests.factories.people import logged_in


@pytest.fixture
def reader():
    """A browser of one of a valley's people."""

    def open_browser(valley, name):
        return logged_in(valley.people[name])

    return open_browser
