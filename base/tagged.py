"""Reading tables whose every number is ``{value, tag, source}``; what is wrong is refused with its path (ENG-3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from base.refusal import Refusal

TAGS = {"SRC": "printed", "REC": "reconstructed", "RUL": "ruling", "HR": "house rule"}
"""Where a number comes from."""
_PARTS = {"value", "tag", "source"}
LONGEST_SOURCE = 200


@dataclass(frozen=True)
class Values:
    """Whole numbers by name, and the tag of each."""

    numbers: Mapping[str, int]
    tags: Mapping[str, str]


@dataclass(frozen=True)
class Provenance:
    """Tag and source of each value that was read, by name."""

    tags: Mapping[str, str]
    sources: Mapping[str, str]


def checked_table(value: object, path: str, keys: set[str] | None = None) -> Mapping[str, Any]:
    """Return ``value`` as a table, with exactly these ``keys`` if they are given; Refusal otherwise."""
    if not isinstance(value, Mapping):
        raise Refusal(f"{path or 'profile'}: a table is expected.")
    for key in sorted((keys or set(value)) ^ set(value)):
        raise Refusal(f"{path + '.' if path else ''}{key}: {'unknown key.' if key in value else 'missing.'}")
    return value


def tagged_value(value: object, path: str) -> Mapping[str, Any]:
    """Return one number with its tag and the text that names where it comes from."""
    found = checked_table(value, path, _PARTS)
    if not isinstance(found["tag"], str) or found["tag"] not in TAGS:
        raise Refusal(f"{path}.tag: use one of {', '.join(TAGS)}.")
    if not isinstance(found["source"], str) or len(found["source"]) > LONGEST_SOURCE:
        raise Refusal(f"{path}.source: a text of at most {LONGEST_SOURCE} characters is expected.")
    return found


class TaggedTable:
    """The tagged values of one table; ``done`` refuses those that nobody read."""

    def __init__(self, value: object, path: str, plain: set[str] | None = None) -> None:
        row = checked_table(value, path)
        self.path = path
        self.plain = {key: row[key] for key in plain or () if key in row}
        self._tagged = {key: number for key, number in row.items() if key not in self.plain}
        self._asked: set[str] = set()

    def done(self) -> Provenance:
        """Return tags and sources of all values; Refusal for a key that is not known."""
        for key in sorted(set(self._tagged) - self._asked):
            self.refuse(key, "unknown key.")
        return Provenance(
            {key: number["tag"] for key, number in self._tagged.items()},
            {key: number["source"] for key, number in self._tagged.items()},
        )

    def text(self, key: str) -> str:
        """Return a plain text."""
        value = self.plain.get(key)
        if not isinstance(value, str) or not value:
            self.refuse(key, "a text is expected.")
        return value

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """Return a plain text that is one of ``choices``."""
        if self.text(key) not in choices:
            self.refuse(key, f"use one of {', '.join(choices)}.")
        return self.text(key)

    def whole(self, key: str, least: int, most: int) -> int:
        """Return a whole number within bounds."""
        return self.checked_whole(key, self.value(key), least, most)

    def yes(self, key: str) -> bool:
        """True or false."""
        value = self.value(key)
        if not isinstance(value, bool):
            self.refuse(key, "true or false is expected.")
        return value

    def dice(self, key: str) -> tuple[int, ...]:
        """Return one to four dice by their sides, 2 to 100 each."""
        value = self.value(key)
        if not isinstance(value, list) or not 1 <= len(value) <= 4:
            self.refuse(key, "a list of one to four dice is expected.")
        return tuple(self.checked_whole(key, sides, 2, 100) for sides in value)

    def value(self, key: str) -> object:
        """Return a value without its tag, whatever its kind."""
        if key not in self._tagged:
            self.refuse(key, "missing.")
        tagged = tagged_value(self._tagged[key], f"{self.path}.{key}")
        self._asked.add(key)
        value: object = tagged["value"]
        return value

    def checked_whole(self, key: str, value: object, least: int, most: int) -> int:
        """Return a value that must be a whole number within bounds."""
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.refuse(key, f"a whole number from {least} to {most} is expected.")
        return value

    def refuse(self, key: str, reason: str) -> NoReturn:
        """Refuse a value by its path."""
        raise Refusal(f"{self.path}.{key}: {reason}")
