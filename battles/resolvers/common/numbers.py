"""A rule system's table of numbers: ``numbers.toml`` beside its code, under a profile's overlay (ENG-1 to ENG-3).

Every number is ``{ value, tag, source, label }``; a value is a whole number, a yes or no (1, 0 in the record), or a
list of whole numbers. Tags are those of the specification in the words of the project: SRC stated in the source, REC
reconstructed, RUL ruling on an ambiguous text, HR ours, OPT optional in the source. A system names its slots once, in
Python, so that kernels know them as constants::

    LAYOUT = ("move.foot", "move.horse", "attack.open[6]")
    MOVE_FOOT, MOVE_HORSE, ATTACK_OPEN = starts(LAYOUT)

A kernel reads ``battle.num[MOVE_FOOT]`` and ``battle.num[ATTACK_OPEN + face - 1]``.
"""

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from base.place import JsonPlace
from base.refusal import Refusal
from battles.resolvers.common.codes import NUMBERS
from battles.resolvers.common.record import Battle
from battles.resolvers.contract.numbers import Number, NumberSheet, Plain, Section, SheetRow

LOWEST, HIGHEST = -10_000, 100_000
LONGEST_NAME = 80
SHIPPED_NAME = "As shipped"
TAGS = ("SRC", "REC", "RUL", "HR", "OPT")


def starts(layout: tuple[str, ...]) -> tuple[int, ...]:
    """Return the first slot of each number: ``a.b`` takes one, ``a.b[6]`` six."""
    places, at = [], 0
    for entry in layout:
        places.append(at)
        at += length_of(entry)
    if at > NUMBERS:
        raise ValueError(f"{at} numbers are more than {NUMBERS}")
    return tuple(places)


def length_of(entry: str) -> int:
    """Return the number of slots of a layout's entry."""
    return int(entry.partition("[")[2].rstrip("]") or 1)


@dataclass(frozen=True)
class NumberTable:
    """The shipped numbers of a system; ``titles`` are the headings of its sections, ``rules`` their rule ids."""

    path: Path
    layout: tuple[str, ...]
    name: str

    @cached_property
    def shipped(self) -> dict[str, dict[str, Any]]:
        """The tables as they are shipped: sections, with ``title`` and ``rule`` beside their numbers."""
        return tomllib.loads(self.path.read_text(encoding="utf-8"))

    def numbers(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield every number with its path."""
        for section, table in self.shipped.items():
            for key, entry in table.items():
                if isinstance(entry, Mapping):
                    yield f"{section}.{key}", entry

    @cached_property
    def _shipped_values(self) -> dict[str, Plain]:
        return {path: entry["value"] for path, entry in self.numbers()}

    @cached_property
    def _shipped_slots(self) -> list[int]:
        return self._slots({})

    @cached_property
    def _shipped_digest(self) -> str:
        return self._digest({})

    def values(self, profile: Mapping[str, Any]) -> dict[str, Plain]:
        """ENG-2 Every number under a profile's values; raises Refusal with the path of a wrong key."""
        made = dict(self._shipped_values)
        for section, table in profile.items():
            if section == "name":
                JsonPlace(table, "name").text(most=LONGEST_NAME)
            elif section not in self.shipped:
                raise Refusal(f"{section}: unknown key.")
            elif not isinstance(table, Mapping):
                raise Refusal(f"{section}: a table is expected.")
            else:
                made |= {path: self._checked(path, entry, made) for path, entry in _paths(section, table)}
        return made

    def _checked(self, path: str, entry: object, made: Mapping[str, Plain]) -> Plain:
        if path not in made:
            raise Refusal(f"{path}: unknown key.")
        if not isinstance(entry, Mapping) or "value" not in entry or set(entry) - {"value", "tag", "source"}:
            raise Refusal(f"{path}: an entry with a value is expected, beside it at most tag and source.")
        if entry.get("tag", "HR") not in TAGS:
            raise Refusal(f"{path}.tag: choose from {', '.join(TAGS)}.")
        return _like(path, entry["value"], made[path])

    def fill(self, battle: Battle, profile: Mapping[str, Any]) -> None:
        """Put all numbers into a record."""
        slots = self._slots(profile) if profile else self._shipped_slots
        battle.num[: len(slots)] = slots

    def _slots(self, profile: Mapping[str, Any]) -> list[int]:
        values = self.values(profile)
        found = (values[entry.partition("[")[0]] for entry in self.layout)
        return [int(part) for value in found for part in (value if isinstance(value, list) else [value])]

    def digest(self, profile: Mapping[str, Any]) -> str:
        """ENG-2 The hash of all numbers under a profile's values; its name does not count."""
        return self._digest(profile) if profile else self._shipped_digest

    def _digest(self, profile: Mapping[str, Any]) -> str:
        canonical = json.dumps(self.values(profile), sort_keys=True, separators=(",", ":"))
        return f"sha256:{hashlib.sha256(canonical.encode()).hexdigest()}"

    def sheet(self, profile: Mapping[str, Any]) -> NumberSheet:
        """ENG-1 Every number under a profile's values, with tag and source."""
        values = self.values(profile)
        sections = tuple(self._section(key, table, values, profile) for key, table in self.shipped.items())
        return NumberSheet(str(profile.get("name", SHIPPED_NAME)), self.digest(profile), sections)

    def _section(
        self, key: str, table: Mapping[str, Any], values: Mapping[str, Plain], profile: Mapping[str, Any]
    ) -> Section:
        rows = []
        for name, entry in table.items():
            if isinstance(entry, Mapping):
                path = f"{key}.{name}"
                sourced = dict(entry) | {k: v for k, v in _own(profile, key, name).items() if k != "value"}
                number = Number(path, entry["label"], values[path], entry["value"], sourced["tag"], sourced["source"])
                rows.append(SheetRow(entry["label"], (number,)))
        return Section(key, table["title"], table["rule"], table.get("note", ""), ("Value",), tuple(rows))


def _own(profile: Mapping[str, Any], section: str, name: str) -> Mapping[str, Any]:
    table = profile.get(section, {})
    entry = table.get(name, {}) if isinstance(table, Mapping) else {}
    return entry if isinstance(entry, Mapping) else {}


def _paths(section: str, table: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    return ((f"{section}.{key}", entry) for key, entry in table.items())


def _like(path: str, value: object, shipped: Plain) -> Plain:
    """Return a value of the same kind as the shipped one."""
    if isinstance(shipped, list):
        if not isinstance(value, list) or len(value) != len(shipped):
            raise Refusal(f"{path}.value: a list of {len(shipped)} whole numbers is expected.")
        return [_like(f"{path}.value[{n}]", part, shipped[n]) for n, part in enumerate(value)]
    if isinstance(shipped, bool):
        if not isinstance(value, bool):
            raise Refusal(f"{path}.value: true or false is expected.")
        return value
    if isinstance(value, bool) or not isinstance(value, int) or not LOWEST <= value <= HIGHEST:
        raise Refusal(f"{path}.value: a whole number from {LOWEST} to {HIGHEST} is expected.")
    return value
