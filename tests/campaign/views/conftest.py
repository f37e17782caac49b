"""Readers at their browsers."""

import pytest
from django.test import Client


@pytest.fixture
def reader():
    """A browser of one of a valley's people."""

    def open_browser(valley, name):
        client = Client()
        client.force_login(valley.people[name])
        return client

    return open_browser
