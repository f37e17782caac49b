"""The figures as a table for people and as JSON for scripts."""

import os
import platform
from dataclasses import dataclass
from typing import Any

OK, MISSED, REPORTED, SKIPPED = "ok", "missed", "told", "skipped"
AT_LEAST, AT_MOST = "at least", "at most"


@dataclass(frozen=True)
class Figure:
    """``seen`` in ``unit`` against ``limit``; without a limit it is only reported, without ``seen`` skipped.

    ``memory_mb`` is the most memory of the process that was measured. ``binding`` is False where a miss is a report,
    not a failure.
    """

    key: str
    name: str
    seen: float | None
    unit: str = ""
    limit: float | None = None
    sense: str = AT_LEAST
    memory_mb: int | None = None
    note: str = ""
    binding: bool = True

    @property
    def of_limit(self) -> float | None:
        """The value seen as a share of its limit."""
        if self.seen is None or not self.limit:
            return None
        return float(f"{self.seen / self.limit:.3g}")

    @property
    def state(self) -> str:
        """Whether the limit holds, was missed, is none, or could not be judged."""
        if self.seen is None:
            return SKIPPED
        if self.limit is None:
            return REPORTED
        return OK if self._holds(self.seen, self.limit) else MISSED

    @property
    def failed(self) -> bool:
        """Whether this figure makes the whole benchmark fail."""
        return self.binding and self.state == MISSED

    def _holds(self, seen: float, limit: float) -> bool:
        return seen >= limit if self.sense == AT_LEAST else seen <= limit

    def as_dict(self) -> dict[str, Any]:
        """Return the figure for scripts; every figure has every key."""
        names = ("key", "name", "seen", "unit", "limit", "sense", "of_limit", "memory_mb", "state", "note")
        return {name: getattr(self, name) for name in names}


def skipped(key: str, name: str, why: str) -> Figure:
    """Return a figure that cannot be measured here, with the reason."""
    return Figure(key=key, name=name, seen=None, note=why)


HEADER = ("figure", "seen", "limit", "of limit", "memory", "")


def as_dict(figures: list[Figure], *, quick: bool) -> dict[str, Any]:
    """Return the whole benchmark as one JSON document."""
    return {
        "format": "bivouac.bench/1", "quick": quick, "python": platform.python_version(), "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1), "missed": [figure.key for figure in figures if figure.failed],
        "figures": [figure.as_dict() for figure in figures],
    }  # fmt: skip


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
