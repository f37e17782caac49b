"""Many workers reach for the same battles at once; only a database that lets them can show that."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.contrib.auth.models import User
from django.db import connections

from base.refusal import Refusal
from battles.audit import audit_battles
from battles.models import Battle, Forecast
from battles.resolvers.forecasts.forecast import Question, question_from, tally_runs
from battles.selectors import notes_of
from battles.services import ask_forecast, create_one_off, reconcile, run_battle, run_chunk
from battles.services.forecasting.forecasts import UNFINISHED_AT_ONCE as FORECASTS_AT_ONCE
from battles.services.held.companion import create_by_hand, note_down
from battles.services.opening import UNFINISHED_AT_ONCE as BATTLES_AT_ONCE
from rosters.audit import audit_strength
from tests.factories.battles import file_of, roster_battle
from tests.races import RACES

pytestmark = RACES
WORKERS = 8


def together(act, arguments) -> list[Any]:
    """What ``act`` answers when many threads call it, each on its own connection."""

    def once(argument):
        try:
            return act(argument)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(once, arguments))


def test_each_of_three_battles_is_settled_by_one_of_eight_workers():
    battles = [roster_battle(seed=f"race {n}") for n in range(3)]
    assert together(run_battle, [battle.pk for battle in battles for _ in range(WORKERS)]).count(True) == 3
    assert Battle.objects.filter(state="done", attempt=1).count() == 3
    assert audit_battles() == audit_strength() == []


def test_two_battles_over_the_same_units_cannot_both_take_their_toll():
    first = roster_battle(seed="race")
    second = Battle.objects.get(pk=first.pk)
    second.pk, second.key = None, "copyofthe234"
    second.save(force_insert=True)
    for row in list(first.fielded.all()):
        row.pk, row.battle = None, second
        row.save(force_insert=True)
    assert together(run_battle, [first.pk, second.pk]).count(True) == 1
    assert sorted(Battle.objects.values_list("state", flat=True)) == ["done", "failed"]
    assert audit_battles() == audit_strength() == []


def test_reconciling_from_everywhere_at_once_frees_a_dead_claim_once():
    battle = roster_battle()
    dead = "|".join([_machine_of_this_process(), "999999999:1", "999999998:1"])
    Battle.objects.update(
        state="running", claim="00000000-0000-0000-0000-000000000001", holder=dead, attempt=1,
        lease_until="2100-01-01T00:00Z",
    )  # fmt: skip
    assert sum(together(lambda _: reconcile().freed, range(WORKERS))) == 1
    battle.refresh_from_db()
    assert battle.attempt == 0
    assert run_battle(battle.pk)


def _machine_of_this_process() -> str:
    from base.rows.holder import this_process

    return this_process().partition("|")[0]


def test_eight_workers_add_every_run_of_a_forecast_once():
    forecast = ask_forecast(scope="race", question=Question(file_of()), runs=4000, name="Bautzen")
    while chunks := list(forecast.chunks.filter(state="pending").values_list("pk", flat=True)):
        together(run_chunk, [chunk for chunk in chunks for _ in range(3)])
    forecast.refresh_from_db()
    assert (forecast.state, forecast.runs_done) == ("done", 4000)
    assert forecast.tally == tally_runs(question_from(forecast.question), forecast.seed, 0, 4000).as_dict()


def test_the_same_question_asked_by_eight_at_once_is_one_forecast():
    question = Question(file_of())
    asked = together(lambda _: ask_forecast(scope="race", question=question, runs=900, name="B").pk, range(WORKERS))
    assert len(set(asked)) == 1
    assert sorted(Forecast.objects.get().chunks.values_list("start", "count")) == [(0, 500), (500, 400)]


def test_nobody_has_more_unfinished_forecasts_than_six_however_fast_he_asks():
    def ask(runs):
        try:
            return ask_forecast(scope="race", question=Question(file_of()), runs=runs, name="B").pk
        except Refusal:
            return None

    assert len([pk for pk in together(ask, range(1, 3 * FORECASTS_AT_ONCE)) if pk]) == FORECASTS_AT_ONCE
    assert Forecast.objects.filter(scope="race", state="running").count() == FORECASTS_AT_ONCE


def test_nobody_has_more_unfought_battles_of_his_own_than_twenty_however_fast_he_clicks():
    owner = User.objects.create_user("clicker")

    def begin(number):
        try:
            return create_one_off(file=file_of(), seed=str(number), owner=owner).pk
        except Refusal:
            return None

    together(begin, range(BATTLES_AT_ONCE + 12))
    assert Battle.objects.filter(owner=owner).count() == BATTLES_AT_ONCE


def test_eight_phones_that_spend_the_same_action_spend_it_once():
    owner = User.objects.create_user("owner")
    battle = create_by_hand(file=file_of(rules="lgg", weather="normal", ground="hard"), seed="race", owner=owner)
    said: list[tuple[str, dict[str, Any]]]
    said = [("deploy", {"side": 0}), ("deploy", {"side": 1}), ("day", {}), ("roll", {"side": 0, "dice": [6, 6]}),
            ("roll", {"side": 1, "dice": [1, 1]})]  # fmt: skip
    for seen, (kind, values) in enumerate(said):
        note_down(battle=battle, side=None, kind=kind, values=values, seen=seen, by="owner")

    def spend(_) -> str:
        try:
            note_down(battle=battle, side=None, kind="spend", values={"amount": 1}, seen=5, by="owner")
        except Refusal as refusal:
            return str(refusal).partition(".")[0]
        return "written"

    told, late = together(spend, range(WORKERS)), "Meanwhile owner has noted actions (note 6)"
    assert sorted(told) == [late] * (WORKERS - 1) + ["written"]
    assert [note.number for note in notes_of(battle)] == [1, 2, 3, 4, 5, 6]
