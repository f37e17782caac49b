"""One figure of the benchmark: what was seen, against which limit, and whether it holds."""

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
