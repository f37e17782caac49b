"""The long valley, for tests of news."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.campaign.news.receivers import smtp_server
from tests.campaign.worlds import Valley, long_valley


@pytest.fixture
def valley(db: None) -> Valley:
    """The long valley on its first turn."""
    return long_valley()


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Any]:
    """A server that takes mails."""
    with smtp_server(settings) as box:
        yield box
