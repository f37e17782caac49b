"""A turn of the chronicle as a story."""

from campaign.visibility.news.record import chapters
from campaign.visibility.values import EntryView


def line(text: str, phase: str, kind: str, battle: str = "") -> EntryView:
    return EntryView(3, phase, kind, text, True, "", "", battle, "")


def test_all_lines_of_a_battle_follow_its_first_one_and_nothing_else_changes_its_place() -> None:
    told = [
        line("meet at A", "P7", "contact", "a"), line("overrun", "P7", "overrun"),
        line("meet at B", "P7", "contact", "b"), line("rain", "P1", "weather"), line("B is won", "P9", "battle", "b"),
        line("A is won", "P9", "battle", "a"), line("B retreats", "P9", "retreat"),
    ]  # fmt: skip
    found = {chapter.title: [one.text for one in chapter.lines] for chapter in chapters(told)}
    assert found == {
        "": ["rain"],
        "Battles": ["meet at A", "A is won", "overrun", "meet at B", "B is won", "B retreats"],
    }
