"""HR-7: generals are hired at the capital and take their armies over next turn."""

import pytest

from base.refusal import Refusal
from campaign.models import Account, Leader, Province, SheetLine, Station, Turn
from campaign.rules.fighting.command import second_of
from campaign.services.phases.fighting.aftermath import _substitute
from campaign.services.sheet import sheet
from campaign.services.sheet.forecast import preview
from campaign.services.sheet.leaders import generals_for_hire
from tests.campaign.wars.turns import run
from tests.factories.campaign import LeaderFactory
from tests.scenarios import World, enrich, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
def world() -> World:
    world = two_valleys()
    enrich(world, "north", 1000)
    return world


def hire(world: World, ref: str = "north-ii", skill: str = "good", name: str = "Blücher") -> SheetLine:
    return sheet.hire_leader(
        faction=world.factions["north"], station=world.station(ref), skill=skill, name=name, actor="Ada"
    )


def free(world: World) -> int:
    return Account.objects.get(faction=world.factions["north"], kind="treasury").balance


def test_HR_7_a_hired_general_takes_an_army_without_one_over_next_turn(world: World) -> None:
    before, line = free(world), hire(world)
    assert (line.cost, free(world)) == (120, before - 120)  # REC-3: Good
    run(world)
    line.refresh_from_db()
    assert (line.state, line.outcome) == ("done", "Blücher is with North Ii from turn 2 on.")
    leader = world.station("north-ii").leader
    assert leader is not None
    assert (leader.name, leader.skill, leader.bought, leader.back_on_turn) == ("Blücher", "good", True, None)
    assert world.campaign.chronicle.filter(kind="general-new", turn=2, public=False).count() == 1


def test_HR_7_whom_he_replaces_serves_on_as_a_wing_while_there_is_room(world: World) -> None:
    station = world.station("north-i")
    assert station.leader is not None
    old = station.leader.name
    hire(world, "north-i", "great")
    run(world)
    assert [wing.name for wing in world.station("north-i").wings.all()] == [old]
    station = world.station("north-i")
    full = [LeaderFactory(campaign=world.campaign, faction=station.faction) for _ in range(2)]
    station.wings.set(full)
    Turn.objects.update(season="spring")
    Turn.objects.filter(pk=world.turn.pk).update(season="summer")
    hire(world, "north-i", "average", "Third")
    run(world)
    station = world.station("north-i")
    assert station.leader is not None
    assert station.leader.name == "Third"
    assert set(station.wings.all()) == set(full)


def test_HR_7_one_general_a_season(world: World) -> None:
    hire(world)
    with pytest.raises(Refusal, match="One general a season"):
        hire(world, "north-i", "average")
    run(world)
    with pytest.raises(Refusal, match="One general a season"):
        hire(world, "north-i", "average")
    Turn.objects.filter(pk=world.turn.pk).update(season="fall")
    assert hire(world, "north-i", "average").cost == 40


@pytest.mark.parametrize(("skill", "most"), [("great", 1), ("good", 2)])
def test_HR_7_one_great_and_two_good_ones_the_dead_not_counted(world: World, skill: str, most: int) -> None:
    north = world.factions["north"]
    had = [LeaderFactory(campaign=world.campaign, faction=north, skill=skill, bought=True) for _ in range(most)]
    LeaderFactory(campaign=world.campaign, faction=north, skill=skill)  # came with the war
    offered = {general.skill: general.reason for general in generals_for_hire(faction=north, turn=world.turn)}
    assert {key for key, reason in offered.items() if reason} == {skill}
    with pytest.raises(Refusal, match=f"you have hired {most}"):
        hire(world, skill=skill)
    Leader.objects.filter(pk=had[0].pk).update(status="killed")
    hire(world, skill=skill)


@pytest.mark.parametrize("skill", ["poor", "brilliant", ""])
def test_HR_7_only_a_skill_that_costs_points_is_for_sale(world: World, skill: str) -> None:
    with pytest.raises(Refusal, match="skill: choose"):
        hire(world, skill=skill)


def test_HR_7_no_general_without_the_capital(world: World) -> None:
    Province.objects.filter(key="northgate").update(controller=world.factions["south"])
    with pytest.raises(Refusal, match="at the capital"):
        hire(world)


def test_HR_7_no_general_finds_an_army_that_is_cut_off(world: World) -> None:
    Station.objects.filter(ref="north-ii").update(in_supply=False)
    with pytest.raises(Refusal, match="cut off"):
        hire(world)


def test_a_withdrawn_general_costs_nothing_and_never_comes(world: World) -> None:
    before = free(world)
    sheet.withdraw_line(line=hire(world), actor="Ada")
    assert free(world) == before
    run(world)
    assert not Leader.objects.filter(bought=True).exists()


def test_REC_3_the_next_musters_account_counts_the_generals_upkeep(world: World) -> None:
    north = world.factions["north"]
    before = preview(faction=north).maintenance
    hire(world, skill="great")
    assert preview(faction=north).maintenance == before + 8


def test_a_general_whose_army_is_no_more_takes_the_strongest_one(world: World) -> None:
    LeaderFactory(campaign=world.campaign, faction=world.factions["north"], ref="stray", name="Stray", skill="great",
                  bought=True, back_on_turn=2)  # fmt: skip
    run(world)
    station = world.station("north-i")
    assert station.leader is not None
    assert station.leader.name == "Stray"


def test_HR_17_who_recovers_after_his_army_was_given_away_takes_his_substitutes_post(world: World) -> None:
    north, station = world.factions["north"], world.station("north-ii")
    away = LeaderFactory(campaign=world.campaign, faction=north, ref="old", status="wounded", back_on_turn=3,
                         skill="poor")  # fmt: skip
    station.leader = LeaderFactory(campaign=world.campaign, faction=north, ref=f"{second_of('old')}1", skill="poor")
    station.save()
    hire(world)
    run(world)
    assert [wing.ref for wing in world.station("north-ii").wings.all()] == [f"{second_of('old')}1"]
    run(world)
    station = world.station("north-ii")
    assert station.leader is not None
    assert (station.leader.name, list(station.wings.all())) == ("Blücher", [away])


def test_HR_17_a_general_of_any_name_keeps_no_substitute_from_his_post(world: World) -> None:
    """What a player calls his generals is never in the way of who stands in for one."""
    north, turn = world.factions["north"], world.turn
    lost = [LeaderFactory(campaign=world.campaign, faction=north, ref="n" * 42 + end) for end in ("", "-2")]
    LeaderFactory(campaign=world.campaign, faction=north, ref=f"{second_of(lost[0].ref)}{turn.number}")
    made = [_substitute(leader, turn) for leader in lost]
    assert made[0].ref == f"{second_of(lost[0].ref)}{turn.number}-2"
    assert not made[1].ref.startswith(second_of(lost[0].ref))
