"""Keys, numbers and slugs that hide in references and details, written so that they mean the same in a copy.

A unit's or battle's key is drawn anew when a campaign is loaded; in the file ``{unit:u7}`` stands for it,
``{campaign}`` for the slug in a reference such as ``turn:<slug>:4``, and ``{war}``, ``{faction:france}`` or
``{line:s3}`` for the database's number at the beginning of an idempotency key. Text that merely looks like one of
these is written with ``{brace}`` for its bracket.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from campaign.rules.files.handles import made_by_program

NAME = "file:"
"""What the database puts before a name that a file brought, so that no key of the program is like it."""
_WORD = re.compile(r"[A-Za-z0-9_-]+")
_START = re.compile(r"(?:c[0-9]+|f[0-9]+|sheet:[0-9]+)(?=:)")
_SLUG = re.compile(r"\b(turn|campaign):([a-z0-9_-]+)")
_TOKEN = re.compile(r"\{(brace|campaign|(?:army|unit|battle):[a-z0-9_-]+)\}")
_START_TOKEN = re.compile(r"\{(war|(?:faction|line):[a-z0-9_-]+)\}(?=:)")


@dataclass(frozen=True)
class Tokens:
    """Token → key (``unit:u7`` → ``abcd2345efgh``) and token → beginning (``war`` → ``c12``) of one campaign."""

    slug: str
    keys: dict[str, str]
    starts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _names(self) -> dict[str, str]:
        return {key: f"{{{token}}}" for token, key in self.keys.items()}

    @cached_property
    def _start_names(self) -> dict[str, str]:
        return {start: f"{{{token}}}" for token, start in self.starts.items()}

    def written(self, value: Any) -> Any:
        """Return a value of the database as a file has it."""
        return _mapped(value, self._written)

    def _written(self, text: str) -> str:
        text = _TOKEN.sub(self._escaped, text)
        text = _SLUG.sub(lambda match: f"{match[1]}:{{campaign}}" if match[2] == self.slug else match[0], text)
        return _WORD.sub(lambda match: self._names.get(match[0], match[0]), text)

    def _escaped(self, match: re.Match[str]) -> str:
        return match[0] if self._meaning(match) == match[0] else "{brace}" + match[0][1:]

    def key_written(self, key: str | None) -> str | None:
        """Return the key of a posting as a file has it."""
        if key is None or key.startswith(NAME):
            return key and key.removeprefix(NAME)
        start = _START.match(key)
        known = start and self._start_names.get(start[0])
        return known + self._written(key[len(start[0]) :]) if start and known else self._written(key)

    def restored(self, value: Any) -> Any:
        """Return a value of a file as the database has it; a token that names nothing stays as it is."""
        return _mapped(value, self._restored)

    def _restored(self, text: str) -> str:
        return _TOKEN.sub(self._meaning, text) if "{" in text else text

    def _meaning(self, match: re.Match[str]) -> str:
        if match[1] == "brace":
            return "{"
        if match[1] == "campaign":
            return self.slug
        return self.keys.get(match[1], match[0])

    def key_restored(self, key: str | None) -> str | None:
        """Return the key of a posting as the database has it: the program's own again, any other as a mere
        name."""
        if key is None or not made_by_program(key):
            return key and NAME + key
        start = _START_TOKEN.match(key)
        known = start and self.starts.get(start[1])
        return known + self._restored(key[start.end() :]) if start and known else self._restored(key)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Return the JSON value with every text in it changed, the keys of objects included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_mapped(item, change) for item in value]
    if isinstance(value, dict):
        return {change(key): _mapped(item, change) for key, item in value.items()}
    return value
