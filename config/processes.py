"""Child processes: started each in a session of its own, stopped in a stated order, never left behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Ask the kernel to kill this process when its parent dies (Linux; elsewhere nothing happens)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@dataclass
class Child:
    """A running part of the site."""

    name: str
    process: subprocess.Popen[bytes]

    def alive(self) -> bool:
        return self.process.poll() is None

    def stop(self, seconds: float) -> None:
        """Ask it to end; after so many seconds end it, and everything it started."""
        if self.alive():
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(seconds)
        self._end_session()

    def _end_session(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def start(name: str, command: Sequence[str], environment: Mapping[str, str]) -> Child:
    """Start a part of the site in its own session, so that Ctrl-C reaches the launcher alone."""
    process = subprocess.Popen(
        list(command),
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=die_with_parent,
    )
    return Child(name, process)


def first_dead(children: Sequence[Child]) -> Child | None:
    """The first part that has ended by itself, if one has."""
    return next((child for child in children if not child.alive()), None)


def wait_until(ready: Callable[[], bool], seconds: float) -> bool:
    """Poll until ``ready()`` or the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ready():
            return True
        time.sleep(0.05)
    return False
