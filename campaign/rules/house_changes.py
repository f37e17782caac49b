"""Numbers of the house rules that the referee changes during a war: announced now, in force from a turn on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from base.refusal import Refusal
from campaign.rules.house import House, house_rules

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
