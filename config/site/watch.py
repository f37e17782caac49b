"""Parts that live but do not work: the launcher asks the health address now and then."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator

from config.site.supervisor import Part

EVERY = 10.0
PATIENCE = {"web": 120.0, "broker": 30.0, "clock": 120.0, "worker": 120.0}
"""Seconds of silence after which a part is ended and started again."""


class Watch:
    """Remembers since when each part is silent, by a clock that nobody sets."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/healthz"
        self._next = time.monotonic() + EVERY
        self._silent: dict[str, float] = {}

    def unresponsive(self, parts: Iterable[Part]) -> Iterator[tuple[Part, str]]:
        """Yield the parts that have been silent for too long."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + EVERY
        silent = self._note(ask(self._address), time.monotonic())
        for part in parts:
            kind = part.name.split()[0]
            patience = PATIENCE.get(kind)
            if patience and kind in silent and part.alive() and now - max(self._silent[kind], part.began) > patience:
                yield part, "does not answer"

    def _note(self, states: dict[str, str] | None, now: float) -> set[str]:
        """Return the kinds of parts that are silent. Where a part is silent, nothing is known of those that need it."""
        silent = silent_parts(states)
        self._silent = {kind: self._silent.get(kind, now) for kind in silent}
        return silent


def silent_parts(states: dict[str, str] | None) -> set[str]:
    """Return the parts to blame for their states; a worker without broker or clock is not to blame, nor is anybody who
    cannot write."""
    if states is None:
        return {"web"}
    down = {name for name, state in states.items() if state == "down"}
    if down & {"database", "disk"}:
        return set()
    return down - {"worker"} if down & {"broker", "clock"} else down


def ask(address: str) -> dict[str, str] | None:
    """Read the health address; None where no web process answers."""
    try:
        with urllib.request.urlopen(address, timeout=3) as page:  # noqa: S310  # nosec B310 (our own address)
            return dict(json.load(page))
    except urllib.error.HTTPError as error:
        with error:
            return dict(json.load(error))
    except (OSError, ValueError):
        return None
