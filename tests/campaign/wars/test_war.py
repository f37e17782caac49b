"""Stories of the war: what a turn does when things go wrong, meet, or fail."""

import random
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from base.refusal import Refusal
from battles.models import Battle
from battles.services import fight_here, retry_battle
from battles.signals import battle_settled
from campaign.models import (
    Account,
    Campaign,
    ChronicleEntry,
    Engagement,
    Leader,
    PointsEntry,
    Province,
    Relation,
    Station,
    Turn,
)
from campaign.selectors.war import war_of
from campaign.services.audit import audit, orphans
from campaign.services.clockwork.running import close_due_turns
from campaign.services.record.dice import CampaignCup, seed_text
from campaign.services.setup import start_campaign
from campaign.services.sheet import sheet
from campaign.services.sheet.orders import give_order, order_choices
from campaign.services.turn import advance_turn, close_turn, march_turn, seal_turn
from campaign.visibility.news.record import readable
from rosters.models import Unit
from tests.battles import drill
from tests.campaign.wars.turns import run
from tests.factories.campaign import FactionFactory, edge, station
from tests.scenarios import enrich, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def march(world, **paths):
    for ref, target in paths.items():
        give_order(station=world.station(ref.replace("_", "-")), kind="march", path=[target], actor="player")


def fight_to(world, monkeypatch, winner):
    """From now on the side that has this faction wins, whatever the dice."""
    plain = drill.fight

    def fixed(file, seed, progress=None):
        report, names = plain(file, seed, progress), [side.name for side in file.sides]
        won = next(name for name in names if winner in name) if winner else None
        kind = "victory" if won else "draw"
        return replace(report, outcome=replace(report.outcome, kind=kind, winner=won))

    monkeypatch.setattr(drill, "fight", fixed)


def only_engagement(world):
    (engagement,) = Engagement.objects.filter(turn__campaign=world.campaign)
    return engagement


def test_a_beaten_army_retreats_towards_its_depot(monkeypatch):
    world = two_valleys()
    fight_to(world, monkeypatch, "South")
    march(world, north_i="ridge", south_i="ridge")
    run(world)
    assert (world.where("north-i"), world.where("south-i")) == ("highfield", "ridge")
    assert Province.objects.get(campaign=world.campaign, key="ridge").controller.key == "south"


def test_HR_16_a_draw_sends_back_who_came_in_last(monkeypatch):
    world = two_valleys()
    fight_to(world, monkeypatch, None)
    Province.objects.filter(key="ridge").update(controller=world.factions["south"])
    Station.objects.filter(ref="south-i").update(province=world.provinces["ridge"])
    march(world, north_i="ridge")
    run(world)
    assert (world.where("north-i"), world.where("south-i")) == ("highfield", "ridge")
    assert only_engagement(world).winner_side is None


@pytest.mark.parametrize(("winner", "north", "south"), [("North", "lowfield", None), ("South", None, "highfield")])
def test_ST_34_the_winner_of_a_swap_goes_on_and_the_loser_is_pushed_from_his_origin(monkeypatch, winner, north, south):
    world = two_valleys()
    fight_to(world, monkeypatch, winner)
    Station.objects.filter(ref="north-i").update(province=world.provinces["ridge"])
    march(world, north_i="lowfield", south_i="ridge")
    run(world)
    engagement = only_engagement(world)
    assert engagement.meeting
    assert engagement.province.key in ("ridge", "lowfield")
    loser = "south-i" if winner == "North" else "north-i"
    where = {ref: world.where(ref) for ref in ("north-i", "south-i")}
    assert where[loser] not in ("ridge", "lowfield")
    assert where["north-i" if winner == "North" else "south-i"] == ("lowfield" if winner == "North" else "ridge")
    assert world.station(loser).retreats == 0  # the next turn has begun
    assert ChronicleEntry.objects.filter(kind="retreat", turn=1).count() == 1


def test_ST_34_a_drawn_swap_sends_both_back(monkeypatch):
    world = two_valleys()
    fight_to(world, monkeypatch, None)
    Station.objects.filter(ref="north-i").update(province=world.provinces["ridge"])
    march(world, north_i="lowfield", south_i="ridge")
    run(world)
    assert (world.where("north-i"), world.where("south-i")) == ("ridge", "lowfield")


def test_HR_12_an_overrun_army_retreats_without_a_battle():
    world = two_valleys()
    Station.objects.filter(ref="south-i").update(province=world.provinces["southgate"])
    small = station(world.factions["south"], world.provinces["ridge"], "1 Line inf", "picket", None)
    march(world, north_i="ridge")
    run(world)
    engagement = only_engagement(world)
    assert (engagement.state, engagement.battle) == (Engagement.State.OVERRUN, None)
    assert world.where("picket") == "lowfield" or Unit.objects.get(army=small.army).strength == 0


def test_HR_12_an_overrun_army_that_cannot_retreat_is_lost():
    world = two_valleys()
    picket = station(world.factions["south"], world.provinces["northgate"], "1 Line inf", "picket", None)
    Station.objects.filter(ref="north-ii").update(province=world.provinces["highfield"])
    march(world, north_i="northgate")
    run(world)
    assert world.where("picket") is None
    assert Unit.objects.get(army=picket.army).status == Unit.Status.LOST


def third_side(world, war_with=("north", "south")):
    """A third faction at war with some, with an army on the ridge's ford."""
    third = FactionFactory(campaign=world.campaign, key="third", name="Third")
    for key in war_with:
        Relation.objects.create(campaign=world.campaign, first=world.factions[key], second=third, kind="war")
    return third


def test_21_4_the_third_side_fights_the_winner_the_same_turn_with_what_is_left(monkeypatch):
    world = two_valleys(start=False)
    station(third_side(world), world.provinces["ford"], "5 Line inf, 2 Light cav", "third-i", "good")
    edge(world.provinces["ford"], world.provinces["ridge"])
    start_campaign(campaign=world.campaign, actor="tester")
    world.campaign.refresh_from_db()
    fight_to(world, monkeypatch, "North")
    march(world, north_i="ridge", south_i="ridge", third_i="ridge")
    run(world)
    first, second = Engagement.objects.filter(turn__number=1).order_by("sequence")
    assert second.after == first
    assert [row.battle.name for row in (first, second)] == ["Battle of Ridge", "Second Battle of Ridge"]
    assert {row.battle.file["name"] for row in (first, second)} == {"Battle of Ridge", "Second Battle of Ridge"}
    assert {first.state, second.state} == {Engagement.State.SETTLED}
    north = next(side for side in first.battle.result.report["sides"] if side["name"] == "North")
    left = sorted(unit["after"] for unit in north["units"] if unit["after"])
    assert [side["name"] for side in second.battle.file["sides"]] == ["Third", "North"]
    assert sorted(unit["strength"] for unit in second.battle.file["sides"][1]["units"]) == left


def break_engine(monkeypatch):
    def refuse(file, seed, progress=None):
        raise Refusal("The dice have rolled under the table.")

    monkeypatch.setattr(drill, "fight", refuse)


def test_a_battle_that_failed_stays_open_and_the_war_goes_on_around_it(monkeypatch):
    world = two_valleys()
    with monkeypatch.context() as broken:
        break_engine(broken)
        march(world, north_i="ridge", south_i="ridge")
        done = advance_turn(campaign=world.campaign, actor="referee")
    assert done.closed
    battle = only_engagement(world).battle
    assert (battle.state, world.turn.number) == (Battle.State.FAILED, 2)
    assert Province.objects.get(key="ridge").controller is None
    assert not any(c.legal for c in order_choices(world.station("north-i")) if c.kind == "march")
    run(world)
    fight_to(world, monkeypatch, "South")
    retry_battle(battle=battle)
    assert fight_here(battle)
    assert (world.where("north-i"), world.where("south-i")) == ("highfield", "ridge")
    assert any(c.legal for c in order_choices(world.station("north-i")) if c.kind == "march")
    assert audit() + orphans() == []


def test_an_error_after_the_battle_undoes_the_whole_settlement(monkeypatch):
    world = two_valleys()
    march(world, north_i="ridge", south_i="ridge")
    seal_turn(turn=world.turn)
    march_turn(turn=world.turn, actor="referee")
    battle = only_engagement(world).battle
    before = dict(Unit.objects.values_list("key", "strength"))

    def fail(**kwargs):
        raise RuntimeError("the candle went out")

    battle_settled.connect(fail, weak=False)
    try:
        with transaction.atomic():
            fight_here(battle)
    finally:
        battle_settled.disconnect(fail)
    assert dict(Unit.objects.values_list("key", "strength")) == before
    assert only_engagement(world).state == Engagement.State.OPEN
    fight_here(battle)
    assert only_engagement(world).state == Engagement.State.SETTLED


def test_a_closing_that_was_lost_with_its_process_is_caught_up_once():
    world = two_valleys()
    march(world, north_i="ridge", south_i="ridge")
    turn = world.turn
    seal_turn(turn=turn)
    march_turn(turn=turn, actor="referee")
    assert not close_turn(turn=turn, actor="referee")
    fight_here(only_engagement(world).battle)
    assert (close_due_turns(), close_due_turns()) == (1, 0)
    assert [t.state for t in Turn.objects.filter(campaign=world.campaign)] == [Turn.State.CLOSED, Turn.State.OPEN]


def lose_generals(monkeypatch):
    """Every commander of the drill is lost."""
    plain = drill.fight

    def fight(file, seed, progress=None):
        report = plain(file, seed, progress)
        sides = tuple(replace(side, commander=replace(side.commander, fate="lost")) for side in report.sides)
        return replace(report, sides=sides)

    monkeypatch.setattr(drill, "fight", fight)


def secret_that_rolls(kind, key, *dice):
    """A campaign's secret whose first dice on turn 1 for that key are these (sides, face)."""
    for number in count():
        secret = f"{number:064d}"
        cup = CampaignCup(Turn(campaign=Campaign(secret=secret), number=1), kind, key)
        if all(cup.roll(sides, "") == face for sides, face in dice):
            return secret
    return None


def test_HR_17_a_wounded_general_is_replaced_by_his_second_and_comes_back(monkeypatch):
    world = two_valleys(secret=secret_that_rolls("general", "1:north-i-leader", (6, 3), (6, 2)))
    march(world, north_i="ridge", south_i="ridge")
    with monkeypatch.context() as fatal:
        lose_generals(fatal)
        run(world)
    general = Leader.objects.get(ref="north-i-leader")
    assert (general.status, general.back_on_turn) == ("wounded", 3)
    readers = [readable(world.campaign.pk, world.factions[key].pk, whole=False) for key in ("north", "south")]
    known = [set(rows.filter(kind="general").values_list("text", flat=True)) for rows in readers]
    assert known[0] - known[1] == {f"{general.name} will be back on turn 3."}
    assert any(" was wounded at " in text for text in known[1])
    second = world.station("north-i").leader
    assert (second.name, second.skill) == (f"{general.name}'s second", "average")
    run(world)
    assert (world.turn.number, world.station("north-i").leader) == (3, general)
    assert Leader.objects.get(ref="north-i-leader").status == "present"


def test_HR_20_cavalry_alone_takes_nothing_and_infantry_does():
    world = two_valleys()
    for ref, roster in (("horse", "3 Light cav"), ("foot", "2 Line inf")):
        station(world.factions["north"], world.provinces["highfield"], roster, ref, None)
    give_order(station=world.station("horse"), kind="march", path=["ford"], actor="Ada")
    give_order(station=world.station("foot"), kind="march", path=["ridge"], actor="Ada")
    run(world)
    held = dict(Province.objects.filter(campaign=world.campaign).values_list("key", "controller__key"))
    assert (held["ford"], held["ridge"]) == (None, "north")
    line = ChronicleEntry.objects.get(campaign=world.campaign, kind="control")
    assert line.text.endswith("Ridge: that side alone is there, with infantry.")


def test_HR_9_who_rested_is_remembered_and_who_marched_is_not():
    world = two_valleys()
    give_order(station=world.station("north-ii"), kind="rest", actor="Ada")
    run(world)
    assert [world.station(ref).rested for ref in ("north-i", "north-ii")] == [False, True]


def test_HR_21_the_last_turn_ends_the_war():
    world = two_valleys(last_turn=1)
    done = run(world)
    assert done.newest == done.turn
    campaign = Campaign.objects.get(pk=world.campaign.pk)
    assert campaign.state == Campaign.State.FINISHED
    assert ChronicleEntry.objects.filter(kind="victory", public=True).count() == 1
    with pytest.raises(Refusal, match="no open turn"):
        advance_turn(campaign=campaign, actor="referee")


def test_what_is_public_tells_no_secret():
    world = two_valleys()
    enrich(world, "north")
    sheet.buy_unit(
        faction=world.factions["north"], province=world.provinces["northgate"], type_key="line_inf", actor="Ada"
    )
    march(world, north_i="ridge", south_i="ridge")
    run(world)
    public = {entry.kind for entry in ChronicleEntry.objects.filter(public=True)}
    assert public <= {"weather", "contact", "battle", "control", "victory"}
    for entry in ChronicleEntry.objects.filter(public=False):
        assert entry.audience.exists()


def test_six_turns_of_any_orders_keep_every_promise_and_every_point():
    world, chance = two_valleys(), random.Random(1813)
    for _ in range(6):
        if Campaign.objects.get(pk=world.campaign.pk).state != Campaign.State.RUNNING:
            break
        for army in Station.objects.filter(campaign=world.campaign, province__isnull=False):
            choice = chance.choice([c for c in order_choices(army) if c.legal])
            give_order(station=army, kind=choice.kind, path=choice.path, actor="chance")
        run(world)
    by_kind: dict[str, Any] = {}
    for row in Account.objects.filter(campaign=world.campaign):
        by_kind[row.kind] = by_kind.get(row.kind, 0) + row.balance
    gained = -(by_kind["opening"] + by_kind["income"] + by_kind["offmap"])
    assert gained - by_kind["maintenance"] - by_kind["purchases"] == by_kind["treasury"] + by_kind["reserved"]
    assert PointsEntry.objects.filter(campaign=world.campaign, amount__lt=1).count() == 0


def test_reading_the_war_takes_as_many_queries_for_two_armies_as_for_thirty(django_assert_num_queries):
    world = two_valleys()
    with CaptureQueriesContext(connection) as few:
        war_of(world.turn)
    for number in range(30):
        station(world.factions["north"], world.provinces["northgate"], "2 Line inf", f"more-{number}", "poor")
    with django_assert_num_queries(len(few)):
        war_of(world.turn)


def test_the_dice_of_a_turn_follow_from_its_secret_and_change_with_the_attempt():
    turn = two_valleys().turn
    faces = [[CampaignCup(t, "attrition", "unit").roll(10, "") for _ in range(1)] for t in (turn, turn)]
    assert faces[0] == faces[1]
    again = Turn(campaign=turn.campaign, number=turn.number, attempt=2)
    one, two = (seed_text(turn.campaign, "battle", t, "ridge:1") for t in (turn, again))
    assert len(one) == 64
    assert one != two


def test_a_side_that_crossed_a_river_to_come_at_another_fights_over_it():
    world = two_valleys()
    give_order(station=world.station("north-i"), kind="march", path=["ford"], actor="North")
    advance_turn(campaign=world.campaign, actor="referee")
    give_order(station=world.station("south-i"), kind="march", path=["ford"], actor="South")
    advance_turn(campaign=world.campaign, actor="referee")
    assert Battle.objects.get().file["river_crossing"]


def test_armies_that_both_crossed_rivers_meet_between_them():
    world = two_valleys()
    for ref in ("north-i", "south-i"):
        give_order(station=world.station(ref), kind="march", path=["ford"], actor="both")
    advance_turn(campaign=world.campaign, actor="referee")
    file = Battle.objects.get().file
    assert file["engagement"] == "meeting"
    assert not file["river_crossing"]
