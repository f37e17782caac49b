"""The drill, a rule system that fights at once, is known to every test of battles; one-off battles have an owner."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.battles import drill
from tests.factories.people import logged_in

drill.register()


@pytest.fixture
def owner(db: None) -> User:
    """Who has made the one-off battles."""
    return User.objects.create(username="owner")


@pytest.fixture
def mine(owner: User) -> Client:
    """The owner's browser."""
    return logged_in(owner)
