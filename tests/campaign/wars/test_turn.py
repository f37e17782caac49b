"""A turn from its orders to the next one's opening."""

import re

import pytest
from django.core.management import call_command

from base.refusal import Refusal
from campaign.models import Account, Campaign, Turn
from campaign.services.audit import audit
from campaign.services.clockwork.running import close_due_turns
from campaign.services.sheet.orders import give_order
from campaign.services.turn import advance_turn
from tests.scenarios import two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def treasury(world, key):
    return Account.objects.get(faction=world.factions[key], kind="treasury").balance


def test_HR_25_a_war_opens_with_two_musters_of_income_and_the_first_one():
    world = two_valleys()
    # a muster yields 12 + 5 = 17; opening 34 + income 17, and upkeep is set aside before anything else:
    # north-i 4 + 4*3 + 1 + 4 + 2*3 + 3 = 30 and a Good leader 4; north-ii 3*3 + 3 = 12
    assert (world.turn.number, world.turn.state) == (1, Turn.State.OPEN)
    reserved = Account.objects.get(faction=world.factions["north"], kind="reserved").balance
    assert reserved == 30 + 4 + 12
    assert treasury(world, "north") == 34 + 17 - reserved


def test_armies_meet_a_battle_is_fought_and_the_next_turn_opens():
    world = two_valleys()
    give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="North")
    give_order(station=world.station("south-i"), kind="march", path=["ridge"], actor="South")
    done = advance_turn(campaign=world.campaign, actor="referee")
    assert done.closed
    assert (done.newest.number, done.newest.state) == (2, Turn.State.OPEN)
    (engagement,) = done.turn.engagements.all()
    assert engagement.province.key == "ridge"
    assert engagement.meeting
    assert engagement.state == "settled"
    left = {world.where("north-i"), world.where("south-i")}
    assert "ridge" in left
    assert len(left) == 2


def test_points_are_conserved_and_the_audit_is_clean_after_a_turn():
    world = two_valleys()
    give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="North")
    give_order(station=world.station("south-i"), kind="march", path=["ridge"], actor="South")
    advance_turn(campaign=world.campaign, actor="referee")
    assert audit() == []


def test_a_rehearsal_prints_the_turn_and_changes_nothing(capsys):
    world = two_valleys()
    give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="North")
    call_command("advance_turn", world.campaign.slug, "--rehearse")
    told = capsys.readouterr().out
    assert re.search(r"P6  North: .*Marched to Ridge\.", told)
    assert "nothing has been changed" in told
    assert (world.turn.number, world.turn.state, world.where("north-i")) == (1, Turn.State.OPEN, "highfield")


def test_a_second_click_does_not_run_the_next_turn():
    world = two_valleys()
    advance_turn(campaign=world.campaign, actor="referee", number=1)
    with pytest.raises(Refusal, match="Turn 1 has been run already"):
        advance_turn(campaign=world.campaign, actor="referee", number=1)
    assert (world.turn.number, world.turn.state) == (2, Turn.State.OPEN)


def test_a_war_that_cannot_be_closed_does_not_keep_another_waiting(caplog):
    broken, sound = (two_valleys(slug=slug).campaign for slug in ("broken-war", "sound-war"))
    Turn.objects.update(state=Turn.State.FIGHTING)
    Campaign.objects.filter(pk=broken.pk).update(house_rules={"no.such.rule": 1})
    assert close_due_turns() == 1
    states = dict(Turn.objects.filter(number=1).values_list("campaign__slug", "state"))
    assert states == {"broken-war": "fighting", "sound-war": "closed"}
    assert "broken-war: P9 (retreats and generals) of turn 1 could not be carried out: house_rules" in caplog.text
    assert sound.turns.count() == 2
