"""The second click of two: what a form makes is made once, and nobody hears of it twice."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from base.refusal import Refusal
from campaign.models import Absence, Campaign, CampaignUpload, Hook, Letter, Notice, RefereeAct, WarEvent
from campaign.services.corrections import add_hook
from campaign.services.events import set_hardship, write_event
from campaign.services.files.uploads import send_fork
from campaign.services.letters import write_letter
from campaign.services.people.absences import enter_absence
from campaign.services.people.members import make_referee
from campaign.visibility import knowledge_of
from tests.campaign.worlds import Valley, long_valley

pytestmark = pytest.mark.django_db


@pytest.fixture
def valley() -> Valley:
    return long_valley()


def test_a_letter_comes_once_to_each_reader(valley: Valley) -> None:
    north = knowledge_of(valley.campaign, valley.people["north"])
    first = write_letter(knowledge=north, thread="all", text="We hold the ridge.")
    heard = Notice.objects.count()
    assert write_letter(knowledge=north, thread="all", text="We hold the ridge. ") == first
    assert (Letter.objects.count(), Notice.objects.count()) == (1, heard)
    write_letter(knowledge=north, thread="all", text="We hold it still.")
    Letter.objects.update(at=timezone.now() - timedelta(minutes=5))
    write_letter(knowledge=north, thread="all", text="We hold the ridge.")
    assert Letter.objects.count() == 3


def test_a_windfall_is_paid_once(valley: Valley) -> None:
    referee, north = valley.people["referee"], valley.factions["north"]
    given: dict[str, Any] = {"campaign": valley.campaign, "kind": "windfall", "text": "Silver", "actor": referee}
    write_event(**given, faction=north, points=5)
    with pytest.raises(Refusal, match="entered on this turn already"):
        write_event(**given, faction=north, points=5)
    write_event(**given, faction=valley.factions["south"], points=5)
    assert WarEvent.objects.count() == 2
    set_hardship(campaign=valley.campaign, reason="Rain", actor=referee)
    with pytest.raises(Refusal, match="entered on this turn already"):
        set_hardship(campaign=valley.campaign, reason="Rain", actor=referee)


def test_news_goes_to_an_address_once(valley: Valley) -> None:
    given: dict[str, Any] = {"campaign": valley.campaign, "name": "club", "actor": valley.people["referee"]}
    add_hook(kind="discord", url="https://example.org/a", **given)
    with pytest.raises(Refusal, match="on the list already"):
        add_hook(kind="discord", url="https://example.org/a", **given)
    add_hook(kind="discord", url="https://example.org/b", **given)
    assert Hook.objects.count() == 2


def test_an_absence_is_entered_once(valley: Valley) -> None:
    north, now = valley.factions["north"], timezone.now()
    given: dict[str, Any] = {
        "faction": north, "starts": now, "ends": now + timedelta(days=3), "deputy": None, "actor": "north",
    }  # fmt: skip
    first = enter_absence(**given)
    with pytest.raises(Refusal, match="entered already"):
        enter_absence(**given)
    Absence.objects.filter(pk=first.pk).update(withdrawn=True)
    enter_absence(**given)
    assert Absence.objects.count() == 2


def test_a_war_is_copied_once(valley: Valley) -> None:
    referee: User = valley.people["referee"]
    source: Campaign = valley.campaign
    make_referee(campaign=source, user=referee)
    given: dict[str, Any] = {"user": referee, "source": source, "turn": None, "name": "What if"}
    first, acts = send_fork(**given, slug="what-if"), RefereeAct.objects.count()
    assert send_fork(**given, slug="what-if-2") == first
    assert (CampaignUpload.objects.count(), RefereeAct.objects.count()) == (1, acts)


def test_a_letter_has_no_sign_that_turns_a_page_around(valley: Valley) -> None:
    """What is printed in the Gazette after it, and the form in which the referee edits that, are as they would be."""
    north = knowledge_of(valley.campaign, valley.people["north"])
    heap = "z" + "\u0316" * 40
    letter = write_letter(knowledge=north, thread="press", text=f"a\u202eb\u2028c\x07 {heap} 👩\u200d🌾")
    assert letter.text == "ab\nc z" + "\u0316" * 4 + " 👩\u200d🌾"
