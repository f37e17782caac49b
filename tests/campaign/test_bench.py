"""The benchmark: its judgement of figures, and that it can measure every one of them."""

import json
from contextlib import nullcontext, suppress
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection, transaction

from base.refusal import Refusal
from battles.management.answers import No
from battles.resolvers.contract import readiness
from lab.bench.league.peers import dice_offs_a_second
from lab.bench.programs.answering import battle_of
from lab.bench.rates import exponent
from lab.bench.spare import spare_database
from lab.bench.table import AT_LEAST, AT_MOST, MISSED, OK, REPORTED, SKIPPED, Figure, as_text, skipped

KEYS = {"key", "name", "seen", "unit", "limit", "sense", "of_limit", "memory_mb", "state", "note"}
PROMISED = {
    "battles_one_core", "battles_two_cores", "compiled_gain", "growth", "peer_triplea", "peer_openspiel",
    "peer_chess", "settled", "map", "forecast", "forecast_first", "worker_memory",
}  # fmt: skip


@pytest.mark.parametrize(
    ("seen", "sense", "state"),
    [(10, AT_LEAST, OK), (9.9, AT_LEAST, MISSED), (10, AT_MOST, OK), (10.1, AT_MOST, MISSED), (None, AT_MOST, SKIPPED)],
)
def test_a_figure_is_judged_by_its_limit(seen, sense, state):
    figure = Figure("x", "x", seen, "", 10, sense)
    assert (figure.state, figure.failed) == (state, state == MISSED)


def test_a_figure_without_a_limit_and_one_that_does_not_bind_never_fail():
    assert Figure("x", "x", 3).state == REPORTED
    assert not Figure("x", "x", 3, "", 10, binding=False).failed


def test_the_share_of_the_limit_is_what_was_seen_over_it():
    assert Figure("x", "x", 45, "", 1800).of_limit == 0.025
    assert skipped("x", "x", "why").of_limit is None


def test_the_exponent_of_a_power_is_its_power():
    assert exponent({size: 3 * size**1.5 for size in (8, 16, 24, 40)}) == pytest.approx(1.5)


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
