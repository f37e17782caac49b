"""The campaign's numbers, read from their table, with what a campaign file changes."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from base.refusal import Refusal

DIALS = ("economy.upkeep_percent", "economy.home_percent", "economy.occupied_percent", "replacements.price_percent",
         "replacements.at_depot_a_unit", "replacements.elsewhere_a_unit", "supply.edges")  # fmt: skip
"""The numbers by which a war is made easier or harder on its armies."""
NEW_WARS = {"siege.on": 1}
"""House rules that a war has from its beginning unless its file decides otherwise; wars under way go on without."""
TABLE = Path(__file__).with_name("house_rules.toml")


@dataclass(frozen=True)
class Number:
    """A number of the rules with where it comes from, and what it is in words."""

    value: int
    tag: str
    source: str
    words: str


class House:
    """The numbers by dotted key: ``house["supply.edges"]``."""

    def __init__(self, numbers: Mapping[str, Number]) -> None:
        self._numbers = dict(numbers)

    def __getitem__(self, key: str) -> int:
        return self._numbers[key].value

    def numbers(self) -> Mapping[str, Number]:
        """Return every number with its tag and source, for pages that print them."""
        return dict(self._numbers)


@cache
def shipped() -> House:
    """Return the house rules as they are shipped."""
    return House(dict(_numbers(tomllib.loads(TABLE.read_text(encoding="utf-8")), "")))


def house_rules(overlay: Mapping[str, int]) -> House:
    """Return the shipped numbers with a campaign's own over them. Refusal for an unknown key or a value that is no
    count."""
    numbers = dict(shipped().numbers())
    for key, value in overlay.items():
        numbers[key] = _own(numbers, key, value)
    return House(numbers)


def _own(numbers: Mapping[str, Number], key: str, value: object) -> Number:
    if key not in numbers:
        raise Refusal(f"house_rules.{key}: no such number; the keys are those of docs/house_rules.md.")
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1000:
        raise Refusal(f"house_rules.{key}: give a whole number from 0 to 1000.")
    return replace(numbers[key], value=value, tag="HR")


def _numbers(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Number]]:
    for key, entry in table.items():
        if "value" in entry:
            yield prefix + key, Number(**entry)
        else:
            yield from _numbers(entry, f"{prefix}{key}.")


REASON = 300


@dataclass(frozen=True)
class HouseChange:
    """A number from a turn on, what it was before, and why."""

    key: str
    value: int
    was: int
    from_turn: int
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """Return the change as the campaign keeps it."""
        return dict(vars(self))


def read_changes(rows: Sequence[Any]) -> list[HouseChange]:
    """Return the changes that a campaign keeps, in their order; Refusal by place."""
    return [_change(f"house_changes[{number}]", row) for number, row in enumerate(rows)]


def _change(place: str, row: Any) -> HouseChange:
    needed = {"key", "value", "was", "from_turn", "reason"}
    if not isinstance(row, dict) or set(row) != needed:
        raise Refusal(f"{place}: give key, value, was, from_turn and reason.")
    for name in ("value", "was"):
        house_rules({row["key"]: row[name]})
    turn, reason = row["from_turn"], row["reason"]
    if isinstance(turn, bool) or not isinstance(turn, int) or not 1 <= turn <= 520:
        raise Refusal(f"{place}.from_turn: give a turn from 1 to 520.")
    if not isinstance(reason, str) or len(reason) > REASON:
        raise Refusal(f"{place}.reason: give a text of at most {REASON} characters.")
    return HouseChange(**row)


def in_force(numbers: Mapping[str, int], changes: Iterable[HouseChange], turn: int) -> dict[str, int]:
    """Return the campaign's own numbers when a turn opens: those that take effect on it worked in."""
    return dict(numbers) | {change.key: change.value for change in changes if change.from_turn == turn}


def house_at(numbers: Mapping[str, int], changes: Sequence[HouseChange], turn: int, newest: int) -> House:
    """Return the numbers that a past turn was played by: what has changed between it and the newest turn is taken
    back."""
    found = dict(numbers)
    for change in sorted(changes, key=lambda change: -change.from_turn):
        if turn < change.from_turn <= newest:
            found[change.key] = change.was
    return house_rules(found)
