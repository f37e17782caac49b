"""HR-7: generals are given posts, exchanged, sent home and called back by lines of the sheet."""

import pytest

from base.refusal import Refusal
from campaign.models import Leader, SheetLine, Station
from campaign.services.sheet import sheet
from campaign.services.sheet.orders import give_order
from tests.campaign.wars.turns import run
from tests.factories.campaign import LeaderFactory
from tests.scenarios import World

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
FIRST = "north-i-leader"


def enter(world: World, kind: str, **details: object) -> SheetLine:
    return sheet.enter_line(faction=world.factions["north"], kind=kind, details=details, actor="Ada")


def commander(world: World, ref: str) -> str | None:
    leader = world.station(ref).leader
    return leader.ref if leader else None


def new(world: World, ref: str, **more: object) -> Leader:
    return LeaderFactory(campaign=world.campaign, faction=world.factions["north"], ref=ref, name=ref.title(), **more)


def test_HR_7_a_general_given_a_post_takes_it_when_the_next_turn_opens(world: World) -> None:
    wing = new(world, "wing")
    world.station("north-i").wings.add(wing)
    line = enter(world, "post", leader=FIRST, station="north-ii")
    assert commander(world, "north-i") == FIRST
    run(world)
    line.refresh_from_db()
    assert line.outcome == "General of North I is with North Ii from turn 2 on."
    assert (commander(world, "north-ii"), commander(world, "north-i")) == (FIRST, "wing")
    moved = Leader.objects.get(ref=FIRST)
    assert (moved.bound_for, moved.back_on_turn) == ("", None)


def test_HR_7_two_generals_change_places(world: World) -> None:
    second = new(world, "second")
    Station.objects.filter(ref="north-ii").update(leader=second)
    enter(world, "swap", leader=FIRST, other="second")
    run(world)
    assert (commander(world, "north-i"), commander(world, "north-ii")) == ("second", FIRST)
    assert not Station.wings.through.objects.exists()


def test_HR_7_a_general_goes_home_draws_no_pay_and_is_called_back(world: World) -> None:
    enter(world, "home", leader=FIRST)
    run(world)
    assert (Leader.objects.get(ref=FIRST).status, commander(world, "north-i")) == ("home", None)
    with pytest.raises(Refusal, match="leader: General of North I is at home already"):
        enter(world, "home", leader=FIRST)
    enter(world, "recall", leader=FIRST)
    run(world)
    assert commander(world, "north-i") == FIRST  # the strongest army without a general


def test_HR_7_a_general_who_lost_his_army_waits_for_a_post_and_gets_the_first(world: World) -> None:
    give_order(station=world.station("north-i"), kind="disband", actor="Ada")
    run(world)
    assert commander(world, "north-ii") == FIRST
    assert "waited for a post" in world.campaign.chronicle.get(kind="general-new").text


def test_HR_7_a_garrison_of_a_fortress_is_left_to_its_commandant(world: World) -> None:
    world.campaign.provinces.filter(key="northgate").update(fortress=True)
    give_order(station=world.station("north-i"), kind="disband", actor="Ada")
    run(world)
    assert commander(world, "north-ii") is None


def test_HR_7_what_a_general_cannot_be_ordered_names_its_field(world: World) -> None:
    south = LeaderFactory(campaign=world.campaign, faction=world.factions["south"], ref="foe")
    new(world, "hurt", status="wounded", back_on_turn=4)
    Station.objects.filter(ref="north-ii").update(in_supply=False)
    for kind, details, why in (
        ("post", {"leader": south.ref, "station": "north-ii"}, "leader: choose one of your generals"),
        ("post", {"leader": "nobody", "station": "north-ii"}, "leader: choose one of your generals"),
        ("post", {"leader": "hurt", "station": "north-ii"}, "leader: Hurt is wounded"),
        ("post", {"leader": FIRST, "station": "north-ii"}, "station: North Ii is cut off"),
        ("post", {"leader": FIRST, "station": "north-i"}, "leader: General of North I commands North I already"),
        ("recall", {"leader": FIRST}, "leader: General of North I is not at home"),
        ("swap", {"leader": FIRST, "other": FIRST}, "other: choose a general of another army"),
    ):
        with pytest.raises(Refusal, match=why):
            enter(world, kind, **details)
    enter(world, "home", leader=FIRST)
    with pytest.raises(Refusal, match="leader: General of North I has another line of the sheet"):
        enter(world, "home", leader=FIRST)
