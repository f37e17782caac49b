"""The digest of a decision: battles that are decided alike may have the same dice again."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any


def likeness_of(rules: str, file: Mapping[str, Any], typed: Mapping[str, Any] | None) -> str:
    """Return a digest of a decision: the rules, the file, and the result that people typed, if they did."""
    text = json.dumps([rules, file, typed], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
