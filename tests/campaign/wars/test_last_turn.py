"""HR-21 The end of a war that has battles open: it waits for them, counts them, and opens nobody's secrets before."""

import json
from typing import Any

import pytest

from base.refusal import Refusal
from battles.models import Battle
from battles.services import fight_here
from battles.services.held.choosing import choose_method
from campaign.models import Campaign, ChronicleEntry, Engagement, Notice, Province, Station, Turn
from campaign.rules.ending.victory import scores
from campaign.selectors.war import war_of
from campaign.services.audit import audit, orphans
from campaign.services.clockwork.running import close_due_turns
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.phases.fighting.methods import rule
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn, end_war
from tests.campaign.views.battles.test_tables import result
from tests.campaign.worlds import Valley, fresh, held_on_the_ridge, page
from tests.factories.people import logged_in

pytestmark = pytest.mark.django_db


def last_battle(last_turn: int = 1) -> Valley:
    """The last turn has been run, and North's battle against South's van is held open."""
    valley = held_on_the_ridge(last_turn=last_turn)
    valley.campaign.refresh_from_db()
    return valley


def settle(valley: Valley, django_capture_on_commit_callbacks: Any) -> None:
    """The referee rules for North, as on his form; what follows the commit is done."""
    engagement, sides = Engagement.objects.get(), []
    for number in (0, 1):
        form = result(engagement.battle, number)
        ids = [unit["id"] for unit in engagement.battle.file["sides"][number]["units"]]
        units = {key: {"strength": form[f"{number}-{key}-strength"], "fate": "stands"} for key in ids}
        sides.append({"stayed": number == 0, "leaders": ["unhurt"], "units": units})
    typed = {"stage": "after", "days": 1, "sides": sides}
    with django_capture_on_commit_callbacks(execute=True):
        rule(engagement=engagement, typed=typed, reason="played", user=valley.people["referee"])
    valley.campaign.refresh_from_db()


def test_HR_21_the_war_waits_for_the_battle_of_its_last_turn() -> None:
    valley = last_battle()
    assert valley.campaign.state == Campaign.State.RUNNING
    assert list(Turn.objects.values_list("number", "state")) == [(1, "closed")]
    line = ChronicleEntry.objects.get(kind="victory")
    assert line.text == "The war is decided when this battle is settled: Battle of Ridge."
    assert close_due_turns() == 0
    with pytest.raises(Refusal, match="the war waits for its open battles"):
        advance_turn(campaign=valley.campaign, actor="referee")


def test_HR_21_the_last_battle_counts_for_land_and_points(django_capture_on_commit_callbacks: Any) -> None:
    valley = last_battle()
    before = last_scores(valley)
    settle(valley, django_capture_on_commit_callbacks)
    assert valley.campaign.state == Campaign.State.FINISHED
    assert Province.objects.get(key="ridge").controller.key == "north"
    north, south = before
    # five points for the battle won, three for the ridge (in tenths); South's battle lost costs it five
    assert f"The score is {(north + 80) / 10} to {(south - 50) / 10}" in ChronicleEntry.objects.latest("pk").text
    assert valley.campaign.winner == "North and West"
    end = Notice.objects.get(fact__endswith=":ended", member__user__username="observer")
    assert end.text.startswith("The war has ended in victory for North and West. The score is")
    assert audit() + orphans() == []


def last_scores(valley: Valley) -> tuple[int, int]:
    """What North with West, and South, would have without the battle, in tenths of points."""
    war = war_of(valley.turn)
    found = {score.alliance: score.tenths for score in scores(war.theatre, war.armies, {}, war.house)}
    return found["north", "west"], found[("south",)]


def test_HR_21_an_end_that_was_lost_with_its_process_is_caught_up_by_the_clock() -> None:
    valley, battle = last_battle(), Battle.objects.get()
    choose_method(battle=battle, method="auto")
    fight_here(battle)
    assert Campaign.objects.get(pk=valley.campaign.pk).state == Campaign.State.RUNNING  # nothing is committed in a test
    assert (close_due_turns(), close_due_turns()) == (1, 0)
    assert Campaign.objects.get(pk=valley.campaign.pk).state == Campaign.State.FINISHED
    assert not end_war(turn=valley.turn, actor="twice")


def north_holds_the_south(valley: Valley) -> None:
    """South has nothing left but its van, which is in the open battle."""
    Station.objects.filter(ref__in=("south-main", "south-rear")).update(province=None)
    Province.objects.filter(home__key="south").update(controller=valley.factions["north"])


def test_HR_21_an_early_victory_waits_for_open_battles_and_stands(django_capture_on_commit_callbacks: Any) -> None:
    valley = last_battle(last_turn=12)
    north_holds_the_south(valley)
    advance_turn(campaign=valley.campaign, actor="referee")
    valley.campaign.refresh_from_db()
    assert (valley.turn.number, valley.turn.state) == (2, "closed")
    assert valley.campaign.state == Campaign.State.RUNNING
    settle(valley, django_capture_on_commit_callbacks)
    assert (valley.campaign.state, valley.campaign.winner) == (Campaign.State.FINISHED, "North and West")


def test_HR_15_a_battle_settled_on_a_later_turn_is_told_on_both(django_capture_on_commit_callbacks: Any) -> None:
    valley = last_battle(last_turn=12)
    told = ChronicleEntry.objects.filter(text__startswith="Battle of Ridge: victory for ").order_by("turn")
    advance_turn(campaign=valley.campaign, actor="referee")
    assert (valley.turn.number, told.count()) == (3, 0)
    settle(valley, django_capture_on_commit_callbacks)
    (first, later) = told
    assert (first.turn, later.turn) == (1, 3)
    assert later.text == f"{first.text} It began on turn 1."
    assert (later.public, later.battle_key) == (True, first.battle_key)


def test_HR_21_where_the_last_battle_undoes_a_victory_the_war_goes_on(django_capture_on_commit_callbacks: Any) -> None:
    valley = last_battle(last_turn=12)
    north_holds_the_south(valley)
    advance_turn(campaign=valley.campaign, actor="referee")
    assert valley.turn.state == "closed"
    Province.objects.filter(key="southgate").update(controller=valley.factions["south"])
    settle(valley, django_capture_on_commit_callbacks)
    assert valley.campaign.state == Campaign.State.RUNNING
    assert (valley.turn.number, valley.turn.state) == (3, "open")


def test_while_the_war_waits_its_pages_say_so_and_nothing_is_opened() -> None:
    valley, battle = last_battle(), Battle.objects.get()
    assert "waits for its last battles" in page(valley, "north")
    desk = page(valley, "referee", "desk/")
    assert "The last turn has been run." in desk
    assert "Go on with the turn" not in desk
    assert "The war is decided when the open battle is settled (HR-21), at the latest after <time" in desk
    client = logged_in(valley.people["north"])
    pack = f"/c/{valley.campaign.slug}/battles/{battle.key}/pack/file/"
    answers = [client.get(pack, {"kind": "json", "side": side}).status_code for side in ("1", "2", "both")]
    assert answers == [200, 404, 404]


def test_the_desk_warns_on_the_last_turn_of_a_short_war() -> None:
    valley = last_battle(last_turn=2)
    assert "<strong>This is the last turn.</strong>" in page(valley, "referee", "desk/")
    assert "The war has one turn left." in page(valley, "referee", "desk/terms/")


def test_the_desk_counts_the_armies_that_can_be_ordered() -> None:
    valley = last_battle(last_turn=12)
    desk = page(valley, "referee", "desk/")
    assert desk.count('0 of 1<br><span class="faint">1 in an open battle</span>') == 1
    assert desk.count('0 of 2<br><span class="faint">1 in an open battle</span>') == 1
    give_order(station=fresh(valley, "north-guard"), kind="rest", path=[], actor="north")
    assert "1 of 1<br>" in page(valley, "referee", "desk/")


def test_a_war_that_waits_comes_out_as_it_went_in() -> None:
    valley = last_battle()
    valley.campaign.map = {"view": [0, 0, 700, 400]}
    valley.campaign.save(update_fields=["map"])
    text = dump_text(valley.campaign)
    copy = load_campaign(data=text, slug="copy", actor="tester")
    assert json.loads(dump_text(copy))["history"] == json.loads(text)["history"]
    assert copy.state == Campaign.State.RUNNING
