"""Keys, numbers and slugs that hide in references and details, written so that they mean the same in a copy.

A unit's or battle's key is drawn anew when a campaign is loaded; in the file ``{unit:u7}`` stands for it,
``{campaign}`` for the slug in a reference such as ``turn:<slug>:4``, and ``{war}``, ``{faction:france}`` or
``{line:s3}`` for the database's number at the beginning of an idempotency key.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

_WORD = re.compile(r"[A-Za-z0-9_-]+")
_START = re.compile(r"(?:c[0-9]+|f[0-9]+|sheet:[0-9]+)(?=:)")
_SLUG = re.compile(r"\b(turn|campaign):([a-z0-9_-]+)")
_TOKEN = re.compile(r"\{(campaign|war|(?:army|unit|battle|faction|line):[a-z0-9_-]+)\}")


@dataclass(frozen=True)
class Tokens:
    """Token → key (``unit:u7`` → ``abcd2345efgh``) and token → beginning (``war`` → ``c12``) of one campaign."""

    slug: str
    keys: dict[str, str]
    starts: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _names(self) -> dict[str, str]:
        return {key: f"{{{token}}}" for token, key in (self.keys | self.starts).items()}

    def written(self, value: Any) -> Any:
        """A value of the database as it stands in a file."""
        return _mapped(value, self._written)

    def _written(self, text: str) -> str:
        text = _START.sub(self._name, text, count=1) if _START.match(text) else text
        text = _SLUG.sub(lambda match: f"{match[1]}:{{campaign}}" if match[2] == self.slug else match[0], text)
        return _WORD.sub(self._name, text)

    def _name(self, match: re.Match[str]) -> str:
        return self._names.get(match[0], match[0])

    def restored(self, value: Any) -> Any:
        """A value of a file as it stands in the database; a token that names nothing stays as it is."""
        return _mapped(value, lambda text: _TOKEN.sub(self._meaning, text))

    def _meaning(self, match: re.Match[str]) -> str:
        if match[1] == "campaign":
            return self.slug
        return self.keys.get(match[1]) or self.starts.get(match[1]) or match[0]


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """The JSON value with every text in it changed, the keys of objects included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_mapped(item, change) for item in value]
    if isinstance(value, dict):
        return {change(key): _mapped(item, change) for key, item in value.items()}
    return value
