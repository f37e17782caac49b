"""A battle on the table: chosen, typed in by both, settled once; or fought by the program when time is up."""

from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from base.refusal import Refusal
from battles.models import Battle, BattleEffect, BattleResult, TableNote
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import Part, first_entry
from battles.selectors import report_of
from battles.services import run_battle
from battles.services.held.choosing import choose_method, concede, hold_battle, set_terms, wish_method
from battles.services.held.fallbacks import run_fallbacks
from battles.services.held.table import entries_of, hand_in, save_draft
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


def hand(battle: Battle, side: int, **changes: Any) -> bool:
    """A side hands in that nothing befell it, but for the changes."""
    return hand_in(battle=battle, side=side, values=told(battle, side, **changes), by=("north", "south")[side])


def time_is_up(battle: Battle) -> None:
    Battle.objects.filter(pk=battle.pk).update(play_by=timezone.now() - timedelta(minutes=1))


def waited(battle: Battle, hours: int) -> None:
    """What was handed in has waited so long for the other side."""
    battle.entries.update(handed_in_at=timezone.now() - timedelta(hours=hours))


def be_patient(battle: Battle) -> None:
    set_terms(battle=battle, play_by=None, fallback="auto", patience=48)


@pytest.mark.parametrize(("wishes", "left"), [
    ([], ("open", "open")), ([(0, "table", False)], ("open", "open")),
    ([(0, "table", False), (1, "auto", False)], ("open", "open")),
    ([(0, "table", False), (1, "auto", False), (1, "table", True)], ("open", "table")),
    ([(0, "table", False), (1, "table", True), (0, "auto", False)], ("open", "table")),
    ([(0, "auto", False), (1, "auto", True)], ("pending", "auto")),
])  # fmt: skip
def test_no_worker_takes_a_battle_before_the_wishes_of_both_sides_decide(battle: Battle, wishes, left) -> None:
    for side, method, decided in wishes:
        assert wish_method(battle=battle, side=side, method=method, by="somebody") == decided
    assert state(battle) == left
    assert run_battle(battle.pk) == (left[0] == "pending")


def test_a_choice_ends_the_wishes_from_before_it(battle: Battle) -> None:
    wish_method(battle=battle, side=1, method="auto", by="south")
    choose_method(battle=battle, method="table")
    assert not battle.wishes.exists()
    assert not wish_method(battle=battle, side=0, method="auto", by="north")
    assert state(battle) == ("open", "table")
    assert wish_method(battle=battle, side=1, method="auto", by="south")
    assert state(battle) == ("pending", "auto")


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
    hand(table, 0)
    assert not hand(table, 1, days=2)
    assert not hand(table, 1, foe_left=1)
    assert state(table) == ("open", "table")
    assert hand(table, 1)


def test_a_second_hand_over_of_a_settled_battle_is_refused_and_counts_once(table: Battle) -> None:
    hand(table, 0)
    hand(table, 1)
    with pytest.raises(Refusal, match="has been settled; a battle counts once"):
        hand(table, 1)
    assert BattleResult.objects.count() == 1
    assert BattleEffect.objects.count() == table.fielded.count()


def test_the_strength_of_the_enemy_cannot_be_felt_for(table: Battle) -> None:
    assert not any(hand(table, 0, foe_left=guess) for guess in (0, 5, 9999))


def test_results_are_taken_only_where_the_table_was_chosen(battle: Battle) -> None:
    for hand_over in (hand_in, save_draft):
        with pytest.raises(Refusal, match="choose the table first"):
            hand_over(battle=battle, side=0, values=told(battle, 0), by="north")


def noted(table: Battle) -> None:
    TableNote.objects.create(battle=table, number=1, side=0, kind="deploy", values={}, by="north")


def drafted(table: Battle) -> None:
    hand(table, 0)
    save_draft(battle=table, side=0, values=told(table, 0), by="north")
    wish_method(battle=table, side=1, method="auto", by="south")


def left_to_the_referee(table: Battle) -> None:
    set_terms(battle=table, play_by=None, fallback="ruling", patience=None)


@pytest.mark.parametrize("played", [noted, drafted, left_to_the_referee, lambda table: hand(table, 0)])
def test_when_time_is_up_the_referee_rules_what_was_played_noted_or_left_to_him(table: Battle, played) -> None:
    played(table)
    time_is_up(table)
    assert (run_fallbacks(), run_fallbacks()) == (1, 0)
    assert state(table) == ("open", "ruling")
    assert not table.wishes.exists()
    if table.entries.exists():
        if table.entries.filter(handed_in_at=None).exists():
            hand(table, 0)
        assert hand(table, 1)
        assert state(table) == ("done", "table")


def test_when_time_is_up_the_fall_back_runs_once_and_results_come_too_late(table: Battle) -> None:
    time_is_up(table)
    assert (run_fallbacks(), run_fallbacks()) == (1, 0)
    assert state(table) == ("pending", "auto")
    with pytest.raises(Refusal, match="is being fought by the program"):
        hand(table, 0)
    assert run_battle(table.pk)
    with pytest.raises(Refusal, match="has been settled"):
        hand(table, 0)


def test_a_battle_that_the_referee_rules_stays_his_when_time_is_up(table: Battle) -> None:
    be_patient(table)
    choose_method(battle=table, method="ruling")
    time_is_up(table)
    assert run_fallbacks() == 0
    hand(table, 0)
    waited(table, 49)
    assert run_fallbacks() == 0
    assert state(table) == ("open", "ruling")


def test_a_clock_asks_once_for_all_battles_whose_time_has_not_come(table: Battle, django_assert_num_queries) -> None:
    """Neither a result that waits for nobody's patience nor one that is left to the referee for good costs a lock."""
    hand(table, 0)
    for late, run in ((False, 0), (True, 1), (True, 0)):
        if late:
            time_is_up(table)
        with nullcontext() if run else django_assert_num_queries(1):
            assert run_fallbacks() == run


def test_one_result_stands_alone_after_the_referees_patience(table: Battle) -> None:
    be_patient(table)
    foe = sum(points for key, points in strengths(table).items() if key.startswith("a"))
    hand(table, 0, foe_left=foe - 2)
    assert run_fallbacks() == 0
    waited(table, 49)
    assert run_fallbacks() == 1
    assert state(table) == ("done", "table")
    assert sum(points for key, points in strengths(table).items() if key.startswith("a")) == foe - 2


def test_a_lone_result_that_cannot_be_goes_to_the_referee_with_the_reason(table: Battle) -> None:
    be_patient(table)
    hand(table, 0)
    values = table.entries.get().values
    values["units"][next(iter(values["units"]))]["strength"] = 99
    table.entries.update(values=values)
    waited(table, 49)
    assert (run_fallbacks(), run_fallbacks()) == (1, 0)
    assert state(table) == ("open", "ruling")
    assert "cannot stand alone" in table.error
    assert "99" in table.error


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


def parties(battle: Battle) -> tuple[Part, Part]:
    """The attacker's units shared between two allies; the first one's general commands."""
    ids = [unit.id for unit in parse(battle.file).sides[0].units]
    return Part("austria", 0, tuple(ids[:2]), (0,)), Part("prussia", 0, tuple(ids[2:]), ())


def told_by(battle: Battle, part: Part, **changes: Any) -> dict[str, Any]:
    values = first_entry(parse(battle.file), part.number, part)
    return values | {"stayed": [True, False], "stage": "after"} | changes


def test_a_side_of_allies_has_told_its_result_when_each_has_told_his_own(table: Battle) -> None:
    austria, prussia = parties(table)
    before, mine = strengths(table), told_by(table, prussia)
    mine["units"][prussia.units[0]] = {"strength": before[prussia.units[0]] - 1, "fate": "stands"}
    assert not hand_in(battle=table, side=0, part=austria, values=told_by(table, austria), by="franz")
    assert not hand_in(battle=table, side=1, values=told(table, 1), by="south")
    assert state(table) == ("open", "table")
    assert hand_in(battle=table, side=0, part=prussia, values=mine, by="friedrich")
    assert strengths(table) == before | {prussia.units[0]: before[prussia.units[0]] - 1}


def test_allies_who_contradict_each_other_settle_nothing(table: Battle) -> None:
    austria, prussia = parties(table)
    hand_in(battle=table, side=0, part=austria, values=told_by(table, austria, days=2), by="franz")
    hand_in(battle=table, side=1, values=told(table, 1), by="south")
    assert not hand_in(battle=table, side=0, part=prussia, values=told_by(table, prussia), by="friedrich")
    assert hand_in(battle=table, side=0, part=austria, values=told_by(table, austria), by="franz")


def test_nobody_types_for_his_ally_or_learns_what_he_has(table: Battle) -> None:
    austria, prussia = parties(table)
    sentences = []
    for key in (prussia.units[0], "a1", "f99"):
        values = told_by(table, austria)
        values["units"][key] = {"strength": 1, "fate": "stands"}
        with pytest.raises(Refusal) as refused:
            hand_in(battle=table, side=0, part=austria, values=values, by="franz")
        sentences.append(str(refused.value).removeprefix(key))
    assert len(set(sentences)) == 1
    values = told_by(table, prussia, leaders=["unhurt"])
    with pytest.raises(Refusal, match="each of your 0 generals, and of no other"):
        hand_in(battle=table, side=0, part=prussia, values=values, by="friedrich")
    assert not table.entries.exists()


def test_what_one_ally_has_told_stands_and_only_the_silent_ones_losses_are_reckoned(table: Battle) -> None:
    set_terms(battle=table, play_by=None, fallback="auto", patience=48)
    austria, prussia = parties(table)
    before, mine = strengths(table), told_by(table, austria)
    mine["units"][austria.units[0]] = {"strength": 1, "fate": "stands"}
    hand_in(battle=table, side=0, part=austria, values=mine, by="franz")
    kept = sum(before[key] for key in austria.units) - before[austria.units[0]] + 1
    silent = sum(before[key] for key in prussia.units)
    hand_in(battle=table, side=1, values=told(table, 1, foe_left=kept + silent - 2), by="south")
    assert run_fallbacks() == 0
    table.entries.update(handed_in_at=timezone.now() - timedelta(hours=49))
    assert run_fallbacks() == 1
    after = strengths(table)
    assert [after[key] for key in austria.units] == [1, *(before[key] for key in austria.units[1:])]
    assert sum(after[key] for key in prussia.units) == silent - 2


def test_a_lone_result_without_patience_waits_for_the_referee(table: Battle) -> None:
    hand(table, 0)
    waited(table, 9600)
    assert run_fallbacks() == 0
    assert state(table) == ("open", "table")


def test_patience_counts_from_the_last_word(table: Battle) -> None:
    be_patient(table)
    austria, _ = parties(table)
    hand(table, 1)
    waited(table, 49)
    hand_in(battle=table, side=0, part=austria, values=told_by(table, austria), by="franz")
    assert run_fallbacks() == 0
    assert [entry.part.key for entry in entries_of(table)] == ["austria", ""]
