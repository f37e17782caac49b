"""The health of the site: its database, its broker, its workers and its clock, each by its last sign of life."""

import json
import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryFile

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from battles.models import Battle, ForecastChunk, Pulse
from battles.services.claiming import lease_over
from battles.services.publishing import broker_answers

Part = Pulse.Part
STEP = 5.0
"""Seconds between two ticks of the clock."""
FRESH = {Part.CLOCK: timedelta(seconds=30), Part.BROKER: timedelta(seconds=30), Part.WORKER: timedelta(seconds=60)}
NOTES = "launcher.json"
SHOWN_FOR = timedelta(hours=24)
PARTS = ("database", "broker", "worker", "clock", "disk")
ROOM = 1_000_000
"""Bytes that a turn may need at once; where they cannot be written, the disk counts as full."""


def record_heartbeat(part: str) -> None:
    """Keep that a part lives now."""
    Pulse.objects.update_or_create(part=part, defaults={"at": timezone.now()})


@dataclass(frozen=True)
class Note:
    """A note of the launcher, and its time."""

    at: datetime
    sentence: str


@dataclass(frozen=True)
class Health:
    """The state of each part; ``ticked_at`` is the clock's last tick."""

    database: bool
    broker: bool
    worker: bool
    clock: bool
    ticked_at: datetime | None
    disk: bool = True

    @property
    def well(self) -> bool:
        """Whether nothing is amiss."""
        return all(getattr(self, name) for name in PARTS)

    def as_dict(self) -> dict[str, str]:
        """For the health address."""
        states = {name: "ok" if getattr(self, name) else "down" for name in PARTS}
        return states | {"ticked": self.ticked_at.isoformat(timespec="seconds") if self.ticked_at else "never"}

    @property
    def complaints(self) -> list[str]:
        """Return a sentence for each part that does not work: what it means, and what to do."""
        lines = {
            "broker": "The broker does not answer: battles wait. Look at the terminal of the site, or at Redis.",
            "worker": "No worker answers: battles wait. Look at the terminal of the site, or start a worker.",
            "disk": "The disk is full: nothing can be entered. Free space where the site keeps its files.",
            "clock": "The clock does not tick: due dates and lost battles wait. Look at the terminal of the site, "
            "or start the clock.",
        }
        return [sentence for name, sentence in lines.items() if not getattr(self, name)]


NOTHING = Health(database=False, broker=False, worker=False, clock=False, ticked_at=None, disk=False)


def site_health() -> Health:
    """By the last signs of life, without asking the broker: one query, or two where no worker was seen lately."""
    seen = dict(Pulse.objects.values_list("part", "at"))
    clock, broker, worker = (_fresh(seen, part) for part in (Part.CLOCK, Part.BROKER, Part.WORKER))
    return Health(True, broker, worker or _at_work(), clock, seen.get(Part.CLOCK))


def site_health_now() -> Health:
    """Return the same, with the broker asked."""
    try:
        by_signs = site_health()
    except DatabaseError:
        return NOTHING
    return replace(by_signs, broker=broker_answers(), disk=all(map(_has_room, _folders())))


def _folders() -> set[Path]:
    """Return where the site writes; a database server looks after its own disk."""
    name = connection.settings_dict["NAME"]
    own = {Path(name).parent} if connection.vendor == "sqlite" and Path(name).is_absolute() else set()
    return own | {Path(settings.STATE_DIR)}


def _has_room(folder: Path) -> bool:
    """Return whether something can be written there now."""
    try:
        with TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def _fresh(seen: dict[str, datetime], part: Part) -> bool:
    """Return whether a sign of life is near to now, on either side: clocks are set back."""
    return part in seen and abs(timezone.now() - seen[part]) < FRESH[part]


def _at_work() -> bool:
    """Return whether workers fight: who fights gives no other sign of life."""
    held = [rows.filter(state="running").exclude(lease_over()) for rows in (Battle.objects, ForecastChunk.objects)]
    return any(rows.exists() for rows in held)


def launchers_notes() -> list[Note]:
    """List the launcher's notes of the last day, newest first; nothing where no launcher runs the site."""
    try:
        rows = json.loads((settings.STATE_DIR / NOTES).read_text())
        notes = [Note(datetime.fromtimestamp(note["at"], UTC), str(note["sentence"])) for note in rows]
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return []
    return [note for note in reversed(notes) if abs(timezone.now() - note.at) < SHOWN_FOR]
