"""Kept states without letters that the referee does not read: older sites and files have them in their states."""

import json
import re

from campaign.rules.news.couriers import ALLIES, PAIR

_BETWEEN = re.compile(rf'"thread": "(?:{PAIR}|{ALLIES})\.')
_LETTERS, _NEXT, _END = '  "letters": [\n', ",\n", "\n  ]"


def may_hold_letters(lines: str) -> bool:
    """Return whether there may be letters between factions among the lines of a state."""
    return _BETWEEN.search(lines) is not None


def without_letters(text: str) -> str:
    """Return the text of a state without the letters that the referee does not read; the same where it has none."""
    before, found, rest = text.partition(_LETTERS)
    rows, end, after = rest.partition(_END)
    kept = [row for row in rows.split(_NEXT) if not _private(row)]
    if kept or not found:
        return before + found + _NEXT.join(kept) + end + after
    if after.startswith(_NEXT):
        return before + after.removeprefix(_NEXT)
    return before.removesuffix(_NEXT) + after


def _private(row: str) -> bool:
    letter = json.loads(row)
    return "sender" in letter and not letter.get("referee_reads") and may_hold_letters(row)
