"""Stories of a battle that is held open while the war goes on: who comes up to it, and who has to wait."""

from dataclasses import replace
from typing import Any

import pytest

from battles.models import Battle
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import first_entry
from battles.services import fight_here
from battles.services.held.choosing import choose_method
from battles.services.held.table import hand_in
from campaign.models import Account, ChronicleEntry, Engagement, EngagementArmy, Faction, Province, Relation, Station
from campaign.services.audit import audit, orphans
from campaign.services.phases.fighting.methods import set_battle_policy
from campaign.services.setup import start_campaign
from campaign.services.sheet.orders import give_order, order_choices
from campaign.services.turn import advance_turn
from rosters.models import StrengthLine
from rosters.rules import catalogue
from rosters.rules.notation import parse_roster
from tests.battles import drill
from tests.campaign.worlds import ROSTER, Valley, fresh, long_valley
from tests.factories.campaign import FactionFactory, edge, relation, station
from tests.kept import kept

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
@kept
def valley() -> Valley:
    """Turn 2: North stands before South's van on the ridge, the battle is held open; West and South's army are near."""
    valley = long_valley(start=False)
    third = FactionFactory(campaign=valley.campaign, key="third", name="Third")
    for key in ("north", "south", "west"):
        relation(valley.factions[key], third, "war")
    far = valley.provinces["backwood"]
    station(third, far, "5 Line inf", "third-main", "good")
    edge(far, valley.provinces["ridge"])
    for ref, key in (("west-main", "highfield"), ("south-main", "lowfield")):
        Station.objects.filter(ref=ref).update(province=valley.provinces[key])
    start_campaign(campaign=valley.campaign, actor="tester")
    valley.campaign.refresh_from_db()
    set_battle_policy(campaign=valley.campaign, days=7, fallback="auto", patience=48, user=valley.people["referee"])
    march(valley, "north-main")
    return valley


def march(valley: Valley, *refs: str, to: str = "ridge") -> None:
    """Those armies march, and the turn is run."""
    for ref in refs:
        give_order(station=fresh(valley, ref), kind="march", path=[to], actor="player")
    advance_turn(campaign=valley.campaign, actor="referee", wait=True)
    assert audit() + orphans() == []


def first() -> Engagement:
    return Engagement.objects.select_related("battle").order_by("pk")[0]


def side(number: int) -> dict[str, Any]:
    told: dict[Any, Any] = first().battle.file["sides"][number]
    return told


def units_of(number: int, ref: str) -> list[dict[str, Any]]:
    return [unit for unit in side(number)["units"] if unit["army"] == ref]


def decide(battle: Battle) -> None:
    """The program fights it; who has handed in a result makes a draft of it before."""
    battle.entries.update(handed_in_at=None)
    choose_method(battle=battle, method="auto")
    assert fight_here(battle)
    assert audit() + orphans() == []


def win(monkeypatch, winner: str | None) -> None:
    """From now on the side of that name wins, whatever the dice."""
    plain = drill.fight

    def fixed(file, seed, progress=None):
        report = plain(file, seed, progress)
        won = next((one.name for one in file.sides if winner and winner in one.name), None)
        return replace(report, outcome=replace(report.outcome, kind="victory" if won else "draw", winner=won))

    monkeypatch.setattr(drill, "fight", fixed)


def test_HR_13_an_ally_joins_an_open_battle_as_a_column_with_a_mark_and_an_edge(valley: Valley) -> None:
    before = first().battle.file
    march(valley, "west-main")
    column = units_of(0, "west-main")
    assert [unit["id"] for unit in column] == ["a11", "a12", "a13", "a14"]
    assert {(unit["arrives"], unit["edge"], unit["strength"]) for unit in column} == {(60, "own", 4)}
    assert side(0)["name"] == "North and West"
    assert side(0)["wings"] == [{"name": "General of West Main", "skill": "average", "army": "west-main"}]
    assert side(0)["commander"] == before["sides"][0]["commander"]
    assert side(0)["units"][:10] == before["sides"][0]["units"]
    assert (first().battle.file["field"], side(1)) == (before["field"], before["sides"][1])
    assert first().details["sides"][0]["name"] == "North and West"
    assert first().details["size"] == "medium"  # 10 + 4 against 4 units: more than 12
    row = EngagementArmy.objects.get(station__ref="west-main")
    assert (row.engagement, row.side, row.mark, row.came_from.key) == (first(), 0, 60, "highfield")


def test_HR_13_who_has_come_up_is_pinned_and_the_province_changes_no_hands(valley: Valley) -> None:
    march(valley, "west-main")
    assert not [c for c in order_choices(fresh(valley, "west-main")) if c.kind == "march" and c.legal]
    march(valley)
    assert fresh(valley, "west-main").province.key == "ridge"
    assert Province.objects.get(key="ridge").controller is None
    assert Engagement.objects.count() == 1


def test_HR_13_the_enemy_comes_up_too_and_no_second_battle_is_opened(valley: Valley) -> None:
    march(valley, "west-main", "south-main")
    assert (Engagement.objects.count(), len(units_of(0, "west-main"))) == (1, 4)
    assert len(units_of(1, "south-main")) == 10
    assert {unit["edge"] for unit in units_of(1, "south-main")} == {"own"}
    told = ChronicleEntry.objects.filter(turn=2, kind="contact").values_list("text", "public")
    assert sorted(told) == [(f"{name} comes up to the Battle of Ridge.", True) for name in ("South", "West")]


@pytest.mark.parametrize("winner", ["North", "South"])
def test_a_battle_that_was_joined_is_fought_by_all_and_each_bears_his_losses(valley, monkeypatch, winner) -> None:
    march(valley, "west-main", "south-main")
    win(monkeypatch, winner)
    battle = first().battle
    assert battle.fielded.count() == 10 + 4 + 4 + 10
    decide(battle)
    lost = {
        unit["id"]: unit["lost"] for told in battle.result.report["sides"] for unit in told["units"] if unit["lost"]
    }
    lines = StrengthLine.objects.filter(cause="battle")
    file_ids = dict(battle.fielded.values_list("unit__key", "file_id"))
    assert {file_ids[line.unit.key]: -line.delta for line in lines} == lost
    assert {unit["id"] for unit in units_of(0, "west-main")} & set(lost)
    back = {"North": ("lowfield", "lowfield"), "South": ("highfield", "highfield")}[winner]
    beaten = ("south-van", "south-main") if winner == "North" else ("north-main", "west-main")
    assert tuple(fresh(valley, ref).province.key for ref in beaten) == back
    stayed = {"north-main", "west-main", "south-van", "south-main"} - set(beaten)
    assert {fresh(valley, ref).province.key for ref in stayed} == {"ridge"}


def test_HR_14_a_beaten_army_that_came_up_goes_back_where_it_came_from(valley: Valley, monkeypatch) -> None:
    march(valley, "west-main")
    win(monkeypatch, "South")
    decide(first().battle)
    assert fresh(valley, "west-main").province.key == "highfield"
    assert fresh(valley, "north-main").province.key == "highfield"


def test_HR_16_in_a_draw_those_go_back_who_opened_the_battle_not_those_who_came_up_last(valley, monkeypatch) -> None:
    march(valley)
    march(valley, "south-main")
    win(monkeypatch, None)
    decide(first().battle)
    assert fresh(valley, "north-main").province.key == "highfield"
    assert {fresh(valley, ref).province.key for ref in ("south-van", "south-main")} == {"ridge"}


def test_21_4_the_enemy_of_both_waits_for_the_decision_and_fights_who_stays(valley: Valley, monkeypatch) -> None:
    march(valley, "third-main")
    open_battle, waiting = Engagement.objects.order_by("pk")
    assert (waiting.after, waiting.battle.state) == (open_battle, "waiting")
    march(valley)
    win(monkeypatch, "North")
    decide(open_battle.battle)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.battle.state) == ("open", "open")
    assert [told["name"] for told in waiting.battle.file["sides"]] == ["Third", "North"]
    decide(Battle.objects.get(pk=waiting.battle.pk))
    assert fresh(valley, "third-main").province.key != "ridge"


def test_21_4_friends_of_who_waits_come_up_to_his_battle_and_start_on_the_table(valley: Valley, monkeypatch) -> None:
    march(valley, "third-main")
    more = station(Faction.objects.get(key="third"), valley.provinces["backwood"], "2 Line inf", "third-more", None)
    march(valley, more.ref)
    waiting = Engagement.objects.get(battle__state="waiting")
    on_its_side = waiting.armies.filter(side=0).order_by("pk").values_list("station__ref", "mark")
    assert list(on_its_side) == [("third-main", 0), ("third-more", 0)]
    win(monkeypatch, "North")
    decide(first().battle)
    waiting.battle.refresh_from_db()
    units = waiting.battle.file["sides"][0]["units"]
    assert {(unit["army"], unit["arrives"]) for unit in units} == {("third-main", None), ("third-more", None)}


def test_who_comes_after_a_result_was_handed_in_is_too_late_and_fights_who_stays(valley: Valley, monkeypatch) -> None:
    battle = first().battle
    choose_method(battle=battle, method="table")
    hand_in(battle=battle, side=0, values=first_entry(parse(battle.file), 0), by="north")
    before = battle.file
    march(valley, "south-main")
    assert first().battle.file == before
    late = Engagement.objects.get(battle__state="waiting")
    assert [told["name"] for told in late.battle.file["sides"]] == ["South", "North"]
    win(monkeypatch, "North")
    decide(first().battle)
    late.battle.refresh_from_db()
    assert late.battle.state == "open"


def test_who_comes_too_late_for_a_battle_that_his_friends_win_has_none(valley: Valley, monkeypatch) -> None:
    battle = first().battle
    choose_method(battle=battle, method="table")
    hand_in(battle=battle, side=0, values=first_entry(parse(battle.file), 0), by="north")
    march(valley, "south-main")
    win(monkeypatch, "South")
    decide(first().battle)
    assert sorted(Engagement.objects.values_list("state", flat=True)) == ["avoided", "settled"]
    assert fresh(valley, "south-main").province.key == "ridge"
    assert [c for c in order_choices(fresh(valley, "south-main")) if c.kind == "march" and c.legal]


def test_of_two_who_wait_the_second_has_his_battle_when_the_first_has_none(valley: Valley, monkeypatch) -> None:
    battle = first().battle
    choose_method(battle=battle, method="table")
    hand_in(battle=battle, side=0, values=first_entry(parse(battle.file), 0), by="north")
    march(valley, "south-main", "third-main")
    assert Engagement.objects.filter(battle__state="waiting").count() == 2
    win(monkeypatch, "South")
    decide(first().battle)
    assert dict(Engagement.objects.values_list("armies__station__ref", "state"))["third-main"] == "open"
    assert Engagement.objects.get(state="open").battle.state == "open"


def test_HR_6_points_for_those_who_fell_are_free_again_when_a_battle_is_settled_while_orders_are_open(
    valley: Valley, monkeypatch
) -> None:
    type(valley.campaign).objects.filter(pk=valley.campaign.pk).update(muster_every=1)
    valley.campaign.refresh_from_db()
    march(valley)
    north = Account.objects.get(faction__key="north", kind="reserved")
    for face in range(1, 7):
        monkeypatch.setitem(drill.LOSS, face, 4)
    decide(first().battle)
    assert north.balance - Account.objects.get(pk=north.pk).balance == upkeep(ROSTER, "good")


def upkeep(roster: str, skill: str) -> int:
    """REC-1, REC-3 What an army and its general cost at a muster."""
    units = sum(catalogue.upkeep(item.type, item.guard) for item in parse_roster(roster))
    return units + catalogue.catalogue().skills[skill].upkeep


def test_a_neutral_stands_aside(valley: Valley) -> None:
    Relation.objects.filter(second__key="third").update(kind="neutral")
    march(valley, "third-main")
    assert (Engagement.objects.count(), side(0)["name"]) == (1, "North")
