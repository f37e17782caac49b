"""The Gazette: drafted from what is public and what sides report, published by the referee, bound as a book."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from base.refusal import Refusal
from battles.services import run_battle
from campaign.models import Campaign, Engagement, Gazette, Notice, Turn
from campaign.rules.news.gazette import BattleNews, Facts, LetterNews, blocks, draft, gathered, markdown, title_of
from campaign.rules.news.plates import Cut, battle_svg, map_svg
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.gazette import draft_anew, draft_due, edit_issue
from campaign.services.letters import write_letter
from campaign.services.phases.fighting.methods import choose
from campaign.services.turn import advance_turn
from campaign.visibility import knowledge_of
from campaign.visibility.news.record import chapters
from campaign.visibility.values import EntryView
from tests.campaign.worlds import Valley, as_, held_on_the_ridge, long_valley, march_on_the_ridge
from tests.kept import kept

BATTLE = BattleNews("k", "Battle of Ridge", "Ridge", "North", "South", "medium", "North", True)


def facts(**changes) -> Facts:
    plain: dict[str, Any] = {
        "campaign": "War", "turn": 3, "date": "August 1813", "season": "summer", "weather": "fair",
        "battles": [], "changes": [], "reports": [], "letters": [],
    }  # fmt: skip
    return Facts(**plain | changes)


def test_a_page_says_who_won_where_and_prints_letters_as_letters():
    page = facts(battles=[BATTLE], letters=[LetterNews("South", "We yield\nnothing.")])
    text = draft(page)
    assert title_of(page) == "Victory at Ridge"
    assert "North" in text
    assert "> We yield nothing. (South)" in text
    assert draft(page) == text, "the same facts make the same page"
    assert [block.kind for block in blocks(text)] == ["text", "heading", "text", "heading", "letter"]
    assert "## " not in draft(facts())


def test_an_open_battle_and_a_drawn_one_are_not_called_victories():
    drawn = BattleNews("k", "B", "Ridge", "North", "South", "small", "", True)
    waits = BattleNews("k", "B", "Ridge", "North", "South", "large", "", False)
    assert title_of(facts(battles=[drawn])) == "Battle at Ridge"
    assert title_of(facts(battles=[waits])) == "The seat of war, August 1813"
    won = "The war has ended in victory for the North. The score is 3 to 1."
    assert title_of(facts(battles=[drawn], reports=[won])) == "The war has ended in victory for the North"
    assert title_of(facts(changes=["The North takes Ridge from the South: it alone is there."])) == (
        "The North takes Ridge from the South"
    )
    assert "masses" not in draft(facts(battles=[waits]))


def test_the_battle_that_weighs_most_leads_and_lesser_actions_share_a_paragraph():
    small = [replace(BATTLE, place=place, size="small") for place in ("Fen", "Moor")]
    page = facts(battles=[*small, BATTLE, replace(BATTLE, place="Ford", size="small", prize="capital")])
    assert title_of(page) == "Success at Ford: the capital is taken", "a capital weighs more than a middling battle"
    text = [block.text for block in blocks(draft(page)) if block.kind == "text"][1:]
    assert len(text) == 3
    assert "Ford" in text[0]
    assert "Ridge" in text[1]
    lesser = "North had the better of South at Fen; that North had the better of South at Moor."
    assert text[2] == f"Of lesser actions we hear that {lesser}"
    assert title_of(facts(battles=[*small, replace(BATTLE, size="large")])) == "Great victory at Ridge"


def test_sides_have_their_articles_and_no_phrase_comes_twice_running():
    won = [BattleNews("k", "B", "Ridge", "Grand Duchy of Avenne", "Allies", "", "Allies", True)] * 4
    paragraphs = [block.text for block in blocks(draft(facts(battles=won)))[2:]]
    assert len(set(paragraphs)) == 4
    assert all("the Grand Duchy of Avenne" in text and "the Allies" in text for text in paragraphs)


def test_a_long_name_keeps_inside_the_wood_cut():
    assert 'font-size="14" text-anchor="middle" fill="#2b2622">North<' in battle_svg("X", "North", "Y", "", "small")
    long = battle_svg("X", "France and the Confederation", "Y", "", "small")
    assert 'font-size="10" text-anchor="middle" fill="#2b2622">France and the Confederation<' in long


def test_markdown_and_pictures_escape_what_people_wrote():
    assert "\\<b\\>" in markdown("War", [("A <b>", "Turn 1", "x")])
    cut = Cut("A<b", [(0, 0), (9, 0), (9, 9)], (4, 4), 0, True)
    assert "A&lt;b" in map_svg((0, 0, 10, 10), [cut], ["Red & Blue"])
    assert "R&amp;B" in battle_svg("X", "R&B", "Y", "Y", "large")


def test_a_name_on_the_map_keeps_clear_of_its_battle_and_within_the_map():
    square = ((0, 0), (100, 0), (100, 100), (0, 100))
    drawn = map_svg((0, 0, 100, 100), [Cut("Ridge", square, (50, 50), 0, True), Cut("Lowfield", square, (95, 20), 0)],
                    ["North"])  # fmt: skip
    (left, start), (right, end) = re.findall(r'<text x="([\d.]+)"[^>]*text-anchor="(\w+)"', drawn)
    assert (start, end) == ("start", "end")
    assert float(left) > 50 + 1.8
    assert float(right) < 95


def test_an_issue_uses_each_word_for_the_size_of_a_battle_once_before_one_comes_again():
    battles = [BATTLE, *(replace(BATTLE, key=str(n), place=f"Place {n}") for n in range(2))]
    paragraphs = draft(facts(battles=battles)).split("\n\n")[2:]
    assert len({one.rpartition(". ")[2] for one in paragraphs}) == 3


@pytest.fixture
@kept
def fought(db, drilled) -> Valley:
    valley = long_valley()
    write_letter(knowledge=knowledge_of(valley.campaign, valley.people["south"]), thread="press", text="We are well.")
    march_on_the_ridge(valley)
    draft_due()
    return valley


def test_a_draft_is_the_referees_until_he_publishes_it(fought):
    draft_due()
    issue = Gazette.objects.get()
    url = reverse("game:gazette_issue", args=["long-valley", 1])
    north, referee = as_(fought, "north"), as_(fought, "referee")
    assert north.get(url).status_code == 404
    assert north.get(reverse("game:gazette_map", args=["long-valley", 1])).status_code == 404
    edit = reverse("desk_gazette_edit", args=["long-valley", 1])
    assert north.get(edit).status_code == 404
    assert referee.post(edit, {"title": issue.title, "text": issue.text, "state": "held"}).status_code == 302
    assert north.get(url).status_code == 404
    referee.post(edit, {"title": "Glory", "text": issue.text, "state": "out"})
    page = north.get(url).text
    assert "Glory" in page
    assert "We are well. (South)" in page
    assert Notice.objects.filter(kind="gazette").count() == 5
    with pytest.raises(Refusal):
        edit_issue(campaign=fought.campaign, turn=1, title="x", text="y", state="held", user=fought.people["referee"])
    for name in ("gazette_map", "gazette_battle"):
        assert north.get(reverse(f"game:{name}", args=["long-valley", 1])).content.startswith(b"<svg")


@pytest.mark.django_db
def test_a_battle_that_is_decided_later_is_news_of_the_turn_in_which_it_is():
    valley = held_on_the_ridge(rules="one_hour")
    draft_due()
    row = Engagement.objects.get()
    choose(engagement=row, user=valley.people["referee"], method="auto")
    run_battle(row.battle.pk)
    for _ in range(2):
        advance_turn(campaign=valley.campaign, actor="tester")
    draft_due()
    draft_anew(campaign=valley.campaign, turn=1)
    first, second, third = Gazette.objects.order_by("turn")
    assert [issue.title.endswith("at Ridge") for issue in (first, second, third)] == [False, True, False]
    assert [bool(issue.plate["battle"]) for issue in (first, second, third)] == [False, True, False]


@pytest.mark.django_db
def test_everybody_sees_the_same_engraving_of_the_battle():
    valley = long_valley(rules="one_hour", gazette="at_once")
    march_on_the_ridge(valley)
    draft_due()
    picture = reverse("game:gazette_battle", args=["long-valley", 1])
    shown = {as_(valley, name).get(picture).content for name in ("north", "south", "west", "observer")}
    assert shown == {battle_svg(**Gazette.objects.get().plate["battle"]).encode()}


def test_all_that_one_side_took_from_another_is_one_sentence():
    changes = [
        "The North takes Ridge from the South.",
        "An army was overrun at Fen.",
        "The North takes Fen from the South.",
    ]
    assert gathered([f"{one.removesuffix('.')}: it alone is there." for one in changes[:1]]) == changes[:1]
    assert gathered(changes) == ["The North takes Ridge and Fen from the South.", "An army was overrun at Fen."]


def test_the_standard_of_the_loser_lies_on_the_ground():
    flying, fallen = "v-54", "l34 8"
    pictures = [battle_svg("X", "A", "B", winner, "large") for winner in ("A", "B", "")]
    assert [(one.count(flying), one.count(fallen)) for one in pictures] == [(1, 1), (1, 1), (2, 0)]


def test_the_whole_war_is_one_text_and_one_book(fought):
    Gazette.objects.update(state="out")
    north = as_(fought, "north")
    text = north.get(reverse("game:gazette_text", args=["long-valley"])).text
    assert text.startswith("# The Gazette of The Long Valley")
    assert north.get(reverse("game:gazette_book", args=["long-valley"])).content.startswith(b"%PDF")


def test_issues_go_with_the_campaigns_file(fought):
    Campaign.objects.filter(pk=fought.campaign.pk).update(map={"view": [0, 0, 700, 400]}, gazette="at_once")
    fought.campaign.refresh_from_db()
    copied = load_campaign(data=dump_text(fought.campaign), slug="copied", actor="x")
    assert copied.gazettes.get().text == Gazette.objects.get(campaign=fought.campaign).text
    assert dump_text(copied) == dump_text(fought.campaign)


def test_turns_that_cannot_be_drafted_starve_no_other_and_are_tried_again_later(fought):
    """Twenty of them are as many as the clock takes up at a time."""
    Gazette.objects.all().delete()
    Turn.objects.filter(campaign=fought.campaign, number=1).update(number=40)
    campaign, now = fought.campaign, timezone.now()
    more = {"starts_on": "1813-08-01", "season": "summer", "state": "closed", "gazette_after": now}
    Turn.objects.bulk_create(Turn(campaign=campaign, number=n, weather=[n], **more) for n in range(50, 70))
    Turn.objects.create(campaign=campaign, number=70, weather={}, **more)
    Turn.objects.filter(number=40).update(weather=[40], gazette_after=now)
    for _ in range(4):
        draft_due()
    assert list(Gazette.objects.values_list("turn", flat=True)) == [70]
    Turn.objects.filter(number=50).update(weather={}, gazette_after=timezone.now())
    assert draft_due() == 1


@pytest.mark.parametrize(("reports", "headline"), [
    (["Russia lays siege to Glogau."], "Glogau is besieged"),
    (["Russia lays siege to Glogau.", "Sweden lays siege to Stettin."], "Glogau and Stettin are besieged"),
    (["Stettin has capitulated: its garrison marches out with the honours of war."], "Stettin has capitulated"),
    (["Stettin has fallen: its stores are used up, and the garrison is taken."], "Stettin has fallen"),
])  # fmt: skip
def test_HR_28_a_siege_heads_an_issue_without_a_battle(reports: list[str], headline: str) -> None:
    assert title_of(facts(battles=[], changes=[], reports=reports)) == headline


@pytest.mark.parametrize(("siege", "winner", "told"), [
    ("storm", "Prussia", "Prussia has stormed the works of Küstrin, held by France."),
    ("storm", "France", "An assault of Prussia on the works of Küstrin was beaten off by France."),
    ("sally", "France", "A sally of Prussia from Küstrin was thrown back by France."),
])  # fmt: skip
def test_HR_28_a_storm_and_a_sally_are_called_so(siege: str, winner: str, told: str) -> None:
    one = BattleNews("k", "Storm of Küstrin", "Küstrin", "Prussia", "France", "small", winner, True, siege=siege)
    assert told in draft(facts(battles=[one]))


def test_HR_20_a_province_that_comes_home_is_won_back() -> None:
    changes = ["Prussia wins back Stettin from France: no enemy is left in the fortress.",
               "Prussia wins back Küstrin from France: no enemy is left in the fortress."]  # fmt: skip
    assert gathered(changes) == ["Prussia wins back Stettin and Küstrin from France."]


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
