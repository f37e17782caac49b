"""JSON that people read: a line as long as it goes, and the same value when it is read again."""

import json

import pytest

from base.folded import WIDTH, folded


@pytest.mark.parametrize(("letters", "lines"), [(WIDTH - 10, 1), (WIDTH - 9, 3)])
def test_what_fits_with_a_comma_behind_it_stands_on_a_line(letters: int, lines: int) -> None:
    value = {"a": "b" * letters}
    assert len(json.dumps(value)) == letters + 9
    assert len(folded(value).splitlines()) == lines


def test_a_member_a_line_each_a_space_deeper_than_its_owner() -> None:
    long = ["b" * 60, "c" * 60]
    value = {"ä": {"long": long, "short": [1, None], "none": []}}
    inside = f'  "long": [\n   "{long[0]}",\n   "{long[1]}"\n  ],\n  "short": [1, null],\n  "none": []'
    assert folded(value) == f'{{\n "ä": {{\n{inside}\n }}\n}}'
    assert json.loads(folded(value)) == value
