"""The doors of a rule system that need no database: file, field, battle, verdict, forecast, dispatch, pack, result."""

import json
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from base.place import JsonPlace
from base.refusal import Refusal
from battles.pack.contents import contents_of
from battles.pack.pack import pack_of_both, pack_of_side
from battles.resolvers.contract.manifest import CHOICE, FLAG, WHOLE, OddsQuestion, Option
from battles.resolvers.contract.options import with_options
from battles.resolvers.contract.registry import DEFAULT, calculator, questions, resolver, slugs, system
from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.files.battle_file import by_rules, parse
from battles.resolvers.files.fighting import fight_file, finish_file, verify
from battles.resolvers.forecasts.forecast import Question, tally_runs
from battles.resolvers.replay.film import film_of
from battles.resolvers.values.battle import BattleFileError
from battles.resolvers.values.report import Report, canonical_lines, check_units, digest_of, from_dict
from battles.resolvers.values.typed import unhurt
from rosters.rules.catalogue import catalogue
from tests.battles.conformance.conftest import DOORS, FIRST_OF, battle_data

ROOT = Path(__file__).resolve().parents[3]
OTHER_PROCESS = """
import json, sys
from tests.battles import drill
drill.register()
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
print(fight_file(parse(json.load(sys.stdin)), "seed 1").digest)
"""


@pytest.fixture(scope="module")
def fought() -> Any:
    """The report of each system's battle, fought once."""
    made: dict[str, Report] = {}
    return lambda slug: made.setdefault(slug, fight_file(parse(battle_data(slug)), "seed 1"))


def strange_value(option: Option) -> object:
    """A value that an option does not take."""
    return option.most + 1 if option.kind == WHOLE else 7


def other_value(option: Option) -> object:
    """A value that is not the option's default."""
    if option.kind == FLAG:
        return not option.default
    if option.kind == WHOLE:
        return option.most if option.default != option.most else option.least
    return next(key for key, _ in option.choices if key != option.default)


def test_the_manifest_tells_everything_that_pages_show(rules: str) -> None:
    manifest = system(rules)
    assert (manifest.slug, manifest.board.unit in ("inch", "mm", "square")) == (rules, True)
    assert all(text.endswith(".") for text in (manifest.source, manifest.printed))
    assert manifest.code == manifest.code.upper() != ""
    assert all(path.is_file() for path in (*manifest.numbers, *([manifest.rules] if manifest.rules else [])))
    assert len({option.key for option in manifest.options}) == len(manifest.options)
    assert resolver(rules).ENGINE


def test_a_file_read_and_written_is_the_same_file(rules: str, data: dict[str, Any]) -> None:
    file = parse(data)
    assert (file.rules, parse(file.as_dict())) == (rules, file)
    assert file.options.own == {option.key: option.default for option in system(rules).options}


def test_each_option_is_read_written_and_refused_by_its_place(rules: str, data: dict[str, Any]) -> None:
    for option in system(rules).options:
        chosen = parse(data | {"options": {option.key: other_value(option)}})
        assert chosen.options.own[option.key] == other_value(option)
        assert parse(chosen.as_dict()) == chosen
        with pytest.raises(BattleFileError, match=rf"^options\.{option.key}: "):
            parse(data | {"options": {option.key: strange_value(option)}})


def test_an_option_sets_the_number_that_it_names(rules: str) -> None:
    numbers = resolver(rules).sheet({}).numbers()
    for option in (option for option in system(rules).options if option.number):
        default, other = option.default, other_value(option)
        if option.kind == CHOICE:
            default, other = int(default), int(str(other))
        assert numbers[option.number].value == default
        section, key = option.number.split(".")
        made = with_options({section: {"beside": 1}}, [option], {option.key: other_value(option)})
        assert made == {section: {"beside": 1, key: {"value": other}}}
        assert resolver(rules).sheet({section: {key: {"value": other}}}).numbers()[option.number].value == other


def test_an_option_of_another_system_is_refused(rules: str, data: dict[str, Any]) -> None:
    own = {option.key for option in system(rules).options}
    foreign = {option.key for slug in slugs() for option in system(slug).options} - own
    assert foreign
    for key in foreign:
        with pytest.raises(BattleFileError, match=rf"^options\.{key}: this key is not known"):
            parse(data | {"options": {key: True}})


def test_a_file_changes_over_to_other_rules_and_back(rules: str, data: dict[str, Any]) -> None:
    file = parse(data | {"options": {"max_days": 2}})
    for slug in slugs():
        other = by_rules(file, slug)
        assert (other.rules, other.sides, other.options.max_days) == (slug, file.sides, 2)
        assert by_rules(other, rules) == file


def test_a_wrong_number_of_a_profile_is_refused_by_its_path(rules: str, data: dict[str, Any]) -> None:
    with pytest.raises(BattleFileError, match=r"^profile\.nonsense"):
        parse(data | {"profile": {"nonsense": {"x": {"value": 1}}}})
    with pytest.raises(Refusal, match=r"^nonsense"):
        resolver(rules).profile_hash({"nonsense": {"x": {"value": 1}}})


def test_the_numbers_are_those_of_the_sheet(rules: str) -> None:
    rules_of = resolver(rules)
    sheet = rules_of.sheet({})
    assert sheet.digest == rules_of.profile_hash({})
    assert set(rules_of.tables({}).unit_types) == set(catalogue().unit_types)
    assert [path for path, number in sheet.numbers().items() if not (number.tag and number.source)] == []
    assert not sheet.changes()


def test_the_field_is_laid_out_once_and_alike(rules: str, data: dict[str, Any]) -> None:
    frozen = resolver(rules).freeze(parse(data), "field")
    assert frozen.field is not None
    assert resolver(rules).freeze(frozen, "another") == frozen
    assert resolver(rules).freeze(parse(data), "field") == frozen
    assert parse(frozen.as_dict()) == frozen


def test_the_battle_adds_up_and_tells_what_it_was_fought_by(rules: str, fought: Any) -> None:
    report = fought(rules)
    assert (report.rules, report.engine, report.seed) == (rules, resolver(rules).ENGINE, "seed 1")
    assert report.profile == resolver(rules).profile_hash({})
    for side in report.sides:
        check_units(JsonPlace([], "units", Refusal), side.units)
        assert side.before - side.lost == side.after
    assert canonical_lines(list(report.journal)) == report.lines
    assert report.digest == digest_of(list(report.journal))
    assert from_dict(json.loads(json.dumps(report.as_dict(journal=True)))) == report


def test_the_same_seed_gives_the_same_battle_in_another_process(rules: str, data: dict[str, Any], fought: Any) -> None:
    done = subprocess.run([sys.executable, "-c", OTHER_PROCESS], input=json.dumps(data), cwd=ROOT, text=True,
                          capture_output=True, check=True)  # fmt: skip
    assert done.stdout.strip() == fought(rules).digest


def test_other_seeds_give_other_battles(rules: str, data: dict[str, Any]) -> None:
    assert len({json.dumps(fight_file(parse(data), f"seed {n}").journal[1:]) for n in range(6)}) > 1


def test_a_true_report_is_verified_and_a_false_one_found_out(rules: str, fought: Any) -> None:
    report = fought(rules)
    verdict = verify(report)
    assert (verdict.same, verdict.difference) == (True, "")
    last = report.journal[-1] | {"winner": "Nobody"}
    assert not verify(replace(report, journal=(*report.journal[:-1], last))).same
    assert verify(replace(report, seed="seed 2", journal=())).difference


def test_the_dice_of_a_sealed_report_are_checked_alone(rules: str, fought: Any) -> None:
    sealed = replace(fought(rules), sealed=("Allies",))
    assert verify(sealed).same
    place = next(n for n, event in enumerate(sealed.journal) if event.get("dice"))
    journal = [dict(event) for event in sealed.journal]
    die = journal[place]["dice"][0]
    journal[place]["dice"] = [die | {"face": die["face"] % die["sides"] + 1}, *journal[place]["dice"][1:]]
    told = verify(replace(sealed, journal=tuple(journal), digest=digest_of(journal)))
    assert "the dice give" in told.difference


def test_a_forecast_counts_every_run_and_is_the_battles_one_by_one(rules: str, data: dict[str, Any]) -> None:
    question = Question(parse(data)).frozen("forecast")
    whole = tally_runs(question, "forecast", 0, 6)
    parts = tally_runs(question, "forecast", 0, 2)
    parts.add(tally_runs(question, "forecast", 2, 4))
    assert (whole.runs, parts.as_dict()) == (6, whole.as_dict())


def test_the_dispatch_names_both_sides_and_the_winner(rules: str, fought: Any) -> None:
    told = write_dispatch(fought(rules))
    text = " ".join([told.headline, *(part.text for part in told.paragraphs)])
    assert "French" in text
    assert "Allies" in text or "Allied" in text
    assert "{" not in text


def test_a_battle_that_is_watched_can_be_drawn(rules: str, fought: Any) -> None:
    assert (film_of(fought(rules)) is not None) == system(rules).watched


@pytest.mark.parametrize("reader", [None, 0, 1])
def test_the_pack_is_filled_in_for_either_side(rules: str, data: dict[str, Any], reader: int | None) -> None:
    file = resolver(rules).freeze(parse(data), "field")
    pack = pack_of_both("k", file) if reader is None else pack_of_side("k", file, reader, reported=())
    told = contents_of(pack)
    assert told["rules"] == system(rules).name
    text = json.dumps(told, ensure_ascii=False)
    assert ("Vieille Garde" in text) == (reader != 1)
    assert ("Kürassiere" in text) == (reader != 0)


@pytest.mark.parametrize("stage", ["before", "after"])
def test_a_typed_result_becomes_a_report_that_is_verified(rules: str, data: dict[str, Any], stage: str) -> None:
    file = resolver(rules).freeze(parse(data), "field")
    typed = unhurt(file, stage=stage).as_dict()
    typed["sides"][1]["units"]["a1"] = {"strength": 0, "fate": "destroyed"}
    typed["sides"][1]["stayed"] = False
    report = finish_file(file, "seed 1", typed)
    units = {unit.id: unit for side in report.sides for unit in side.units}
    assert (units["a1"].after, units["a1"].before) == (0, 4)
    assert all(unit.before == unit.after + unit.lost + unit.moved for unit in units.values())
    assert verify(from_dict(report.as_dict(journal=True))).same


@pytest.mark.door("odds")
def test_the_odds_are_told_by_the_command(rules: str, tmp_path: Path) -> None:
    for asked in questions(rules):
        out, file = StringIO(), tmp_path / f"{asked.key}.json"
        file.write_text(json.dumps(plain_question(rules, asked)))
        call_command("odds", str(file), stdout=out)
        told = json.loads(out.getvalue())
        assert (told["rules"], told["profile"]) == (rules, resolver(rules).profile_hash({}))
    assert questions(rules)


def plain_question(rules: str, asked: OddsQuestion) -> dict[str, Any]:
    """A question with the first unit that may stand in each needed place, and nothing else."""
    units = {unit.place: {"type": FIRST_OF[(*unit.arms, "foot")[0]]} for unit in asked.units if unit.needed}
    attackers = [unit for place, unit in units.items() if place != "defender"]
    made: dict[str, Any] = {"rules": rules, "kind": asked.key}
    made |= {"attackers": attackers} if attackers else {}
    return made | ({"defender": units["defender"]} if "defender" in units else {})


def test_a_door_that_is_closed_refuses_with_a_sentence(rules: str) -> None:
    if system(rules).odds is None:
        with pytest.raises(Refusal, match="has no odds here"):
            calculator(rules)


def test_every_door_is_a_module_that_exists(rules: str) -> None:
    from importlib.util import find_spec

    paths = [getattr(system(rules), door) for door in ("resolver", *DOORS)]
    assert [path for path in paths if path and find_spec(path) is None] == []


def test_the_rules_of_the_war_come_first_and_are_those_of_a_file_that_names_none() -> None:
    data = battle_data("")
    del data["rules"]
    assert (slugs()[0], parse(data).rules) == (DEFAULT, DEFAULT)
