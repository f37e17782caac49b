"""A war against the program: begun over HTTP, played by Ready, given up."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from base.refusal import Refusal
from battles.models import Battle
from campaign.models import Campaign, Engagement, Faction, Member, Turn
from campaign.rules.news.couriers import thread_of
from campaign.rules.wording import in_text
from campaign.selectors.war import current_turn
from campaign.services import alone
from campaign.services.clockwork.running import run_sealed, run_when_ready
from campaign.services.files.files import load_campaign
from campaign.services.files.packs import read_pack, sides_of
from campaign.services.turn import advance_turn
from tests.factories.battles import one_off
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db
SIDE = next(iter(sides_of("two_valleys")))
HTMX = {"HX-Request": "true"}


@pytest.fixture
def user() -> User:
    return User.objects.create_user("Zoë", password="a-long-pass-phrase-9")


@pytest.fixture
def player(user: User) -> Client:
    return logged_in(user)


def begun(player: Client) -> Campaign:
    """A war that the player has begun on the page."""
    answer = player.post(reverse("alone"), {"side": f"two_valleys:{SIDE}", "level": "2"})
    assert answer.status_code == 302
    return Campaign.objects.get(slug=answer.headers["Location"].strip("/").split("/")[-1])


def played(campaign: Campaign, player: Client, capture: Callable[..., Any]) -> Turn:
    """Press Ready and let the workers do what it asks for; the newest turn."""
    with capture():
        assert player.post(reverse("game:ready", args=[campaign.slug]), {"ready": "1"}).status_code == 302
    turn = current_turn(campaign)
    assert turn is not None
    assert turn.state == Turn.State.SEALED
    assert run_sealed(turn.pk)
    if current_turn(campaign) == turn:
        advance_turn(campaign=campaign, actor="a worker")
    return current_turn(campaign) or turn


def test_one_player_leads_one_side_and_the_program_the_others(player, user):
    campaign = begun(player)
    assert [(m.user, m.role, m.faction.key) for m in campaign.members.all()] == [(user, "player", SIDE)]
    led = {f.key: f.caretaker for f in campaign.factions.all()}
    assert led == {key: "off" if key == SIDE else "on" for key in sides_of("two_valleys")}
    assert "of 2 ready" not in player.get(reverse("game:map", args=[campaign.slug])).text
    assert (campaign.gazette, campaign.battle_days) == ("at_once", 0)


def test_ready_runs_the_turn_and_the_program_gives_its_orders(player, django_capture_on_commit_callbacks):
    campaign = begun(player)
    turn = played(campaign, player, django_capture_on_commit_callbacks)
    assert (turn.number, turn.state) == (2, Turn.State.OPEN)
    first = campaign.turns.get(number=1)
    assert set(first.faction_turns.filter(caretaker=True).values_list("faction__key", flat=True)) == (
        set(sides_of("two_valleys")) - {SIDE}
    )
    assert campaign.chronicle.filter(text__startswith="The program leads").exists()


def test_three_turns_bring_a_battle_that_is_fought(player, django_capture_on_commit_callbacks):
    campaign = begun(player)
    while not Engagement.objects.filter(turn__campaign=campaign, battle__state="done").exists():
        assert played(campaign, player, django_capture_on_commit_callbacks).number < 8
    assert not Engagement.objects.filter(turn__campaign=campaign, battle__state="failed").exists()


def test_the_page_waits_for_the_turn_and_is_drawn_anew_at_its_end(player, django_capture_on_commit_callbacks):
    campaign = begun(player)
    address = reverse("game:running", args=[campaign.slug])
    assert "is being run" not in player.get(reverse("game:map", args=[campaign.slug])).text
    with django_capture_on_commit_callbacks():
        player.post(reverse("game:ready", args=[campaign.slug]), {"ready": "1"})
    assert "Turn 1 is being run" in player.get(reverse("game:map", args=[campaign.slug])).text
    assert "Turn 1 is being run" in player.get(address, headers=HTMX).text
    run_sealed(current_turn(campaign).pk)
    advance_turn(campaign=campaign, actor="a worker") if current_turn(campaign).number == 1 else None
    answer = player.get(address, headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (286, "true")
    assert player.get(address).url == reverse("game:map", args=[campaign.slug])


def test_the_orders_of_the_program_stay_hidden(player, django_capture_on_commit_callbacks):
    campaign = begun(player)
    played(campaign, player, django_capture_on_commit_callbacks)
    for name in ("turn", "chronicle", "map", "list"):
        shown = player.get(reverse(f"game:{name}", args=[campaign.slug])).text
        assert "By the program" not in shown
        assert "By the caretaker" not in shown
    assert player.get(reverse("desk", args=[campaign.slug])).status_code in (403, 404)


def test_nobody_else_finds_the_war(player, client):
    campaign = begun(player)
    client.force_login(User.objects.create_user("rival"))
    for name in ("game:map", "game:running", "desk"):
        assert client.get(reverse(name, args=[campaign.slug])).status_code == 404
    assert client.post(reverse("alone_end", args=[campaign.slug])).status_code == 404
    assert campaign.name not in client.get(reverse("alone")).text.split("wars-title")[-1].split("</form>")[-1]
    assert Campaign.objects.get(pk=campaign.pk).deleted_at is None


def test_a_war_is_given_up_once(player):
    campaign = begun(player)
    assert player.post(reverse("alone_end", args=[campaign.slug])).url == reverse("alone")
    assert player.get(reverse("game:map", args=[campaign.slug])).status_code == 404
    assert player.post(reverse("alone_end", args=[campaign.slug])).status_code == 404


@pytest.mark.parametrize("side", ["", "two_valleys", "two_valleys:nobody", "../etc:passwd", "saxony_1813:"])
def test_a_wrong_side_begins_nothing(player, side):
    answer = player.post(reverse("alone"), {"side": side})
    assert answer.status_code == 422
    assert "War and side: choose one" in answer.text
    assert not Campaign.objects.exists()


def test_so_many_wars_are_enough(user, monkeypatch):
    monkeypatch.setattr(alone, "MOST", 1)
    alone.begin_alone(user=user, pack="two_valleys", faction=SIDE)
    with pytest.raises(Refusal, match="give one of them up first"):
        alone.begin_alone(user=user, pack="two_valleys", faction=SIDE)


def test_ready_runs_no_turn_of_a_war_with_a_referee(user):
    campaign = load_campaign(data=read_pack("two_valleys"), slug="ours", actor="test")
    faction = Faction.objects.get(campaign=campaign, key=SIDE)
    Member.objects.create(campaign=campaign, user=user, role="player", faction=faction)
    campaign.turns.get().faction_turns.update(ready=True)
    assert not run_when_ready(campaign=campaign)
    assert current_turn(campaign).state == Turn.State.OPEN


def test_guests_are_sent_to_the_log_in(client):
    assert reverse("login") in client.get(reverse("alone")).url


def test_the_last_turn_is_taken_back_where_the_player_allows_it(player, django_capture_on_commit_callbacks):
    player.post(reverse("alone"), {"side": f"two_valleys:{SIDE}", "level": "2", "takes_back": "on"})
    campaign = Campaign.objects.get()
    assert "Take turn" not in player.get(reverse("alone")).text
    played(campaign, player, django_capture_on_commit_callbacks)
    assert "Take turn 1 back" in player.get(reverse("alone")).text
    address = reverse("alone_back", args=[campaign.slug])
    assert player.post(address, {"turn": "2"}).headers["Location"] == reverse("alone")
    assert current_turn(campaign).number == 2
    assert player.post(address, {"turn": "1"}).headers["Location"] == reverse("game:map", args=[campaign.slug])
    again = current_turn(campaign)
    assert (again.number, again.state) == (1, Turn.State.OPEN)
    assert campaign.roll_backs.get().reason == alone.WHY
    assert played(campaign, player, django_capture_on_commit_callbacks).number == 2


@pytest.mark.parametrize("turn", ["", "x", "-1", "99999999999999999999", "٣"])
def test_a_wrong_turn_takes_nothing_back(player, turn):
    player.post(reverse("alone"), {"side": f"two_valleys:{SIDE}", "level": "2", "takes_back": "on"})
    campaign = Campaign.objects.get()
    answer = player.post(reverse("alone_back", args=[campaign.slug]), {"turn": turn})
    assert answer.headers["Location"] == reverse("alone")
    assert not campaign.roll_backs.exists()


def test_a_war_without_the_permission_takes_nothing_back(player, client, django_capture_on_commit_callbacks):
    campaign = begun(player)
    played(campaign, player, django_capture_on_commit_callbacks)
    assert player.post(reverse("alone_back", args=[campaign.slug]), {"turn": "1"}).status_code == 404
    client.force_login(User.objects.create_user("rival"))
    Campaign.objects.update(takes_back=True)
    assert client.post(reverse("alone_back", args=[campaign.slug]), {"turn": "1"}).status_code == 404


def test_level_and_length_are_chosen_with_the_war(player):
    choice = {"side": f"two_valleys:{SIDE}", "level": "3", "turns": "9"}
    assert player.post(reverse("alone"), choice).status_code == 302
    campaign = Campaign.objects.get()
    assert (campaign.last_turn, campaign.house_rules["program.level"]) == (9, 3)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [({"level": "4"}, "Level: choose one"), ({"turns": "61"}, "Length: give 3 to 60 turns"),
     ({"turns": "many"}, "Length: give 3 to 60 turns")],
)  # fmt: skip
def test_a_level_or_length_that_is_not_offered_is_refused(player, wrong, sentence):
    answer = player.post(reverse("alone"), {"side": f"two_valleys:{SIDE}", "level": "2"} | wrong)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert not Campaign.objects.exists()


def test_a_battle_that_failed_is_tried_again_by_the_lone_player_and_by_nobody_else(player, user):
    campaign = begun(player)
    battle = a_battle(campaign, state=Battle.State.FAILED)
    assert "Try again" in player.get(reverse("alone")).text
    address = reverse("alone_retry", args=[campaign.slug, battle.key])
    other = logged_in(User.objects.create_user("Yann", password="a-long-pass-phrase-9"))
    assert (other.post(address).status_code, player.post(address).status_code) == (404, 302)
    battle.refresh_from_db()
    assert battle.state == Battle.State.PENDING
    assert campaign.referee_acts.filter(act__contains="tried again").exists()
    assert "Try again" not in player.get(reverse("alone")).text


def a_battle(campaign: Campaign, state: str) -> Battle:
    """A battle of the first turn, in that state."""
    battle = one_off(User.objects.create_user("Ida"), rules="lgg")
    Battle.objects.filter(pk=battle.pk).update(state=state, owner=None)
    turn = campaign.turns.get()
    Engagement.objects.create(turn=turn, province=campaign.provinces.first(), sequence=1, battle=battle)
    return battle


def test_a_letter_to_the_program_is_known_to_be_read_by_nobody_before_it_is_sent(player):
    campaign = begun(player)
    other = next(key for key in sides_of("two_valleys") if key != SIDE)
    name = Faction.objects.get(campaign=campaign, key=other).name

    def page(thread: str) -> str:
        told: str = player.get(reverse("game:letters_thread", args=[campaign.slug, thread])).content.decode()
        return told

    name = in_text(name)
    said = f"The program leads {name}: it reads no letters and answers none."
    assert page(thread_of("pair", [SIDE, other])).count(said) == 1
    assert said in page("all")
    assert "This war has no referee: nobody reads" in page(f"referee.{SIDE}")
    assert said not in page("press")
    offers = player.get(reverse("game:diplomacy", args=[campaign.slug])).content.decode()
    assert f"The program leads {name} and answers no offer. It offers peace itself" in offers
    Member.objects.create(campaign=campaign, role="player", faction=Faction.objects.get(campaign=campaign, key=other),
                          user=User.objects.create_user("second"))  # fmt: skip
    assert said not in page("all")
