"""Reports: what they hold, that they add up, their digest, and every refusal with its place."""

import copy
import hashlib
import json
from typing import Any

import numpy as np
import pytest

from battles.resolvers.journal.lines import (
    Part,
    Rows,
    TextTable,
    flag,
    lines_of_kind,
    listed,
    looked_up,
    number,
    per_event,
    put_together,
)
from battles.resolvers.values import canonical
from battles.resolvers.values.canonical import Written
from battles.resolvers.values.report import ReportError, canonical_lines, digest_of, from_dict, loads, read_lines

UNIT = {"type": "line_inf", "type_after": "line_inf", "guard_after": False, "into": None}


def report() -> dict[str, Any]:
    """Three worn French units became two; the Allies lost one for good."""
    return copy.deepcopy({
        "format": "bivouac.report/1", "rules": "lgg", "engine": "1", "profile": "sha256:aa", "seed": "s",
        "digest": "sha256:bb",
        "outcome": {"kind": "victory", "winner": "French", "days": 1, "rounds": 9},
        "sides": [
            {
                "name": "French", "stayed": True, "commander": {"name": "Ney", "fate": "unhurt"}, "wings": [],
                "units": [
                    {**UNIT, "id": "f1", "before": 4, "lost": 1, "moved": -1, "after": 4, "fate": "kept"},
                    {**UNIT, "id": "f2", "before": 4, "lost": 1, "moved": -1, "after": 4, "fate": "rallied"},
                    {**UNIT, "id": "f3", "before": 4, "lost": 2, "moved": 2, "after": 0, "fate": "amalgamated"}
                    | {"into": "f1"},
                ],
            },
            {
                "name": "Allies", "stayed": False, "commander": {"name": "Kleist", "fate": "lost"},
                "wings": [{"name": "", "fate": "unhurt"}],
                "units": [{**UNIT, "id": "a1", "before": 4, "lost": 4, "moved": 0, "after": 0, "fate": "eliminated"}],
            },
        ],
        "battle": {"format": "bivouac.battle/1"},
        "journal": [{"n": 1, "ev": "battle_start"}],
    })  # fmt: skip


def refusal(data: Any) -> str:
    with pytest.raises(ReportError) as caught:
        from_dict(data)
    return str(caught.value)


def test_a_report_reads_back_as_it_was_written() -> None:
    assert from_dict(report()).as_dict(journal=True) == report()


def test_a_report_without_its_journal_has_no_such_key() -> None:
    assert "journal" not in from_dict(report()).as_dict(journal=False)


def test_sides_add_up() -> None:
    french, allies = from_dict(report()).sides
    assert (french.before, french.lost, french.after) == (12, 4, 8)
    assert (allies.before, allies.lost, allies.after) == (4, 4, 0)


def test_canonical_lines_have_sorted_keys_no_spaces_and_accents_as_they_are() -> None:
    events = [{"ev": "hit", "n": 1, "unit": "Blücher"}, {"n": 2, "pose": [1.5, 0.0, 90.0]}]
    assert canonical_lines(events) == '{"ev":"hit","n":1,"unit":"Blücher"}\n{"n":2,"pose":[1.5,0.0,90.0]}\n'
    assert read_lines(canonical_lines(events)) == events


def test_the_digest_is_that_of_the_canonical_lines() -> None:
    expected = hashlib.sha256(b'{"n":1}\n{"n":2}\n').hexdigest()
    assert digest_of([{"n": 1}, {"n": 2}]) == f"sha256:{expected}"


def test_a_written_journal_is_its_events() -> None:
    events = ({"ev": "hit", "n": 1, "unit": "Ney\u2028Soult"}, {"ev": "hit", "n": 2, "unit": "%s"})
    written = Written(canonical_lines(events))
    assert (len(written), tuple(written), written[1:], written[0]) == (2, events, events[1:], events[0])
    assert written == events == Written(written.text)
    assert written != events[:1]
    assert canonical_lines(written) == written.text


def test_lines_written_from_columns_are_those_of_the_events() -> None:
    log = np.array([[1, 1, -1], [-1, 6, 0], [-1, 2, 0], [2, 0, 4], [1, 0, 7]])
    rows = Rows(log, log[:, 0] > 0)
    dice = listed(put_together(rows.count, ((place, str(face)) for place, face, _ in rows.details(-1))))
    parts = (
        Part("zeal", looked_up(TextTable(lambda n: canonical.dump(f"{n} %s"), {-1: ""}), 2), optional=True),
        Part("day", number(1)), Part("brave", flag(1)),
        Part("aim", looked_up({0: '"low"', 1: ""}, 1), optional=True), Part("dice", per_event(dice)),
    )  # fmt: skip
    lines = "".join(line for _, group in rows.groups.items() for line in lines_of_kind("shot", parts, group))
    events = [
        {"brave": True, "day": 1, "dice": [6, 2], "ev": "shot"},
        {"aim": "low", "brave": False, "day": 0, "dice": [], "ev": "shot", "zeal": "7 %s"},
        {"aim": "low", "brave": False, "day": 0, "dice": [], "ev": "shot", "zeal": "4 %s"},
    ]
    assert lines == canonical_lines(events)


def _bent(path: str, value: Any) -> dict[str, Any]:
    made = report()
    target: Any = made
    *front, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in front:
        target = target[part]
    if value is ...:
        del target[last]
    else:
        target[last] = value
    return made


@pytest.mark.parametrize(("path", "value", "said"), [
    ("format", "bivouac.report/2", 'format: "bivouac.report/2" cannot be read here'),
    ("digest", ..., "digest: this key is missing."),
    ("extra", 1, "extra: this key is not known"),
    ("outcome.kind", "defeat", 'outcome.kind: "defeat" is not known'),
    ("outcome.kind", "draw", "outcome.winner: a draw has no winner"),
    ("outcome.winner", "Saxons", 'outcome.winner: "Saxons" is not known; choose from French, Allies.'),
    ("outcome.days", 0, "outcome.days: 0 is outside 1 to 99."),
    ("sides.0.stayed", 1, "sides[0].stayed: true or false is expected"),
    ("sides.0.units.0.after", 5, "sides[0].units[0]: before 4 is not after 5 + lost 1 + moved -1."),
    ("sides.0.units.0.after", True, "sides[0].units[0].after: a whole number is expected"),
    ("sides.0.units.0.fate", "fled", 'sides[0].units[0].fate: "fled" is not known'),
    ("sides.0.units.2.into", None, "sides[0].units[2]: an amalgamated unit"),
    ("sides.0.units.2.into", "a1", "sides[0].units[2]: an amalgamated unit"),
    ("sides.0.units.0.into", "f2", "sides[0].units[0]: an amalgamated unit"),
    ("sides.0.units.1.id", "f1", "sides[0].units: two units have the same id."),
    ("sides.1.commander.fate", "wounded", 'sides[1].commander.fate: "wounded" is not known'),
    ("sides", [], "sides: 0 entries, exactly 2 are allowed."),
    ("battle", [], "battle: an object is expected"),
    ("journal", {}, "journal: a list is expected"),
    ("journal", [1], "journal[0]: an object is expected"),
])  # fmt: skip
def test_a_report_that_contradicts_itself_is_refused(path: str, value: Any, said: str) -> None:
    assert refusal(_bent(path, value)).startswith(said)


def test_what_moves_between_units_adds_up_to_nothing() -> None:
    bent = report()
    bent["sides"][0]["units"][0] |= {"lost": 2, "moved": -2}
    assert refusal(bent).startswith("sides[0].units: what was moved between the units does not add up to 0.")


def test_text_is_read_within_limits() -> None:
    assert loads(json.dumps(report())) == from_dict(report())
    with pytest.raises(ReportError, match="line 1, column 2"):
        loads("{")
