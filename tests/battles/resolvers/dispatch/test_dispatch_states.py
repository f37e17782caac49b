"""How a dispatch speaks of states, armies and alliances."""

import pytest

from battles.resolvers.dispatch.reason_phrases import BEARINGS, FIRST, THEN
from battles.resolvers.dispatch.reasons import _turn
from battles.resolvers.dispatch.sides import brief_names, side_in_text, side_name


@pytest.mark.parametrize(("name", "subject", "plural"), [
    ("Grand Duchy of Avenne", "the Grand Duchy of Avenne", False),
    ("Republic of Birkenfeld", "the Republic of Birkenfeld", False),
    ("France and the Confederation", "France and the Confederation", True),
    ("Prussia", "Prussia", False),
    ("French and Saxons", "the French and Saxons", True),
    ("France and Saxons", "France and the Saxons", True),
    ("The Army of Bohemia and the Russian Guard Corps and allies",
     "the Army of Bohemia and the Russian Guard Corps and allies", True),
    ("France, Italy and Naples", "France, Italy and Naples", True),
    ("Tunis", "Tunis", False),
    ("Grande Armée", "the Grande Armée", False),
    ("Armée du Nord, left wing", "the Armée du Nord, left wing", False),
    ("Russian rearguard", "the Russian rearguard", False),
    ("III Korps", "the III Korps", False),
    ("Vandamme's I Corps", "Vandamme's I Corps", False),
    ("Grouchy’s wing", "Grouchy’s wing", False),
    ("The Republic", "the Republic", False),
    ("The Rest", "the Rest", False),
])  # fmt: skip
def test_a_state_gets_the_article_that_speech_gives_it(name: str, subject: str, plural: bool) -> None:
    spoken = side_name(name)
    assert (spoken.subject, spoken.plural) == (subject, plural)


def test_a_side_has_its_article_once_in_a_sentence() -> None:
    assert side_in_text("French") == side_in_text("the French") == "the French"
    assert side_in_text("France") == "France"


@pytest.mark.parametrize(("general", "other", "brief"), [
    ("Schwarzenberg", "Ney", "Schwarzenberg's army"),
    ("Davies", "Ney", "Davies' army"),
    ("Ney", "Ney", "Austria, Prussia and Russia"),
    ("", "Ney", "Austria, Prussia and Russia"),
    ("the commandant of Glogau", "Ney", "Austria, Prussia and Russia"),
    ("Blücher's second", "Ney", "Austria, Prussia and Russia"),
    ("Prince Karl Philipp zu Schwarzenberg", "Ney", "Austria, Prussia and Russia"),
])  # fmt: skip
def test_a_heavy_name_gives_way_to_a_general_who_has_a_short_name_of_his_own(
    general: str, other: str, brief: str
) -> None:
    full = {"a": side_name("Austria, Prussia and Russia"), "f": side_name("French")}
    known = brief_names(full, {"a": general, "f": other})
    assert (known["a"].subject, known["f"].subject) == (brief, "the French")


def test_a_change_of_bearing_is_worded_by_what_went_before() -> None:
    """A general who fell back before does not go over to the defensive: he stands."""
    assert (_turn(None, "hold"), _turn("hold", "hold"), _turn("hold", "stay")) == ("", "", "")
    assert (_turn("delay", "hold"), _turn("attack", "hold"), _turn("hunt", "attack")) == ("up", "down", "down")
    for choice, why, turn in THEN:
        assert (choice, why) in FIRST
        assert choice != BEARINGS[0 if turn == "up" else -1]
    for way in THEN["hold", "weaker", "up"] + THEN["hold", "own_ground", "up"]:
        assert "attack" not in way
        assert "defensive" not in way
