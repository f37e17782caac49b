"""Players who are away: holidays, deputies, caretakers, and what those read who take a faction over."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.urls import reverse

from base.refusal import Refusal
from campaign import models
from campaign.selectors.members.people import deputised
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.people.absences import enter_absence, set_caretaker, withdraw_absence
from campaign.services.people.members import remove_member
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.standing import give_standing
from campaign.services.turn import advance_turn
from tests.campaign.worlds import HIDDEN, Valley, as_, fresh, long_valley, url
from tests.scenarios import World, enrich

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
WEEK = timedelta(days=7)
SLUG = "long-valley"


@pytest.fixture
def valley() -> Valley:
    return long_valley(HIDDEN)


def member(valley: Valley, name: str) -> models.Member:
    return models.Member.objects.get(user=valley.people[name], campaign=valley.campaign)


def away(valley: Valley, deputy: str = "", starts: datetime = NOW) -> models.Absence:
    chosen = member(valley, deputy) if deputy else None
    return enter_absence(
        faction=valley.factions["south"], starts=starts, ends=starts + WEEK, deputy=chosen, actor="south"
    )


@pytest.mark.parametrize("deputy", ["west", "observer"])
def test_a_deputy_has_exactly_the_factions_powers_while_he_is_one(valley: Valley, deputy: str):
    rear = valley.stations["south-rear"].army.key
    with time_machine.travel(NOW - WEEK, tick=False) as clock:
        away(valley, deputy)
        client = as_(valley, deputy)
        client.post(url("seats"), {"seat": "act:south"})
        assert "You act for South" not in client.get(url("map")).text, "not yet"
        clock.move_to(NOW)
        assert "Act for South" in client.get(url("seats")).text
        client.post(url("seats"), {"seat": "act:south"})
        assert client.post(url("order", rear), {"order": "rest"}).status_code == 302
        assert models.ArmyOrder.objects.get().hand == "deputy"
        assert "Hand-over brief: South" in client.get(url("brief")).text
        assert client.get(reverse("desk", args=[SLUG])).status_code == 404
        clock.move_to(NOW + WEEK)
        assert client.post(url("order", rear), {"order": "hold"}).status_code in (403, 404), "no longer"
        assert "Back to your own place" not in client.get(url("map")).text
    assert "given by the deputy" in as_(valley, "south").get(url("turn")).text


def test_a_deputy_names_no_other_and_an_absence_can_be_taken_back(valley: Valley):
    with time_machine.travel(NOW, tick=False):
        away(valley, "west")
        west = as_(valley, "west")
        west.post(url("seats"), {"seat": "act:south"})
        sent = {"starts": "2026-12-01T08:00", "ends": "2026-12-02T08:00", "deputy": str(member(valley, "north").pk)}
        assert "A deputy names no other deputy" in west.post(url("absences"), sent).text
        south = as_(valley, "south")
        assert url("absence_withdraw", 1) in south.get(url("absences")).text
        assert south.post(url("absence_withdraw", 1)).status_code == 302
        assert "Back to your own place" not in west.get(url("map")).text
        assert south.post(url("absences"), sent).status_code == 302
        assert models.Absence.objects.filter(withdrawn=False).get().deputy_name == "north"


def test_a_deputy_who_is_removed_has_no_powers_when_he_is_invited_again(valley: Valley):
    with time_machine.travel(NOW, tick=False):
        made = away(valley, "west")
        west, part = valley.people["west"], member(valley, "west")
        remove_member(campaign=valley.campaign, member_id=part.pk, actor=valley.people["referee"])
        models.Member.objects.create(campaign=valley.campaign, user=west, role=part.role, faction=part.faction)
        assert not deputised(valley.campaign, west.pk).exists()
        made.refresh_from_db()
        assert (made.deputy, made.deputy_name, made.withdrawn) == (None, "", False), "the player is still away"


def test_nobody_touches_anothers_absence(valley: Valley):
    with time_machine.travel(NOW, tick=False):
        made = away(valley)
        for name in ("north", "observer", "referee"):
            as_(valley, name).post(url("absence_withdraw", 1))
        with pytest.raises(Refusal, match="removed already"):
            withdraw_absence(faction=valley.factions["north"], absence_id=made.pk)
    assert not models.Absence.objects.get().withdrawn


@pytest.mark.parametrize(
    ("starts", "ends", "sentence"),
    [(NOW, NOW, "Until: choose a time to come"), (NOW - WEEK, NOW - timedelta(hours=1), "Until: choose a time to come"),
     (NOW, NOW + timedelta(days=300), "at most 200 days")],
)  # fmt: skip
def test_an_absence_that_could_not_be_is_refused(valley: Valley, starts, ends, sentence):
    with time_machine.travel(NOW, tick=False), pytest.raises(Refusal, match=sentence):
        enter_absence(faction=valley.factions["south"], starts=starts, ends=ends, deputy=None, actor="south")


def test_the_deputy_and_a_new_player_hear_of_the_hand_over(valley: Valley):
    with time_machine.travel(NOW, tick=False):
        away(valley, "west")
    heard = models.Notice.objects.filter(kind="hand_over")
    assert [(row.member.user.username, row.text.partition(" from")[0]) for row in heard] == [
        ("west", "You are the deputy of South")
    ]


def test_the_brief_tells_what_the_faction_knows_and_nothing_else(valley: Valley):
    give_order(station=fresh(valley, "south-rear"), kind="rest", actor="south")
    give_standing(station=fresh(valley, "south-main"), kind="avoid", actor="south")
    page = as_(valley, "south").get(url("brief")).text
    for word in ("South Rear", "South Main", "Avoid battle if outnumbered", "North: at war", "points", "Rest"):
        assert word in page
    assert "North Guard" not in page, "it stands out of sight"
    assert as_(valley, "observer").get(url("brief")).status_code == 403
    assert "South Rear" not in as_(valley, "north").get(url("brief")).text


def played(world: World, *by: str) -> None:
    """A turn in which some factions have entered something."""
    for key in by:
        give_order(station=world.station(f"{key}-i"), kind="rest", actor=key)
    advance_turn(campaign=world.campaign, actor="desk")


@pytest.fixture
def war(world: World) -> World:
    for key, faction in world.factions.items():
        models.Member.objects.create(
            campaign=world.campaign, user=User.objects.create_user(key), role="player", faction=faction
        )
    models.Schedule.objects.create(campaign=world.campaign, at=NOW.time(), first_on=NOW.date())
    return world


def caretakers(world: World) -> list[tuple[int, str]]:
    rows = models.FactionTurn.objects.filter(turn__campaign=world.campaign, caretaker=True).order_by("turn__number")
    return list(rows.values_list("turn__number", "faction__key"))


def test_after_two_misses_a_caretaker_plays_until_the_player_is_back(war: World):
    for _ in range(3):
        played(war, "north")
    missed = models.FactionTurn.objects.filter(missed=True).order_by("turn__number")
    assert list(missed.values_list("turn__number", "faction__key")) == [(1, "south"), (2, "south"), (3, "south")]
    assert caretakers(war) == [(3, "south")]
    assert set(models.ArmyOrder.objects.filter(hand="caretaker").values_list("turn__number", "given_by")) == {
        (3, "the caretaker")
    }
    public = models.ChronicleEntry.objects.filter(kind="caretaker", public=True)
    assert [entry.text for entry in public] == ["A caretaker leads South until somebody enters something for it."]
    played(war, "north", "south")
    played(war, "north")
    assert caretakers(war) == [(3, "south")], "the player was back, and one miss is not two"
    assert audit() == []


def test_what_a_caretaker_did_is_told_to_his_faction_alone(war: World):
    set_caretaker(campaign=war.campaign, faction="south", caretaker="on", actor=User.objects.get(username="north"))
    played(war, "north")
    entry = models.ChronicleEntry.objects.get(kind="caretaker", public=False)
    assert entry.text.startswith("By the caretaker, for South:")
    assert [faction.key for faction in entry.audience.all()] == ["south"]


def test_a_caretaker_spends_and_keeps_the_upkeep_of_a_muster(war: World):
    models.Faction.objects.filter(key="south").update(caretaker="on")
    enrich(war, "south", 200)
    played(war, "north")
    lines = models.SheetLine.objects.filter(faction=war.factions["south"])
    assert lines.exists()
    assert set(lines.values_list("hand", "state", "entered_by")) == {("caretaker", "done", "the caretaker")}
    assert 0 < sum(lines.values_list("cost", flat=True)) <= 200
    assert audit() == []


def test_who_is_away_misses_nothing(war: World):
    with time_machine.travel(NOW, tick=False):
        enter_absence(faction=war.factions["south"], starts=NOW, ends=NOW + WEEK, deputy=None, actor="south")
        for _ in range(3):
            played(war, "north")
    assert not models.FactionTurn.objects.filter(missed=True).exists()
    assert caretakers(war) == []


def test_a_faction_without_a_player_misses_nothing_and_holds(war: World):
    models.Member.objects.filter(faction=war.factions["south"]).delete()
    for _ in range(3):
        played(war, "north")
    assert caretakers(war) == []


def test_the_referee_forbids_a_caretaker(war: World):
    models.Faction.objects.filter(key="south").update(caretaker="off")
    for _ in range(3):
        played(war, "north")
    assert caretakers(war) == []


def test_absences_misses_and_caretakers_go_with_their_war(war: World):
    with time_machine.travel(NOW, tick=False):
        deputy = models.Member.objects.get(user__username="north")
        enter_absence(faction=war.factions["south"], starts=NOW, ends=NOW + WEEK, deputy=deputy, actor="south")
    models.Faction.objects.filter(key="south").update(caretaker="on")
    played(war, "north")
    text = dump_text(war.campaign)
    copied = load_campaign(data=text, slug="again", actor="x")
    assert dump_text(copied) == text
    assert models.Absence.objects.get(faction__campaign=copied).deputy is None, "a name gives nobody powers elsewhere"
