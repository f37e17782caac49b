"""Factions in sentences."""

import pytest

from campaign.rules.wording import army_opens, in_text, opening, shortened


@pytest.mark.parametrize(("name", "inside", "first"), [
    ("Austria", "Austria", "Austria takes"),
    ("Grand Duchy of Avenne", "the Grand Duchy of Avenne", "The Grand Duchy of Avenne takes"),
    ("France and the Confederation", "France and the Confederation", "France and the Confederation take"),
    ("Allies", "the Allies", "The Allies take"),
    ("French", "the French", "The French take"),
])  # fmt: skip
def test_a_name_has_its_article_and_a_verb_that_agrees(name: str, inside: str, first: str) -> None:
    assert in_text(name) == inside
    assert opening(name, "takes", "take") == first


@pytest.mark.parametrize(("name", "sentence"), [
    ("VIII Corps and IV Cavalry Corps", "The VIII Corps and IV Cavalry Corps have come."),
    ("Corps of Leipzig and Reserve of Mainz", "The Corps of Leipzig and Reserve of Mainz have come."),
    ("Garrison of Torgau and Wittenberg", "The Garrison of Torgau and Wittenberg has come."),
    ("Landwehr of the 3rd and 4th Brigades", "The Landwehr of the 3rd and 4th Brigades has come."),
    ("VIII Corps", "The VIII Corps has come."),
    ("Cossacks", "The Cossacks have come."),
])  # fmt: skip
def test_an_army_of_two_bodies_is_spoken_of_as_many(name: str, sentence: str) -> None:
    assert f"{army_opens(name, 'has', 'have')} come." == sentence


@pytest.mark.parametrize(("name", "most", "short"), [
    ("Prussia", 50, "Prussia"),
    ("The Army of Bohemia and the Russian Guard Corps and the Landwehr", 50,
     "The Army of Bohemia and the Russian Guard Corps"),
    ("The Army of Bohemia and the Russian Guard Corps", 39, "The Army of Bohemia and the Russian"),
    ("The Army of Bohemia and the Russian Guard Corps", 28, "The Army of Bohemia"),
    ("Austria, Prussia and Russia", 8, "Austria"),
    ("Army of Bohemia, left wing", 15, "Army of Bohemia"),
    ("Donaudampfschifffahrt", 10, "Donaudampf"),
    ("Prussia Austria Russia", 15, "Prussia Austria"),
])  # fmt: skip
def test_a_long_name_keeps_whole_words(name: str, most: int, short: str) -> None:
    assert shortened(name, most) == short
    assert len(short) <= most
