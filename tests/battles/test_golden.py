"""Golden battles: the same file and seed give the same battle, event for event, until somebody means to change it."""

import json
from pathlib import Path

import pytest

from tests.battles.golden.pin import fought, golden_files


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_a_golden_battle_is_fought_as_it_was(path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    pinned = {key: golden[key] for key in ("engine", "profile", "summary", "digest")}
    assert fought(golden) == pinned
