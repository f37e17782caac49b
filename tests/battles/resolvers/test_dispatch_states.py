"""How a dispatch speaks of states."""

import pytest

from battles.resolvers.dispatch.names import side_in_text, side_name


@pytest.mark.parametrize(
    ("name", "subject", "plural"),
    [
        ("Grand Duchy of Avenne", "the Grand Duchy of Avenne", False),
        ("Republic of Birkenfeld", "the Republic of Birkenfeld", False),
        ("France and the Confederation", "France and the Confederation", True),
        ("Prussia", "Prussia", False),
    ],
)
def test_a_state_gets_the_article_that_speech_gives_it(name: str, subject: str, plural: bool) -> None:
    spoken = side_name(name)
    assert (spoken.subject, spoken.plural) == (subject, plural)


def test_a_side_has_its_article_once_in_a_sentence() -> None:
    assert side_in_text("French") == side_in_text("the French") == "the French"
    assert side_in_text("France") == "France"
