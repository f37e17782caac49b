"""What the referee sets during a war: events, a sixth condition of attrition, numbers of the house rules."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from base.refusal import Refusal
from campaign.models import Account, ChronicleEntry, Faction, RefereeAct, Station, WarEvent
from campaign.rules.proof.war import look_through, read_dump
from campaign.selectors.war import war_of
from campaign.services.corrections import change_number
from campaign.services.events import lift_event, set_events, set_hardship, write_event
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.phases.maintenance import upkeep_of
from campaign.services.sheet.forecast import attrition_preview
from tests.campaign.wars.turns import run
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
ALL = [{"from": 1, "to": 100, "kind": kind, "text": f"{kind}.", "holds": 2} for kind in ("epidemic", "mutiny")]


@pytest.fixture
def user(world: World) -> User:
    return User.objects.create_user("umpire")


def conditions(world: World, ref: str, turn: int) -> list[int]:
    rows = ChronicleEntry.objects.filter(kind="attrition", details__army=ref, turn=turn)
    return [number for row in rows for number in row.details["conditions"]]


def test_HR_19_LGG_C2_a_the_referee_sets_a_sixth_condition_with_a_reason(world: World, user: User) -> None:
    north = world.station("north-i")
    set_hardship(campaign=world.campaign, station=north, reason="Typhus in the camp", turns=1, actor=user)
    assert "crowding or events" in attrition_preview(station=north).conditions
    assert attrition_preview(station=world.station("south-i")).conditions == ()
    run(world)
    assert conditions(world, "north-i", 1) == [6]
    assert "Typhus in the camp" in ChronicleEntry.objects.get(kind="attrition", details__army="north-i").text
    assert list(ChronicleEntry.objects.get(kind="own-event").audience.all()) == [world.factions["north"]]
    assert RefereeAct.objects.get().secret
    run(world)
    assert conditions(world, "north-i", 2) == []


def test_HR_19_a_condition_for_a_region_or_everybody_is_public_and_can_be_lifted(world: World, user: User) -> None:
    event = set_hardship(campaign=world.campaign, region="map", reason="Floods", turns=3, actor=user)
    assert ChronicleEntry.objects.get(kind="own-event").public
    run(world)
    assert conditions(world, "south-ii", 1) == [6]
    lift_event(event=event, reason="The water has fallen", actor=user)
    run(world)
    assert conditions(world, "south-ii", 2) == []
    for wrong, why in (({"region": "sea"}, "region: choose a region of this map"), ({"reason": " "}, "text: write"),
                       ({"turns": 0}, "turns: write a number")):  # fmt: skip
        given: dict[str, Any] = {"campaign": world.campaign, "reason": "x", "actor": user} | wrong
        with pytest.raises(Refusal, match=why):
            set_hardship(**given)


@pytest.mark.parametrize("row", ALL, ids=["epidemic", "mutiny"])
def test_HR_23_events_by_the_table_befall_an_army_or_a_unit(world: World, user: User, row: dict[str, Any]) -> None:
    set_events(campaign=world.campaign, data={"on": True, "table": [row]}, reason="for fun", actor=user)
    assert not WarEvent.objects.exists()
    run(world)
    events = WarEvent.objects.filter(turn=2)
    assert {event.faction for event in events} == set(Faction.objects.all())
    event, war = events.get(faction=world.factions["north"]), war_of(world.turn)
    if row["kind"] == "mutiny":
        unit = next(u for army in war.armies for u in army.units if u.key == event.unit.key)
        calm = next(u for army in war.armies for u in army.units if u.type == unit.type and u.key not in
                    set(events.values_list("unit__key", flat=True)))  # fmt: skip
        assert unit.morale == calm.morale - 1
    else:
        run(world)
        assert 6 in conditions(world, event.station.ref, 2)
    text = dump_text(world.campaign)
    assert dump_text(load_campaign(data=text, slug="copy", actor="tester")) == text
    assert [str(fault) for fault in look_through(read_dump(text))] == []


def test_HR_23_a_windfall_and_a_failed_harvest_change_the_account(world: World, user: User) -> None:
    north = world.factions["north"]
    held = Account.objects.get(faction=north, kind="treasury").balance
    write_event(campaign=world.campaign, kind="windfall", text="A loan", faction=north, points=25, actor=user)
    assert Account.objects.get(faction=north, kind="treasury").balance == held + 25
    write_event(campaign=world.campaign, kind="harvest", text="Hail", province=world.provinces["highfield"], points=1,
                turns=5, actor=user)  # fmt: skip
    assert war_of(world.turn).theatre.provinces["highfield"].harvest == 1
    run(world)
    income = ChronicleEntry.objects.get(kind="income", turn=2, audience=north)
    lines = {line["province"]: line for line in income.details["lines"]}
    assert (lines["highfield"]["points"], lines["highfield"]["reason"]) == (4, "home province, after a failed harvest")


def test_HR_23_a_story_for_the_referee_alone_is_read_by_nobody_else(world: World, user: User) -> None:
    write_event(campaign=world.campaign, kind="story", text="The Tsar is ill", for_referee=True, actor=user)
    entry = ChronicleEntry.objects.get(kind="own-event")
    assert (entry.public, entry.audience.count(), RefereeAct.objects.get().secret) == (False, 0, True)
    with pytest.raises(Refusal, match="for_referee: only a story"):
        write_event(campaign=world.campaign, kind="windfall", text="x", for_referee=True, points=5, actor=user,
                    faction=world.factions["north"])  # fmt: skip


def test_a_dial_changed_by_the_referee_holds_from_the_next_turn_on_for_all_to_see(world: World, user: User) -> None:
    north = world.factions["north"]
    full = upkeep_of(war_of(world.turn), north)
    change_number(campaign=world.campaign, key="economy.upkeep_percent", value=50, reason="Peace pay", actor=user)
    world.campaign.refresh_from_db()
    assert upkeep_of(war_of(world.turn), north) == full
    act = RefereeAct.objects.get()
    assert (act.reason, act.secret) == ("Peace pay", False)
    assert ChronicleEntry.objects.get(kind="house-rules").public
    run(world)
    assert full > upkeep_of(war_of(world.turn), north) >= full // 2
    text = dump_text(world.campaign)
    assert dump_text(load_campaign(data=text, slug="copy", actor="tester")) == text
    assert [str(fault) for fault in look_through(read_dump(text))] == []


def test_a_dial_that_cannot_be_changed_names_its_field(world: World, user: User) -> None:
    for key, value, reason, why in (
        ("supply.miles", 4, "x", "house_rules.supply.miles: no such number"),
        ("supply.edges", 2000, "x", "house_rules.supply.edges: give a whole number"),
        ("supply.edges", 6, "x", "value: supply.edges is 6 already"),
        ("supply.edges", 4, "", "reason: write why"),
    ):
        with pytest.raises(Refusal, match=why):
            change_number(campaign=world.campaign, key=key, value=value, reason=reason, actor=user)
    change_number(campaign=world.campaign, key="supply.edges", value=4, reason="x", actor=user)
    change_number(campaign=world.campaign, key="supply.edges", value=6, reason="no, as before", actor=user)
    world.campaign.refresh_from_db()
    assert world.campaign.house_changes == []
    assert Station.objects.exists()
