"""The benchmark: its judgement of figures, and that it can measure every one of them."""

import json
from collections import Counter
from contextlib import nullcontext, suppress
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction

from battles.management.answers import No
from battles.resolvers import readiness
from battles.resolvers.lgg.files.filling import fill
from battles.resolvers.lgg.machine.machine import advance
from battles.resolvers.lgg.record.profile import shipped_profile
from battles.resolvers.lgg.record.setup import add_piece
from bench.dice_offs import dice_offs_a_second
from bench.figure import AT_LEAST, AT_MOST, BETWEEN, MISSED, OK, REPORTED, SKIPPED, Figure, skipped
from bench.floors import STEPS, floor_us, journal_us
from bench.programs.armies import battle_of
from bench.programs.floor import costs
from bench.programs.floor_counts import mean_counts, on_the_way, weighed
from bench.rates import exponent
from bench.spare import spare_database
from bench.table import as_text
from rosters.rules.refusal import Refusal
from tests.battles.resolvers.lgg.stage import stage, stand

KEYS = {"key", "name", "seen", "unit", "limit", "high", "sense", "of_limit", "memory_mb", "state", "note"}
PROMISED = {
    "battles_one_core", "battles_fields", "battles_two_cores", "compiled_gain", "growth", "times_floor", "journal_cost",
    "peer_triplea", "peer_openspiel", "peer_chess", "peer_diplomacy", "settled", "map",
    "forecast", "forecast_first", "worker_memory", "compare_first", "compare_all",
}  # fmt: skip


@pytest.mark.parametrize(
    ("seen", "sense", "high", "state"),
    [(10, AT_LEAST, None, OK), (9.9, AT_LEAST, None, MISSED), (10, AT_MOST, None, OK), (10.1, AT_MOST, None, MISSED),
     (12, BETWEEN, 12, OK), (12.1, BETWEEN, 12, MISSED), (9.9, BETWEEN, 12, MISSED), (None, AT_MOST, None, SKIPPED)],
)  # fmt: skip
def test_a_figure_is_judged_by_its_limit(seen, sense, high, state):
    figure = Figure("x", "x", seen, "", 10, sense, high)
    assert (figure.state, figure.failed) == (state, state == MISSED)


def test_a_figure_without_a_limit_and_a_band_never_fail():
    assert Figure("x", "x", 3).state == REPORTED
    assert not Figure("x", "x", 3, "", 10, BETWEEN, 12, binding=False).failed


def test_the_share_of_the_limit_is_what_was_seen_over_it():
    assert Figure("x", "x", 45, "", 1800).of_limit == 0.025
    assert skipped("x", "x", "why").of_limit is None


def test_the_exponent_of_a_power_is_its_power():
    assert exponent({size: 3 * size**1.5 for size in (8, 16, 24, 40)}) == pytest.approx(1.5)


def test_floor_and_journal_are_counts_times_costs():
    counts = {"look": 500.0, "distance": 100.0, "weighing": 200.0, "room": 10.0, "box": 60.0, "share": 3.0,
              "die": 30.0, "row": 40.0}  # fmt: skip
    costs = {"look": 1.0, "distance": 10.0, "weighing": 5.0, "room": 8.0, "box": 2.0, "share": 50.0, "die": 2.0,
             "throw": 5.0, "row": 4.0}  # fmt: skip
    measured = {"counts": counts, "nanoseconds": costs}
    assert floor_us(measured) == (500 + 1000 + 1000 + 80 + 120 + 150 + 60 + 160) / 1000
    assert journal_us(measured) == (40 * 4 + 30 * (5 - 2)) / 1000


def test_an_attack_alone_is_weighed_in_front_and_flank_and_two_together_once_more():
    battle = stage()
    own = np.array([stand(battle, 0, "line_inf", x, 10.0) for x in (20.0, 24.0)])
    near, far = stand(battle, 1, "line_inf", 22.0, 20.0), stand(battle, 1, "line_inf", 60.0, 40.0)
    assert weighed(battle, own, np.array([near, far])) == Counter(weighing=2 * 2 + 1, look=4)
    assert weighed(battle, own[:1], np.array([near, far])) == Counter(weighing=2, look=4)
    gun = stand(battle, 0, "heavy_art", 28.0, 12.0)
    assert weighed(battle, np.array([gun]), np.array([near, far])) == Counter(weighing=1, look=5)


def test_a_way_asks_whose_circles_and_which_boxes_it_meets():
    battle = stage()
    unit = stand(battle, 0, "line_inf", 20.0, 10.0)
    stand(battle, 0, "line_inf", 24.0, 12.0)
    stand(battle, 1, "line_inf", 60.0, 40.0)
    add_piece(battle, "obstacle", [(10.0, 14.0), (22.0, 14.0), (40.0, 40.0)], halt=True)
    add_piece(battle, "rough", [(18.0, 17.0), (24.0, 17.0), (24.0, 22.0), (18.0, 22.0)])
    asked = on_the_way(battle, unit, np.array([20.0, 10.0]), np.array([20.0, 18.0]))
    assert asked == Counter(look=2, room=1 + 2, box=2 + 2, share=1)
    stand(battle, 1, "line_inf", 26.0, 24.0)
    asked = on_the_way(battle, unit, np.array([20.0, 10.0]), np.array([20.0, 18.0]))
    assert asked == Counter(look=3, room=1 + 2, box=2 + 2, share=1, distance=4)


def test_every_step_of_the_floor_is_counted_in_a_battle_and_timed():
    template = fill(battle_of(8), "bench", shipped_profile())
    battle = template.copy()
    advance(battle)
    timed = {name: act() for name, _, act in costs(battle)}
    counts = mean_counts(template, 1)
    assert set(STEPS) <= set(counts)
    assert set(STEPS) | {"throw"} == set(timed)
    assert min(counts[step] for step in STEPS) > 0


@pytest.mark.parametrize("units", [8, 24, 40])
def test_the_measured_armies_have_the_size_they_are_called_by(units):
    assert [len(side.units) for side in battle_of(units).sides] == [units, units]


def test_a_peer_that_is_not_installed_is_a_sentence(tmp_path: Path):
    with pytest.raises(Refusal, match=r"^not installed: .*triplea\.jar"):
        dice_offs_a_second(share=tmp_path, units=40, runs=1)


def test_the_table_names_what_was_missed():
    text = as_text([Figure("a", "fast", 1.5, "times", 2), skipped("b", "other", "not installed: b")])
    assert "fast    1.5 times  at least 2  0.75              missed" in text
    assert "skipped\n    not installed: b" in text


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.django_db(transaction=True)
def test_what_the_benchmark_writes_is_not_kept(inside: bool):
    with transaction.atomic() if inside else nullcontext():
        _write_in_vain()


def _write_in_vain():
    with spare_database() as spare:
        User.objects.create(username="bench")
        assert spare.address == "" or str(connection.settings_dict["NAME"]) in spare.address
    assert not User.objects.filter(username="bench").exists()


@pytest.mark.django_db
@pytest.mark.skipif(not readiness.is_ready(), reason="the rules are not compiled: manage.py compile_kernels does it")
def test_every_figure_can_be_measured():
    out = StringIO()
    with suppress(No):
        call_command("bench", "--quick", "--json", stdout=out)
    document = json.loads(out.getvalue())
    assert document.keys() == {"format", "quick", "python", "cores", "load", "missed", "figures"}
    assert {frozenset(figure) for figure in document["figures"]} == {frozenset(KEYS)}
    assert {figure["key"] for figure in document["figures"]} >= PROMISED
    assert {figure["key"] for figure in document["figures"] if figure["state"] == MISSED} >= set(document["missed"])
