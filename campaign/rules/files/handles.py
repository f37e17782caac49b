"""Keys of postings in a campaign file: those that the program made, and names that mean nothing but themselves.

The program's keys begin with a token of the file: ``{war}:t3.1:…`` in turn 3 at its first attempt, ``{line:s4}:…`` for
the fourth line of ``sheet``, ``battle/{battle:b2}/…`` for a battle, ``{faction:red}:…`` on a faction's sheet. Such a
key must belong to something that has happened, or it would stand in the way of what is still to come. Any other text
is a name: it is kept and written again, and no key of the program is ever like it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from campaign.rules.files.past.history_rows import History, PointsRow, SheetRow, StrengthRow

_PROGRAM = re.compile(r"\{(?:war|line:[^}]*|faction:[^}]*)\}:|battle/\{battle:[^}]*\}/")
_TOKEN = re.compile(r"\{(line|faction|battle|unit):([^}]*)\}")
_TURN = re.compile(r"\{war\}:t([0-9]{1,4})\.([0-9]{1,5}):([a-z-]+)")
_OPENING = re.compile(r"\{war\}:opening:")
FORESEEN = ("income", "offmap", "upkeep", "profile", "event", "trigger")
ORDERS_OPEN = ("open", "sealed")
LAST_PHASES = ("attrition",)


def made_by_program(key: str) -> bool:
    """Return whether a key of a file has the form of those that the program makes."""
    return _PROGRAM.match(key) is not None


@dataclass(frozen=True)
class PossibleOwners:
    """The possible owners of a key: lines of the sheet by number, turns and battles with their states."""

    sheet: tuple[SheetRow, ...]
    turns: dict[int, tuple[int, str]]
    battles: dict[str, str]
    units: frozenset[str]

    @staticmethod
    def of(history: History) -> PossibleOwners:
        """Return the tally of a history."""
        turns = {row.number: (row.attempt, row.state) for row in history.turns}
        units = frozenset(row.id for row in history.units)
        return PossibleOwners(history.sheet, turns, {row.id: row.state for row in history.battles}, units)


def fault(key: str, row: PointsRow | StrengthRow | SheetRow, happened: PossibleOwners) -> str:
    """Return the reason why a key of the program's form cannot belong to a row; empty if it can, or is only a name."""
    if not made_by_program(key):
        return ""
    if isinstance(row, SheetRow):
        return "" if key.startswith(f"{{faction:{row.faction}}}:") else "it is the key of another faction's line"
    return _of_token(key, row, happened) or _of_turn(key, row, happened)


def _of_token(key: str, row: PointsRow | StrengthRow, happened: PossibleOwners) -> str:
    for kind, name in _TOKEN.findall(key):
        if kind == "line" and (why := _of_line(key, name, happened)):
            return why
        if kind == "battle" and happened.battles.get(name) != "done":
            return f"{name} is no battle of this file that is settled"
        if kind == "unit" and name != getattr(row, "unit", name):
            return f"it is the key of a line of {name}"
    return ""


def _of_line(key: str, name: str, happened: PossibleOwners) -> str:
    number = int(name[1:]) if re.fullmatch(r"s[1-9][0-9]{0,6}", name) else 0
    if not 1 <= number <= len(happened.sheet):
        return f"there is no line {name} in the sheet"
    if happened.sheet[number - 1].state == "entered" and not key.endswith(":reserved"):
        return f"the line {name} of the sheet has not been carried out"
    return ""


def _of_turn(key: str, row: PointsRow | StrengthRow, happened: PossibleOwners) -> str:
    if not key.startswith("{war}:") or _OPENING.match(key):
        return ""
    match = _TURN.match(key)
    number, attempt, what = (int(match[1]), int(match[2]), match[3]) if match else (0, 0, "")
    attempts, state = happened.turns.get(number, (0, ""))
    if not 1 <= attempt <= attempts or number != getattr(row, "turn", number):
        return "it is the key of another turn, or of one that has not begun"
    if attempt == attempts and _still_to_come(what, state):
        return f"it is the key of a step that turn {number} has still before it"
    return ""


def _still_to_come(what: str, state: str) -> bool:
    return what not in FORESEEN if state in ORDERS_OPEN else what in LAST_PHASES and state not in ("closing", "closed")
