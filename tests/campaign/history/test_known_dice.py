"""Dice that everybody has read are of no use: they come again for the same orders alone."""

import json
from collections.abc import Callable

import pytest

from battles.models import Battle
from campaign.models import ChronicleEntry, KeptState, SheetLine, Station
from campaign.rules.proof.war import look_through, read_dump
from campaign.services.audit import audit
from campaign.services.corrections import correct_points
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.sheet.orders import give_order, set_ready
from campaign.services.sheet.sheet import buy_unit, withdraw_line
from campaign.services.turn import march_turn, seal_turn, unseal_turn
from tests.campaign.history.steps import back, first_turn, march, run, umpire
from tests.kept import kept
from tests.scenarios import World, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]
Change = Callable[[World], object]


@pytest.fixture
@kept
def world() -> World:
    """The war of two valleys after its first turn."""
    made = two_valleys()
    first_turn(made)
    return made


def seeds(world: World) -> set[str]:
    rows = Battle.objects.filter(engagement__turn__campaign=world.campaign)
    return {seed for pair in rows.values_list("seed", "field_seed") for seed in pair}


def results() -> list[tuple[str, str]]:
    return list(Battle.objects.order_by("pk").values_list("seed", "result__digest"))


def attempts(world: World) -> list[tuple[int, int]]:
    return list(world.campaign.turns.order_by("number").values_list("attempt", "opened_attempt"))


def another_march(world: World) -> None:
    march(world, "north-ii", "highfield")


def another_plan(world: World) -> None:
    Station.objects.filter(ref="north-i").update(plan={"posture": "attack"})


def buy(world: World, actor: str) -> SheetLine:
    north, gate = world.factions["north"], world.provinces["northgate"]
    return buy_unit(faction=north, province=gate, type_key="light_cav", actor=actor)


def another_line(world: World) -> None:
    buy(world, "north")


def a_correction(world: World) -> None:
    correct_points(faction=world.factions["north"], points=1, reason="a slip", actor=umpire())


@pytest.mark.parametrize("change", [another_march, another_plan, another_line, a_correction])
def test_whoever_changes_anything_after_a_roll_back_plays_with_dice_that_nobody_has_read(
    world: World, change: Change
) -> None:
    read = seeds(world)
    back(world, 1)
    change(world)
    run(world)
    assert attempts(world) == [(2, 1), (2, 2)]
    assert read
    assert read.isdisjoint(seeds(world))
    assert ChronicleEntry.objects.get(kind="new-dice").public
    assert look_through(read_dump(dump_text(world.campaign))) == []
    assert audit() == []


def test_the_same_orders_by_other_hands_and_at_other_hours_give_the_same_results(world: World) -> None:
    before = results()
    back(world, 1)
    withdraw_line(line=buy(world, "a deputy"), actor="a deputy")
    give_order(station=world.station("north-i"), kind="march", path=("ridge",), actor="a deputy")
    set_ready(faction=world.factions["north"])
    run(world)
    assert attempts(world) == [(1, 1), (1, 1)]
    assert not ChronicleEntry.objects.filter(kind="new-dice").exists()
    assert results() == before


def test_each_roll_back_gives_one_throw_however_often_orders_are_changed_before_the_seal(world: World) -> None:
    """Somebody who knows the secret cannot try one order after the other: there is one more throw, and no third."""
    thrown = [seeds(world)]
    for attempt, kind in ((2, "march"), (3, "rest"), (2, "march")):
        back(world, 1)
        for tried in ("march", "rest", kind):
            path = ("highfield",) if tried == "march" else ()
            give_order(station=world.station("north-ii"), kind=tried, path=path, actor="north")
        run(world)
        thrown.append(seeds(world))
        assert attempts(world)[0] == (attempt, 1)
    assert thrown[1] == thrown[3]
    assert thrown[0].isdisjoint(thrown[1] | thrown[2])
    assert thrown[1].isdisjoint(thrown[2])
    assert look_through(read_dump(dump_text(world.campaign))) == []


def test_a_change_in_one_turn_throws_the_later_turns_anew_too(world: World) -> None:
    for _ in range(2):
        run(world)
    back(world, 1)
    run(world)
    another_march(world)
    for _ in range(2):
        run(world)
    assert attempts(world) == [(1, 1), (2, 1), (2, 2), (2, 2)]
    text = dump_text(world.campaign)
    assert look_through(read_dump(text)) == []
    assert dump_text(load_campaign(data=text, slug="again", actor="x")) == text
    back(world, 3)
    run(world)
    assert attempts(world) == [(1, 1), (2, 1), (2, 2), (2, 2)]
    assert look_through(read_dump(dump_text(world.campaign))) == []


def test_a_seal_that_was_taken_off_throws_nothing(world: World) -> None:
    back(world, 1)
    another_march(world)
    seal_turn(turn=world.turn)
    unseal_turn(turn=world.turn)
    world.turn.orders.filter(station__ref="north-ii").delete()
    seal_turn(turn=world.turn)
    march_turn(turn=world.turn, actor="the referee")
    assert attempts(world)[0] == (1, 1)


def test_where_an_undone_version_cannot_be_read_the_dice_are_new_ones(world: World) -> None:
    back(world, 1)
    KeptState.objects.filter(undone_by__isnull=False, kind="undone").update(digest="0" * 64)
    run(world)
    assert attempts(world)[0] == (2, 1)
    assert look_through(read_dump(dump_text(world.campaign))) == []


def test_a_dump_shows_dice_that_were_thrown_again_for_other_orders(world: World) -> None:
    back(world, 1)
    another_march(world)
    run(world)
    data = json.loads(dump_text(world.campaign))
    data["history"]["turns"][0]["attempt"] = 1
    found = [fault.path for fault in look_through(read_dump(json.dumps(data)))]
    assert "history.turns[0].attempt" in found
    for row in data["history"]["roll_backs"]:
        del row["by_seal"]
    found = [fault.path for fault in look_through(read_dump(json.dumps(data)))]
    assert "history.turns[0].attempt" not in found, "an older version threw them again"
