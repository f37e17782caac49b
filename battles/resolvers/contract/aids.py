"""Aids beside the table: a rule system's course in short lines, chits and the evening, from the table that its manifest
names.

Every line has its rule id and its tag; numbers of the profile stand in it as ``{path}``.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from battles.resolvers.contract.registry import system


@dataclass(frozen=True)
class AidLine:
    """One line with its rule id and tag; ``title`` is the step's name where the lines are steps."""

    text: str
    rule: str
    tag: str
    title: str = ""


@dataclass(frozen=True)
class Aid:
    """Some lines under a heading; ``numbers`` are those that belong to the aid itself."""

    title: str
    lines: tuple[AidLine, ...]
    rule: str = ""
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Aids:
    """All aids of a rule system; ``stratagems`` and ``evening`` are None where it has none."""

    sections: tuple[Aid, ...] = ()
    stratagems: Aid | None = None
    evening: Aid | None = None


def aids_of(rules: str, numbers: Mapping[str, str]) -> Aids:
    """Return the aids of a rule system with ``numbers``, texts by their paths, put in; empty where it has no file."""
    table = _table(rules)
    aids = tuple(_aid(row, numbers) for row in table.get("sections", ()))
    stratagems, evening = (_aid(table[key], numbers) if key in table else None for key in ("stratagems", "evening"))
    return Aids(aids, stratagems, evening)


@cache
def _table(rules: str) -> dict[str, Any]:
    path = system(rules).aids
    return tomllib.loads(path.read_text(encoding="utf-8")) if path else {}


def _aid(row: Mapping[str, Any], numbers: Mapping[str, str]) -> Aid:
    own = {key: value for key, value in row.items() if isinstance(value, int)}
    known = {**numbers, **{key: str(value) for key, value in own.items()}}
    lines = tuple(
        AidLine(_filled(line["text"], known), line["rule"], line["tag"], line.get("title", "")) for line in row["lines"]
    )
    return Aid(row["title"], lines, row.get("rule", ""), own)


def _filled(text: str, known: Mapping[str, str]) -> str:
    return re.sub(r"\{([\w.]+)\}", lambda found: known[found[1]], text)
