"""What the referee is shown before he runs a turn; and a rehearsal, which leaves nothing behind."""

import re

import pytest
from django.apps import apps
from django.core.serializers import serialize
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from base.refusal import Refusal
from battles.models import Battle
from campaign.models import Account, ArmyOrder, Campaign, RefereeAct
from campaign.rules.preflight import ILLEGAL, outnumbered
from campaign.selectors.war import war_known_to, war_to_judge
from campaign.services.rehearsal.preflight import Preflight, preflight, standpoints
from campaign.services.rehearsal.rehearse import rehearse
from campaign.services.sheet.case import position_of
from campaign.services.sheet.orders import give_order
from campaign.services.sheet.standing import give_standing, seen_now
from campaign.services.turn import march_turn, seal_turn
from tests.campaign.history.steps import march, run, umpire
from tests.campaign.worlds import fresh, long_valley
from tests.factories.campaign import FactionFactory
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def sentences(found: Preflight) -> list[str]:
    return [doubt.sentence for _, doubts in found.doubts for doubt in doubts]


def everything() -> dict[str, str]:
    """Every row of every table of the program but the referee's acts."""
    models = [m for m in apps.get_models() if m._meta.app_label in ("campaign", "battles", "rosters", "auth")]
    return {m.__name__: serialize("json", m._default_manager.order_by("pk")) for m in models if m is not RefereeAct}


@pytest.mark.parametrize(("own", "reported", "doubtful"), [(4, 7, False), (4, 8, True), (0, 2, True), (1, 0, False)])
def test_far_stronger_is_twice_the_units(own: int, reported: int, doubtful: bool) -> None:
    assert outnumbered(own, reported) == doubtful


def test_a_march_into_a_far_stronger_enemy_who_was_reported_is_doubtful() -> None:
    valley = long_valley()
    give_order(station=fresh(valley, "south-van"), kind="march", path=["highfield"], actor="south")
    found = sentences(preflight(valley.turn))
    assert [
        text for text in found if re.fullmatch(r"South Van .*marches to Highfield, where \d+ enemy units.*", text, re.I)
    ]


def test_armies_that_march_into_an_enemy_together_count_together() -> None:
    valley = long_valley()
    valley.campaign.stations.filter(ref="south-main").update(province=fresh(valley, "south-van").province)
    for ref in ("south-van", "south-main"):
        give_order(station=fresh(valley, ref), kind="march", path=["highfield"], actor="south")
    assert not [text for text in sentences(preflight(valley.turn)) if "Highfield" in text]


def test_an_order_that_has_become_illegal_and_one_that_cuts_an_army_off(world: World) -> None:
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    ArmyOrder.objects.filter(station__ref="north-i").update(path=["southgate"])
    world.provinces["northgate"].__class__.objects.filter(key="southgate").update(depot=False)
    found = preflight(world.turn)
    assert sum(doubt.kind == ILLEGAL for _, doubts in found.doubts for doubt in doubts) == 1
    texts = sentences(found)
    assert any("leads nowhere that it can reach. It will hold." in text for text in texts)
    assert any("would be without supply" in text for text in texts)


def test_the_battles_that_the_orders_lead_to(world: World) -> None:
    assert preflight(world.turn).battles == ()
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    (likely,) = preflight(world.turn).battles
    assert (likely.province, likely.meeting) == ("Ridge", True)
    strengths = {
        ref: sum(unit.strength for unit in world.station(ref).army.units.all()) for ref in ("north-i", "south-i")
    }
    assert set(likely.sides) == {
        f"North with {strengths['north-i']} strength points (North I {strengths['north-i']})",
        f"South with {strengths['south-i']} strength points (South I {strengths['south-i']})",
    }


def test_battles_that_standing_orders_and_caretakers_lead_to(world: World) -> None:
    world.campaign.provinces.filter(key="ridge").update(value=15, controller=None)
    give_standing(station=world.station("north-i"), kind="route", path=["ridge"], actor="north")
    assert preflight(world.turn).battles == ()
    world.campaign.factions.filter(key="south").update(caretaker="on")
    (likely,) = preflight(world.turn).battles
    assert likely.province == "Ridge"
    assert not ArmyOrder.objects.exists()


def test_each_faction_is_judged_by_what_it_would_read_itself() -> None:
    valley = long_valley()
    views = standpoints(war_to_judge(valley.turn))
    assert [view.faction.key for view in views] == [faction.key for faction in valley.campaign.factions.all()]
    for view in views:
        known, read = view.known, war_known_to(valley.turn, view.faction)
        assert (known.armies, known.theatre, known.events) == (read.armies, read.theatre, read.events)
        assert list(known.stations) == list(read.stations)
        assert known.recruiting == read.recruiting
        position = position_of(faction=view.faction, turn=valley.turn)
        assert (view.position.lines, view.position.held, view.position.unpaid) == (
            position.lines, position.held, position.unpaid,
        )  # fmt: skip
        assert view.reported == seen_now(read, view.faction)
    assert len({len(view.known.armies) for view in views}) > 1, "they do know different armies"


def test_more_factions_take_no_more_queries(world: World) -> None:
    with CaptureQueriesContext(connection) as of_two:
        preflight(world.turn)
    west = FactionFactory(campaign=world.campaign, key="west", name="West")
    for kind in ("treasury", "reserved"):
        Account.objects.create(campaign=world.campaign, faction=west, kind=kind)
    with CaptureQueriesContext(connection) as of_three:
        preflight(world.turn)
    assert len(of_three) == len(of_two) <= 14


def test_a_rehearsal_leaves_no_trace_but_its_record(world: World) -> None:
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    user, before = umpire(), everything()
    seen = rehearse(campaign=world.campaign, user=user)
    assert everything() == before
    assert [act.act for act in RefereeAct.objects.all()] == ["rehearsed turn 1"]
    assert {(army.name, army.before, army.after) for army in seen.moved} >= {("North I", "Highfield", "Ridge")}
    (battle,) = seen.battles
    assert battle.tally.runs > 0
    assert sum(battle.wins) == battle.tally.runs
    assert any(line.startswith("P6 South: South I: ") for line in seen.lines)


def test_a_rehearsal_throws_no_die_of_the_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    seen: list[tuple[str, str, str]] = []
    monkeypatch.setattr(Battle, "__init__", _noted(seen))
    rehearse(campaign=world.campaign, user=umpire())
    rehearsed = {battle for battle in seen if battle[0]}
    seen.clear()
    turn = world.turn
    assert seal_turn(turn=turn)
    march_turn(turn=turn, actor="the referee")
    true = {battle for battle in seen if battle[0]}
    assert rehearsed
    assert true
    assert {seed for seed, _, _ in rehearsed}.isdisjoint(seed for seed, _, _ in true)
    assert {field for _, field, _ in rehearsed}.isdisjoint(field for _, field, _ in true)


def _noted(seen: list[tuple[str, str, str]]):
    made = Battle.__init__

    def inner(self: Battle, *args: object, **values: object) -> None:
        made(self, *args, **values)
        if "seed" in values:
            seen.append((self.seed, self.field_seed, self.name))

    return inner


def test_nothing_is_rehearsed_while_a_turn_runs(world: World) -> None:
    seal_turn(turn=world.turn)
    with pytest.raises(Refusal, match="No turn is open"):
        rehearse(campaign=world.campaign, user=umpire())


def test_the_pages_of_the_desk(world: World, referee: Client) -> None:
    slug = world.campaign.slug
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    page = referee.get(reverse("desk_preflight", args=[slug])).text
    assert "Battles likely to come" in page
    assert "nothing entered" not in page
    assert "Seal the orders and run the turn" in page
    page = referee.post(reverse("desk_rehearse", args=[slug])).text
    assert "Rehearsed with other dice" in page
    run(world)
    Campaign.objects.filter(pk=world.campaign.pk).update(winner="North", state="finished")
    assert "No turn is open" in referee.get(reverse("desk_preflight", args=[slug])).text
