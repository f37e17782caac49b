"""The progress of a battle, in coarse per cent, written beside the fight."""

import time
from collections.abc import Callable

from django.conf import settings
from django.db.models import QuerySet

from battles.models import Battle

STEP = 5
SECONDS_BETWEEN = 0.3


class ProgressWriter:
    """Takes the part done (0 to 1); writes per cent now and then, and only while the claim is valid.

    Where the battle is slowed for tests, the fight itself is the first tenth.
    """

    def __init__(self, held: Callable[[], QuerySet[Battle]]) -> None:
        self._held = held
        self._share = 0.1 if settings.BIVOUAC_BATTLE_DELAY else 1.0
        self._last, self._at = 0, time.monotonic()

    def __call__(self, part: float) -> None:
        """The fight is so far."""
        now = time.monotonic()
        per_cent = min(99, int(100 * self._share * part))
        if per_cent >= self._last + STEP and now >= self._at + SECONDS_BETWEEN:
            self._write(per_cent)

    def lingering(self, part: float) -> None:
        """The slowing after the fight is so far."""
        self._write(min(99, int(100 * (self._share + (1 - self._share) * part))))

    def _write(self, per_cent: int) -> None:
        self._last, self._at = per_cent, time.monotonic()
        self._held().update(progress=per_cent)


def linger(progress: ProgressWriter) -> None:
    """Wait out BIVOUAC_BATTLE_DELAY in steps that show as progress."""
    delay = settings.BIVOUAC_BATTLE_DELAY
    steps = min(20, max(1, round(delay / 0.25))) if delay else 0
    for step in range(steps):
        time.sleep(delay / steps)
        progress.lingering((step + 1) / steps)
