"""Programs at the door of the API."""

import pytest

from tests.campaign.api.program import Program, token_for


@pytest.fixture
def program():
    """``program(valley, "north")``: a program of one of a valley's people."""

    def begin(valley, name, scope="orders"):
        return Program(token_for(valley, name, scope), valley.campaign.slug)

    return begin
