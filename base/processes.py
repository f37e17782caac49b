"""Child processes: started each in a session of its own, stopped in a stated order, never left behind."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

PR_SET_PDEATHSIG = 1
LINES_KEPT = 15
LONGEST_LINE = 8192
"""Bytes; a longer line is read in pieces."""


def die_with_parent(parent: int | None = None) -> None:
    """Ask the kernel to kill this process when its parent dies (Linux; elsewhere nothing happens).

    ``parent`` is who started us: where that process has died meanwhile, we end at once.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class Child:
    """A running part of the site."""

    name: str
    process: subprocess.Popen[bytes]
    _kept: deque[bytes] = field(default_factory=lambda: deque(maxlen=LINES_KEPT))
    _copying: threading.Thread | None = None

    def copy_errors(self) -> None:
        """Pass what it writes to its standard error on to ours, and keep the last lines.

        It is read to the end also where ours is closed or broken: a full pipe would stop the child.
        """
        self._copying = threading.Thread(target=self._copy_errors, name=f"errors of {self.name}", daemon=True)
        self._copying.start()

    def _copy_errors(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            while line := lines.readline(LONGEST_LINE):
                self._kept.append(line)
                with contextlib.suppress(OSError, ValueError):
                    sys.stderr.write(line.decode(errors="replace"))
                    sys.stderr.flush()

    def last_lines(self) -> list[str]:
        """Return the last lines that it wrote to its standard error."""
        if self._copying is not None:
            self._copying.join(1)
        return [line.decode(errors="replace").rstrip() for line in self._kept]

    def alive(self) -> bool:
        return self.process.poll() is None

    def ask_to_end(self) -> None:
        """Ask it to end."""
        if self.alive():
            self.process.terminate()

    def stop(self, seconds: float) -> None:
        """Ask it to end; after so many seconds end it, and everything it started."""
        self.ask_to_end()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        self.end()

    def end(self) -> int:
        """End what is left of it and of everything it started; its exit code."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()


def start(name: str, command: Sequence[str], environment: Mapping[str, str], keep: Sequence[int] = ()) -> Child:
    """Start a part of the site in its own session, so that Ctrl-C reaches the launcher alone.

    ``keep`` names the open files that it shares with us. What it writes to its standard error is passed on, and its
    last lines are kept. Nobody else reads what it writes.
    """
    us = os.getpid()
    process = subprocess.Popen(
        list(command),
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        pass_fds=keep,
        umask=0o077,
        preexec_fn=lambda: die_with_parent(us),
    )
    child = Child(name, process)
    child.copy_errors()
    return child


def wait_until(ready: Callable[[], bool], seconds: float) -> bool:
    """Poll until ``ready()`` or the time is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ready():
            return True
        time.sleep(0.05)
    return False
