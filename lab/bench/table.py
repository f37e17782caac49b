"""The figures as a table for people and as JSON for scripts."""

import os
import platform
from typing import Any

from lab.bench.figure import REPORTED, SKIPPED, Figure

HEADER = ("figure", "seen", "limit", "of limit", "memory", "")


def as_dict(figures: list[Figure], *, quick: bool) -> dict[str, Any]:
    """Return the whole benchmark as one JSON document."""
    return {
        "format": "bivouac.bench/1",
        "quick": quick,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "missed": [figure.key for figure in figures if figure.failed],
        "figures": [figure.as_dict() for figure in figures],
    }


def as_text(figures: list[Figure]) -> str:
    """Return one line a figure, its note below it."""
    rows = [HEADER, *(_cells(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADER))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    notes = ["", *(f"    {figure.note}" if figure.note else "" for figure in figures)]
    return "\n".join(line for pair in zip(lines, notes, strict=True) for line in pair if line)


def _cells(figure: Figure) -> tuple[str, ...]:
    seen = "" if figure.seen is None else f"{figure.seen:g} {figure.unit}"
    share = "" if figure.of_limit is None else f"{figure.of_limit:g}"
    memory = "" if figure.memory_mb is None else f"{figure.memory_mb} MB"
    return figure.name, seen, _limit(figure), share, memory, _state(figure)


def _limit(figure: Figure) -> str:
    return "" if figure.limit is None else f"{figure.sense} {figure.limit:g}"


def _state(figure: Figure) -> str:
    words = {SKIPPED: "skipped", REPORTED: ""}
    return words.get(figure.state, figure.state) if figure.binding else f"{figure.state} (told)"
