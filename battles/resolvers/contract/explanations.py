"""Meanings of the rule ids in journals and ledgers: each with its tag and a sentence of our own.

Every rule system names a table of its ids in its manifest; rooms that rule systems share have one too.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from battles.resolvers.contract.registry import systems


@dataclass(frozen=True)
class Explanation:
    """A rule by its id: its tag (SRC, REC, RUL, HR, OPT, ENG, EXACT, SCENE) and what it says.

    `kept` are functions (``module.name``) that keep it beside those that name it; `see` are rules that say the same.
    """

    id: str
    tag: str
    text: str
    kept: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


@cache
def explanations() -> dict[str, Explanation]:
    """Rule id to its explanation, in the order of the rules."""
    found: dict[str, Explanation] = {}
    for path in _tables():
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        found |= {key: _explanation(key, row) for key, row in table.items()}
    return found


def _tables() -> list[Path]:
    """Return the tables of the rooms that rule systems share, and those that the manifests name."""
    shared = sorted(Path(__file__).parents[1].glob("*/rules.toml"))
    own = [system.rules for system in systems().values() if system.rules]
    return list(dict.fromkeys([*own, *shared]))


def _explanation(key: str, row: dict[str, Any]) -> Explanation:
    kept, see = (tuple(map(str, row.get(name, ()))) for name in ("kept", "see"))
    return Explanation(key, str(row["tag"]), str(row["text"]), kept, see)


def explanation_of(rule: str) -> str:
    """Return the sentence for a rule id; empty where there is none."""
    found = explanations().get(rule)
    return found.text if found else ""
