"""An event of another rule system may have no more than it must, and words of its own: no page breaks on it."""

from dataclasses import replace
from typing import Any

import pytest

from battles.pages import journal_page
from battles.resolvers.dispatch.dispatch import write_dispatch
from battles.resolvers.files.battle_file import parse
from battles.resolvers.files.fighting import fight_file
from battles.resolvers.journal.vocabulary import COMMON
from battles.resolvers.replay.account import event_sentence, narrator_of
from tests.battles.conformance.conftest import battle_data

VALUES: dict[str, Any] = {
    "unit": "f1", "units": ["a1"], "person": "Ney", "side": "French", "word": "strange", "whole": 1, "flag": True,
    "path": [[1.0, 2.0, 0.0], [3.0, 2.0, 0.0]], "pose": [1.0, 2.0, 0.0],
}  # fmt: skip
OPEN: dict[str, Any] = {
    "choices": {"French": "leave", "Allies": "stay"},
    "groups": [{"members": ["f1"], "made": [{"unit": "f1", "sp": 4}]}], "light": {"French": 0, "Allies": 1},
    "allotment": [{"unit": "f1", "hits": 1}], "lost": {"French": 1, "Allies": 0}, "winner": "Allies",
}  # fmt: skip
SOMEBODY = {"deploy": {"unit": "f1"}, "arrive": {"unit": "f1"}}
"""Of these two a unit or a general, and nothing of either is needed always."""


@pytest.mark.parametrize("name", sorted(set(COMMON) - {"battle_start", "battle_end"}))
def test_an_event_with_no_more_than_it_must_have_is_read_on_every_page(name: str) -> None:
    values = {key: OPEN[key] if key in OPEN else VALUES[kind] for key, kind in COMMON[name].needs.items()}
    event = {"ev": name, "day": 1, "round": 1, "side": "French", "rule": ["X-1"], "dice": []}
    bare = event | values | SOMEBODY.get(name, {})
    fought = fight_file(parse(battle_data("coin")), "1813")
    first, *others = fought.journal
    report = replace(fought, journal=tuple(e | {"n": n} for n, e in enumerate((first, bare, *others), 1)))
    assert write_dispatch(report).paragraphs
    assert event_sentence(narrator_of(report), report.journal[1]).endswith(".")
    assert journal_page(report, number=1, dice_only=False)
