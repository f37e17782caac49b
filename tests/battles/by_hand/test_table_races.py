"""A battle on the table when everything comes at once: clocks, results, rulings, concessions. PostgreSQL lets them."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.db import connection
from django.utils import timezone

from base.refusal import Refusal
from battles.audit import audit_battles
from battles.models import Battle, BattleResult
from battles.resolvers.files.battle_file import parse
from battles.resolvers.values.entries import first_entry
from battles.resolvers.values.typed import unhurt
from battles.services.held.choosing import choose_method, concede, hold_battle
from battles.services.held.fallbacks import run_fallbacks
from battles.services.held.settling import settle_typed
from battles.services.held.table import hand_in
from rosters.audit import audit_strength
from tests.factories.battles import roster_battle
from tests.races import RACES, at_once

pytestmark = RACES
ROUNDS = 6
REPO = Path(__file__).resolve().parents[3]


def on_the_table(number: int, *, overdue: bool = True, method: str = "table") -> Battle:
    battle = roster_battle(rules="lgg", seed=f"table race {number}")
    hold_battle(battle=battle, play_by=timezone.now() + timedelta(days=1))
    if method:
        choose_method(battle=battle, method=method)
    if overdue:
        Battle.objects.filter(pk=battle.pk).update(play_by=timezone.now() - timedelta(minutes=1))
    battle.refresh_from_db()
    return battle


def told(battle: Battle, side: int) -> dict[str, Any]:
    return first_entry(parse(battle.file), side) | {"stayed": [True, False], "stage": "after"}


def result_of(battle: Battle, side: int) -> Callable[[], bool]:
    values = told(battle, side)
    return lambda: hand_in(battle=battle, side=side, values=values, by="player")


def ruled(battle: Battle) -> Callable[[], bool]:
    typed = unhurt(parse(battle.file), stage="after").as_dict()
    return lambda: settle_typed(battle=battle, typed=typed, method="ruling")


def refused(answer: Any) -> bool:
    return isinstance(answer, Refusal)


def settled_once(battle: Battle) -> None:
    battle.refresh_from_db()
    assert battle.state == "done"
    assert BattleResult.objects.filter(battle=battle).count() == 1
    assert battle.effects.count() == battle.fielded.count()
    assert audit_battles() == audit_strength() == []


def test_two_clocks_and_more_run_a_fall_back_once():
    for number in range(ROUNDS):
        battle = on_the_table(number)
        assert sum(at_once(*[run_fallbacks] * 4)) == 1
        battle.refresh_from_db()
        assert (battle.state, battle.method, battle.attempt) == ("pending", "auto", 0)


def test_a_result_that_was_taken_is_never_thrown_away_by_the_clock():
    for number in range(ROUNDS):
        battle = on_the_table(number)
        answer, *_ = at_once(result_of(battle, 0), run_fallbacks, run_fallbacks)
        battle.refresh_from_db()
        assert (battle.state, battle.method) == (("pending", "auto") if refused(answer) else ("open", "ruling"))
        assert battle.entries.count() == (0 if refused(answer) else 1)


def test_the_last_result_and_the_clock_settle_it_once_or_leave_it_to_the_program():
    for number in range(ROUNDS):
        battle = on_the_table(number)
        hand_in(battle=battle, side=0, values=told(battle, 0), by="north")
        assert at_once(result_of(battle, 1), run_fallbacks, run_fallbacks)[0] is True
        settled_once(battle)
        assert battle.method == "table"


def test_two_like_results_in_the_same_moment_settle_it_once():
    for number in range(ROUNDS):
        battle = on_the_table(number, overdue=False)
        assert True in at_once(result_of(battle, 0), result_of(battle, 1))
        settled_once(battle)


def test_the_same_result_sent_twice_in_the_same_moment_is_one_result():
    for number in range(ROUNDS):
        battle = on_the_table(number, overdue=False)
        assert at_once(result_of(battle, 0), result_of(battle, 0)) == [False, False]
        assert battle.entries.count() == 1


def test_a_ruling_the_clock_and_the_last_result_settle_it_once():
    for number in range(ROUNDS):
        battle = on_the_table(number)
        hand_in(battle=battle, side=0, values=told(battle, 0), by="north")
        ruling, result, *_ = at_once(ruled(battle), result_of(battle, 1), run_fallbacks)
        settled_once(battle)
        assert refused(ruling) or refused(result)
        assert battle.method == ("table" if refused(ruling) else "ruling")


def test_a_ruling_and_the_clock_settle_it_or_hand_it_to_the_program():
    for number in range(ROUNDS):
        battle = on_the_table(number)
        ruling, *_ = at_once(ruled(battle), run_fallbacks, run_fallbacks)
        if refused(ruling):
            battle.refresh_from_db()
            assert (battle.state, battle.method) == ("pending", "auto")
        else:
            settled_once(battle)


def test_a_field_given_up_while_the_clock_or_the_referee_decides_is_given_up_once_or_not_at_all():
    for number in range(ROUNDS):
        battle = on_the_table(number, method="")
        given_up, _, chosen = at_once(
            partial(concede, battle=battle, side=1), run_fallbacks,
            partial(choose_method, battle=battle, method="table"),
        )  # fmt: skip
        battle.refresh_from_db()
        if refused(given_up):
            assert (battle.state, battle.method) in (("pending", "auto"), ("open", "table"))
            assert not BattleResult.objects.filter(battle=battle).exists()
        else:
            settled_once(battle)
            assert battle.method == "concede"
            assert chosen is None or refused(chosen)


def test_both_sides_give_up_the_field_and_one_of_them_has():
    for number in range(ROUNDS):
        battle = on_the_table(number, method="", overdue=False)
        answers = at_once(*(lambda side=side, battle=battle: concede(battle=battle, side=side) for side in (0, 1)))
        assert sum(refused(answer) for answer in answers) == 1
        settled_once(battle)


def test_two_processes_run_a_fall_back_once():
    battle, database = on_the_table(0), connection.settings_dict
    host = database["HOST"] or "127.0.0.1"
    url = f"postgres://{database['USER']}:{database['PASSWORD']}@{host}:{database['PORT'] or 5432}/{database['NAME']}"
    program = "from battles.services.held.fallbacks import run_fallbacks; print('ran', run_fallbacks())"
    started = [
        subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-c", program], cwd=REPO, stdout=subprocess.PIPE, text=True,
            env=os.environ | {"DATABASE_URL": url},
        )
        for _ in range(2)
    ]  # fmt: skip
    told = [process.communicate(timeout=300)[0] for process in started]
    assert sorted(text.strip().splitlines()[-1] for text in told) == ["ran 0", "ran 1"]
    battle.refresh_from_db()
    assert (battle.state, battle.method) == ("pending", "auto")
