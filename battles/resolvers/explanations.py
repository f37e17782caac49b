"""What the rule ids of journals and ledgers mean, each in a sentence of our own."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data" / "rules.toml"


@cache
def explanations() -> dict[str, str]:
    """Rule id to its sentence, in the order of the rules."""
    return {key: str(text) for key, text in tomllib.loads(DATA.read_text(encoding="utf-8")).items()}


def explanation_of(rule: str) -> str:
    """The sentence for a rule id; empty where there is none."""
    return explanations().get(rule, "")
