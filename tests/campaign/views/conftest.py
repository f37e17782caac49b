"""Readers at their browsers."""

import pytest
from django.test import Client

from tests.campaign.worlds import HIDDEN, after_a_battle, long_valley


@pytest.fixture
def valley(db):
    """The long valley on its first turn."""
    return long_valley(muster_every=1)


@pytest.fixture
def fought(db, drilled):
    """The long valley after its first battle."""
    return after_a_battle(HIDDEN)


@pytest.fixture
def reader():
    """A browser of one of a valley's people."""

    def open_browser(valley, name):
        client = Client()
        client.force_login(valley.people[name])
        return client

    return open_browser
