"""Keys and slugs that hide in references and details, written so that they mean the same in a copy.

A unit's or battle's key is drawn anew when a campaign is loaded; in the file ``{unit:u7}`` stands for it, and
``{campaign}`` for the campaign's slug where it is a whole part of a reference such as ``turn:<slug>:4``, ``{war}`` for
the number that idempotency keys begin with.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

_WORD = re.compile(r"[A-Za-z0-9_-]+")
_TOKEN = re.compile(r"\{(campaign|war|(?:army|unit|battle):[a-z0-9_-]+)\}")


@dataclass(frozen=True)
class Tokens:
    """Token → key of one campaign, such as ``unit:u7`` → ``abcd2345efgh``, and the campaign's slug and number."""

    keys: Mapping[str, str]
    slug: str
    number: int

    def written(self, value: Any) -> Any:
        """A value of the database as it stands in a file."""
        names = {key: f"{{{token}}}" for token, key in self.keys.items()}
        parts = {self.slug: "{campaign}", f"c{self.number}": "{war}"}

        def sentence(text: str) -> str:
            if ":" in text:
                text = ":".join(parts.get(part, part) for part in text.split(":"))
            return _WORD.sub(lambda match: names.get(match[0], match[0]), text)

        return _mapped(value, sentence)

    def restored(self, value: Any) -> Any:
        """A value of a file as it stands in the database; a token that names nothing stays as it is."""
        known = {**self.keys, "campaign": self.slug, "war": f"c{self.number}"}
        return _mapped(value, lambda text: _TOKEN.sub(lambda match: known.get(match[1], match[0]), text))


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """The JSON value with every text in it changed, the keys of objects included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list | tuple):
        return [_mapped(item, change) for item in value]
    if isinstance(value, dict):
        return {change(key): _mapped(item, change) for key, item in value.items()}
    return value
