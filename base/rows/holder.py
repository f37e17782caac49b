"""The process behind a claim, whether that process is dead for certain, and the columns of rows that are claimed.

The text names the machine, its boot, its process namespace, the process and its parent, each process with its start
time, so that a number used again is not taken for the old process. Where nothing is certain the answer is no: the
lease then decides.
"""

import os
import socket
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import models

PROC = Path("/proc")


@dataclass(frozen=True)
class Fate:
    """The fate of a holder: ``dead`` for certain, and whether its ``parent``, the worker, went with it."""

    dead: bool
    parent_dead: bool


def this_process() -> str:
    """Return the name of this process, to be stored with a claim."""
    return _named(os.getpid(), os.getppid())


@cache
def _named(own: int, parent: int) -> str:
    """Return the name of this process, which stays the same as long as its parent does."""
    return "|".join((_machine(), _started(own), _started(parent)))


def fate_of(holder: str) -> Fate:
    """Return whether the process of that name is dead; never true for another machine or a process that cannot be
    seen."""
    machine, _, processes = holder.partition("|")
    own, _, parent = processes.partition("|")
    if machine != _machine() or not own or not PROC.exists():
        return Fate(_rebooted(machine), _rebooted(machine))
    dead = _gone(own)
    return Fate(dead, dead and bool(parent) and _gone(parent))


@cache
def _machine() -> str:
    return "/".join((socket.gethostname(), _read(PROC / "sys/kernel/random/boot_id"), _namespace()))


def _namespace() -> str:
    try:
        return os.readlink(PROC / "self/ns/pid")
    except OSError:
        return ""


def _rebooted(machine: str) -> bool:
    """Return the same machine, started anew since."""
    then, now = machine.split("/"), _machine().split("/")
    return len(then) == 3 and then[0] == now[0] and bool(then[1]) and bool(now[1]) and then[1] != now[1]


def _started(pid: int) -> str:
    """``pid:start`` in clock ticks since boot; the start is empty where the process is gone."""
    fields = _read(PROC / str(pid) / "stat").rpartition(")")[2].split()
    alive = len(fields) > 19 and fields[0] not in "ZX"
    return f"{pid}:{fields[19] if alive else ''}"


def _gone(process: str) -> bool:
    pid, _, start = process.partition(":")
    return bool(start) and pid.isdigit() and _started(int(pid)) != process


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


class Claimed(models.Model):
    """A row of work that one process at a time holds by a lease. The row is the truth; a message to it is a hint."""

    claim = models.UUIDField(null=True, blank=True, editable=False)
    holder = models.CharField(max_length=200, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    attempt = models.PositiveSmallIntegerField(default=0, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True


def claimed_models() -> list[Any]:
    """Return the models of all rows that processes hold."""
    return [model for model in apps.get_models() if issubclass(model, Claimed)]
