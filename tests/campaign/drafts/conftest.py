"""The referee who draws a war."""

import pytest
from django.test import Client

from tests.campaign.drafts.hands import browser


@pytest.fixture
def anna(db: None) -> Client:
    """Her browser."""
    return browser("anna")
