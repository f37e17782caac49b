"""Programs at the door of the API."""

import pytest

from tests.campaign.api.program import Program, token_for
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
def program():
    """``program(valley, "north")``: a program of one of a valley's people."""

    def begin(valley, name, scope="orders"):
        return Program(token_for(valley, name, scope), valley.campaign.slug)

    return begin
