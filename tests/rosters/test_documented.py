"""docs/formats_rosters.md says what the program reads."""

import re
from pathlib import Path

import pytest

from rosters.rules.catalogue import catalogue
from rosters.rules.notation import LONGEST_NAME, MOST_BYTES, MOST_OF_AN_ITEM, MOST_UNITS, parse_roster, print_roster

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "formats_rosters.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \| `(\w+)` \|$", TEXT, re.MULTILINE)


def test_every_type_is_documented():
    assert [key for _, _, key in ROWS] == list(catalogue().unit_types)


@pytest.mark.parametrize(("short", "others", "key"), ROWS)
def test_every_documented_name_is_read(short, others, key):
    for name in (short, key, *others.split(", ")):
        (unit,) = parse_roster(name)
        assert unit.type == key
        assert print_roster([unit]) == f"1 {short}"


def test_the_documented_example_is_canonical():
    example = re.search(r"```\n(3 Line.*)\n```", TEXT)[1]
    assert print_roster(parse_roster(example)) == example


def test_the_documented_limits_are_those_of_the_program():
    assert f"1 to {MOST_OF_AN_ITEM} in digits" in TEXT
    assert f"{MOST_BYTES:,} bytes and {MOST_UNITS} units" in TEXT
    assert f"up to {LONGEST_NAME} characters" in TEXT
