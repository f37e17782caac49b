"""Factions in sentences."""

import pytest

from campaign.rules.wording import in_text, opening


@pytest.mark.parametrize(
    ("name", "inside", "first"),
    [
        ("Austria", "Austria", "Austria takes"),
        ("Grand Duchy of Avenne", "the Grand Duchy of Avenne", "The Grand Duchy of Avenne takes"),
        ("France and the Confederation", "France and the Confederation", "France and the Confederation take"),
        ("Allies", "the Allies", "The Allies take"),
        ("French", "the French", "The French take"),
    ],
)
def test_a_name_has_its_article_and_a_verb_that_agrees(name: str, inside: str, first: str) -> None:
    assert in_text(name) == inside
    assert opening(name, "takes", "take") == first
