"""Campaigns are tested with the drill in the place of the great rules: it fights at once and loses units."""

import pytest

from battles.resolvers.registry import RESOLVERS


@pytest.fixture
def drilled(monkeypatch):
    """Battles of the campaign are fought by the drill."""
    monkeypatch.setitem(RESOLVERS, "lgg", "tests.battles.drill")
