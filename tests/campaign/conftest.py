"""Campaigns are tested with the drill in the place of the great rules: it fights at once and loses units."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from battles.models import Battle
from campaign.models import Engagement
from campaign.services.people.members import make_referee
from tests.battles import drill
from tests.campaign.worlds import HIDDEN, Valley, after_a_battle, long_valley
from tests.factories.people import logged_in
from tests.scenarios import World, two_valleys


@pytest.fixture
def drilled(monkeypatch):
    """Battles of the campaign are fought by the drill."""
    drill.register()
    drill.stand_in(monkeypatch)


@pytest.fixture
def world(db: None) -> World:
    """A war of two valleys before its first turn is sealed."""
    return two_valleys()


@pytest.fixture
def referee(world: World) -> Client:
    """The browser of that war's referee."""
    user = User.objects.create_user("referee")
    make_referee(campaign=world.campaign, user=user)
    return logged_in(user)


@pytest.fixture
def valley(db: None) -> Valley:
    """The long valley on its first turn."""
    return long_valley(muster_every=1)


@pytest.fixture
def fought(db: None, drilled: None) -> Valley:
    """The long valley after its first battle."""
    return after_a_battle(HIDDEN)


@pytest.fixture
def battle(valley: Valley) -> Battle:
    """The one battle of the valley."""
    battle = Engagement.objects.get(battle__isnull=False).battle
    assert battle is not None
    return battle
