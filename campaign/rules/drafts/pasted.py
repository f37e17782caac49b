"""Common parts of pasted texts: names that are found with other accents, and the places of troubles."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

MOST_TEXT = 200_000
KEY_LENGTH = 40
_LOOSE = re.compile(r"[\s,;()]+")
_NO_KEY = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Trouble:
    """Something that cannot be read: its line, its column by name or number, and the remedy."""

    line: int
    column: str
    remedy: str

    def __str__(self) -> str:
        place = f"Line {self.line}, {self.column}" if self.column else f"Line {self.line}"
        return f"{place}: {self.remedy}"


def folded(name: str) -> str:
    """Return a name as it is looked up: small letters without accents, single spaces."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return _LOOSE.sub(" ", "".join(sign for sign in plain if not unicodedata.combining(sign))).strip()


def key_for(name: str, taken: Collection[str], what: str, most: int = KEY_LENGTH) -> str:
    """Return a key made of a name that is not taken yet: ``hradec_kralove``, else ``hradec_kralove_2``."""
    ascii_only = folded(name).encode("ascii", "ignore").decode()
    key = _NO_KEY.sub("_", ascii_only).strip("_")[: most - 5].strip("_") or what
    number, found = 1, key
    while found in taken:
        number += 1
        found = f"{key}_{number}"
    return found


def names_of(rows: Iterable[object]) -> dict[str, str]:
    """Return the keys of rows by their folded names and keys; a name that two rows share is the first one's."""
    found: dict[str, str] = {}
    for row in rows:
        for name in (getattr(row, "name", ""), getattr(row, "key", "")):
            found.setdefault(folded(name), getattr(row, "key", ""))
    return {name: key for name, key in found.items() if name}


def unknown(written: str, what: str, known: Mapping[str, str]) -> str:
    """Return the remedy for a name that nothing has."""
    near = get_close_matches(folded(written), list(known), n=1)
    hint = f" Did you mean {near[0].title()}?" if near else ""
    return f"there is no {what} “{shown(written)}”; correct the name, or add it first.{hint}"


def shown(written: str, most: int = 40) -> str:
    """Return what was written as a short line without control signs."""
    line = "".join(sign if sign.isprintable() else " " for sign in written)
    return line if len(line) <= most else line[: most - 1] + "…"
