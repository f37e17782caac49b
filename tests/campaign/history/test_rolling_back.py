"""A turn that is taken back and run again gives the same bytes; whatever was there before keeps its keys."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle, BattleResult
from battles.services.life import claim_battle, fight_battle, settle_battle
from campaign import models
from campaign.selectors.members.people import deputised
from campaign.selectors.past.kept_states import kept_text, seal_of
from campaign.services.audit import audit
from campaign.services.clockwork.schedules import set_schedule
from campaign.services.files.files import dump_text, load_campaign
from campaign.services.history.rolling_back import roll_back
from campaign.services.people.absences import enter_absence, withdraw_absence
from campaign.services.sheet.orders import set_ready
from campaign.services.turn import march_turn, seal_turn
from rosters.models import Unit
from tests.campaign.clock.test_schedules import SUNDAYS
from tests.campaign.history.steps import back, bytes_of, first_turn, march, run, umpire
from tests.kept import kept
from tests.scenarios import World, two_valleys

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drilled")]


def test_a_turn_rolled_back_and_run_again_gives_the_same_bytes(world: World) -> None:
    first_turn(world)
    before, keys = bytes_of(world.campaign), set(Unit.objects.values_list("key", flat=True))
    back(world, 1)
    assert (world.turn.number, world.turn.state) == (1, models.Turn.State.OPEN)
    assert BattleResult.objects.count() == 0
    assert set(Unit.objects.values_list("key", flat=True)) < keys
    assert audit() == []
    run(world)
    assert bytes_of(world.campaign) == before
    assert audit() == []


def test_nobody_is_ready_after_a_roll_back_and_what_was_entered_stays(world: World) -> None:
    march(world, "north-i", "ridge")
    set_ready(faction=world.factions["north"])
    run(world)
    back(world, 1)
    row = world.turn.faction_turns.get(faction=world.factions["north"])
    assert (row.ready, row.ready_at, row.touched) == (False, None, True)
    assert world.turn.orders.get().path == ["ridge"]


def test_what_was_there_keeps_its_keys_and_what_was_kept_is_the_state_at_the_seal(world: World) -> None:
    stations = set(models.Station.objects.values_list("pk", "army__key", "province__key"))
    units = set(Unit.objects.values_list("pk", "key", "strength"))
    first_turn(world)
    assert world.campaign.secret not in kept_text(seal_of(world.campaign, 1))
    back(world, 1)
    assert set(models.Station.objects.values_list("pk", "army__key", "province__key")) == stations
    assert set(Unit.objects.values_list("pk", "key", "strength")) == units


@pytest.fixture
@kept
def with_a_table() -> World:
    """Three turns are run, with a battle on a table since the first."""
    world = two_valleys(battle_days=30, battle_fallback="auto")
    first_turn(world)
    Battle.objects.get().wishes.create(side=0, method="table", by="north")
    march(world, "north-ii", "highfield")
    run(world)
    run(world)
    return world


def test_a_roll_back_takes_back_no_holiday_and_no_schedule(world: World) -> None:
    user, now = umpire(), timezone.now()
    deputy = models.Member.objects.create(campaign=world.campaign, user=user, role="referee")
    terms: dict[str, Any] = {"faction": world.factions["north"], "starts": now, "deputy": deputy, "actor": "north"}
    before = enter_absence(ends=now + timedelta(days=9), **terms)
    first_turn(world)
    later = enter_absence(ends=now + timedelta(days=12), **terms)
    withdraw_absence(faction=world.factions["north"], absence_id=before.pk)
    set_schedule(campaign=world.campaign, rhythm=SUNDAYS, actor=user)
    back(world, 1)
    kept = list(models.Absence.objects.order_by("pk").values_list("pk", "deputy", "withdrawn"))
    assert kept == [(before.pk, user.pk, True), (later.pk, user.pk, False)]
    assert deputised(world.campaign, user.pk).get() == later
    assert (models.Schedule.objects.get().plan, audit()) == (SUNDAYS, [])


def test_three_turns_back_with_a_battle_on_a_table_in_between(with_a_table: World) -> None:
    world, battle = with_a_table, Battle.objects.get()
    assert (battle.state, world.turn.number) == (Battle.State.OPEN, 4)
    before = bytes_of(world.campaign)
    back(world, 2)
    assert Battle.objects.get().key == battle.key
    assert Battle.objects.get().wishes.count() == 1
    run(world)
    run(world)
    assert bytes_of(world.campaign) == before
    back(world, 1)
    assert not Battle.objects.exists()
    assert audit() == []
    assert [row.number for row in models.RollBack.objects.all()] == [1, 2]


def test_a_dump_with_roll_backs_is_loaded_and_dumped_again_and_can_go_back(with_a_table: World) -> None:
    world = with_a_table
    back(world, 3)
    run(world)
    text = dump_text(world.campaign)
    copied = load_campaign(data=text, slug="again", actor="another")
    assert dump_text(copied) == text
    roll_back(campaign=copied, turn=2, reason="To see", user=umpire())
    roll_back(campaign=world.campaign, turn=2, reason="To see", user=umpire())
    assert bytes_of(copied) == bytes_of(world.campaign)
    assert audit() == []


def test_a_worker_whose_battle_was_undone_settles_nothing(world: World) -> None:
    march(world, "north-i", "ridge")
    march(world, "south-i", "ridge")
    turn = world.turn
    seal_turn(turn=turn)
    march_turn(turn=turn, actor="the referee")
    claim = claim_battle(battle_id=Battle.objects.get().pk)
    report = fight_battle(claim)
    back(world, 1)
    before = bytes_of(world.campaign)
    assert not settle_battle(claim=claim, report=report)
    assert bytes_of(world.campaign) == before
    run(world)
    assert not settle_battle(claim=claim, report=report)
    assert BattleResult.objects.count() == 1


def test_a_worker_of_a_battle_that_is_open_again_settles_nothing(with_a_table: World) -> None:
    world = with_a_table
    Battle.objects.update(state="pending", method="auto")
    claim = claim_battle(battle_id=Battle.objects.get().pk)
    report = fight_battle(claim)
    back(world, 3)
    assert Battle.objects.get().state == Battle.State.OPEN
    assert not settle_battle(claim=claim, report=report)
    assert BattleResult.objects.count() == 0


def test_everybody_is_shown_it_and_the_record_outlasts_the_next_roll_back(with_a_table: World) -> None:
    world = with_a_table
    back(world, 3)
    back(world, 1)
    lines = models.ChronicleEntry.objects.filter(kind="rolled-back")
    assert [(line.turn, line.public) for line in lines] == [(3, True), (1, True)]
    assert models.RefereeAct.objects.filter(act__startswith="took the war back", reason="A wrong order").count() == 2
    undone = models.RollBack.objects.get(number=1)
    assert {(state.kind, state.turn) for state in undone.states.all()} == {("seal", 3), ("undone", 4)}
    assert not models.KeptState.objects.filter(undone_by=None, turn__gte=1).exists()


def test_new_dice_only_by_a_public_act(world: World) -> None:
    first_turn(world)
    seeds = set(Battle.objects.values_list("seed", flat=True))
    back(world, 1, new_dice=True)
    assert (world.turn.attempt, world.turn.opened_attempt) == (2, 1)
    run(world)
    assert seeds.isdisjoint(Battle.objects.values_list("seed", flat=True))
    assert world.turn.attempt == world.turn.opened_attempt == 2
    assert models.RefereeAct.objects.filter(act__endswith="with new dice", secret=False).count() == 1
    back(world, 1)
    assert world.turn.attempt == 2


@pytest.mark.parametrize(
    ("turn", "reason", "sentence"),
    [(1, " ", "Reason:"), (0, "x", "there is no turn 0"), (9, "x", "there is no turn 9"), (2, "x", "has not been run")],
)
def test_a_refusal_names_field_and_remedy(world: World, turn: int, reason: str, sentence: str) -> None:
    run(world)
    with pytest.raises(Refusal, match=sentence):
        roll_back(campaign=world.campaign, turn=turn, reason=reason, user=umpire())


def test_a_state_that_was_tampered_with_is_refused(world: World) -> None:
    first_turn(world)
    piece = world.campaign.kept_pieces.first()
    piece.data = bytes(piece.data)[:-4]
    piece.save()
    before = bytes_of(world.campaign)
    with pytest.raises(Refusal, match="cannot be read any more"):
        back(world, 1)
    assert bytes_of(world.campaign) == before
