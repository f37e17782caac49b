"""`fight`, `forecast`, `odds`, `verify_battle` as a script meets them: exit codes, JSON, sentences on stderr."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import ManagementUtility

from battles.models import Battle, BattleResult
from battles.resolvers.files import battle_file
from battles.resolvers.files.fighting import field_seed_of
from battles.resolvers.lgg.resolver import ENGINE
from battles.resolvers.values import report
from battles.resolvers.values.typed import unhurt
from battles.selectors import report_of
from battles.services import create_battle, run_battle
from battles.services.held.choosing import hold_battle
from battles.services.held.settling import settle_typed
from tests.battles.resolvers.files import small, with_side, with_unit
from tests.factories.battles import roster_battle

ROOT = Path(__file__).parents[3]
Outcome = tuple[int, str, str]
Run = Callable[..., Outcome]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command as the shell does: exit code, stdout, stderr."""

    def execute(*arguments: str) -> Outcome:
        code = 0
        try:
            ManagementUtility(["manage.py", *arguments]).execute()
        except SystemExit as end:
            code = int(end.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return execute


@pytest.fixture
def written(tmp_path: Path) -> Callable[[Any], str]:
    """Write a value, text or bytes to a file; its name."""

    def write(content: Any) -> str:
        path = tmp_path / "battle.json"
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return str(path)

    return write


Written = Callable[[Any], str]


def test_a_fight_prints_a_report_that_reads_back(run: Run, written: Written) -> None:
    code, out, err = run("fight", written(small()), "--seed", "a")
    assert (code, err) == (0, "")
    told = report.from_dict(json.loads(out))
    assert (told.rules, told.seed) == ("lgg", "a")
    assert [unit.id for unit in told.sides[0].units] == ["f1", "f2"]
    assert [unit.before for unit in told.sides[0].units] == [4, 2]
    assert "journal" not in json.loads(out)
    assert battle_file.parse(told.battle).field is not None


def test_the_journal_comes_when_asked_for_and_has_the_digest(run: Run, written: Written) -> None:
    _, out, _ = run("fight", written(small()), "--seed", "a", "--journal")
    told = report.from_dict(json.loads(out))
    assert told.journal[0]["ev"] == "battle_start"
    assert [event["n"] for event in told.journal] == list(range(1, len(told.journal) + 1))
    assert report.digest_of(told.journal) == told.digest


def test_without_a_seed_a_random_one_is_taken(run: Run, written: Written) -> None:
    name = written(small())
    seeds = {json.loads(run("fight", name)[1])["seed"] for _ in range(2)}
    assert len(seeds) == 2
    assert all(len(seed) == 32 for seed in seeds)


def test_runs_of_a_forecast_share_one_field(run: Run, written: Written) -> None:
    assert [field_seed_of(seed) for seed in ("x", "x/1", "x/2/3")] == ["x", "x", "x"]
    name = written(small(terrain="hilly"))
    fields = [json.loads(run("fight", name, "--seed", seed)[1])["battle"]["field"] for seed in ("x/1", "x/2", "y/1")]
    assert fields[0] == fields[1] != fields[2]


def test_a_field_of_ones_own_is_left_as_it_is(run: Run, written: Written) -> None:
    wood = {"kind": "rough", "shape": [[10, 20], [20, 20], [15, 22], [18, 28]]}
    _, out, _ = run("fight", written(small(field={"width": 60, "depth": 40, "pieces": [wood]})), "--seed", "a")
    field = json.loads(out)["battle"]["field"]
    assert (field["width"], field["depth"]) == (60, 40)
    assert field["pieces"] == [wood]


def test_a_profile_is_named_in_the_report(run: Run, written: Written) -> None:
    profile = {"units": {"line_inf": {"full": {"value": 6}}}}
    plain = json.loads(run("fight", written(small()), "--seed", "a")[1])
    own = json.loads(run("fight", written(with_unit(strength=6) | {"profile": profile}), "--seed", "a")[1])
    assert own["profile_values"] == profile
    assert own["profile"] != plain["profile"]
    assert "profile_values" not in plain


@pytest.mark.parametrize(("content", "said"), [
    ("", "Refused: The file is empty"),
    (b"\x00\x01\xff", "Refused: byte 3: this is not text"),
    ("{", "Refused: line 1, column 2: this is not JSON"),
    ({}, "Refused: format: "),
    (with_unit(strength=5), "Refused: sides[0].units[0].strength: 5 is above the full strength 4 of line_inf."),
    (with_side(1, roster="3 Dragons"), "Refused: sides[1].roster: "),
    (small(rules="chess"), 'Refused: rules: "chess" is not known'),
    (small(profile={"units": {"line_inf": {"full": {"value": 9}}}}), "Refused: profile.units.line_inf.full: "),
    (small(profile={"unist": {}}), "Refused: profile.unist: "),
])  # fmt: skip
def test_a_file_that_cannot_be_fought_ends_with_2_and_a_sentence(
    run: Run, written: Written, content: Any, said: str
) -> None:
    code, out, err = run("fight", written(content))
    assert (code, out) == (2, "")
    assert err.startswith(said)
    assert "Traceback" not in err
    assert err.count("\n") == 1


def test_what_is_no_file_ends_with_2(run: Run, tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "nothing.json"), "bad\0name"):
        code, _, err = run("fight", name)
        assert code == 2
        assert "it cannot be read" in err


@pytest.mark.parametrize(("options", "said"), [
    (["--rules", "chess"], '--rules: "chess" is no rule system here'), (["--seed", ""], "--seed: it is empty"),
    (["--seed", "x" * 201], "--seed: 201 characters"), (["--seed", "\udcff"], "--seed: the character U+DCFF"),
    (["--turns", "3"], "unrecognized arguments"),
])  # fmt: skip
def test_options_that_make_no_sense_end_with_2(run: Run, written: Written, options: list[str], said: str) -> None:
    code, _, err = run("fight", written(small()), *options)
    assert code == 2
    assert said in err


@pytest.mark.parametrize("journal", [[], ["--journal"]])
def test_a_report_verifies(run: Run, written: Written, journal: list[str]) -> None:
    _, out, _ = run("fight", written(small()), "--seed", "a", *journal)
    code, said, _ = run("verify_battle", written(out))
    assert (code, said.strip()) == (0, f"The same: {json.loads(out)['digest']}")


def _bent(out: str, bend: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(out)
    bend(made)
    return made


@pytest.mark.parametrize(("bend", "said"), [
    (lambda r: r.update(digest="sha256:0"), "No: digest: "),
    (lambda r: r["journal"][1].update(day=3), "No: event 2 ("),
    (lambda r: r["journal"].pop(), "the report ends before it"),
    (lambda r: r["journal"].append({"n": 10**6, "ev": "hit"}), "only the report has it"),
    (lambda r: r.update(seed="b"), "No: event 1 (battle_start): "),
    (lambda r: r["outcome"].update(rounds=77), "No: outcome: "),
    (lambda r: r["sides"][0].update(stayed=not r["sides"][0]["stayed"]), "No: French: "),
])  # fmt: skip
def test_a_report_that_was_tampered_with_ends_with_1_and_the_first_difference(
    run: Run, written: Written, bend: Callable[[dict[str, Any]], Any], said: str
) -> None:
    _, out, _ = run("fight", written(small()), "--seed", "a", "--journal")
    code, _, err = run("verify_battle", written(_bent(out, bend)))
    assert code == 1
    assert said in err


def test_a_report_of_another_engine_or_of_no_battle_ends_with_2(run: Run, written: Written) -> None:
    _, out, _ = run("fight", written(small()), "--seed", "a")
    for bend, said in (
        (lambda r: r.update(engine="0"),
         f"fought by engine 0, here is engine {ENGINE}; verify it with the version of Bivouac that fought it."),
        (lambda r: r.update(rules="chess"), "'chess' is no rule system here"),
        (lambda r: r["battle"].update(season="autumn"), 'battle.season: "autumn" is not known'),
        (lambda r: r.update(format="x"), 'format: "x" cannot be read here'),
    ):  # fmt: skip
        code, _, err = run("verify_battle", written(_bent(out, bend)))
        assert code == 2
        assert said in err


@pytest.mark.django_db
def test_what_is_neither_a_report_nor_a_battle_ends_with_2(run: Run) -> None:
    code, _, err = run("verify_battle", "nosuchbattle")
    assert (code, err) == (2, 'Refused: "nosuchbattle" is neither a report file nor the key of a battle.\n')


def _stored(*, fought: bool) -> Battle:
    battle = create_battle(
        name="Kulm", file=battle_file.parse(small()), field_seed="f", seed="a", reference="", unit_ids={}
    )  # fmt: skip
    if fought:
        run_battle(battle.pk)
    return battle


@pytest.mark.django_db(transaction=True)  # a command closes its connection when it ends
def test_a_stored_battle_verifies_by_its_key(run: Run) -> None:
    battle = _stored(fought=True)
    code, said, err = run("verify_battle", battle.key)
    assert (code, err) == (0, "")
    assert said.strip() == f"The same: {battle.result.digest}"


@pytest.mark.django_db(transaction=True)
def test_a_stored_battle_that_is_not_settled_ends_with_2(run: Run) -> None:
    code, _, err = run("verify_battle", _stored(fought=False).key)
    assert (code, "is not settled yet" in err) == (2, True)


@pytest.mark.django_db(transaction=True)
def test_EX_5_a_stored_battle_that_was_typed_in_verifies_by_its_key_as_by_its_report(
    run: Run, written: Written
) -> None:
    battle = roster_battle(rules="lgg")
    hold_battle(battle=battle, play_by=None)
    typed = unhurt(battle_file.parse(battle.file)).as_dict()
    typed["sides"][1]["stayed"] = False
    settle_typed(battle=battle, typed=typed, method=Battle.Method.RULING)
    by_key = run("verify_battle", battle.key)
    assert by_key[0] == 0
    assert "there is no fight to repeat" in by_key[1]
    battle.refresh_from_db()
    assert run("verify_battle", written(report_of(battle).as_dict(journal=True))) == by_key
    bent = battle.result.report | {"outcome": {"kind": "draw", "winner": None, "days": 1, "rounds": 0}}
    BattleResult.objects.filter(battle=battle).update(report=bent)
    assert run("verify_battle", battle.key)[0] == 1


COMBAT = {"kind": "combat", "attackers": [{"type": "line_inf"}], "defender": {"type": "line_inf"}}


def test_odds_are_told_by_the_rules_that_the_option_names_where_the_question_names_none(
    run: Run, written: Written
) -> None:
    code, out, _ = run("odds", written({"kind": "toss", "situation": {"tosses": 2}}), "--rules", "coin")
    assert (code, json.loads(out)["chances"]["heads_every_time"]["fraction"]) == (0, "1/4")
    code, out, err = run("odds", written(COMBAT), "--rules", "chess")
    assert (code, out) == (2, "")
    assert "rules: 'chess' has no odds here" in err


@pytest.mark.parametrize(("content", "sentence"), [
    (COMBAT | {"defender": {"type": "line_inf", "strength": 9}}, "defender.strength: 9 is outside 1 to 4."),
    (COMBAT | {"rules": "chess"}, "rules: 'chess' has no odds here"), ([], "The file: an object is expected"),
    ("{", "line 1, column 2"), (b"\xff", "byte 1"),
])  # fmt: skip
def test_a_wrong_question_about_odds_ends_with_2_and_one_sentence(
    run: Run, written: Written, content: Any, sentence: str
) -> None:
    code, out, err = run("odds", written(content))
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") <= 1


@pytest.mark.parametrize(("options", "sentence"), [
    (["--runs", "0"], '--runs: "0" is no whole number from 1 to 1000000.'), (["--runs", "1e3"], "--runs: "),
    (["--runs", "٣"], "--runs: "), (["--processes", "-1"], "--processes: "),
    (["--rules", "chess"], "--rules: "), (["--seed", "a\x07"], "--seed: "),
])  # fmt: skip
def test_a_wrong_forecast_is_refused(run: Run, written: Written, options: list[str], sentence: str) -> None:
    code, out, err = run("forecast", written(small(rules="drill")), *options)
    assert (code, out) == (2, "")
    assert sentence in err


def test_a_forecast_begins_before_the_rules_are_compiled(run: Run, written: Written, tmp_path: Path) -> None:
    name, cache = written(small()), tmp_path / "kernels"
    options = ("forecast", name, "--runs", "3", "--seed", "a")
    environment = {**os.environ, "BIVOUAC_KERNELS": "auto", "BIVOUAC_KERNEL_CACHE": str(cache)}
    command = [sys.executable, "manage.py", *options]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr.startswith("The rules are being compiled")
    assert "3 of 3 battles" in done.stderr
    assert not list(cache.glob("ready-*"))
    meanwhile, plain = json.loads(done.stdout), json.loads(run(*options)[1])
    assert {**meanwhile, "seconds": 0, "battles_per_second": 0} == {**plain, "seconds": 0, "battles_per_second": 0}
