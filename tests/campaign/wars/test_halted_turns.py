"""A phase that cannot be carried out leaves the turn where it was, is shown on the desk, and is made up for later."""

import logging

import pytest
from django.test import Client
from django.urls import reverse

from battles.services import run_battle
from campaign.models import Account, Campaign, Province, SheetLine, Station, Turn
from campaign.services.clockwork.running import close_due_turns
from campaign.services.record.halts import Halted
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.sheet import buy_unit
from campaign.services.turn import advance_turn
from tests.factories.campaign import station as army_in
from tests.scenarios import World, enrich

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled"), pytest.mark.store]


def clash(world: World) -> None:
    give_order(station=world.station("north-i"), kind="march", path=["ridge"], actor="North")
    give_order(station=world.station("south-i"), kind="march", path=["ridge"], actor="South")


def rules(world: World, **overlay: int) -> None:
    Campaign.objects.filter(pk=world.campaign.pk).update(house_rules=overlay)


def press(referee: Client, world: World) -> str:
    """The page after the button that runs the turn."""
    answer = referee.post(f"{_desk(referee, world)}run/", {"turn": world.turn.number}, follow=True)
    assert answer.status_code == 200
    return answer.text


def _desk(referee: Client, world: World) -> str:
    return reverse("desk", args=[world.campaign.slug])


@pytest.mark.parametrize(("phase", "break_it", "named"), [
    ("P7 (contacts and battles)", {"weather": {}}, "there is no weather in “map”"),
    ("P3 (maintenance)", {"rules": {"nonsense": 1}}, "house_rules.nonsense"),
])  # fmt: skip
def test_a_turn_that_cannot_march_is_open_again_and_the_desk_says_why(
    referee: Client, world: World, phase, break_it, named, caplog
) -> None:
    clash(world)
    weather, balance = world.turn.weather, list(Account.objects.order_by("pk").values_list("balance", flat=True))
    if "weather" in break_it:
        Turn.objects.filter(pk=world.turn.pk).update(weather={})
    else:
        Campaign.objects.filter(pk=world.campaign.pk).update(house_rules=break_it["rules"])
    with caplog.at_level(logging.ERROR):
        page = press(referee, world)
    assert named in page.replace("&quot;", '"')
    assert "The turn could not be run, and nothing was changed." in page
    assert phase in world.turn.trouble
    assert (world.turn.state, world.turn.number) == ("open", 1)
    assert world.where("north-i") == "highfield"
    assert balance == list(Account.objects.order_by("pk").values_list("balance", flat=True))
    assert len([r for r in caplog.records if r.exc_info and phase in r.getMessage()]) == 1
    if "weather" in break_it:
        Turn.objects.filter(pk=world.turn.pk).update(weather=weather)
    else:
        rules(world)
    give_order(station=world.station("north-ii"), kind="hold", path=[], actor="North")
    page = press(referee, world)
    assert "could not be run" not in page
    assert Turn.objects.get(number=1).trouble == ""
    assert Turn.objects.get(number=1).state in ("fighting", "closed")


def test_a_battle_stays_settled_when_its_turn_cannot_be_closed_and_the_clock_closes_it_later(
    referee: Client, world: World, caplog, django_capture_on_commit_callbacks
) -> None:
    clash(world)
    turn = world.turn
    advance_turn(campaign=world.campaign, actor="referee", wait=False)
    (engagement,) = turn.engagements.all()
    rules(world, nonsense=1)
    with caplog.at_level(logging.ERROR):
        with django_capture_on_commit_callbacks(execute=True):
            assert run_battle(engagement.battle_id)
        assert Turn.objects.get(pk=turn.pk).trouble
        assert (close_due_turns(), close_due_turns()) == (0, 0)
    engagement.refresh_from_db()
    turn.refresh_from_db()
    assert (engagement.state, engagement.battle.state, turn.state) == ("settled", "done", "fighting")
    assert turn.trouble.startswith("P9 (retreats and generals) of turn 1 could not be carried out: house_rules.")
    assert len([r for r in caplog.records if "P9" in r.getMessage()]) == 1
    rules(world)
    assert "P9 (retreats and generals) of turn 1" in referee.get(_desk(referee, world)).text
    assert close_due_turns() == 1
    turn.refresh_from_db()
    assert (turn.state, turn.trouble, world.turn.number) == ("closed", "", 2)


def test_the_next_turn_that_cannot_be_opened_keeps_the_last_one_from_closing(world: World) -> None:
    turn = world.turn
    Account.objects.filter(faction=world.factions["north"], kind="treasury").update(kind="events")
    with pytest.raises(Halted, match=r"faction \d+ \(North\) has no account for its treasury; add one"):
        advance_turn(campaign=world.campaign, actor="referee")
    assert Turn.objects.count() == 1
    Account.objects.filter(faction=world.factions["north"], kind="events").update(kind="treasury")
    assert advance_turn(campaign=world.campaign, actor="referee").closed
    turn.refresh_from_db()
    assert turn.trouble == ""


def test_a_line_of_the_sheet_that_no_rule_can_read_does_not_freeze_the_turn(world: World) -> None:
    """HR-7 Its details were written past the program: the turn is held, mended, and then it runs."""
    enrich(world, "north")
    line = buy_unit(faction=world.factions["north"], province=world.provinces["northgate"], type_key="line_inf",
                    actor="North")  # fmt: skip
    details = line.details
    SheetLine.objects.filter(pk=line.pk).update(details={"province": ["northgate"]})
    with pytest.raises(Halted, match=r"P4 \(the sheets\) of turn 1 could not be carried out: TypeError"):
        advance_turn(campaign=world.campaign, actor="referee")
    assert world.turn.state == "open"
    SheetLine.objects.filter(pk=line.pk).update(details=details)
    assert advance_turn(campaign=world.campaign, actor="referee").closed


def test_HR_7_a_garrison_finds_a_name_whatever_the_armies_are_called(world: World) -> None:
    """Another faction's army has the reference that the garrison would have; it takes no recruits of its enemy in."""
    enrich(world, "north")
    foreign = army_in(world.factions["south"], world.provinces["northgate"], "2 Line inf", "north-garrison-northgate")
    Station.objects.filter(pk=foreign.pk).update(province=None)
    Province.objects.filter(pk=world.provinces["northgate"].pk).update(name="N" * 80)
    buy_unit(faction=world.factions["north"], province=world.provinces["northgate"], type_key="line_inf", actor="North")
    foreign.army.units.update(status="lost", strength=0)
    assert advance_turn(campaign=world.campaign, actor="referee").closed
    raised = Station.objects.get(ref="north-garrison-northgate-2")
    assert (raised.faction.key, raised.army.units.count(), foreign.army.units.count()) == ("north", 1, 2)
