"""A battle counts once: claims, settlements, lost and doubled messages."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from base.refusal import Refusal
from battles import services
from battles.audit import audit_battles
from battles.models import Battle, BattleEffect, BattleResult
from battles.resolvers.core.dice import commitment
from battles.signals import battle_failed, battle_settled
from rosters.audit import audit_strength
from rosters.models import StrengthLine, Unit
from rosters.services import correct_strength
from tests.factories.battles import file_of, roster_battle

pytestmark = [pytest.mark.django_db, pytest.mark.store]


@pytest.fixture
def heard():
    """Every battle_settled and battle_failed of the test."""
    got: list[tuple[str, str]] = []

    def settled(battle: Battle, **_: object) -> None:
        got.append(("settled", battle.key))

    def failed(battle: Battle, **_: object) -> None:
        got.append(("failed", battle.key))

    battle_settled.connect(settled)
    battle_failed.connect(failed)
    yield got
    battle_settled.disconnect(settled)
    battle_failed.disconnect(failed)


def state(battle: Battle) -> str:
    return Battle.objects.values_list("state", flat=True).get(pk=battle.pk)


def expire(battle: Battle) -> None:
    Battle.objects.filter(pk=battle.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_a_battle_is_opened_with_its_field_frozen_and_its_seed_committed_to():
    battle = roster_battle(seed="the secret")
    assert battle.state == "pending"
    assert battle.file["field"] == {"width": 72.0, "depth": 48.0, "pieces": []}
    assert battle.commitment == commitment("the secret")
    assert battle.fielded.count() == 10


def test_HR_15_a_battle_settled_takes_its_losses_from_the_rosters_once(heard):
    battle = roster_battle()
    before = {unit.pk: unit.strength for unit in Unit.objects.all()}
    assert services.run_battle(battle.pk)
    assert not services.run_battle(battle.pk)
    assert (state(battle), heard) == ("done", [("settled", battle.key)])
    effects = list(BattleEffect.objects.all())
    assert len(effects) == 10
    assert sum(effect.lost for effect in effects) > 0
    for effect in effects:
        unit = Unit.objects.get(pk=effect.unit_id)
        assert (before[unit.pk], unit.strength) == (effect.before, effect.after)
    assert audit_battles() == audit_strength() == []


def test_LGG_15_5_amalgamated_units_end_their_biography_in_the_unit_that_took_them():
    battle = next(b for b in (roster_battle(seed=f"s{n}") for n in range(50)) if _amalgamates(b))
    services.run_battle(battle.pk)
    gone = battle.effects.get(fate="amalgamated").unit
    assert (gone.status, gone.strength) == ("merged", 0)
    points = [line.delta for line in gone.lines.filter(cause="amalgamation")]
    assert [-p for p in points] == [line.delta for line in gone.merged_into.lines.filter(cause="amalgamation")]


def _amalgamates(battle: Battle) -> bool:
    from tests.battles.drill import fight

    report = fight(file=_file(battle), seed=battle.seed)
    return any(unit.fate == "amalgamated" for side in report.sides for unit in side.units)


def _file(battle: Battle):
    from battles.resolvers.files.battle_file import parse

    return parse(battle.file)


def test_of_two_claims_one_wins():
    battle = roster_battle()
    first, second = services.claim_battle(battle_id=battle.pk), services.claim_battle(battle_id=battle.pk)
    assert first is not None
    assert second is None
    assert Battle.objects.get().attempt == 1


def test_a_doubled_message_changes_nothing(heard):
    battle = roster_battle()
    claim = services.claim_battle(battle_id=battle.pk)
    report = services.fight_battle(claim)
    assert services.settle_battle(claim=claim, report=report)
    assert not services.settle_battle(claim=claim, report=report)
    assert not services.run_battle(battle.pk)
    assert (BattleResult.objects.count(), heard) == (1, [("settled", battle.key)])
    assert audit_battles() == []


def test_whoever_was_taken_over_cannot_settle(heard):
    battle = roster_battle()
    frozen = services.claim_battle(battle_id=battle.pk)
    report = services.fight_battle(frozen)
    expire(battle)
    taker = services.claim_battle(battle_id=battle.pk)
    assert not services.settle_battle(claim=frozen, report=report)
    assert StrengthLine.objects.filter(cause="battle").count() == 0
    assert services.settle_battle(claim=taker, report=services.fight_battle(taker))
    assert not services.settle_battle(claim=frozen, report=report)
    assert heard == [("settled", battle.key)]
    assert audit_battles() == audit_strength() == []


def test_a_retry_throws_the_same_dice():
    battle = roster_battle()
    first = services.fight_battle(services.claim_battle(battle_id=battle.pk))
    expire(battle)
    assert services.fight_battle(services.claim_battle(battle_id=battle.pk)).digest == first.digest


def test_a_lease_that_stands_is_respected():
    battle = roster_battle()
    services.claim_battle(battle_id=battle.pk)
    assert services.reconcile().freed == 0
    assert services.claim_battle(battle_id=battle.pk) is None


def test_an_error_in_a_receiver_undoes_the_whole_settlement():
    battle = roster_battle()

    def broken(**_: object) -> None:
        raise RuntimeError("the campaign could not take it")

    battle_settled.connect(broken)
    try:
        assert not services.run_battle(battle.pk)
    finally:
        battle_settled.disconnect(broken)
    row = Battle.objects.get()
    assert (row.state, row.attempt) == ("pending", 1)
    assert "the campaign could not take it" in row.error
    assert BattleResult.objects.count() == BattleEffect.objects.count() == 0
    assert StrengthLine.objects.filter(cause="battle").count() == 0
    assert services.run_battle(battle.pk)
    assert audit_battles() == audit_strength() == []


def test_after_the_last_attempt_the_referee_is_asked_and_may_have_it_tried_again(heard, settings):
    settings.BIVOUAC_BATTLE_ATTEMPTS = 2
    battle = roster_battle()

    def broken(**_: object) -> None:
        raise RuntimeError("no")

    battle_settled.connect(broken)
    try:
        services.run_battle(battle.pk)
        assert state(battle) == "pending"
        services.run_battle(battle.pk)
    finally:
        battle_settled.disconnect(broken)
    battle.refresh_from_db()
    assert battle.state == "failed"
    assert battle.error.startswith("2 attempts went wrong (RuntimeError: no).")
    assert heard.count(("failed", battle.key)) == 1
    assert not services.run_battle(battle.pk)
    services.retry_battle(battle=battle)
    assert services.run_battle(battle.pk)
    assert audit_battles() == []


def test_a_battle_that_kills_its_worker_every_time_is_not_tried_for_ever(heard, settings):
    settings.BIVOUAC_BATTLE_ATTEMPTS = 3
    battle = roster_battle()
    for _ in range(3):
        assert services.claim_battle(battle_id=battle.pk)
        expire(battle)
    assert services.claim_battle(battle_id=battle.pk) is None
    assert (services.reconcile().failed, heard) == (1, [("failed", battle.key)])
    assert Battle.objects.get().error.startswith("3 attempts ended without a result")


def test_only_a_failed_battle_is_tried_again():
    battle = roster_battle()
    services.run_battle(battle.pk)
    with pytest.raises(Refusal, match="has not failed"):
        services.retry_battle(battle=battle)
    assert state(battle) == "done"


def test_a_roster_changed_meanwhile_is_a_refusal_for_the_referee():
    battle = roster_battle()
    unit = battle.fielded.get(file_id="f1").unit
    correct_strength(unit=unit, strength=1, reason="typing error", actor="the referee")
    assert not services.run_battle(battle.pk)
    battle.refresh_from_db()
    assert battle.state == "failed"
    assert "went into the battle with 4 strength points and its roster shows 1" in battle.error
    correct_strength(unit=unit, strength=4, reason="typed back", actor="the referee")
    services.retry_battle(battle=battle)
    assert services.run_battle(battle.pk)
    assert audit_battles() == audit_strength() == []


def test_a_waiting_battle_is_not_fought_before_it_has_its_file(heard):
    battle = roster_battle(waiting=True)
    assert not services.fight_here(battle)
    units = {row.file_id: row.unit for row in battle.fielded.select_related("unit") if row.file_id != "f1"}
    file = file_of([units[f"f{n}"] for n in range(2, 7)], [units[f"a{n}"] for n in range(1, 5)])
    ids = {f"f{n}": units[f"f{n + 1}"] for n in range(1, 6)} | {f"a{n}": units[f"a{n}"] for n in range(1, 5)}
    services.refreeze_battle(battle=battle, file=file, unit_ids=ids)
    with pytest.raises(Refusal, match="is no longer waiting"):
        services.refreeze_battle(battle=battle, file=file, unit_ids=ids)
    assert services.fight_here(battle)
    assert (BattleEffect.objects.count(), heard) == (9, [("settled", battle.key)])


def test_the_database_itself_refuses_a_second_result_and_a_second_effect():
    services.run_battle(roster_battle().pk)
    result, effect = BattleResult.objects.get(), BattleEffect.objects.first()
    for row in (result, effect):
        row.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save(force_insert=True)


def test_units_that_the_file_does_not_know_cannot_be_fielded():
    unit = roster_battle().fielded.first().unit
    with pytest.raises(ValueError, match="x9"):
        services.create_battle(name="x", file=file_of(), field_seed="f", seed="s", reference="", unit_ids={"x9": unit})


def test_the_audit_sees_what_was_tampered_with():
    services.run_battle(roster_battle().pk)
    StrengthLine.objects.filter(cause="battle").order_by("pk").last().delete()
    assert any("the ledger shows" in line for line in audit_battles())
    BattleResult.objects.update(digest="sha256:other")
    assert any("digest is not that of the journal" in line for line in audit_battles())
    Battle.objects.update(seed="another")
    assert any("not the one that was committed to" in line for line in audit_battles())


def test_the_audit_sees_a_claim_to_a_result_without_settlement():
    services.run_battle(roster_battle().pk)
    Battle.objects.update(state="running", claim=uuid.uuid4(), lease_until=timezone.now())
    assert any("and yet has a result" in line for line in audit_battles())
