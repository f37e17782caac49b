"""JSON that people read and compare: a value is opened only where it is longer than a line."""

import json
from typing import Any

WIDTH = 120


def folded(value: Any, depth: int = 0, before: int = 0) -> str:
    """Return a value as JSON; a list or an object that is longer than a line is opened, a member a line.

    ``depth`` is the number of spaces at the head of its line, ``before`` that of characters between them and the value.
    """
    line = json.dumps(value, ensure_ascii=False)
    if depth + before + len(line) < WIDTH or not isinstance(value, dict | list) or not value:
        return line
    if isinstance(value, list):
        return _opened("[", [folded(one, depth + 1) for one in value], "]", depth)
    names = [f"{json.dumps(key, ensure_ascii=False)}: " for key in value]
    rows = zip(names, value.values(), strict=True)
    return _opened("{", [name + folded(one, depth + 1, len(name)) for name, one in rows], "}", depth)


def _opened(first: str, rows: list[str], last: str, depth: int) -> str:
    inside = ",\n".join(" " * (depth + 1) + row for row in rows)
    return f"{first}\n{inside}\n{' ' * depth}{last}"
