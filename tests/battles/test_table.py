"""A battle on the table: chosen, typed in by both, settled once; or fought by the program when time is up."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from battles.models import Battle, BattleEffect, BattleResult
from battles.resolvers.battle_file import parse
from battles.resolvers.entries import first_entry
from battles.selectors import report_of
from battles.services import run_battle
from battles.services.table import (
    choose_method,
    concede,
    hand_in,
    hold_battle,
    run_fallbacks,
    save_draft,
    set_terms,
    wish_method,
)
from rosters.rules.refusal import Refusal
from tests.factories.battles import roster_battle

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    battle = roster_battle(rules="lgg")
    hold_battle(battle=battle, play_by=timezone.now() + timedelta(days=7))
    return battle


@pytest.fixture
def table(battle: Battle) -> Battle:
    choose_method(battle=battle, method="table")
    return battle


def told(battle: Battle, side: int, **changes: Any) -> dict[str, Any]:
    return first_entry(parse(battle.file), side) | {"stayed": [True, False], "stage": "after"} | changes


def state(battle: Battle) -> tuple[str, str]:
    battle.refresh_from_db()
    return battle.state, battle.method


def strengths(battle: Battle) -> dict[str, int]:
    return {row.file_id: row.unit.strength for row in battle.fielded.select_related("unit")}


def test_a_battle_with_the_players_is_fought_by_no_worker(battle: Battle) -> None:
    assert not run_battle(battle.pk)
    assert state(battle) == ("open", "open")


def test_both_sides_wishes_decide_and_one_alone_does_not(battle: Battle) -> None:
    assert not wish_method(battle=battle, side=0, method="table", by="north")
    assert state(battle) == ("open", "open")
    assert not wish_method(battle=battle, side=1, method="auto", by="south")
    assert state(battle) == ("open", "open")
    assert wish_method(battle=battle, side=1, method="table", by="south")
    assert state(battle) == ("open", "table")


def test_wishes_for_auto_resolve_hand_it_to_the_workers(battle: Battle) -> None:
    wish_method(battle=battle, side=0, method="auto", by="north")
    wish_method(battle=battle, side=1, method="auto", by="south")
    assert state(battle) == ("pending", "auto")
    assert run_battle(battle.pk)


def test_two_like_results_settle_it(table: Battle) -> None:
    before = strengths(table)
    first = next(key for key in before if key.startswith("f"))
    one = told(table, 0)
    one["units"][first] = {"strength": before[first] - 1, "fate": "stands"}
    assert not hand_in(battle=table, side=0, values=one, by="north")
    assert state(table) == ("open", "table")
    assert hand_in(battle=table, side=1, values=told(table, 1), by="south")
    assert state(table) == ("done", "table")
    assert strengths(table) == before | {first: before[first] - 1}
    report = report_of(table)
    assert report is not None
    assert report.outcome.winner == report.sides[0].name


def test_results_that_differ_settle_nothing_until_they_agree(table: Battle) -> None:
    hand_in(battle=table, side=0, values=told(table, 0), by="north")
    assert not hand_in(battle=table, side=1, values=told(table, 1, days=2), by="south")
    assert not hand_in(battle=table, side=1, values=told(table, 1, foe_left=1), by="south")
    assert state(table) == ("open", "table")
    assert hand_in(battle=table, side=1, values=told(table, 1), by="south")


def test_a_second_hand_over_of_a_settled_battle_is_refused_and_counts_once(table: Battle) -> None:
    hand_in(battle=table, side=0, values=told(table, 0), by="north")
    hand_in(battle=table, side=1, values=told(table, 1), by="south")
    with pytest.raises(Refusal, match="has been settled; a battle counts once"):
        hand_in(battle=table, side=1, values=told(table, 1), by="south")
    assert BattleResult.objects.count() == 1
    assert BattleEffect.objects.count() == table.fielded.count()


def test_a_result_that_cannot_be_leaves_everything_as_it_was(table: Battle) -> None:
    one = told(table, 0)
    key = next(iter(one["units"]))
    one["units"][key] = {"strength": 6, "fate": "stands"}
    with pytest.raises(Refusal, match="more than the"):
        hand_in(battle=table, side=0, values=one, by="north")
    assert not table.entries.exists()


def test_the_strength_of_the_enemy_cannot_be_felt_for(table: Battle) -> None:
    for guess in (0, 5, 9999):
        assert not hand_in(battle=table, side=0, values=told(table, 0, foe_left=guess), by="north")


def test_results_are_taken_only_where_the_table_was_chosen(battle: Battle) -> None:
    with pytest.raises(Refusal, match="choose the table first"):
        hand_in(battle=battle, side=0, values=told(battle, 0), by="north")
    with pytest.raises(Refusal, match="choose the table first"):
        save_draft(battle=battle, side=0, values={}, by="north")


def test_when_time_is_up_the_fall_back_runs_once_and_results_come_too_late(table: Battle) -> None:
    Battle.objects.filter(pk=table.pk).update(play_by=timezone.now() - timedelta(minutes=1))
    assert (run_fallbacks(), run_fallbacks()) == (1, 0)
    assert state(table) == ("pending", "auto")
    with pytest.raises(Refusal, match="is being fought by the program"):
        hand_in(battle=table, side=0, values=told(table, 0), by="north")
    assert run_battle(table.pk)
    with pytest.raises(Refusal, match="has been settled"):
        hand_in(battle=table, side=0, values=told(table, 0), by="north")


def test_a_fall_back_to_the_referee_keeps_it_open(table: Battle) -> None:
    set_terms(battle=table, play_by=None, fallback="ruling", patience=None)
    Battle.objects.filter(pk=table.pk).update(play_by=timezone.now() - timedelta(minutes=1))
    assert (run_fallbacks(), run_fallbacks()) == (1, 0)
    assert state(table) == ("open", "ruling")


def test_no_fall_back_where_a_result_has_been_handed_in(table: Battle) -> None:
    hand_in(battle=table, side=0, values=told(table, 0), by="north")
    Battle.objects.filter(pk=table.pk).update(play_by=timezone.now() - timedelta(minutes=1))
    assert run_fallbacks() == 0


def test_one_result_stands_alone_after_the_referees_patience(table: Battle) -> None:
    set_terms(battle=table, play_by=None, fallback="auto", patience=48)
    before = strengths(table)
    foe = sum(points for key, points in before.items() if key.startswith("a"))
    hand_in(battle=table, side=0, values=told(table, 0, foe_left=foe - 2), by="north")
    assert run_fallbacks() == 0
    table.entries.update(handed_in_at=timezone.now() - timedelta(hours=49))
    assert run_fallbacks() == 1
    assert state(table) == ("done", "table")
    assert sum(points for key, points in strengths(table).items() if key.startswith("a")) == foe - 2


def test_a_side_that_concedes_leaves_the_field_and_is_pursued(battle: Battle) -> None:
    assert concede(battle=battle, side=1)
    assert state(battle) == ("done", "concede")
    report = report_of(battle)
    assert report is not None
    assert report.outcome.winner == report.sides[0].name
    with pytest.raises(Refusal, match="has been settled"):
        concede(battle=battle, side=0)


def test_a_battle_being_fought_cannot_be_taken_to_the_table(battle: Battle) -> None:
    choose_method(battle=battle, method="auto")
    run_battle(battle.pk)
    with pytest.raises(Refusal, match="has been settled"):
        choose_method(battle=battle, method="table")
