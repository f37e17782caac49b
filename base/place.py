"""Strict reading of JSON from outside: every value is asked for at a place, and a refusal names that place.

`loads` turns text or bytes into Python values within limits; `JsonPlace` then hands them out by type. A boolean is no
number, an unknown key is an error, and a name is normalised text without control characters.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Never

from base.refusal import Refusal
from base.signs import HEAP, TURNING, level

DEPTH = 24
BIGGEST = 10**12
BYTES_A_VALUE = 8
"""A file may hold one value for so many of the bytes that are read: numbers and brackets alone are no document."""
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"?+', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")
_FORBIDDEN_CATEGORIES = ("Cc", "Cs", "Cn", "Co", "Zl", "Zp")


_KINDS: tuple[tuple[type, str], ...] = (
    (int, "a whole number"),
    (float, "a number with a fraction"),
    (str, "text"),
    (list, "a list"),
    (dict, "an object"),
)


class _Object(dict[str, Any]):
    """A JSON object in which a key was given twice."""

    twice = ""


class _Hooks:
    """The parser's hooks for objects and numbers; ``strange`` once one of them cannot stay as it is."""

    strange = False

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        self.strange = True
        marked = _Object(made)
        marked.twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        return marked

    def integer(self, digits: str) -> int | float:
        return self._number(int(digits) if len(digits) <= 16 else math.inf)

    def real(self, digits: str) -> float:
        return float(self._number(float(digits)))

    def constant(self, _name: str) -> float:
        return float(self._number(math.nan))

    def _number(self, value: float) -> float:
        if not -BIGGEST <= value <= BIGGEST:
            self.strange = True
        return value


def loads(data: str | bytes, *, limit: int, error: type[Refusal] = Refusal, depth: int = DEPTH) -> Any:
    """Return the JSON value of `data`, at most `limit` bytes; raises `error` with line and column, or with the place.

    What the text would cost is counted before it is parsed: its length, how deep it is, how many values it holds.
    """
    text = _decoded(data, limit, error)
    _check_cost(text, depth, limit // BYTES_A_VALUE, error)
    hooks = _Hooks()
    try:
        value = json.loads(
            text, object_pairs_hook=hooks.object, parse_int=hooks.integer, parse_float=hooks.real,
            parse_constant=hooks.constant,
        )  # fmt: skip
    except json.JSONDecodeError as exc:
        reason = exc.msg[:1].lower() + exc.msg[1:]
        raise error(f"line {exc.lineno}, column {exc.colno}: this is not JSON ({reason}).") from exc
    if hooks.strange:
        _find_strange(value, error)
    return value


def _decoded(data: str | bytes, limit: int, error: type[Refusal]) -> str:
    if len(data) > limit:
        raise error(f"The file is too long: {len(data):,} bytes, at most {limit:,} are read.")
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data.removeprefix("\ufeff")
    except UnicodeDecodeError as exc:
        raise error(f"byte {exc.start + 1}: this is not text in UTF-8; save the file as UTF-8.") from exc
    if not text or text.isspace():
        raise error("The file is empty; a JSON document is expected.")
    if "\0" in text:
        raise error(f"character {text.index(chr(0)) + 1}: a NUL character is not allowed; this is not a text file.")
    return text


def _check_cost(text: str, depth: int, values: int, error: type[Refusal]) -> None:
    bare = _STRINGS.sub("", text)
    if sum(map(bare.count, ",[{")) > values:
        raise error(f"The file holds more than {values:,} values; no file of this kind needs that many.")
    level = 0
    for match in _BRACKETS.finditer(bare):
        level += 1 if match[0] in "[{" else -1
        if level > depth:
            raise error(f"Brackets are nested more than {depth} deep; no file of this kind needs that.")


def _find_strange(value: Any, error: type[Refusal]) -> None:
    """Refuse the first number out of bounds, or key given twice, by its place."""
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(value, ())]
    while waiting:
        one, path = waiting.pop()
        if _too_large(one):
            raise error(f"{_path(path) or 'the document'}: this number is not finite or far too large.")
        if isinstance(one, _Object):
            raise error(f"{_path((*path, one.twice))}: this key is given twice; keep one of them.")
        waiting += reversed([(item, (*path, key)) for key, item in _children(one) if _may_be_strange(item)])


def _too_large(value: Any) -> bool:
    return isinstance(value, int | float) and not -BIGGEST <= value <= BIGGEST


def _may_be_strange(value: Any) -> bool:
    return isinstance(value, dict | list) or _too_large(value)


def _children(value: Any) -> Iterable[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def _path(keys: Iterable[str | int]) -> str:
    path = ""
    for key in keys:
        path = _joined(path, key)
    return path


def _joined(path: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{path}[{key}]"
    shown = shorten(key)
    return f"{path}.{shown}" if path else shown


def shorten(text: object, length: int = 40) -> str:
    """`text` as one printable line of at most `length` characters, for use inside a refusal."""
    line = str(text)
    if not line.isprintable():
        line = "".join(c if c.isprintable() else "?" for c in line)
    return line if len(line) <= length else line[: length - 1] + "…"


def kind_of(value: object) -> str:
    """Name the kind of a JSON value in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    return next((name for kind, name in _KINDS if isinstance(value, kind)), type(value).__name__)


@dataclass(slots=True)
class JsonPlace:
    """One value of a JSON document with its path, e.g. `sides[1].units[3].strength`."""

    value: Any
    path: str = ""
    error: type[Refusal] = Refusal

    def refuse(self, sentence: str) -> Never:
        """Raise the reader's error with this place in front of `sentence`."""
        raise self.error(f"{self.path}: {sentence}" if self.path else f"The file: {sentence}")

    def _expected(self, what: str) -> Never:
        self.refuse(f"{what} is expected, not {kind_of(self.value)}.")

    def object(self, *, required: Iterable[str] = (), optional: Iterable[str] = ()) -> JsonPlace:
        """This place, certainly an object with all `required` and no other than `required` and `optional` keys."""
        if not isinstance(self.value, dict):
            self._expected("an object")
        required, allowed = tuple(required), (*required, *optional)
        for key in self.value:
            if key not in allowed:
                self.at(str(key)).refuse(f"this key is not known; known here: {', '.join(allowed)}.")
        for key in required:
            if key not in self.value:
                self.at(key).refuse("this key is missing.")
        return self

    def at(self, key: str) -> JsonPlace:
        """Return the place under `key`; an absent key and null are both None."""
        path = f"{self.path}.{key}" if self.path and key.isidentifier() and len(key) < 40 else _joined(self.path, key)
        return JsonPlace(self.value.get(key), path, self.error)

    def has(self, key: str) -> bool:
        """Is `key` given and not null?"""
        return self.value.get(key) is not None

    def items(self, *, least: int = 0, most: int) -> list[JsonPlace]:
        """Return the places of a list with `least` to `most` entries."""
        if not isinstance(self.value, list):
            self._expected("a list")
        if not least <= len(self.value) <= most:
            wanted = f"exactly {least}" if least == most else f"{least} to {most}"
            self.refuse(f"{len(self.value)} entries, {wanted} are allowed.")
        return [JsonPlace(v, _joined(self.path, i), self.error) for i, v in enumerate(self.value)]

    def text(self, *, most: int, blank: bool = False) -> str:
        """Return text of at most `most` characters, stripped, NFC-normalised, without control characters."""
        if not isinstance(self.value, str):
            self._expected("text")
        clean = unicodedata.normalize("NFC", self.value).strip()
        for char in () if clean.isascii() and clean.isprintable() else clean:
            if unicodedata.category(char) in _FORBIDDEN_CATEGORIES or char in TURNING:
                self.refuse(f"the character U+{ord(char):04X} is not allowed in a name.")
        if level(clean) != clean:
            self.refuse(f"a letter has more than {HEAP} accents.")
        if len(clean) > most:
            self.refuse(f"{len(clean)} characters, at most {most} are allowed.")
        if not clean and not blank:
            self.refuse("it is empty; give it a name.")
        return clean

    def integer(self, least: int, most: int) -> int:
        """Return a whole number from `least` to `most`; true, 4.0 and "4" are not whole numbers."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self._expected("a whole number")
        if not least <= self.value <= most:
            self.refuse(f"{shorten(self.value)} is outside {least} to {most}.")
        return self.value

    def number(self, least: float, most: float) -> float:
        """Return a finite number from `least` to `most`, rounded to 4 decimals."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self._expected("a number")
        if not least <= self.value <= most:
            self.refuse(f"{shorten(self.value)} is outside {least:g} to {most:g}.")
        return round(float(self.value), 4) + 0.0

    def flag(self, default: bool | None = None) -> bool:
        """True or false; null is `default` where there is one."""
        if self.value is None and default is not None:
            return default
        if not isinstance(self.value, bool):
            self._expected("true or false")
        return self.value

    def choice(self, choices: Iterable[str], default: str | None = None) -> str:
        """Return one of `choices`; null is `default` where there is one."""
        if self.value is None and default is not None:
            return default
        if not isinstance(self.value, str):
            self._expected("text")
        known = tuple(choices)
        if self.value not in known:
            self.refuse(f'"{shorten(self.value)}" is not known; choose from {", ".join(known)}.')
        return self.value
