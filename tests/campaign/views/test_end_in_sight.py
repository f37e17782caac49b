"""HR-21 Who knows one turn before that the war may end: on the map, at the desk, before the turn, by news."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from campaign.models import Notice, Province
from campaign.services.history.rolling_back import roll_back
from campaign.services.news.clock import send_reminders
from campaign.services.news.tables import warning
from campaign.services.turn import advance_turn
from campaign.visibility import knowledge_of
from campaign.visibility.court.aims import end_lines
from tests.campaign.worlds import HIDDEN, PLAIN, Valley, long_valley, page
from tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
WARNING = "North and West hold Southgate; they win if they still do after this turn."
EVERYBODY = ("referee", "observer", "north", "south", "west")


@pytest.fixture
@kept
def valley() -> Valley:
    """North has held South's only capital at one turn end."""
    valley = long_valley(map={"view": [0, 0, 800, 200]})
    valley.campaign.stations.filter(province__key="southgate").update(province=valley.provinces["farmoor"])
    Province.objects.filter(key="southgate").update(controller=valley.factions["north"], controlled_since=1)
    advance_turn(campaign=valley.campaign, actor="referee")
    valley.campaign.refresh_from_db()
    return valley


def reminded(valley: Valley) -> dict[str, str]:
    """What each member is reminded of a day before the open turn is due."""
    opened, due = timezone.now() - timedelta(days=3), timezone.now() + timedelta(hours=20)
    valley.campaign.turns.filter(state="open").update(deadline=due, opened_at=opened)
    send_reminders()
    rows = Notice.objects.filter(campaign=valley.campaign, kind="reminder")
    return dict(rows.values_list("member__user__username", "text"))


@pytest.mark.parametrize("reader", EVERYBODY)
def test_HR_21_everybody_reads_on_map_and_aims_that_the_war_may_end(valley: Valley, reader: str) -> None:
    assert "This turn may end the war.</strong> " + WARNING in page(valley, reader)
    assert f"<strong>{WARNING}</strong>" in page(valley, reader, "aims/")


def test_HR_21_the_referee_reads_it_at_the_desk_and_before_the_turn(valley: Valley) -> None:
    assert WARNING in page(valley, "referee", "desk/")
    assert WARNING in page(valley, "referee", "desk/preflight/")


def test_HR_21_everybody_has_it_as_news_once_and_again_after_a_roll_back(valley: Valley) -> None:
    def heard() -> list[str]:
        rows = Notice.objects.filter(text__contains=WARNING).order_by("member__user__username")
        return list(rows.values_list("member__user__username", flat=True))

    assert heard() == sorted(EVERYBODY)
    roll_back(campaign=valley.campaign, turn=1, reason="tried", user=valley.people["referee"])
    advance_turn(campaign=valley.campaign, actor="referee")
    assert heard() == sorted([*EVERYBODY, *EVERYBODY])
    assert WARNING in page(valley, "west")


def test_HR_21_a_reminder_repeats_what_its_reader_knows_of_the_end(valley: Valley) -> None:
    told = reminded(valley)
    assert set(told) == {"north", "south", "west"}
    for text in told.values():
        assert text.startswith("You have entered no orders for turn 2. They are due on ")
        assert text.endswith(f". This turn may end the war. {WARNING}")


@pytest.mark.parametrize(("room", "kept"), [(89, 3), (88, 2), (82, 2), (81, 1), (61, 1), (60, 0)])
def test_HR_21_a_warning_without_room_keeps_whole_lines_and_leads_to_the_aims(room: int, kept: int) -> None:
    """The warning has 26 characters, each line 20, and where the others are 13; with a space between each."""
    lines = [f"{letter * 19}." for letter in "ABC"]
    more = [] if kept == 3 else ["See War aims."]
    assert warning(lines, room) == " ".join(["This turn may end the war.", *lines[:kept], *more])


def test_HR_21_the_next_turn_end_decides_and_nothing_is_near_any_more(valley: Valley) -> None:
    advance_turn(campaign=valley.campaign, actor="referee")
    valley.campaign.refresh_from_db()
    assert valley.campaign.winner == "North and West"
    assert "may end the war" not in page(valley, "north")
    ended = "in victory for North and West. Southgate, the enemy&#x27;s capital, has been held"
    assert ended in page(valley, "south")
    aims = page(valley, "north", "aims/")
    assert "North and West hold Southgate." in aims
    assert ended in aims
    assert "after this turn" not in aims


def test_HR_21_the_earliest_turn_is_kept_and_told(valley: Valley) -> None:
    valley.campaign.house_rules = {"victory.earliest_turn": 4}
    valley.campaign.save(update_fields=["house_rules"])
    assert "may end the war" not in page(valley, "north")
    assert "Any one of these is enough, at the earliest after turn 4." in page(valley, "north", "aims/")
    advance_turn(campaign=valley.campaign, actor="referee")
    valley.campaign.refresh_from_db()
    assert (valley.campaign.winner, valley.turn.number) == ("", 3)


def test_HR_21_two_worlds_that_differ_in_armies_give_rivals_the_same_end_in_sight() -> None:
    """What South hides weighs in both aims: only South and the referee may see that it does."""
    aims = {"conditions": [{"kind": "army_value", "percent": 110}, {"kind": "points", "at_least": 60}]}
    told: list[dict[str, tuple[object, list[str]]]] = []
    warned: list[dict[str, str]] = []
    for secrets in (PLAIN, HIDDEN):
        with transaction.atomic():
            valley = long_valley(secrets, victory=aims)
            told.append({name: _all_that(valley, name) for name in EVERYBODY})
            warned.append({name: text.partition("UTC.")[2] for name, text in reminded(valley).items()})
            transaction.set_rollback(True)
    for rival in ("north", "west", "observer"):
        assert told[0][rival] == told[1][rival]
        assert warned[0].get(rival) == warned[1].get(rival)
    for name in ("north", "south", "west"):
        lines = [text.removeprefix("This turn may end the war. ") for text in told[1][name][1]]
        lines.sort(key=lambda text: f"This turn may end the war. {text}" in told[1]["observer"][1])  # own lines first
        assert warned[1][name] == " ".join(["", *(["This turn may end the war.", *lines] if lines else [])])
    assert "South has" in warned[1]["south"]
    assert "South has" not in warned[1]["north"]
    assert told[0]["referee"] != told[1]["referee"]


def _all_that(valley: Valley, name: str) -> tuple[object, list[str]]:
    rows = Notice.objects.filter(campaign=valley.campaign, member__user=valley.people[name], fact__contains=":near:")
    return end_lines(knowledge_of(valley.campaign, valley.people[name])), sorted(rows.values_list("text", flat=True))
