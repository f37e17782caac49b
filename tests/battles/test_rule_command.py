"""A newcomer finds a rule by its id in one step."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from base.refusal import Refusal
from battles.management.rule_finder import (
    APPS,
    SourcePlace,
    _dotted,
    _in_full,
    _places,
    explained,
    keepers,
    keepers_among,
    numbers,
    proofs,
    why_untested,
)
from battles.resolvers.contract.explanations import explanations
from tests.battles.systems import OF_THE_TESTS

SOURCE = '''
def goes():
    """LGG-8.5-b, d Straight ahead."""

def counts():
    """How HR-12 is read; see LGG-8.5-b."""

def spans():
    """LGG-14.0-a to c, 9.0-c A whole range and one more."""
'''
TESTS = """
def test_LGG_8_5_b_straight():
    pass

def test_HR_12_and_LGG_8_5_d_together():
    pass

def test_HR_1():
    pass

def helper_LGG_8_5_b():
    pass
"""
TABLE = """
[distance]
zone = { value = 6, tag = "SRC", source = "8.5" }
far = { value = 7, tag = "HR", source = "18.5 HR-1" }
CM3 = { value = -2, tag = "REC", source = "REC-4, flanked" }
"""


FACTS = {"LGG-1.0-c", "LGG-2.0-a", "LGG-C3-b"}
"""What stands for a scale, or says that there is no rule, needs no function."""
LEFT_OUT = {"AI-30", "AI-32", "HR-23"}
"""What the campaign does not have (docs/decisions.md)."""
BY_FUNCTIONS = ("SRC", "REC", "RUL", "HR")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A source tree of two rules."""
    for folder in ("battles", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "battles" / "zones.py").write_text(SOURCE)
    (tmp_path / "battles" / "numbers.toml").write_text(TABLE)
    (tmp_path / "tests" / "test_zones.py").write_text(TESTS)
    return tmp_path


def names(places: list[Any]) -> list[str]:
    return [place.name for place in places]


def test_the_functions_that_begin_with_the_id_come_first(root):
    assert names(keepers("LGG-8.5-b", root)) == ["goes", "counts"]
    assert (keepers("LGG-8.5-b", root)[0].path, keepers("LGG-8.5-b", root)[0].line) == ("battles/zones.py", 2)


def test_the_rules_come_before_those_who_use_them_and_what_only_counts_them_is_left_out(root):
    for folder, name in (("battles/doctrine", "wishes"), ("lab", "measures")):
        (root / folder).mkdir(parents=True)
        (root / folder / "a.py").write_text(f'def {name}():\n    """LGG-8.5-b Who goes straight."""\n')
    assert names(keepers("LGG-8.5-b", root)) == ["goes", "wishes", "counts"]


def test_ids_in_short_are_read_in_full(root):
    assert names(keepers("LGG-8.5-d", root)) == ["goes"]
    assert names(keepers("LGG-9.0-c", root)) == ["spans"]
    assert (names(keepers("LGG-14.0-b", root)), keepers("LGG-14.0-d", root)) == (["spans"], [])


def test_an_id_is_not_found_in_a_longer_one(root):
    assert (keepers("HR-1", root), names(proofs("HR-1", root))) == ([], ["test_HR_1"])


def test_tests_are_found_by_their_names(root):
    assert names(proofs("LGG-8.5-b", root)) == ["test_LGG_8_5_b_straight"]
    assert names(proofs("LGG-8.5-d", root)) == ["test_HR_12_and_LGG_8_5_d_together"]


def test_a_test_that_holds_another_rule_too_is_found_and_else_a_reason(root):
    (root / "tests" / "rules").mkdir()
    reasons = '[all]\n"LGG-8.5-b" = "tested"\n"R-20" = "see LGG-8.5-b"\n"R-09" = "there is no choice"\n'
    (root / "tests" / "rules" / "ids.toml").write_text(reasons)
    assert names(proofs("R-20", root)) == names(proofs("LGG-8.5-b", root)) == ["test_LGG_8_5_b_straight"]
    assert (proofs("R-09", root), why_untested("R-09", root)) == ([], "there is no choice")
    assert why_untested("LGG-8.5-b", root) == ""


def test_numbers_belong_to_a_rule_by_section_source_or_name(root):
    assert [number.name for number in numbers("LGG-8.5-b", root)] == ["distance.zone"]
    assert [number.name for number in numbers("HR-1", root)] == ["distance.far"]
    assert [(number.name, number.value, number.tag) for number in numbers("CM3", root)] == [("distance.CM3", -2, "REC")]


def test_ids_are_taken_in_any_case_and_without_the_book():
    assert (explained("8.5-B").id, explained("cm3").id) == ("LGG-8.5-b", "CM3")


def test_an_unknown_id_is_refused_with_ids_like_it():
    with pytest.raises(Refusal, match=r"LGG-8.5-z.*did you mean.*LGG-8\.5-"):
        explained("LGG-8.5-z")


def test_the_command_prints_all_of_it(capsys):
    call_command("rule", "LGG-8.5-b")
    told = capsys.readouterr().out
    assert told.startswith("LGG-8.5-b [SRC] ")
    for part in ("kept by\n  battles/resolvers/lgg/", "proved by\n  tests/", "distance.zone = 6 [SRC]"):
        assert part in told


def test_the_command_refuses_with_exit_code_2():
    with pytest.raises(CommandError) as refused:
        call_command("rule", "nonsense")
    assert refused.value.returncode == 2


@cache
def everywhere() -> list[SourcePlace]:
    """All functions of the project."""
    root = Path(__file__).resolve().parent.parent.parent
    return [place for app in APPS for place in _places(root, app)]


def test_every_rule_finds_its_function_in_one_step() -> None:
    places = everywhere()
    named = {word.rstrip(".") for place in places for word in re.split(r"[^\w.-]+", _in_full(place.sentence))}
    found = named | {entry.id for entry in explanations().values() if entry.kept}
    lost = {
        entry.id for entry in explanations().values()
        if entry.tag in BY_FUNCTIONS and entry.id not in found and not found.intersection(entry.see)
        and not entry.id.startswith(OF_THE_TESTS)
    }  # fmt: skip
    assert lost <= FACTS | LEFT_OUT


def test_functions_and_rules_that_an_explanation_names_are_there() -> None:
    there = {_dotted(place) for place in everywhere()}
    for entry in explanations().values():
        assert set(entry.kept) <= there, entry.id
        assert set(entry.see) <= explanations().keys(), entry.id


def test_an_example_leads_to_the_functions_of_the_rule_that_it_is_about() -> None:
    places = [SourcePlace("a/command.py", 1, "end_round", "LGG-6.1-d The count."),
              SourcePlace("a/modifiers.py", 2, "flanked", "From the side.")]  # fmt: skip
    assert [place.name for place in keepers_among("LGG-6.2-c", places)] == ["end_round"]
    assert [place.name for place in keepers_among("CM3", places)] == ["flanked"]
