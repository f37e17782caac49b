"""The long valley, for tests of news."""

import pytest

from tests.campaign.worlds import Valley, long_valley


@pytest.fixture
def valley(db: None) -> Valley:
    """The long valley on its first turn."""
    return long_valley()
