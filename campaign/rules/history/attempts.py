"""By which of its dice a turn is played that was taken back: those that were read, if nothing differs, else fresh ones.

A turn that is sealed as an undone version of it was has that version's dice, so that the same orders give the same
results. If anything differs from every such version, its dice are those of an attempt that nobody has seen: one more
than the number of the last roll-back, however often the orders are changed before the seal.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

ASIDE = frozenset(
    ("name", "summary", "sources", "map", "schedule", "what_if", "archived", "couriers", "gazette", "created_at")
)
LISTS_ASIDE = frozenset(
    ("letters", "absences", "gazettes", "referee_acts", "chronicle", "roll_backs", "kept_pieces", "kept_states")
)
"""What the dice of a turn do not rest on: texts, and the records of what people wrote and did."""
OF_THE_CLOCK = frozenset(("at", "deadline", "play_by", "ready", "seconds", "trouble"))
OF_SOMEBODY = frozenset(("actor", "by", "entered_by", "given_by", "hand", "idempotency"))
UNREADABLE = ""
UNTHROWN = (None, "open", "sealed")
"""States in which a turn has thrown none of its dice; a file leaves *open* out."""
NO_WAR = '{"history": {"turns": []}}'
"""The text of a war in which a turn has not begun."""


@dataclass(frozen=True)
class Undone:
    """A roll-back as it bears on a turn: its number, the text of the war that it undid, and that of the turn's seal.

    A text that cannot be read any more is empty.
    """

    number: int
    new_dice: bool
    war: str
    seal: str


def attempt_of(turn: int, opened: int, seal: str, undone: Sequence[Undone]) -> int:
    """Return the attempt by whose dice a turn marches that is sealed as ``seal``; it was opened by ``opened``.

    ``undone`` are the roll-backs to this turn or an earlier one, in their order. New dice by a public act leave no
    version before them to be thrown again.
    """
    thrown = [(row, attempt) for row in undone if (attempt := _thrown(row, turn))]
    if not thrown:
        return opened
    anew = max((row.number for row in undone if row.new_dice), default=0)
    again = [(row, attempt) for row, attempt in thrown if row.number > anew and row.seal and attempt > 0]
    mine = likeness(seal, turn) if seal and again else UNREADABLE
    alike = (attempt for row, attempt in again if mine and likeness(row.seal, turn) == mine)
    return next(alike, 1 + undone[-1].number)


def _thrown(row: Undone, turn: int) -> int:
    """Return by which attempt a turn's dice were thrown in an undone version: 0 for none, -1 where nobody knows."""
    if not row.war:
        return -1
    turns: list[dict[str, Any]] = json.loads(row.war)["history"]["turns"]
    found = [one.get("attempt", 1) for one in turns if one["number"] == turn and one.get("state") not in UNTHROWN]
    return int(found[0]) if found else 0


def likeness(text: str, turn: int) -> str:
    """Return a digest of what the dice of a turn rest on in the text of its seal: war, orders, sheets, plans.

    Seals that differ in their hours, in the hands that wrote or in lines taken back have the same one.
    """
    file = json.loads(text)
    history = {name: _bare(rows) for name, rows in file.pop("history").items() if name not in LISTS_ASIDE}
    history |= {name: _sums(history.get(name, ()), keys, amount) for name, (*keys, amount) in SUMS.items()}
    history["turns"] = [_opened(row, turn) for row in history["turns"]]
    history["orders"] = sorted(map(_told, history.get("orders", ())))
    history["sheet"] = [row for row in history.get("sheet", ()) if row.get("state") != "withdrawn"]
    whole = {key: _bare(value) for key, value in file.items() if key not in ASIDE} | {"history": history}
    return sha256(_told(whole).encode()).hexdigest()


SUMS = {"strength": ("unit", "delta"), "points": ("source", "target", "amount")}
"""Ledgers count by their sums: keys of the rows, and what is added up."""


def _sums(rows: Iterable[Mapping[str, Any]], keys: Sequence[str], amount: str) -> dict[str, int]:
    """Return the sum of each name in a ledger; what leaves the first of two accounts comes to the second."""
    sums: dict[str, int] = {}
    for row in rows:
        for sign, key in zip((-1, 1)[-len(keys) :], keys, strict=True):
            sums[row[key]] = sums.get(row[key], 0) + sign * row[amount]
    return {name: total for name, total in sums.items() if total}


def _opened(row: Mapping[str, Any], turn: int) -> dict[str, Any]:
    """A turn's row; the turn itself has no attempt yet."""
    return {key: value for key, value in row.items() if row["number"] != turn or key != "attempt"}


def _bare(value: Any) -> Any:
    """Return the rows of a list without their hours and hands; any other value as it is."""
    return [_kept(row) if isinstance(row, dict) else row for row in value] if isinstance(value, list) else value


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    aside = OF_THE_CLOCK | OF_SOMEBODY
    return {key: value for key, value in row.items() if key not in aside and not key.endswith("_at")}


def _told(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
