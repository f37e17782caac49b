"""Names of sides where there is little room."""

import pytest

from battles.resolvers.dispatch.sides import short_name


@pytest.mark.parametrize(("name", "short"), [
    ("Republic of Birkenfeld", "Birkenfeld"), ("Grand Duchy of Avenne", "Avenne"),
    ("France and the Confederation", "French"), ("Austria and Russia", "Austrians and Russians"),
    ("Allies", "Allies"), ("North", "North"),
])  # fmt: skip
def test_a_side_has_a_short_name_for_a_narrow_list(name: str, short: str) -> None:
    assert short_name(name) == short
