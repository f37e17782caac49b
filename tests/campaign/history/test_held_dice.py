"""A battle held open over a roll-back: its dice come again for the same decision alone."""

import json
from collections.abc import Callable

import pytest

from battles.models import Battle, BattleResult
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.typed import unhurt
from battles.services import run_battle
from battles.services.held.companion import note_down
from campaign.models import RollBack
from campaign.rules.proof.war import look_through, read_dump
from campaign.services.audit import audit
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.taking_back import take_back
from campaign.services.phases.fighting import methods
from tests.campaign.history.steps import back, march, run, umpire
from tests.kept import kept
from tests.scenarios import World, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


@pytest.fixture
@kept
def held() -> World:
    """A battle of turn 1 is with the players while turn 2 is open."""
    world = two_valleys(battle_days=30)
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    run(world)
    return world


def fight() -> tuple[str, str]:
    """The program fights the battle: its seed, and what came of it."""
    battle = Battle.objects.get()
    methods.choose(engagement=battle.engagement, method="auto", user=umpire())
    assert run_battle(battle.pk)
    battle.refresh_from_db()
    return battle.seed, BattleResult.objects.get().digest


def give_way(loser: int) -> str:
    """The referee rules that a side leaves: the seed of the evening after it."""
    battle = Battle.objects.get()
    methods.choose(engagement=battle.engagement, method="ruling", user=umpire())
    typed = unhurt(parse(battle.file)).as_dict()
    typed["sides"][loser]["stayed"] = False
    methods.rule(engagement=battle.engagement, typed=typed, reason="As seen", user=umpire())
    return Battle.objects.get().seed


def faults(world: World) -> list[str]:
    found = [str(fault) for fault in look_through(read_dump(dump_text(world.campaign)))]
    return found + [str(line) for line in audit()]


def more_troops(world: World) -> str:
    """Another army comes up to the battle; then the program fights it."""
    before = Battle.objects.get().file
    for place in ("highfield", "ridge"):
        march(world, "north-ii", place)
        run(world)
    assert Battle.objects.get().file != before
    return fight()[0]


def given_up(world: World) -> str:
    return give_way(0)


@pytest.mark.parametrize("decide", [more_troops, given_up])
def test_a_battle_held_open_that_is_decided_otherwise_has_dice_that_nobody_has_read(
    held: World, decide: Callable[[World], str]
) -> None:
    run(held)
    read, _ = fight()
    back(held, 2)
    shown = Battle.objects.get().commitment
    assert "unless it is decided as before" in held.campaign.chronicle.get(kind="rolled-back").text
    assert decide(held) != read
    assert Battle.objects.get().commitment == shown
    assert faults(held) == []


def test_a_battle_held_open_that_is_decided_as_before_ends_as_before(held: World) -> None:
    run(held)
    before = fight()
    back(held, 2)
    assert Battle.objects.get().seed != before[0]
    text = dump_text(held.campaign)
    assert fight() == before
    assert (Battle.objects.get().read, faults(held)) == ({}, [])
    copy = load_campaign(data=text, slug="again", actor="x")
    assert list(Battle.objects.get(engagement__turn__campaign=copy).read.values()) == [before[0]]


def test_new_dice_by_a_public_act_are_new_ones_for_a_battle_held_open_too(held: World) -> None:
    run(held)
    read = fight()
    back(held, 2, new_dice=True)
    assert fight()[0] != read[0]
    assert faults(held) == []


def test_a_battle_whose_dice_nobody_has_read_keeps_its_seed(held: World) -> None:
    seed = Battle.objects.get().seed
    run(held)
    back(held, 2)
    assert fight()[0] == seed
    assert faults(held) == []


def test_a_result_that_is_taken_back_is_not_decided_otherwise_by_dice_that_were_read(held: World) -> None:
    seeds = [fight()[0]]
    for loser in (0, 1, 0):
        take_back(campaign=held.campaign, battle=Battle.objects.get(), reason="Wrong", user=umpire())
        seeds.append(give_way(loser))
        assert faults(held) == []
    assert len(set(seeds[:3])) == 3
    assert seeds[3] == seeds[1], "the same ruling as before"


def test_dice_that_were_thrown_at_a_table_and_taken_back_are_thrown_anew(held: World) -> None:
    battle = Battle.objects.get()
    methods.choose(engagement=battle.engagement, method="table", user=umpire())
    Battle.objects.update(rules="coin")
    run(held)
    thrown = []
    for _ in range(2):
        note = note_down(battle=battle, side=None, kind="toss", values={}, seen=0, by="umpire", roll=True)
        thrown.append((Battle.objects.get().seed, note.values["dice"]))
        if len(thrown) == 1:
            run(held)
            back(held, 2)
    assert thrown[0][0] != thrown[1][0]


def test_a_dump_shows_a_battle_that_was_decided_otherwise_by_dice_that_were_read(held: World) -> None:
    run(held)
    fight()
    back(held, 2)
    give_way(0)
    data = json.loads(dump_text(held.campaign))
    for row in data["history"]["roll_backs"]:
        assert row.pop("by_decision")
    assert [f.path for f in look_through(read_dump(json.dumps(data)))] == [], "an older version threw them again"
    first = RollBack.objects.get()
    undone = json.loads(read_dump(dump_text(held.campaign)).state_text("undone", first.reached, "r1"))
    data = json.loads(dump_text(held.campaign))
    for row in (data["history"]["battles"][0], data["history"]["results"][0]["report"]):
        row["seed"] = undone["history"]["battles"][0]["seed"]
    assert "history.battles[0].seed" in [f.path for f in look_through(read_dump(json.dumps(data)))]
